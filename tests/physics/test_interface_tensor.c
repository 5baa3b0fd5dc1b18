/* tests/physics/test_interface_tensor.c: surfaces with average = tensor, which join the components of
 * E in the cells that they cut: energy, planes of symmetry, and the media that keep the mean by
 * normal. test_interface_cylinder.c has the order. */
#include "interface.h"

#define CLOSED "[boundary.wall]\ntype = pec\n"
#define PULSE "[waveform.w]\ntype = ricker\nfrequency = 4 GHz\n"
#define DIPOLE(where, along) \
    "[source.s]\ntype = dipole\nposition = " where " mm\ndirection = " along \
    "\ncurrent = 1 A\nwaveform = w\n"
#define BALL(name, at, radius, eps) \
    "[material." name "]\ntype = dielectric\neps = " eps "\n[shape." name \
    "]\ntype = sphere\nmaterial = " name "\naverage = tensor\ncenter = " at \
    " mm\nradius = " radius " mm\n"
#define ROD(name, from, to, radius, eps) \
    "[material." name "]\ntype = dielectric\neps = " eps "\n[shape." name \
    "]\ntype = cylinder\nmaterial = " name "\naverage = tensor\nfrom = " from " mm\nto = " to \
    " mm\nradius = " radius " mm\n"

/* Bodies of large and small contrast that overlap, touch walls and go through periodic faces, and a
 * crystal between them, whose cells have a law of their own. */
static const struct cavity {
    const char *geometry, *at, *along; /* of the dipole */
} cavities[] = {
    {"[grid]\nsize = 16, 14, 15 mm\nspacing = 1 mm\n" CLOSED BALL(
         "a", "6.2, 6.4, 7.1", "4.3", "4") BALL("b", "10.3, 8.2, 6.6", "3.4", "12")
         ROD("c", "-3, 2.2, 3.4", "20, 11.3, 12.8", "1.7", "2.5"),
     "5, 6, 5", "1, 1, 1"},
    {"[grid]\nx = 1 mm x 5, 0.7 mm x 6, 1.3 mm x 4\ny = 1 mm x 12\nz = 0.8 mm x 12\n"
     "[boundary.p]\ntype = periodic\nfaces = y\n[boundary.wall]\ntype = pec\nfaces = x, "
     "z\n" BALL("a", "6.2, 0.4, 5.1", "3.9", "100") BALL("b", "9.3, 8.2, 4.6", "2.4", "3"),
     "5, 6, 5", "1, 1, 1"},
    {"[grid]\nsize = 12, 12, 12 mm\nspacing = 1 mm\n" CLOSED BALL(
         "a", "4.2, 5.4, 6.1", "3.3",
         "5") "[material.c]\ntype = tensor\neps = 6, 2\naxis = 1, 2, 3\n[shape.c]\ntype = "
              "sphere\n"
              "material = c\naverage = tensor\ncenter = 7.4, 6.2, 5.8 mm\nradius = 3.1 mm\n",
     "5, 6, 5", "1, 1, 1"},
    {"[grid]\nsize = 24, 24 mm\nspacing = 1 mm\ninvariant = z\nmode = te\n" CLOSED ROD(
         "a", "9.3, 8.8, -1", "9.3, 8.8, 2", "6.7", "30")
         ROD("b", "15.1, 14.4, -1", "15.1, 14.4, 2", "5.2", "2"),
     "5, 6, 0", "1, 1, 0"},
    {"[grid]\nx = 1 mm x 8, 0.5 mm x 12, 1 mm x 8\ny = 1 mm x 22\ninvariant = z\nmode = te\n"
     "[boundary.p]\ntype = periodic\nfaces = y\n[boundary.wall]\ntype = pmc\nfaces = x\n" ROD(
         "a", "9.3, 0.8, -1", "9.3, 0.8, 2", "4.7", "100"),
     "5, 6, 0", "1, 1, 0"},
};
enum { CAVITIES = sizeof cavities / sizeof *cavities };

/* J after so many steps. */
static double energy_of(const struct cavity *c, int steps)
{
    static const trace_point point = {YEE_EX, 3, 3, 0};
    char *ini = trace_text("%s[run]\nsteps = %d\nprecision = f64\nscheme = plain\n" PULSE
                           "[source.s]\ntype = dipole\nposition = %s mm\ndirection = %s\n"
                           "current = 1 A\nwaveform = w\n",
                           c->geometry, steps, c->at, c->along);
    const trace t = trace_run(ini, 1, &point);
    free(t.value);
    free(ini);
    return t.energy;
}

/* The pulse is over after 1 ns, 1300 steps of these cells at most. Then leapfrog keeps the energy of
 * yee_update.energy, for eps is symmetric, to the rounding of 2e4 steps: 8e-14 at one point
 * (test_energy.c); at a courant of 0.99, nothing grows. Of few it is 2000 steps:
 * test_interface_tensor_stable.c has what grows. */
START_TEST(the_energy_is_kept_over_thousands_of_steps)
{
    const int i = _i * few_every(2);
    const double first = energy_of(&cavities[i], 2000);
    const double last = energy_of(&cavities[i], few_on() ? 4000 : 22000);
    fprintf(stderr, "cavity %d: %.6e J, off by %.1e of it\n", i, first, last / first - 1);
    ck_assert_double_gt(first, 0);
    ck_assert_double_le(fabs(last / first - 1), 1e-11);
}
END_TEST

/* The cells of a law of fields in a model. */
static int64_t joined(const char *ini)
{
    yee_model *model = trace_model(ini);
    int64_t cells = 0;
    for (int64_t n = 0; n < model->problem.field_cells; n++)
        cells += model->problem.field_cell[n].n;
    yee_model_free(model);
    return cells;
}

