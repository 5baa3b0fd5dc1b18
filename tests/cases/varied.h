/* tests/cases/varied.h: models that are varied, and a hash of all that their runs show. */
#ifndef TEST_VARIED_H
#define TEST_VARIED_H

#include "base/hash.h"
#include "command.h"
#include "model/model.h"
#include "suite.h"
#include <yee/libyee.h>

static yee_session *session;

static inline void open_session(void)
{
    const yee_session_options options = {.size = sizeof options, .plugin_path = PLUGIN_DIR};
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
}

static inline void close_session(void) { yee_session_close(session); }

#undef MUST
#define MUST(call) ck_assert_msg((call) == YEE_OK, "%s: %s", #call, yee_session_error(session))

static inline yee_model *read_text(const char *text, const char *set)
{
    yee_model *model = NULL;
    MUST(yee_model_parse(session, "m.ini", text, set ? 1 : 0, &set, &model));
    return model;
}

static inline yee_model *vary(yee_model *base, const char *set)
{
    yee_model *model = NULL;
    MUST(yee_model_vary(base, 1, &set, &model));
    return model;
}

/* -- a hash of all that a run shows -- */

typedef struct watch {
    yee_sink sink;
    const yee_problem *problem;
    void *record;
    uint64_t hash;
} watch;

static inline void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    watch *w = sink->core;
    w->hash = yee_hash_word(w->hash, (uint64_t)(tap + 1000 * step));
    free(w->record);
    return w->record = calloc((size_t)w->problem->tap[tap].values, sizeof(double));
}

static inline yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    watch *w = sink->core;
    w->hash =
        yee_hash_bytes(w->hash, record, (size_t)w->problem->tap[tap].values * sizeof(double));
    return YEE_OK;
}

static inline uint64_t run(yee_simulation *simulation, const yee_model *model)
{
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
    watch w = {.sink = {sizeof w.sink, &w, reserve, commit},
               .problem = yee_model_problem(model),
               .hash = YEE_HASH_START};
    double energy[2];
    ck_assert_int_eq(yee_simulation_step(simulation), 0);
    MUST(ops->run(plan, w.problem->steps, &w.sink));
    MUST(ops->finish(plan, &w.sink));
    free(w.record);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t points = (size_t)yee_grid_points(&w.problem->grid, c);
        double *value = calloc(points + 1, sizeof *value);
        MUST(yee_simulation_read(simulation, c, value));
        w.hash = yee_hash_bytes(w.hash, value, points * sizeof *value);
        free(value);
    }
    MUST(yee_simulation_energy(simulation, energy));
    return yee_hash_bytes(w.hash, energy, sizeof energy);
}

static inline uint64_t run_alone(const yee_model *model)
{
    yee_simulation *simulation = NULL;
    MUST(yee_simulation_plan((yee_model *)model, &simulation));
    const uint64_t hash = run(simulation, model);
    yee_simulation_free(simulation);
    return hash;
}

/* Parts that a varied model has in common with its base. */
typedef enum varied_shares { NOTHING, CELLS, ALL } varied_shares;

static inline varied_shares shares_of(const yee_model *base, const yee_model *model)
{
    const yee_model *const own = base->shares ? base->shares : base;
    const yee_model *const root = own->painted_by ? own->painted_by : own;
    return yee_model_shares(base, model) ? ALL : model->painted_by == root ? CELLS : NOTHING;
}

static inline const char *shares_name(varied_shares shares)
{
    return ((const char *[]){"nothing", "cells", "all"})[shares];
}

/* The self-test says the same of two models. */
static inline void check_findings(const yee_model *a, const yee_model *b, const char *set)
{
    const yee_finding *x, *y;
    const size_t n = yee_model_findings(a, &x), m = yee_model_findings(b, &y);
    for (size_t i = 0; n != m && i < n; i++)
        fprintf(stderr, "%s: %s %s\n", set, x[i].subject, x[i].text);
    ck_assert_msg(n == m, "%s: %zu findings, not %zu", set, n, m);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(x[i].level == y[i].level && !strcmp(x[i].text, y[i].text), "%s: %s", set,
                      x[i].text);
}

#endif
