/* rich_psi.cuh: psi of the absorbing layers that a brick of rich.cuh meets.
 *
 * A psi belongs to one point, so one thread alone reads, advances and writes it. It waits in
 * shared memory from the turn before its plane comes until that plane has passed all stages,
 * in one slot for each plane under way. A slot has room for four words (E and H, two components
 * each) of every cell along x, of the rows that are in layers along y, and of the pairs of
 * columns in layers along z. */
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
};

template <int T, int R, int W, int AXES> struct rich_psi {
    static constexpr bool X = AXES & ALONG_X, Y = AXES & ALONG_Y, Z = AXES & ALONG_Z;
    static constexpr int SLOTS = T + 1, ROWS = R * W, BLOCK = LANES * W;
    static constexpr int PLANES = X ? RICH_PLANES : 0; /* of a brick and around it */
    static constexpr int SIDE = ROWS + WIDTH + PLANES, TABLE = AXES ? 6 * SIDE : 0;

    const domain &from, &to;
    const pass &x;
    /* Shape [NODE or HALF, b or c or 1/width, SIDE]: of rows, of columns, of planes. */
    const float *table;
    float *along_x, *along_y, *along_z; /* this thread's words in slot 0 */
    int slot_words, y_word, z_word, z_row;
    int row, column;
    unsigned deep = 0; /* bit r: row r has layers along y; bit 31: the columns have, along z */
    /* Bit r: the row is in the grid; 8 + 8*kind + r: in layers along y; 24 + 2*kind + v: the
     * column in layers along z. */
    unsigned mine = 0;

    __device__ __forceinline__ rich_psi(const domain &a, const domain &b, const pass &p,
                                        float *memory, int front, int top, int left, int thread)
        : from(a), to(b), x(p), table(memory)
    {
        if (AXES == 0)
            return;
        const int lane = thread % LANES, warp = thread / LANES;
        row = top + warp * R, column = left + PAIR * lane;
        y_word = Y ? x.deep_rows * WIDTH : 0;
        z_row = Z ? PAIR * x.deep_pairs : 0;
        z_word = ROWS * z_row;
        constexpr int X_WORD = X ? ROWS * WIDTH : 0;
        slot_words = 4 * (X_WORD + y_word + z_word);
        along_x = memory + TABLE + warp * R * WIDTH + PAIR * lane;
        along_y = memory + TABLE + 4 * X_WORD + PAIR * lane;
        along_z = memory + TABLE + 4 * (X_WORD + y_word) + warp * R * z_row;
        for (int n = thread; n < SLOTS * slot_words; n += BLOCK)
            memory[TABLE + n] = 0;
        for (int n = thread; n < SIDE; n += BLOCK) {
            const int m = n - ROWS, axis = m < 0 ? 1 : m < WIDTH ? 2 : 0;
            fill(memory, n, axis,
                 axis == 1   ? top + n
                 : axis == 2 ? left + m
                             : front + m - WIDTH);
        }
        find_rows(top);
        find_columns(left);
    }

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

    __device__ __forceinline__ void find_rows(int top)
    {
        const deep_part y(from.line[1], top, 1);
#pragma unroll
        for (int r = R - 1; r >= 0; r--) {
            const int j = row + r;
            if (j < 0 || j >= x.end[1] || column < 0 || column >= x.end[2])
                continue;
            mine |= 1u << r;
            for (int kind = 0; Y && kind < 2; kind++)
                mine |= unsigned(in_layer(from.line[1][kind], j)) << (8 + 8 * kind + r);
        }
        for (int r = R - 1; Y && r >= 0; r--)
            if (row + r >= 0 && row + r < x.end[1] && y.has(row + r)) {
                if (!deep)
                    along_y += (y.number(row + r) - r) * WIDTH;
                deep |= 1u << r;
            }
    }

    __device__ __forceinline__ void find_columns(int left)
    {
        const deep_part z(from.line[2], left, PAIR);
        if (!Z || column < 0 || column >= x.end[2] || !z.has(column / PAIR))
            return;
        along_z += z.number(column / PAIR) * PAIR;
        deep |= 1u << 31;
        for (int kind = 0; kind < 2; kind++)
            for (int v = 0; v < PAIR; v++)
                mine |= unsigned(in_layer(from.line[2][kind], column + v))
                        << (24 + 2 * kind + v);
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

    /* Psi of plane i into its slot or, for the rows of `which`, from there. */
    template <bool STORE>
    __device__ __forceinline__ void stream(int i, int slot, unsigned which) const
    {
        if (AXES == 0 || i < 0 || i >= x.end[0])
            return;
        const int offset = slot * slot_words;
        const unsigned mask = column + 1 < x.end[2] ? 3 : 1;
#pragma unroll
        for (int kind = 0; kind < 2; kind++) {
            const line &lx = from.line[0][kind], &ly = from.line[1][kind],
                       &lz = from.line[2][kind];
            const bool along = plane_has(kind, i);
            const int64_t plane = int64_t(i < lx.low ? i : i - lx.shift) * from.plane;
            const unsigned ends = mine >> (24 + 2 * kind) & 3;
#pragma unroll
            for (int r = 0; r < R; r++) {
                const int j = row + r;
                if (!((mine & which) >> r & 1))
                    continue;
                if (along)
                    move<0, STORE>(kind, along_x + offset + r * WIDTH, ROWS * WIDTH, plane,
                                   j * from.pitch + column, mask);
                if (Y && mine >> (8 + 8 * kind + r) & 1)
                    move<1, STORE>(kind, along_y + offset + r * WIDTH, y_word,
                                   int64_t(i) * ly.slab * from.pitch,
                                   (j < ly.low ? j : j - ly.shift) * from.pitch + column, mask);
                if (Z && ends)
                    move<2, STORE>(kind, along_z + offset + r * z_row, z_word,
                                   int64_t(i) * from.rows * lz.slab,
                                   j * lz.slab + (column + int(ends >> 1) < lz.high
                                                      ? column
                                                      : column - lz.shift),
                                   mask & ends);
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
        const int offset = slot * slot_words;
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
            float *own = along_y + offset + 2 * KIND * y_word;
#pragma unroll
            for (int r = 0; r < R; r++) {
                if (!(deep >> r & 1))
                    continue;
                const two b = same(own_table[threadIdx.y * R + r]),
                          c = same(own_table[threadIdx.y * R + r + SIDE]);
                advance(own + r * WIDTH, b, c, dy[r][1], !E, q[r][2]);
                advance(own + y_word + r * WIDTH, b, c, dy[r][0], E, q[r][0]);
            }
        }
        if (Z && deep >> 31) {
            const two b = take(own_table + ROWS + PAIR * threadIdx.x),
                      c = take(own_table + ROWS + PAIR * threadIdx.x + SIDE);
            float *own = along_z + offset + 2 * KIND * z_word;
#pragma unroll
            for (int r = 0; r < R; r++) {
                advance(own + r * z_row, b, c, dz[r][1], !E, q[r][0]);
                advance(own + z_word + r * z_row, b, c, dz[r][0], E, q[r][1]);
            }
        }
    }
};

#endif
