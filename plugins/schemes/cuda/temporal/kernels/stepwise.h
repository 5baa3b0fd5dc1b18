/* stepwise.h: boxes in which steps are done one by one, beside a pass. Plain C.
 *
 * Sources, ports and taps of every step act in few places, and media that passes do not know
 * may be in few. Around those the steps of a pass are done once more as cuda.split does them,
 * in place in the arrays that the pass has read; cells near enough to have felt it are then
 * copied over what the pass has written. */
#ifndef CUDA_PATCH_H
#define CUDA_PATCH_H

#include "../../engine/domain.h"
#include <cuda_runtime_api.h>

/* What a block of threads works on: a block of a part. */
typedef struct patch_block {
    int part, block;
} patch_block;

/* Boxes on the device. */
typedef struct patches {
    const part *part;
    const patch_block *block; /* shape [blocks] */
    int64_t blocks;           /* of all boxes */
    int planes;               /* that a thread marches over */
} patches;

#ifdef __cplusplus
extern "C" {
#endif

/* A half step in the boxes. */
cudaError_t patch_sweep(const domain *d, const patches *where, size_t word, int electric,
                        cudaStream_t stream);
/* All that belongs to the cells of the boxes; boxes may overlap. */
cudaError_t patch_copy(const domain *from, const domain *to, const patches *where, size_t word,
                       cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
