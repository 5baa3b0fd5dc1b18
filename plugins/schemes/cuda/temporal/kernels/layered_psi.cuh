/* layered_psi.cuh: psi of the absorbing layers that a brick of a layered march meets.
 *
 * A psi belongs to one point, and its thread advances it. It waits in shared memory until its
 * plane has passed all levels, in one slot for each plane under way. A slot has room for four
 * words (E and H, two components each) of every cell along x, of the rows that are in layers
 * along y, and of the columns in layers along z, as many as a lane has at a time. Along x each
 * thread reads and writes its own words. Along y and z few threads have some, so all share that
 * work: a warp takes a row, a thread a lane's columns. */
#ifndef CUDA_LAYERED_PSI_CUH
#define CUDA_LAYERED_PSI_CUH

#include "cells.cuh"
#include <cuda_pipeline_primitives.h>

/* The numbering of groups of positions along an axis that are in layers, from the brick's first
 * one on. */
struct layer_groups {
    int low, high, first; /* layers are below low, and from high on */

    __device__ __forceinline__ layer_groups(const line (&l)[2], int begin, int size)
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

/* The copies of psi along z that a thread makes for one lane's columns, in plane 0. place: of
 * E's psi and of H's in memory; word: in slot 0; mask: bits 2*kind + v of columns that are
 * read, 4 + 2*kind + v of those that are written. */
struct alignas(16) psi_copy {
    int place[2], word;
    unsigned mask;
};

/* Rows of a brick that may be in layers along y, and columns along z: slots hold so many. */
constexpr int layered_rows_in_layer(int steps, int features, int axes)
{
    return features & WITH_ONE_WORD ? 10
           : axes == ALONG_Y        ? (steps < 4 ? 20 : 16)
           : axes & ALONG_X         ? 12
                                    : 10;
}
constexpr int layered_columns_in_layer(int features, int axes)
{
    return features & WITH_ONE_WORD || axes == (ALONG_Y | ALONG_Z) ? 12 : 22;
}

template <class real, int T, int R, int W, int FEATURES, int AXES> struct layered_psi {
    static constexpr int V = CELLS<real>, WIDTH = WIDE<real>;
    using cells = cells_of<real>;
    static constexpr bool X = AXES & ALONG_X, Y = AXES & ALONG_Y, Z = AXES & ALONG_Z;
    static constexpr int SLOTS = T + 1, ROWS = R * W, BLOCK = LANES * W;
    static constexpr unsigned ALL = (1u << V) - 1;
    static constexpr int PLANES = X ? LAYERED_PLANES : 0; /* planes of a brick and around it */
    static constexpr int TABLE_ROW = ROWS + WIDTH + PLANES;
    static constexpr int TABLE = AXES ? 6 * TABLE_ROW : 0, X_WORD = X ? ROWS * WIDTH : 0;
    static constexpr int ROWS_IN_LAYER = Y ? layered_rows_in_layer(T, FEATURES, AXES) : 0;
    static constexpr int GROUPS = Z ? layered_columns_in_layer(FEATURES, AXES) / V
                                    : 0; /* groups of columns as wide as a lane */
    static constexpr int Y_WORD = ROWS_IN_LAYER * WIDTH, Z_ROW = V * GROUPS,
                         Z_WORD = ROWS * Z_ROW;
    static constexpr int SLOT = 4 * (X_WORD + Y_WORD + Z_WORD);
    /* Bytes of shared memory of a block. */
    static constexpr int SIZE =
        (TABLE + SLOTS * SLOT) * int(sizeof(real)) + int(sizeof(psi_copy)) * ROWS * GROUPS;

    const domain &from, &to;
    const pass &x;
    const brick &b;
    /* Shape [NODE or HALF, b or c or 1/width, TABLE_ROW]: of rows, of columns, of planes. */
    real *table;
    const psi_copy *copies;            /* shape [ROWS, GROUPS] */
    real *along_x, *along_y, *along_z; /* this thread's words in slot 0 */
    int thread, top, left, row, column;
    /* Bit r: row r is in a layer along y; bit 31: the columns are in one along z. */
    unsigned layer_bits = 0;

    __device__ __forceinline__ layered_psi(const domain &a, const domain &c, const pass &p,
                                           const brick &tile, real *memory, int number)
        : from(a), to(c), x(p), b(tile), table(memory)
    {
        if (AXES == 0)
            return;
        thread = number, top = b.read_from[0], left = b.read_from[1];
        const int lane = thread % LANES, warp = thread / LANES;
        row = top + warp * R, column = left + V * lane;
        psi_copy *copy = reinterpret_cast<psi_copy *>(slots() + SLOTS * SLOT);
        copies = copy;
        along_x = slots() + warp * R * WIDTH + V * lane;
        along_y = slots() + 4 * X_WORD + V * lane;
        along_z = slots() + 4 * (X_WORD + Y_WORD) + warp * R * Z_ROW;
        for (int n = thread; n < SLOTS * SLOT; n += BLOCK)
            slots()[n] = 0;
        for (int n = thread; n < TABLE_ROW; n += BLOCK) {
            const int m = n - ROWS, axis = m < 0 ? 1 : m < WIDTH ? 2 : 0;
            fill(memory, n, axis,
                 axis == 1   ? top + n
                 : axis == 2 ? left + m
                             : max(b.plane - T, x.first_plane) + m - WIDTH);
        }
        if constexpr (Z)
            for (int n = thread; n < ROWS * GROUPS; n += BLOCK)
                copy[n] = copy_of(n / GROUPS, n % GROUPS);
        find_in_layer();
    }

    __device__ __forceinline__ real *slots() const { return table + TABLE; }

    /* Fills in b, c and 1/width of a position; with b = c = 0 its psi stays 0. */
    __device__ __forceinline__ void fill(real *memory, int n, int axis, int at)
    {
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[axis][kind];
            if (from.periodic >> axis & 1)
                at = wrap(at, l.count);
            const bool in = at >= 0 && at < l.count;
            const bool has =
                in_layer(l, at) && inside(from, component(kind, axis, 1), axis, at);
            real *first = memory + 3 * kind * TABLE_ROW + n;
            first[0] = has ? static_cast<const real *>(l.b)[at] : real(0);
            first[TABLE_ROW] = has ? static_cast<const real *>(l.c)[at] : real(0);
            first[2 * TABLE_ROW] = in ? static_cast<const real *>(l.inverse)[at] : real(0);
        }
    }

