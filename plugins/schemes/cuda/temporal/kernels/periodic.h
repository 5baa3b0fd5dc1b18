/* periodic.h: what lies around rows and columns that go round. Plain C. */
#ifndef CUDA_ROUND_H
#define CUDA_ROUND_H

#include "pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copies around periodic axes: planes that single steps read, and as many rows and columns of
 * all that passes read as x->margin has; words of sections if `words`. */
cudaError_t round_launch(const domain *d, const pass *x, size_t word, bool words,
                         cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
