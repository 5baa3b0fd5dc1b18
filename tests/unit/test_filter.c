/* tests/unit/test_filter.c: the processing steps of radargrams do what their formulas say. */
#include "base/transform.h"
#include "cli/plot/radar/filter.h"
#include "suite.h"
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yee/types.h>

enum { ROWS = 1000 };

/* Sums of up to 1000 products of row and value, below 1e6 here, lose 1e6 DBL_EPSILON each: 2e-7
 * in all, which 12 k / n^3 with n >= 26 makes 1.4e-10 of k <= 1. */
START_TEST(dewow_removes_a_ramp_to_both_ends)
{
    static double v[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        v[r] = 3.3 - 0.017 * (double)r;
    ck_assert(radar_dewow(ROWS, v, 25));
    for (size_t r = 0; r < ROWS; r++)
        ck_assert_double_lt(fabs(v[r]), 1e-9);
}
END_TEST

/* A window of whole periods has no mean: inside, a tone is let through. */
START_TEST(dewow_leaves_a_tone_of_whole_periods_in_its_window)
{
    static double v[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        v[r] = 5 + cos(2 * YEE_PI * (double)r / 17);
    ck_assert(radar_dewow(ROWS, v, 25)); /* 51 samples: three periods */
    for (size_t r = 25; r < ROWS - 25; r++)
        ck_assert_double_lt(fabs(v[r] - cos(2 * YEE_PI * (double)r / 17)), 1e-9);
    /* a window as long as the trace, or longer, takes the line of all of it */
    for (size_t r = 0; r < 3; r++)
        v[r] = (double)(r * r);
    ck_assert(radar_dewow(3, v, 100)); /* 0, 1, 4 less -1/3 + 2 r */
    ck_assert_double_eq_tol(v[0], 1. / 3, 1e-14);
    ck_assert_double_eq_tol(v[1], -2. / 3, 1e-14);
    ck_assert_double_eq_tol(v[2], 1. / 3, 1e-14);
    v[0] = 7;
    ck_assert(radar_dewow(1, v, 4)); /* of one sample nothing is left */
    ck_assert_double_eq(v[0], 0);
}
END_TEST

/* The mean of n traces that are alike but for one echo e leaves e (1 - 1/n) there, -e/n elsewhere. */
START_TEST(the_mean_of_a_line_takes_away_what_its_traces_share)
{
    enum { TRACES = 9, N = 40 };
    double v[TRACES][N];
    for (int pass = 0; pass < 2; pass++) { /* the line, and windows of 5 traces */
        for (size_t t = 0; t < TRACES; t++)
            for (size_t r = 0; r < N; r++)
                v[t][r] = t == 7 ? NAN : 100 * sin((double)r) + (t == 3 && r == 20 ? 2 : 0);
        ck_assert(radar_background(TRACES, N, v[0], pass ? 2 : TRACES));
        for (size_t t = 0; t < TRACES; t++)
            for (size_t r = 0; r < N; r++) {
                static const double around[TRACES] = {0,      1. / 4, 1. / 5,
                                                      1. / 5, 1. / 5, 1. / 4};
                const double share = pass ? around[t] : 1. / 8; /* one of nine has failed */
                const double echo = r == 20 ? 2 * ((t == 3) - share) : 0;
                if (t == 7)
                    ck_assert(isnan(v[t][r]));
                else
                    ck_assert_double_lt(fabs(v[t][r] - echo), 1e-12);
            }
    }
}
END_TEST

/* The spectrum of a filtered impulse is the gain. kissfft is float: each of 13 stages there and 13
 * back may lose 2^-24 of a spectrum of 1: 1.6e-6. What of the response lies beyond the ends, at least
 * 2000 samples away, has fallen by exp(-2 pi 0.02 sin(pi/8) 2000), 1e-41. */
START_TEST(a_band_pass_has_its_gain_at_every_frequency)
{
    static const struct {
        int corners;
        double corner[4];
    } band[] = {{2, {0.02, 0.1}}, {2, {0, 0.05}}, {4, {0.02, 0.05, 0.1, 0.2}}};
    enum { N = 4096, BINS = 60 };
    double *v = malloc(N * sizeof *v), *f = yee_ramp(BINS, 0, 0.005), re[BINS], im[BINS];
    const double step = 2e-11;
    for (size_t b = 0; b < sizeof band / sizeof *band; b++) {
        double corner[4];
        for (int c = 0; c < 4; c++)
            corner[c] = band[b].corner[c] / step;
        for (size_t r = 0; r < N; r++)
            v[r] = r == N / 2 ? 1e-3 : 0;
        ck_assert(radar_band(N, v, step, band[b].corners, corner));
        yee_transform(N, -N / 2, 1, v, BINS, f, re, im);
        for (size_t k = 0; k < BINS; k++) {
            const double gain = radar_band_gain(band[b].corners, corner, f[k] / step);
            /* cosine tapers have kinks in the second derivative: beyond the ends there is 1e-5 */
            const double tolerance = band[b].corners == 4 ? 1e-5 : 1.6e-6;
            ck_assert_double_lt(fabs(1e3 * re[k] - gain), tolerance);
            ck_assert_double_lt(fabs(1e3 * im[k]), tolerance);
        }
    }
    free(v);
    free(f);
}
END_TEST

/* An impulse at the end leaves nothing at the beginning but float's rounding: its response has fallen by
 * exp(-2 pi 0.05 sin(pi/8) 900), 1e-47. */
START_TEST(what_a_filter_spreads_beyond_the_end_does_not_come_back)
{
    static double v[ROWS];
    const double corner[] = {0, 0.05};
    memset(v, 0, sizeof v);
    v[ROWS - 3] = 1;
    ck_assert(radar_band(ROWS, v, 1, 2, corner));
    ck_assert_double_gt(v[ROWS - 3], 0.05);
    for (size_t r = 0; r < 100; r++)
        ck_assert_double_lt(fabs(v[r]), 1e-6);
}
END_TEST

START_TEST(a_band_is_3_db_down_at_its_corners)
{
    const double two[] = {1, 100}, four[] = {1, 2, 3, 5};
    ck_assert_double_eq_tol(radar_band_gain(2, two, 1), sqrt(0.5), 1e-12);
    ck_assert_double_eq_tol(radar_band_gain(2, two, 100), sqrt(0.5), 1e-12);
    ck_assert_double_eq_tol(radar_band_gain(2, two, 10), 1, 2e-8);
    ck_assert_double_eq_tol(radar_band_gain(2, two, 0.1), 1e-4, 1e-11);
    ck_assert_double_eq(radar_band_gain(2, two, 0), 0);
    ck_assert_double_eq(radar_band_gain(4, four, 0.9), 0);
    ck_assert_double_eq_tol(radar_band_gain(4, four, 1.5), 0.5, 1e-15);
    ck_assert_double_eq(radar_band_gain(4, four, 2.5), 1);
    ck_assert_double_eq_tol(radar_band_gain(4, four, 4), 0.5, 1e-15);
    ck_assert_double_eq(radar_band_gain(4, four, 6), 0);
}
END_TEST

/* A tone of 1e-6 stands 200 samples behind a wave of 1: both get the amplitude sqrt(2), for a window
 * of whole periods has the level A/sqrt(2). The sums of the window have squares of the tone alone:
 * 105 roundings of it. */
START_TEST(agc_gives_every_tone_of_constant_envelope_the_same_amplitude)
{
    static double v[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        v[r] = (r < 400 ? 1 : r < 600 ? 0 : 1e-6) * cos(2 * YEE_PI * (double)r / 21);
    ck_assert(radar_agc(ROWS, v, 52, 1e-12));
    for (size_t r = 52; r < ROWS - 52; r++)
        if (r < 348 || r >= 652)
            ck_assert_double_lt(fabs(v[r] - sqrt(2) * cos(2 * YEE_PI * (double)r / 21)),
                                200 * DBL_EPSILON);
    ck_assert_double_eq(v[500], 0); /* silence stays silent */
}
END_TEST

START_TEST(agc_does_not_raise_what_is_below_its_least_level)
{
    double v[30], level[30];
    for (int r = 0; r < 30; r++)
        v[r] = r == 15 ? 1e-3 : 1e-9;
    ck_assert(radar_level(30, v, 0, level));
    ck_assert_double_eq_tol(level[15], 1e-3, 1e-18);
    ck_assert(radar_level(30, v, 1000, level)); /* the whole trace, everywhere */
    for (int r = 0; r < 30; r++)
        ck_assert_double_eq_tol(level[r], sqrt((1e-6 + 29e-18) / 30), 1e-18);
    ck_assert(radar_agc(30, v, 1, 1e-4));
    ck_assert_double_eq_tol(v[0], 1e-5, 1e-18);
    ck_assert_double_eq_tol(v[15], sqrt(3), 1e-9);
}
END_TEST

START_TEST(gains_are_a_power_and_an_exponential_of_time)
{
    double v[] = {1, 1, 1, 1}, w[] = {1, 1, 1, 1};
    radar_power_gain(4, v, -1e-9, 1e-9, 0.5, 2e-9);
    radar_exponential_gain(4, w, -1e-9, 1e-9, 0.7e9);
    for (int r = 0; r < 4; r++) {
        ck_assert_double_eq_tol(v[r], r > 1 ? sqrt((r - 1) / 2.) : 0, 1e-15);
        ck_assert_double_eq_tol(w[r], exp(0.7 * (r - 1)), 1e-14);
    }
}
END_TEST

START_TEST(echoes_come_when_their_ways_say)
{
    const radar_antennas one = {0, 0}, two = {0.3, 0.4}; /* 0.5 m from each other */
    const double v = 1e8;
    ck_assert_double_eq_tol(radar_hyperbola(1.2, 0.5, 0, v, one), 2.6 / v, 1e-22);
    ck_assert_double_eq_tol(radar_hyperbola(0, 0.5, 0.1, v, one), 1.0 / v, 1e-22);
    ck_assert_double_eq_tol(radar_hyperbola(1.2, 0.4, 0.1, v, one), 2.4 / v, 1e-22);
    /* the ways of a point: from (-0.15, -0.2) and from (0.15, 0.2) to (1, 0, 0.7) */
    ck_assert_double_eq_tol(
        radar_hyperbola(-1, 0.7, 0, v, two),
        (sqrt(1.15 * 1.15 + 0.04 + 0.49) + sqrt(0.85 * 0.85 + 0.04 + 0.49)) / v, 1e-22);
    /* above a cylinder the ray by its top, 2 sqrt(d^2 + (s/2)^2), is longer by r (s/2)^2/(d (d + r)),
     * to a part of ((s/2)/d)^2, 1 %, of that */
    const double top = 2 * sqrt(0.5 * 0.5 + 0.05 * 0.05),
                 more = 0.1 * 0.05 * 0.05 / (0.5 * 0.6);
    ck_assert_double_eq_tol(top / v - radar_hyperbola(0, 0.5, 0.1, v, (radar_antennas){0.1, 0}),
                            more / v, 0.01 * more / v);
    ck_assert_double_eq_tol(radar_time(0.6, v, two), 1.3 / v, 1e-22);
    ck_assert_double_eq_tol(radar_time(0.6, v, one), 1.2 / v, 1e-22);
    ck_assert_double_eq_tol(radar_depth(1.3 / v, v, two), 0.6, 1e-14);
    ck_assert(isnan(radar_depth(0.4 / v, v, two))); /* before the direct wave */
    ck_assert(isnan(radar_depth(-1e-9, v, one)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filter");
    TCase *c = tcase_create("filter");
    tcase_add_test(c, dewow_removes_a_ramp_to_both_ends);
    tcase_add_test(c, dewow_leaves_a_tone_of_whole_periods_in_its_window);
    tcase_add_test(c, the_mean_of_a_line_takes_away_what_its_traces_share);
    tcase_add_test(c, a_band_pass_has_its_gain_at_every_frequency);
    tcase_add_test(c, what_a_filter_spreads_beyond_the_end_does_not_come_back);
    tcase_add_test(c, a_band_is_3_db_down_at_its_corners);
    tcase_add_test(c, agc_gives_every_tone_of_constant_envelope_the_same_amplitude);
    tcase_add_test(c, agc_does_not_raise_what_is_below_its_least_level);
    tcase_add_test(c, gains_are_a_power_and_an_exponential_of_time);
    tcase_add_test(c, echoes_come_when_their_ways_say);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
