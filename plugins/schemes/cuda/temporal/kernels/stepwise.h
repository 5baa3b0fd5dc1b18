/* stepwise.h: boxes in which steps are done one by one, beside a pass. Plain C.
 *
 * Sources, ports and taps of every step act in few places, and media that passes do not know
 * may be in few. Around those the steps of a pass are done once more as cuda.split does them,
 * in place in the arrays that the pass has read; cells near enough to be affected are then
 * copied over those that the pass has written. */
#ifndef CUDA_STEPWISE_H
#define CUDA_STEPWISE_H

#include "../../engine/domain.h"
#include <cuda_runtime_api.h>

/* The work of a block of threads: a block of a part. */
typedef struct box_block {
    int part, block;
} box_block;

/* Boxes on the device. */
typedef struct stepwise_boxes {
    const part *part;
    const box_block *block; /* shape [blocks] */
    int64_t blocks;         /* blocks of all boxes */
    int planes;             /* planes that a thread marches over */
} stepwise_boxes;

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
