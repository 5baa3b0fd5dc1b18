/* tests/physics/test_highorder_waves.c: an empty total-field box leaks nothing in the
 * high-order schemes either, whose differences cross its surface in several layers and beside
 * it. The name of a scheme is $YEE_HIGHORDER_PREFIX and then that of the family.
 *
 * The incident field solves the scheme's own discrete equations, so that along an axis only
 * what the pulse had at t = 0 (3e-9), its spectrum beyond three cells and rounding are left;
 * off the axes the cubic interpolation between samples every h/4 adds 3/128 (k h/4)^4 of the
 * field, at the band's edge, 3.03 GHz on cells of 5 mm, 1e-6 of what is there of the spectrum,
 * 1e-2. */
#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"

static const wide_scheme *const all[] = {
#define ENTRY(name) &wide_##name,
    WIDE_SCHEMES(ENTRY)
#undef ENTRY
};
enum { SCHEMES = sizeof all / sizeof *all };

/* Where cases are few, each pair of neighbours has one: `other` the one that the rest leave. */
static int one(int i, bool other) { return few_on() ? 2 * i + (i % 2 != other) : i; }

typedef struct box {
    const char *grid, *vectors;
    int64_t lo[3], hi[3]; /* nodes; lo < 0: open */
    int64_t steps;
} box;

/* Largest |E| (V/m) outside and inside the box, eta0 H for H. */
static void leak(const wide_scheme *s, const box *b, const char *precision, double *outside,
                 double *inside)
{
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    const int64_t steps = b->steps * (s->time == WIDE_BACKWARD ? 2 : 1); /* half the limit */
    lab l;
    *outside = *inside = 0;
    lab_open(&l,
             "[grid]\nspacing = 5 mm\n%s[run]\nscheme = %s%s\nsteps = %lld\nprecision = %s\n"
             "courant = 0.95\n[boundary.wall]\ntype = pec\n[waveform.w]\ntype = gaussian\n"
             "frequency = 1 GHz\n[source.s]\ntype = plane_wave\nwaveform = w\n"
             "from = %lld mm, %lld mm, %lld mm\nto = %lld mm, %lld mm, %lld mm\n%s",
             b->grid, prefix ? prefix : "", s->name, (long long)steps, precision,
             (long long)(b->lo[0] < 0 ? 0 : 5 * b->lo[0]),
             (long long)(b->lo[1] < 0 ? 0 : 5 * b->lo[1]),
             (long long)(b->lo[2] < 0 ? 0 : 5 * b->lo[2]), (long long)(5 * b->hi[0]),
             (long long)(5 * b->hi[1]), (long long)(5 * b->hi[2]), b->vectors);
    for (int64_t n = 0; n < steps && !l.over; n += 5) {
        lab_run(&l, 5);
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const int64_t *e = l.grid->extent[c];
            if (!l.grid->active[c])
                continue;
            const double *f = lab_read(&l, c), unit = yee_is_electric(c) ? 1 : YEE_ETA0;
            for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
                const int64_t at[3] = {i / e[2] / e[1], i / e[2] % e[1], i % e[2]};
                bool in = true;
                for (int a = 0; a < 3; a++) {
                    const int64_t twice = 2 * at[a] + yee_half(c, a);
                    in = in &&
                         (b->lo[a] < 0 || (twice >= 2 * b->lo[a] && twice <= 2 * b->hi[a]));
                }
                double *most = in ? inside : outside;
                *most = fmax(*most, unit * fabs(f[i]));
            }
        }
    }
    lab_close(&l);
}

static void check_in(const char *precision, const wide_scheme *s, const box *b, double least,
                     double most)
{
    double outside, inside;
    leak(s, b, precision, &outside, &inside);
    ck_assert_msg(inside > least && inside < 2, "%s, %s: %g inside", s->name, b->vectors,
                  inside);
    ck_assert_msg(outside < most, "%s, %s: leak %g", s->name, b->vectors, outside);
}

static void check(const wide_scheme *s, const box *b, double least, double most)
{
    check_in("f64", s, b, least, most);
}

START_TEST(a_wave_along_an_axis_leaks_rounding)
{
    static const char *const vectors[3] = {"direction = x\npolarization = 0, 1, 2\n",
                                           "direction = -y\npolarization = 1, 0, -1\n",
                                           "direction = z\npolarization = -3, 1, 0\n"};
    const box b = {"cells = 18, 17, 16\n", vectors[_i % 3], {5, 5, 5}, {12, 12, 11}, 200};
    check(all[_i], &b, 0.7, 1e-7);
}
END_TEST

START_TEST(an_oblique_wave_in_2d_leaks_its_interpolation)
{
    static const char *const k[4] = {"3, 2, 0", "-1, 1, 0", "-5, -2, 0", "1, -0.1, 0"};
    const int i = one(_i, false);
    const wide_scheme *s = all[i % SCHEMES];
    const bool te = i >= SCHEMES;
    char grid[96], vectors[96];
    snprintf(grid, sizeof grid, "cells = 40, 40, 1\ninvariant = z\nmode = %s\n",
             te ? "te" : "tm");
    snprintf(vectors, sizeof vectors, "direction = %s\npolarization = %s\n", k[i % 4],
             te ? "1, 1.3, 0" : "z");
    const box b = {grid, vectors, {8, 9, -1}, {32, 31, 0}, 400};
    check(s, &b, 0.3, 1e-6);
}
END_TEST

