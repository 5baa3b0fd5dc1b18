/* warmup.h: fields for the timing of passes. */
#ifndef CUDA_WARMUP_H
#define CUDA_WARMUP_H

#include "../engine/plan.h"

/* Fills the fields that a pass reads with random values of -1 to 1, padding included. */
yee_status warmup_fill(plan *p);
/* Sets all of the state to 0 again: fields, layers and sections of both buffers. */
yee_status warmup_clear(plan *p);

#endif
