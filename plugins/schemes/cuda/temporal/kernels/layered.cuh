/* layered.cuh: the layered march: passes of three and four steps through bricks that meet
 * layers, walls or other spacings along some axes, or have poles of one or two words.
 *
 * The march of uniform.cuh, with these beside it: psi waits in shared memory (layered_psi.cuh),
 * and so do ids and words of sections, until their plane has passed all levels; they come one
 * plane step after the fields of their plane, when level 0 is about to need them. Widths come
 * from tables along the axes of the kernel. */
#ifndef CUDA_LAYERED_CUH
#define CUDA_LAYERED_CUH

#include "layered_psi.cuh"
#include "level.cuh"

template <class real, int T, int R, int W, int FIELD_PLANES, int FEATURES> struct layered_smem {
    static constexpr int WIDTH = WIDE<real>;
    static constexpr int ROWS = R * W, RING = T + FIELD_PLANES - 1; /* planes of ids, words */
    static constexpr int ID_ROWS = FEATURES & WITH_IDS ? ROWS : 0;
    static constexpr int WORD_ROWS = FEATURES & WITH_ONE_WORD ? ROWS : 0;
    /* Words of Ex, Ey, Ez, then their second words. */
    static constexpr int WORDS = FEATURES & WITH_TWO_WORDS ? 6 : 3;
    static constexpr int BORDERS =
        T % 2 ? T : 2; /* planes of H; one is written again two levels later */
    alignas(128) real f[FIELD_PLANES][ROWS][6][WIDTH];
    alignas(128) real word[RING * WORD_ROWS + !WORD_ROWS][WORDS][WIDTH];
    alignas(128) unsigned id[RING * ID_ROWS + !ID_ROWS][WIDTH];
    alignas(16) real e[T - 1][W + 1][2][WIDTH]; /* from level 1 on; see uniform.cuh */
    alignas(16) real h[BORDERS][W + 1][2][WIDTH];
    unsigned long long full[FIELD_PLANES];
};

/* The march of one brick. FACES: some of its cells lie on a wall or beyond; there E stays 0,
 * and so does H beyond, and ids say so themselves. AXES: the axes along which it meets layers.
 */
template <class real, int T, int R, int W, int FIELD_PLANES, int FEATURES, int AXES, bool FACES,
          class laws>
struct layered_march {
    static constexpr bool IDS = FEATURES & WITH_IDS, LOSSES = FEATURES & WITH_LOSSES;
    static constexpr bool ONE_WORD_EACH = FEATURES & WITH_ONE_WORD,
                          TWO_WORDS = FEATURES & WITH_TWO_WORDS;
    static constexpr bool LAYERS_YZ = AXES & (ALONG_Y | ALONG_Z), MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using cells = cells_of<real>;
    using ids = pack<unsigned, V>;
    using smem = layered_smem<real, T, R, W, FIELD_PLANES, FEATURES>;
    static constexpr int RING = smem::RING, WORDS = smem::WORDS;
    using layers = layered_psi<real, T, R, W, FEATURES, AXES>;

    const tensor_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    smem &s;
    const real *
        coefficients; /* coefficients of media: cb; with losses cb, loss; with words cb, loss, c1, r1;
                         with second words these and the four of pass.second_words */
    layers &psi_words;
    const laws &law;
    int lane, warp, column, row;     /* column, row: of this thread's first cell */
    real has_next;                   /* 0 in the last lane, else 1 */
    int slot = 0, next_slot = 1;     /* slots of planes n-1 and n in plane step n */
    int id_slot = 0, psi = 0;        /* slots of plane n-1's ids and words, and of its psi */
    unsigned updated[MASKS ? R : 1]; /* bit 3*v + c: E component c is updated */
    unsigned written_rows;           /* bit r */
    cells e[T][3][R], h[T][3][R];    /* fields of the plane that waits for each level; [0] is in
                                        shared    memory */
    cells last[2][R];                /* Hy, Hz of the plane before, after the last level */

