/* tests/cases/modules/uneven.c: the reference under another name, which says that each of the first
 * six planes of the grid's cells along x takes three seconds a step, and each other plane of a
 * subdomain one. Its state belongs to the cut. */
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(...)
#include "../../../plugins/schemes/reference/reference.c"
#undef YEE_MODULE

static yee_status seconds_of(void *made, int64_t most, double *seconds)
{
    const yee_subdomain *s = ((plan *)made)->problem->subdomain;
    double sum = 0;
    for (int64_t i = s->low[0]; i < s->high[0]; i++)
        sum += s->at[0] + i < 6 ? 3 : 1;
    for (int64_t n = 0; n < most; n++)
        seconds[n] = sum;
    return YEE_OK;
}

static yee_status state_of_cut(void *made, yee_state *state)
{
    const plan *p = made;
    int64_t cells = p->problem->grid.axis[0].cells;
    const int64_t own = cells;
    const yee_status status = state->piece(state, "cells", &cells, sizeof cells);
    return status ? status
           : cells == own
               ? save_or_load(made, state)
               : p->taps.host->fail(p->taps.host, YEE_INPUT, "the state is of another cut");
}

static int print_planes(const void *made, char *text, size_t size)
{
    const yee_grid *g = &((const plan *)made)->problem->grid;
    return snprintf(text, size, "uneven: %lld planes", (long long)g->axis[0].cells);
}

static const yee_scheme_ops uneven_ops = {
    .size = sizeof uneven_ops,
    .available = leapfrog_available,
    .traits = traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = state_of_cut,
    .load = state_of_cut,
    .step = step,
    .print = print_planes,
    .destroy = destroy,
    .spans = plan_spans,
    .sum_energy = sum_energy,
    .stride_seconds = seconds_of,
};

static const yee_plugin uneven_plugin = {
    .size = sizeof uneven_plugin,
    .kind = YEE_SCHEME,
    .name = "uneven",
    .summary = "the reference, slow in its first planes",
    .params = params,
    .ops = &uneven_ops,
};
static const yee_plugin *const uneven_plugins[] = {&uneven_plugin, NULL};

extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {YEE_ABI_MAJOR,  YEE_ABI_NEEDS, sizeof(yee_module),
                                      "uneven",       "1.0",         "BSD-3-Clause",
                                      uneven_plugins, YEE_OPTIMIZED};
