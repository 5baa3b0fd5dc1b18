/* skewed.cuh: the skewed march: passes of five and six steps through uniform bricks.
 *
 * The march of uniform.cuh, but rows are skewed: level s works on H of rows s and on, and on E
 * of rows s+1 and on, of a tile. So nothing that a brick knows is wrong at its upper end, and
 * at its lower end it lacks the first row of the brick below, which sends that row level by
 * level: no row is done twice, however many steps there are. E and H of the first row behind a
 * seam between two bricks, or two warps, pass it (struct seam). A brick is some plane steps
 * behind the one below, which has begun before, since blocks take bricks in the order of the
 * list.
 *
 * The last warp of a block calculates nothing: it is the producer (producer.cuh). */
#ifndef CUDA_SKEWED_CUH
#define CUDA_SKEWED_CUH

#include "level.cuh"
#include "producer.cuh"
#include <type_traits>

enum {
    SKEWED_PLANES = 256
}; /* planes of a brick, at most: bricks of a chain share the cells they read */

/* The march of one brick. FACES: some of its cells lie on a face of PEC or beyond. */
template <class real, int T, int R, int W, int FEATURES, bool FACES, class laws>
struct skewed_march {
    static constexpr bool IDS = FEATURES & WITH_IDS, LOSSES = FEATURES & WITH_LOSSES;
    static constexpr bool MASKS = FACES && !IDS;
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>, ROWS = R * W;
    using smem = skewed_smem<real, T, R, W, FEATURES>;
    using cells = cells_of<real>;
    using bits = std::conditional_t<(R + T - 1) * 3 * V <= 32, unsigned, unsigned long long>;
    static constexpr int RING = smem::RING, FIELD_PLANES = smem::FIELD_PLANES,
                         RECEIVED = smem::RECEIVED, SENT = smem::SENT;
    static constexpr int PLANE = (ROWS + 1) * 6 * WIDTH,
                         SEAM = sizeof(seam<real, T>) / sizeof(real);

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
    int received = 0, sent = 1;  /* slots of the rows that come from below and go above */
    real has_next;               /* 0 in the last lane, else 1 */
    const real *fields;          /* this thread's first row in slot 0 */
    const unsigned *id_words;
    real *below, *above;            /* seams */
    int below_stride, above_stride; /* words from slot to slot */
    bits updated;                   /* 3*V bits a row: bit 3*v + c: E component c is updated */
    unsigned written_rows;          /* bit r */
    cells e[T][3][R], h[T][3][R];   /* fields of the plane that waits for each level; [0] is in
                                       shared   memory */
    cells last[2][R];               /* Hy, Hz of the plane before, after the last level */

    __device__ __forceinline__ void settle()
    {
        lane = int(threadIdx.x), warp = int(threadIdx.y);
        column = b.read_from[1] + V * lane;
        row = b.read_from[0] + warp * R;
        has_next = lane == LANES - 1 ? real(0) : real(1);
        written_rows = rows_written<R>(b, row + T, column);
        updated = 0;
#pragma unroll
        for (int r = 0; MASKS && r < R + T - 1; r++)
            updated |= bits(e_updated_in_row<V>(from, row + 1 + r, column)) << 3 * V * r;
        fields = &s.field[0][warp * R][0][V * lane];
        id_words = IDS ? &s.id[0][warp * R][V * lane] : nullptr;
        real *const seams = reinterpret_cast<real *>(s.between) + V * lane;
        below = seams + warp * SEAM;
        above = seams + (warp > 0 ? warp - 1 : W - 1 + RECEIVED) * SEAM;
        below_stride = warp == W - 1 ? SEAM : 0;
        above_stride = warp == 0 ? SEAM : 0;
    }

