/* livesey.c: the scheme "cuda.livesey": the three ways in which the paper finds cells mapped to
 * threads, and its authors' own.
 *
 * M. Livesey, J. F. Stack, F. Costen, T. Nanri, N. Nakashima, S. Fujino, IEEE Antennas Propag.
 * Mag. 54 (5) (2012) 186: approaches 1 to 3 are those of its sections 4.1 to 4.3, "chunked" and
 * "interleaved" those of section 5, figs. 8a and 8b. */
#include "livesey.h"
#include "paper.h"
#include <stdio.h>
#include <yee/yee.h>

enum { PLANES, COLUMNS, CELLS, CHUNKED, INTERLEAVED };

typedef struct keys {
    int approach;
    int64_t block_x, block_y, threads;
} keys;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(
        keys, approach, "interleaved", "1|2|3|chunked|interleaved",
        "1: a launch per plane, 2: a thread per column and a loop over the planes, "
        "3: a block per row and a thread per cell; chunked and interleaved: a "
        "block per row and several cells a thread, side by side or in turns"),
    YEE_PARAM_INT(keys, block_x, "32", 1, 1024,
                  "approaches 1 and 2: threads of a block along a row"),
    YEE_PARAM_INT(keys, block_y, "8", 1, 1024,
                  "approaches 1 and 2: threads of a block from row to row"),
    YEE_PARAM_INT(keys, threads, "128", 1, 1024,
                  "chunked and interleaved: threads of a block; cells per thread follow"),
    YEE_PARAM_END};

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    return ops_leapfrog_traits(traits, 2 * 9 * sizeof(float));
}

/* Threads of a block that has a row for itself. */
static int row_threads(const plan *p, const keys *c, int electric)
{
    return c->approach == CELLS ? (int)paper_tiles(paper_span(p, electric, 2), 32) * 32
                                : (int)c->threads;
}

static yee_status sweep(plan *p, int electric)
{
    const keys *c = paper_of(p)->config;
    if (c->approach >= CELLS)
        return DEVICE_CALL(p->host,
                           livesey_rows(&p->d, p->word, electric, row_threads(p, c, electric),
                                        c->approach == CHUNKED, p->work));
    const int block[2] = {(int)c->block_x, (int)c->block_y};
    const int from = p->d.sweep[electric][0][0], to = p->d.sweep[electric][1][0];
    const int step = c->approach == PLANES ? 1 : to - from;
    yee_status status = YEE_OK;
    for (int i = from; i < to && status == YEE_OK; i += step)
        status = DEVICE_CALL(
            p->host, livesey_columns(&p->d, p->word, electric, block, i, i + step, p->work));
    return status;
}

static yee_status make(const yee_host *host, const void *configured, const yee_problem *problem,
                       void **made)
{
    static const char *const name[] = {"1", "2", "3", "chunked", "interleaved"};
    const keys *c = configured;
    plan *p = NULL;
    yee_status status = paper_plan(host, "cuda.livesey", c, false, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = paper_of(p);
    m->sweep = sweep;
    const int64_t nodes = p->d.cells[0] + 1;
    if (c->approach < CELLS) {
        snprintf(m->text, sizeof m->text, "cuda.livesey, approach %s, blocks of %d x %d",
                 name[c->approach], (int)c->block_x, (int)c->block_y);
        status =
            paper_fits(host, p, c->block_x * c->block_y, paper_tiles(p->d.rows, c->block_y), 1);
    } else {
        const int threads = row_threads(p, c, 0) > row_threads(p, c, 1) ? row_threads(p, c, 0)
                                                                        : row_threads(p, c, 1);
        snprintf(m->text, sizeof m->text, "cuda.livesey, approach %s, %d threads a row",
                 name[c->approach], threads);
        status = paper_fits(host, p, threads, nodes, 1);
    }
    if (status == YEE_OK)
        *made = p;
    return status;
}

static const yee_scheme_ops ops = {
    PAPER_OPS,
    .traits = traits,
    .plan = make,
};

const yee_plugin paper_livesey = {
    .size = sizeof paper_livesey,
    .kind = YEE_SCHEME,
    .name = "cuda.livesey",
    .summary =
        "Yee's leapfrog on a GPU: launches per plane, columns or rows, after Livesey et al.",
    .reference = "M. Livesey et al., IEEE Antennas Propag. Mag. 54 (5) (2012) 186",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
