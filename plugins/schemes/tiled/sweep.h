/* tiled/sweep.h: orders in which the rows of a block of steps are visited. */
#ifndef YEE_TILED_SWEEP_H
#define YEE_TILED_SWEEP_H

#include "plan.h"

/* One pass after the other; a step has t->passes. */
void tiled_sweep(tiled_plan *t, int64_t passes);
/* Diamonds in y times a wavefront in x. False: no memory, nothing done. */
bool tiled_diamonds(tiled_plan *t, int64_t passes);

#endif
