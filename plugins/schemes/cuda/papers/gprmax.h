/* gprmax.h: launches of cuda.gprmax. */
#ifndef CUDA_GPRMAX_H
#define CUDA_GPRMAX_H

#include "tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Media whose coefficients fit a launch's parameters, which lie in constant memory. */
enum { GPRMAX_CONSTANTS = 256 };

/* constants: real, shape [GPRMAX_CONSTANTS, 2]: cb, loss, on the host; NULL: the kernels read
 * the domain's table in global memory. */
cudaError_t gprmax_sweep(const domain *d, const tables *t, size_t word, int electric,
                         int threads, const void *constants, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
