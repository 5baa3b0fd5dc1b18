/* reference.c: the scheme "reference": Yee's leapfrog in plain loops, every closed form, both
 * precisions. It executes what yee/problem.h says, step by step in that order, and is the
 * definition of truth that other schemes are compared with.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Read next: steps.c (a step) and
 * fields.h (the loops), then points.c, taps.c and plan.c. */
#include "../common/leapfrog.h"
#include "plan.h"
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)host;
    (void)config;
    return YEE_OK;
}

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. */
static yee_status card(const void *config, yee_scheme_card *card)
{
    (void)config;
    card->radius = 1;
    card->f32 = card->f64 = true;
    card->bytes_per_cell = 2 * 9 * sizeof(float);
    return YEE_OK;
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
    .available = available,
    .card = card,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = plan_run,
    .finish = plan_finish,
    .read = plan_read,
    .write = plan_write,
    .energy = plan_sum,
    .vitals = plan_look,
    .save = plan_state,
    .load = plan_state,
    .step = plan_step,
    .print = print,
    .destroy = plan_destroy,
    .glance = plan_peak,
};

static const yee_plugin plugin = {
    sizeof plugin,
    YEE_SCHEME,
    "reference",
    "Yee's leapfrog in plain loops: every form, both precisions, the definition of truth",
    "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    0,
    params,
    &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
