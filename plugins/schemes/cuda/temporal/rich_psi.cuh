/* rich_psi.cuh: psi of the absorbing layers that a brick of rich.cuh meets.
 *
 * A psi belongs to one point, and its thread advances it. It waits in shared memory until its
 * plane has passed all stages, in one slot for each plane under way. A slot has room for four
 * words (E and H, two components each) of every cell along x, of the rows that are in layers
 * along y, and of the pairs of columns in layers along z. Along x each thread reads and writes
 * its own words. Along y and z few threads have some, so all share that work: a warp takes a
 * row, a thread a pair of columns. */
#ifndef CUDA_RICH_PSI_CUH
#define CUDA_RICH_PSI_CUH

#include "calm.cuh"
#include <cuda_pipeline_primitives.h>

enum { PAIR = CELLS<float>, WIDTH = WIDE<float> };
using two = pack<float, PAIR>;

__device__ inline two take(const float *p) { return load<PAIR>(p); }
__device__ inline two minus(const two &a, const two &b)
{
    return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}};
}
/* Of differences t and u over widths 1/a and 1/b; sign: 1 of H, -1 of E. */
__device__ inline two curl(float sign, const two &a, const two &t, const two &b, const two &u)
{
    return {{fma(sign * a.v[0], t.v[0], -(sign * b.v[0]) * u.v[0]),
             fma(sign * a.v[1], t.v[1], -(sign * b.v[1]) * u.v[1])}};
}
__device__ inline two same(float a) { return {{a, a}}; }

/* Groups of positions along an axis that are in layers, numbered from the brick's first. */
struct deep_part {
    int low, high, first; /* layers: below low, from high on */

    __device__ __forceinline__ deep_part(const line (&l)[2], int begin, int size)
        : low((max(l[0].low, l[1].low) + size - 1) / size),
          high(min(l[0].high, l[1].high) / size), first(max(begin, 0) / size)
    {
    }
    __device__ __forceinline__ bool has(int at) const { return at < low || at >= high; }
    __device__ __forceinline__ int number(int at) const
    {
        return at < low ? at - first : max(low - first, 0) + at - max(high, first);
    }
    __device__ __forceinline__ int position(int number) const
    {
        const int before = max(low - first, 0);
        return number < before ? first + number : max(high, first) + number - before;
    }
};

/* What a thread reads and writes along z, of plane 0: places of E's psi and of H's; a word of
 * slot 0; bits 2*kind + v: columns that are read, 4 + 2*kind + v: written. */
struct alignas(16) rich_job {
    int place[2], word;
    unsigned mask;
};

/* Rows and pairs of columns of a brick that may be in layers along y and z. */
constexpr int rich_deep_rows(int form, int axes)
{
    return form & FORM_POLE ? 10 : axes == ALONG_Y ? 16 : axes & ALONG_X ? 12 : 10;
}
constexpr int rich_deep_pairs(int form, int axes)
{
    return form & FORM_POLE || axes == (ALONG_Y | ALONG_Z) ? 6 : 11;
}

