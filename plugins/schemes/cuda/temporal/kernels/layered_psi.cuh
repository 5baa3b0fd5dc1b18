/* layered_psi.cuh: psi of the absorbing layers that a brick of rich.cuh meets.
 *
 * A psi belongs to one point, and its thread advances it. It waits in shared memory until its
 * plane has passed all stages, in one slot for each plane under way. A slot has room for four
 * words (E and H, two components each) of every cell along x, of the rows that are in layers
 * along y, and of the columns in layers along z, as many as a lane has at a time. Along x each
 * thread reads and writes its own words. Along y and z few threads have some, so all share that
 * work: a warp takes a row, a thread a lane's columns. */
#ifndef CUDA_RICH_PSI_CUH
#define CUDA_RICH_PSI_CUH

#include "cells.cuh"
#include <cuda_pipeline_primitives.h>

/* A lane's cells. */
template <class real> using cells_of = pack<real, CELLS<real>>;

template <class real> __device__ inline cells_of<real> take(const real *p)
{
    return load<CELLS<real>>(p);
}
template <class real, int V>
__device__ inline pack<real, V> minus(const pack<real, V> &a, const pack<real, V> &b)
{
    pack<real, V> n;
#pragma unroll
    for (int v = 0; v < V; v++)
        n.v[v] = a.v[v] - b.v[v];
    return n;
}
/* Of differences t and u over widths 1/a and 1/b; sign: 1 of H, -1 of E. */
template <class real, int V>
__device__ inline pack<real, V> curl(real sign, const pack<real, V> &a, const pack<real, V> &t,
                                     const pack<real, V> &b, const pack<real, V> &u)
{
    pack<real, V> n;
#pragma unroll
    for (int v = 0; v < V; v++)
        n.v[v] = fma(sign * a.v[v], t.v[v], -(sign * b.v[v]) * u.v[v]);
    return n;
}
template <class real> __device__ inline cells_of<real> same(real a)
{
    cells_of<real> n;
#pragma unroll
    for (int v = 0; v < CELLS<real>; v++)
        n.v[v] = a;
    return n;
}

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

/* Rows and columns of a brick that may be in layers along y and z. */
constexpr int rich_deep_rows(int steps, int form, int axes)
{
    return form & FORM_POLE  ? 10
           : axes == ALONG_Y ? (steps < 4 ? 20 : 16)
           : axes & ALONG_X  ? 12
                             : 10;
}
constexpr int rich_deep_columns(int form, int axes)
{
    return form & FORM_POLE || axes == (ALONG_Y | ALONG_Z) ? 12 : 22;
}

