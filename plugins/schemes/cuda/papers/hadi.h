/* hadi.h: launches of cuda.hadi. */
#ifndef CUDA_HADI_H
#define CUDA_HADI_H

#include "tables.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t hadi_sweep(const domain *d, const tables *t, size_t word, int electric,
                       const int block[3], cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
