/* cpml.cuh: the state psi that an absorbing layer keeps of V points, and how it enters their
 * curl. */
#ifndef CUDA_CPML_CUH
#define CUDA_CPML_CUH

#include "access.cuh"
#include <cuda_pipeline.h>

/* Slots of a thread in shared memory that psi and factors of layers are fetched into ahead of
 * their use, since there are no registers left for all that is on its way. */
enum { X_LAYER = 0, Y_LAYER = 2, Z_LAYER = 4, Z_FACTORS = 6, PSI_SLOTS = 8 };

template <class real, int V> __device__ inline pack<real, V> *psi_slot(int n)
{
    __shared__ pack<real, V> slots[PSI_SLOTS][TILE];
    return &slots[n][threadIdx.x];
}

/* Begins to copy V words into slot n; mask: as advance_psi() has it, 0: they are not needed. */
template <class real, int V>
__device__ inline void psi_fetch(int n, const void *from, int64_t at, unsigned mask)
{
    if (mask)
        __pipeline_memcpy_async(psi_slot<real, V>(n), static_cast<const real *>(from) + at,
                                sizeof(pack<real, V>));
}

/* psi of V points along one axis (STAGED: fetched into slot n before) advances with their
 * differences t and is added to their curl q. b, c: the layer's factors at these points; mask:
 * the points that are updated and in the layer. */
template <class real, int V, bool STORE, bool STAGED>
__device__ inline void advance_psi(int n, real *psi, const pack<real, V> &b,
                                   const pack<real, V> &c, const real (&t)[V], int sign,
                                   unsigned mask, real (&q)[V])
{
    if (mask == 0)
        return;
    pack<real, V> next = STAGED ? *psi_slot<real, V>(n) : load<V>(psi);
    for (int v = 0; v < V; v++) {
        next.v[v] = fma(b.v[v], next.v[v], c.v[v] * t[v]);
        if (mask >> v & 1)
            q[v] += sign * next.v[v];
    }
    if (STORE)
        store<V>(psi, next, mask);
}

/* V points with one value. */
template <int V, class real> __device__ inline pack<real, V> broadcast(real value)
{
    pack<real, V> p;
    for (int v = 0; v < V; v++)
        p.v[v] = value;
    return p;
}

#endif
