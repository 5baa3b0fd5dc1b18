/* pass.cuh: T steps in one march over the planes of a brick.
 *
 * Planes are staged in shared memory by the tensor copy engine, some ahead. In the turn that
 * looks ahead to plane n, stage s takes plane n-1-s from level s to s+1: H from E of this plane
 * and the next, then E from H of this plane and the one before. Stage 0 reads what is staged;
 * what stage s has done is what stage s+1 waits for in the next turn, so a thread keeps one
 * plane of E and H for each of those in registers. Neighbours along a row come by shuffles,
 * those of the next warp through shared memory. Words that belong to one point (psi of layers,
 * states of sections) wait in shared memory until their plane has passed all stages.
 *
 * All sums are those of sweep.cuh in the same order: the same bits. */
#ifndef CUDA_PASS_CUH
#define CUDA_PASS_CUH

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

__device__ inline int wrap(int n, int count) { return ((n % count) + count) % count; }
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
        if (LAYERS) /* what is not read must not be: 0 times it must be 0 */
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
        zn = numbers().inverse[2][NODE], zh = numbers().inverse[2][HALF];
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
            yn[r] = numbers().inverse[1][NODE], yh[r] = numbers().inverse[1][HALF];
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
        if (IDS) { /* those of planes before the first: nothing is updated there */
            for (int n = STAGED; n < memory::RINGS; n++)
                for (int r = 0; r < R; r++)
                    S.id[n][warp * R + r][lane] = 0;
            stage_order();
        }
        for (int s = 0; s < T; s++)
            for (int q = 0; q < 2; q++) {
                S.e[s][warp][q][lane] = S.h[s][warp][q][lane] = 0;
                if (warp == 0)
                    S.e[s][W][q][lane] = S.h[s][W][q][lane] = 0;
            }
    }

    __device__ __forceinline__ const auto &numbers() const
    {
        if constexpr (sizeof(real) == sizeof(float))
            return x.f32;
        else
            return x.f64;
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
                    v ? x.ids[(int64_t(ahead) * x.nodes[1] + j[r]) * x.row + k] : 0u;
        }
    }

    __device__ __forceinline__ void await(int number)
    {
        if (!goes_round())
            stage_wait(&S.full[number % STAGED], number / STAGED & 1);
    }

    /* Psi of plane i along one axis into its slot, or (store) from there. */
    template <int AXIS, int KIND>
    __device__ __forceinline__ void stream_axis(int i, int slot, int r, bool store)
    {
        const line &l = from.line[AXIS][KIND];
        const int row = j[r], at = AXIS == 0 ? i : AXIS == 1 ? row : k;
        if (!(x.layers >> AXIS & 1) ||
            (AXIS == 0 ? !in_layer(l, i) : !(deep[KIND] >> (AXIS == 1 ? r : 31) & 1)))
            return;
        const int p = at < l.low ? at : at - l.shift;
        const int64_t n = AXIS == 0   ? (int64_t(p) * from.rows + row) * from.pitch + k
                          : AXIS == 1 ? (int64_t(i) * l.slab + p) * from.pitch + k
                                      : (int64_t(i) * from.rows + row) * l.slab + p;
#pragma unroll
        for (int m = 1; m < 3; m++) {
            const int c = (KIND == NODE ? 0 : 3) + (AXIS + m) % 3;
            real &kept = cell(slot, first_of(AXIS) + 2 * KIND + m - 1, r);
            if (!from.psi[c][AXIS])
                continue;
            if (store)
                static_cast<real *>(to.psi[c][AXIS])[n] = kept;
            else
                __pipeline_memcpy_async(&kept, static_cast<const real *>(from.psi[c][AXIS]) + n,
                                        sizeof(real));
        }
    }

    __device__ __forceinline__ void stream_layers(int i, int slot, int r, bool store)
    {
        if (ENDS) {
            stream_axis<0, NODE>(i, slot, r, store);
            stream_axis<0, HALF>(i, slot, r, store);
        }
        if (SIDES) {
            stream_axis<1, NODE>(i, slot, r, store);
            stream_axis<1, HALF>(i, slot, r, store);
            stream_axis<2, NODE>(i, slot, r, store);
            stream_axis<2, HALF>(i, slot, r, store);
        }
    }

    /* States of sections likewise; id: the media of the cell, for storing. */
    __device__ __forceinline__ void stream_sections(int i, int slot, int r, bool store,
                                                    unsigned id)
    {
        const int first = words - 3 * x.words, row = j[r];
#pragma unroll
        for (int c = 0; c < 3; c++) {
            if (!from.state[c])
                continue;
            int64_t at = i * from.plane + int64_t(row) * from.pitch + k;
            int64_t width = from.state_words;
            if (IDS && from.row[c]) {
                const state_row q = from.row[c][int64_t(i) * from.rows + row];
                if (k < q.begin || k >= q.begin + q.width)
                    continue;
                at = q.first + (k - q.begin);
                width = q.width;
            }
            int many = x.words;
            if (store && (IDS || POLES))
                many = x.words_of[IDS ? id >> 10 * c & 1023 : c];
            for (int n = 0; n < many; n++, at += width) {
                real &kept = cell(slot, first + c * x.words + n, r);
                if (store)
                    static_cast<real *>(to.state[c])[at] = kept;
                else
                    __pipeline_memcpy_async(
                        &kept, static_cast<const real *>(from.state[c]) + at, sizeof(real));
            }
        }
    }

    __device__ __forceinline__ void stream_in(int i, int slot)
    {
        i = plane(i);
        if (i >= 0 && i < x.nodes[0] && k >= 0 && k < x.nodes[2])
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (j[r] < 0 || j[r] >= x.nodes[1])
                    continue;
                if (LAYERS)
                    stream_layers(i, slot, r, false);
                if (POLES)
                    stream_sections(i, slot, r, false, 0);
            }
        __pipeline_commit();
    }

    __device__ __forceinline__ void stream_out(int i, int number, int slot)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
            if (LAYERS)
                stream_layers(i, slot, r, true);
            if (POLES)
                stream_sections(i, slot, r, true,
                                IDS ? S.id[number % memory::RINGS][warp * R + r][lane] : 0);
        }
    }

    /* q of a field takes psi along one axis. N: the component's place after the axis, 1 or 2.
     * Points that are not updated may take it: nobody reads theirs. */
    template <int AXIS, int N, bool ELECTRIC>
    __device__ __forceinline__ void layer(int slot, int i, int r, real t, real &q)
    {
        if (!(AXIS == 0 ? ENDS : SIDES) || !(x.layers >> AXIS & 1))
            return;
        constexpr int KIND = ELECTRIC ? NODE : HALF;
        if (AXIS == 2 ? !(deep[KIND] >> 31) : AXIS == 1 && !(deep[KIND] >> r & 1))
            return;
        if (AXIS == 0 && !in_layer(from.line[0][KIND], i))
            return;
        real &psi = cell(slot, first_of(AXIS) + 2 * KIND + N - 1, r);
        const line &l = from.line[AXIS][KIND];
        const real b = AXIS == 2   ? zb[KIND]
                       : AXIS == 1 ? yb[KIND][r]
                                   : static_cast<const real *>(l.b)[i];
        const real c = AXIS == 2   ? zc[KIND]
                       : AXIS == 1 ? yc[KIND][r]
                                   : static_cast<const real *>(l.c)[i];
        psi = fma(b, psi, c * t);
        if ((N == 1) == ELECTRIC)
            q -= psi;
        else
            q += psi;
    }

    /* q of an E component takes its sections, which take the old field. */
    __device__ __forceinline__ void sections(int slot, int ring, int c, int r, unsigned id,
                                             bool updated, real old, real &q)
    {
        if (!updated)
            return;
        const int medium = IDS ? int(id >> 10 * c & 1023) : c;
        if (POLE) {
            const pair<real> y = pole[medium]; /* c1, r1 */
            if (y.cb == 0 && y.loss == 0)
                return;
            real &kept = S.word[ring][warp * R + r][c][lane];
            const real s1 = kept;
            q -= s1;
            kept = s1 + fma(y.loss, old, fma(-y.cb, s1, real(0)));
            return;
        }
        const medium_range range = x.range[medium];
        const int first = words - 3 * x.words + c * x.words;
        for (int n = 0, word = first; n < range.count; n++) {
            const quad<real> y = static_cast<const quad<real> *>(from.section)[range.first + n];
            const bool two = from.words[range.first + n] == 2;
            const real s1 = cell(slot, word, r), s2 = two ? cell(slot, word + 1, r) : real(0);
            q -= s1;
            cell(slot, word, r) = s1 + fma(y.r1, old, fma(-y.c1, s1, s2));
            if (two)
                cell(slot, word + 1, r) = s2 + fma(y.rd, old, -y.c0 * s1);
            word += two ? 2 : 1;
        }
    }

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
        return POLE ? fma(-numbers().loss[c], old, old) : old;
    }

    /* Stage s of the turn that looks ahead to plane `now`, of number `number`. in_e, in_h:
     * level s of plane p+1 comes in, level s+1 of plane p goes out. */
    template <int s, bool CALM>
    __device__ __forceinline__ void stage(int now, int number, int slot, bool more,
                                          real (&in_e)[3][R], real (&in_h)[3][R])
    {
        if (s == 0) {
            const int p = (number - 1) % STAGED, q = number % STAGED;
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    e[0][c][r] = S.field[p][warp * R + r][c][lane];
                    h[0][c][r] = S.field[p][warp * R + r][c + 3][lane];
                }
                in_e[1][r] = S.field[q][warp * R + r][1][lane];
                in_e[2][r] = S.field[q][warp * R + r][2][lane];
            }
        }
        const int below = min(warp * R + R, W * R - 1); /* row of the next warp */
        const real ex_below =
            s == 0 ? S.field[(number - 1) % STAGED][below][0][lane] : S.e[s][warp + 1][0][lane];
        const real ez_below =
            s == 0 ? S.field[(number - 1) % STAGED][below][2][lane] : S.e[s][warp + 1][1][lane];
        int i = now - 1 - s;
        slot -= 1 + s;
        slot += slot < 0 ? SLOTS : 0;
        const int ring = IDS || POLE ? (number - 1 - s + memory::RINGS) % memory::RINGS : 0;
        real xn = numbers().inverse[0][NODE], xh = numbers().inverse[0][HALF], cb[6];
        unsigned mask = 0x3f;