template <int T, int R, int W, int FORM, int AXES> struct rich_psi {
    static constexpr bool X = AXES & ALONG_X, Y = AXES & ALONG_Y, Z = AXES & ALONG_Z;
    static constexpr int SLOTS = T + 1, ROWS = R * W, BLOCK = LANES * W;
    static constexpr int BEFORE = 4, WRITTEN = WIDTH - 8;
    static constexpr int PLANES = X ? RICH_PLANES : 0; /* of a brick and around it */
    static constexpr int SIDE = ROWS + WIDTH + PLANES;
    static constexpr int TABLE = AXES ? 6 * SIDE : 0, X_WORD = X ? ROWS * WIDTH : 0;
    static constexpr int DEEP_ROWS = Y ? rich_deep_rows(FORM, AXES) : 0;
    static constexpr int PAIRS = Z ? rich_deep_pairs(FORM, AXES) : 0;
    static constexpr int Y_WORD = DEEP_ROWS * WIDTH, Z_ROW = PAIR * PAIRS,
                         Z_WORD = ROWS * Z_ROW;
    static constexpr int SLOT = 4 * (X_WORD + Y_WORD + Z_WORD);
    /* Words of shared memory. */
    static constexpr int SIZE = TABLE + SLOTS * SLOT + 4 * ROWS * PAIRS;

    const domain &from, &to;
    const pass &x;
    const brick &b;
    /* Shape [NODE or HALF, b or c or 1/width, SIDE]: of rows, of columns, of planes. */
    float *table;
    const rich_job *jobs;               /* shape [ROWS, pairs in layers] */
    float *along_x, *along_y, *along_z; /* this thread's words in slot 0 */
    int thread, top, left, row, column;
    unsigned deep = 0; /* bit r: row r has layers along y; bit 31: the columns have, along z */

    __device__ __forceinline__ rich_psi(const domain &a, const domain &c, const pass &p,
                                        const brick &own, float *memory, int number)
        : from(a), to(c), x(p), b(own), table(memory)
    {
        if (AXES == 0)
            return;
        thread = number, top = b.row - T, left = b.column - BEFORE;
        const int lane = thread % LANES, warp = thread / LANES;
        row = top + warp * R, column = left + PAIR * lane;
        rich_job *job = reinterpret_cast<rich_job *>(slots() + SLOTS * SLOT);
        jobs = job;
        along_x = slots() + warp * R * WIDTH + PAIR * lane;
        along_y = slots() + 4 * X_WORD + PAIR * lane;
        along_z = slots() + 4 * (X_WORD + Y_WORD) + warp * R * Z_ROW;
        for (int n = thread; n < SLOTS * SLOT; n += BLOCK)
            slots()[n] = 0;
        for (int n = thread; n < SIDE; n += BLOCK) {
            const int m = n - ROWS, axis = m < 0 ? 1 : m < WIDTH ? 2 : 0;
            fill(memory, n, axis,
                 axis == 1   ? top + n
                 : axis == 2 ? left + m
                             : max(b.plane - T, -1) + m - WIDTH);
        }
        if constexpr (Z)
            for (int n = thread; n < ROWS * PAIRS; n += BLOCK)
                job[n] = job_of(n / PAIRS, n % PAIRS);
        find_deep();
    }

    __device__ __forceinline__ float *slots() const { return table + TABLE; }

    /* b, c and 1/width of a position; b = c = 0: its psi stays 0. */
    __device__ __forceinline__ void fill(float *memory, int n, int axis, int at)
    {
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[axis][kind];
            const bool in = at >= 0 && at < l.count;
            const bool has =
                in_layer(l, at) && inside(from, component(kind, axis, 1), axis, at);
            float *own = memory + 3 * kind * SIDE + n;
            own[0] = has ? static_cast<const float *>(l.b)[at] : 0.0f;
            own[SIDE] = has ? static_cast<const float *>(l.c)[at] : 0.0f;
            own[2 * SIDE] = in ? static_cast<const float *>(l.inverse)[at] : 0.0f;
        }
    }

    __device__ __forceinline__ void find_deep()
    {
        const deep_part y(from.line[1], top, 1), z(from.line[2], left, PAIR);
        for (int r = R - 1; Y && r >= 0; r--)
            if (row + r >= 0 && row + r < x.end[1] && y.has(row + r)) {
                if (!deep)
                    along_y += (y.number(row + r) - r) * WIDTH;
                deep |= 1u << r;
            }
        if (Z && column >= 0 && column < x.end[2] && z.has(column / PAIR)) {
            along_z += z.number(column / PAIR) * PAIR;
            deep |= 1u << 31;
        }
    }

    __device__ __forceinline__ bool writes_row(int j) const
    {
        return j >= b.row && j < min(top + ROWS - T, b.last[0]);
    }
    __device__ __forceinline__ bool writes_column(int k) const
    {
        return k >= b.column && k < min(left + BEFORE + WRITTEN, b.last[1]);
    }

    __device__ __forceinline__ rich_job job_of(int tile, int pair) const
    {
        const deep_part z(from.line[2], left, PAIR);
        const int j = top + tile, k = z.position(pair) * PAIR;
        rich_job job = {{0, 0}, tile * Z_ROW + PAIR * pair, 0};
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[2][kind];
            unsigned ends = 0;
            for (int v = 0; v < PAIR; v++)
                ends |= unsigned(in_layer(l, k + v) && k + v < min(left + WIDTH, x.end[2]))
                        << v;
            if (j < 0 || j >= x.end[1] || k < 0)
                ends = 0;
            job.place[kind] = j * l.slab + (k + int(ends >> 1) < l.high ? k : k - l.shift);
            job.mask |= ends << 2 * kind;
            if (writes_row(j) && writes_column(k))
                job.mask |= ends << (4 + 2 * kind);
        }
        return job;
    }

    __device__ __forceinline__ bool plane_has(int kind, int i) const
    {
        return X && in_layer(from.line[0][kind], i);
    }

    __device__ __forceinline__ static int component(int kind, int axis, int n)
    {
        return (kind == NODE ? 0 : 3) + (axis + n) % 3;
    }

    /* Reads psi of one axis and kind, or writes it. base: the same for all threads; mask:
     * columns. */
    template <int AXIS, bool STORE>
    __device__ __forceinline__ void move(int kind, float *kept, int word, int64_t base,
                                         int place, unsigned mask) const
    {
#pragma unroll
        for (int n = 1; n < 3; n++) {
            const int c = component(kind, AXIS, n);
            float *own = kept + (2 * kind + n - 1) * word;
            if (!STORE) {
                const float *there = static_cast<const float *>(from.psi[c][AXIS]) + base;
                __pipeline_memcpy_async(own, there + unsigned(place), sizeof(two));
                continue;
            }
            float *there = static_cast<float *>(to.psi[c][AXIS]) + base + unsigned(place);
            if (mask == 3)
                put_away(there, take(own));
            else
                for (int v = 0; v < PAIR; v++)
                    if (mask >> v & 1)
                        there[v] = own[v];
        }
    }

    /* This thread's psi along x of plane i into its slot or, from rows that the brick writes,
     * from there. */
    template <bool STORE> __device__ __forceinline__ void stream_x(int i, int slot) const
    {
        if (!X || i < 0 || i >= x.end[0] || column < 0 || column >= x.end[2] ||
            (STORE && !writes_column(column)))
            return;
        const unsigned mask = column + 1 < x.end[2] ? 3 : 1;
#pragma unroll
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[0][kind];
            if (!in_layer(l, i))
                continue;
            const int64_t base = int64_t(i < l.low ? i : i - l.shift) * from.plane;
#pragma unroll
            for (int r = 0; r < R; r++)
                if (STORE ? writes_row(row + r) : row + r >= 0 && row + r < x.end[1])
                    move<0, STORE>(kind, along_x + slot * SLOT + r * WIDTH, ROWS * WIDTH, base,
                                   (row + r) * from.pitch + column, mask);
        }
    }

    /* Psi along y and z of plane i. Between barriers of the block. */
    template <bool STORE> __device__ __forceinline__ void stream_sides(int i, int slot) const
    {
        if (!(Y || Z) || i < 0 || i >= x.end[0])
            return;
        if (Y && column >= 0 && column < x.end[2] && (!STORE || writes_column(column)))
            stream_rows<STORE>(i, slot);
#pragma unroll 1
        for (int n = thread; Z && n < ROWS * PAIRS; n += BLOCK) {
            const rich_job job = jobs[n];
            float *own = slots() + slot * SLOT + 4 * (X_WORD + Y_WORD) + job.word;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const unsigned mask = job.mask >> ((STORE ? 4 : 0) + 2 * kind) & 3;
                if (mask)
                    move<2, STORE>(kind, own, Z_WORD,
                                   int64_t(i) * from.rows * from.line[2][kind].slab,
                                   job.place[kind], mask);
            }
        }
    }

    template <bool STORE> __device__ __forceinline__ void stream_rows(int i, int slot) const
    {
        const deep_part y(from.line[1], top, 1);
        const unsigned mask = column + 1 < x.end[2] ? 3 : 1;
        float *own = slots() + slot * SLOT + 4 * X_WORD + column - left;
#pragma unroll 1
        for (int n = int(threadIdx.y); n < DEEP_ROWS; n += W) {
            const int j = y.position(n);
            if (j >= min(top + ROWS, x.end[1]) || (STORE && !writes_row(j)))
                continue;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const line &l = from.line[1][kind];
                if (in_layer(l, j))
                    move<1, STORE>(kind, own + n * WIDTH, Y_WORD,
                                   int64_t(i) * l.slab * from.pitch,
                                   (j < l.low ? j : j - l.shift) * from.pitch + column, mask);
            }
        }
    }

    __device__ __forceinline__ static void advance(float *kept, const two &b, const two &c,
                                                   const two &t, bool add, two &q)
    {
        two psi = take(kept);
#pragma unroll
        for (int v = 0; v < PAIR; v++) {
            psi.v[v] = fma(b.v[v], psi.v[v], c.v[v] * t.v[v]);
            q.v[v] = add ? q.v[v] + psi.v[v] : q.v[v] - psi.v[v];
        }
        put(kept, psi);
    }

    /* 1/width along an axis; n: of the brick's planes, of its rows. */
    template <int KIND> __device__ __forceinline__ two inverse_x(int n) const
    {
        return same(X ? table[(3 * KIND + 2) * SIDE + ROWS + WIDTH + n]
                      : x.f32.inverse[0][KIND]);
    }
    template <int KIND> __device__ __forceinline__ two inverse_y(int n) const
    {
        return same(Y ? table[(3 * KIND + 2) * SIDE + n] : x.f32.inverse[1][KIND]);
    }
    template <int KIND> __device__ __forceinline__ two inverse_z() const
    {
        return Z ? take(table + (3 * KIND + 2) * SIDE + ROWS + PAIR * threadIdx.x)
                 : same(x.f32.inverse[2][KIND]);
    }

    /* q of plane i, from differences along x, y and z of the components after the axis (1)
     * and after that (0), as curl() takes them. */
    template <int KIND>
    __device__ __forceinline__ void act(int i, int n, int slot, const two (&dx)[R][2],
                                        const two (&dy)[R][2], const two (&dz)[R][2],
                                        two (&q)[R][3])
    {
        constexpr bool E = KIND == NODE;
        const int offset = slot * SLOT;
        const float *own_table = table + 3 * KIND * SIDE;
        if (plane_has(KIND, i)) {
            const two b = same(own_table[ROWS + WIDTH + n]),
                      c = same(own_table[ROWS + WIDTH + n + SIDE]);
            float *own = along_x + offset + 2 * KIND * ROWS * WIDTH;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(own + r * WIDTH, b, c, dx[r][1], !E, q[r][1]);
                advance(own + (ROWS + r) * WIDTH, b, c, dx[r][0], E, q[r][2]);
            }
        }
        if (Y && deep & ~(1u << 31)) {
            float *own = along_y + offset + 2 * KIND * Y_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (!(deep >> r & 1))
                    continue;
                const two b = same(own_table[threadIdx.y * R + r]),
                          c = same(own_table[threadIdx.y * R + r + SIDE]);
                advance(own + r * WIDTH, b, c, dy[r][1], !E, q[r][2]);
                advance(own + Y_WORD + r * WIDTH, b, c, dy[r][0], E, q[r][0]);
            }
        }
        if (Z && deep >> 31) {
            const two b = take(own_table + ROWS + PAIR * threadIdx.x),
                      c = take(own_table + ROWS + PAIR * threadIdx.x + SIDE);
            float *own = along_z + offset + 2 * KIND * Z_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(own + r * Z_ROW, b, c, dz[r][1], !E, q[r][0]);
                advance(own + Z_WORD + r * Z_ROW, b, c, dz[r][0], E, q[r][1]);
            }
        }
    }
};

#endif
