/* calm.cu: passes through calm bricks in float, where the copy engine brings boxes of cells.
 *
 * As pass.cuh, but a lane has two cells of a row, and planes come to shared memory by bulk
 * tensor copies (zeros beyond the grid), a few ahead. Stage 0 works from there, so only later
 * stages keep planes in registers; ids stay there until their plane has passed all stages. */
#include "choose.cuh"

enum { CELLS = 2, WIDE = CELLS * LANES }; /* of a lane, of a row */

template <int T, int R, int W, int FORM> struct calm_room {
    static constexpr int HELD = FORM & FORM_IDS ? T + STAGED : 1; /* planes of ids */
    static constexpr int ID_ROWS = FORM & FORM_IDS ? R * W : 1;
    alignas(128) float f[STAGED][R * W][6][WIDE];
    alignas(128) unsigned id[HELD][ID_ROWS][WIDE];
    alignas(16) float e[T][W + 1][2][WIDE], h[T][W + 1][2][WIDE]; /* as borders */
    unsigned long long full[STAGED];
};

struct two {
    float v[CELLS];
};
__device__ inline two take(const float *p)
{
    const float2 t = *reinterpret_cast<const float2 *>(p);
    return {{t.x, t.y}};
}
__device__ inline void put(float *p, const two &t)
{
    *reinterpret_cast<float2 *>(p) = make_float2(t.v[0], t.v[1]);
}
/* What nobody reads again in this pass. */
__device__ inline void put_away(float *p, const two &t)
{
    __stcs(reinterpret_cast<float2 *>(p), make_float2(t.v[0], t.v[1]));
}
__device__ inline two after(const two &t)
{
    return {{t.v[1], __shfl_down_sync(~0u, t.v[0], 1)}};
}
__device__ inline two before(const two &t)
{
    return {{__shfl_up_sync(~0u, t.v[1], 1), t.v[0]}};
}

/* FACES: some of its cells lie on a face of PEC or beyond. There E stays 0, and so does H
 * beyond; ids say so themselves. */
template <int T, int R, int W, int FORM, bool FACES> struct strider {
    static constexpr bool IDS = FORM & FORM_IDS, LOSSES = FORM & FORM_LOSSES;
    static constexpr int ROWS = R * W, WRITTEN = WIDE - 8, BEFORE = 4;
    using room = calm_room<T, R, W, FORM>;
    static constexpr int HELD = room::HELD;

    const stage_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    room &s;
    const float *cbs, *losses; /* of media */
    int lane, warp, column, row; /* of this thread's first cell */
    int here = 0, next = 1, held = 0; /* slots of planes n-1 and n; of plane n-1's ids */
    const float *staged[R + 1];
    const unsigned *media;
    unsigned on[FACES ? R : 1], writes; /* bit 3*v + c: E component c is updated; bit r */
    two e[T][3][R], h[T][3][R], last[2][R]; /* e[0] and h[0] are in shared memory */

    /* One thread brings plane i. */
    __device__ __forceinline__ void fetch(int i, int slot, int id_slot)
    {
        const unsigned bytes = sizeof s.f[0] + (IDS ? sizeof s.id[0] : 0);
        const int top = b.row - T, left = b.column - BEFORE;
        stage_expect(&s.full[slot], bytes);
        stage_fields(s.f[slot], &maps.fields, left, top, i, &s.full[slot]);
        if (IDS)
            stage_ids(s.id[id_slot], &maps.ids, left, top, i, &s.full[slot]);
    }

    __device__ __forceinline__ void begin()
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y);
        column = b.column - BEFORE + CELLS * lane;
        row = b.row - T + warp * R;
        const two nothing = {};
        writes = 0;
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int tile = warp * R + r;
            writes |= unsigned(tile >= T && tile < ROWS - T && CELLS * lane >= BEFORE &&
                               CELLS * lane < BEFORE + WRITTEN && row + r < x.end[1] &&
                               column < x.end[2])
                      << r;
            if (!FACES)
                continue;
            on[r] = 0;
#pragma unroll
            for (int v = 0; v < CELLS; v++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    on[r] |= unsigned(inside(from, c, 1, row + r) &&
                                      inside(from, c, 2, column + v))
                             << (3 * v + c);
        }
