/* uniform.cuh: the uniform march: passes of up to four steps where one spacing holds and there
 * are no layers and no poles.
 *
 * In the plane step that looks ahead to plane n, level s takes plane n-1-s from time level s to
 * s+1. A lane has two cells of a row in float, and pointers into the planes of fields in shared
 * memory never change. Walls of PEC need nothing but zeros: the copy engine brings them from
 * beyond the grid, and E that is not updated stays 0. Ids say so themselves (medium 0). */
#ifndef CUDA_UNIFORM_CUH
#define CUDA_UNIFORM_CUH

#include "cells.cuh"
#include "level.cuh"

template <class real, int T, int R, int W, int FEATURES> struct uniform_smem {
    static constexpr int RING = FEATURES & WITH_IDS ? T + PREFETCHED : 1; /* planes of ids */
    static constexpr int ID_ROWS = FEATURES & WITH_IDS ? R * W : 1;
    static constexpr int WIDTH = WIDE<real>;
    alignas(128) real field[PREFETCHED][R * W][6][WIDTH];
    alignas(128) unsigned id[RING][ID_ROWS][WIDTH];
    /* Components x and z of the rows next to other warps: E of a warp's first row, H of its
     * last one. */
    alignas(16) real e[T][W + 1][2][WIDTH], h[T][W + 1][2][WIDTH];
    unsigned long long full[PREFETCHED];
};

/* The march of one brick. FACES: some of its cells lie on a face of PEC or beyond. */
template <class real, int T, int R, int W, int FEATURES, bool FACES, class laws>
struct uniform_march {
    static constexpr bool IDS = FEATURES & WITH_IDS, LOSSES = FEATURES & WITH_LOSSES;
    static constexpr bool MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using smem = uniform_smem<real, T, R, W, FEATURES>;
    using cells = cells_of<real>;
    static constexpr int RING = smem::RING;

    const tensor_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    smem &s;
    const real *cbs, *losses; /* coefficients of media */
    const laws &law;
    int lane, warp, column, row; /* column, row: of this thread's first cell */
    int slot = 0, next_slot = 1; /* slots of planes n-1 and n in plane step n */
    int id_slot = 0;             /* slot of plane n-1's ids */
    real has_next;               /* 0 in the last lane, else 1 */
    const real *fields[R + 1];   /* this thread's rows and the next one in slot 0 */
    const unsigned *id_words;
    unsigned updated[MASKS ? R : 1]; /* bit 3*v + c: E component c is updated */
    unsigned written_rows;           /* bit r */
    cells e[T][3][R], h[T][3][R];    /* fields of the plane that waits for each level; [0] is in
                                        shared    memory */
    cells last[2][R];                /* Hy, Hz of the plane before, after the last level */

    /* Has plane i brought, by one thread. */
    __device__ __forceinline__ void fetch(int i, int field_slot, int ring_slot)
    {
        const unsigned bytes = sizeof s.field[0] + (IDS ? sizeof s.id[0] : 0);
        const int top = b.read_from[0] + x.ghost_width[1],
                  left = b.read_from[1] + x.ghost_width[2];
        i = wrap_plane(x, i);
        tma_expect(&s.full[field_slot], bytes);
        tma_load_fields<true>(s.field[field_slot], &maps.fields, left, top, i,
                              &s.full[field_slot]);
        if (IDS)
            tma_load_ids(s.id[ring_slot], &maps.ids, left, top, i, &s.full[field_slot]);
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
#pragma unroll
        for (int r = 0; r <= R; r++)
            fields[r] = &s.field[0][min(warp * R + r, ROWS - 1)][0][V * lane];
        id_words = IDS ? &s.id[0][warp * R][V * lane] : nullptr;
    }

    __device__ __forceinline__ void clear()
    {
        const cells nothing = {};
        clear_levels(e, h, last);
        if (IDS) { /* in planes before the first nothing is updated */
            for (int n = PREFETCHED; n < RING; n++)
                for (int r = 0; r < R; r++)
                    store_cells(&s.id[n][warp * R + r][V * lane], pack<unsigned, V>{});
            tma_fence();
        }
        for (int n = 0; n < T; n++)
            for (int q = 0; q < 2; q++) {
                store_cells(&s.e[n][warp][q][V * lane], nothing);
                store_cells(&s.h[n][warp][q][V * lane], nothing);
                if (warp == 0)
                    store_cells(&s.e[n][W][q][V * lane], nothing);
            }
    }