    /* Has the fields of plane i brought, and ids and words of plane i-1 but for the first time,
     * by one thread. */
    __device__ __forceinline__ void fetch(int i, int slot, int held_slot, bool first)
    {
        const unsigned held = first ? 0
                                    : (IDS ? ROWS * sizeof s.id[0] : 0) +
                                          (ONE_WORD_EACH ? ROWS * sizeof s.word[0] : 0);
        const int top = b.read_from[0] + x.ghost_width[1],
                  left = b.read_from[1] + x.ghost_width[2];
        const int last = wrap_plane(x, i - 1);
        tma_expect(&s.full[slot], unsigned(sizeof s.f[0]) + held);
        tma_load_fields(s.f[slot], &maps.fields, left, top, wrap_plane(x, i), &s.full[slot]);
        if (ONE_WORD_EACH && !first)
            tma_load_fields(s.word[held_slot * ROWS], &maps.words, left, top, last,
                            &s.full[slot]);
        if (IDS && !first)
            tma_load_ids(s.id[held_slot * ROWS], &maps.ids, left, top, last, &s.full[slot]);
    }

    __device__ __forceinline__ void settle()
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y);
        column = b.read_from[1] + V * lane;
        row = b.read_from[0] + warp * R;
        has_next = lane == LANES - 1 ? real(0) : real(1);
        written_rows = rows_written<R>(b, row, column);
