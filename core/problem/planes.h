/* core/problem/planes.h: the media of all points of a component. */
#ifndef YEE_CORE_PLANES_H
#define YEE_CORE_PLANES_H

#include "problem/local_ids.h"
#include "problem/surface/surround.h"

/* How many points every medium has. */
typedef struct yee_point_counts {
    int64_t *points; /* shape [media] */
    size_t media, capacity;
} yee_point_counts;

/* So many more points have the medium. False: no memory, or YEE_NO_MEDIUM. */
bool yee_point_counts_add(yee_point_counts *counts, uint32_t medium, int64_t points);
/* Fills the problem's ids of the component that the surround was turned to, of more than one
 * medium, or those that its subdomains keep, for which there are arrays; and adds the points to the
 * counts, of voxels that are clipped those of this process. Media are numbered in the order of the
 * points of the whole grid, with any number of threads and subdomains. False: no memory. */
bool yee_planes_fill(yee_surround *surround, yee_problem *problem, int threads,
                     yee_point_counts *counts);

#endif
