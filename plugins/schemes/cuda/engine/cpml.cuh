/* cpml.cuh: what an absorbing layer keeps of V points, and how it enters their curl. */
#ifndef CUDA_LAYER_CUH
#define CUDA_LAYER_CUH

#include "access.cuh"
#include <cuda_pipeline.h>

/* Where psi of a layer is staged: in shared memory, each thread its own, since there are no
 * registers left for all that is on its way. */
enum { X_LAYER = 0, Y_LAYER = 2, Z_LAYER = 4, Z_FACTORS = 6, STAGE_ROOM = 8 };

template <class real, int V> __device__ inline pack<real, V> *psi_stage(int n)
{
    __shared__ pack<real, V> room[STAGE_ROOM][TILE];
    return &room[n][threadIdx.x];
}

/* mask: see advance_psi(); 0: it is not needed. */
template <class real, int V>
__device__ inline void psi_fetch(int n, const void *from, int64_t at, unsigned mask)
{
    if (mask)
        __pipeline_memcpy_async(psi_stage<real, V>(n), static_cast<const real *>(from) + at,
                                sizeof(pack<real, V>));
}

/* psi of V points along one axis (STAGED: the n-th of those fetched) advances and is added to
 * what differences t make of q. b, c: of those points; mask: the points that are updated and in
 * the layer. */
template <class real, int V, bool STORE, bool STAGED>
__device__ inline void advance_psi(int n, real *psi, const pack<real, V> &b,
                                   const pack<real, V> &c, const real (&t)[V], int sign,
                                   unsigned mask, real (&q)[V])
{
    if (mask == 0)
        return;
    pack<real, V> next = STAGED ? *psi_stage<real, V>(n) : load<V>(psi);
    for (int v = 0; v < V; v++) {
        next.v[v] = fma(b.v[v], next.v[v], c.v[v] * t[v]);
        if (mask >> v & 1)
            q[v] += sign * next.v[v];
    }
    if (STORE)
        store<V>(psi, next, mask);
}

/* The same value for all V points. */
template <int V, class real> __device__ inline pack<real, V> spread(real value)
{
    pack<real, V> p;
    for (int v = 0; v < V; v++)
        p.v[v] = value;
    return p;
}

#endif
