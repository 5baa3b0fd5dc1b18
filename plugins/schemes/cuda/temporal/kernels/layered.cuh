/* layered.cuh: passes of three and four steps through bricks of one spacing.
 *
 * As pass.cuh, but planes come to shared memory by bulk tensor copies (zeros beyond the grid),
 * a few ahead, and stage 0 works from there, so that only later stages keep planes in
 * registers. Ids and words of sections wait there until their plane has passed all stages; they
 * come one turn after the fields of their plane, when stage 0 is about to need them. */
#ifndef CUDA_RICH_CUH
#define CUDA_RICH_CUH

#include "layered_psi.cuh"

template <class real, int T, int R, int W, int AHEAD, int FORM> struct rich_room {
    static constexpr int WIDTH = WIDE<real>;
    static constexpr int ROWS = R * W, HELD = T + AHEAD - 1; /* planes of ids and words */
    static constexpr int ID_ROWS = FORM & FORM_IDS ? ROWS : 0;
    static constexpr int WORD_ROWS = FORM & FORM_POLE ? ROWS : 0;
    static constexpr int WORDS = FORM & FORM_PAIR ? 6 : 3; /* of Ex, Ey, Ez; then the second */
    static constexpr int BORDERS = T % 2 ? T : 2; /* of H: written again two stages later */
    alignas(128) real f[AHEAD][ROWS][6][WIDTH];
    alignas(128) real word[HELD * WORD_ROWS + !WORD_ROWS][WORDS][WIDTH];
    alignas(128) unsigned id[HELD * ID_ROWS + !ID_ROWS][WIDTH];
    alignas(16) real e[T - 1][W + 1][2][WIDTH]; /* of stage 1 on; as calm.cuh's */
    alignas(16) real h[BORDERS][W + 1][2][WIDTH];
    unsigned long long full[AHEAD];
};

/* FACES: some of its cells lie on a face of PEC or beyond. There E stays 0, and so does H
 * beyond; ids say so themselves. AXES: along which it meets layers. */
template <class real, int T, int R, int W, int AHEAD, int FORM, int AXES, bool FACES>
struct rich_marcher {
    static constexpr bool IDS = FORM & FORM_IDS, LOSSES = FORM & FORM_LOSSES;
    static constexpr bool POLE = FORM & FORM_POLE, PAIR = FORM & FORM_PAIR;
    static constexpr bool SIDES = AXES & (ALONG_Y | ALONG_Z), MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using cells = cells_of<real>;
    using ids = pack<unsigned, V>;
    using room = rich_room<real, T, R, W, AHEAD, FORM>;
    static constexpr int HELD = room::HELD, WORDS = room::WORDS;
    using layers = rich_psi<real, T, R, W, FORM, AXES>;

    const stage_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    room &s;
    const real *laws; /* of ids: cb, with losses cb and loss, with poles c1 and r1, too, with
                         second words those of pass.pair */
    layers &sides;
    int lane, warp, column, row;        /* of this thread's first cell */
    real edge;                          /* 0 in the last lane, else 1 */
    int here = 0, next = 1, held = 0;   /* slots of planes n-1 and n; of plane n-1's ids */
    int psi = 0;                        /* of plane n-1's psi */
    unsigned on[MASKS ? R : 1], writes; /* bit 3*v + c: E component c is updated; bit r */
    cells e[T][3][R], h[T][3][R], last[2][R]; /* e[0] and h[0] are in shared memory */

    /* One thread brings the fields of plane i, the rest of plane i-1 (not of the first). */
    __device__ __forceinline__ void fetch(int i, int slot, int held_slot, bool first)
    {
        const unsigned own =
            first ? 0
                  : (IDS ? ROWS * sizeof s.id[0] : 0) + (POLE ? ROWS * sizeof s.word[0] : 0);
        const int top = b.from[0] + x.margin[1], left = b.from[1] + x.margin[2];
        const int last = around(x, i - 1);
        stage_expect(&s.full[slot], unsigned(sizeof s.f[0]) + own);
        stage_fields(s.f[slot], &maps.fields, left, top, around(x, i), &s.full[slot]);
        if (POLE && !first)
            stage_fields(s.word[held_slot * ROWS], &maps.words, left, top, last, &s.full[slot]);
        if (IDS && !first)
            stage_ids(s.id[held_slot * ROWS], &maps.ids, left, top, last, &s.full[slot]);
    }

