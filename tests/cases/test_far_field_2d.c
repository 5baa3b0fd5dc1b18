/* Far fields of line sources in 2-D models, with their images, against closed forms. */
#include "numbers.h"
#include "plane.h"
#include "suite.h"
#include <math.h>

#define K (2 * M_PI * 4e9 / C0) /* 1/m, at 4 GHz */

/* int w exp(-j 2 pi f t) dt of the pulse below at 4 GHz. */
static double complex pulse(void)
{
    const double spread = sqrt(2 * log(100)) / (M_PI * 6e9), dt = 1e-12;
    double complex sum = 0;
    for (double t = 0; t < 2.6e-9; t += dt) {
        const double u = (t - 1.1e-9) / spread;
        sum +=
            exp(-0.5 * u * u) * sin(8e9 * M_PI * (t - 1.1e-9)) * cexp(-8e9 * M_PI * I * t) * dt;
    }
    return sum;
}

/* A line current of 1 A, or of 1 V in TE, in the middle of 120 x 120 mm, in cells of h mm;
 * `grid`: its lines beside size, origin and mode. */
static void line_model(int invariant, bool te, double h, const char *grid, const char *more)
{
    char text[4096];
    const double middle = te ? 60 + 0.5 * h : 60;
    const char *name = &"xyz"[invariant];
    snprintf(text, sizeof text,
             "[run]\ntime = 2.6 ns\nprecision = f64\n"
             "[grid]\n%s\ninvariant = %.1s\nmode = %s\n"
             "[boundary.all]\ntype = cpml\ncells = %d\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
             "delay = 1.1 ns\n"
             "[source.s]\ntype = dipole\nposition = %s mm\ndirection = %.1s\n%s\nwaveform = w\n"
             "[output.box]\ntype = flux\nfrom = %s mm\nto = %s mm\nfrequencies = 4 GHz\n"
             "[post.far]\ntype = far_field\nbox = box\nstep = 15 deg\norigin = %s mm\n%s",
             grid, name, te ? "te" : "tm", (int)lround(20 / h),
             at(invariant, middle, middle, 0), name,
             te ? "magnetic_current = 1 V" : "current = 1 A", at(invariant, 40, 40, 0),
             at(invariant, 80, 80, 0), at(invariant, middle, middle, 0), more);
    write_file("m.ini", text);
}

static const char *even(double h)
{
    static char text[96];
    snprintf(text, sizeof text, "size = 120, 120 mm\nspacing = %g mm", h);
    return text;
}

enum { ANGLES = 25 };

static const char *field_path(int invariant, bool te)
{
    static char path[64];
    snprintf(path, sizeof path, "/post/far/field_1/e_%.*s", te ? 3 : 1,
             te ? "phi" : &"xyz"[invariant]);
    return path;
}

/* A line current I has E = -(omega mu0 I/4) H0^(2)(k r); a magnetic one H = -(omega eps0 K/4)
 * H0^(2), E_phi = eta H (R. F. Harrington, Time-Harmonic Electromagnetic Fields, 1961, eq.
 * (5-84), and its dual). H0^(2)(x) is sqrt(2 j/(pi x)) exp(-j x) far away (Abramowitz and
 * Stegun, eq. (9.2.4)). */
static double complex line_field_in(bool te, double eps, double mu)
{
    const double k = K * sqrt(eps * mu), eta = ETA * sqrt(mu / eps);
    return -0.25 * k * (te ? 1 : eta) * pulse() * csqrt(2 * I / (M_PI * k));
}

static double complex line_field(bool te) { return line_field_in(te, 1, 1); }

/* The largest error of the far field, over the field. */
static double line_error(int invariant, bool te, double complex want)
{
    double complex e[ANGLES];
    double worst = 0;
    read_complex(field_path(invariant, te), ANGLES, e);
    for (int n = 0; n < ANGLES; n++)
        worst = fmax(worst, cabs(e[n] / want - 1));
    return worst;
}

/* 37 cells a wave: k is wrong by (pi/37)^2/6 = 1.2e-3, the amplitude by that and by as much of
 * the box, the phase by k times the 20 mm to it, 2e-3: 5e-3 in all (test_far_field.c), powers
 * twice that. The power of a metre is 2 pi U, U = 2 |sqrt(r) E|^2/eta, and the directivity that
 * of all directions alike: 1, and at most as much more as the fields differ, once with the
 * power of the mean. */
