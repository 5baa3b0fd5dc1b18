/* split.c: the scheme "cuda.split": Yee's leapfrog on a GPU in two half steps, a cell per
 * thread, every closed form. It equals the scheme "reference" and is what other CUDA schemes
 * are compared with.
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Read next: engine/domain.h (what lies
 * where), engine/sweep.cuh (the half step), engine/between.h (sources and ports),
 * engine/taps.c (taps), engine/steps.c (the loop). */
#include "split.h"
#include "engine/ops.h"
#include <yee/law.h>
#include <yee/yee.h>

typedef struct keys {
    const char *nvrtc;
    int halos;
    const char *nccl;
} keys;

static const yee_param params[] = {PLAN_NVRTC_KEY(keys), PLAN_HALOS_KEYS(keys), YEE_PARAM_END};

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->laws = YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
    traits->subdomain_laws = traits->laws;
    traits->links = INT64_MAX;
    traits->subdomains = true;
    return ops_leapfrog_traits(traits, 2 * 9 * sizeof(float));
}

static yee_status one_step(plan *p)
{
    yee_status status = YEE_OK;
    for (int electric = 0; electric < 2 && status == YEE_OK; electric++) {
        status = steps_sweep(p, electric);
        if (status == YEE_OK)
            status = steps_between(p, electric, true);
    }
    return status;
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    const keys *k = config;
    const plan_options options = {.nvrtc = k->nvrtc, .halos = k->halos, .nccl = k->nccl};
    plan *p = NULL;
    const yee_status status = plan_make(host, problem, &options, &p);
    if (status != YEE_OK)
        return status;
    p->one_step = one_step;
    *made = p;
    return YEE_OK;
}

static int print(const void *made, char *text, size_t size)
{
    return plan_print(made, "cuda.split", text, size);
}

// clang-format off
static const yee_scheme_ops ops = {
    OPS_LEAPFROG,
    .traits = traits,
    .plan = make,
    .print = print,
    .destroy = ops_destroy,
    .cost = ops_cost,
    .aim = ops_aim,
    OPS_SUBDOMAINS,
};
// clang-format on

const yee_plugin cuda_split = {
    .size = sizeof cuda_split,
    .kind = YEE_SCHEME,
    .name = "cuda.split",
    .summary = "Yee's leapfrog on a GPU in two half steps: every form, both precisions",
    .reference = "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
