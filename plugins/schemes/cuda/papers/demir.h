/* demir.h: launches of cuda.demir. */
#ifndef CUDA_DEMIR_H
#define CUDA_DEMIR_H

#include "tables.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DEMIR_MOST_THREADS = 512 }; /* of a block */

cudaError_t demir_sweep(const domain *d, const tables *t, size_t word, int electric,
                        int threads, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
