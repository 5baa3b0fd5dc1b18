/* engine.h: the high-order schemes over the engine's plan: a scheme says its weights, the rest
 * is shared. */
#ifndef CUDA_ENGINE_H
#define CUDA_ENGINE_H

#include "../../highorder/family.h"
#include "../plan.h"
#include "wide.h"

/* What such a scheme keeps of a plan beside the engine's. */
typedef struct engine {
    wide wide;
    bool bare; /* the plan's, when launches were cut */
    device_memory memory;
    const wide_scheme *scheme;
    /* Four levels in time, [c][slot] as allocated; NULL: two. */
    void *slot[YEE_COMPONENTS][WIDE_LEVELS];
} engine;

static inline engine *engine_of(const plan *p) { return p->scheme; }

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
