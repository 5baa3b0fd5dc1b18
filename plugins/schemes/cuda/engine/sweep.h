/* sweep.h: launches of the half steps, and how the grid is cut for them. */
#ifndef CUDA_SWEEP_H
#define CUDA_SWEEP_H

#include "domain.h"
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* [H or E]: all cells that are updated, planes a thread marches over. */
typedef struct cut {
    part all[2];
    int planes[2];
    int at_once; /* blocks with layers that a card has room for */
} cut;

void cut_make(const domain *d, int processors, cut *c);
/* Tiles a part for threads of so many points; returns the number of its blocks. */
int64_t part_tile(part *p, int points, int planes);

cudaError_t sweep_f32(const domain *d, const cut *c, int electric, cudaStream_t stream);
cudaError_t sweep_f64(const domain *d, const cut *c, int electric, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