    __device__ __forceinline__ void find_in_layer()
    {
        const layer_groups y(from.line[1], top, 1), z(from.line[2], left, V);
        for (int r = R - 1; Y && r >= 0; r--)
            if (row + r >= 0 && row + r < x.end[1] && y.has(row + r)) {
                if (!layer_bits)
                    along_y += (y.number(row + r) - r) * WIDTH;
                layer_bits |= 1u << r;
            }
        if (Z && column >= 0 && column < x.end[2] && z.has(column / V)) {
            along_z += z.number(column / V) * V;
            layer_bits |= 1u << 31;
        }
    }

    __device__ __forceinline__ bool writes_row(int j) const
    {
        return j >= b.row && j < b.write_end[0];
    }
    __device__ __forceinline__ bool reads_column() const
    {
        return column >= -x.ghost_width[2] && column < x.end[2] + x.ghost_width[2];
    }
    __device__ __forceinline__ bool writes_column(int k) const
    {
        return k >= b.column && k < b.write_end[1];
    }

    __device__ __forceinline__ psi_copy copy_of(int tile, int pair) const
    {
        const layer_groups z(from.line[2], left, V);
        const int j = top + tile, k = z.position(pair) * V, m = x.ghost_width[1];
        psi_copy copy = {{0, 0}, tile * Z_ROW + V * pair, 0};
        for (int kind = 0; kind < 2; kind++) {
            const line &l = from.line[2][kind];
            unsigned ends = 0;
            for (int v = 0; v < V; v++)
                ends |= unsigned(in_layer(l, k + v) && k + v < min(left + WIDTH, x.end[2]))
                        << v;
            if (j < -m || j >= x.end[1] + m || k < 0)
                ends = 0;
            copy.place[kind] =
                (j + m) * l.slab + (k + int(ends >> 1) < l.high ? k : k - l.shift);
            copy.mask |= ends << 2 * kind;
            if (writes_row(j) && writes_column(k))
                copy.mask |= ends << (4 + 2 * kind);
        }
        return copy;
    }

