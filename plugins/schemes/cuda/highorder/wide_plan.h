/* wide_plan.h: the high-order schemes over the engine's plan: a scheme says its weights, the
 * rest is shared. */
#ifndef CUDA_ENGINE_H
#define CUDA_ENGINE_H

#include "../../highorder/accept.h"
#include "../engine/plan.h"
#include "correction.h"

/* What such a scheme keeps of a plan beside the engine's. */
typedef struct engine {
    wide wide;
    bool bare; /* the plan's, when launches were cut */
    device_memory memory;
    const wide_scheme *scheme;
    wide_links *links; /* what the differences lack; NULL: nothing */
    mend mend;
    int passes; /* of steady.c */
    /* Four levels in time, [c][slot] as allocated; NULL: two. */
    void *slot[YEE_COMPONENTS][WIDE_LEVELS];
} engine;

static inline engine *engine_of(const plan *p) { return p->scheme; }

/* A half step of the fields alone. */
yee_status engine_sweep(plan *p, int electric);

/* mend.c: the links on the device. False: no host memory. */
bool mend_make(plan *p);

/* steady.c: whether the sweeps with links are stable at the time step of a plan: YEE_DECLINED
 * with the number and a time step that is. Fields are zero before and after it. */
yee_status steady_check(plan *p, const wide_wave *wave, const wide_config *design);

/* operator.c. False: no host memory. */
bool operator_axes(plan *p);
void operator_make(plan *p, const wide_scheme *s, const wide_wave *wave);

/* levels.c */
/* E with a loss at (n+1/2) dt: coefficients of the curl and of the levels. */
void levels_law(const yee_update *u, double x[5]);
/* What a medium multiplies point sources by, beside leapfrog; NULL: no host memory. */
double *levels_sources(const yee_problem *q);
bool levels_make(plan *p);
/* The newest level of components first to first + 2 lies one slot lower with every step. */
void levels_turn(plan *p, int first, int phase);
yee_status levels_pieces(plan *p, yee_state *state, bool load);

yee_status engine_plan(const yee_host *host, const wide_scheme *s, const void *config,
                       const yee_problem *problem, void **made);
yee_status engine_run(void *made, int64_t steps, const yee_sink *sink);
yee_status engine_save(void *made, yee_state *state);
yee_status engine_load(void *made, yee_state *state);
int engine_print(const void *made, char *text, size_t size);
yee_status engine_cost(void *made, yee_scheme_cost *cost);
void engine_destroy(void *made);

extern const yee_plugin cuda_fang24, cuda_t26, cuda_fv24, cuda_fv24wb, cuda_ztc, cuda_s44,
    cuda_me44, cuda_me44x, cuda_hodge44, cuda_ckc;

#endif
