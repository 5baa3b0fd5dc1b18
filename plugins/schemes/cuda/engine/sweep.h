/* sweep.h: launches of the half steps, and how the grid is tiled for them. */
#ifndef CUDA_SWEEP_H
#define CUDA_SWEEP_H

#include "domain.h"
#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* [H or E]: all cells that are updated, planes that a thread marches over. */
typedef struct tiling {
    part all[2];
    int planes[2];
    int at_once; /* blocks with layers that run on the card at one time */
} tiling;

void tiling_make(const domain *d, int processors, tiling *t);
/* Tiles a part for threads of so many points; returns the number of its blocks. */
int64_t part_tile(part *p, int points, int planes);

/* A half step of the fields; word: bytes of a real. */
cudaError_t sweep_launch(const domain *d, const tiling *t, size_t word, int electric,
                         cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