template <class real, int T, int R, int W, int FORM, int AXES> struct rich_psi {
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>;
    using cells = cells_of<real>;
    static constexpr bool X = AXES & ALONG_X, Y = AXES & ALONG_Y, Z = AXES & ALONG_Z;
    static constexpr int SLOTS = T + 1, ROWS = R * W, BLOCK = LANES * W;
    static constexpr unsigned ALL = (1u << V) - 1;
    static constexpr int PLANES = X ? RICH_PLANES : 0; /* of a brick and around it */
    static constexpr int SIDE = ROWS + WIDTH + PLANES;
    static constexpr int TABLE = AXES ? 6 * SIDE : 0, X_WORD = X ? ROWS * WIDTH : 0;
    static constexpr int DEEP_ROWS = Y ? rich_deep_rows(T, FORM, AXES) : 0;
    static constexpr int GROUPS = Z ? rich_deep_columns(FORM, AXES) / V : 0; /* of a lane */
    static constexpr int Y_WORD = DEEP_ROWS * WIDTH, Z_ROW = V * GROUPS, Z_WORD = ROWS * Z_ROW;
    static constexpr int SLOT = 4 * (X_WORD + Y_WORD + Z_WORD);
    /* Bytes of shared memory. */
    static constexpr int SIZE =
        (TABLE + SLOTS * SLOT) * int(sizeof(real)) + int(sizeof(rich_job)) * ROWS * GROUPS;

    const domain &from, &to;
    const pass &x;
    const brick &b;
    /* Shape [NODE or HALF, b or c or 1/width, SIDE]: of rows, of columns, of planes. */
    real *table;
    const rich_job *jobs;              /* shape [ROWS, GROUPS] */
    real *along_x, *along_y, *along_z; /* this thread's words in slot 0 */
    int thread, top, left, row, column;
    unsigned deep = 0; /* bit r: row r has layers along y; bit 31: the columns have, along z */

    __device__ __forceinline__ rich_psi(const domain &a, const domain &c, const pass &p,
                                        const brick &own, real *memory, int number)
        : from(a), to(c), x(p), b(own), table(memory)
    {
        if (AXES == 0)
            return;
        thread = number, top = b.from[0], left = b.from[1];
        const int lane = thread % LANES, warp = thread / LANES;
        row = top + warp * R, column = left + V * lane;
        rich_job *job = reinterpret_cast<rich_job *>(slots() + SLOTS * SLOT);
        jobs = job;
        along_x = slots() + warp * R * WIDTH + V * lane;
        along_y = slots() + 4 * X_WORD + V * lane;
        along_z = slots() + 4 * (X_WORD + Y_WORD) + warp * R * Z_ROW;
        for (int n = thread; n < SLOTS * SLOT; n += BLOCK)
            slots()[n] = 0;
        for (int n = thread; n < SIDE; n += BLOCK) {
            const int m = n - ROWS, axis = m < 0 ? 1 : m < WIDTH ? 2 : 0;
            fill(memory, n, axis,
                 axis == 1   ? top + n
                 : axis == 2 ? left + m
                             : max(b.plane - T, x.before) + m - WIDTH);
        }
        if constexpr (Z)
            for (int n = thread; n < ROWS * GROUPS; n += BLOCK)
                job[n] = job_of(n / GROUPS, n % GROUPS);
        find_deep();
    }

    __device__ __forceinline__ real *slots() const { return table + TABLE; }

    /* b, c and 1/width of a position; b = c = 0: its psi stays 0. */
    __device__ __forceinline__ void fill(real *memory, int n, int axis, int at)
    {
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[axis][kind];
            if (from.periodic >> axis & 1)
                at = wrap(at, l.count);
            const bool in = at >= 0 && at < l.count;
            const bool has =
                in_layer(l, at) && inside(from, component(kind, axis, 1), axis, at);
            real *own = memory + 3 * kind * SIDE + n;
            own[0] = has ? static_cast<const real *>(l.b)[at] : real(0);
            own[SIDE] = has ? static_cast<const real *>(l.c)[at] : real(0);
            own[2 * SIDE] = in ? static_cast<const real *>(l.inverse)[at] : real(0);
        }
    }

    __device__ __forceinline__ void find_deep()
    {
        const deep_part y(from.line[1], top, 1), z(from.line[2], left, V);
        for (int r = R - 1; Y && r >= 0; r--)
            if (row + r >= 0 && row + r < x.end[1] && y.has(row + r)) {
                if (!deep)
                    along_y += (y.number(row + r) - r) * WIDTH;
                deep |= 1u << r;
            }
        if (Z && column >= 0 && column < x.end[2] && z.has(column / V)) {
            along_z += z.number(column / V) * V;
            deep |= 1u << 31;
        }
    }

    __device__ __forceinline__ bool writes_row(int j) const
    {
        return j >= b.row && j < b.last[0];
    }
    __device__ __forceinline__ bool reads_column() const
    {
        return column >= -x.margin[2] && column < x.end[2] + x.margin[2];
    }
    __device__ __forceinline__ bool writes_column(int k) const
    {
        return k >= b.column && k < b.last[1];
    }

    __device__ __forceinline__ rich_job job_of(int tile, int pair) const
    {
        const deep_part z(from.line[2], left, V);
        const int j = top + tile, k = z.position(pair) * V, m = x.margin[1];
        rich_job job = {{0, 0}, tile * Z_ROW + V * pair, 0};
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[2][kind];
            unsigned ends = 0;
            for (int v = 0; v < V; v++)
                ends |= unsigned(in_layer(l, k + v) && k + v < min(left + WIDTH, x.end[2]))
                        << v;
            if (j < -m || j >= x.end[1] + m || k < 0)
                ends = 0;
            job.place[kind] =
                (j + m) * l.slab + (k + int(ends >> 1) < l.high ? k : k - l.shift);
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
    __device__ __forceinline__ void move(int kind, real *kept, int word, int64_t base,
                                         int place, unsigned mask) const
    {
#pragma unroll
        for (int n = 1; n < 3; n++) {
            const int c = component(kind, AXIS, n);
            real *own = kept + (2 * kind + n - 1) * word;
            if (!STORE) {
                const real *there = static_cast<const real *>(from.psi[c][AXIS]) + base;
                __pipeline_memcpy_async(own, there + unsigned(place), sizeof(cells));
                continue;
            }
            real *there = static_cast<real *>(to.psi[c][AXIS]) + base + unsigned(place);
            if (mask == ALL)
                put_away(there, take(own));
            else
                for (int v = 0; v < V; v++)
                    if (mask >> v & 1)
                        there[v] = own[v];
        }
    }

    /* This thread's psi along x of plane i into its slot or, from rows that the brick writes,
     * from there. */
    template <bool STORE> __device__ __forceinline__ void stream_x(int i, int slot) const
    {
        if (!X || i < 0 || i >= x.end[0] || !reads_column() ||
            (STORE && !writes_column(column)))
            return;
        const unsigned mask = column + V <= x.end[2] ? ALL : 1;
#pragma unroll
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[0][kind];
            if (!in_layer(l, i))
                continue;
            const int64_t base = int64_t(i < l.low ? i : i - l.shift) * from.plane;
#pragma unroll
            for (int r = 0; r < R; r++)
                if (STORE ? writes_row(row + r)
                          : row + r >= -x.margin[1] && row + r < x.end[1] + x.margin[1])
                    move<0, STORE>(kind, along_x + slot * SLOT + r * WIDTH, ROWS * WIDTH, base,
                                   (row + r + x.margin[1]) * from.pitch + column + x.margin[2],
                                   mask);
        }
    }

    /* Psi along y and z of plane i. Between barriers of the block. */
    template <bool STORE> __device__ __forceinline__ void stream_sides(int i, int slot) const
    {
        i = around(x, i);
        if (!(Y || Z) || i < 0 || i >= x.end[0])
            return;
        if (Y && reads_column() && (!STORE || writes_column(column)))
            stream_rows<STORE>(i, slot);
#pragma unroll 1
        for (int n = thread; Z && n < ROWS * GROUPS; n += BLOCK) {
            const rich_job job = jobs[n];
            real *own = slots() + slot * SLOT + 4 * (X_WORD + Y_WORD) + job.word;
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
        const unsigned mask = column + V <= x.end[2] ? ALL : 1;
        real *own = slots() + slot * SLOT + 4 * X_WORD + column - left;
#pragma unroll 1
        for (int n = int(threadIdx.y); n < DEEP_ROWS; n += W) {
            const int j = y.position(n);
            if (j >= min(top + ROWS, x.end[1]) || (STORE && !writes_row(j)))
                continue;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const line &l = from.line[1][kind];
                if (in_layer(l, j))
                    move<1, STORE>(
                        kind, own + n * WIDTH, Y_WORD, int64_t(i) * l.slab * from.pitch,
                        (j < l.low ? j : j - l.shift) * from.pitch + column + x.margin[2],
                        mask);
            }
        }
    }

    __device__ __forceinline__ static void advance(real *kept, const cells &b, const cells &c,
                                                   const cells &t, bool add, cells &q)
    {
        cells psi = take(kept);
#pragma unroll
        for (int v = 0; v < V; v++) {
            psi.v[v] = fma(b.v[v], psi.v[v], c.v[v] * t.v[v]);
            q.v[v] = add ? q.v[v] + psi.v[v] : q.v[v] - psi.v[v];
        }
        put(kept, psi);
    }

    /* 1/width along an axis; n: of the brick's planes, of its rows. */
    template <int KIND> __device__ __forceinline__ cells inverse_x(int n) const
    {
        return same(X ? table[(3 * KIND + 2) * SIDE + ROWS + WIDTH + n]
                      : numbers_of<real>(x).inverse[0][KIND]);
    }
    template <int KIND> __device__ __forceinline__ cells inverse_y(int n) const
    {
        return same(Y ? table[(3 * KIND + 2) * SIDE + n]
                      : numbers_of<real>(x).inverse[1][KIND]);
    }
    template <int KIND> __device__ __forceinline__ cells inverse_z() const
    {
        return Z ? take(table + (3 * KIND + 2) * SIDE + ROWS + V * threadIdx.x)
                 : same(numbers_of<real>(x).inverse[2][KIND]);
    }

    /* q of plane i, from differences along x, y and z of the components after the axis (1)
     * and after that (0), as curl() takes them. */
    template <int KIND>
    __device__ __forceinline__ void act(int i, int n, int slot, const cells (&dx)[R][2],
                                        const cells (&dy)[R][2], const cells (&dz)[R][2],
                                        cells (&q)[R][3])
    {
        constexpr bool E = KIND == NODE;
        const int offset = slot * SLOT;
        const real *own_table = table + 3 * KIND * SIDE;
        if (plane_has(KIND, i)) {
            const cells b = same(own_table[ROWS + WIDTH + n]),
                        c = same(own_table[ROWS + WIDTH + n + SIDE]);
            real *own = along_x + offset + 2 * KIND * ROWS * WIDTH;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(own + r * WIDTH, b, c, dx[r][1], !E, q[r][1]);
                advance(own + (ROWS + r) * WIDTH, b, c, dx[r][0], E, q[r][2]);
            }
        }
        if (Y && deep & ~(1u << 31)) {
            real *own = along_y + offset + 2 * KIND * Y_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (!(deep >> r & 1))
                    continue;
                const cells b = same(own_table[threadIdx.y * R + r]),
                            c = same(own_table[threadIdx.y * R + r + SIDE]);
                advance(own + r * WIDTH, b, c, dy[r][1], !E, q[r][2]);
                advance(own + Y_WORD + r * WIDTH, b, c, dy[r][0], E, q[r][0]);
            }
        }
        if (Z && deep >> 31) {
            const cells b = take(own_table + ROWS + V * threadIdx.x),
                        c = take(own_table + ROWS + V * threadIdx.x + SIDE);
            real *own = along_z + offset + 2 * KIND * Z_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(own + r * Z_ROW, b, c, dz[r][1], !E, q[r][0]);
                advance(own + Z_WORD + r * Z_ROW, b, c, dz[r][0], E, q[r][1]);
            }
        }
    }
};

#endif
