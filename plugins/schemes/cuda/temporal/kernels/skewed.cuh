/* skewed.cuh: passes of many steps through calm bricks, as fast as they go.
 *
 * The march of calm.cuh, but rows are slanted: stage s works on H of rows s and on, E of rows
 * s+1 and on of a tile. So nothing that a brick knows is wrong at its upper end, and what it
 * lacks at its lower end is the first row of the brick below, which hands it on level by level:
 * no row is done twice, however many steps there are. What passes a seam between two bricks, or
 * two warps, is E and H of the first row behind it (struct seam). A brick is some turns behind
 * the one below; that has begun before, as blocks take bricks in the order of the list.
 *
 * Of a block's warps the last one calculates nothing: it has planes brought, and seams brought
 * and taken away (porter.cuh). */
#ifndef CUDA_SLANT_CUH
#define CUDA_SLANT_CUH

#include "producer.cuh"
#include <type_traits>

enum { SLANT_PLANES = 256 }; /* of a brick, at most: those of a chain share what they read */

/* FACES: some of its cells lie on a face of PEC or beyond, or only those behind the last. */
template <class real, int T, int R, int W, int FORM, bool FACES> struct slanted {
    static constexpr bool IDS = FORM & FORM_IDS, LOSSES = FORM & FORM_LOSSES;
    static constexpr bool MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using room = slant_room<real, T, R, W, FORM>;
    using cells = pack<real, V>;
    using bits = std::conditional_t<(R + T - 1) * 3 * V <= 32, unsigned, unsigned long long>;
    static constexpr int HELD = room::HELD, AHEAD = room::AHEAD, GIVEN = room::GIVEN,
                         SENT = room::SENT;
    static constexpr int PLANE = (ROWS + 1) * 6 * WIDTH,
                         SEAM = sizeof(seam<real, T>) / sizeof(real);

    const stage_maps &maps;
    const domain &from, &to;
    const pass &x;
    const brick &b;
    room &s;
    const real *cbs, *losses;         /* of media */
    int lane, warp, column, row;      /* of this thread's first cell */
    int here = 0, next = 1, held = 0; /* slots of planes n-1 and n; of plane n-1's ids */
    int given = 0, sent = 1;          /* slots of what comes from below, and goes above */
    real edge;                        /* 0 in the last lane, else 1 */
    const real *staged;
    const unsigned *media;
    real *below, *above;          /* seams */
    int below_step, above_step;   /* from slot to slot */
    bits on;                      /* 3*V bits a row: bit 3*v + c: E component c is updated */
    unsigned writes;              /* bit r */
    cells e[T][3][R], h[T][3][R]; /* [0] are in shared memory */
    cells last[2][R];             /* Hy, Hz of the plane before, after the last stage */

    __device__ __forceinline__ void settle()
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y);
        column = b.from[1] + V * lane;
        row = b.from[0] + warp * R;
        edge = lane == LANES - 1 ? real(0) : real(1);
        writes = 0;
        on = 0;
#pragma unroll
        for (int r = 0; r < R; r++)
            writes |= unsigned(row + T + r >= b.row && row + T + r < b.last[0] &&
                               column >= b.column && column < b.last[1])
                      << r;
#pragma unroll
        for (int r = 0; MASKS && r < R + T - 1; r++)
#pragma unroll
            for (int v = 0; v < V; v++)
