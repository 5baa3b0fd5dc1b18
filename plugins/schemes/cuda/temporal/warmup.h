/* warmup.h: fields while numbers of steps are timed. */
#ifndef CUDA_NOISE_H
#define CUDA_NOISE_H

#include "../engine/plan.h"

/* Words of -1 to 1 in the fields that a pass reads, padding included: to be timed, not kept. */
yee_status noise_fill(plan *p);
/* All of the state, fields, layers and sections of both sides, is 0 again. */
yee_status noise_clear(plan *p);

#endif
