/* tests/physics/test_plane_wave.c: an empty total-field box leaks nothing.
 *
 * The incident field solves the discrete equations at every frequency, so along an axis only
 * what the pulse had at t = 0, its spectrum beyond three cells per wavelength and rounding are
 * left: a Gaussian of f = 1 GHz on cells of 5 mm is 3e-9 at t = 0. Off the axes the cubic
 * interpolation between samples every h/4 adds 3/128 (k h/4)^4 of the field: at the band's
 * edge, 3.03 f, k h = 0.32 and that is 1e-6. */
#include "lab.h"

static bool within(const yee_grid *g, int c, int axis, int64_t i, int64_t lo, int64_t hi)
{
    int64_t twice = 2 * i + (g->axis[axis].invariant ? 0 : yee_half(c, axis));
    return lo < 0 || (twice >= 2 * lo && twice <= 2 * hi);
}

/* Largest |E| in V/m, with eta0 H for H, outside and inside the box of nodes lo to hi (lo < 0:
 * open) over so many steps. */
static void leak_in(lab *l, int64_t steps, const int64_t lo[3], const int64_t hi[3], int every,
                    double *outside, double *inside)
{
    const yee_grid *g = l->grid;
    *outside = *inside = 0;
    for (int64_t n = 0; n < steps && !l->over; n += every) {
        lab_run(l, every);
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            if (!g->active[c])
                continue;
            const double *f = lab_read(l, c);
            for (int64_t i = 0; i < g->extent[c][0]; i++)
                for (int64_t j = 0; j < g->extent[c][1]; j++)
                    for (int64_t k = 0; k < g->extent[c][2]; k++) {
                        bool in = within(g, c, 0, i, lo[0], hi[0]) &&
                                  within(g, c, 1, j, lo[1], hi[1]) &&
                                  within(g, c, 2, k, lo[2], hi[2]);
                        double value = fabs(f[yee_grid_index(g, c, i, j, k)]) *
                                       (yee_is_electric(c) ? 1 : YEE_ETA0);
                        double *most = in ? inside : outside;
                        *most = fmax(*most, value);
                    }
        }
    }
}

static void leak(lab *l, const int64_t lo[3], const int64_t hi[3], int every, double *outside,
                 double *inside)
{
    leak_in(l, l->problem->steps, lo, hi, every, outside, inside);
}

#define PULSE "[waveform.w]\ntype = gaussian\nfrequency = 1 GHz\n"
#define RUN(steps, precision) "[run]\nsteps = " steps "\nprecision = " precision "\n"
#define WALL "[boundary.wall]\ntype = pec\nfaces = %s\n"

/* Six directions along the axes of cells that differ: steps for the pulse to cross twice. */
START_TEST(a_wave_along_an_axis_leaks_rounding)
{
    static const char *const direction[6] = {"x", "-x", "y", "-y", "z", "-z"};
    static const char *const across[3] = {"0, 1, 2", "1, 0, -1", "-3, 1, 0"};
    const int64_t lo[3] = {4, 5, 6}, hi[3] = {12, 13, 10};
    lab l;
    double outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm, 4 mm, 6 mm\ncells = 16, 18, 16\n" RUN("240", "f64")
                 WALL PULSE "[source.s]\ntype = plane_wave\nfrom = 20 mm, 20 mm, 36 mm\n"
                            "to = 60 mm, 52 mm, 60 mm\nwaveform = w\n"
                            "direction = %s\npolarization = %s\n",
             "all", direction[_i], across[_i / 2]);
    leak(&l, lo, hi, 4, &outside, &inside);
    ck_assert_double_gt(inside, 0.7); /* E splits on two components */
    ck_assert_msg(outside < 1e-8, "leak %g", outside);
    lab_close(&l);
}
END_TEST

START_TEST(a_wave_on_periodic_axes_leaks_rounding)
{
    const int64_t lo[3] = {-1, -1, 6}, hi[3] = {0, 0, 20};
    lab l;
    double outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm\ncells = 3, 2, 26\n" RUN("300", "f64") WALL PULSE
             "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
             "[source.s]\ntype = plane_wave\nfrom = 0, 0, 30 mm\n"
             "to = 15 mm, 10 mm, 100 mm\nwaveform = w\n"
             "direction = -z\npolarization = y\n",
             "z");
    leak(&l, lo, hi, 1, &outside, &inside);
    ck_assert_double_gt(inside, 0.99);
    ck_assert_msg(outside < 1e-8, "leak %g", outside);
    lab_close(&l);
}
END_TEST

