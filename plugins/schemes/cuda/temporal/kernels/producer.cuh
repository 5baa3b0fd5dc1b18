/* producer.cuh: what the warps of a slanted brick share, and the warp that brings it and takes
 * it away.
 *
 * What passes a seam between bricks goes through memory, a turn at a time: the porter of the
 * brick below sends it away, waits until it is there, and counts the turn where the porter of
 * the brick above looks. Every other turn is counted, as a count takes as long as half a turn.
 */
#ifndef CUDA_PORTER_CUH
#define CUDA_PORTER_CUH

#include "cells.cuh"

/* What a row hands to the one above it in a turn: E of levels 1 and on, H of all stages. */
template <class real, int T> struct seam {
    real e[T - 1][3][WIDE<real>], h[T][3][WIDE<real>];
};

template <class real, int T, int R, int W, int FORM> struct slant_room {
    /* planes of fields; turns of what the brick below hands, and of what is handed above */
    static constexpr int AHEAD = FORM & FORM_IDS ? 2 : STAGED, GIVEN = 3, SENT = AHEAD + 2;
    static constexpr int HELD = FORM & FORM_IDS ? T + AHEAD : 1; /* planes of ids */
    static constexpr int ID_ROWS = FORM & FORM_IDS ? R * W + T - 1 : 1;
    static constexpr int WIDTH = WIDE<real>;
    alignas(128) real field[AHEAD][R * W + 1][6][WIDTH];
    alignas(128) unsigned id[HELD][ID_ROWS][WIDTH]; /* from the second row on */
    /* between warps; from below; to above */
    alignas(128) seam<real, T> between[W - 1 + GIVEN + SENT];
    unsigned long long full[AHEAD], given[GIVEN];
    unsigned long long launch; /* how often the list was begun before */
    int place;                 /* of the brick in the list */
};

/* The warp of a block that calculates nothing. In turn n, once all have left turn n-1 and read
 * plane n-1, it asks for the plane that takes its place, sends away what turn n-1 has left
 * for the brick above, and asks for what the one below has sent for that plane's turn. */
template <class real, int T, int R, int W, int FORM> struct porter {
    using room = slant_room<real, T, R, W, FORM>;
    static constexpr bool IDS = FORM & FORM_IDS;
    static constexpr int AHEAD = room::AHEAD, GIVEN = room::GIVEN, SENT = room::SENT;
    static constexpr unsigned SEAM = sizeof(seam<real, T>);
    static constexpr int POSTED = 2; /* turns: it takes some time until all others see it */

    const stage_maps &maps;
    const pass &x;
    const brick *list;
    const brick &b;
    room &s;
    int planes;
    unsigned before; /* turns that this brick, and so the one below, handed in other launches */
    unsigned seen;   /* of the one below */

    __device__ unsigned *turns_of(int place) { return x.hand.turns + TURNS_APART * place; }
    __device__ unsigned char *rows_of(int place, int n)
    {
        return x.hand.rows + int64_t(place % x.hand.slots) * x.hand.slot + int64_t(n) * SEAM;
    }
    __device__ void fetch(int n)
    {
        const int slot = n % AHEAD, plane = around(x, b.plane - T + n);
        const int top = b.from[0] + x.margin[1], left = b.from[1] + x.margin[2];
        if (n >= planes)
            return;
        stage_expect(&s.full[slot], sizeof s.field[0] + (IDS ? sizeof s.id[0] : 0));
        stage_fields(s.field[slot], &maps.fields, left, top, plane, &s.full[slot]);
        if (IDS)
            stage_ids(s.id[n % room::HELD], &maps.ids, left, top + 1, plane, &s.full[slot]);
    }
    /* For turn n, from 1 on. */
    __device__ void take(int n)
    {
        const int slot = (n - 1) % GIVEN;
        if (n >= planes)
            return;
        if (b.below >= 0 && int(seen - (before + unsigned(n))) < 0)
            seen = stage_await(turns_of(b.below), before + unsigned(n));
        stage_expect(&s.given[slot], b.below < 0 ? 0 : SEAM);
        if (b.below >= 0)
            stage_words(&s.between[W - 1 + slot], rows_of(b.below, n), SEAM, &s.given[slot]);
    }
    __device__ void hand(int n)
    {
        if (!b.hands || n == 0)
            return;
        stage_away(rows_of(s.place, n), &s.between[W - 1 + GIVEN + n % SENT], SEAM);
        if (n % POSTED == 0) {
            stage_away_done<1>();
            stage_post(turns_of(s.place), before + unsigned(n - 1));
        }
    }
    __device__ __forceinline__ void begin()
    {
        planes = b.end - b.plane + 2 * T;
        before = seen = unsigned(s.launch) * unsigned(planes);
        for (int n = 0; n < AHEAD; n++)
            fetch(n);
        if (b.after >= 0) { /* the last to read what this one will write over */
            const int others = list[b.after].end - list[b.after].plane + 2 * T;
            stage_await(turns_of(b.after), unsigned(s.launch + 1) * unsigned(others));
        }
        for (int n = 1; n < GIVEN; n++)
            take(n);
    }
    /* What is left when all are done. */
    __device__ __forceinline__ void end()
    {
        hand(planes - 1);
        stage_away_done<0>();
        stage_post(turns_of(s.place), before + unsigned(planes));
    }
    __device__ __forceinline__ void carry()
    {
        const bool leads = threadIdx.x == 0;
        __syncthreads();
        if (leads)
            begin();
        __syncwarp();
#pragma unroll 1
        for (int n = 1, slot = 0; n < b.end - b.plane + 2 * T; n++) {
            stage_await_all(slot, LANES * (W + 1));
            if (leads) {
                stage_away_read();
                fetch(n - 1 + AHEAD);
                hand(n - 1);
                take(n - 1 + GIVEN);
            }
            __syncwarp();
            slot = slot + 1 == AHEAD ? 0 : slot + 1;
        }
        __syncthreads();
        if (leads)
            end();
    }
};

#endif