    /* Zeros before the first plane, and below the last brick, where nothing comes from. */
    __device__ __forceinline__ void clear()
    {
        clear_levels(e, h, last);
        if (IDS)
            for (int n = FIELD_PLANES; n < RING; n++)
                for (int r = warp; r < smem::ID_ROWS; r += W)
                    store_cells(&s.id[n][r][V * lane], pack<unsigned, V>{});
        real *const seams = reinterpret_cast<real *>(s.between) + V * lane;
        for (int n = warp; n < int(sizeof s.between / sizeof(real)) / WIDTH; n += W)
            store_cells(seams + n * WIDTH, cells{});
        tma_fence();
    }

    /* A level and those after it, in the plane step that looks ahead to plane `now`, as
     * uniform_march::level(). in, out_h: seams of this plane step; out_e: of the next one. */
    template <int LEVEL>
    __device__ __forceinline__ void level(int now, const real *in, real *out_h, real *out_e,
                                          cells (&in_e)[3][R], cells (&in_h)[3][R])
    {
        const inverse_widths<real> at_e = uniform_widths<real, NODE>(x),
                                   at_h = uniform_widths<real, HALF>(x);
        const real *cb = numbers_of<real>(x).cb, beyond = FACES ? has_next : real(1);
        constexpr int E = (LEVEL - 1) * 3 * WIDTH, H = (T - 1 + LEVEL) * 3 * WIDTH;
        const unsigned mask = IDS ? 7 : e_updated_in_plane(from, now - 1 - LEVEL);
        cells now_e[3][R + 1];
        if constexpr (LEVEL == 0) {
            const int at0 = slot * PLANE, at1 = next_slot * PLANE;
#pragma unroll
            for (int r = 0; r <= R; r++) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    now_e[c][r] = load<V>(fields + at0 + (6 * r + c) * WIDTH);
                    if (r < R)
                        h[0][c][r] = load<V>(fields + at0 + (6 * r + 3 + c) * WIDTH);
                    if (r < R && c > 0)
                        in_e[c][r] = load<V>(fields + at1 + (6 * r + c) * WIDTH);
                }
            }
        } else {
#pragma unroll
            for (int c = 0; c < 3; c++) {
#pragma unroll
                for (int r = 0; r < R; r++)
                    now_e[c][r] = e[LEVEL][c][r];
                now_e[c][R] = load<V>(in + E + c * WIDTH);
            }
        }
        cells hx[R + 1], hy[R + 1], hz[R + 1];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells z0 = to_next(now_e[0][r], beyond), z1 = to_next(now_e[1][r], beyond);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real ex = now_e[0][r].v[v], ey = now_e[1][r].v[v], ez = now_e[2][r].v[v];
                real q[3];
                h_curl(at_h,
                       {in_e[1][r].v[v] - ey, in_e[2][r].v[v] - ez, now_e[0][r + 1].v[v] - ex,
                        now_e[2][r + 1].v[v] - ez, z0.v[v], z1.v[v]},
                       q);
                hx[r].v[v] = fma(cb[3], q[0], h[LEVEL][0][r].v[v]);
                hy[r].v[v] = fma(cb[4], q[1], h[LEVEL][1][r].v[v]);
                hz[r].v[v] = fma(cb[5], q[2], h[LEVEL][2][r].v[v]);
            }
        }
        store_cells(out_h + H, hx[0]);
        store_cells(out_h + H + WIDTH, hy[0]);
        store_cells(out_h + H + 2 * WIDTH, hz[0]);
        warps_sync(LANES * W);
        if (LEVEL == 0) /* all have read that plane, and are done with the plane step before */
            plane_barrier_arrive(slot, LANES * (W + 1));
        hx[R] = load<V>(in + H);
        hy[R] = load<V>(in + H + WIDTH);
        hz[R] = load<V>(in + H + 2 * WIDTH);
        cells out[3][R];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const cells left0 = previous(hx[r + 1]), left1 = previous(hy[r + 1]);
            pack<unsigned, V> id = {};
            if (IDS)
                id = load<V>(id_words +
                             ((id_slot - LEVEL + (id_slot < LEVEL ? RING : 0)) * smem::ID_ROWS +
                              LEVEL + r) *
                                 WIDTH);