#pragma unroll
                for (int c = 0; c < 3; c++)
                    on |=
                        bits(inside(from, c, 1, row + 1 + r) && inside(from, c, 2, column + v))
                        << (3 * (V * r + v) + c);
        staged = &s.field[0][warp * R][0][V * lane];
        media = IDS ? &s.id[0][warp * R][V * lane] : nullptr;
        real *const seams = reinterpret_cast<real *>(s.between) + V * lane;
        below = seams + warp * SEAM;
        above = seams + (warp > 0 ? warp - 1 : W - 1 + GIVEN) * SEAM;
        below_step = warp == W - 1 ? SEAM : 0;
        above_step = warp == 0 ? SEAM : 0;
    }

    /* Before the first plane there is nothing; below the last brick neither, or it is wrong. */
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
        if (IDS)
            for (int n = AHEAD; n < HELD; n++)
                for (int r = warp; r < room::ID_ROWS; r += W)
                    put(&s.id[n][r][V * lane], pack<unsigned, V>{});
        real *const seams = reinterpret_cast<real *>(s.between) + V * lane;
        for (int n = warp; n < int(sizeof s.between / sizeof(real)) / WIDTH; n += W)
            put(seams + n * WIDTH, nothing);
        stage_order();
    }

    /* Stage S of the turn that looks ahead to plane `now`, as marcher::stage(). in, out_h:
     * seams of this turn; out_e: of the next one. */
    template <int S>
    __device__ __forceinline__ void stage(int now, const real *in, real *out_h, real *out_e,
                                          cells (&in_e)[3][R], cells (&in_h)[3][R])
    {
        const real xn = numbers_of<real>(x).inverse[0][NODE],
                   xh = numbers_of<real>(x).inverse[0][HALF];
        const real yn = numbers_of<real>(x).inverse[1][NODE],
                   yh = numbers_of<real>(x).inverse[1][HALF];
        const real zn = numbers_of<real>(x).inverse[2][NODE],
                   zh = numbers_of<real>(x).inverse[2][HALF];
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? edge : real(1);
        constexpr int E = (S - 1) * 3 * WIDTH, H = (T - 1 + S) * 3 * WIDTH;
        unsigned mask = 7;
        if (!IDS) {
            mask = 0;
#pragma unroll
            for (int c = 0; c < 3; c++)
                mask |= unsigned(inside(from, c, 0, now - 1 - S)) << c;
        }
        cells own[3][R + 1];
        if constexpr (S == 0) {
            const int at0 = here * PLANE, at1 = next * PLANE;
#pragma unroll
            for (int r = 0; r <= R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    own[c][r] = load<V>(staged + at0 + (6 * r + c) * WIDTH);
                    if (r < R)
                        h[0][c][r] = load<V>(staged + at0 + (6 * r + 3 + c) * WIDTH);
                    if (r < R && c > 0)
                        in_e[c][r] = load<V>(staged + at1 + (6 * r + c) * WIDTH);
                }
            }
        } else {
#pragma unroll
            for (int c = 0; c < 3; c++) {
#pragma unroll
                for (int r = 0; r < R; r++)
                    own[c][r] = e[S][c][r];
                own[c][R] = load<V>(in + E + c * WIDTH);
            }
        }
        cells hx[R + 1], hy[R + 1], hz[R + 1];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells z0 = to_next(own[0][r], beyond), z1 = to_next(own[1][r], beyond);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real ex = own[0][r].v[v], ey = own[1][r].v[v], ez = own[2][r].v[v];
                const real x1 = in_e[1][r].v[v] - ey, x2 = in_e[2][r].v[v] - ez;
                const real y0 = own[0][r + 1].v[v] - ex, y2 = own[2][r + 1].v[v] - ez;
                hx[r].v[v] = fma(cb[3], fma(zh, z1.v[v], -yh * y2), h[S][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], fma(xh, x2, -zh * z0.v[v]), h[S][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], fma(yh, y0, -xh * x1), h[S][2][r].v[v]);
            }
        }
        put(out_h + H, hx[0]);
        put(out_h + H + WIDTH, hy[0]);
        put(out_h + H + 2 * WIDTH, hz[0]);
        stage_meet(LANES * W);
        if (S == 0) /* all have read that plane, and done with the turn before */
            stage_leave(here, LANES * (W + 1));
        hx[R] = load<V>(in + H);
        hy[R] = load<V>(in + H + WIDTH);
        hz[R] = load<V>(in + H + 2 * WIDTH);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells left0 = before(hx[r + 1]), left1 = before(hy[r + 1]);
            pack<unsigned, V> id = {};
            if (IDS)
                id = load<V>(media +
                             ((held - S + (held < S ? HELD : 0)) * room::ID_ROWS + S + r) *
                                 WIDTH);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real hy_old = S < T - 1 ? h[(S + 1) % T][1][r].v[v] : last[0][r].v[v];
                const real hz_old = S < T - 1 ? h[(S + 1) % T][2][r].v[v] : last[1][r].v[v];
                const real x1 = hy[r + 1].v[v] - hy_old, x2 = hz[r + 1].v[v] - hz_old;
                const real y0 = hx[r + 1].v[v] - hx[r].v[v], y2 = hz[r + 1].v[v] - hz[r].v[v];
                const real z0 = hx[r + 1].v[v] - left0.v[v], z1 = hy[r + 1].v[v] - left1.v[v];
                const real q[3] = {fma(-zn, z1, yn * y2), fma(-xn, x2, zn * z0),
                                   fma(-yn, y0, xn * x1)};
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    real old = own[c][r + 1].v[v];
                    const unsigned may =
                        MASKS ? mask & unsigned(on >> 3 * (V * (S + r) + v)) : mask;
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
#pragma unroll
        for (int c = 0; S > 0 && c < 3; c++)
            put(out_e + E + c * WIDTH, in_e[c][0]);
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (S == T - 1) {
                last[0][r] = hy[r + 1];
                last[1][r] = hz[r + 1];
            }
