/* stepwise.h: boxes in which steps are done one by one, beside a pass. Plain C.
 *
 * Sources, ports and taps of every step act in few places, and media that passes do not know
 * may be in few. Around those the steps of a pass are done once more as cuda.split does them,
 * in a copy of the boxes beside the pass, or else in place in the arrays that the pass has
 * read; cells near enough to be affected are then copied over those that the pass has written. */
#ifndef CUDA_STEPWISE_H
#define CUDA_STEPWISE_H

#include "../../engine/boxes.h"
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does a half step in the boxes. */
cudaError_t stepwise_sweep(const domain *d, const stepwise_boxes *where, size_t word,
                           int electric, cudaStream_t stream);
/* Copies the state of all cells of the boxes, which may overlap. */
cudaError_t stepwise_copy(const domain *from, const domain *to, const stepwise_boxes *where,
                          size_t word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