#pragma unroll
            for (int v = 0; v < V; v++) {
                const real hy_old =
                    LEVEL < T - 1 ? h[(LEVEL + 1) % T][1][r].v[v] : last[0][r].v[v];
                const real hz_old =
                    LEVEL < T - 1 ? h[(LEVEL + 1) % T][2][r].v[v] : last[1][r].v[v];
                real q[3];
                e_curl(at_e,
                       {hy[r + 1].v[v] - hy_old, hz[r + 1].v[v] - hz_old,
                        hx[r + 1].v[v] - hx[r].v[v], hz[r + 1].v[v] - hz[r].v[v],
                        hx[r + 1].v[v] - left0.v[v], hy[r + 1].v[v] - left1.v[v]},
                       q);
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    real old = now_e[c][r + 1].v[v];
                    const unsigned here =
                        MASKS ? mask & unsigned(updated >> 3 * (V * (LEVEL + r) + v)) : mask;
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
                    law.act(c, LEVEL, id,
                            mask * 9 & (MASKS ? unsigned(updated >> 3 * V * (LEVEL + r)) : ~0u),
                            now_e[c][r + 1], out[c][r]);
        }
#pragma unroll
        for (int c = 0; LEVEL > 0 && c < 3; c++)
            store_cells(out_e + E + c * WIDTH, in_e[c][0]);
        pass_on<LEVEL, 1>(e, h, last, in_e, in_h, out, hx, hy, hz);
        if constexpr (LEVEL + 1 < T)
            level<LEVEL + 1>(now, in, out_h, out_e, in_e, in_h);
    }

    __device__ __forceinline__ void write(int i, const cells (&e)[3][R], const cells (&h)[3][R])
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (!(written_rows >> r & 1))
                continue;
            real *f = field_of<real>(to, 0) + i * from.plane +
                      int64_t(row + T + r) * from.pitch + column;
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
        unsigned phase = 0, received_phase = 0; /* phases of the barriers of plane step n */
        settle();
        clear();
        __syncthreads();
        tma_wait(&s.full[0], 0);
#pragma unroll 1
        for (int n = 1; n < planes; n++) {
            cells in_e[3][R], in_h[3][R];
            const int later = sent + 1 == SENT ? 0 : sent + 1;
            tma_wait(&s.full[next_slot], phase);
            tma_wait(&s.received[received], received_phase);
            level<0>(first + n, below + received * below_stride, above + sent * above_stride,
                     above + later * above_stride, in_e, in_h);
            if (n >= 2 * T)
                write(first + n - T, in_e, in_h);
            slot = next_slot;
            next_slot = next_slot + 1 == FIELD_PLANES ? 0 : next_slot + 1;
            phase ^= next_slot == 0;
            received = received + 1 == RECEIVED ? 0 : received + 1;
            received_phase ^= received == 0;
            sent = later;
            id_slot = id_slot + 1 == RING ? 0 : id_slot + 1;
        }
        __syncthreads();
    }
};

