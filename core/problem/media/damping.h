/* core/problem/media/damping.h: media that are damped in front of faces. */
#ifndef YEE_CORE_DAMPING_H
#define YEE_CORE_DAMPING_H

#include "base/arena.h"
#include "problem/voxels.h"

/* The rates of an axis at its positions, 1/s; both NULL: nothing is damped along it. */
typedef struct yee_rates {
    const double *half; /* shape [n] */
    const double *node; /* shape [n+1] */
} yee_rates;

/* The response of s + rate instead of s: (s+a) F(s+a)/s for F(s) of base EPS0 or MU0. False: no
 * memory. */
bool yee_response_damp(yee_arena *arena, const yee_response *response, double base, double rate,
                       yee_response *damped);
/* After yee_voxels_media: every point takes the damped copy of its medium at the largest rate
 * of its positions; conductors stay. Media, ids, updates and the points
 * of each medium follow. */
yee_status yee_voxels_damp(yee_voxels *voxels, yee_arena *arena, const yee_rates rates[3],
                           yee_problem *problem);

#endif
