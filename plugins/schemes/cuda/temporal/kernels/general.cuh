/* general.cuh: the general march through any brick (general_pass.cuh): the memory of a block,
 * the registers of a thread, and how planes come to shared memory. */
#ifndef CUDA_GENERAL_CUH
#define CUDA_GENERAL_CUH

#include "level.cuh"
#include <cuda_pipeline_primitives.h>

/* Shared memory of a block. e, h: components x and z of the rows next to other warps, E of a
 * warp's first row, H of its last one. */
template <class real, int T, int R, int W, int FEATURES> struct general_smem {
    static constexpr int RINGS = T + PREFETCHED, ROWS = R * W;
    alignas(128) real field[PREFETCHED][ROWS][6][LANES];
    alignas(128) unsigned id[FEATURES & WITH_IDS ? RINGS : 1][FEATURES & WITH_IDS ? ROWS : 1]
                            [LANES];
    alignas(128) real word[FEATURES & WITH_ONE_WORD ? RINGS : 1]
                          [FEATURES & WITH_ONE_WORD ? ROWS : 1][3][LANES];
    real e[T][W + 1][2][LANES], h[T][W + 1][2][LANES];
    unsigned long long full[PREFETCHED];
};

__device__ inline int clamp(int n, int count) { return min(max(n, 0), count - 1); }

