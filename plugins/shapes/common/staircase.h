/* plugins/shapes/common/staircase.h: what it does to a wire that it takes the edges of the grid. */
#ifndef YEE_SHAPES_STAIRCASE_H
#define YEE_SHAPES_STAIRCASE_H

#include <yee/yee.h>

/* A path as it was given, and the nodes that a wire of edges takes. */
typedef struct staircase {
    const yee_reals *points; /* m: x1, y1, z1, x2, ... */
    int64_t nodes;
    double (*node)[3]; /* m, shape [nodes] */
} staircase;

/* Lengths (m) of the path and of the edges. */
double staircase_asked(const staircase *path);
double staircase_taken(const staircase *path);
/* The frequency of the lowest resonance of the edges over that of a wire along the path; 0: no
 * memory. */
double staircase_slowness(const yee_host *host, const staircase *path);

#endif
