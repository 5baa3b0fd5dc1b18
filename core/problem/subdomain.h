/* core/problem/subdomain.h: a problem cut into boxes of cells, each with a problem of its own
 * (yee/subdomain.h). */
#ifndef YEE_CORE_SUBDOMAIN_H
#define YEE_CORE_SUBDOMAIN_H

#include "base/arena.h"
#include <yee/subdomain.h>

/* Where the axes are cut, and how deep halos are. */
typedef struct yee_cut {
    int64_t count[3];     /* subdomains along each axis */
    const int64_t *at[3]; /* the first cell of each, then the grid's end: shape [count + 1] */
    int64_t depth;        /* cells; steps between two exchanges */
} yee_cut;

static inline int64_t yee_cut_count(const yee_cut *cut)
{
    return cut->count[0] * cut->count[1] * cut->count[2];
}

/* A problem of one subdomain, and what it has of the whole one's. */
typedef struct yee_local {
    int64_t place[3]; /* among the subdomains along each axis */
    yee_problem problem;
    yee_subdomain subdomain;
    const int64_t *tap; /* number in the whole problem of every tap, shape [problem.taps] */
    /* Values of a record of each tap in the whole's: points by their numbers, shape [taps][count];
     * NULL of other taps. */
    const int64_t *const *point;
} yee_local;

/* The index in the whole grid of a point's local one along an axis; a halo goes on around a
 * periodic axis. */
static inline int64_t yee_local_whole(const yee_local *l, int axis, int64_t i)
{
    const yee_axis_data *a = &l->subdomain.whole->axis[axis];
    const int64_t at = l->subdomain.at[axis] + i;
    return a->periodic ? (at + a->cells) % a->cells : at;
}

/* The grid of subdomain n of a cut, in local->problem, and its place in the whole one; else
 * *local is empty. False: no memory. */
bool yee_cut_grid(yee_arena *arena, const yee_grid *whole, const yee_cut *cut, int64_t n,
                  yee_local *local);
/* The problem of subdomain n of a cut that was checked (cut.h); taps of energies are left to the
 * caller. planned: it is to be planned here, else it has no ids. Its memory is the arena's, or the
 * whole problem's. YEE_MEMORY without a sentence. */
yee_status yee_cut_local(yee_arena *arena, const yee_problem *whole, const yee_cut *cut,
                         int64_t n, bool planned, yee_local *local);
/* Where the box of a tap of the local problem, by its number there, lies in the box of the whole
 * one's tap, in points of the tap along x, y and z. */
void yee_local_box(const yee_problem *whole, const yee_local *l, int64_t tap, int64_t at[3],
                   int64_t count[3]);
/* Points [*begin, *end) along an axis of a component of the local grid that lie at points [low,
 * high) of the whole one; along a periodic axis that is cut these are all. */
static inline void yee_local_range(const yee_local *l, int c, int axis, int64_t low,
                                   int64_t high, int64_t *begin, int64_t *end)
{
    const int64_t at = l->subdomain.at[axis], points = l->problem.grid.extent[c][axis];
    const bool ring = l->subdomain.whole->axis[axis].periodic;
    *begin = ring || low <= at ? 0 : low - at;
    *end = ring || high - at >= points ? points : high - at;
}

#endif