    __device__ __forceinline__ void settle()
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y);
        column = b.from[1] + V * lane;
        row = b.from[0] + warp * R;
        edge = lane == LANES - 1 ? real(0) : real(1);
        writes = 0;
#pragma unroll
        for (int r = 0; r < R; r++) {
            writes |= unsigned(row + r >= b.row && row + r < b.last[0] && column >= b.column &&
                               column < b.last[1])
                      << r;
            if (!MASKS)
                continue;
            on[r] = 0;
#pragma unroll
            for (int v = 0; v < V; v++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    on[r] |=
                        unsigned(inside(from, c, 1, row + r) && inside(from, c, 2, column + v))
                        << (3 * v + c);
        }
    }

    __device__ __forceinline__ void clear()
    {
        const cells nothing = {};
        const int at = V * lane;
#pragma unroll
        for (int r = 0; r < R; r++) {
            last[0][r] = last[1][r] = nothing;
#pragma unroll
            for (int n = 0; n < T; n++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    e[n][c][r] = h[n][c][r] = nothing;
        }
        for (int n = AHEAD - 1; n < HELD; n++) /* of planes before the first */
            for (int r = 0; r < R; r++) {
                const int own = n * ROWS + warp * R + r;
                if (IDS)
                    put(&s.id[own][at], ids{});
                for (int c = 0; POLE && c < WORDS; c++)
                    put(&s.word[own][c][at], nothing);
            }
        for (int q = 0; q < 2; q++) {
            for (int n = 0; n < T - 1; n++) {
                put(&s.e[n][warp][q][at], nothing);
                put(&s.e[n][W][q][at], nothing);
            }
            for (int n = 0; n < room::BORDERS && warp == 0; n++)
                put(&s.h[n][0][q][at], nothing);
        }
        if (IDS || POLE)
            stage_order();
    }

    /* E that a cell of medium `id` keeps and takes; its sections take the old field. */
    __device__ __forceinline__ real update(int c, unsigned id, bool may, real q, real old,
                                           real &word, real &second) const
    {
        constexpr int LAW = rich_law_words(FORM);
        real cb, loss, c1, r1, c0, c2, r2;
        if (!IDS) {
            const auto &all = numbers_of<real>(x);
            cb = may ? all.cb[c] : real(0);
            loss = all.loss[c], c1 = all.c1[c], r1 = all.r1[c];
            c0 = all.c0[c], c2 = all.c2[c], r2 = all.r2[c];
        } else if (POLE) {
            const pack<real, 4> law = load<4>(laws + LAW * id);
            cb = law.v[0], loss = law.v[1], c1 = law.v[2], r1 = law.v[3];
            if (PAIR) {
                const pack<real, 4> more = load<4>(laws + LAW * id + 4);
                c0 = more.v[0], c2 = more.v[1], r2 = more.v[2];
            }
        } else if (LOSSES) {
            const pack<real, 2> law = load<2>(laws + LAW * id);
            cb = law.v[0], loss = law.v[1];
        } else {
            cb = laws[id];
        }
        if (PAIR) {
            const real own = c0 == 0 ? second : real(0), linked = second - own;
            const real taken = fma(-c2, second, -c0 * word); /* one of them is 0 */
            q = q - word - own;
            word = word + fma(r1, old, fma(-c1, word, linked));
            second = second + fma(r2, old, taken);
        } else if (POLE) {
            q -= word;
            word = word + fma(r1, old, fma(-c1, word, real(0)));
        }
        return fma(cb, q, LOSSES || POLE ? fma(-loss, old, old) : old);
    }

    __device__ __forceinline__ int front() const { return max(b.plane - T, x.before); }

    template <int KIND>
    __device__ __forceinline__ void find_curl(real sign, int number, const cells (&dx)[R][2],
                                              const cells (&dy)[R][2], const cells (&dz)[R][2],
                                              cells (&q)[R][3]) const
    {
        const cells xi = sides.template inverse_x<KIND>(number),
                    zi = sides.template inverse_z<KIND>();
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells yi = sides.template inverse_y<KIND>(warp * R + r);
            q[r][0] = curl(sign, zi, dz[r][1], yi, dy[r][0]);
            q[r][1] = curl(sign, xi, dx[r][1], zi, dz[r][0]);
            q[r][2] = curl(sign, yi, dy[r][1], xi, dx[r][0]);
        }
    }

    /* What the last turn has finished goes out, then what the next one needs comes to its slot:
     * the barriers of stages are between. */
    template <int S> __device__ __forceinline__ void stream_psi(int now)
    {
        const int slot = psi + 1 == layers::SLOTS ? 0 : psi + 1;
        if (S == 0 && now - 1 - T >= b.plane)
            sides.template stream_sides<true>(now - 1 - T, slot);
        if (S == 1) {
            sides.template stream_sides<false>(now, slot);
            __pipeline_commit();
        }
    }

    /* As marcher::stage(). left: planes from `now` on. */
    template <int S>
    __device__ __forceinline__ void stage(int now, int left, cells (&in_e)[3][R],
                                          cells (&in_h)[3][R])
    {
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? edge : real(1);
        const int i = now - 1 - S, number = i - front(),
                  psi_slot = psi - S + (psi < S ? layers::SLOTS : 0);
        unsigned mask = 7;
        if (!IDS) {
            mask = 0;
#pragma unroll
            for (int c = 0; c < 3; c++)
                mask |= unsigned(inside(from, c, 0, i)) << c;
        }
        const int at = V * lane;
        cells own[3][R], down[2];
        if constexpr (S == 0) {
            const real *const p = &s.f[here][warp * R][0][at], *const q =
                                                                   &s.f[next][warp * R][0][at];
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    own[c][r] = take(p + (6 * r + c) * WIDTH);
                    h[0][c][r] = take(p + (6 * r + c + 3) * WIDTH);
                }
                in_e[1][r] = take(q + (6 * r + 1) * WIDTH);
                in_e[2][r] = take(q + (6 * r + 2) * WIDTH);
            }
            const real *const d = &s.f[here][min(warp * R + R, ROWS - 1)][0][at];
            down[0] = take(d);
            down[1] = take(d + 2 * WIDTH);
            if (FACES && warp == W - 1)
                down[0] = down[1] = cells{};
        } else {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    own[c][r] = e[S][c][r];
            down[0] = take(&s.e[S - (S > 0)][warp + 1][0][at]);
            down[1] = take(&s.e[S - (S > 0)][warp + 1][1][at]);
        }
        cells hx[R], hy[R], hz[R], dx[R][2], dy[R][2], dz[R][2], q[R][3];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells down0 = r < R - 1 ? own[0][(r + 1) % R] : down[0];
            const cells down2 = r < R - 1 ? own[2][(r + 1) % R] : down[1];
            dx[r][0] = minus(in_e[1][r], own[1][r]), dx[r][1] = minus(in_e[2][r], own[2][r]);
            dy[r][0] = minus(down2, own[2][r]), dy[r][1] = minus(down0, own[0][r]);
            dz[r][0] = to_next(own[0][r], beyond);
            dz[r][1] = to_next(own[1][r], beyond);
        }
        find_curl<HALF>(1, number, dx, dy, dz, q);
        if (AXES)
            sides.template act<HALF>(i, number, psi_slot, dx, dy, dz, q);
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int v = 0; v < V; v++) {
                hx[r].v[v] = fma(cb[3], q[r][0].v[v], h[S][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], q[r][1].v[v], h[S][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], q[r][2].v[v], h[S][2][r].v[v]);
            }
        put(&s.h[S % room::BORDERS][warp + 1][0][at], hx[R - 1]);
        put(&s.h[S % room::BORDERS][warp + 1][1][at], hz[R - 1]);
        if (S == 0 && POLE)
            stage_order();
        if (S == T - 1 && SIDES)
            __pipeline_wait_prior(0);
        __syncthreads();
        if (SIDES)
            stream_psi<S>(now);
        if (S == 0 && warp == 0 && lane == 0 && left > AHEAD - 1) /* all have read it */
            fetch(now - 1 + AHEAD, here, (held + AHEAD - 1) % HELD, false);
        const cells up0 = take(&s.h[S % room::BORDERS][warp][0][at]);
        const cells up2 = take(&s.h[S % room::BORDERS][warp][1][at]);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells hx_up = r > 0 ? hx[(r + R - 1) % R] : up0;
            const cells hz_up = r > 0 ? hz[(r + R - 1) % R] : up2;
            const cells hy_old = S < T - 1 ? h[(S + 1) % T][1][r] : last[0][r];
            const cells hz_old = S < T - 1 ? h[(S + 1) % T][2][r] : last[1][r];
            dx[r][0] = minus(hy[r], hy_old), dx[r][1] = minus(hz[r], hz_old);
            dy[r][0] = minus(hz[r], hz_up), dy[r][1] = minus(hx[r], hx_up);
            dz[r][0] = minus(hx[r], before(hx[r])), dz[r][1] = minus(hy[r], before(hy[r]));
        }
        find_curl<NODE>(-1, number, dx, dy, dz, q);
        if (AXES)
            sides.template act<NODE>(i, number, psi_slot, dx, dy, dz, q);
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int kept = (held - S + (held < S ? HELD : 0)) * ROWS + warp * R + r;
            ids id = {};
            if (IDS)
                id = load<V>(&s.id[kept][at]);