#pragma unroll
        for (int r = 0; r <= R; r++)
            staged[r] = &s.f[0][min(warp * R + r, ROWS - 1)][0][CELLS * lane];
        if (IDS)
            media = &s.id[0][warp * R][CELLS * lane];
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
                    *reinterpret_cast<uint2 *>(&s.id[n][warp * R + r][CELLS * lane]) = {};
            stage_order();
        }
        for (int n = 0; n < T; n++)
            for (int q = 0; q < 2; q++) {
                put(&s.e[n][warp][q][CELLS * lane], nothing);
                put(&s.h[n][warp][q][CELLS * lane], nothing);
                if (warp == 0)
                    put(&s.e[n][W][q][CELLS * lane], nothing);
            }
    }

    /* As marcher::stage(). left: planes from `now` on. */
    template <int S>
    __device__ __forceinline__ void stage(int now, int left, two (&in_e)[3][R],
                                          two (&in_h)[3][R])
    {
        const float xn = x.f32.inverse[0][NODE], xh = x.f32.inverse[0][HALF];
        const float yn = x.f32.inverse[1][NODE], yh = x.f32.inverse[1][HALF];
        const float zn = x.f32.inverse[2][NODE], zh = x.f32.inverse[2][HALF];
        const float *cb = x.f32.cb;
        unsigned mask = 7;
        if (!IDS) {
            mask = 0;
#pragma unroll
            for (int c = 0; c < 3; c++)
                mask |= unsigned(inside(from, c, 0, now - 1 - S)) << c;
        }
        const int at = CELLS * lane;
        two own[3][R], down[2];
        if constexpr (S == 0) {
            constexpr int PLANE = ROWS * 6 * WIDE;
            const int at0 = here * PLANE, at1 = next * PLANE;
#pragma unroll
            for (int r = 0; r < R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    own[c][r] = take(staged[r] + at0 + c * WIDE);
                    h[0][c][r] = take(staged[r] + at0 + (c + 3) * WIDE);
                }
                in_e[1][r] = take(staged[r] + at1 + WIDE);
                in_e[2][r] = take(staged[r] + at1 + 2 * WIDE);
            }
            down[0] = take(staged[R] + at0);
            down[1] = take(staged[R] + at0 + 2 * WIDE);
        } else {
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    own[c][r] = e[S][c][r];
            down[0] = take(&s.e[S][warp + 1][0][at]);
            down[1] = take(&s.e[S][warp + 1][1][at]);
        }
        two hx[R], hy[R], hz[R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const two right0 = after(own[0][r]), right1 = after(own[1][r]);
#pragma unroll
            for (int v = 0; v < CELLS; v++) {
                const float ex = own[0][r].v[v], ey = own[1][r].v[v], ez = own[2][r].v[v];
                const float down0 = r < R - 1 ? own[0][(r + 1) % R].v[v] : down[0].v[v];
                const float down2 = r < R - 1 ? own[2][(r + 1) % R].v[v] : down[1].v[v];
                const float x1 = in_e[1][r].v[v] - ey, x2 = in_e[2][r].v[v] - ez;
                const float y0 = down0 - ex, y2 = down2 - ez;
                const float z0 = right0.v[v] - ex, z1 = right1.v[v] - ey;
                hx[r].v[v] = fma(cb[3], fma(zh, z1, -yh * y2), h[S][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], fma(xh, x2, -zh * z0), h[S][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], fma(yh, y0, -xh * x1), h[S][2][r].v[v]);
            }
        }
        put(&s.h[S][warp + 1][0][at], hx[R - 1]);
        put(&s.h[S][warp + 1][1][at], hz[R - 1]);
        __syncthreads();
        if (S == 0 && warp == 0 && lane == 0 && left > STAGED - 1) /* all have read it */
            fetch(now - 1 + STAGED, here, (held + STAGED) % HELD);
        const two up0 = take(&s.h[S][warp][0][at]), up2 = take(&s.h[S][warp][1][at]);
        two out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const two left0 = before(hx[r]), left1 = before(hy[r]);
            uint2 id = {};
            if (IDS)
                id = *reinterpret_cast<const uint2 *>(
                    media + ((held - S + (held < S ? HELD : 0)) * ROWS + r) * WIDE);
