/* hadi.c: the scheme "cuda.hadi": the standard (second-order) kernel of the paper: a thread per
 * cell in three-dimensional blocks, two coefficients for every field point.
 *
 * M. F. Hadi and S. A. Esmaeili, CUDA Fortran acceleration for the finite-difference
 * time-domain method: sections 2.1 and 4. */
#include "hadi.h"
#include "paper.h"
#include <stdio.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t block_x, block_y, block_z;
} keys;

static const yee_param params[] = {
    YEE_PARAM_INT(keys, block_x, "32", 1, 1024, "threads of a block along a row"),
    YEE_PARAM_INT(keys, block_y, "2", 1, 1024, "threads of a block from row to row"),
    YEE_PARAM_INT(keys, block_z, "3", 1, 64, "threads of a block from plane to plane"),
    YEE_PARAM_END};

/* 9 words a half step, and two coefficients of each of its three components. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    return ops_leapfrog_traits(traits, 2 * (9 + 6) * sizeof(float));
}

static yee_status sweep(plan *p, int electric)
{
    const mapping *m = paper_of(p);
    const keys *c = m->config;
    const int block[3] = {(int)c->block_x, (int)c->block_y, (int)c->block_z};
    return DEVICE_CALL(p->host,
                       hadi_sweep(&p->d, &m->tables, p->word, electric, block, p->work));
}

static yee_status make(const yee_host *host, const void *configured, const yee_problem *problem,
                       void **made)
{
    const keys *c = configured;
    plan *p = NULL;
    yee_status status = paper_plan(host, "cuda.hadi", c, false, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = paper_of(p);
    m->sweep = sweep;
    snprintf(m->text, sizeof m->text,
             "cuda.hadi, blocks of %d x %d x %d, 12 coefficients a cell", (int)c->block_x,
             (int)c->block_y, (int)c->block_z);
    status = paper_fits(host, p, c->block_x * c->block_y * c->block_z,
                        paper_tiles(p->d.rows, c->block_y),
                        paper_tiles(p->d.cells[0] + 1, c->block_z));
    if (status == YEE_OK)
        status = paper_tables(host, p, paper_ask(p, false));
    if (status == YEE_OK)
        *made = p;
    return status;
}

static const yee_scheme_ops ops = {
    PAPER_OPS,
    .traits = traits,
    .plan = make,
};

const yee_plugin paper_hadi = {
    .size = sizeof paper_hadi,
    .kind = YEE_SCHEME,
    .name = "cuda.hadi",
    .summary =
        "Yee's leapfrog on a GPU: three-dimensional blocks, 12 coefficients a cell, after Hadi",
    .reference =
        "M. F. Hadi, on high-order FDTD algorithms on GPUs and CPUs: the standard algorithm",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
