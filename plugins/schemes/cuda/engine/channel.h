/* channel.h: a channel between two plans, or between one and a message in the host's memory
 * (yee_scheme_ops.connect). */
#ifndef CUDA_CHANNEL_H
#define CUDA_CHANNEL_H

#include "halo.h"
#include "plan.h"

struct plan_channel {
    plan *from, *to; /* one of them may be NULL: a message */
    plan_channel *next;
    device_memory memory;
    const halo_span *source, *target; /* on the device, shape [buffers of the state][spans] */
    const halo_piece *piece;
    char *packed; /* of a message */
    int spans;
    int64_t pieces, bytes;
    cudaEvent_t ready, copied;
};

/* The copy between the buffers that hold the state of either side now. */
halo_copy channel_copy(const plan_channel *c);

#endif
