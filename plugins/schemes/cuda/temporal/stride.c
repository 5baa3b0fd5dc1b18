/* stride.c: the steps that a subdomain does between two exchanges: one pass of as many, which writes
 * its own cells alone, or single steps where passes are slower (yee_scheme_ops.stride_seconds). */
#include "temporal.h"

/* A plan without the second buffer does single steps, whatever their number. */
static bool has_passes(const plan *p) { return p->state.buffers > 1; }

static float step_time(const pass_times *t, int steps)
{
    return passes_pay(t, steps) ? t->of[steps] : t->single;
}

/* Passes of the number that keys ask for are what the plan was made with. */
yee_status stride_seconds(plan *p, int64_t most, double *seconds)
{
    temporal *t = temporal_of(p);
    if (!has_passes(p) || t->asked > 0)
        return YEE_OK;
    const yee_status status =
        tune_strides(p, most < MOST_PASS ? (int)most : MOST_PASS, &t->times);
    for (int n = 1; n <= MOST_PASS && n <= most && status == YEE_OK; n++)
        seconds[n - 1] = 1e-3 * (double)step_time(&t->times, n);
    plan_drop_scratch(p);
    return status;
}

yee_status stride_set(plan *p, int steps)
{
    temporal *t = temporal_of(p);
    if (!has_passes(p) || steps > MOST_PASS)
        return YEE_OK;
    if (t->graph)
        cudaGraphExecDestroy(t->graph);
    t->graph = NULL;
    t->stride = steps;
    tune_take_way(p, t->asked > 0 ? BOXES_BESIDE : t->times.way[steps]);
    tune_share_card(p);
    t->reason = NULL;
    yee_status status = YEE_OK;
    int made = steps;
    if (t->times.single == 0) { /* nobody has asked the clock */
        status = fit_asked(p, steps);
    } else if (passes_pay(&t->times, steps)) {
        status = activate_variant(p, t->times.variant[steps]);
        if (status == YEE_OK)
            status = fit_passes(p, &made);
    } else {
        t->reason = "passes are no faster here";
    }
    if (status == YEE_OK && !t->reason && t->passes.x.steps == 0)
        t->reason = "passes of so few steps know less than this takes";
    settle_passes(p);
    plan_drop_scratch(p);
    return status;
}
