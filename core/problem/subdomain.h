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

/* The problem of subdomain n of a cut that was checked (cut.h); taps of energies are left to the
 * caller. Its memory is the arena's, or the whole problem's. YEE_MEMORY without a sentence. */
yee_status yee_cut_local(yee_arena *arena, const yee_problem *whole, const yee_cut *cut,
                         int64_t n, yee_local *local);

#endif
