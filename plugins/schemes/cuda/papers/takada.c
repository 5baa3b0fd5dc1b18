/* takada.c: the scheme "cuda.takada": two-dimensional TMz by two-dimensional blocks, which may
 * keep the field they difference in shared memory; E and H have kernels and subdomains of their
 * own.
 *
 * N. Takada, T. Shimobaba, N. Masuda, T. Ito, "Improved performance of FDTD computation using a
 * thread block constructed as a two-dimensional array with CUDA", section II, fig. 2. */
#include "takada.h"
#include "paper.h"
#include <stdio.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t block_x, block_y;
    bool shared;
} keys;

static const yee_param params[] = {
    YEE_PARAM_INT(keys, block_x, "32", 1, 1024, "threads of a block along a row"),
    YEE_PARAM_INT(keys, block_y, "4", 1, 1024, "threads of a block from row to row"),
    YEE_PARAM_BOOL(keys, shared, "yes",
                   "keep a block's part of the differenced field in shared memory"),
    YEE_PARAM_END};

/* H reads E, and reads and writes two components; E reads two, and reads and writes itself. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    return ops_leapfrog_traits(traits, 9 * sizeof(float));
}

static yee_status sweep(plan *p, int electric)
{
    const keys *c = paper_of(p)->config;
    const int block[2] = {(int)c->block_x, (int)c->block_y};
    return DEVICE_CALL(p->host,
                       takada_sweep(&p->d, p->word, electric, block, c->shared, p->work));
}

/* E points along the invariant axis x or z: the engine's first axis, for it rotates z to it. */
static yee_status decline(const yee_host *host, const yee_problem *q)
{
    const yee_grid *g = &q->grid;
    const bool x = g->axis[0].invariant, z = g->axis[2].invariant;
    const int e = z ? YEE_EZ : YEE_EX;
    if (x + z != 1 || g->axis[1].invariant)
        return host->fail(host, YEE_DECLINED,
                          "cuda.takada is a mapping of two-dimensional grids: it needs one "
                          "invariant axis, x or z (cuda.split takes any grid)");
    if (!g->active[e])
        return host->fail(host, YEE_DECLINED,
                          "cuda.takada is a mapping of the TM mode; this grid carries the TE "
                          "mode (cuda.split takes it)");
    return YEE_OK;
}

static yee_status make(const yee_host *host, const void *configured, const yee_problem *problem,
                       void **made)
{
    const keys *c = configured;
    plan *p = NULL;
    yee_status status = decline(host, problem);
    if (status == YEE_OK)
        status = paper_plan(host, "cuda.takada", c, false, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = paper_of(p);
    m->sweep = sweep;
    snprintf(m->text, sizeof m->text, "cuda.takada, blocks of %d x %d, %s shared memory",
             (int)c->block_x, (int)c->block_y, c->shared ? "with" : "without");
    status =
        paper_fits(host, p, c->block_x * c->block_y, paper_tiles(p->d.rows, c->block_y), 1);
    if (status == YEE_OK)
        *made = p;
    return status;
}

static const yee_scheme_ops ops = {
    PAPER_OPS,
    .traits = traits,
    .plan = make,
};

const yee_plugin paper_takada = {
    .size = sizeof paper_takada,
    .kind = YEE_SCHEME,
    .name = "cuda.takada",
    .summary = "Yee's leapfrog on a GPU, 2-D TM: two-dimensional blocks, shared memory, after "
               "Takada et al.",
    .reference = "N. Takada et al., Improved Performance of FDTD Computation Using a Thread "
                 "Block Constructed as a Two-Dimensional Array with CUDA",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
