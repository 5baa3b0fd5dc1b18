/* tests/unit/test_sentinel.c: runs that leave the physical range are stopped with their cause,
 * sound ones are not. */
#include "short.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yee/libyee.h>

/* Runs a model; the status, and the sentence and the step it stopped at. */
static yee_status run(const char *text, char *sentence, size_t size, int64_t *step)
{
    yee_session *session;
    yee_model *model;
    yee_simulation *simulation;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 0, NULL, &model) &&
                      !yee_simulation_plan(model, &simulation),
                  "%s", yee_session_error(session));
    yee_simulation_quiet(simulation);
    const yee_status status = yee_simulation_run(simulation, -1, NULL, NULL);
    snprintf(sentence, size, "%s", yee_session_error(session));
    *step = yee_simulation_step(simulation);
    yee_simulation_free(simulation);
    yee_model_free(model);
    yee_session_close(session);
    return status;
}

#define GRID "[grid]\ncells = 24, 24, 24\nspacing = 1 mm\n"
#define DIPOLE \
    "[waveform.w]\ntype = gaussian_derivative\nfrequency = 10 GHz\n" \
    "[source.s]\ntype = dipole\nposition = 12, 12, 12.5 mm\ndirection = z\ncurrent = 1 " \
    "A\nwaveform = w\n"
#define CAVITY "[boundary.all]\ntype = pec\n"

static char said[2048];
static int64_t step;

static void says(const char *word)
{
    ck_assert_msg(strstr(said, word) != NULL, "'%s' is not in: %s", word, said);
}

START_TEST(a_time_step_above_the_limit_is_named_with_its_growth)
{
    /* The fastest mode of an n-cell cavity multiplies by g with g - 2 + 1/g = -4 (1.05
     * cos(pi/2n))^2 ... that is g = (x + sqrt(x^2 - 1))^2, x = 1.05 cos(pi/48):
     * 1.87 per step. */
    ck_assert_int_eq(run(GRID
                         "[run]\nsteps = 5000\ncourant = 1.05\nunsafe = yes\n" CAVITY DIPOLE,
                         said, sizeof said, &step),
                     YEE_DIVERGED);
    ck_assert_int_le(step, 202);
    says("1.05 of the stability limit");
    says("growing 1.8");
    says("in 'vacuum'");
}
END_TEST

START_TEST(a_medium_with_gain_is_named)
{
    const yee_status status = run(
        GRID
        "[run]\nsteps = 6000\nunsafe = yes\n" CAVITY DIPOLE
        "[material.laser]\ntype = lorentz\ndelta_eps = -0.5\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
        "[shape.rod]\ntype = box\nfrom = 3, 3, 3 mm\nto = 21, 21, 21 mm\nmaterial = laser\n",
        said, sizeof said, &step);
    ck_assert_msg(status == YEE_DIVERGED, "%d: %s", (int)status, said);
    ck_assert_int_lt(step, 6000);
    says("the medium 'laser");
    says("gains energy");
}
END_TEST

START_TEST(a_resonator_driven_on_resonance_is_not_stopped)
{
    /* TM110 of the 24 mm cavity: c/(sqrt 2 * 24 mm) = 8.83 GHz; the field grows with time as
     * long as the source plays, which is physical. */
    ck_assert_int_eq(run(GRID "[run]\nsteps = 3000\n" CAVITY
                              "[waveform.w]\ntype = sine\nfrequency = 8.83 "
                              "GHz\n[source.s]\ntype = dipole\nposition = "
                              "12, 12, 12.5 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n",
                         said, sizeof said, &step),
                     YEE_OK);
    ck_assert_int_eq(step, 3000);
}
END_TEST

/* A peak_estimate takes every fourth row; what is wrong between them shows there after four steps, in
 * any cell, next to walls too. Every component of E, huge and not finite. */
START_TEST(one_cell_out_of_range_is_seen_wherever_it_is)
{
    static const char *const scheme[] = {"run.scheme=plain", "run.scheme=tiled"};
    enum { POINTS = 25 * 25 * 25 };
    static double values[POINTS];
    uint64_t chance = 1;
    yee_session *session;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    for (int n = 0; n < 60; n += short_every(13)) {
        yee_model *model;
        yee_simulation *simulation;
        const char *const set[] = {scheme[_i]};
        ck_assert_msg(!yee_model_parse(session, "test.ini",
                                       GRID "[run]\nsteps = 200\nsentinel = 4\n" CAVITY DIPOLE,
                                       1, set, &model) &&
                          !yee_simulation_plan(model, &simulation),
                      "%s", yee_session_error(session));
        yee_simulation_quiet(simulation);
        ck_assert_int_eq(yee_simulation_run(simulation, 100, NULL, NULL), YEE_OK);
        const yee_grid *g = &yee_model_problem(model)->grid;
        const int c = n % 3;
        int64_t at[3];
        for (int a = 0; a < 3; a++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            const int64_t extent = g->end[c][a] - g->begin[c][a];
            at[a] = g->begin[c][a] + (int64_t)(chance >> 33) % extent;
        }
        ck_assert_int_eq(yee_simulation_read(simulation, c, values), YEE_OK);
        values[yee_grid_index(g, c, at[0], at[1], at[2])] = n % 2 ? 1e15 : NAN;
        ck_assert_int_eq(yee_simulation_write(simulation, c, values), YEE_OK);
        ck_assert_msg(yee_simulation_run(simulation, 8, NULL, NULL) == YEE_DIVERGED &&
                          strstr(yee_session_error(session), "after step 104 "),
                      "component %d at (%d, %d, %d): %s", c, (int)at[0], (int)at[1], (int)at[2],
                      yee_session_error(session));
        yee_simulation_free(simulation);
        yee_model_free(model);
    }
    yee_session_close(session);
}
END_TEST

START_TEST(the_sentinel_can_be_turned_off)
{
    ck_assert_int_eq(
        run(GRID
            "[run]\nsteps = 400\ncourant = 1.05\nunsafe = yes\nsentinel = 0\n" CAVITY DIPOLE,
            said, sizeof said, &step),
        YEE_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sentinel");
    TCase *tests = tcase_create("sentinel");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_time_step_above_the_limit_is_named_with_its_growth);
    tcase_add_test(tests, a_medium_with_gain_is_named);
    tcase_add_test(tests, a_resonator_driven_on_resonance_is_not_stopped);
    tcase_add_loop_test(tests, one_cell_out_of_range_is_seen_wherever_it_is, 0, 2);
    tcase_add_test(tests, the_sentinel_can_be_turned_off);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
