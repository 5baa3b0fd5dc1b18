/* tests/unit/test_waves.c: the waves of a model in Yee's lattice, against its dispersion
 * relation in closed form. */
#include "selftest/waves.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static yee_session *session;
static yee_model *model;

/* 20 cells of the given widths in mm, f in GHz. */
static void open_model(const char *spacing, const char *extra)
{
    char text[1024];
    snprintf(text, sizeof text,
             "[grid]\ncells = 20, 20, 20\nspacing = %s\n"
             "[run]\nsteps = 1\ncourant = 1\nscheme = plain\n[boundary.all]\ntype = pec\n%s",
             spacing, extra);
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 0, NULL, &model), "%s",
                  yee_session_error(session));
}

static void close_model(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

#define TONE \
    "[waveform.w]\ntype = sine\nfrequency = 15 GHz\n[source.s]\ntype = dipole\n" \
    "position = 5, 5, 5.5 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n"

/* The bisection halves an interval of 3.5 times the wave number 60 times: what is left is
 * rounding, of residuals that are differences of numbers near 1: some 1e-15 over the slope of
 * the residual, which is of the order of (k d)^2 = 0.1. */
static const double tolerance = 1e-13;

START_TEST(on_the_diagonal_of_a_cube_the_wave_is_exact_at_the_limit)
{
    open_model("1 mm", "");
    yee_wave *wave = yee_waves_new(model, 15e9);
    const double diagonal[3] = {1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3)};
    ck_assert_ptr_nonnull(wave);
    ck_assert_double_eq_tol(wave->beta / (2 * YEE_PI * 15e9 / YEE_C0), 1, 1e-14);
    ck_assert_double_eq_tol(yee_wave_number(model, wave, diagonal) / wave->beta, 1, tolerance);
    free(wave);
    close_model();
}
END_TEST

/* Along an axis sin(k d/2)/d = sin(w dt/2)/(c dt), and no direction is worse in cells whose
 * widest side that is; A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed.,
 * ch. 4. */
START_TEST(the_worst_direction_is_along_the_widest_side)
{
    open_model("1, 0.8, 1.3 mm", TONE);
    const double d = 1.3e-3, dt = model->problem.grid.dt, w = 2 * YEE_PI * 15e9;
    const double k = 2 / d * asin(d / (YEE_C0 * dt) * sin(0.5 * w * dt));
    yee_wave *wave = yee_waves_new(model, 15e9);
    const double along[3] = {0, 0, 1};
    ck_assert_ptr_nonnull(wave);
    ck_assert_double_eq_tol(yee_wave_number(model, wave, along) / k, 1, tolerance);
    ck_assert_double_eq_tol(yee_waves_error(model), fabs(k * YEE_C0 / w - 1), tolerance);
    free(wave);
    close_model();
}
END_TEST

START_TEST(without_a_band_there_is_no_phase_error)
{
    open_model("1 mm", "");
    ck_assert(isnan(yee_waves_error(model)));
    close_model();
}
END_TEST

/* More than pi per cell cannot be told apart: at 2 cells per wavelength along an axis sin(w
 * dt/2) exceeds c dt/d. */
START_TEST(a_wave_that_the_grid_does_not_carry_has_no_number)
{
    open_model("1 mm", "");
    yee_wave *wave = yee_waves_new(model, YEE_C0 / 2e-3);
    const double along[3] = {1, 0, 0};
    ck_assert_ptr_nonnull(wave);
    ck_assert(isnan(yee_wave_number(model, wave, along)));
    free(wave);
    close_model();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("waves");
    TCase *t = tcase_create("waves");
    tcase_add_test(t, on_the_diagonal_of_a_cube_the_wave_is_exact_at_the_limit);
    tcase_add_test(t, the_worst_direction_is_along_the_widest_side);
    tcase_add_test(t, without_a_band_there_is_no_phase_error);
    tcase_add_test(t, a_wave_that_the_grid_does_not_carry_has_no_number);
    suite_add_tcase(s, t);
    return suite_run(s);
}
