/* halo.h: a copy of the state of a box: from a plan to another, or between a plan and a message in
 * the host's memory (yee_scheme_ops.connect). */
#ifndef CUDA_HALO_H
#define CUDA_HALO_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* A span in words of a real; all are packed one behind the other. */
typedef struct halo_span {
    char *base;
    int64_t first;     /* of its words in the packed ones */
    int64_t row, rows; /* words of a run, runs of the inner count */
    int64_t pitch[2];  /* bytes */
} halo_span;

#ifdef __cplusplus
extern "C" {
#endif

/* Copies `words` reals between spans on the device, or packed ones: those of `from` to `to`. A
 * NULL list is the packed memory. */
cudaError_t halo_launch(const halo_span *from, const halo_span *to, int spans, int64_t words,
                        void *packed, size_t word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