#pragma unroll
        for (int c = 0; c < 6; c++)
            cb[c] = numbers().cb[c];
        if (!CALM) {
            i = plane(i);
            const int ic = clamp(i, x.nodes[0]);
            xn = static_cast<const real *>(from.line[0][NODE].inverse)[ic];
            xh = static_cast<const real *>(from.line[0][HALF].inverse)[ic];
            mask = 0;
#pragma unroll
            for (int c = 0; c < 6; c++) {
                mask |= unsigned(inside(from, c, 0, i)) << c;
                cb[c] = mask >> c & 1 ? cb[c] : real(0);
            }
        }
        real hx[R], hy[R], hz[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const real ex_down = r < R - 1 ? e[s][0][(r + 1) % R] : ex_below;
            const real ez_down = r < R - 1 ? e[s][2][(r + 1) % R] : ez_below;
            const real x1 = in_e[1][r] - e[s][1][r], x2 = in_e[2][r] - e[s][2][r];
            const real y0 = ex_down - e[s][0][r], y2 = ez_down - e[s][2][r];
            const real z0 = __shfl_down_sync(~0u, e[s][0][r], 1) - e[s][0][r];
            const real z1 = __shfl_down_sync(~0u, e[s][1][r], 1) - e[s][1][r];
            real q0 = fma(zh, z1, -yh[r] * y2);
            real q1 = fma(xh, x2, -zh * z0);
            real q2 = fma(yh[r], y0, -xh * x1);
            const unsigned now_on = EDGE ? mask & on[r] : mask;
            if (LAYERS) {
                layer<0, 1, false>(slot, i, r, x2, q1);
                layer<0, 2, false>(slot, i, r, x1, q2);
                layer<1, 2, false>(slot, i, r, y2, q0);
                layer<1, 1, false>(slot, i, r, y0, q2);
                layer<2, 1, false>(slot, i, r, z1, q0);
                layer<2, 2, false>(slot, i, r, z0, q1);
            }
            hx[r] = fma(EDGE && !(on[r] & 8) ? real(0) : cb[3], q0, h[s][0][r]);
            hy[r] = fma(EDGE && !(on[r] & 16) ? real(0) : cb[4], q1, h[s][1][r]);
            hz[r] = fma(EDGE && !(on[r] & 32) ? real(0) : cb[5], q2, h[s][2][r]);
        }
        S.h[s][warp + 1][0][lane] = hx[R - 1];
        S.h[s][warp + 1][1][lane] = hz[R - 1];
        if (s == 0 && POLE)
            stage_order();
        __syncthreads();
        if (s == 0 && more) /* everyone has read the plane before this one */
            fetch();
        real ex[R], ey[R], ez[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const real hx_up = r > 0 ? hx[(r + R - 1) % R] : S.h[s][warp][0][lane];
            const real hz_up = r > 0 ? hz[(r + R - 1) % R] : S.h[s][warp][1][lane];
            /* H that stage s+1 waits with is that of the plane before */
            const real x1 = hy[r] - (s < T - 1 ? h[(s + 1) % T][1][r] : last[0][r]);
            const real x2 = hz[r] - (s < T - 1 ? h[(s + 1) % T][2][r] : last[1][r]);
            const real y0 = hx[r] - hx_up, y2 = hz[r] - hz_up;
            const real z0 = hx[r] - __shfl_up_sync(~0u, hx[r], 1);
            const real z1 = hy[r] - __shfl_up_sync(~0u, hy[r], 1);
            real q0 = fma(-zn, z1, yn[r] * y2);
            real q1 = fma(-xn, x2, zn * z0);
            real q2 = fma(-yn[r], y0, xn * x1);
            const unsigned now_on = EDGE ? mask & on[r] : mask;
            if (LAYERS) {
                layer<0, 1, true>(slot, i, r, x2, q1);
                layer<0, 2, true>(slot, i, r, x1, q2);
                layer<1, 2, true>(slot, i, r, y2, q0);
                layer<1, 1, true>(slot, i, r, y0, q2);
                layer<2, 1, true>(slot, i, r, z1, q0);
                layer<2, 2, true>(slot, i, r, z0, q1);
            }
            const unsigned id = IDS ? S.id[ring][warp * R + r][lane] : 0;
            if (POLE || POLES) {
                sections(slot, ring, 0, r, id, now_on & 1, e[s][0][r], q0);
                sections(slot, ring, 1, r, id, now_on & 2, e[s][1][r], q1);
                sections(slot, ring, 2, r, id, now_on & 4, e[s][2][r], q2);
            }
            if (IDS) {
                ex[r] = of_medium(id & 1023, q0, e[s][0][r]);
                ey[r] = of_medium(id >> 10 & 1023, q1, e[s][1][r]);
                ez[r] = of_medium(id >> 20, q2, e[s][2][r]);
            } else {
                ex[r] = fma(EDGE && !(on[r] & 1) ? real(0) : cb[0], q0, lossy(0, e[s][0][r]));
                ey[r] = fma(EDGE && !(on[r] & 2) ? real(0) : cb[1], q1, lossy(1, e[s][1][r]));
                ez[r] = fma(EDGE && !(on[r] & 4) ? real(0) : cb[2], q2, lossy(2, e[s][2][r]));
            }
        }
        if (s > 0) {
            S.e[s][warp][0][lane] = in_e[0][0];
            S.e[s][warp][1][lane] = in_e[2][0];
        }
        if (T == 1)
            __syncthreads();
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (s == T - 1) {
                last[0][r] = hy[r];
                last[1][r] = hz[r];
            }
