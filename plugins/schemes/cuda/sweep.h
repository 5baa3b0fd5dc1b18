/* sweep.h: launches of the half steps. */
#ifndef CUDA_SWEEP_H
#define CUDA_SWEEP_H

#include "domain.h"
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* planes: how many a thread marches over. */
cudaError_t sweep_f32(const domain *d, int electric, int planes, cudaStream_t stream);
cudaError_t sweep_f64(const domain *d, int electric, int planes, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