#pragma unroll
            for (int c = 0; c < 3; c++) {
                cells word = {}, second = {};
                if (POLE)
                    word = take(&s.word[kept][c][at]);
                if (PAIR)
                    second = take(&s.word[kept][c + WORDS - 3][at]);
#pragma unroll
                for (int v = 0; v < V; v++) {
                    const unsigned may = MASKS ? mask & on[r] >> 3 * v : mask;
                    out[c][r].v[v] =
                        update(c, id.v[v] >> 10 * c & 1023, may >> c & 1, q[r][c].v[v],
                               own[c][r].v[v], word.v[v], second.v[v]);
                }
                if (POLE)
                    put(&s.word[kept][c][at], word);
                if (PAIR)
                    put(&s.word[kept][c + WORDS - 3][at], second);
            }
        }
        if (S > 0) {
            put(&s.e[S - (S > 0)][warp][0][at], in_e[0][0]);
            put(&s.e[S - (S > 0)][warp][1][at], in_e[2][0]);
        }
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (S == T - 1) {
                last[0][r] = hy[r];
                last[1][r] = hz[r];
            }
#pragma unroll
            for (int c = 0; c < 3; c++) {
                if (S > 0) {
                    e[S][c][r] = in_e[c][r];
                    h[S][c][r] = in_h[c][r];
                }
                in_e[c][r] = out[c][r];
            }
            in_h[0][r] = hx[r], in_h[1][r] = hy[r], in_h[2][r] = hz[r];
        }
        if constexpr (S + 1 < T)
            stage<S + 1>(now, left, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, const cells (&e)[3][R], const cells (&h)[3][R])
    {
        const int kept = (held + 1 + HELD - T) % HELD * ROWS + warp * R;
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
            const int64_t at = i * from.plane + int64_t(row + r) * from.pitch + column;
            real *f = field_of<real>(to, 0) + at;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                put_away(f + c * x.row, e[c][r]);
                put_away(f + (c + 3) * x.row, h[c][r]);
            }
