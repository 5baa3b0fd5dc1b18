/* tests/physics/trace.h: runs a model given as INI text and keeps the field at a few points,
 * every step. */
#ifndef YEE_TESTS_TRACE_H
#define YEE_TESTS_TRACE_H

#include "model/model.h"
#include "short.h"
#include "suite.h"
#include <check.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trace_point {
    int component;
    int64_t i, j, k;
} trace_point;

/* value: shape [steps][points]; row n is E at (n+1) dt and H at (n+1/2) dt */
typedef struct trace {
    int64_t steps, points;
    double dt;
    double energy; /* J, at the end */
    double *value;
} trace;

static yee_session *session;

static void trace_setup(void)
{
    yee_session_options options = {.size = sizeof options};
    ck_assert_msg(yee_session_open(&options, &session) == YEE_OK, "%s",
                  yee_session_error(NULL));
}

static void trace_teardown(void) { yee_session_close(session); }

#define TRACE_OK(call) ck_assert_msg((call) == YEE_OK, "%s", yee_session_error(session))

static void *trace_reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    const trace *t = sink->core;
    (void)tap;
    return t->value + (step - 1) * t->points;
}

static yee_status trace_commit(const yee_sink *sink, int64_t tap, void *record)
{
    (void)sink, (void)tap, (void)record;
    return YEE_OK;
}

static yee_model *trace_model(const char *ini)
{
    yee_model *model = NULL;
    TRACE_OK(yee_model_parse(session, "test.ini", ini, 0, NULL, &model));
    return model;
}

/* Runs the whole model, which must be of double precision. Free the result's value. */
static trace trace_run_model(yee_model *model, int64_t points, const trace_point *point)
{
    yee_problem *p = &model->problem;
    trace t = {p->steps, points, p->grid.dt, 0, NULL};
    int *component = calloc((size_t)points, sizeof *component);
    int64_t *index = calloc((size_t)points, sizeof *index);
    t.value = calloc((size_t)(t.steps * points), sizeof *t.value);
    ck_assert(component && index && t.value && p->precision == YEE_F64);
    for (int64_t n = 0; n < points; n++) {
        component[n] = point[n].component;
        index[n] =
            yee_grid_index(&p->grid, point[n].component, point[n].i, point[n].j, point[n].k);
    }
    yee_tap tap = {.kind = YEE_TAP_POINTS,
                   .first = 1,
                   .every = 1,
                   .last = t.steps,
                   .count = points,
                   .point_component = component,
                   .point_index = index,
                   .values = points};
    p->taps = 1;
    p->tap = &tap;

    yee_simulation *sim;
    TRACE_OK(yee_simulation_plan(model, &sim));
    const void *config;
    void *plan;
    double energy[2];
    const yee_scheme_ops *ops = yee_simulation_scheme(sim, &config, &plan);
    const yee_sink sink = {sizeof sink, &t, trace_reserve, trace_commit};
    const double cells = (double)p->grid.axis[0].cells * (double)p->grid.axis[1].cells *
                         (double)p->grid.axis[2].cells;
    TRACE_OK(ops->run(plan, short_steps(t.steps, 0, cells), &sink));
    TRACE_OK(ops->energy(plan, energy));
    t.energy = energy[0] + energy[1];
    yee_simulation_quiet(sim);
    yee_simulation_free(sim);
    p->taps = 0;
    p->tap = NULL;
    free(component);
    free(index);
    return t;
}

static inline trace trace_run(const char *ini, int64_t points, const trace_point *point)
{
    yee_model *model = trace_model(ini);
    trace t = trace_run_model(model, points, point);
    yee_model_free(model);
    return t;
}

/* A line of [run] for a larger grid or an empty one that a suite judges another one by: where the suite's own scheme is the
 * slow one of the processor, the fast one, which differs by rounding. */
static inline const char *trace_quick(void)
{
    const char *by = getenv("YEE_SCHEME");
    return by && !strcmp(by, "plain") ? "scheme = tiled\n" : "";
}

/* sum v exp(-j omega t) dt of an E point. */
static inline double complex trace_spectrum(const trace *t, int64_t point, double omega)
{
    double complex sum = 0;
    for (int64_t n = 0; n < t->steps; n++)
        sum += t->value[n * t->points + point] * cexp(-I * omega * (double)(n + 1) * t->dt);
    return sum * t->dt;
}

static inline char *trace_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline char *trace_text(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    ck_assert_int_ge(vasprintf(&text, format, args), 0);
    va_end(args);
    return text;
}

/* The main() of a suite. */
static inline int trace_main(const char *name, double timeout, size_t tests,
                             const TTest *const *test)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, timeout);
    for (size_t i = 0; i < tests; i++)
        tcase_add_test(tcase, test[i]);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}

#include "short_asserts.h"

#endif