    __device__ __forceinline__ bool plane_has(int kind, int i) const
    {
        return X && in_layer(from.line[0][kind], i);
    }

    __device__ __forceinline__ static int component(int kind, int axis, int n)
    {
        return (kind == NODE ? 0 : 3) + (axis + n) % 3;
    }

    /* Loads psi of one axis and kind, or stores it. base: a place that is equal in all threads;
     * mask: columns. */
    template <int AXIS, bool STORE>
    __device__ __forceinline__ void move(int kind, real *kept, int word, int64_t base,
                                         int place, unsigned mask) const
    {
#pragma unroll
        for (int n = 1; n < 3; n++) {
            const int c = component(kind, AXIS, n);
            real *first = kept + (2 * kind + n - 1) * word;
            if (!STORE) {
                const real *there = static_cast<const real *>(from.psi[c][AXIS]) + base;
                __pipeline_memcpy_async(first, there + unsigned(place), sizeof(cells));
                continue;
            }
            real *there = static_cast<real *>(to.psi[c][AXIS]) + base + unsigned(place);
            if (mask == ALL)
                store_streaming(there, load_cells(first));
            else
                for (int v = 0; v < V; v++)
                    if (mask >> v & 1)
                        there[v] = first[v];
        }
    }

    /* Copies this thread's psi along x of plane i into a slot, or (STORE) from there in rows
     * that the brick writes. */
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
                if (STORE
                        ? writes_row(row + r)
                        : row + r >= -x.ghost_width[1] && row + r < x.end[1] + x.ghost_width[1])
                    move<0, STORE>(kind, along_x + slot * SLOT + r * WIDTH, ROWS * WIDTH, base,
                                   (row + r + x.ghost_width[1]) * from.pitch + column +
                                       x.ghost_width[2],
                                   mask);
        }
    }

    /* Copies psi along y and z of plane i likewise, shared out among all threads: a barrier of
     * the block must stand before and behind. */
    template <bool STORE> __device__ __forceinline__ void stream_yz(int i, int slot) const
    {
        i = wrap_plane(x, i);
        if (!(Y || Z) || i < 0 || i >= x.end[0])
            return;
        if (Y && reads_column() && (!STORE || writes_column(column)))
            stream_rows<STORE>(i, slot);
#pragma unroll 1
        for (int n = thread; Z && n < ROWS * GROUPS; n += BLOCK) {
            const psi_copy copy = copies[n];
            real *first = slots() + slot * SLOT + 4 * (X_WORD + Y_WORD) + copy.word;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const unsigned mask = copy.mask >> ((STORE ? 4 : 0) + 2 * kind) & 3;
                if (mask)
                    move<2, STORE>(kind, first, Z_WORD,
                                   int64_t(i) * from.rows * from.line[2][kind].slab,
                                   copy.place[kind], mask);
            }
        }
    }

    template <bool STORE> __device__ __forceinline__ void stream_rows(int i, int slot) const
    {
        const layer_groups y(from.line[1], top, 1);
        const unsigned mask = column + V <= x.end[2] ? ALL : 1;
        real *first = slots() + slot * SLOT + 4 * X_WORD + column - left;
#pragma unroll 1
        for (int n = int(threadIdx.y); n < ROWS_IN_LAYER; n += W) {
            const int j = y.position(n);
            if (j >= min(top + ROWS, x.end[1]) || (STORE && !writes_row(j)))
                continue;
#pragma unroll
            for (int kind = 0; kind < 2; kind++) {
                const line &l = from.line[1][kind];
                if (in_layer(l, j))
                    move<1, STORE>(
                        kind, first + n * WIDTH, Y_WORD, int64_t(i) * l.slab * from.pitch,
                        (j < l.low ? j : j - l.shift) * from.pitch + column + x.ghost_width[2],
                        mask);
            }
        }
    }

    __device__ __forceinline__ static void advance(real *kept, const cells &b, const cells &c,
                                                   const cells &t, bool add, cells &q)
    {
        cells psi = load_cells(kept);
#pragma unroll
        for (int v = 0; v < V; v++) {
            psi.v[v] = fma(b.v[v], psi.v[v], c.v[v] * t.v[v]);
            q.v[v] = add ? q.v[v] + psi.v[v] : q.v[v] - psi.v[v];
        }
        store_cells(kept, psi);
    }

    /* 1/width along an axis. n: number of the plane, or of the row, in the brick. */
    template <int KIND> __device__ __forceinline__ cells inverse_x(int n) const
    {
        return broadcast(X ? table[(3 * KIND + 2) * TABLE_ROW + ROWS + WIDTH + n]
                           : numbers_of<real>(x).inverse[0][KIND]);
    }
    template <int KIND> __device__ __forceinline__ cells inverse_y(int n) const
    {
        return broadcast(Y ? table[(3 * KIND + 2) * TABLE_ROW + n]
                           : numbers_of<real>(x).inverse[1][KIND]);
    }
    template <int KIND> __device__ __forceinline__ cells inverse_z() const
    {
        return Z ? load_cells(table + (3 * KIND + 2) * TABLE_ROW + ROWS + V * threadIdx.x)
                 : broadcast(numbers_of<real>(x).inverse[2][KIND]);
    }

    /* Advances psi of plane i and adds it to the curl q. dx, dy, dz: differences along each
     * axis, [1] for the component after the axis, [0] for the one after that. */
    template <int KIND>
    __device__ __forceinline__ void add_psi(int i, int n, int slot, const cells (&dx)[R][2],
                                            const cells (&dy)[R][2], const cells (&dz)[R][2],
                                            cells (&q)[R][3])
    {
        constexpr bool E = KIND == NODE;
        const int offset = slot * SLOT;
        const real *kind_table = table + 3 * KIND * TABLE_ROW;
        if (plane_has(KIND, i)) {
            const cells b = broadcast(kind_table[ROWS + WIDTH + n]),
                        c = broadcast(kind_table[ROWS + WIDTH + n + TABLE_ROW]);
            real *first = along_x + offset + 2 * KIND * ROWS * WIDTH;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(first + r * WIDTH, b, c, dx[r][1], !E, q[r][1]);
                advance(first + (ROWS + r) * WIDTH, b, c, dx[r][0], E, q[r][2]);
            }
        }
        if (Y && layer_bits & ~(1u << 31)) {
            real *first = along_y + offset + 2 * KIND * Y_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (!(layer_bits >> r & 1))
                    continue;
                const cells b = broadcast(kind_table[threadIdx.y * R + r]),
                            c = broadcast(kind_table[threadIdx.y * R + r + TABLE_ROW]);
                advance(first + r * WIDTH, b, c, dy[r][1], !E, q[r][2]);
                advance(first + Y_WORD + r * WIDTH, b, c, dy[r][0], E, q[r][0]);
            }
        }
        if (Z && layer_bits >> 31) {
            const cells b = load_cells(kind_table + ROWS + V * threadIdx.x),
                        c = load_cells(kind_table + ROWS + V * threadIdx.x + TABLE_ROW);
            real *first = along_z + offset + 2 * KIND * Z_WORD;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(first + r * Z_ROW, b, c, dz[r][1], !E, q[r][0]);
                advance(first + Z_WORD + r * Z_ROW, b, c, dz[r][0], E, q[r][1]);
            }
        }
    }
};

#endif