#define PLAIN \
    "[grid]\nsize = 12, 12, 12 mm\nspacing = 1 mm\n[run]\nsteps = 10\nscheme = plain\n" CLOSED \
        PULSE DIPOLE("2, 2, 2", "z")

/* Each line of cells along z above the disc pi r^2 of a ball meets its surface in one cell or more.
 * Poles, a loss, a diagonal eps and mu alone join nothing. */
START_TEST(cells_of_plain_dielectrics_alone_are_joined)
{
    static const char ball[] = "[shape.b]\ntype = sphere\nmaterial = m\naverage = %s\n"
                               "center = 6.1, 6.2, 5.8 mm\nradius = 4 mm\n";
    static const struct {
        const char *material, *average;
        bool any;
    } set[] = {{"dielectric\neps = 4", "tensor", true},
               {"dielectric\neps = 4", "normal", false},
               {"dielectric\neps = 4\nsigma = 0.1 S/m", "tensor", false},
               {"dielectric\neps = 2, 3, 4", "tensor", false},
               {"debye\ndelta_eps = 3\ntau = 20 ps", "tensor", false},
               {"pec", "tensor", false},
               {"dielectric\nmu = 4", "tensor", false}};
    for (size_t n = 0; n < sizeof set / sizeof *set; n++) {
        char *shape = trace_text(ball, set[n].average);
        char *ini = trace_text("%s[material.m]\ntype = %s\n%s", PLAIN, set[n].material, shape);
        const int64_t cells = joined(ini);
        if (set[n].any)
            ck_assert_int_ge(cells, (int64_t)(YEE_PI * 4 * 4));
        else
            ck_assert_int_eq(cells, 0);
        free(ini);
        free(shape);
    }
}
END_TEST

/* A plane of symmetry through a ball. An image of the wrong sign would be off by 1. Mirrored edges have
 * one mean, and mirrored cells one normal, so that the half does the whole's arithmetic but for
 * the order of sums: 400 steps of some ten roundings of 1.1e-16 each are 4e-13. */
START_TEST(a_plane_of_symmetry_is_the_whole)
{
#define REST \
    "spacing = 1 mm\n[run]\nsteps = 400\nprecision = f64\nscheme = plain\n" BALL( \
        "a", "6, 5.2, 5.9", "3.8", "6") PULSE DIPOLE("6, 2, 2.5", "0, 1, 1")
    static const trace_point whole[2] = {{YEE_EY, 9, 7, 4}, {YEE_EX, 9, 7, 4}};
    static const trace_point half[2] = {{YEE_EY, 3, 7, 4}, {YEE_EX, 3, 7, 4}};
    trace t = trace_run("[grid]\nsize = 12, 11, 12 mm\n" REST CLOSED, 2, whole);
    trace s = trace_run("[grid]\nsize = 6, 11, 12 mm\norigin = 6, 0, 0 mm\n" REST
                        "[boundary.wall]\ntype = pec\nfaces = x+, y, z\n[boundary.mirror]\n"
                        "type = symmetry\nfaces = x-\nkind = magnetic\n",
                        2, half);
    double most = 0, off = 0;
    for (int64_t n = 0; n < 2 * t.steps; n++) {
        most = fmax(most, fabs(t.value[n]));
        off = fmax(off, fabs(t.value[n] - s.value[n]));
    }
    fprintf(stderr, "plane of symmetry: off by %.1e of %.2e V/m\n", off / most, most);
    ck_assert_double_gt(most, 0);
    ck_assert_double_le(off, 1e-12 * most);
    free(t.value);
    free(s.value);
}
END_TEST

/* Media that no cell joins have the mean by normal at their edges, bit by bit. */
START_TEST(other_media_have_the_mean_by_normal)
{
    static const char *const media[] = {"dielectric\neps = 2, 3, 4\n",
                                        "tensor\neps = 4, 2\naxis = 1, 2, 3\n",
                                        "dielectric\neps = 4\nsigma = 0.1 S/m\n",
                                        "debye\neps_inf = 2\ndelta_eps = 2\ntau = 20 ps\n"};
    static const trace_point point = {YEE_EX, 9, 8, 7};
    static const char *const mean[] = {"normal", "tensor"};
    trace t[2];
    for (int n = 0; n < 2; n++) {
        char *ini =
            trace_text("[grid]\nsize = 12, 12, 12 mm\nspacing = 1 mm\n[run]\nsteps = 300\n"
                       "precision = f64\nscheme = plain\n" CLOSED PULSE DIPOLE(
                           "2, 2, 2", "1, 1, 1") "[material.m]\ntype = %s[shape.b]\ntype = "
                                                 "sphere\nmaterial = m\naverage = %s\n"
                                                 "center = 6.1, 6.2, 5.8 mm\nradius = 4 mm\n",
                       media[_i], mean[n]);
        t[n] = trace_run(ini, 1, &point);
        free(ini);
    }
    ck_assert_double_gt(fabs(t[0].value[250]), 0);
    ck_assert_int_eq(memcmp(t[0].value, t[1].value, (size_t)t[0].steps * sizeof *t[0].value),
                     0);
    for (int n = 0; n < 2; n++)
        free(t[n].value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interface_tensor");
    TCase *tcase = tcase_create("tensor");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, the_energy_is_kept_over_thousands_of_steps, 0,
                        (CAVITIES + few_every(2) - 1) / few_every(2));
    tcase_add_test(tcase, cells_of_plain_dielectrics_alone_are_joined);
    tcase_add_loop_test(tcase, other_media_have_the_mean_by_normal, 0, 4);
    tcase_add_test(tcase, a_plane_of_symmetry_is_the_whole);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
