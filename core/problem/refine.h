/* core/problem/refine.h: an axis with fine regions, graded in between. */
#ifndef YEE_CORE_REFINE_H
#define YEE_CORE_REFINE_H

#include "base/arena.h"
#include "base/diag.h"

/* The demands on an axis. All lengths in m. */
typedef struct yee_refinement {
    const char *axis;     /* "x", for messages */
    double low, high;     /* of the axis */
    double coarse;        /* largest cell */
    size_t regions;       /* ascending, disjoint */
    const double *region; /* shape [regions, 3]: from, to, largest cell inside */
    double growth;        /* >= 1: largest ratio of neighbouring cells */
} yee_refinement;

/* Nodes that begin at low, end at high, hit both ends of every region and keep the growth. */
yee_status yee_refine(yee_diag *diag, const yee_place *place, yee_arena *arena,
                      const yee_refinement *refinement, double **node, int64_t *cells);

#endif
