/* halo.h: a copy of the state of a box: from a plan to another, or between a plan and a message in
 * the host's memory (yee_scheme_ops.connect). */
#ifndef CUDA_HALO_H
#define CUDA_HALO_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* A span in units, which are copied whole; all are packed one behind the other. */
typedef struct halo_span {
    char *base;
    int64_t first;     /* bytes of the packed ones before it */
    int64_t row, rows; /* units of a run, runs of the inner count */
    int64_t pitch[2];  /* bytes */
    int unit;          /* bytes: 4, 8 or 16 */
} halo_span;

/* Units of a span that a warp copies: `count` from unit `column` of run `run` on. */
typedef struct halo_piece {
    int span, run;
    unsigned column, count;
} halo_piece;

/* A copy of pieces between spans on the device, or packed ones: a NULL list is the packed memory. */
typedef struct halo_copy {
    const halo_span *from, *to;
    const halo_piece *piece;
    char *packed;
    int64_t pieces;
} halo_copy;

enum { HALO_PIECE = 32 * 8 }; /* units of a piece, at most */

#ifdef __cplusplus
extern "C" {
#endif

/* Does so many copies, by launches of as many as fit the arguments of a kernel. */
cudaError_t halo_launch(const halo_copy *copy, int count, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
