/* uniform.cuh: passes through calm bricks, as fast as they go.
 *
 * The march of pass.cuh, where one spacing holds and there are no layers and no poles: a lane
 * has two cells of a row in float, the pointers into the staged planes never change, and walls
 * need nothing but zeros: the copy engine brings them from beyond the grid, and E that is not
 * updated stays 0. Ids say so themselves (medium 0). */
#ifndef CUDA_CALM_CUH
#define CUDA_CALM_CUH

#include "cells.cuh"

template <class real, int T, int R, int W, int FORM> struct calm_room {
    static constexpr int HELD = FORM & FORM_IDS ? T + STAGED : 1; /* planes of ids */
    static constexpr int ID_ROWS = FORM & FORM_IDS ? R * W : 1;
    static constexpr int WIDTH = WIDE<real>;
    alignas(128) real field[STAGED][R * W][6][WIDTH];
    alignas(128) unsigned id[HELD][ID_ROWS][WIDTH];
    /* components x and z of the rows next to other warps, E of the first, H of the last */
    alignas(16) real e[T][W + 1][2][WIDTH], h[T][W + 1][2][WIDTH];
    unsigned long long full[STAGED];
};

/* FACES: some of its cells lie on a face of PEC or beyond, or only those behind the last. */
template <class real, int T, int R, int W, int FORM, bool FACES> struct strider {
    static constexpr bool IDS = FORM & FORM_IDS, LOSSES = FORM & FORM_LOSSES;
    static constexpr bool MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using room = calm_room<real, T, R, W, FORM>;
    using cells = pack<real, V>;
    static constexpr int HELD = room::HELD;

    const stage_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    room &s;
    const real *cbs, *losses;         /* of media */
    int lane, warp, column, row;      /* of this thread's first cell */
    int here = 0, next = 1, held = 0; /* slots of planes n-1 and n; of plane n-1's ids */
    real edge;                        /* 0 in the last lane, else 1 */
    const real *staged[R + 1];
    const unsigned *media;
    unsigned on[MASKS ? R : 1], writes; /* bit 3*v + c: E component c is updated; bit r */
    cells e[T][3][R], h[T][3][R];       /* [0] are in shared memory */
    cells last[2][R];                   /* Hy, Hz of the plane before, after the last stage */

    /* One thread brings plane i. */
    __device__ __forceinline__ void fetch(int i, int slot, int id_slot)
    {
        const unsigned bytes = sizeof s.field[0] + (IDS ? sizeof s.id[0] : 0);
        const int top = b.from[0] + x.margin[1], left = b.from[1] + x.margin[2];
        i = around(x, i);
        stage_expect(&s.full[slot], bytes);
        stage_fields<true>(s.field[slot], &maps.fields, left, top, i, &s.full[slot]);
        if (IDS)
            stage_ids(s.id[id_slot], &maps.ids, left, top, i, &s.full[slot]);
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
#pragma unroll
        for (int r = 0; r <= R; r++)
            staged[r] = &s.field[0][min(warp * R + r, ROWS - 1)][0][V * lane];
        media = IDS ? &s.id[0][warp * R][V * lane] : nullptr;
    }

    __device__ __forceinline__ void clear()
    {
        const cells nothing = {};
#pragma unroll
        for (int r = 0; r < R; r++) {
            last[0][r] = last[1][r] = nothing;
#pragma unroll
            for (int n = 0; n < T; n++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    e[n][c][r] = h[n][c][r] = nothing;
        }
        if (IDS) { /* those of planes before the first: nothing is updated there */
            for (int n = STAGED; n < HELD; n++)
                for (int r = 0; r < R; r++)
                    put(&s.id[n][warp * R + r][V * lane], pack<unsigned, V>{});
            stage_order();
        }
        for (int n = 0; n < T; n++)
            for (int q = 0; q < 2; q++) {
                put(&s.e[n][warp][q][V * lane], nothing);
                put(&s.h[n][warp][q][V * lane], nothing);
                if (warp == 0)
                    put(&s.e[n][W][q][V * lane], nothing);
            }
    }

    /* Stage S of the turn that looks ahead to plane `now`, as marcher::stage(). left: planes
     * from there on. */
    template <int S>
    __device__ __forceinline__ void stage(int now, int left, cells (&in_e)[3][R],
                                          cells (&in_h)[3][R])
    {
        const real xn = numbers_of<real>(x).inverse[0][NODE],
                   xh = numbers_of<real>(x).inverse[0][HALF];
        const real yn = numbers_of<real>(x).inverse[1][NODE],
                   yh = numbers_of<real>(x).inverse[1][HALF];
        const real zn = numbers_of<real>(x).inverse[2][NODE],
                   zh = numbers_of<real>(x).inverse[2][HALF];
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? edge : real(1);
        unsigned mask = 7;
        if (!IDS) {
            mask = 0;
#pragma unroll
            for (int c = 0; c < 3; c++)
                mask |= unsigned(inside(from, c, 0, now - 1 - S)) << c;
        }
        const int at = V * lane;
        cells own[3][R], down[2];
        if constexpr (S == 0) {
            constexpr int PLANE = ROWS * 6 * WIDTH;
            const int at0 = here * PLANE, at1 = next * PLANE;
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    own[c][r] = load<V>(staged[r] + at0 + c * WIDTH);
                    h[0][c][r] = load<V>(staged[r] + at0 + (c + 3) * WIDTH);
                }
                in_e[1][r] = load<V>(staged[r] + at1 + WIDTH);
                in_e[2][r] = load<V>(staged[r] + at1 + 2 * WIDTH);
            }
            down[0] = load<V>(staged[R] + at0);
            down[1] = load<V>(staged[R] + at0 + 2 * WIDTH);
            if (FACES && warp == W - 1)
                down[0] = down[1] = cells{};
        } else {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    own[c][r] = e[S][c][r];
            down[0] = load<V>(&s.e[S][warp + 1][0][at]);
            down[1] = load<V>(&s.e[S][warp + 1][1][at]);
        }
        cells hx[R], hy[R], hz[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells z0 = to_next(own[0][r], beyond), z1 = to_next(own[1][r], beyond);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real ex = own[0][r].v[v], ey = own[1][r].v[v], ez = own[2][r].v[v];
                const real down0 = r < R - 1 ? own[0][(r + 1) % R].v[v] : down[0].v[v];
                const real down2 = r < R - 1 ? own[2][(r + 1) % R].v[v] : down[1].v[v];
                const real x1 = in_e[1][r].v[v] - ey, x2 = in_e[2][r].v[v] - ez;
                const real y0 = down0 - ex, y2 = down2 - ez;
                hx[r].v[v] = fma(cb[3], fma(zh, z1.v[v], -yh * y2), h[S][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], fma(xh, x2, -zh * z0.v[v]), h[S][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], fma(yh, y0, -xh * x1), h[S][2][r].v[v]);
            }
        }
        put(&s.h[S][warp + 1][0][at], hx[R - 1]);
        put(&s.h[S][warp + 1][1][at], hz[R - 1]);
        __syncthreads();
        if (S == 0 && warp == 0 && lane == 0 && left > STAGED - 1) /* all have read it */
            fetch(now - 1 + STAGED, here, (held + STAGED) % HELD);
        const cells up0 = load<V>(&s.h[S][warp][0][at]), up2 = load<V>(&s.h[S][warp][1][at]);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells left0 = before(hx[r]), left1 = before(hy[r]);
            pack<unsigned, V> id = {};
            if (IDS)
                id = load<V>(media + ((held - S + (held < S ? HELD : 0)) * ROWS + r) * WIDTH);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real hx_up = r > 0 ? hx[(r + R - 1) % R].v[v] : up0.v[v];
                const real hz_up = r > 0 ? hz[(r + R - 1) % R].v[v] : up2.v[v];
                const real hy_old = S < T - 1 ? h[(S + 1) % T][1][r].v[v] : last[0][r].v[v];
                const real hz_old = S < T - 1 ? h[(S + 1) % T][2][r].v[v] : last[1][r].v[v];
                const real x1 = hy[r].v[v] - hy_old, x2 = hz[r].v[v] - hz_old;
                const real y0 = hx[r].v[v] - hx_up, y2 = hz[r].v[v] - hz_up;
                const real z0 = hx[r].v[v] - left0.v[v], z1 = hy[r].v[v] - left1.v[v];
                const real q[3] = {fma(-zn, z1, yn * y2), fma(-xn, x2, zn * z0),
                                   fma(-yn, y0, xn * x1)};
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    real old = own[c][r].v[v];
                    const unsigned may = MASKS ? mask & on[r] >> 3 * v : mask;
                    real scale = may >> c & 1 ? cb[c] : real(0);
                    if (IDS) {
                        const unsigned m = id.v[v] >> 10 * c & 1023;
                        scale = cbs[m];
                        if (LOSSES)
                            old = fma(-losses[m], old, old);
                    }
                    out[c][r].v[v] = fma(scale, q[c], old);
                }
            }
        }
        if (T == 1) /* the next turn writes what this one has read */
            __syncthreads();
        if (S > 0) {
            put(&s.e[S][warp][0][at], in_e[0][0]);
            put(&s.e[S][warp][1][at], in_e[2][0]);
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
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
            real *f =
                field_of<real>(to, 0) + i * from.plane + int64_t(row + r) * from.pitch + column;
#pragma unroll
            for (int c = 0; c < 3; c++) {
                put_away(f + c * x.row, e[c][r]);
                put_away(f + (c + 3) * x.row, h[c][r]);
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
            for (int n = 0; n < STAGED && n < planes; n++)
                fetch(first + n, n, n);
        stage_wait(&s.full[0], 0);
        unsigned phase = 0;
        /* Registers need not be moved then, but longer code is no longer at hand. */
        constexpr int TURNS = T == 4 && !IDS ? T : 1;
#pragma unroll TURNS
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            stage_wait(&s.full[next], phase);
            stage<0>(first + n, planes - n, in_e, in_h);
            if (n >= 2 * T)
                write(first + n - T, in_e, in_h);
            here = next;
            next = next + 1 == STAGED ? 0 : next + 1;
            phase ^= next == 0;
            held = held + 1 == HELD ? 0 : held + 1;
        }
    }
};