START_TEST(a_line_source_radiates_alike_into_all_directions)
{
    const int invariant = _i / 2;
    const bool te = _i % 2;
    double angle[ANGLES], pattern[ANGLES], record;
    line_model(invariant, te, 2, even(2), "");
    MUST("m.ini");
    const double error = line_error(invariant, te, line_field(te));
    const double power = read_number("/post/far/power");
    const double want = 2 * M_PI * 2 * pow(cabs(line_field(te)), 2) / ETA;
    read_numbers("/flux/box/power", NULL, 1, &record);
    read_numbers("/post/far/angle", NULL, ANGLES, angle);
    read_numbers("/post/far/pattern_1", NULL, ANGLES, pattern);
    printf(
        "invariant %c, %s: field wrong by %.2g (limit 5e-3), power by %.2g, of the record by "
        "%.2g (limit 1e-2), directivity %.6f\n",
        "xyz"[invariant], te ? "TE" : "TM", error, power / want - 1, power / record - 1,
        read_number("/post/far/directivity"));
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power / want, 1, 1e-2);
    ck_assert_double_eq_tol(power / record, 1, 1e-2); /* the grid is 1 m deep */
    ck_assert_double_eq_tol(read_number("/post/far/directivity"), 1, 1e-2);
    for (int n = 0; n < ANGLES; n++) {
        ck_assert_double_eq_tol(angle[n], 15 * (n - 12), 1e-9);
        ck_assert_double_eq_tol(pattern[n], 1, 1e-2);
    }
    ck_assert_int_eq(rows_of("m.h5", "/post/far/theta"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/sense"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/total_scattering_width"), -1);
}
END_TEST

/* All errors of the field are of second order in the cells, (k h)^2; the next order is (k h)^2
 * = 3e-2 of them at 2 mm, times a number below 6, as in physics/test_dipole.c: log2(1.18) =
 * 0.24. */
START_TEST(the_field_of_a_line_source_is_of_second_order)
{
    double error[2];
    for (int n = 0; n < 2; n++) {
        line_model(2, _i, n ? 1 : 2, even(n ? 1 : 2), "");
        MUST("m.ini", "--force");
        error[n] = line_error(2, _i, line_field(_i));
    }
    printf("%s: %.3g, %.3g: order %.3f (limit 0.24 from 2)\n", _i ? "TE" : "TM", error[0],
           error[1], log2(error[0] / error[1]));
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.24);
}
END_TEST

/* Cells of 1 and 2 mm, and a grid of another depth than 1 m: no worse than even ones of 2
 * mm. */
START_TEST(graded_cells_and_the_depth_of_the_grid_change_nothing)
{
    double record;
    line_model(2, _i, 2,
               "x = 2 mm x 24, 1 mm x 34, 2 mm x 19\ny = 2 mm x 35, 1 mm x 10, 2 mm x 20\n"
               "z = 5 mm",
               "");
    if (_i) /* in the middle of a cell */
        MUST("m.ini", "--set", "post.far.origin=60.5, 61, 0 mm", "--set",
             "source.s.position=60.5, 61, 0 mm");
    else
        MUST("m.ini");
    const double error = line_error(2, _i, line_field(_i)),
                 power = read_number("/post/far/power");
    read_numbers("/flux/box/power", NULL, 1, &record);
    printf(
        "graded: field wrong by %.2g (limit 5e-3), power of the record by %.2g (limit 1e-2)\n",
        error, power * 5e-3 / record - 1);
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power * 5e-3 / record, 1, 1e-2);
    ck_assert_double_eq_tol(power / (2 * M_PI * 2 * pow(cabs(line_field(_i)), 2) / ETA), 1,
                            1e-2);
}
END_TEST

/* In eps 2 and mu 1.5 a wave has 43 cells of 1 mm. */
START_TEST(a_background_without_loss_radiates_as_its_own_hankel_function)
{
    line_model(2, _i, 1, even(1), "[material.oil]\ntype = dielectric\neps = 2\nmu = 1.5\n");
    MUST("m.ini", "--set", "grid.background=oil");
    const double error = line_error(2, _i, line_field_in(_i, 2, 1.5));
    const double power = read_number("/post/far/power"),
                 record = read_number("/flux/box/power");
    printf("in eps 2, mu 1.5: field wrong by %.2g (limit 5e-3), power of the record by %.2g "
           "(limit "
           "1e-2)\n",
           error, power / record - 1);
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power / record, 1, 1e-2);
}
END_TEST

