/* general.cuh: what a block has and a thread of it keeps on its march through any brick
 * (pass.cuh), and how planes come to it. */
#ifndef CUDA_MARCHER_CUH
#define CUDA_MARCHER_CUH

#include "instance.cuh"
#include <cuda_pipeline_primitives.h>

/* What a block shares. e, h: components x and z of the rows next to other warps, E of the
 * first, H of the last. */
template <class real, int T, int R, int W, int FORM> struct shared {
    static constexpr int RINGS = T + STAGED, ROWS = R * W;
    alignas(128) real field[STAGED][ROWS][6][LANES];
    alignas(128) unsigned id[FORM & FORM_IDS ? RINGS : 1][FORM & FORM_IDS ? ROWS : 1][LANES];
    alignas(128) real word[FORM & FORM_POLE ? RINGS : 1][FORM & FORM_POLE ? ROWS : 1][3][LANES];
    real e[T][W + 1][2][LANES], h[T][W + 1][2][LANES];
    unsigned long long full[STAGED];
};

__device__ inline int clamp(int n, int count) { return min(max(n, 0), count - 1); }

template <class real, int T, int R, int W, int FORM> struct marcher {
    static constexpr bool IDS = FORM & FORM_IDS, EDGE = FORM & FORM_EDGE;
    static constexpr bool ENDS = FORM & FORM_ENDS, SIDES = FORM & FORM_SIDES;
    static constexpr bool LAYERS = ENDS || SIDES;
    static constexpr bool POLE = FORM & FORM_POLE, POLES = FORM & FORM_POLES;
    static constexpr bool LOSSES = FORM & FORM_LOSSES || POLE || POLES;
    static constexpr bool STREAMS = LAYERS || POLES;
    static constexpr int BLOCK = LANES * W, SLOTS = T + 1;
    using memory = shared<real, T, R, W, FORM>;

    const domain &from, &to;
    const pass &x;
    const stage_maps &maps;
    memory &S;
    const pair<real> *table, *pole;
    real *cellar; /* shape [SLOTS, words, R, BLOCK] */
    int words;    /* of a slot: layers along axes (4 each), then sections of Ex, Ey, Ez */
    int lane, warp, thread;

    int k, j[R], place[R];
    unsigned on[R];            /* bit c: component c is updated in this row; bit 6: it exists */
    unsigned writes;           /* bit r */
    real zn, zh, yn[R], yh[R]; /* 1/width of differences */
    unsigned deep[2];          /* [NODE or HALF], bit r: in a layer along y, bit 31: z */
    real zb[2], zc[2], yb[2][R], yc[2][R]; /* of psi there */

    real e[T][3][R], h[T][3][R]; /* of the plane that waits for stage s; [0]: not kept */
    real last[2][R];             /* Hy, Hz of the plane before, after the last stage */
    int left, top;               /* of the tile as it is staged */
    int ahead, staged;           /* the plane that is staged next, and its number */

    __device__ __forceinline__ marcher(const domain &a, const domain &b, const pass &p,
                                       const stage_maps &m, unsigned char *bytes,
                                       const brick &t)
        : from(a), to(b), x(p), maps(m), S(*reinterpret_cast<memory *>(bytes))
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y), thread = warp * LANES + lane;
        auto *tables = reinterpret_cast<pair<real> *>(&S + 1);
        const int media = IDS ? x.media : 3;
        table = tables;
        pole = tables + (IDS ? media : 0);
        cellar = reinterpret_cast<real *>(tables + (IDS ? media : 0) + (POLE ? media : 0));
        for (int n = thread; n < media; n += BLOCK) {
            if (IDS)
                tables[n] = static_cast<const pair<real> *>(x.table)[n];
            if (POLE)
                tables[(IDS ? media : 0) + n] = static_cast<const pair<real> *>(x.pole)[n];
        }
        words = (ENDS ? 4 : 0) + (SIDES ? 8 : 0) + (POLES ? 3 * x.words : 0);
        if (STREAMS) /* what is not read must not be: 0 times it must be 0 */
            for (int n = thread; n < SLOTS * words * R * BLOCK; n += BLOCK)
                cellar[n] = 0;
        if (thread == 0)
            for (int n = 0; n < STAGED; n++)
                stage_open(&S.full[n]);
        settle(t);
        clear();
        __syncthreads();
    }

    /* Where this thread's cells are. Along periodic axes places wrap. */
    __device__ __forceinline__ void settle(const brick &t)
    {
        using columns = columns<real, T, FORM, LANES>;
        left = t.column - columns::BEFORE, top = t.row - T;
        const int column = left + lane, first = top + warp * R;
        k = EDGE && from.periodic & 4 ? wrap(column, x.end[2]) : column;
        zn = numbers_of<real>(x).inverse[2][NODE], zh = numbers_of<real>(x).inverse[2][HALF];
        if (EDGE) {
            const int kc = clamp(k, x.nodes[2]);
            zn = static_cast<const real *>(from.line[2][NODE].inverse)[kc];
            zh = static_cast<const real *>(from.line[2][HALF].inverse)[kc];
        }
        writes = 0;
#pragma unroll
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[2][kind];
            const bool inner = !SIDES || !in_layer(l, k);
            deep[kind] = inner ? 0 : 1u << 31;
            zb[kind] = inner ? real(0) : static_cast<const real *>(l.b)[k];
            zc[kind] = inner ? real(0) : static_cast<const real *>(l.c)[k];
        }
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int tile = warp * R + r;
            j[r] = EDGE && from.periodic & 2 ? wrap(first + r, x.end[1]) : first + r;
            place[r] = j[r] * from.pitch + k;
            on[r] = 0x7f;
            yn[r] = numbers_of<real>(x).inverse[1][NODE],
            yh[r] = numbers_of<real>(x).inverse[1][HALF];
            writes |= unsigned(lane >= columns::BEFORE &&
                               lane < columns::BEFORE + columns::WRITTEN && tile >= T &&
                               tile < W * R - T && column < x.end[2] && first + r < x.end[1])
                      << r;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const line &l = from.line[1][kind];
                const bool inner = !SIDES || !in_layer(l, j[r]);
                deep[kind] |= inner ? 0 : 1u << r;
                yb[kind][r] = inner ? real(0) : static_cast<const real *>(l.b)[j[r]];
                yc[kind][r] = inner ? real(0) : static_cast<const real *>(l.c)[j[r]];
            }
            if (!EDGE)
                continue;
            const int jc = clamp(j[r], x.nodes[1]);
            yn[r] = static_cast<const real *>(from.line[1][NODE].inverse)[jc];
            yh[r] = static_cast<const real *>(from.line[1][HALF].inverse)[jc];
            on[r] = 0;
            if (k >= 0 && k < x.nodes[2] && j[r] >= 0 && j[r] < x.nodes[1]) {
                on[r] = 0x40;
#pragma unroll
                for (int c = 0; c < 6; c++)
                    on[r] |= unsigned(inside(from, c, 1, j[r]) && inside(from, c, 2, k)) << c;
            }
        }
    }

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            last[0][r] = last[1][r] = 0;
#pragma unroll
            for (int s = 0; s < T; s++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    e[s][c][r] = h[s][c][r] = 0;
        }
        /* Of planes before the first: what comes of them is not used, but must be numbers, of
         * which 0 times is 0. */
        for (int n = STAGED; n < memory::RINGS && (IDS || POLE); n++)
            for (int r = 0; r < R; r++) {
                if (IDS)
                    S.id[n][warp * R + r][lane] = 0;
                for (int c = 0; POLE && c < 3; c++)
                    S.word[n][warp * R + r][c][lane] = 0;
            }
        if (IDS || POLE)
            stage_order();
        for (int s = 0; s < T; s++)
            for (int q = 0; q < 2; q++) {
                S.e[s][warp][q][lane] = S.h[s][warp][q][lane] = 0;
                if (warp == 0)
                    S.e[s][W][q][lane] = S.h[s][W][q][lane] = 0;
            }
    }

    __device__ static constexpr int first_of(int axis)
    {
        return axis == 0 ? 0 : (ENDS ? 4 : 0) + 4 * (axis - 1);
    }

    __device__ __forceinline__ bool periodic_planes() const { return from.periodic & 1; }

    /* Tiles that go round are staged by the threads. */
    __device__ __forceinline__ bool goes_round() const { return EDGE && from.periodic & 6; }

    __device__ __forceinline__ int plane(int i) const
    {
        return periodic_planes() ? wrap(i, x.end[0]) : i;
    }

    /* A word of plane i. The plane's address is the same for all threads, the place in it is
     * not negative. */
    __device__ __forceinline__ static real *near(const domain &d, void *array, int64_t i,
                                                 int place)
    {
        char *base = reinterpret_cast<char *>(static_cast<real *>(array) + i * d.plane);
        return reinterpret_cast<real *>(base + unsigned(sizeof(real)) * unsigned(place));
    }

    __device__ __forceinline__ real &cell(int slot, int word, int r) const
    {
        return cellar[((slot * words + word) * R + r) * BLOCK + thread];
    }

    /* Stages one plane more. Beyond the grid there are zeros. */
    __device__ __forceinline__ void fetch()
    {
        const int slot = staged % STAGED, ring = staged % memory::RINGS;
        if (goes_round())
            copy(slot, ring);
        else if (thread == 0) {
            unsigned bytes = sizeof S.field[0];
            if (IDS)
                bytes += sizeof S.id[0];
            if (POLE)
                bytes += sizeof S.word[0];
            stage_expect(&S.full[slot], bytes);
            stage_fields(&S.field[slot][0][0][0], &maps.fields, left, top, ahead,
                         &S.full[slot]);
            if (POLE)
                stage_fields(&S.word[ring][0][0][0], &maps.words, left, top, ahead,
                             &S.full[slot]);
            if (IDS)
                stage_ids(&S.id[ring][0][0], &maps.ids, left, top, ahead, &S.full[slot]);
        }
        staged++;
        ahead++;
        if (periodic_planes() && ahead == x.end[0])
            ahead = 0;
    }

    __device__ __forceinline__ void copy(int slot, int ring)
    {
        const bool there = ahead >= 0 && ahead < x.nodes[0];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const bool v = there && on[r] & 0x40;
#pragma unroll
            for (int c = 0; c < 6; c++)
                S.field[slot][warp * R + r][c][lane] =
                    v ? *near(from, from.field[c], ahead, place[r]) : real(0);
#pragma unroll
            for (int c = 0; POLE && c < 3; c++)
                S.word[ring][warp * R + r][c][lane] =
                    v ? *near(from, maps.words_from, ahead, place[r] + c * x.row) : real(0);
            if (IDS)
                S.id[ring][warp * R + r][lane] =
                    v ? x.ids[(int64_t(ahead) * from.rows + j[r]) * x.row + k] : 0u;
        }
    }

    __device__ __forceinline__ void await(int number)
    {
        if (!goes_round())
            stage_wait(&S.full[number % STAGED], number / STAGED & 1);
    }

    /* Psi of plane i along one axis into its slot, or (store) from there. */
    template <int AXIS, int KIND>
    __device__ __forceinline__ void stream_axis(int i, int slot, int r, bool store);

    __device__ __forceinline__ void stream_layers(int i, int slot, int r, bool store);

    /* States of sections likewise; id: the media of the cell, for storing. */
    __device__ __forceinline__ void stream_sections(int i, int slot, int r, bool store,
                                                    unsigned id);

    __device__ __forceinline__ void stream_in(int i, int slot);

    __device__ __forceinline__ void stream_out(int i, int number, int slot);

    /* q of a field takes psi along one axis. N: the component's place after the axis, 1 or 2.
     * Points that are not updated may take it: nobody reads theirs. */
    template <int AXIS, int N, bool ELECTRIC>
    __device__ __forceinline__ void layer(int slot, int i, int r, real t, real &q);

    /* q of an E component takes its sections, which take the old field. */
    __device__ __forceinline__ void sections(int slot, int ring, int c, int r, unsigned id,
                                             bool updated, real old, real &q);

    __device__ __forceinline__ real of_medium(unsigned medium, real q, real old) const
    {
        if (!LOSSES)
            return fma(table[medium].cb, q, old);
        const pair<real> m = table[medium];
        return fma(m.cb, q, fma(-m.loss, old, old));
    }

    /* Without ids nothing but sections makes losses. */
    __device__ __forceinline__ real lossy(int c, real old) const
    {
        return POLE ? fma(-numbers_of<real>(x).loss[c], old, old) : old;
    }

    /* Stage s of the turn that looks ahead to plane `now`, of number `number`. in_e, in_h:
     * level s of plane p+1 comes in, level s+1 of plane p goes out. */
    template <int s, bool CALM>
    __device__ __forceinline__ void stage(int now, int number, int slot, bool more,
                                          real (&in_e)[3][R], real (&in_h)[3][R]);

    template <int s, bool CALM>
    __device__ __forceinline__ void stages(int now, int number, int slot, bool more,
                                           real (&in_e)[3][R], real (&in_h)[3][R]);

    __device__ __forceinline__ void write(int i, int number, int slot,
                                          const real (&out_e)[3][R], const real (&out_h)[3][R]);

    /* One plane further. CALM: nothing changes along the planes of all stages. */
    template <bool CALM>
    __device__ __forceinline__ void turn(const brick &b, int now, int number, int &slot);

    __device__ __forceinline__ void run(const brick &b);
};

#endif
