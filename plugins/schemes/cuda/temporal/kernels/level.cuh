/* level.cuh: the parts of a level that marches share: the curls, the masks, and the planes that
 * wait. Sums have the order of sweep.cuh, so that their bits are equal. */
#ifndef CUDA_LEVEL_CUH
#define CUDA_LEVEL_CUH

#include "kernel_table.cuh"

/* 1/width of the differences along each axis, at a cell. */
template <class real> struct inverse_widths {
    real x, y, z;
};

/* The differences that a curl takes: x1 is that of the y component along x, and so on. */
template <class real> struct differences {
    real x1, x2, y0, y2, z0, z1;
};

/* The curl of E that H takes. */
template <class real>
__device__ __forceinline__ void h_curl(const inverse_widths<real> &w,
                                       const differences<real> &d, real (&q)[3])
{
    q[0] = fma(w.z, d.z1, -w.y * d.y2);
    q[1] = fma(w.x, d.x2, -w.z * d.z0);
    q[2] = fma(w.y, d.y0, -w.x * d.x1);
}

/* The curl of H that E takes. */
template <class real>
__device__ __forceinline__ void e_curl(const inverse_widths<real> &w,
                                       const differences<real> &d, real (&q)[3])
{
    q[0] = fma(-w.z, d.z1, w.y * d.y2);
    q[1] = fma(-w.x, d.x2, w.z * d.z0);
    q[2] = fma(-w.y, d.y0, w.x * d.x1);
}

/* 1/width everywhere in the uniform range. KIND: NODE of E, HALF of H. */
template <class real, int KIND>
__device__ __forceinline__ inverse_widths<real> uniform_widths(const pass &x)
{
    const auto &n = numbers_of<real>(x);
    return {n.inverse[0][KIND], n.inverse[1][KIND], n.inverse[2][KIND]};
}

/* ---- masks ---- */

/* Bit c: E component c is updated in plane i. */
__device__ __forceinline__ unsigned e_updated_in_plane(const domain &d, int i)
{
    unsigned mask = 0;
#pragma unroll
    for (int c = 0; c < 3; c++)
        mask |= unsigned(inside(d, c, 0, i)) << c;
    return mask;
}

/* Bit 3*v + c: E component c is updated in this row, in column + v. */
template <int V>
__device__ __forceinline__ unsigned e_updated_in_row(const domain &d, int row, int column)
{
    unsigned mask = 0;
#pragma unroll
    for (int v = 0; v < V; v++)
#pragma unroll
        for (int c = 0; c < 3; c++)
            mask |= unsigned(inside(d, c, 1, row) && inside(d, c, 2, column + v))
                    << (3 * v + c);
    return mask;
}

/* Bit r: the brick writes row + r in this column. */
template <int R>
__device__ __forceinline__ unsigned rows_written(const brick &b, int row, int column)
{
    unsigned mask = 0;
#pragma unroll
    for (int r = 0; r < R; r++)
        mask |= unsigned(row + r >= b.row && row + r < b.write_end[0] && column >= b.column &&
                         column < b.write_end[1])
                << r;
    return mask;
}

/* ---- planes that wait ---- */

/* Zeros in all planes that wait for a level, and in Hy and Hz behind the last one: no plane
 * came before the first. cell: a real, or the cells of a lane. */
template <class cell, int T, int R>
__device__ __forceinline__ void clear_levels(cell (&e)[T][3][R], cell (&h)[T][3][R],
                                             cell (&last)[2][R])
{
    const cell nothing = {};
#pragma unroll
    for (int r = 0; r < R; r++) {
        last[0][r] = last[1][r] = nothing;
#pragma unroll
        for (int n = 0; n < T; n++)
#pragma unroll
            for (int c = 0; c < 3; c++)
                e[n][c][r] = h[n][c][r] = nothing;
    }
}

/* The end of a level: the plane that came in waits for the next plane step, and the one that
 * the level has done goes on to the next level, or out. FIRST: place of the first of the
 * thread's rows in hx, hy, hz. */
template <int LEVEL, int FIRST, class cell, int T, int R, int ROWS>
__device__ __forceinline__ void
pass_on(cell (&e)[T][3][R], cell (&h)[T][3][R], cell (&last)[2][R], cell (&in_e)[3][R],
        cell (&in_h)[3][R], const cell (&out)[3][R], const cell (&hx)[ROWS],
        const cell (&hy)[ROWS], const cell (&hz)[ROWS])
{
#pragma unroll
    for (int r = 0; r < R; r++) {
        if (LEVEL == T - 1) {
            last[0][r] = hy[r + FIRST];
            last[1][r] = hz[r + FIRST];
        }
#pragma unroll
        for (int c = 0; c < 3; c++) {
            if (LEVEL > 0) {
                e[LEVEL][c][r] = in_e[c][r];
                h[LEVEL][c][r] = in_h[c][r];
            }
            in_e[c][r] = out[c][r];
        }
        in_h[0][r] = hx[r + FIRST], in_h[1][r] = hy[r + FIRST], in_h[2][r] = hz[r + FIRST];
    }
}

#endif