#pragma unroll
        for (int r = 0; MASKS && r < R; r++)
            updated[r] = e_updated_in_row<V>(from, row + r, column);
    }

    __device__ __forceinline__ void clear()
    {
        const cells nothing = {};
        const int at = V * lane;
        clear_levels(e, h, last);
        for (int n = FIELD_PLANES - 1; n < RING; n++) /* zeros before the first plane */
            for (int r = 0; r < R; r++) {
                const int own = n * ROWS + warp * R + r;
                if (IDS)
                    store_cells(&s.id[own][at], ids{});
                for (int c = 0; ONE_WORD_EACH && c < WORDS; c++)
                    store_cells(&s.word[own][c][at], nothing);
            }
        for (int q = 0; q < 2; q++) {
            for (int n = 0; n < T - 1; n++) {
                store_cells(&s.e[n][warp][q][at], nothing);
                store_cells(&s.e[n][W][q][at], nothing);
            }
            for (int n = 0; n < smem::BORDERS && warp == 0; n++)
                store_cells(&s.h[n][0][q][at], nothing);
        }
        if (IDS || ONE_WORD_EACH)
            tma_fence();
    }

    /* E of a cell of medium `id` after the level; its sections take the old field. may: without
     * ids, whether the component is updated there. */
    __device__ __forceinline__ real update(int c, unsigned id, bool update_mask, real q,
                                           real old, real &word, real &second) const
    {
        constexpr int COUNT = layered_coefficient_words(media_of(FEATURES));
        real cb, loss, c1, r1, c0, c2, r2;
        if (!IDS) {
            const auto &all = numbers_of<real>(x);
            cb = update_mask ? all.cb[c] : real(0);
            loss = all.loss[c], c1 = all.c1[c], r1 = all.r1[c];
            c0 = all.c0[c], c2 = all.c2[c], r2 = all.r2[c];
        } else if (ONE_WORD_EACH) {
            const pack<real, 4> coefficient = load<4>(coefficients + COUNT * id);
            cb = coefficient.v[0], loss = coefficient.v[1], c1 = coefficient.v[2],
            r1 = coefficient.v[3];
            if (TWO_WORDS) {
                const pack<real, 4> after = load<4>(coefficients + COUNT * id + 4);
                c0 = after.v[0], c2 = after.v[1], r2 = after.v[2];
            }
        } else if (LOSSES) {
            const pack<real, 2> coefficient = load<2>(coefficients + COUNT * id);
            cb = coefficient.v[0], loss = coefficient.v[1];
        } else {
            cb = coefficients[id];
        }
        if (TWO_WORDS) {
            const real apart = c0 == 0 ? second : real(0), linked = second - apart;
            const real more = fma(-c2, second, -c0 * word); /* one of them is 0 */
            q = q - word - apart;
            word = word + fma(r1, old, fma(-c1, word, linked));
            second = second + fma(r2, old, more);
        } else if (ONE_WORD_EACH) {
            q -= word;
            word = word + fma(r1, old, fma(-c1, word, real(0)));
        }
        return fma(cb, q, LOSSES || ONE_WORD_EACH ? fma(-loss, old, old) : old);
    }

    __device__ __forceinline__ int front() const { return max(b.plane - T, x.first_plane); }

    /* q: the curl that E (KIND = NODE) or H takes, of differences d[row][0] and [1] along each
     * axis. number: of the plane among the brick's. */
    template <int KIND>
    __device__ __forceinline__ void find_curl(int number, const cells (&dx)[R][2],
                                              const cells (&dy)[R][2], const cells (&dz)[R][2],
                                              cells (&q)[R][3]) const
    {
        const cells xi = psi_words.template inverse_x<KIND>(number),
                    zi = psi_words.template inverse_z<KIND>();
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells yi = psi_words.template inverse_y<KIND>(warp * R + r);
            const real sign = KIND == NODE ? -1 : 1;
            q[r][0] = curl(sign, zi, dz[r][1], yi, dy[r][0]);
            q[r][1] = curl(sign, xi, dx[r][1], zi, dz[r][0]);
            q[r][2] = curl(sign, yi, dy[r][1], xi, dx[r][0]);
        }
    }

    /* Psi along y and z: the plane that the last plane step has finished is stored at level 0,
     * and at level 1 the next step's is loaded to its slot; the levels' barriers are between.
     */
    template <int LEVEL> __device__ __forceinline__ void stream_psi(int now)
    {
        const int slot = psi + 1 == layers::SLOTS ? 0 : psi + 1;
        if (LEVEL == 0 && now - 1 - T >= b.plane)
            psi_words.template stream_yz<true>(now - 1 - T, slot);
        if (LEVEL == 1) {
            psi_words.template stream_yz<false>(now, slot);
            __pipeline_commit();
        }
    }

    /* A level and those after it, as uniform_march::level(). */
    template <int LEVEL>
    __device__ __forceinline__ void level(int now, int left, cells (&in_e)[3][R],
                                          cells (&in_h)[3][R])
    {
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? has_next : real(1);
        const int i = now - 1 - LEVEL, number = i - front(),
                  psi_slot = psi - LEVEL + (psi < LEVEL ? layers::SLOTS : 0);
        const unsigned mask = IDS ? 7 : e_updated_in_plane(from, i);
        const int at = V * lane;
        cells now_e[3][R], below[2];
        if constexpr (LEVEL == 0) {
            const real *const p = &s.f[slot][warp * R][0][at],
                              *const q = &s.f[next_slot][warp * R][0][at];
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    now_e[c][r] = load_cells(p + (6 * r + c) * WIDTH);
                    h[0][c][r] = load_cells(p + (6 * r + c + 3) * WIDTH);
                }
                in_e[1][r] = load_cells(q + (6 * r + 1) * WIDTH);
                in_e[2][r] = load_cells(q + (6 * r + 2) * WIDTH);
            }
            const real *const d = &s.f[slot][min(warp * R + R, ROWS - 1)][0][at];
            below[0] = load_cells(d);
            below[1] = load_cells(d + 2 * WIDTH);
            if (FACES && warp == W - 1)
                below[0] = below[1] = cells{};
        } else {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    now_e[c][r] = e[LEVEL][c][r];
            below[0] = load_cells(&s.e[LEVEL - (LEVEL > 0)][warp + 1][0][at]);
            below[1] = load_cells(&s.e[LEVEL - (LEVEL > 0)][warp + 1][1][at]);
        }
        cells hx[R], hy[R], hz[R], dx[R][2], dy[R][2], dz[R][2], q[R][3];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells below0 = r < R - 1 ? now_e[0][(r + 1) % R] : below[0];
            const cells below2 = r < R - 1 ? now_e[2][(r + 1) % R] : below[1];
            dx[r][0] = difference(in_e[1][r], now_e[1][r]),
            dx[r][1] = difference(in_e[2][r], now_e[2][r]);
            dy[r][0] = difference(below2, now_e[2][r]),
            dy[r][1] = difference(below0, now_e[0][r]);
            dz[r][0] = to_next(now_e[0][r], beyond);
            dz[r][1] = to_next(now_e[1][r], beyond);
        }
        find_curl<HALF>(number, dx, dy, dz, q);
        if (AXES)
            psi_words.template add_psi<HALF>(i, number, psi_slot, dx, dy, dz, q);
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int v = 0; v < V; v++) {
                hx[r].v[v] = fma(cb[3], q[r][0].v[v], h[LEVEL][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], q[r][1].v[v], h[LEVEL][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], q[r][2].v[v], h[LEVEL][2][r].v[v]);
            }
        store_cells(&s.h[LEVEL % smem::BORDERS][warp + 1][0][at], hx[R - 1]);
        store_cells(&s.h[LEVEL % smem::BORDERS][warp + 1][1][at], hz[R - 1]);
        if (LEVEL == 0 && ONE_WORD_EACH)
            tma_fence();
        if (LEVEL == T - 1 && LAYERS_YZ)
            __pipeline_wait_prior(0);
        __syncthreads();
        if (LAYERS_YZ)
            stream_psi<LEVEL>(now);
        if (LEVEL == 0 && warp == 0 && lane == 0 &&
            left > FIELD_PLANES - 1) /* all have read it */
            fetch(now - 1 + FIELD_PLANES, slot, (id_slot + FIELD_PLANES - 1) % RING, false);
        const cells above0 = load_cells(&s.h[LEVEL % smem::BORDERS][warp][0][at]);
        const cells above2 = load_cells(&s.h[LEVEL % smem::BORDERS][warp][1][at]);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells hx_up = r > 0 ? hx[(r + R - 1) % R] : above0;
            const cells hz_up = r > 0 ? hz[(r + R - 1) % R] : above2;
            const cells hy_old = LEVEL < T - 1 ? h[(LEVEL + 1) % T][1][r] : last[0][r];
            const cells hz_old = LEVEL < T - 1 ? h[(LEVEL + 1) % T][2][r] : last[1][r];
            dx[r][0] = difference(hy[r], hy_old), dx[r][1] = difference(hz[r], hz_old);
            dy[r][0] = difference(hz[r], hz_up), dy[r][1] = difference(hx[r], hx_up);
            dz[r][0] = difference(hx[r], previous(hx[r])),
            dz[r][1] = difference(hy[r], previous(hy[r]));
        }
        find_curl<NODE>(number, dx, dy, dz, q);
        if (AXES)
            psi_words.template add_psi<NODE>(i, number, psi_slot, dx, dy, dz, q);
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int kept =
                (id_slot - LEVEL + (id_slot < LEVEL ? RING : 0)) * ROWS + warp * R + r;
            ids id = {};
            if (IDS)
                id = load<V>(&s.id[kept][at]);