static void flat(const char *mode, const char *vectors, const char *medium, double *outside,
                 double *inside)
{
    const int64_t lo[3] = {8, 10, -1}, hi[3] = {36, 34, 0};
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 5 mm, 4 mm, 1 mm\ncells = 44, 44, 1\ninvariant = z\n"
             "mode = %s\nbackground = %s\n" RUN("500", "f64") WALL PULSE
             "[material.lossy]\ntype = debye\neps_inf = 2\ndelta_eps = 2\ntau = 30 ps\n"
             "[material.wet]\ntype = dielectric\neps = 4\nsigma = 0.05 S/m\n"
             "[source.s]\ntype = plane_wave\nfrom = 40 mm, 40 mm, 0\nto = 180 mm, 136 mm, 0\n"
             "waveform = w\n%s",
             mode, medium, "x, y", vectors);
    leak(&l, lo, hi, 2, outside, inside);
    lab_close(&l);
}

START_TEST(an_oblique_wave_in_2d_leaks_its_interpolation)
{
    static const char *const k[4] = {"3, 2, 0", "-1, 1, 0", "-5, -2, 0", "1, -0.1, 0"};
    double outside, inside;
    char vectors[128];
    snprintf(vectors, sizeof vectors, "direction = %s\npolarization = z\n", k[_i]);
    flat("tm", vectors, "vacuum", &outside, &inside);
    ck_assert_double_gt(inside, 0.99);
    ck_assert_msg(outside < 1e-7, "TM leak %g", outside);
    snprintf(vectors, sizeof vectors, "direction = %s\npolarization = 1, 1, 0\n", k[_i]);
    if (_i == 1)
        snprintf(vectors, sizeof vectors, "theta = 90 deg\nphi = 135 deg\npsi = 90 deg\n");
    flat("te", vectors, "vacuum", &outside, &inside);
    ck_assert_double_gt(inside, 0.6);
    ck_assert_msg(outside < 1e-7, "TE leak %g", outside);
}
END_TEST

/* Waves in a medium are shorter: k h is up to sqrt(4) times as large, the error 16 times. */
START_TEST(a_dispersive_background_leaks_no_more)
{
    double outside, inside;
    flat("tm", "direction = 3, 2, 0\npolarization = z\n", "lossy", &outside, &inside);
    ck_assert_double_gt(inside, 0.8);
    ck_assert_msg(outside < 1.6e-6, "leak %g", outside);
    flat("te", "direction = x\npolarization = y\n", "lossy", &outside, &inside);
    ck_assert_double_gt(inside, 0.8);
    ck_assert_msg(outside < 1e-8, "axis leak %g", outside);
}
END_TEST

/* A Gaussian has a constant part, which diffuses into a conductor without end. The damped sum
 * leaves 6e-6 of the tail, which is a tenth of the pulse. */
START_TEST(a_conducting_background_leaks_little_more)
{
    double outside, inside;
    flat("tm", "direction = -x\npolarization = z\n", "wet", &outside, &inside);
    ck_assert_double_gt(inside, 1);
    ck_assert_msg(outside < 2e-6, "axis leak %g", outside);
    flat("te", "direction = 3, 2, 0\npolarization = 1, 1, 0\n", "wet", &outside, &inside);
    ck_assert_double_gt(inside, 1);
    ck_assert_msg(outside < 4e-6, "leak %g", outside);
}
END_TEST

START_TEST(an_oblique_wave_in_3d_leaks_its_interpolation)
{
    const int64_t lo[3] = {6, 6, 5}, hi[3] = {18, 20, 19};
    lab l;
    double outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm, 4 mm, 5 mm\ncells = 24, 26, 24\n" RUN("330", "f64")
                 WALL PULSE "[source.s]\ntype = plane_wave\nfrom = 30 mm, 24 mm, 25 mm\n"
                            "to = 90 mm, 80 mm, 95 mm\nwaveform = w\n"
                            "theta = 63 deg\nphi = -151 deg\npsi = 30 deg\n",
             "all");
    leak(&l, lo, hi, 5, &outside, &inside);
    ck_assert_double_gt(inside, 0.6);
    ck_assert_msg(outside < 1e-7, "leak %g", outside);
    lab_close(&l);
}
END_TEST

/* A sine is sharp at its start (a ramp of finite length, whose spectrum falls with the third
 * power of the distance from the line) and lasts as long as the run. */
