/* tests/physics/lab.h: runs a model through libyee
 * and keeps what its taps deliver in memory. */
#ifndef YEE_TESTS_LAB_H
#define YEE_TESTS_LAB_H

#include "short.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/libyee.h>

/* The records that one tap delivered: shape [count, values]. */
typedef struct lab_trace {
    double *v;
    int64_t count, values, capacity;
} lab_trace;

typedef struct lab {
    yee_session *session;
    yee_model *model;
    yee_simulation *simulation;
    const yee_problem *problem;
    const yee_grid *grid;
    const yee_scheme_ops *ops;
    void *plan;
    yee_sink sink;
    lab_trace *trace; /* shape [taps] */
    void *record;     /* the delivery that is being written */
    double *field[YEE_COMPONENTS];
    bool over; /* the run was cut short */
} lab;

static inline void *lab_reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    const lab *l = sink->core;
    (void)tap, (void)step;
    return l->record;
}

static inline yee_status lab_commit(const yee_sink *sink, int64_t tap, void *record)
{
    lab *l = sink->core;
    lab_trace *t = &l->trace[tap];
    yee_tap_kind kind = l->problem->tap[tap].kind;
    bool single =
        (kind == YEE_TAP_BOX || kind == YEE_TAP_POINTS) && l->problem->precision == YEE_F32;
    if (t->count == t->capacity) {
        t->capacity = 2 * t->capacity + 1024;
        t->v = realloc(t->v, (size_t)(t->capacity * t->values) * sizeof *t->v);
        ck_assert_ptr_nonnull(t->v);
    }
    for (int64_t n = 0; n < t->values; n++)
        t->v[t->count * t->values + n] =
            single ? (double)((float *)record)[n] : ((double *)record)[n];
    t->count++;
    return YEE_OK;
}

static inline void lab_log(void *user, yee_level level, const char *line)
{
    (void)user;
    if (level >= YEE_WARNING)
        fprintf(stderr, "%s\n", line);
}

/* Records that a run that is cut short does not deliver read as 0. */
static inline void lab_trace_open(lab_trace *t, const yee_tap *tap, int64_t steps)
{
    t->values = tap->values;
    if (short_on() && tap->kind != YEE_TAP_DFT) {
        t->capacity = steps / tap->every + 1;
        t->v = calloc((size_t)(t->capacity * t->values), sizeof *t->v);
        ck_assert_ptr_nonnull(t->v);
    }
}

/* Plans the model of an INI text. */
static inline void lab_open(lab *l, const char *format, ...)
{
    char text[16384];
    va_list args;
    const yee_session_options options = {.size = sizeof options, .log = lab_log};

    memset(l, 0, sizeof *l);
    va_start(args, format);
    ck_assert_int_lt(vsnprintf(text, sizeof text, format, args), (int)sizeof text);
    va_end(args);
    ck_assert_int_eq(yee_session_open(&options, &l->session), YEE_OK);
    ck_assert_msg(!yee_model_parse(l->session, "test.ini", text, 0, NULL, &l->model) &&
                      !yee_simulation_plan(l->model, &l->simulation),
                  "%s", yee_session_error(l->session));
    const void *config;
    l->problem = yee_model_problem(l->model);
    l->grid = &l->problem->grid;
    l->ops = yee_simulation_scheme(l->simulation, &config, &l->plan);
    l->sink = (yee_sink){sizeof l->sink, l, lab_reserve, lab_commit};
    l->trace = calloc((size_t)l->problem->taps + 1, sizeof *l->trace);
    int64_t most = 1;
    for (int64_t n = 0; n < l->problem->taps; n++) {
        lab_trace_open(&l->trace[n], &l->problem->tap[n], l->problem->steps);
        most = most > l->trace[n].values ? most : l->trace[n].values;
    }
    l->record = malloc((size_t)most * sizeof(double));
    for (int c = 0; c < YEE_COMPONENTS; c++)
        l->field[c] = calloc((size_t)yee_grid_points(l->grid, c) + 1, sizeof *l->field[c]);
}

static inline double lab_cells(const lab *l)
{
    const yee_axis_data *axis = l->grid->axis;
    return (double)axis[0].cells * (double)axis[1].cells * (double)axis[2].cells;
}

static inline void lab_run(lab *l, int64_t steps)
{
    const int64_t some = short_steps(steps, l->ops->step(l->plan), lab_cells(l));
    l->over = some < steps;
    ck_assert_msg(!l->ops->run(l->plan, some, &l->sink), "%s", yee_session_error(l->session));
}

/* Ends the run: delivers the DFT taps. */
static inline void lab_finish(lab *l)
{
    ck_assert_int_eq(l->ops->finish(l->plan, &l->sink), YEE_OK);
}

/* The whole run with its files, as the command does it. */
static inline void lab_run_and_finish(lab *l)
{
    const int64_t steps = short_steps(l->problem->steps, 0, lab_cells(l));
    ck_assert_msg(!yee_simulation_run(l->simulation, steps, NULL, NULL) &&
                      !yee_simulation_finish(l->simulation),
                  "%s", yee_session_error(l->session));
}

/* All of a component as it is now, shape extent[c]. */
static inline const double *lab_read(lab *l, int component)
{
    ck_assert_int_eq(l->ops->read(l->plan, component, l->field[component]), YEE_OK);
    return l->field[component];
}

static inline void lab_close(lab *l)
{
    for (int64_t n = 0; n < l->problem->taps; n++)
        free(l->trace[n].v);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        free(l->field[c]);
    free(l->trace);
    free(l->record);
    yee_simulation_free(l->simulation);
    yee_model_free(l->model);
    yee_session_close(l->session);
}

static inline int lab_main(Suite *s) { return suite_run(s); }

#include "short_asserts.h"

#endif
