/* launch.cu: how the high-order half steps are tiled in blocks and launched. */
#include "../engine/launch.cuh"
#include "../engine/sweep.h"
#include "entry.cuh"

enum { LEAST_PLANES = 8 }; /* of a march: those before its first output are waste */

template <class real>
static window<real> window_of(const wide *w, const wide_launch *l, int electric, bool layers,
                              double *partial)
{
    window<real> x = {};
    for (int a = 0; a < 3; a++) {
        /* a derivative that no layer sees has its 1/h in the weights */
        const double inverse = w->axis[a].invariant ? 0 : 1 / w->h[a];
        const double scale = layers && inverse > 0 ? 1 : inverse;
        for (int n = 0; n < 2; n++) {
            const arm &from = w->curls.of[electric][a][n];
            weights<real> &to = x.arm[a][n];
            for (int p = 0; p < WIDE_PAIRS; p++)
                to.along[p] = real(scale * from.along[p]);
            for (int p = 0; p < 2; p++) {
                to.first[p] = real(scale * from.first[p]);
                to.second[p] = real(scale * from.second[p]);
                to.corner[p] = real(scale * from.corner[p]);
            }
        }
        x.axis[a] = w->axis[a];
        x.open[a] = real(inverse);
    }
    x.part = l->part;
    x.layers = w->layers[electric];
    x.planes = l->planes;
    x.flat = w->axis[0].invariant;
    x.partial = partial;
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < WIDE_LEVELS - 1; n++)
            x.level[c][n] = w->level[electric ? c : 3 + c][n];
    x.level_coefficients = w->level_coefficients;
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < 5; n++)
            x.single_coefficients[c][n] = real(w->single_coefficients[electric ? c : 3 + c][n]);
    return x;
}

template <class real> static entry<real> entry_for(const wide *w, int electric, int mode)
{
    const entry<real> narrow = kernels_of<real, NARROW>(w, electric, mode);
    const entry<real> crossed =
        narrow.kernel ? narrow : kernels_of<real, CROSSED>(w, electric, mode);
    return crossed.kernel ? crossed : kernels_of<real, BROAD>(w, electric, mode);
}

/* Tiles of a part for marches over so many planes. */
template <class real> static int64_t tile_part(part *p, const entry<real> &e, int planes)
{
    int64_t size[3];
    for (int a = 0; a < 3; a++)
        size[a] = p->to[a] > p->from[a] ? p->to[a] - p->from[a] : 0;
    p->across = int((size[2] + e.across - 1) / e.across);
    p->down = int((size[1] + e.rows - 1) / e.rows);
    const int64_t blocks = (size[0] + planes - 1) / planes * p->across * p->down;
    p->blocks = int(blocks);
    return blocks;
}

/* Chooses the planes of a march for the least time: equal blocks run in waves. */
template <class real>
static cudaError_t tile_march(const wide *w, wide_launch *l, int electric, int processors)
{
    const entry<real> e = entry_for<real>(w, electric, l->mode);
    int resident = 0;
    if (!e.kernel)
        return cudaErrorInvalidDeviceFunction;
    cudaError_t error = cudaFuncSetAttribute(
        e.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(e.shared));
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, e.kernel, THREADS,
                                                              e.shared);
    if (error != cudaSuccess)
        return error;
    const int64_t slots = int64_t(resident > 0 ? resident : 1) * processors;
    const int longest = max(l->part.to[0] - l->part.from[0], 0);
    int64_t best = INT64_MAX;
    l->planes = longest > 0 ? longest : 1;
    for (int marches = 1; longest > 0; marches++) {
        const int planes = (longest + marches - 1) / marches;
        if (marches > 1 && planes < LEAST_PLANES)
            break;
        const int64_t waves = (tile_part(&l->part, e, planes) + slots - 1) / slots;
        const int64_t cost = waves * (planes + e.before + RING);
        if (cost < best) {
            best = cost;
            l->planes = planes;
        }
    }
    return tile_part(&l->part, e, l->planes) > 0x7fffffff ? cudaErrorInvalidConfiguration
                                                          : cudaSuccess;
}

template <class real> static cudaError_t tile_all(wide *w, int processors)
{
    cudaError_t error = tile_march<real>(w, &w->energy, 0, processors);
    for (int electric = 0; electric < 2 && error == cudaSuccess; electric++) {
        parts *s = &w->layers[electric];
        int64_t blocks = 0;
        error = tile_march<real>(w, &w->sweep[electric], electric, processors);
        for (int n = 0; n < s->count; n++)
            blocks += part_tile(&s->part[n], 1, 1);
        if (blocks > 0x7fffffff)
            error = cudaErrorInvalidConfiguration;
    }
    return error;
}

template <class real>
static cudaError_t launch(const domain *d, const wide *w, const wide_launch *l, int electric,
                          double *partial, cudaStream_t stream)
{
    const entry<real> e = entry_for<real>(w, electric, l->mode);
    if (l->part.blocks == 0)
        return cudaSuccess;
    return launch_kernel(e.kernel, unsigned(l->part.blocks), THREADS, e.shared, stream, *d,
                         window_of<real>(w, l, electric, l->mode == WIDE_FULL, partial));
}

template <class real>
static cudaError_t launch_sweep(const domain *d, const wide *w, int electric,
                                cudaStream_t stream)
{
    const wide_launch *l = &w->sweep[electric];
    const parts *s = &w->layers[electric];
    int blocks = 0;
    const cudaError_t error = launch<real>(d, w, l, electric, NULL, stream);
    for (int n = 0; n < s->count; n++)
        blocks += s->part[n].blocks;
    if (blocks == 0 || error != cudaSuccess)
        return error;
    return launch_kernel(entry_for<real>(w, electric, l->mode).layers, unsigned(blocks), TILE,
                         0, stream, *d, window_of<real>(w, l, electric, true, NULL));
}

cudaError_t wide_tile(wide *w, size_t word, int processors)
{
    return word == sizeof(float) ? tile_all<float>(w, processors)
                                 : tile_all<double>(w, processors);
}

cudaError_t wide_sweep(const domain *d, const wide *w, size_t word, int electric,
                       cudaStream_t stream)
{
    return word == sizeof(float) ? launch_sweep<float>(d, w, electric, stream)
                                 : launch_sweep<double>(d, w, electric, stream);
}

cudaError_t wide_energy(const domain *d, const wide *w, size_t word, double *partial,
                        cudaStream_t stream)
{
    return word == sizeof(float) ? launch<float>(d, w, &w->energy, 0, partial, stream)
                                 : launch<double>(d, w, &w->energy, 0, partial, stream);
}