START_TEST(a_sine_that_outlasts_the_run_leaks_little)
{
    const int64_t lo[3] = {8, 10, -1}, hi[3] = {36, 34, 0};
    lab l;
    double outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm, 5 mm, 1 mm\ncells = 44, 44, 1\ninvariant = z\n" RUN(
                 "600", "f64") WALL
             "[waveform.w]\ntype = sine\nfrequency = 2 GHz\n"
             "[source.s]\ntype = plane_wave\nfrom = 40 mm, 50 mm, 0\nto = 180 mm, 170 mm, 0\n"
             "waveform = w\ndirection = 2, 1, 0\npolarization = z\n",
             "x, y");
    leak(&l, lo, hi, 2, &outside, &inside);
    ck_assert_double_gt(inside, 0.99);
    ck_assert_msg(outside < 1e-5, "leak %g", outside);
    lab_close(&l);
}
END_TEST

/* The sum of frequencies of the first 4096 steps hands over to that of the next ones, which has
 * others. Both are the same wave but for what is cut off: the spectrum of the sine's start (a
 * ramp whose spectrum falls with the third power) beyond three cells per wavelength, at 20
 * times its frequency in air. So it leaks no more than the start did, within the factor of 2 of
 * two such cuts. */
START_TEST(a_wave_that_goes_on_leaks_no_more_where_stages_meet)
{
    const int64_t lo[3] = {-1, -1, 6}, hi[3] = {0, 0, 20};
    lab l;
    double start, outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm\ncells = 1, 1, 26\nbackground = %s\n" RUN("4300", "f64")
                 WALL "[waveform.w]\ntype = sine\nfrequency = 1 GHz\n"
                      "[material.wet]\ntype = dielectric\neps = 4\nsigma = 0.05 S/m\n"
                      "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
                      "[source.s]\ntype = plane_wave\nfrom = 0, 0, 30 mm\n"
                      "to = 5 mm, 5 mm, 100 mm\nwaveform = w\n"
                      "direction = z\npolarization = y\n",
             _i ? "wet" : "vacuum", "z");
    leak_in(&l, 300, lo, hi, 1, &start, &inside);
    ck_assert_double_gt(inside, 0.7);
    ck_assert_msg(start < 1e-5, "leak %g", start);
    lab_run(&l, 3700);
    leak_in(&l, 300, lo, hi, 1, &outside, &inside);
    ck_assert_double_gt(inside, 0.9);
    ck_assert_msg(outside < 2 * start, "leak %g, at the start %g", outside, start);
    lab_close(&l);
}
END_TEST

/* In float32 the incident field and the grid's round apart: 6e-8 of the field every step, with
 * random sign, for a few hundred steps: sqrt(300) times that, and as much for two faces. */
START_TEST(single_precision_leaks_single_rounding)
{
    const int64_t lo[3] = {-1, -1, 6}, hi[3] = {0, 0, 20};
    lab l;
    double outside, inside;
    lab_open(&l,
             "[grid]\nspacing = 5 mm\ncells = 1, 1, 26\n" RUN("300", "f32") WALL PULSE
             "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
             "[source.s]\ntype = plane_wave\nfrom = 0, 0, 30 mm\n"
             "to = 5 mm, 5 mm, 100 mm\nwaveform = w\n"
             "direction = z\npolarization = y\n",
             "z");
    leak(&l, lo, hi, 1, &outside, &inside);
    ck_assert_double_gt(inside, 0.99);
    ck_assert_msg(outside < 6e-8 * 30, "leak %g", outside);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("plane_wave");
    TCase *t = tcase_create("plane_wave");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_wave_along_an_axis_leaks_rounding, 0, 6);
    tcase_add_test(t, a_wave_on_periodic_axes_leaks_rounding);
    tcase_add_loop_test(t, an_oblique_wave_in_2d_leaks_its_interpolation, 0, 4);
    tcase_add_test(t, a_dispersive_background_leaks_no_more);
    tcase_add_test(t, a_conducting_background_leaks_little_more);
    tcase_add_test(t, an_oblique_wave_in_3d_leaks_its_interpolation);
    tcase_add_test(t, a_sine_that_outlasts_the_run_leaks_little);
    tcase_add_loop_test(t, a_wave_that_goes_on_leaks_no_more_where_stages_meet, 0,
                        2 / short_every(2));
    tcase_add_test(t, single_precision_leaks_single_rounding);
    suite_add_tcase(s, t);
    return lab_main(s);
}
