/* producer.cuh: the shared memory of a skewed brick, and its producer warp, which copies planes
 * and rows in and rows out while the other warps calculate.
 *
 * Rows that pass a seam between bricks go through memory, a plane step at a time: the producer
 * of the brick below stores them, waits until they have arrived, and counts the plane step
 * where the producer of the brick above polls. It counts every other plane step, since a count
 * takes as long as half a step. */
#ifndef CUDA_PRODUCER_CUH
#define CUDA_PRODUCER_CUH

#include "cells.cuh"

/* A row as the row above it needs it in a plane step: E of levels 1 and on, H of all levels. */
template <class real, int T> struct seam {
    real e[T - 1][3][WIDE<real>], h[T][3][WIDE<real>];
};

template <class real, int T, int R, int W, int FEATURES> struct skewed_smem {
    /* planes of fields; plane steps of rows that come from below, and of rows that go above */
    static constexpr int FIELD_PLANES = FEATURES & WITH_IDS ? 2 : PREFETCHED, RECEIVED = 3,
                         SENT = FIELD_PLANES + 2;
    static constexpr int RING = FEATURES & WITH_IDS ? T + FIELD_PLANES : 1; /* planes of ids */
    static constexpr int ID_ROWS = FEATURES & WITH_IDS ? R * W + T - 1 : 1;
    static constexpr int WIDTH = WIDE<real>;
    alignas(128) real field[FIELD_PLANES][R * W + 1][6][WIDTH];
    alignas(128) unsigned id[RING][ID_ROWS][WIDTH]; /* from the second row on */
    /* seams between warps, then RECEIVED from below, then SENT to above */
    alignas(128) seam<real, T> between[W - 1 + RECEIVED + SENT];
    unsigned long long full[FIELD_PLANES], received[RECEIVED]; /* barriers */
    unsigned long long launch; /* launches of this list before this one */
    int place;                 /* place of the brick in the list */
};

/* The producer warp. In plane step n, once all warps have left step n-1 and read plane n-1, it
 * asks for the plane that takes its place, sends the rows of step n-1 to the brick above, and
 * asks for the rows that the brick below has sent for the step of the new plane. */
template <class real, int T, int R, int W, int FEATURES> struct producer {
    using smem = skewed_smem<real, T, R, W, FEATURES>;
    static constexpr bool IDS = FEATURES & WITH_IDS;
    static constexpr int FIELD_PLANES = smem::FIELD_PLANES, RECEIVED = smem::RECEIVED,
                         SENT = smem::SENT;
    static constexpr unsigned SEAM = sizeof(seam<real, T>);
    static constexpr int POST_INTERVAL = 2; /* plane steps from count to count */

    const tensor_maps &maps;
    const pass &x;
    const brick *list;
    const brick &b;
    smem &s;
    int planes;
    unsigned before; /* plane steps that this brick, and so the one below, sent in launches
                        before this one */
    unsigned seen;   /* the last count seen of the brick below */

    __device__ unsigned *progress_of(int place)
    {
        return x.exchange.progress + PROGRESS_STRIDE * place;
    }
    __device__ unsigned char *rows_of(int place, int n)
    {
        return x.exchange.rows + int64_t(place % x.exchange.slots) * x.exchange.slot +
               int64_t(n) * SEAM;
    }
    __device__ void fetch(int n)
    {
        const int slot = n % FIELD_PLANES, plane = wrap_plane(x, b.plane - T + n);
        const int top = b.read_from[0] + x.ghost_width[1],
                  left = b.read_from[1] + x.ghost_width[2];
        if (n >= planes)
            return;
        tma_expect(&s.full[slot], sizeof s.field[0] + (IDS ? sizeof s.id[0] : 0));
        tma_load_fields(s.field[slot], &maps.fields, left, top, plane, &s.full[slot]);
        if (IDS)
            tma_load_ids(s.id[n % smem::RING], &maps.ids, left, top + 1, plane, &s.full[slot]);
    }
    /* Asks for the rows of plane step n, from 1 on. */
    __device__ void receive(int n)
    {
        const int slot = (n - 1) % RECEIVED;
        if (n >= planes)
            return;
        if (b.below >= 0 && int(seen - (before + unsigned(n))) < 0)
            seen = progress_await(progress_of(b.below), before + unsigned(n));
        tma_expect(&s.received[slot], b.below < 0 ? 0 : SEAM);
        if (b.below >= 0)
            tma_load_bytes(&s.between[W - 1 + slot], rows_of(b.below, n), SEAM,
                           &s.received[slot]);
    }
    __device__ void send(int n)
    {
        if (!b.sends || n == 0)
            return;
        tma_store(rows_of(s.place, n), &s.between[W - 1 + RECEIVED + n % SENT], SEAM);
        if (n % POST_INTERVAL == 0) {
            tma_store_wait<1>();
            progress_post(progress_of(s.place), before + unsigned(n - 1));
        }
    }
    __device__ __forceinline__ void prologue()
    {
        planes = b.end - b.plane + 2 * T;
        before = seen = unsigned(s.launch) * unsigned(planes);
        for (int n = 0; n < FIELD_PLANES; n++)
            fetch(n);
        if (b.after >= 0) { /* the last reader of the rows that this brick overwrites */
            const int others = list[b.after].end - list[b.after].plane + 2 * T;
            progress_await(progress_of(b.after), unsigned(s.launch + 1) * unsigned(others));
        }
        for (int n = 1; n < RECEIVED; n++)
            receive(n);
    }
    /* The last rows, when all warps are done. */
    __device__ __forceinline__ void epilogue()
    {
        send(planes - 1);
        tma_store_wait<0>();
        progress_post(progress_of(s.place), before + unsigned(planes));
    }
    __device__ __forceinline__ void run()
    {
        const bool leads = threadIdx.x == 0;
        __syncthreads();
        if (leads)
            prologue();
        __syncwarp();
#pragma unroll 1
        for (int n = 1, slot = 0; n < b.end - b.plane + 2 * T; n++) {
            plane_barrier_sync(slot, LANES * (W + 1));
            if (leads) {
                tma_store_wait_read();
                fetch(n - 1 + FIELD_PLANES);
                send(n - 1);
                receive(n - 1 + RECEIVED);
            }
            __syncwarp();
            slot = slot + 1 == FIELD_PLANES ? 0 : slot + 1;
        }
        __syncthreads();
        if (leads)
            epilogue();
    }
};

#endif
