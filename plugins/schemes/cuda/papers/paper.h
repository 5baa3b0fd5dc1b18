/* paper.h: schemes that are named after a paper: its mapping of threads to cells over the
 * engine's data. A mapping says how a half step is launched; everything else is the engine's.
 *
 * The papers' x is the axis along which memory is contiguous: the engine's rows. "block_x" is
 * therefore counted along rows, "block_y" from row to row, "block_z" from plane to plane. */
#ifndef CUDA_PAPER_H
#define CUDA_PAPER_H

#include "../engine/ops.h"
#include "tables.h"

/* The data of a mapping beside the engine's plan. */
typedef struct mapping mapping;
struct mapping {
    const void *config;
    yee_status (*sweep)(plan *p, int electric); /* launches a half step */
    char text[128];                             /* name and mapping, for people */
    device_memory memory;
    tables tables;
    void *constants; /* on the host; gprmax.h */
};

/* The forms a mapping executes are those of a cell on its own: media with a conductivity, all
 * faces without a layer, points, ports and taps; with `poles` also media that have some. */
yee_status paper_plan(const yee_host *host, const char *scheme, const void *config, bool poles,
                      const yee_problem *problem, plan **made);
/* Declines a launch that CUDA would refuse; p is freed then. */
yee_status paper_fits(const yee_host *host, plan *p, int64_t threads, int64_t down,
                      int64_t deep);
/* Asks for coefficients of every point: cb and loss; stretched: also 1/width. False: no host
 * memory. */
bool paper_ask(plan *p, bool stretched);
/* Allocates and fills the tables that were asked for; asked: that has succeeded. */
yee_status paper_tables(const yee_host *host, plan *p, bool asked);
static inline mapping *paper_of(const plan *p) { return p->scheme; }
/* Points of the box that a half step covers, along an axis. */
static inline int64_t paper_span(const plan *p, int electric, int axis)
{
    return p->d.sweep[electric][1][axis] - p->d.sweep[electric][0][axis];
}
static inline int64_t paper_tiles(int64_t points, int64_t size)
{
    return (points + size - 1) / size;
}

int paper_print(const void *made, char *text, size_t size);
yee_status paper_cost(void *made, yee_scheme_cost *cost);
void paper_destroy(void *made);

// clang-format off
/* The operations of all mappings; each has its own card and plan. */
#define PAPER_OPS \
    OPS_LEAPFROG, \
    .print = paper_print, \
    .destroy = paper_destroy, \
    .cost = paper_cost
// clang-format on

extern const yee_plugin paper_livesey, paper_takada, paper_gprmax, paper_demir, paper_hadi;

#endif
