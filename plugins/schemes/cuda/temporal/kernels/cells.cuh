/* cells.cuh: rows of a tile in calm bricks: a lane has two cells of a row in float, one in
 * double. */
#ifndef CUDA_CELLS_CUH
#define CUDA_CELLS_CUH

#include "instance.cuh"

/* The kernels of a family by what bricks are like: family::of<FORM>(steps). */
template <class family> static pass_instance choose_cells(int steps, int form)
{
    switch (form) {
    case 0:
        return family::template of<0>(steps);
    case FORM_IDS:
        return family::template of<FORM_IDS>(steps);
    case FORM_IDS | FORM_LOSSES:
        return family::template of<FORM_IDS | FORM_LOSSES>(steps);
    default:
        return {};
    }
}

/* Cells of a lane; of a row of a tile. */
template <class real> constexpr int CELLS = 8 / int(sizeof(real));
template <class real> constexpr int WIDE = CELLS<real> *LANES;

template <class real, int V> __device__ inline void put(real *f, const pack<real, V> &t)
{
    *reinterpret_cast<pack<real, V> *>(f) = t;
}
/* What nobody reads again in this pass. */
__device__ inline void put_away(float *f, const pack<float, 2> &t)
{
    __stcs(reinterpret_cast<float2 *>(f), make_float2(t.v[0], t.v[1]));
}
__device__ inline void put_away(double *f, const pack<double, 1> &t) { __stcs(f, t.v[0]); }

/* From a lane's cells to their neighbours along the row. beyond: of what comes after the tile,
 * 1 or 0; what is before it is anything. */
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
template <class real, int V> __device__ inline pack<real, V> before(const pack<real, V> &t)
{
    pack<real, V> n;
    n.v[0] = __shfl_up_sync(~0u, t.v[V - 1], 1);
#pragma unroll
    for (int v = 1; v < V; v++)
        n.v[v] = t.v[v - 1];
    return n;
}

/* Laws of ids, by all threads of a block. */
template <class real, int FORM>
__device__ __forceinline__ void bring_laws(const pass &x, real *cbs, real *losses, int thread,
                                           int threads)
{
    for (int n = thread; n < (FORM & FORM_IDS ? x.media : 0); n += threads) {
        const pair<real> law = static_cast<const pair<real> *>(x.table)[n];
        cbs[n] = law.cb;
        losses[n] = law.loss;
    }
}

#endif
