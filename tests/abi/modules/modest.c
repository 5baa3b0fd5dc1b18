/* tests/abi/modules/modest.c: the reference at half of its limit, without poles, ports and
 * sums of DFT taps, and without steps 1b and 3b: a right scheme that declines much. */
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(...)
#include "../../../plugins/schemes/reference/reference.c"
#undef YEE_MODULE

static double half_limit(const void *config, const yee_grid *grid, double c)
{
    return 0.5 * leapfrog_limit(config, grid, c);
}

static yee_status plan_few(const yee_host *host, const void *config, const yee_problem *problem,
                           void **made)
{
    if (problem->sections)
        return host->fail(host, YEE_DECLINED, "there are %lld sections; modest has none",
                          (long long)problem->sections);
    if (problem->ports)
        return host->fail(host, YEE_DECLINED, "there are %lld ports; modest has none",
                          (long long)problem->ports);
    for (int64_t n = 0; n < problem->taps; n++)
        if (problem->tap[n].kind == YEE_TAP_DFT)
            return host->fail(host, YEE_DECLINED, "tap %lld is a DFT; modest has no sums",
                              (long long)n);
    const yee_status status = make(host, config, problem, made);
    if (!status) /* 1b and 3b may be left out */
        ((plan *)*made)->near.count = 0;
    return status;
}

static const yee_scheme_ops modest_ops = {
    .size = sizeof modest_ops,
    .available = leapfrog_available,
    .traits = leapfrog_traits,
    .courant = half_limit,
    .dispersion = leapfrog_residual,
    .plan = plan_few,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = save_or_load,
    .load = save_or_load,
    .step = step,
    .print = print,
    .destroy = destroy,
};
static const yee_plugin modest = {
    .size = sizeof modest,
    .kind = YEE_SCHEME,
    .name = "modest",
    .summary = "half of the limit, few forms",
    .params = params,
    .ops = &modest_ops,
};
static const yee_plugin *const modest_plugins[] = {&modest, NULL};
extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {YEE_ABI_MAJOR, YEE_ABI_NEEDS, sizeof(yee_module),
                                      "modest",      "1.0",         "BSD-3-Clause",
                                      modest_plugins};