#pragma unroll
            for (int c = 0; c < 3; c++) {
                cells word = {}, second = {};
                if (ONE_WORD_EACH)
                    word = load_cells(&s.word[kept][c][at]);
                if (TWO_WORDS)
                    second = load_cells(&s.word[kept][c + WORDS - 3][at]);
#pragma unroll
                for (int v = 0; v < V; v++) {
                    const unsigned here = MASKS ? mask & updated[r] >> 3 * v : mask;
                    out[c][r].v[v] =
                        update(c, id.v[v] >> 10 * c & 1023, here >> c & 1, q[r][c].v[v],
                               now_e[c][r].v[v], word.v[v], second.v[v]);
                }
                if constexpr (laws::ACTS)
                    law.act(c, LEVEL, id, mask * 9 & (MASKS ? updated[r] : ~0u), now_e[c][r],
                            out[c][r]);
                if (ONE_WORD_EACH)
                    store_cells(&s.word[kept][c][at], word);
                if (TWO_WORDS)
                    store_cells(&s.word[kept][c + WORDS - 3][at], second);
            }
        }
        if (LEVEL > 0) {
            store_cells(&s.e[LEVEL - (LEVEL > 0)][warp][0][at], in_e[0][0]);
            store_cells(&s.e[LEVEL - (LEVEL > 0)][warp][1][at], in_e[2][0]);
        }
        pass_on<LEVEL, 0>(e, h, last, in_e, in_h, out, hx, hy, hz);
        if constexpr (LEVEL + 1 < T)
            level<LEVEL + 1>(now, left, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, const cells (&e)[3][R], const cells (&h)[3][R])
    {
        const int kept = (id_slot + 1 + RING - T) % RING * ROWS + warp * R;
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(written_rows >> r & 1))
                continue;
            const int64_t at = i * from.plane + int64_t(row + r) * from.pitch + column;
            real *f = field_of<real>(to, 0) + at;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                store_streaming(f + c * x.row, e[c][r]);
                store_streaming(f + (c + 3) * x.row, h[c][r]);
            }
