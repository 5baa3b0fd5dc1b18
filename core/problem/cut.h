/* core/problem/cut.h: where a problem is cut: along which axes, and between which cells. */
#ifndef YEE_CORE_CUT_H
#define YEE_CORE_CUT_H

#include "base/diag.h"
#include "subdomain.h"
#include <yee/scheme.h>

/* Halos of subdomain n along an axis. */
static inline int yee_cut_halos(const yee_grid *whole, const yee_cut *cut, int axis, int64_t n)
{
    const bool ring = whole->axis[axis].periodic && cut->count[axis] > 1;
    return (ring || n > 0) + (ring || n + 1 < cut->count[axis]);
}

/* The cut that is wanted. count: subdomains along each axis; with count[1] and count[2] 0, count[0]
 * is their number, and the axes are those that leave the largest subdomain, halo and all, the least
 * work. at: positions as in yee_cut, along axes whose count is given; NULL: they divide the work
 * evenly, that of layers and halos by the scheme's weights, as far as ports and small sources allow.
 * scale: of the work of each plane across an axis, shape [cells]; NULL: 1. */
typedef struct yee_cut_wish {
    int64_t count[3];
    const int64_t *at[3];
    const double *scale[3];
} yee_cut_wish;

/* Chooses the cut of a problem. scheme: along which axes it runs subdomains, and weights. YEE_DECLINED
 * with the reason where there is no such cut. Memory is the arena's. */
yee_status yee_cut_choose(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_problem *whole, const yee_cut_wish *wish,
                          const yee_scheme_cuts *scheme, int64_t depth, yee_cut *cut);
/* Work of the largest subdomain of a cut, and, *mean, of all by their number, in cells outside of
 * layers: cells of layers and halos count by the scheme's weights. */
double yee_cut_work(const yee_problem *whole, const yee_cut *cut, const yee_scheme_cuts *scheme,
                    double *mean);
/* Work of a plane of cells across an axis, in cells of a plane without layers. */
double yee_cut_plane_work(const yee_grid *whole, const yee_scheme_cuts *scheme, int axis,
                          int64_t i);
/* cut_balance.c: a cut of the same counts and depth whose subdomains take equal times, by the seconds of
 * a step of those of *cut, each taken for evenly spread over its cells by the scheme's weights. *took:
 * what a step of its slowest subdomain takes then. YEE_DECLINED where there is none. */
yee_status yee_cut_balance(yee_diag *diag, yee_arena *arena, const yee_problem *whole,
                           const yee_scheme_cuts *scheme, const yee_cut *cut,
                           const double *seconds, yee_cut *better, double *took);
/* YEE_OK, or YEE_DECLINED with why a cut is none of this problem: an axis that cannot be cut, a subdomain of no more cells than its halo, a small source or a port too near. */
yee_status yee_cut_check(yee_diag *diag, const yee_place *place, const yee_problem *whole,
                         const yee_cut *cut);

#endif
