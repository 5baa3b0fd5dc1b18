/* livesey.h: launches of cuda.livesey. */
#ifndef CUDA_LIVESEY_H
#define CUDA_LIVESEY_H

#include "../engine/domain.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Planes [from, to) by two-dimensional blocks, every thread all planes of its column. */
cudaError_t livesey_columns(const domain *d, size_t word, int electric, const int block[2],
                            int from, int to, cudaStream_t stream);
/* Every block a row: cells side by side go to threads side by side, or (chunked) to one. */
cudaError_t livesey_rows(const domain *d, size_t word, int electric, int threads, bool chunked,
                         cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