/* A port gives all that it accepts to the fields: per metre what the record of the box has, by the
 * scheme's own Poynting theorem (test_gain.c). Samples are taken so seldom that 6e-8 of the largest
 * spectrum is folded onto a field (docs/results.md), and twice that onto a power, of both. */
START_TEST(a_port_radiates_what_it_accepts)
{
    char text[4096];
    snprintf(
        text, sizeof text,
        "[run]\ntime = 2.6 ns\nprecision = f64\n[grid]\nsize = 120, 120 mm\nspacing = 2 mm\n"
        "z = 5 mm\ninvariant = z\nmode = %s\n[boundary.all]\ntype = cpml\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
        "[source.s]\ntype = voltage\nnegative = 60, 60, 0 mm\npositive = %s mm\n%s"
        "resistance = 50 Ohm\nwaveform = w\n[output.p]\ntype = probe\nports = s\n"
        "[output.box]\ntype = flux\nfrom = 40, 40, 0 mm\nto = 80, 80, 0 mm\n"
        "frequencies = 4 GHz\n[post.far]\ntype = far_field\nbox = box\nstep = 90 deg\n",
        _i ? "te" : "tm", _i ? "62, 60, 0" : "60, 60, 5", _i ? "across = 0, 0, 5 mm\n" : "");
    write_file("m.ini", text);
    MUST("m.ini");
    const double accepted = read_number("/post/far/accepted");
    const double record = read_number("/flux/box/power"),
                 power = read_number("/post/far/power");
    const double gain = read_number("/post/far/gain");
    printf("%s: the box has %.3g more than the port accepts (limit 2.4e-7), the far field %.2g "
           "(limit "
           "1e-2), gain %.4f\n",
           _i ? "TE" : "TM", record / (5e-3 * accepted) - 1, power / accepted - 1, gain);
    ck_assert_double_eq_tol(record / (5e-3 * accepted), 1, 2.4e-7);
    ck_assert_double_eq_tol(read_number("/post/far/radiation_efficiency"), power / accepted,
                            1e-12);
    ck_assert_double_eq_tol(power / accepted, 1, 1e-2);
    ck_assert_double_eq_tol(gain, _i ? 2 : 1, 2e-2); /* 2 cos^2: a short dipole in the plane */
}
END_TEST

/* -- images -- */

/* A line 30 mm beside the plane x = 0, where the grid ends on a wall or a plane of symmetry;
 * the box ends there, too. */
static const struct image {
    const char *type, *kind;
    bool te;
    int sign; /* of the image: that of E along a conductor is the reverse */
} images[] = {
    {"pec", NULL, false, -1},
    {"pec", NULL, true, 1},
    {"pmc", NULL, false, 1},
    {"symmetry", "kind = magnetic\n", false, 1},
    {"symmetry", "kind = electric\n", false, -1},
    {"symmetry", "kind = electric\n", true, 1},
};

/* The field is that of one line times exp(j k d cos(phi)) +- exp(-j k d cos(phi)), from a point
 * of the plane; a wall has it on one side alone, and half of the power. Limits as above; the
 * phases are wrong by 1.2e-3 k times the 30 mm to the plane and twice the box, too: 1e-2 of the
 * largest field. */
