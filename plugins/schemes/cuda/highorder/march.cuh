/* march.cuh: a half step of the high-order schemes.
 *
 * A block owns a tile of columns and marches along x. A ring of planes of the other field, with
 * the tile's surroundings, is filled ahead by asynchronous copies; a plane is read from shared
 * memory once, and its terms of the outputs before and behind it are added to sums in
 * registers, so that a word of memory is read once, as with Yee's update. */
#ifndef CUDA_MARCH_CUH
#define CUDA_MARCH_CUH

#include "window.cuh"
#include <cuda_pipeline.h>

/* The state of a thread while it marches. */
template <class real, int SHAPE, bool ELECTRIC, int MODE, bool LEVELS> struct marcher {
    typedef reach<SHAPE, ELECTRIC> r;
    typedef tile<real, SHAPE, MODE> t;
    typedef ring<real, SHAPE, ELECTRIC, MODE> g;
    static constexpr int OWN = ELECTRIC ? 0 : 3, OTHER = 3 - OWN, SIGN = ELECTRIC ? 1 : -1;
    static constexpr int KIND = ELECTRIC ? NODE : HALF, C = t::COLUMNS;
    static constexpr bool FULL = MODE == WIDE_FULL;
    /* Sums of both derivatives of a component, or of each: along y and z of 0, z and x of 1, x
     * and y of 2. */
    static constexpr int SUMS = FULL ? 6 : 3, DEPTH = r::HIGH + r::SIDE + 1;
    static constexpr int COPIES = g::COPIES + 1; /* packs, and a word beside them */
    static constexpr int BEFORE = LEVELS ? WIDE_LEVELS - 1 : 0;

    const domain &d;
    const window<real> &w;
    real *const planes;
    int j, k;            /* of the first column */
    int from[3][COPIES]; /* words of a plane that a thread copies, -1: none */
    int beside;          /* where its word goes */
    unsigned flips;      /* bit f*COPIES + m: copy m of component f changes its sign */
    unsigned on[3];      /* bit n: column n has points of a component */
    real sum[SUMS][C][DEPTH] = {}; /* [m]: of the output at plane s - m + SIDE */
    /* along x, of the planes before: values, and sums where a pair has others beside it */
    real raw[2][C][2 * r::PAIRS] = {}, wide[2][C][r::PAIRS][2 * r::PAIRS] = {};
    double energy = 0;

    __device__ marcher(const domain &d_, const window<real> &w_, real *shared, const part &p,
                       int tile)
        : d(d_), w(w_), planes(shared), flips(0)
    {
        const int j0 = p.from[1] + tile / p.across * t::ROWS;
        const int k0 = p.from[2] + tile % p.across * t::ACROSS;
        j = j0 + int(threadIdx.x) / t::ACROSS * C;
        k = k0 + int(threadIdx.x) % t::ACROSS;
        for (int m = 0; m < g::COPIES; m++) {
            constexpr int ACROSS = g::WIDTH / g::V;
            const int e = int(threadIdx.x) + m * THREADS;
            const int z = k0 - g::LEFT + e % ACROSS * g::V;
            plan_copy(m, e < g::WORDS / g::V && z >= 0 && z + g::V <= d.cells[2],
                      j0 - r::LOW + e / ACROSS, z);
        }
        const int row = int(threadIdx.x) / g::BESIDE, n = int(threadIdx.x) % g::BESIDE;
        const int z = n < r::LOW ? n - r::LOW : d.cells[2] / g::V * g::V + n - r::LOW;
        const bool asked = n < r::LOW ? k0 == 0
                                      : z >= k0 - g::LEFT && z < k0 + t::ACROSS + r::HIGH &&
                                            z <= d.cells[2] + r::HIGH;
        beside = row * g::WIDTH + z - (k0 - g::LEFT);
        plan_copy(g::COPIES, row < g::ROWS && asked, j0 - r::LOW + row, z);
        for (int c = 0; c < 3; c++) {
            on[c] = 0;
            for (int n = 0; n < C; n++)
                on[c] |= unsigned(inside(d, OWN + c, 1, j + n) && j + n < p.to[1] &&
                                  inside(d, OWN + c, 2, k) && k < p.to[2])
                         << n;
        }
    }

    /* Copy m is of the words at row y, column z. Words that no output reads may be any. */
    __device__ void plan_copy(int m, bool asked, int y, int z)
    {
        y = min(y, d.cells[1] + r::HIGH);
        for (int f = 0; f < 3; f++) {
            from[f][m] = -1;
            if (!asked)
                continue;
            const image a = image_of(&w.axis[1], kind_of<ELECTRIC>(f, 1), y);
            const image b = image_of(&w.axis[2], kind_of<ELECTRIC>(f, 2), z);
            from[f][m] = a.at * d.pitch + b.at;
            flips |= unsigned(a.flip != b.flip) << (f * COPIES + m);
        }
    }

    __device__ real *copied(int slot, int f, int m) const
    {
        const int at = m < g::COPIES ? (int(threadIdx.x) + m * THREADS) * g::V : beside;
        return planes + (slot * 3 + f) * g::WORDS + at;
    }

    __device__ void fill(int plane, int slot) const
    {
        const int at[2] = {image_of(&w.axis[0], NODE, plane).at,
                           image_of(&w.axis[0], HALF, plane).at};
        for (int f = 0; f < 3; f++) {
            const real *source =
                field_of<real>(d, OTHER + f) + at[kind_of<ELECTRIC>(f, 0)] * d.plane;
            for (int m = 0; m < COPIES; m++)
                if (from[f][m] >= 0)
                    __pipeline_memcpy_async(copied(slot, f, m), source + from[f][m],
                                            m < g::COPIES ? 16 : sizeof(real));
        }
    }

    /* Images of odd components: a thread changes the sign of the words that it has copied. */
    __device__ void flip_signs(int plane, int slot) const
    {
        unsigned signs = flips;
        if (plane < 0 || plane >= w.axis[0].cells)
            for (int f = 0; f < 3; f++)
                if (image_of(&w.axis[0], kind_of<ELECTRIC>(f, 0), plane).flip)
                    signs ^= ((1u << COPIES) - 1) << (f * COPIES);
        if (signs)
            for (int f = 0; f < 3; f++)
                for (int m = 0; m < COPIES; m++)
                    if (signs >> (f * COPIES + m) & 1 && from[f][m] >= 0)
                        for (int n = 0; n < (m < g::COPIES ? g::V : 1); n++)
                            copied(slot, f, m)[n] = -copied(slot, f, m)[n];
    }

    __device__ real value(const real *base, int n, int f, int y, int z) const
    {
        return base[f * g::WORDS + (n + y) * g::WIDTH + z];
    }

    /* Derivative along y (a = 1) or z (a = 2): the terms of this plane for the outputs in it,
     * and for those in the planes beside it. */
    __device__ void within(const real *base, int n, int f, int a, int into, real sign)
    {
        const weights<real> &x = w.arm[a][f == (a + 1) % 3 ? 0 : 1];
        real here = 0, beside = 0;
#pragma unroll
        for (int p = 0; p < r::PAIRS; p++) {
            const int up = p + r::AHEAD, down = up - 2 * p - 1;
            auto pair_at = [&](int o) {
                return a == 1 ? value(base, n, f, up, o) - value(base, n, f, down, o)
                              : value(base, n, f, o, up) - value(base, n, f, o, down);
            };
            const real own = sign * pair_at(0);
            here = p == 0 ? x.along[0] * own : fma(x.along[p], own, here);
            if (r::on_line(p))
                continue;
            const real side = sign * (pair_at(-1) + pair_at(1));
            if (r::side(p)) {
                here = fma((a == 1 ? x.first : x.second)[p & 1], side, here);
                beside = fma((a == 1 ? x.second : x.first)[p & 1], own, beside);
            }
            if (r::corner(p))
                beside = fma(x.corner[p & 1], side, beside);
        }
        sum[into][n][r::SIDE] += here;
        if (r::SIDE) {
            sum[into][n][0] += beside;
            sum[into][n][2 * r::SIDE] += beside;
        }
    }

    /* Derivative along x: planes 2p+1 apart. */
    __device__ void through(const real *base, int n, int f, int into, real sign)
    {
        const weights<real> &x = w.arm[0][f - 1];
        const real own = value(base, n, f, 0, 0);
        real *before = raw[f - 1][n];
#pragma unroll
        for (int p = 0; p < r::PAIRS; p++) {
            real &q = sum[into][n][p + r::AHEAD + r::SIDE];
            if (r::on_line(p)) {
                q = fma(sign * x.along[p], own - before[2 * p], q);
                continue;
            }
            real v = x.along[p] * own;
            if (r::side(p)) {
                v = fma(x.first[p & 1], value(base, n, f, -1, 0) + value(base, n, f, 1, 0), v);
                v = fma(x.second[p & 1], value(base, n, f, 0, -1) + value(base, n, f, 0, 1), v);
            }
            if (r::corner(p))
                v = fma(x.corner[p & 1],
                        (value(base, n, f, -1, -1) + value(base, n, f, -1, 1)) +
                            (value(base, n, f, 1, -1) + value(base, n, f, 1, 1)),
                        v);
            real *then = wide[f - 1][n][p];
            q += sign * (v - then[2 * p]);
            for (int m = 2 * p; m > 0; m--)
                then[m] = then[m - 1];
            then[0] = v;
        }
        for (int m = 2 * r::PAIRS - 1; m > 0; m--)
            before[m] = before[m - 1];
        before[0] = own;
    }

    __device__ void gather(const real *base, int n)
    {
        within(base, n, 2, 1, 0, 1);
        within(base, n, 1, 2, FULL ? 1 : 0, FULL ? 1 : -1);
        within(base, n, 0, 2, FULL ? 2 : 1, 1);
        through(base, n, 2, FULL ? 3 : 1, FULL ? 1 : -1);
        through(base, n, 1, FULL ? 4 : 2, 1);
        within(base, n, 0, 1, FULL ? 5 : 2, FULL ? 1 : -1);
    }

    /* The curl of a point with stretches and layers. */
    __device__ void stretch(int i, const int64_t (&at)[6], const real (&held)[6],
                            const real (&t)[6], real (&q)[3]) const
    {
#pragma unroll
        for (int n = 0; n < 6; n++) {
            const int a = along(n), c = n / 2, x = a == 0 ? i : a == 1 ? j : k;
            real v = static_cast<const real *>(w.axis[a].inverse[KIND])[x] * t[n];
            if (at[n] >= 0) {
                const real b = static_cast<const real *>(d.line[a][KIND].b)[x];
                const real f = static_cast<const real *>(w.axis[a].c[KIND])[x];
                const real next = fma(b, held[n], f * t[n]);
                if (!w.partial)
                    static_cast<real *>(d.psi[OWN + c][a])[at[n]] = next;
                v += next;
            }
            q[c] += n % 2 ? -v : v;
        }
    }

    /* Takes the sum of s1 of a medium's sections from q; they advance. */
    __device__ void sections(int c, unsigned medium, int i, int64_t at, const real *old,
                             real *q) const
    {
        const medium_range range = d.range[medium];
        if (range.count == 0)
            return;
        const int64_t row = int64_t(i) * d.rows + j;
        if (w.partial)
            advance_sections<real, 1, false>(d, OWN + c, range, at, row, k, 1, old, q);
        else
            advance_sections<real, 1, true>(d, OWN + c, range, at, row, k, 1, old, q);
    }

    /* The next value of a point; then: its values at the levels before. */
    __device__ real next(int c, unsigned medium, real old, const real *then, real q) const
    {
        if (!LEVELS && MODE == WIDE_PLAIN)
            return fma(w.single_coefficients[c][0], q,
                       fma(-w.single_coefficients[c][1], old, old));
        if (!LEVELS) {
            const pair<real> m = static_cast<const pair<real> *>(d.coefficient)[medium];
            return fma(m.cb, q, fma(-m.loss, old, old));
        }
        const real *m = MODE == WIDE_PLAIN
                            ? w.single_coefficients[c]
                            : static_cast<const real *>(w.level_coefficients) + 5 * medium;
        real v = fma(m[1], old, m[0] * q);
        for (int n = 0; n < BEFORE; n++)
            v = fma(m[2 + n], then[n], v);
        return v;
    }

    __device__ void put(int c, unsigned medium, int i, int64_t at, real old, real v)
    {
        if (FULL && w.partial) {
            const int x[3] = {i, j, k};
            energy +=
                d.energy[medium] * point_volume<real>(d, OWN + c, x) * double(old) * double(v);
        } else if (LEVELS) {
            static_cast<real *>(w.level[c][WIDE_LEVELS - 2])[at] = v;
        } else {
            field_of<real>(d, OWN + c)[at] = v;
        }
    }

    /* Plane s is in its slot, or on the way; outputs of plane i are complete with it. */
    __device__ void step(int s, int slot, int i0, int last)
    {
        const int i = w.flat ? s : s - r::HIGH;
        const int64_t at = i * d.plane + int64_t(j) * d.pitch + k;
        real old[3][C], then[3][C][BEFORE + 1];
        unsigned now[3], medium[3][C];
        for (int c = 0; c < 3; c++) {
            now[c] = i >= i0 && inside(d, OWN + c, 0, i) ? on[c] : 0;
            for (int n = 0; n < C; n++) {
                const bool here = now[c] >> n & 1;
                old[c][n] = here ? field_of<real>(d, OWN + c)[at + n * d.pitch] : real(0);
                for (int b = 0; b < BEFORE; b++)
                    then[c][n][b] =
                        here ? static_cast<const real *>(w.level[c][b])[at + n * d.pitch]
                             : real(0);
                medium[c][n] = d.uniform[OWN + c];
                if (MODE != WIDE_PLAIN && here)
                    medium[c][n] = medium_at<ANY_IDS>(d, OWN + c, at + n * d.pitch);
            }
        }
        int64_t layer[6];
        real held[6];
        for (int n = 0; n < 6 && FULL; n++) {
            layer[n] = now[n / 2] ? layer_of(d, along(n), KIND, i, j, k) : -1;
            held[n] = layer[n] < 0
                          ? real(0)
                          : static_cast<const real *>(d.psi[OWN + n / 2][along(n)])[layer[n]];
        }
        __pipeline_wait_prior(RING - 2);
        flip_signs(s, slot);
        __syncthreads();
        if (s + RING - 1 <= last)
            fill(s + RING - 1, (slot + RING - 1) % RING);
        __pipeline_commit();

        const int row = int(threadIdx.x) / t::ACROSS * C, lane = int(threadIdx.x) % t::ACROSS;
        const real *base =
            planes + slot * 3 * g::WORDS + (row + r::LOW) * g::WIDTH + lane + g::LEFT;
#pragma unroll
        for (int n = 0; n < C; n++) {
            gather(base, n);
            real q[3] = {}, done[SUMS];
            for (int c = 0; c < SUMS; c++)
                done[c] = w.flat ? sum[c][n][r::SIDE] : sum[c][n][DEPTH - 1];
            if constexpr (FULL) {
                if (i >= i0)
                    stretch(i, layer, held, done, q);
            } else
                for (int c = 0; c < 3; c++)
                    q[c] = done[c];
            for (int c = 0; c < 3; c++) {
                if (!(now[c] >> n & 1))
                    continue;
                const int64_t here = at + n * d.pitch;
                real v = SIGN * q[c];
                if (FULL && !LEVELS && d.sections[ELECTRIC])
                    sections(c, medium[c][n], i, here, &old[c][n], &v);
                put(c, medium[c][n], i, here, old[c][n],
                    next(c, medium[c][n], old[c][n], then[c][n], v));
            }
            for (int c = 0; c < SUMS; c++) {
                for (int m = DEPTH - 1; m > 0; m--)
                    sum[c][n][m] = sum[c][n][m - 1];
                sum[c][n][0] = 0;
            }
        }
    }

    /* Outputs of the planes [i0, i1). */
    __device__ void march(int i0, int i1)
    {
        const int first = w.flat ? i0 : i0 - r::LOW, last = w.flat ? i0 : i1 - 1 + r::HIGH;
        for (int n = 0; n < RING - 1; n++) {
            if (first + n <= last)
                fill(first + n, n);
            __pipeline_commit();
        }
        for (int s = first;; s += RING)
#pragma unroll
            for (int n = 0; n < RING; n++) {
                if (s + n > last) /* no step after this: sums need not stay where they are */
                    return;
                step(s + n, n, i0, last);
            }
    }
};

template <class real, int SHAPE, bool ELECTRIC, int MODE, bool LEVELS>
__global__ void __launch_bounds__(THREADS, tile<real, SHAPE, MODE, LEVELS>::RESIDENT)
    sweep_window(const __grid_constant__ domain d, const __grid_constant__ window<real> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    const part &p = w.part;
    const int block = int(blockIdx.x), tiles = p.across * p.down;
    const int i0 = p.from[0] + block / tiles * w.planes;
    marcher<real, SHAPE, ELECTRIC, MODE, LEVELS> m(d, w, reinterpret_cast<real *>(bytes), p,
                                                   block % tiles);
    m.march(i0, min(i0 + w.planes, p.to[0]));
    if (MODE != WIDE_FULL || !w.partial)
        return;
    const double total = block_sum<THREADS>(m.energy, int(threadIdx.x));
    if (threadIdx.x == 0)
        w.partial[blockIdx.x] = total;
}

#endif