    /* A level and those after it, in the plane step that looks ahead to plane `now`. in_e,
     * in_h: plane now-LEVEL at time level LEVEL comes in, the plane before it at the next time
     * level goes out. left: planes from `now` on. */
    template <int LEVEL>
    __device__ __forceinline__ void level(int now, int left, cells (&in_e)[3][R],
                                          cells (&in_h)[3][R])
    {
        const inverse_widths<real> at_e = uniform_widths<real, NODE>(x),
                                   at_h = uniform_widths<real, HALF>(x);
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? has_next : real(1);
        const unsigned mask = IDS ? 7 : e_updated_in_plane(from, now - 1 - LEVEL);
        const int at = V * lane;
        cells now_e[3][R], below[2]; /* below: Ex, Ez of the next warp's first row */
        if constexpr (LEVEL == 0) {
            constexpr int PLANE = ROWS * 6 * WIDTH;
            const int at0 = slot * PLANE, at1 = next_slot * PLANE;
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    now_e[c][r] = load<V>(fields[r] + at0 + c * WIDTH);
                    h[0][c][r] = load<V>(fields[r] + at0 + (c + 3) * WIDTH);
                }
                in_e[1][r] = load<V>(fields[r] + at1 + WIDTH);
                in_e[2][r] = load<V>(fields[r] + at1 + 2 * WIDTH);
            }
            below[0] = load<V>(fields[R] + at0);
            below[1] = load<V>(fields[R] + at0 + 2 * WIDTH);
            if (FACES && warp == W - 1)
                below[0] = below[1] = cells{};
        } else {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    now_e[c][r] = e[LEVEL][c][r];
            below[0] = load<V>(&s.e[LEVEL][warp + 1][0][at]);
            below[1] = load<V>(&s.e[LEVEL][warp + 1][1][at]);
        }
        cells hx[R], hy[R], hz[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells z0 = to_next(now_e[0][r], beyond), z1 = to_next(now_e[1][r], beyond);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real ex = now_e[0][r].v[v], ey = now_e[1][r].v[v], ez = now_e[2][r].v[v];
                const real below0 = r < R - 1 ? now_e[0][(r + 1) % R].v[v] : below[0].v[v];
                const real below2 = r < R - 1 ? now_e[2][(r + 1) % R].v[v] : below[1].v[v];
                real q[3];
                h_curl(at_h,
                       {in_e[1][r].v[v] - ey, in_e[2][r].v[v] - ez, below0 - ex, below2 - ez,
                        z0.v[v], z1.v[v]},
                       q);
                hx[r].v[v] = fma(cb[3], q[0], h[LEVEL][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], q[1], h[LEVEL][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], q[2], h[LEVEL][2][r].v[v]);
            }
        }
        store_cells(&s.h[LEVEL][warp + 1][0][at], hx[R - 1]);
        store_cells(&s.h[LEVEL][warp + 1][1][at], hz[R - 1]);
        __syncthreads();
        if (LEVEL == 0 && warp == 0 && lane == 0 &&
            left > PREFETCHED - 1) /* all have read it */
            fetch(now - 1 + PREFETCHED, slot, (id_slot + PREFETCHED) % RING);
        const cells above0 = load<V>(&s.h[LEVEL][warp][0][at]),
                    above2 = load<V>(&s.h[LEVEL][warp][1][at]);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells left0 = previous(hx[r]), left1 = previous(hy[r]);
            pack<unsigned, V> id = {};
            if (IDS)
                id = load<V>(id_words +
                             ((id_slot - LEVEL + (id_slot < LEVEL ? RING : 0)) * ROWS + r) *
                                 WIDTH);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real hx_up = r > 0 ? hx[(r + R - 1) % R].v[v] : above0.v[v];
                const real hz_up = r > 0 ? hz[(r + R - 1) % R].v[v] : above2.v[v];
                const real hy_old =
                    LEVEL < T - 1 ? h[(LEVEL + 1) % T][1][r].v[v] : last[0][r].v[v];
                const real hz_old =
                    LEVEL < T - 1 ? h[(LEVEL + 1) % T][2][r].v[v] : last[1][r].v[v];
                real q[3];
                e_curl(at_e,
                       {hy[r].v[v] - hy_old, hz[r].v[v] - hz_old, hx[r].v[v] - hx_up,
                        hz[r].v[v] - hz_up, hx[r].v[v] - left0.v[v], hy[r].v[v] - left1.v[v]},
                       q);
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    real old = now_e[c][r].v[v];
                    const unsigned here = MASKS ? mask & updated[r] >> 3 * v : mask;
                    real scale = here >> c & 1 ? cb[c] : real(0);
                    if (IDS) {
                        const unsigned m = id.v[v] >> 10 * c & 1023;
                        scale = cbs[m];
                        if (LOSSES)
                            old = fma(-losses[m], old, old);
                    }
                    out[c][r].v[v] = fma(scale, q[c], old);
                }
            }
            if constexpr (laws::ACTS)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    law.act(c, LEVEL, id, mask * 9 & (MASKS ? updated[r] : ~0u), now_e[c][r],
                            out[c][r]);
        }
        if (T == 1) /* the next plane step writes what this one has read */
            __syncthreads();
        if (LEVEL > 0) {
            store_cells(&s.e[LEVEL][warp][0][at], in_e[0][0]);
            store_cells(&s.e[LEVEL][warp][1][at], in_e[2][0]);
        }
        pass_on<LEVEL, 0>(e, h, last, in_e, in_h, out, hx, hy, hz);
        if constexpr (LEVEL + 1 < T)
            level<LEVEL + 1>(now, left, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, const cells (&e)[3][R], const cells (&h)[3][R])
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(written_rows >> r & 1))
                continue;
            real *f =
                field_of<real>(to, 0) + i * from.plane + int64_t(row + r) * from.pitch + column;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                store_streaming(f + c * x.row, e[c][r]);
                store_streaming(f + (c + 3) * x.row, h[c][r]);
            }
        }
    }

    __device__ __forceinline__ void run()
    {
        const int first = b.plane - T, planes = b.end - b.plane + 2 * T;
        settle();
        clear();
        __syncthreads();
        if (warp == 0 && lane == 0)
            for (int n = 0; n < PREFETCHED && n < planes; n++)
                fetch(first + n, n, n);
        tma_wait(&s.full[0], 0);
        unsigned phase = 0;
        /* Unrolled, registers need not be moved; longer code no longer fits its cache. */
        constexpr int UNROLLED_STEPS = T == 4 && !IDS && !laws::ACTS ? T : 1;
#pragma unroll UNROLLED_STEPS
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            tma_wait(&s.full[next_slot], phase);
            level<0>(first + n, planes - n, in_e, in_h);
            if (n >= 2 * T)
                write(first + n - T, in_e, in_h);
            slot = next_slot;
            next_slot = next_slot + 1 == PREFETCHED ? 0 : next_slot + 1;
            phase ^= next_slot == 0;
            id_slot = id_slot + 1 == RING ? 0 : id_slot + 1;
        }
    }
};