#pragma unroll
            for (int c = 0; POLE && c < WORDS; c++)
                put_away(static_cast<real *>(maps.words_to) + at + c * x.row,
                         take(&s.word[kept + r][c][V * lane]));
        }
    }

    __device__ __forceinline__ void run()
    {
        const int first = front(), planes = b.end + T - first;
        const int unwritten = b.plane + T - first; /* turns */
        settle();
        clear();
        __syncthreads();
        if (warp == 0 && lane == 0)
            for (int n = 0; n < AHEAD && n < planes; n++)
                fetch(first + n, n, n - 1, n == 0);
        for (int n = 0; AXES && n < 2; n++) {
            sides.template stream_x<false>(first + n, n);
            if (n == 0)
                sides.template stream_sides<false>(first, 0);
            __pipeline_commit();
        }
        if (SIDES) {
            __pipeline_wait_prior(0);
            __syncthreads();
        }
        stage_wait(&s.full[0], 0);
        unsigned phase = 0;
#pragma unroll 1
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            stage_wait(&s.full[next], phase);
            if (AXES == ALONG_X) /* else all has come in the last turn */
                __pipeline_wait_prior(1);
            stage<0>(first + n, planes - n, in_e, in_h);
            if (n >= unwritten)
                write(first + n - T, in_e, in_h);
            if (AXES & ALONG_X) {
                const int free = (psi + 2) % layers::SLOTS; /* of planes n-T and n+1 */
                if (n >= unwritten)
                    sides.template stream_x<true>(first + n - T, free);
                sides.template stream_x<false>(first + n + 1, free);
                __pipeline_commit();
            }
            psi = psi + 1 == layers::SLOTS ? 0 : psi + 1;
            here = next;
            next = next + 1 == AHEAD ? 0 : next + 1;
            phase ^= next == 0;
            held = held + 1 == HELD ? 0 : held + 1;
        }
        if (SIDES) {
            __syncthreads();
            sides.template stream_sides<true>(b.end - 1,
                                              psi + 1 == layers::SLOTS ? 0 : psi + 1);
        }
    }
};

#endif
