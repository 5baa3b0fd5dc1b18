/* periodic.h: the copies of rows and columns around periodic axes. Plain C. */
#ifndef CUDA_PERIODIC_H
#define CUDA_PERIODIC_H

#include "pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes copies around periodic axes anew: planes that single steps read, and as many rows and
 * columns of all that passes read as x->ghost_width says; words of sections if `words`. */
cudaError_t periodic_launch(const domain *d, const pass *x, size_t word, bool words,
                            cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