template <class real, int T, int R, int W, int FORM>
__global__ void __launch_bounds__(LANES *W, 1)
    calm_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *list)
{
#if STAGE_ENGINE
    extern __shared__ __align__(128) unsigned char bytes[];
    using room = calm_room<real, T, R, W, FORM>;
    room &s = *reinterpret_cast<room *>(bytes);
    real *cbs = reinterpret_cast<real *>(&s + 1), *losses = cbs + x.media;
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    bring_laws<real, FORM>(x, cbs, losses, thread, LANES * W);
    for (int n = 0; n < STAGED && thread == 0; n++)
        stage_open(&s.full[n]);
    const int top = b.from[0], left = b.from[1];
    const bool inner = top >= x.calm[1][0] && top + R * W < x.calm[1][1] &&
                       left >= x.calm[2][0] && left + WIDE<real> < x.calm[2][1];
    if constexpr (!(FORM & FORM_IDS))
        if (inner)
            return strider<real, T, R, W, FORM, false>{maps, from, to, x, b, s, cbs, losses}
                .run();
    strider<real, T, R, W, FORM, true>{maps, from, to, x, b, s, cbs, losses}.run();
#endif
}

template <class real, int T, int R, int W, int FORM> static pass_instance calm_instance()
{
    return {calm_kernel<real, T, R, W, FORM>,
            FORM,
            R * W - 2 * T,
            columns<real, T, FORM, WIDE<real>>::WRITTEN,
            LANES * W,
            sizeof(calm_room<real, T, R, W, FORM>),
            WIDE<real>,
            columns<real, T, FORM, WIDE<real>>::BEFORE,
            sizeof(real) > 4 ? (T > 3 ? 256 : 128)
            : T > 3          ? 128
                             : 72, /* fewer steps: blocks drift apart sooner */
            true,
            0,
            0,
            0};
}

/* Registers bound the cells of a block, and with them what is not done twice. */
template <class real> struct calm_kernels {
    template <int FORM> static pass_instance of(int steps)
    {
        constexpr bool SINGLE = sizeof(real) == sizeof(float);
        constexpr int R = SINGLE ? 3 : 2, W = SINGLE ? 8 : 12; /* up to three steps */
        switch (steps) {
        case 1:
            return calm_instance<real, 1, R, W, FORM>();
        case 2:
            return calm_instance<real, 2, R, W, FORM>();
        case 3:
            return calm_instance<real, 3, R, W, FORM>();
        case 4:
            return calm_instance<real, 4, 2, 12, FORM>();
        default:
            return {};
        }
    }
};

template <class real> pass_instance choose_calm(int steps, int form)
{
    return choose_cells<calm_kernels<real>>(steps, form);
}

#endif