template <class real, int T, int R, int W, int FEATURES, class laws>
__global__ void __launch_bounds__(LANES *(W + 1), 1)
    skewed_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                  const __grid_constant__ pass x, const __grid_constant__ tensor_maps maps,
                  const brick *list, const __grid_constant__ laws law)
{
#if HAS_TMA
    extern __shared__ __align__(128) unsigned char bytes[];
    using smem = skewed_smem<real, T, R, W, FEATURES>;
    smem &s = *reinterpret_cast<smem *>(bytes);
    real *cbs = reinterpret_cast<real *>(&s + 1), *losses = cbs + x.media;
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    if (thread == 0) { /* by tickets, blocks that others wait for have begun */
        const unsigned long long ticket = atomicAdd(x.exchange.ticket, 1ull);
        s.launch = ticket / unsigned(x.exchange.count);
        s.place = int(ticket % unsigned(x.exchange.count));
        for (int n = 0; n < smem::FIELD_PLANES; n++)
            tma_init(&s.full[n]);
        for (int n = 0; n < smem::RECEIVED; n++)
            tma_init(&s.received[n]);
    }
    load_laws<real, FEATURES>(x, cbs, losses, thread, LANES * (W + 1));
    __syncthreads();
    const brick b = list[__shfl_sync(~0u, s.place, 0)]; /* known to be equal in all lanes */
    const int top = b.read_from[0], left = b.read_from[1];
    const bool inner = !(FEATURES & WITH_IDS) && top >= x.uniform[1][0] &&
                       top + R * W + T < x.uniform[1][1] && left >= x.uniform[2][0] &&
                       left + WIDE<real> < x.uniform[2][1];
    if (__shfl_sync(~0u, threadIdx.y, 0) == W)
        producer<real, T, R, W, FEATURES>{maps, x, list, b, s}.run();
    else if (!inner)
        skewed_march<real, T, R, W, FEATURES, true, laws>{maps, from, to,     x,  b,
                                                          s,    cbs,  losses, law}
            .run();
    else if constexpr (!(FEATURES & WITH_IDS))
        skewed_march<real, T, R, W, FEATURES, false, laws>{maps, from, to,     x,  b,
                                                           s,    cbs,  losses, law}
            .run();
#endif
}

/* Bytes of shared memory that a processor has for a block, without the coefficients of ids. */
template <class real, int FEATURES>
constexpr int SKEWED_BYTES = (227 << 10) -
                             (FEATURES & WITH_IDS ? 1024 * 2 * int(sizeof(real)) : 0);

/* The kernel of W warps, or of as many as shared memory holds. AHEAD: it is compiled ahead of time,
 * else for laws alone. */
template <class real, int T, int R, int W, int FEATURES, bool AHEAD = true>
static kernel_entry skewed_entry()
{
    if constexpr (sizeof(skewed_smem<real, T, R, W, FEATURES>) > SKEWED_BYTES<real, FEATURES>) {
        return skewed_entry<real, T, R, W - 1, FEATURES, AHEAD>();
    } else {
        kernel_entry k = {SKEWED_MARCH, T, sizeof(real), 0, false, media_of(FEATURES)};
        if constexpr (AHEAD)
            k.function = skewed_kernel<real, T, R, W, FEATURES, no_laws>;
        k.rows = R * W;
        k.columns = columns<real, T, FEATURES, WIDE<real>>::WRITTEN;
        k.threads = LANES * (W + 1);
        k.shared_bytes = sizeof(skewed_smem<real, T, R, W, FEATURES>);
        k.width = WIDE<real>;
        k.read_before = columns<real, T, FEATURES, WIDE<real>>::BEFORE;
        k.longest = SKEWED_PLANES;
        k.sent_bytes = sizeof(seam<real, T>);
        k.own_rows = R, k.warps = W, k.features = FEATURES;
        return k;
    }
}

/* Registers bound the cells of a block (with the producer warp 168 a thread up to 12 warps, 255
 * up to 8; two words spilled cost 7 %), or shared memory does. */
template <class real> kernel_list skewed_kernels()
{
    static const kernel_entry list[] = {
#define OF_STEPS(steps, rows, warps) \
    skewed_entry<real, steps, rows, warps, 0>(), \
        skewed_entry<real, steps, rows, warps, WITH_IDS>(), \
        skewed_entry<real, steps, rows, warps, WITH_IDS | WITH_LOSSES>()
        OF_STEPS(5, 2, 11), OF_STEPS(6, 2, 7),
        /* with a law rows that are done twice cost more than chains do */
        skewed_entry<real, 4, 2, 11, 0, false>()
#undef OF_STEPS
    };
    return {list, int(sizeof list / sizeof *list)};
}

#endif
