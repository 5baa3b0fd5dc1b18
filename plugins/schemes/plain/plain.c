/* plain.c: the scheme "plain": Yee's leapfrog in plain loops over rows, with OpenMP threads,
 * every closed form, both precisions: the order of yee/problem.h, for any processor.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Read next: steps.c (a step) and
 * fields.h (the loops), then points.c, taps.c and plan.c. The shortest program with the same
 * results is ../reference/reference.c. */
#include "../common/leapfrog.h"
#include "plan.h"
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    traits->subdomains = true;
    traits->laws = traits->subdomain_laws =
        YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
    return leapfrog_traits(config, traits);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    (void)config;
    plan *p;
    yee_status status = plan_make(host, problem, &p);
    if (status == YEE_OK)
        *made = p;
    return status;
}

static int print(const void *made, char *text, size_t size)
{
    return plan_print(made, text, size);
}

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = leapfrog_available,
    .traits = traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = plan_run,
    .finish = plan_finish,
    .read = plan_read,
    .write = plan_write,
    .energy = plan_energy,
    .extrema = plan_look,
    .save = plan_state,
    .load = plan_state,
    .step = plan_step,
    .print = print,
    .destroy = plan_destroy,
    .peak_estimate = plan_peak,
    .spans = plan_spans,
    .sum_energy = plan_sum,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = "plain",
    .summary = "Yee's leapfrog in plain loops over rows, with threads, on any processor",
    .reference = "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