template <class real, int T, int R, int W, int FEATURES, class laws>
__global__ void __launch_bounds__(LANES *W, 1)
    uniform_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                   const __grid_constant__ pass x, const __grid_constant__ tensor_maps maps,
                   const brick *list, const __grid_constant__ laws law)
{
#if HAS_TMA
    extern __shared__ __align__(128) unsigned char bytes[];
    using smem = uniform_smem<real, T, R, W, FEATURES>;
    smem &s = *reinterpret_cast<smem *>(bytes);
    real *cbs = reinterpret_cast<real *>(&s + 1), *losses = cbs + x.media;
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    load_laws<real, FEATURES>(x, cbs, losses, thread, LANES * W);
    for (int n = 0; n < PREFETCHED && thread == 0; n++)
        tma_init(&s.full[n]);
    const int top = b.read_from[0], left = b.read_from[1];
    const bool inner = top >= x.uniform[1][0] && top + R * W < x.uniform[1][1] &&
                       left >= x.uniform[2][0] && left + WIDE<real> < x.uniform[2][1];
    if constexpr (!(FEATURES & WITH_IDS))
        if (inner)
            return uniform_march<real, T, R, W, FEATURES, false, laws>{
                maps, from, to, x, b, s, cbs, losses, law}
                .run();
    uniform_march<real, T, R, W, FEATURES, true, laws>{maps, from, to,     x,  b,
                                                       s,    cbs,  losses, law}
        .run();
#endif
}

template <class real, int T, int R, int W, int FEATURES> static kernel_entry uniform_entry()
{
    kernel_entry k = {UNIFORM_MARCH,
                      T,
                      sizeof(real),
                      0,
                      false,
                      media_of(FEATURES),
                      uniform_kernel<real, T, R, W, FEATURES, no_laws>};
    k.rows = R * W - 2 * T;
    k.columns = columns<real, T, FEATURES, WIDE<real>>::WRITTEN;
    k.threads = LANES * W;
    k.shared_bytes = sizeof(uniform_smem<real, T, R, W, FEATURES>);
    k.width = WIDE<real>;
    k.read_before = columns<real, T, FEATURES, WIDE<real>>::BEFORE;
    /* blocks of fewer steps drift apart sooner */
    k.longest = T > 3 ? (sizeof(real) > 4 ? 256 : 128) : sizeof(real) > 4 ? 128 : 72;
    k.own_rows = R, k.warps = W, k.features = FEATURES;
    return k;
}

/* Registers bound the cells of a block, and with them the share of cells that is not done
 * twice. */
template <class real> kernel_list uniform_kernels()
{
    constexpr bool SINGLE = sizeof(real) == sizeof(float);
    constexpr int R = SINGLE ? 3 : 2, W = SINGLE ? 8 : 12; /* up to three steps */
    static const kernel_entry list[] = {
#define OF_STEPS(steps, rows, warps) \
    uniform_entry<real, steps, rows, warps, 0>(), \
        uniform_entry<real, steps, rows, warps, WITH_IDS>(), \
        uniform_entry<real, steps, rows, warps, WITH_IDS | WITH_LOSSES>()
        OF_STEPS(1, R, W), OF_STEPS(2, R, W), OF_STEPS(3, R, W), OF_STEPS(4, 2, 12)
#undef OF_STEPS
    };
    return {list, int(sizeof list / sizeof *list)};
}

#endif
