/* gprmax.c: the scheme "cuda.gprmax": a thread per cell by one index over the whole array, a
 * material id for every edge, the media's coefficients in constant memory, or in global memory
 * where there are too many.
 *
 * C. Warren, A. Giannopoulos, A. Gray, I. Giannakis, A. Patterson, L. Wetter, A. Hamrah,
 * Comput. Phys. Commun. 237 (2019) 208, section 3. */
#include "gprmax.h"
#include "paper.h"
#include <stdio.h>
#include <stdlib.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t threads;
    int memory;
} keys;

enum { AUTO, GLOBAL };

static const yee_param params[] = {
    YEE_PARAM_INT(keys, threads, "256", 1, 1024, "threads of a block"),
    YEE_PARAM_CHOICE(keys, memory, "auto", "auto|global",
                     "where the media's coefficients lie: auto takes constant memory for up to "
                     "256 media"),
    YEE_PARAM_END};

/* 9 words a half step, and three ids of 4 bytes. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    return ops_leapfrog_traits(traits, 2 * 9 * sizeof(float) + 6 * sizeof(uint32_t));
}

static yee_status sweep(plan *p, int electric)
{
    const mapping *m = paper_of(p);
    const keys *c = m->config;
    return DEVICE_CALL(p->host, gprmax_sweep(&p->d, &m->tables, p->word, electric,
                                             (int)c->threads, m->constants, p->work));
}

/* The media's coefficients on the host, as the launches hand them over. */
static bool make_constants(const plan *p, mapping *m)
{
    const yee_problem *q = p->problem;
    m->constants = calloc(2 * GPRMAX_CONSTANTS, p->word);
    for (int64_t n = 0; m->constants && n < q->media; n++) {
        const double coefficient[2] = {q->update[n].cb, 1 - q->update[n].ca};
        for (int64_t i = 0; i < 2; i++)
            if (p->word == sizeof(float))
                ((float *)m->constants)[2 * n + i] = (float)coefficient[i];
            else
                ((double *)m->constants)[2 * n + i] = coefficient[i];
    }
    return m->constants != NULL;
}

static yee_status make(const yee_host *host, const void *configured, const yee_problem *problem,
                       void **made)
{
    const keys *c = configured;
    plan *p = NULL;
    yee_status status = paper_plan(host, "cuda.gprmax", c, true, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = paper_of(p);
    const bool constant = c->memory == AUTO && problem->media <= GPRMAX_CONSTANTS;
    const int64_t points = (p->d.cells[0] + 1) * p->d.plane;
    bool ok = !constant || make_constants(p, m);
    m->sweep = sweep;
    for (int n = 0; n < YEE_COMPONENTS && ok; n++)
        ok = device_ask(&m->memory, &m->tables.id[n], points, sizeof(uint32_t), NULL);
    snprintf(m->text, sizeof m->text, "cuda.gprmax, blocks of %d, coefficients in %s memory",
             (int)c->threads, constant ? "constant" : "global");
    status = paper_tables(host, p, ok);
    if (status == YEE_OK)
        *made = p;
    return status;
}

static const yee_scheme_ops ops = {
    PAPER_OPS,
    .traits = traits,
    .plan = make,
};

const yee_plugin paper_gprmax = {
    .size = sizeof paper_gprmax,
    .kind = YEE_SCHEME,
    .name = "cuda.gprmax",
    .summary = "Yee's leapfrog on a GPU: one index, an id per edge, constant memory, after "
               "gprMax's engine",
    .reference = "C. Warren et al. 2019, doi:10.1016/j.cpc.2018.11.007",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