#pragma unroll
            for (int c = 0; ONE_WORD_EACH && c < WORDS; c++)
                store_streaming(static_cast<real *>(maps.words_to) + at + c * x.row,
                                load_cells(&s.word[kept + r][c][V * lane]));
        }
    }

    __device__ __forceinline__ void run()
    {
        const int first = front(), planes = b.end + T - first;
        const int unwritten = b.plane + T - first; /* plane steps */
        settle();
        clear();
        __syncthreads();
        if (warp == 0 && lane == 0)
            for (int n = 0; n < FIELD_PLANES && n < planes; n++)
                fetch(first + n, n, n - 1, n == 0);
        for (int n = 0; AXES && n < 2; n++) {
            psi_words.template stream_x<false>(first + n, n);
            if (n == 0)
                psi_words.template stream_yz<false>(first, 0);
            __pipeline_commit();
        }
        if (LAYERS_YZ) {
            __pipeline_wait_prior(0);
            __syncthreads();
        }
        tma_wait(&s.full[0], 0);
        unsigned phase = 0;
#pragma unroll 1
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            tma_wait(&s.full[next_slot], phase);
            if (AXES == ALONG_X) /* else all has come in the last plane step */
                __pipeline_wait_prior(1);
            level<0>(first + n, planes - n, in_e, in_h);
            if (n >= unwritten)
                write(first + n - T, in_e, in_h);
            if (AXES & ALONG_X) {
                const int free = (psi + 2) % layers::SLOTS; /* the slot of planes n-T and n+1 */
                if (n >= unwritten)
                    psi_words.template stream_x<true>(first + n - T, free);
                psi_words.template stream_x<false>(first + n + 1, free);
                __pipeline_commit();
            }
            psi = psi + 1 == layers::SLOTS ? 0 : psi + 1;
            slot = next_slot;
            next_slot = next_slot + 1 == FIELD_PLANES ? 0 : next_slot + 1;
            phase ^= next_slot == 0;
            id_slot = id_slot + 1 == RING ? 0 : id_slot + 1;
        }
        if (LAYERS_YZ) {
            __syncthreads();
            psi_words.template stream_yz<true>(b.end - 1,
                                               psi + 1 == layers::SLOTS ? 0 : psi + 1);
        }
    }
};

#endif
