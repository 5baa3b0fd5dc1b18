/* launch.cuh: from what a domain holds to the kernels that do no more than that. */
#ifndef CUDA_LAUNCH_CUH
#define CUDA_LAUNCH_CUH

#include "sweep.cuh"
#include "sweep.h"

typedef void (*bulk_kernel)(const domain, const part, int);
typedef void (*shell_kernel)(const domain, const parts, int);

struct kernels {
    bulk_kernel bulk;
    shell_kernel shell;
    int points; /* a thread of the bulk has */
};

/* 16 bytes at a time, except where neighbours may have different sections. */
template <class real, bool ELECTRIC, int IDS> static kernels choose_forms(const domain *d)
{
    constexpr int V = 16 / sizeof(real), W = IDS == 0 ? V : 1;
    if (d->sections[ELECTRIC])
        return {bulk<real, W, ELECTRIC, IDS, true>, shell<real, ELECTRIC, IDS, true>, W};
    return {bulk<real, V, ELECTRIC, IDS, false>, shell<real, ELECTRIC, IDS, false>, V};
}

template <class real, bool ELECTRIC> static kernels choose(const domain *d)
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
static cudaError_t launch_sweep(const domain *d, const cut *c, int electric,
                                cudaStream_t stream)
{
    const kernels k = electric ? choose<real, true>(d) : choose<real, false>(d);
    part bulk = c->bulk[electric];
    parts shell = c->shell[electric];
    const int64_t inner = part_tile(&bulk, k.points, c->planes[electric]);
    int64_t outer = 0;
    for (int n = 0; n < shell.count; n++)
        outer += part_tile(&shell.part[n], 1, c->planes[electric]);
    if (inner > 0x7fffffff || outer > 0x7fffffff)
        return cudaErrorInvalidConfiguration;
    if (inner > 0)
        k.bulk<<<unsigned(inner), THREADS, 0, stream>>>(*d, bulk, c->planes[electric]);
    if (outer > 0)
        k.shell<<<unsigned(outer), THREADS, 0, stream>>>(*d, shell, c->planes[electric]);
    return cudaGetLastError();
}

#endif
