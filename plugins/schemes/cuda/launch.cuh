/* launch.cuh: from what a domain holds to the kernel that does no more than that. */
#ifndef CUDA_LAUNCH_CUH
#define CUDA_LAUNCH_CUH

#include "sweep.cuh"
#include "sweep.h"

typedef void (*sweep_kernel)(const domain, int);

template <class real, bool ELECTRIC, int IDS> static sweep_kernel choose_forms(const domain *d)
{
    const bool layers = d->layers;
    if (d->sections[ELECTRIC])
        return layers ? sweep<real, ELECTRIC, IDS, true, true>
                      : sweep<real, ELECTRIC, IDS, true, false>;
    return layers ? sweep<real, ELECTRIC, IDS, false, true>
                  : sweep<real, ELECTRIC, IDS, false, false>;
}

template <class real, bool ELECTRIC> static sweep_kernel choose(const domain *d)
{
    switch (d->id_bytes[ELECTRIC]) {
    case 0:
        return choose_forms<real, ELECTRIC, 0>(d);
    case 1:
        return choose_forms<real, ELECTRIC, 1>(d);
    case 2:
        return choose_forms<real, ELECTRIC, 2>(d);
    default:
        return choose_forms<real, ELECTRIC, 4>(d);
    }
}

template <class real>
static cudaError_t launch_sweep(const domain *d, int electric, int planes, cudaStream_t stream)
{
    const dim3 blocks = sweep_blocks(d->sweep[electric], planes);
    if (blocks.x == 0 || blocks.y == 0)
        return cudaSuccess;
    const sweep_kernel kernel = electric ? choose<real, true>(d) : choose<real, false>(d);
    kernel<<<blocks, dim3(TILE_K, TILE_J), 0, stream>>>(*d, planes);
    return cudaGetLastError();
}

#endif