#pragma unroll
            for (int c = 0; c < 3; c++) {
                if (S > 0) {
                    e[S][c][r] = in_e[c][r];
                    h[S][c][r] = in_h[c][r];
                }
                in_e[c][r] = out[c][r];
            }
            in_h[0][r] = hx[r + 1], in_h[1][r] = hy[r + 1], in_h[2][r] = hz[r + 1];
        }
        if constexpr (S + 1 < T)
            stage<S + 1>(now, in, out_h, out_e, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, const cells (&e)[3][R], const cells (&h)[3][R])
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(writes >> r & 1))
                continue;
            real *f = field_of<real>(to, 0) + i * from.plane +
                      int64_t(row + T + r) * from.pitch + column;
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
        unsigned phase = 0, given_phase = 0; /* of the barriers of turn n */
        settle();
        clear();
        __syncthreads();
        stage_wait(&s.full[0], 0);
#pragma unroll 1
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            const int later = sent + 1 == SENT ? 0 : sent + 1;
            stage_wait(&s.full[next], phase);
            stage_wait(&s.given[given], given_phase);
            stage<0>(first + n, below + given * below_step, above + sent * above_step,
                     above + later * above_step, in_e, in_h);
            if (n >= 2 * T)
                write(first + n - T, in_e, in_h);
            here = next;
            next = next + 1 == AHEAD ? 0 : next + 1;
            phase ^= next == 0;
            given = given + 1 == GIVEN ? 0 : given + 1;
            given_phase ^= given == 0;
            sent = later;
            held = held + 1 == HELD ? 0 : held + 1;
        }
        __syncthreads();
    }
};

template <class real, int T, int R, int W, int FORM>
__global__ void __launch_bounds__(LANES *(W + 1), 1)
    slant_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                 const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                 const brick *list)
{
#if STAGE_ENGINE
    extern __shared__ __align__(128) unsigned char bytes[];
    using room = slant_room<real, T, R, W, FORM>;
    room &s = *reinterpret_cast<room *>(bytes);
    real *cbs = reinterpret_cast<real *>(&s + 1), *losses = cbs + x.media;
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    if (thread == 0) { /* blocks that others wait for have begun */
        const unsigned long long ticket = atomicAdd(x.hand.ticket, 1ull);
        s.launch = ticket / unsigned(x.hand.count);
        s.place = int(ticket % unsigned(x.hand.count));
        for (int n = 0; n < room::AHEAD; n++)
            stage_open(&s.full[n]);
        for (int n = 0; n < room::GIVEN; n++)
            stage_open(&s.given[n]);
    }
    bring_laws<real, FORM>(x, cbs, losses, thread, LANES * (W + 1));
    __syncthreads();
    const brick b = list[__shfl_sync(~0u, s.place, 0)]; /* the same for all, and known to be */
    const int top = b.from[0], left = b.from[1];
    const bool inner = !(FORM & FORM_IDS) && top >= x.calm[1][0] &&
                       top + R * W + T < x.calm[1][1] && left >= x.calm[2][0] &&
                       left + WIDE<real> < x.calm[2][1];
    if (__shfl_sync(~0u, threadIdx.y, 0) == W)
        porter<real, T, R, W, FORM>{maps, x, list, b, s}.carry();
    else if (!inner)
        slanted<real, T, R, W, FORM, true>{maps, from, to, x, b, s, cbs, losses}.run();
    else if constexpr (!(FORM & FORM_IDS))
        slanted<real, T, R, W, FORM, false>{maps, from, to, x, b, s, cbs, losses}.run();
#endif
}

template <class real, int T, int R, int W, int FORM> static pass_instance slant_instance()
{
    return {slant_kernel<real, T, R, W, FORM>,
            FORM,
            R * W,
            columns<real, T, FORM, WIDE<real>>::WRITTEN,
            LANES * (W + 1),
            sizeof(slant_room<real, T, R, W, FORM>),
            WIDE<real>,
            columns<real, T, FORM, WIDE<real>>::BEFORE,
            SLANT_PLANES,
            true,
            0,
            0,
            sizeof(seam<real, T>)};
}

/* What a processor has for a block, and what of it laws of ids may take. */
template <class real, int FORM>
constexpr int SLANT_BYTES = (227 << 10) - (FORM & FORM_IDS ? 1024 * 2 * int(sizeof(real)) : 0);

/* Registers bound the cells of a block (with the porter's 168 a thread up to 12 warps, 255 up
 * to 8; two words spilled cost 7 %), or shared memory does. */
template <class real, int T, int R, int W, int FORM> static pass_instance slant_most()
{
    if constexpr (sizeof(slant_room<real, T, R, W, FORM>) <= SLANT_BYTES<real, FORM>)
        return slant_instance<real, T, R, W, FORM>();
    else
        return slant_most<real, T, R, W - 1, FORM>();
}

template <class real> struct slant_kernels {
    template <int FORM> static pass_instance of(int steps)
    {
        return steps == 5   ? slant_most<real, 5, 2, 11, FORM>()
               : steps == 6 ? slant_most<real, 6, 2, 7, FORM>()
                            : pass_instance{};
    }
};

template <class real> pass_instance choose_slanted(int steps, int form)
{
    return choose_cells<slant_kernels<real>>(steps, form);
}

#endif