template <class real, int T, int R, int W, int FEATURES, class laws> struct general_march {
    static constexpr bool IDS = FEATURES & WITH_IDS, EDGE = FEATURES & WITH_EDGE;
    static constexpr bool LAYERS_X = FEATURES & WITH_LAYERS_X,
                          LAYERS_YZ = FEATURES & WITH_LAYERS_YZ;
    static constexpr bool LAYERS = LAYERS_X || LAYERS_YZ;
    static constexpr bool ONE_WORD_EACH = FEATURES & WITH_ONE_WORD,
                          ANY_WORDS = FEATURES & WITH_ANY_WORDS;
    static constexpr bool LOSSES = FEATURES & WITH_LOSSES || ONE_WORD_EACH || ANY_WORDS;
    static constexpr bool STREAMS = LAYERS || ANY_WORDS;
    static constexpr int BLOCK = LANES * W, SLOTS = T + 1;
    using smem = general_smem<real, T, R, W, FEATURES>;

    const domain &from, &to;
    const pass &x;
    const tensor_maps &maps;
    smem &s;
    const pair<real> *table, *pole;
    real *slots; /* shape [SLOTS, words, R, BLOCK] */
    int words; /* words of a slot: 4 for layers along each axis, then sections of Ex, Ey, Ez */
    int lane, warp, thread;

    int k, j[R], place[R];
    unsigned updated[R];       /* bit c: component c is updated in this row; bit 6: it exists */
    unsigned written_rows;     /* bit r */
    real zn, zh, yn[R], yh[R]; /* 1/width of E's and H's differences along z and y */
    unsigned
        layer_bits[2]; /* [NODE or HALF], bit r: row r in a layer along y, bit 31: along z */
    real zb[2], zc[2], yb[2][R], yc[2][R]; /* b and c of psi there */

    real e[T][3][R],
        h[T][3][R];     /* fields of the plane that waits for each level; [0] is not kept */
    real last[2][R];    /* Hy, Hz of the plane before, after the last level */
    int left, top;      /* the tile's first column and row that are read */
    int ahead, fetched; /* the plane that is fetched next, and its number */
    const laws &law;

    __device__ __forceinline__ general_march(const domain &a, const domain &b, const pass &p,
                                             const tensor_maps &m, unsigned char *bytes,
                                             const brick &t, const laws &l)
        : from(a), to(b), x(p), maps(m), s(*reinterpret_cast<smem *>(bytes)), law(l)
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y), thread = warp * LANES + lane;
        auto *tables = reinterpret_cast<pair<real> *>(&s + 1);
        const int media = IDS ? x.media : 3;
        table = tables;
        pole = tables + (IDS ? media : 0);
        slots =
            reinterpret_cast<real *>(tables + (IDS ? media : 0) + (ONE_WORD_EACH ? media : 0));
        for (int n = thread; n < media; n += BLOCK) {
            if (IDS)
                tables[n] = static_cast<const pair<real> *>(x.table)[n];
            if (ONE_WORD_EACH)
                tables[(IDS ? media : 0) + n] = static_cast<const pair<real> *>(x.pole)[n];
        }
        words = (LAYERS_X ? 4 : 0) + (LAYERS_YZ ? 8 : 0) + (ANY_WORDS ? 3 * x.words : 0);
        if (STREAMS) /* words that are not read must be numbers, of which 0 times is 0 */
            for (int n = thread; n < SLOTS * words * R * BLOCK; n += BLOCK)
                slots[n] = 0;
        if (thread == 0)
            for (int n = 0; n < PREFETCHED; n++)
                tma_init(&s.full[n]);
        settle(t);
        clear();
        __syncthreads();
    }

    /* Finds the places, widths and masks of this thread's cells. Along periodic axes places
     * wrap. */
    __device__ __forceinline__ void settle(const brick &t)
    {
        using columns = columns<real, T, FEATURES, LANES>;
        left = t.column - columns::BEFORE, top = t.row - T;
        const int column = left + lane, first = top + warp * R;
        k = EDGE && from.periodic & 4 ? wrap(column, x.end[2]) : column;
        zn = numbers_of<real>(x).inverse[2][NODE], zh = numbers_of<real>(x).inverse[2][HALF];
        if (EDGE) {
            const int kc = clamp(k, x.nodes[2]);
            zn = static_cast<const real *>(from.line[2][NODE].inverse)[kc];
            zh = static_cast<const real *>(from.line[2][HALF].inverse)[kc];
        }
        written_rows = 0;
#pragma unroll
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[2][kind];
            const bool inner = !LAYERS_YZ || !in_layer(l, k);
            layer_bits[kind] = inner ? 0 : 1u << 31;
            zb[kind] = inner ? real(0) : static_cast<const real *>(l.b)[k];
            zc[kind] = inner ? real(0) : static_cast<const real *>(l.c)[k];
        }
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int tile = warp * R + r;
            j[r] = EDGE && from.periodic & 2 ? wrap(first + r, x.end[1]) : first + r;
            place[r] = j[r] * from.pitch + k;
            updated[r] = 0x7f;
            yn[r] = numbers_of<real>(x).inverse[1][NODE],
            yh[r] = numbers_of<real>(x).inverse[1][HALF];
            written_rows |=
                unsigned(lane >= columns::BEFORE && lane < columns::BEFORE + columns::WRITTEN &&
                         tile >= T && tile < W * R - T && column < x.end[2] &&
                         first + r < x.end[1])
                << r;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const line &l = from.line[1][kind];
                const bool inner = !LAYERS_YZ || !in_layer(l, j[r]);
                layer_bits[kind] |= inner ? 0 : 1u << r;
                yb[kind][r] = inner ? real(0) : static_cast<const real *>(l.b)[j[r]];
                yc[kind][r] = inner ? real(0) : static_cast<const real *>(l.c)[j[r]];
            }
            if (!EDGE)
                continue;
            const int jc = clamp(j[r], x.nodes[1]);
            yn[r] = static_cast<const real *>(from.line[1][NODE].inverse)[jc];
            yh[r] = static_cast<const real *>(from.line[1][HALF].inverse)[jc];
            updated[r] = 0;
            if (k >= 0 && k < x.nodes[2] && j[r] >= 0 && j[r] < x.nodes[1]) {
                updated[r] = 0x40;
#pragma unroll
                for (int c = 0; c < 6; c++)
                    updated[r] |= unsigned(inside(from, c, 1, j[r]) && inside(from, c, 2, k))
                                  << c;
            }
        }
    }

    __device__ __forceinline__ void clear()
    {
        clear_levels(e, h, last);
        /* Planes before the first have results that nobody uses, but they must be numbers, of
         * which 0 times is 0. */
        for (int n = PREFETCHED; n < smem::RINGS && (IDS || ONE_WORD_EACH); n++)
            for (int r = 0; r < R; r++) {
                if (IDS)
                    s.id[n][warp * R + r][lane] = 0;
                for (int c = 0; ONE_WORD_EACH && c < 3; c++)
                    s.word[n][warp * R + r][c][lane] = 0;
            }
        if (IDS || ONE_WORD_EACH)
            tma_fence();
        for (int n = 0; n < T; n++)
            for (int q = 0; q < 2; q++) {
                s.e[n][warp][q][lane] = s.h[n][warp][q][lane] = 0;
                if (warp == 0)
                    s.e[n][W][q][lane] = s.h[n][W][q][lane] = 0;
            }
    }

    __device__ static constexpr int first_of(int axis)
    {
        return axis == 0 ? 0 : (LAYERS_X ? 4 : 0) + 4 * (axis - 1);
    }

    __device__ __forceinline__ bool periodic_planes() const { return from.periodic & 1; }

    /* Tiles on both sides of a period are copied by the threads. */
    __device__ __forceinline__ bool wraps_tiles() const { return EDGE && from.periodic & 6; }

    __device__ __forceinline__ int plane(int i) const
    {
        return periodic_planes() ? wrap(i, x.end[0]) : i;
    }

    /* The address of a word in plane i. The plane's address is equal in all threads; the place
     * in it is not negative. */
    __device__ __forceinline__ static real *word_at(const domain &d, void *array, int64_t i,
                                                    int place)
    {
        char *base = reinterpret_cast<char *>(static_cast<real *>(array) + i * d.plane);
        return reinterpret_cast<real *>(base + unsigned(sizeof(real)) * unsigned(place));
    }

    __device__ __forceinline__ real &slot_word(int slot, int word, int r) const
    {
        return slots[((slot * words + word) * R + r) * BLOCK + thread];
    }

    /* Has one plane more brought to shared memory, with zeros beyond the grid. */
    __device__ __forceinline__ void fetch()
    {
        const int slot = fetched % PREFETCHED, ring = fetched % smem::RINGS;
        if (wraps_tiles())
            copy(slot, ring);
        else if (thread == 0) {
            unsigned bytes = sizeof s.field[0];
            if (IDS)
                bytes += sizeof s.id[0];
            if (ONE_WORD_EACH)
                bytes += sizeof s.word[0];
            tma_expect(&s.full[slot], bytes);
            tma_load_fields(&s.field[slot][0][0][0], &maps.fields, left, top, ahead,
                            &s.full[slot]);
            if (ONE_WORD_EACH)
                tma_load_fields(&s.word[ring][0][0][0], &maps.words, left, top, ahead,
                                &s.full[slot]);
            if (IDS)
                tma_load_ids(&s.id[ring][0][0], &maps.ids, left, top, ahead, &s.full[slot]);
        }
        fetched++;
        ahead++;
        if (periodic_planes() && ahead == x.end[0])
            ahead = 0;
    }

    __device__ __forceinline__ void copy(int slot, int ring)
    {
        const bool there = ahead >= 0 && ahead < x.nodes[0];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const bool v = there && updated[r] & 0x40;
#pragma unroll
            for (int c = 0; c < 6; c++)
                s.field[slot][warp * R + r][c][lane] =
                    v ? *word_at(from, from.field[c], ahead, place[r]) : real(0);
#pragma unroll
            for (int c = 0; ONE_WORD_EACH && c < 3; c++)
                s.word[ring][warp * R + r][c][lane] =
                    v ? *word_at(from, maps.words_from, ahead, place[r] + c * x.row) : real(0);
            if (IDS)
                s.id[ring][warp * R + r][lane] =
                    v ? x.ids[(int64_t(ahead) * from.rows + j[r]) * x.row + k] : 0u;
        }
    }

    __device__ __forceinline__ void await(int number)
    {
        if (!wraps_tiles())
            tma_wait(&s.full[number % PREFETCHED], number / PREFETCHED & 1);
    }

    /* Copies psi of plane i along one axis into its slot, or (store) from there. */
    template <int AXIS, int KIND>
    __device__ __forceinline__ void stream_axis(int i, int slot, int r, bool store);

    __device__ __forceinline__ void stream_layers(int i, int slot, int r, bool store);

    /* Copies states of sections likewise. id: the media of the cell, for storing. */
    __device__ __forceinline__ void stream_sections(int i, int slot, int r, bool store,
                                                    unsigned id);

    __device__ __forceinline__ void stream_in(int i, int slot);

    __device__ __forceinline__ void stream_out(int i, int number, int slot);

    /* Advances psi of a component along one axis and adds it to its curl q. N: place of the
     * component after the axis, 1 or 2. Points that are not updated may take part: nobody reads
     * their psi. */
    template <int AXIS, int N, bool ELECTRIC>
    __device__ __forceinline__ void layer(int slot, int i, int r, real t, real &q);

    /* Subtracts the sections of an E component from its curl q; they take the old field. */
    __device__ __forceinline__ void sections(int slot, int ring, int c, int r, unsigned id,
                                             bool on, real old, real &q);

    __device__ __forceinline__ real of_medium(unsigned medium, real q, real old) const
    {
        if (!LOSSES)
            return fma(table[medium].cb, q, old);
        const pair<real> m = table[medium];
        return fma(m.cb, q, fma(-m.loss, old, old));
    }

    /* The old field less its losses, which without ids come from sections alone. */
    __device__ __forceinline__ real lossy(int c, real old) const
    {
        return ONE_WORD_EACH ? fma(-numbers_of<real>(x).loss[c], old, old) : old;
    }

    /* A level of the plane step that looks ahead to plane `now`, of number `number`. slot: of
     * that plane's words; more: planes are left to fetch. in_e, in_h: plane now-LEVEL at time
     * level LEVEL comes in, the plane before it at the next time level goes out. */
    template <int LEVEL, bool UNIFORM>
    __device__ __forceinline__ void level(int now, int number, int slot, bool more,
                                          real (&in_e)[3][R], real (&in_h)[3][R]);

    template <int LEVEL, bool UNIFORM>
    __device__ __forceinline__ void levels(int now, int number, int slot, bool more,
                                           real (&in_e)[3][R], real (&in_h)[3][R]);

    __device__ __forceinline__ void write(int i, int number, int slot,
                                          const real (&out_e)[3][R], const real (&out_h)[3][R]);

    /* One plane further. UNIFORM: the planes of all levels lie in the uniform range. */
    template <bool UNIFORM>
    __device__ __forceinline__ void plane_step(const brick &b, int now, int number, int &slot);

    __device__ __forceinline__ void run(const brick &b);
};

#endif
