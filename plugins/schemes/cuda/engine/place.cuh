/* place.cuh: the cells of a thread of a sweep, and the borders that its block meets. */
#ifndef CUDA_PLACE_CUH
#define CUDA_PLACE_CUH

#include "domain.h"

enum { ALONG_X = 1, ALONG_Y = 2, ALONG_Z = 4, ALL_AXES = 7 };

/* The cells of a thread: planes [i0, i1) of the columns from (j, k) on. */
struct place {
    int i0, i1, j, k;
    bool in;
};

template <int V> __device__ inline place place_of(const part &p, int block, int planes)
{
    const int lane = int(threadIdx.x) % p.width, row = int(threadIdx.x) / p.width;
    const int tile = block % (p.across * p.down), depth = block / (p.across * p.down);
    place x;
    x.i0 = p.from[0] + depth * planes;
    x.i1 = min(x.i0 + planes, p.to[0]);
    x.j = p.from[1] + tile / p.across * p.rows + row;
    x.k = p.from[2] + (tile % p.across * p.width + lane) * V;
    x.in = row < p.rows && x.j < p.to[1] && x.k < p.to[2];
    return x;
}

/* Whether [from, to) of an axis has points whose copies are kept. */
__device__ inline bool wraps(const domain &d, int axis, int from, int to)
{
    return d.periodic >> axis & 1 && (from == 0 || to >= d.cells[axis]);
}

/* The axes along which cells of a thread's block have layers; all of them where cells have
 * copies along a periodic axis. */
template <int V, int KIND>
__device__ inline int borders_at(const domain &d, const part &p, const place &x)
{
    const int j = x.j - int(threadIdx.x) / p.width, j1 = min(j + p.rows, p.to[1]);
    const int k = x.k - int(threadIdx.x) % p.width * V, k1 = min(k + p.width * V, p.to[2]);
    const line &lx = d.line[0][KIND], &ly = d.line[1][KIND], &lz = d.line[2][KIND];
    if (d.periodic && (wraps(d, 0, x.i0, x.i1) || wraps(d, 1, j, j1) || wraps(d, 2, k, k1)))
        return ALL_AXES;
    return (x.i0 < lx.low || x.i1 > lx.high ? ALONG_X : 0) |
           (j < ly.low || j1 > ly.high ? ALONG_Y : 0) |
           (k < lz.low || k1 > lz.high ? ALONG_Z : 0);
}

#endif