#pragma unroll
            for (int c = 0; c < 3 && s > 0; c++) {
                e[s][c][r] = in_e[c][r];
                h[s][c][r] = in_h[c][r];
            }
            in_e[0][r] = ex[r], in_e[1][r] = ey[r], in_e[2][r] = ez[r];
            in_h[0][r] = hx[r], in_h[1][r] = hy[r], in_h[2][r] = hz[r];
        }
    }

    template <int s, bool CALM>
    __device__ __forceinline__ void stages(int now, int number, int slot, bool more,
                                           real (&in_e)[3][R], real (&in_h)[3][R])
    {
        stage<s, CALM>(now, number, slot, more, in_e, in_h);
        if constexpr (s + 1 < T)
            stages<s + 1, CALM>(now, number, slot, more, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, int number, int slot,
                                          const real (&out_e)[3][R], const real (&out_h)[3][R])
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                *near(to, to.field[c], i, place[r]) = out_e[c][r];
                *near(to, to.field[c + 3], i, place[r]) = out_h[c][r];
            }
#pragma unroll
            for (int c = 0; POLE && c < 3; c++)
                *near(to, maps.words_to, i, place[r] + c * x.row) =
                    S.word[number % memory::RINGS][warp * R + r][c][lane];
            if (from.periodic)
