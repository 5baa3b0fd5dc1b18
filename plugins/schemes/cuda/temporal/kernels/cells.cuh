/* cells.cuh: the cells of a lane in marches of several cells a lane: two of a row in float, one
 * in double. */
#ifndef CUDA_CELLS_CUH
#define CUDA_CELLS_CUH

#include "kernel_table.cuh"

/* Cells of a lane, and of a row of a tile. */
template <class real> constexpr int CELLS = 8 / int(sizeof(real));
template <class real> constexpr int WIDE = CELLS<real> *LANES;

template <class real> using cells_of = pack<real, CELLS<real>>;

template <class real> __device__ inline cells_of<real> load_cells(const real *p)
{
    return load<CELLS<real>>(p);
}
template <class real, int V> __device__ inline void store_cells(real *f, const pack<real, V> &t)
{
    *reinterpret_cast<pack<real, V> *>(f) = t;
}
/* Stores words that no block reads again in this pass. */
__device__ inline void store_streaming(float *f, const pack<float, 2> &t)
{
    __stcs(reinterpret_cast<float2 *>(f), make_float2(t.v[0], t.v[1]));
}
__device__ inline void store_streaming(double *f, const pack<double, 1> &t)
{
    __stcs(f, t.v[0]);
}

/* Differences from a lane's cells to the next ones along the row. beyond: 1, or 0 in the last
 * lane of a tile with zeros behind it; what lies before a tile is arbitrary. */
template <class real, int V>
__device__ inline pack<real, V> to_next(const pack<real, V> &t, real beyond)
{
    pack<real, V> n;
#pragma unroll
    for (int v = 0; v + 1 < V; v++)
        n.v[v] = t.v[v + 1] - t.v[v];
    n.v[V - 1] = fma(beyond, __shfl_down_sync(~0u, t.v[0], 1), -t.v[V - 1]);
    return n;
}
/* The cells one column before a lane's. */
template <class real, int V> __device__ inline pack<real, V> previous(const pack<real, V> &t)
{
    pack<real, V> n;
    n.v[0] = __shfl_up_sync(~0u, t.v[V - 1], 1);
#pragma unroll
    for (int v = 1; v < V; v++)
        n.v[v] = t.v[v - 1];
    return n;
}
template <class real, int V>
__device__ inline pack<real, V> difference(const pack<real, V> &a, const pack<real, V> &b)
{
    pack<real, V> n;
#pragma unroll
    for (int v = 0; v < V; v++)
        n.v[v] = a.v[v] - b.v[v];
    return n;
}
/* A component of the curl that H (sign = 1) or E (sign = -1) takes, of differences t and u over
 * widths 1/a and 1/b: h_curl() and e_curl() of all cells of a lane. Through these functions two
 * layered kernels would spill some words more. */
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
template <class real> __device__ inline cells_of<real> broadcast(real a)
{
    cells_of<real> n;
#pragma unroll
    for (int v = 0; v < CELLS<real>; v++)
        n.v[v] = a;
    return n;
}

/* Brings the coefficients of ids to shared memory, by all threads of a block. */
template <class real, int FEATURES>
__device__ __forceinline__ void load_laws(const pass &x, real *cbs, real *losses, int thread,
                                          int threads)
{
    for (int n = thread; n < (FEATURES & WITH_IDS ? x.media : 0); n += threads) {
        const pair<real> coefficient = static_cast<const pair<real> *>(x.table)[n];
        cbs[n] = coefficient.cb;
        losses[n] = coefficient.loss;
    }
}

#endif