#pragma unroll
            for (int v = 0; v < CELLS; v++) {
                const float hx_up = r > 0 ? hx[(r + R - 1) % R].v[v] : up0.v[v];
                const float hz_up = r > 0 ? hz[(r + R - 1) % R].v[v] : up2.v[v];
                const float hy_old = S < T - 1 ? h[(S + 1) % T][1][r].v[v] : last[0][r].v[v];
                const float hz_old = S < T - 1 ? h[(S + 1) % T][2][r].v[v] : last[1][r].v[v];
                const float x1 = hy[r].v[v] - hy_old, x2 = hz[r].v[v] - hz_old;
                const float y0 = hx[r].v[v] - hx_up, y2 = hz[r].v[v] - hz_up;
                const float z0 = hx[r].v[v] - left0.v[v], z1 = hy[r].v[v] - left1.v[v];
                const float q[3] = {fma(-zn, z1, yn * y2), fma(-xn, x2, zn * z0),
                                    fma(-yn, y0, xn * x1)};
                const unsigned word = v == 0 ? id.x : id.y;
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    float old = own[c][r].v[v];
                    const unsigned may = FACES ? mask & on[r] >> 3 * v : mask;
                    float scale = may >> c & 1 ? cb[c] : 0.0f;
                    if (IDS) {
                        const unsigned m = word >> 10 * c & 1023;
                        scale = cbs[m];
                        if (LOSSES)
                            old = fma(-losses[m], old, old);
                    }
                    out[c][r].v[v] = fma(scale, q[c], old);
                }
            }
        }
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

    __device__ __forceinline__ void write(int i, const two (&e)[3][R], const two (&h)[3][R])
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
            const int64_t at = i * from.plane + int64_t(row + r) * from.pitch + column;
            float *f = field_of<float>(to, 0) + at;
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
        begin();
        if (warp == 0 && lane == 0)
            for (int n = 0; n < STAGED && n < planes; n++)
                fetch(first + n, n, n);
        stage_wait(&s.full[0], 0);
        __syncthreads();
        unsigned phase = 0;
        for (int n = 1; n < planes; n++) {
            two in_e[3][R], in_h[3][R];
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

/* Registers for one block a processor. */
template <int T, int R, int W, int FORM>
__global__ void __launch_bounds__(LANES *W, 1)
    calm_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *list)
{
    extern __shared__ __align__(128) unsigned char bytes[];
    using room = calm_room<T, R, W, FORM>;
    room &s = *reinterpret_cast<room *>(bytes);
    float *cbs = reinterpret_cast<float *>(&s + 1), *losses = cbs + x.media;
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    for (int n = thread; n < (FORM & FORM_IDS ? x.media : 0); n += LANES * W) {
        const pair<float> law = static_cast<const pair<float> *>(x.table)[n];
        cbs[n] = law.cb;
        losses[n] = law.loss;
    }
    for (int n = 0; n < STAGED && thread == 0; n++)
        stage_open(&s.full[n]);
    __syncthreads();
    const int top = b.row - T, left = b.column - 4;
    if (FORM & FORM_IDS || (top >= x.calm[1][0] && top + R * W <= x.calm[1][1] &&
                            left >= x.calm[2][0] && left + WIDE <= x.calm[2][1]))
        strider<T, R, W, FORM, false>{maps, from, to, x, b, s, cbs, losses}.run();
    else if constexpr (!(FORM & FORM_IDS))
        strider<T, R, W, FORM, true>{maps, from, to, x, b, s, cbs, losses}.run();
}

template <int T, int R, int W, int FORM> static pass_instance instance_of()
{
    return {calm_kernel<T, R, W, FORM>, R * W - 2 * T, WIDE - 8, LANES * W,
            sizeof(calm_room<T, R, W, FORM>), WIDE, 256};
}

pass_instance choose_calm(int steps, int form)
{
    switch (form) {
    case 0:
        return steps == 4   ? instance_of<4, 2, 12, 0>()
               : steps == 3 ? instance_of<3, 3, 8, 0>()
                            : pass_instance{};
    case FORM_IDS:
        return steps == 4   ? instance_of<4, 2, 12, FORM_IDS>()
               : steps == 3 ? instance_of<3, 3, 8, FORM_IDS>()
                            : pass_instance{};
    case FORM_IDS | FORM_LOSSES:
        return steps == 4   ? instance_of<4, 2, 12, FORM_IDS | FORM_LOSSES>()
               : steps == 3 ? instance_of<3, 3, 8, FORM_IDS | FORM_LOSSES>()
                            : pass_instance{};
    default:
        return {};
    }
}
