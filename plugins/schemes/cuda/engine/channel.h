/* channel.h: a channel between two plans, or between one and a message in the host's memory
 * (yee_scheme_ops.connect). */
#ifndef CUDA_CHANNEL_H
#define CUDA_CHANNEL_H

#include "halo.h"
#include "plan.h"

/* A run of memory that is copied whole: where it lies in any buffer of the state of either plan. */
typedef struct halo_run {
    char *from, *to;
    int64_t bytes;
} halo_run;

struct plan_channel {
    plan *from, *to; /* one of them may be NULL: a message */
    plan_channel *next;
    /* Where the route packs: the two channels of messages that this one is made of, and nothing of
     * what follows but the events. NULL: there are none. */
    plan_channel *pack, *unpack;
    halo_route route;
    device_memory memory;
    const halo_span *source, *target; /* on the device, shape [buffers of the state][spans] */
    const halo_piece *piece;
    char *packed;  /* of a message */
    halo_run *run; /* on the host, shape [runs]; none of them is among the spans */
    int runs;
    int spans;
    int64_t pieces, bytes;
    cudaEvent_t ready, copied; /* of the stream of `to`, and of `from` */
};

/* The plan whose GPU packs, copies or unpacks. */
static inline plan *channel_owner(const plan_channel *c) { return c->from ? c->from : c->to; }

/* The copy between the buffers that hold the state of either side now. */
halo_copy channel_copy(const plan_channel *c);
/* The copies of its runs, in a stream of the sender's GPU. */
yee_status channel_copy_runs(const plan_channel *c, cudaStream_t stream);
/* Brings what is packed from GPU to GPU, for those of so many channels that pack, behind what was
 * launched for the sender or its leader; what NCCL brings comes in the receiver's stream. */
yee_status channels_move(plan_channel *const *channel, int64_t count);

/* peer.c: the route from one plan to another, by their key and what the two GPUs can. */
yee_status peer_route(const plan *from, const plan *to, halo_route *route);

#endif