#pragma unroll 1
                for (int c = 0; c < 6; c++) {
                    const int position[3] = {i, j[r], k};
                    const int64_t at = i * from.plane + place[r];
                    mirror(to, c, position, at, field_of<real>(to, c)[at]);
                }
        }
        if (STREAMS)
            stream_out(i, number, slot);
    }

    /* One plane further. CALM: nothing changes along the planes of all stages. */
    template <bool CALM>
    __device__ __forceinline__ void turn(const brick &b, int now, int number, int &slot)
    {
        real in_e[3][R], in_h[3][R];
        await(number);
        if (STREAMS) /* what came before the last plane is there */
            __pipeline_wait_prior(1);
        stages<0, CALM>(now, number, slot, staged < b.end - b.plane + 2 * T, in_e, in_h);
        const int next = slot + 1 < SLOTS ? slot + 1 : 0; /* that of plane now - T, too */
        if (now - T >= b.plane)
            write(now - T, number - T, next, in_e, in_h);
        slot = next;
        if (STREAMS)
            stream_in(now + 1, slot);
    }

    __device__ __forceinline__ void run(const brick &b)
    {
        int slot = 1, now = b.plane - T; /* slot: of plane `now` */
        const int end = b.end + T, start = now;
        ahead = plane(now);
        staged = 0;
        for (int n = 0; n < STAGED && n < end - start; n++)
            fetch();
        if (goes_round())
            __syncthreads();
        if (STREAMS) {
            stream_in(now, 0);
            stream_in(now + 1, 1);
        }
        await(0);
        now++;
        while (now < end) {
            const int calm = ENDS ? 0 : min(end, x.calm[0][1]);
            for (; now < end && (now - T < x.calm[0][0] || now >= calm); now++)
                turn<false>(b, now, now - start, slot);
            for (; !ENDS && now - T >= x.calm[0][0] && now < calm; now++)
                turn<true>(b, now, now - start, slot);
        }
    }
};

template <class real, int T, int R, int W, int FORM>
__global__ void __launch_bounds__(LANES *W, 1)
    pass_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *bricks)
{
    extern __shared__ __align__(128) unsigned char bytes[];
    const brick b = bricks[blockIdx.x];
    marcher<real, T, R, W, FORM>(from, to, x, maps, bytes, b).run(b);
}
#endif