START_TEST(a_line_source_has_images_in_walls_and_planes)
{
    enum { N = 720 };
    const struct image *m = &images[_i];
    const bool wall = m->kind == NULL;
    char text[4096];
    double complex e[ANGLES];
    double sum = 0, most = 0, worst = 0;
    const double d = m->te ? 31e-3 : 30e-3, y = m->te ? 61 : 60;
    snprintf(
        text, sizeof text,
        "[run]\ntime = 2.6 ns\nprecision = f64\n[grid]\nsize = 90, 120 mm\nspacing = 2 mm\n"
        "invariant = z\nmode = %s\n[boundary.all]\ntype = cpml\n"
        "[boundary.plane]\ntype = %s\nfaces = x-\n%s"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
        "delay = 1.1 ns\n"
        "[source.s]\ntype = dipole\nposition = %g, %g, 0 mm\ndirection = z\n%s\n"
        "waveform = w\n[output.box]\ntype = flux\nfrom = 0, 40, 0 mm\nto = 50, 80, 0 mm\n"
        "frequencies = 4 GHz\n"
        "[post.far]\ntype = far_field\nbox = box\nstep = 15 deg\norigin = 0, %g, 0 mm\n",
        m->te ? "te" : "tm", m->type, wall ? "" : m->kind, 1e3 * d, y,
        m->te ? "magnetic_current = 1 V" : "current = 1 A", y);
    write_file("m.ini", text);
    MUST("m.ini");
    read_complex(field_path(2, m->te), ANGLES, e);
    const double complex one = line_field(m->te);
    for (int n = 0; n < N; n++) {
        const double c = cos(2 * M_PI * n / N),
                     part = m->sign > 0 ? cos(K * d * c) : sin(K * d * c);
        const double u = 2 * pow(2 * cabs(one) * part, 2) / ETA;
        sum += u * 2 * M_PI / N / (wall ? 2 : 1);
        most = fmax(most, u);
    }
    for (int n = 0; n < ANGLES; n++) {
        const double c = cos(15 * (n - 12) * M_PI / 180);
        const double complex want =
            wall && c < -1e-9 ? 0
                              : one * (cexp(I * K * d * c) + m->sign * cexp(-I * K * d * c));
        worst = fmax(worst, cabs(e[n] - want) / (2 * cabs(one)));
    }
    const double power = read_number("/post/far/power"),
                 best = read_number("/post/far/directivity");
    printf("%s %s: field wrong by %.2g (limit 1e-2), power by %.2g, directivity by %.2g (limit "
           "2e-2)\n",
           m->type, m->te ? "TE" : "TM", worst, power / sum - 1,
           best * sum / (2 * M_PI * most) - 1);
    ck_assert_double_lt(worst, 1e-2);
    ck_assert_double_eq_tol(power / sum, 1, 2e-2);
    ck_assert_double_eq_tol(best * sum / (2 * M_PI * most), 1, 2e-2);
    ck_assert_double_eq_tol(power / read_number("/flux/box/power"), 1, 2e-2);
}
END_TEST

/* All of it before the run, by `yee plan` too. */
static const struct {
    const char *set, *more, *says;
} refused[] = {
    {"post.far.sphere=5 deg", "",
     "the key sphere is for 3-D models; this one has invariant = z"},
    {"post.far.axis=x", "", "the key axis is for 3-D models"},
    {"post.far.copolar=10 deg", "", "the key copolar is for 3-D models"},
    {"post.far.axis=z", "[boundary.p]\ntype = periodic\nfaces = y\n",
     "the model is periodic along y, and its images have no end"},
    {"output.box.to=40, 80, 0 mm", "", "[output.box] is flat along x"},
    {"output.box.to=118, 80, 0 mm", "", "lies in the absorbing layer"},
    {"grid.background=glass", "", "the background is 'glass'"},
    {"output.box.fields=no", "", "[output.box] has fields = no"},
};

START_TEST(what_a_plane_has_not_is_refused)
{
    char text[256];
    snprintf(text, sizeof text, "[material.glass]\ntype = dielectric\nsigma = 1 S/m\n%s",
             refused[_i].more);
    line_model(2, false, 2, even(2), text);
    for (int plan = 0; plan < 2; plan++) {
        const char *const line[] = {"yee",   plan ? "plan" : "run", "m.ini",
                                    "--set", refused[_i].set,       NULL};
        ck_assert_int_eq(run_with(NULL, line), YEE_INPUT);
        says(refused[_i].says);
        says("m.ini:");
    }
    ck_assert(!there("m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("far field 2-D");
    TCase *tests = tcase_create("far field 2-D");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, a_line_source_radiates_alike_into_all_directions, 0, 6);
    tcase_add_loop_test(tests, the_field_of_a_line_source_is_of_second_order, 0, 2);
    tcase_add_loop_test(tests, graded_cells_and_the_depth_of_the_grid_change_nothing, 0, 2);
    tcase_add_loop_test(tests, a_background_without_loss_radiates_as_its_own_hankel_function, 0,
                        2);
    tcase_add_loop_test(tests, a_port_radiates_what_it_accepts, 0, 2);
    tcase_add_loop_test(tests, a_line_source_has_images_in_walls_and_planes, 0,
                        (int)(sizeof images / sizeof *images));
    tcase_add_loop_test(tests, what_a_plane_has_not_is_refused, 0,
                        (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
