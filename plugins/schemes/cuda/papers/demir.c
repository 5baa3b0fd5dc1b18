/* demir.c: the scheme "cuda.demir": one-dimensional blocks over a padded plane, every thread
 * all planes of its column, three coefficients for every field point.
 *
 * V. Demir, A. Z. Elsherbeni, "Compute Unified Device Architecture (CUDA) based
 * finite-difference time-domain (FDTD) implementation", ACES J. 25 (4) (2010) 303.
 *
 * The paper's coefficients of a point are those of its old value and of its two differences,
 * each with the cell size divided in. Multiplied together they round differently from
 * "cuda.split"; so here a point has its loss, its coefficient of the curl and the reciprocal
 * size of its first difference: as many words. */
#include "demir.h"
#include "paper.h"
#include <stdio.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t threads;
} keys;

static const yee_param params[] = {
    YEE_PARAM_INT(keys, threads, "128", 1, DEMIR_MOST_THREADS, "threads of a block"),
    YEE_PARAM_END};

/* 9 words a half step, and three coefficients of each of its three components. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    return ops_leapfrog_traits(traits, 2 * (9 + 9) * sizeof(float));
}

static yee_status sweep(plan *p, int electric)
{
    const mapping *m = paper_of(p);
    const keys *c = m->config;
    return DEVICE_CALL(
        p->host, demir_sweep(&p->d, &m->tables, p->word, electric, (int)c->threads, p->work));
}

static yee_status make(const yee_host *host, const void *configured, const yee_problem *problem,
                       void **made)
{
    const keys *c = configured;
    plan *p = NULL;
    yee_status status = paper_plan(host, "cuda.demir", c, false, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = paper_of(p);
    m->sweep = sweep;
    snprintf(m->text, sizeof m->text, "cuda.demir, blocks of %d, 18 coefficients a cell",
             (int)c->threads);
    status = paper_tables(host, p, paper_ask(p, true));
    if (status == YEE_OK)
        *made = p;
    return status;
}

static const yee_scheme_ops ops = {
    PAPER_OPS,
    .traits = traits,
    .plan = make,
};

const yee_plugin paper_demir = {
    .size = sizeof paper_demir,
    .kind = YEE_SCHEME,
    .name = "cuda.demir",
    .summary = "Yee's leapfrog on a GPU: a padded plane, a loop over planes, 18 coefficients, "
               "after Demir and Elsherbeni",
    .reference = "V. Demir and A. Z. Elsherbeni, ACES J. 25 (4) (2010) 303",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
