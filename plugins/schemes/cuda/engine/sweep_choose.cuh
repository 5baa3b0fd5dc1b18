/* sweep_choose.cuh: the kernel of a half step that knows no more than the domain has: media,
 * sections, layers and periodic axes. */
#ifndef CUDA_SWEEP_CHOOSE_CUH
#define CUDA_SWEEP_CHOOSE_CUH

#include "sweep.cuh"
#include "sweep.h"

/* Two kernels where there are layers: the second one is for grids that fill the card but
 * once. */
struct kernel {
    void (*function[2])(const domain, const part, int);
    int points; /* of a thread in a row */
};

/* 16 bytes at a time, except where neighbours may have different sections. */
template <class real, bool ELECTRIC, int IDS, int SECTIONS>
static kernel choose_borders(const domain *d)
{
    constexpr int V = IDS == 0 || SECTIONS == NO_SECTIONS ? 16 / sizeof(real) : 1;
    constexpr int MANY_BLOCKS = V == 1 ? DIRECT_BORDERS : STAGED_BORDERS;
    const auto open = sweep<real, V, ELECTRIC, IDS, SECTIONS, NO_BORDERS>;
    if (!d->layers && !d->periodic)
        return {{open, open}, V};
    return {{sweep<real, V, ELECTRIC, IDS, SECTIONS, MANY_BLOCKS>,
             sweep<real, V, ELECTRIC, IDS, SECTIONS, DIRECT_BORDERS>},
            V};
}

template <class real, bool ELECTRIC, int IDS> static kernel choose_sections(const domain *d)
{
    switch (d->sections[ELECTRIC]) {
    case NO_SECTIONS:
        return choose_borders<real, ELECTRIC, IDS, NO_SECTIONS>(d);
    case ONE_WORD: /* of a sweep without ids */
        return choose_borders<real, ELECTRIC, 0, ONE_WORD>(d);
    default:
        return choose_borders<real, ELECTRIC, IDS, ANY_SECTIONS>(d);
    }
}

template <class real, bool ELECTRIC> static kernel choose(const domain *d)
{
    switch (d->id_bytes[ELECTRIC]) {
    case 0:
        return choose_sections<real, ELECTRIC, 0>(d);
    case 1:
        return choose_sections<real, ELECTRIC, 1>(d);
    case 2:
        return choose_sections<real, ELECTRIC, 2>(d);
    default:
        return choose_sections<real, ELECTRIC, 4>(d);
    }
}

template <class real>
cudaError_t launch_sweep(const domain *d, const tiling *t, int electric, cudaStream_t stream)
{
    const kernel k = electric ? choose<real, true>(d) : choose<real, false>(d);
    part all = t->all[electric];
    const int64_t blocks = part_tile(&all, k.points, t->planes[electric]);
    if (blocks > 0x7fffffff)
        return cudaErrorInvalidConfiguration;
    if (blocks == 0)
        return cudaSuccess;
    const bool few = blocks <= t->at_once;
    return pdl_launch(k.function[few], unsigned(blocks), TILE, 0, stream, *d, all,
                      t->planes[electric]);
}

#endif