START_TEST(an_oblique_wave_in_3d_leaks_its_interpolation)
{
    static const char *const vectors[3] = {
        "theta = 63 deg\nphi = -151 deg\npsi = 30 deg\n",
        "direction = 1, 1, 1\npolarization = 1, -1, 0\n",
        "direction = 2, -1, 0.5\npolarization = z\n",
    };
    const box b = {"cells = 22, 20, 21\n", vectors[_i % 3], {6, 5, 5}, {16, 15, 15}, 250};
    check(all[one(_i, false)], &b, 0.3, 1e-6);
}
END_TEST

/* A point at the surface adds up to some 24 terms of order 1 that cancel, each rounded by
 * 2^-24, in every step of both half steps. The field passes in less than 100 steps, in S44 in
 * 200, so no point gets more than 200 times 48 of them, 6e-4, were they all of one sign. */
START_TEST(a_wave_in_single_precision_leaks_its_rounding)
{
    const box b = {"cells = 22, 20, 21\n",
                   "theta = 63 deg\nphi = -151 deg\npsi = 30 deg\n",
                   {6, 5, 5},
                   {16, 15, 15},
                   250};
    check_in("f32", all[one(_i, true)], &b, 0.3, 6e-4);
}
END_TEST

/* The axes across are open: nothing but the two faces. */
START_TEST(a_wave_through_periodic_faces_leaks_rounding)
{
    const box b = {"cells = 3, 2, 26\n[boundary.sides]\ntype = periodic\nfaces = x, y\n",
                   "direction = -z\npolarization = y\n",
                   {-1, -1, 6},
                   {3, 2, 20},
                   250};
    check(all[_i], &b, 0.9, 1e-7);
}
END_TEST

/* The wave is that of the medium around the surface, with its own weights. */
START_TEST(a_wave_in_a_medium_leaks_its_interpolation)
{
    const box b = {"cells = 40, 40, 1\ninvariant = z\nmode = tm\nbackground = glass\n"
                   "[material.glass]\ntype = dielectric\neps = 2.25\n",
                   "direction = 3, 2, 0\npolarization = z\n",
                   {8, 9, -1},
                   {32, 31, 0},
                   400};
    check(all[one(_i, false)], &b, 0.9, 5e-6); /* k is 1.5 times as large, the error 1.5^4 */
}
END_TEST

/* So is the wave of a conductor, whose tail wraps round 6e-6 as large (incident.h). */
START_TEST(a_wave_in_a_conductor_leaks_its_interpolation_and_its_tail)
{
    const box b = {"cells = 40, 40, 1\ninvariant = z\nmode = te\nbackground = soil\n"
                   "[material.soil]\ntype = dielectric\neps = 2.25\nsigma = 5 mS/m\n",
                   "direction = -3, 2, 0\npolarization = 2, 3, 0\n",
                   {8, 9, -1},
                   {32, 31, 0},
                   400};
    check(all[one(_i, true)], &b, 0.7, 5e-6 + 6e-6);
}
END_TEST

/* Between the lines of its band a scheme has no frequency of its own: it takes the sources'. */
START_TEST(designed_weights_follow_the_band_of_the_sources)
{
    static const char *const schemes[2] = {"ztc", "fv24"};
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    double dt[3];
    for (int n = 0; n < 3; n++) {
        lab l;
        lab_open(&l,
                 "[grid]\nspacing = 5 mm\ncells = 8, 8, 8\n[run]\nscheme = own\nsteps = 10\n"
                 "[scheme.own]\ntype = %s%s\n%s[boundary.wall]\ntype = pec\n[waveform.w]\n"
                 "type = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 0.1 GHz\n%s",
                 prefix ? prefix : "", schemes[_i],
                 n == 1   ? "frequency = 4 GHz\n"
                 : n == 2 ? "cells = 10\n"
                          : "",
                 "[source.s]\ntype = dipole\nposition = 20 mm, 20 mm, 20 mm\ndirection = z\n"
                 "current = 1 A\nwaveform = w\n");
        dt[n] = l.grid->dt;
        lab_close(&l);
    }
    /* 4 GHz are 15 cells; the band is narrow: the same to a thousandth
     * of what 10 cells differ */
    ck_assert_double_gt(fabs(dt[2] / dt[1] - 1), 1e-4);
    ck_assert_double_lt(fabs(dt[0] - dt[1]), 0.01 * fabs(dt[2] - dt[1]));
}
END_TEST

int main(void)
{
    const int half = SCHEMES / few_every(2);
    Suite *suite = suite_create("highorder waves");
    TCase *t = tcase_create("highorder waves");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_wave_along_an_axis_leaks_rounding, 0, SCHEMES);
    tcase_add_loop_test(t, an_oblique_wave_in_2d_leaks_its_interpolation, 0, 2 * half);
    tcase_add_loop_test(t, an_oblique_wave_in_3d_leaks_its_interpolation, 0, half);
    tcase_add_loop_test(t, a_wave_in_single_precision_leaks_its_rounding, 0, half);
    tcase_add_loop_test(t, a_wave_through_periodic_faces_leaks_rounding, 0, SCHEMES);
    tcase_add_loop_test(t, a_wave_in_a_medium_leaks_its_interpolation, 0, half);
    tcase_add_loop_test(t, a_wave_in_a_conductor_leaks_its_interpolation_and_its_tail, 0, half);
    tcase_add_loop_test(t, designed_weights_follow_the_band_of_the_sources, 0, 2);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
