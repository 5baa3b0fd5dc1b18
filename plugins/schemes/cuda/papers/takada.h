/* takada.h: launches of cuda.takada. */
#ifndef CUDA_TAKADA_H
#define CUDA_TAKADA_H

#include "../engine/domain.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t takada_sweep(const domain *d, size_t word, int electric, const int block[2],
                         bool shared, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
