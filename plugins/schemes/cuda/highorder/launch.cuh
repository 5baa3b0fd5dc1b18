/* launch.cuh: from the shape of an operator to its kernels. */
#ifndef CUDA_WIDE_LAUNCH_CUH
#define CUDA_WIDE_LAUNCH_CUH

#include "window.cuh"

enum { LEAST_PLANES = 8 }; /* of a march: what it reads before the first output is waste */

template <class real>
static window<real> window_of(const wide *w, const wide_launch *l, int electric,
                              double *partial)
{
    window<real> x = {};
    for (int a = 0; a < 3; a++) {
        /* without layers every derivative has its 1/h in the weights */
        const double scale = w->axis[a].invariant ? 0 : l->mode == WIDE_FULL ? 1 : 1 / w->h[a];
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
    }
    x.s = l->parts;
    x.planes = l->planes;
    x.flat = w->axis[0].invariant;
    x.partial = partial;
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < WIDE_LEVELS - 1; n++)
            x.level[c][n] = w->level[electric ? c : 3 + c][n];
    x.fading = w->fading;
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < 5; n++)
            x.plain[c][n] = real(w->plain[electric ? c : 3 + c][n]);
    return x;
}

/* What a launch needs of a kernel. */
template <class real> struct entry {
    void (*kernel)(const domain, const window<real>);
    int across, rows, before; /* of a tile; planes read before the first output */
    size_t shared;
};

template <class real, int SHAPE, bool ELECTRIC, int MODE, bool LEVELS>
static entry<real> entry_of(void)
{
    typedef reach<SHAPE, ELECTRIC> r;
    typedef tile<real, SHAPE, MODE> t;
    return {sweep_window<real, SHAPE, ELECTRIC, MODE, LEVELS>, t::ACROSS, t::ROWS,
            r::LOW + r::HIGH, ring<real, SHAPE, ELECTRIC, MODE>::BYTES};
}

template <class real, int SHAPE, bool ELECTRIC, bool LEVELS>
static entry<real> of_mode(int mode)
{
    return mode == WIDE_PLAIN   ? entry_of<real, SHAPE, ELECTRIC, WIDE_PLAIN, LEVELS>()
           : mode == WIDE_MEDIA ? entry_of<real, SHAPE, ELECTRIC, WIDE_MEDIA, LEVELS>()
                                : entry_of<real, SHAPE, ELECTRIC, WIDE_FULL, LEVELS>();
}

/* The shapes that have kernels; an operator takes the first that has all it needs. */
enum {
    FANG = WIDE_FAR,
    SIXTH = WIDE_FAR | WIDE_THIRD,
    SIDES = WIDE_FAR | WIDE_NEAR_SIDE,
    CORNERS = WIDE_FAR | WIDE_FAR_CORNER,
    BALANCED = WIDE_FAR | WIDE_NEAR_SIDE | WIDE_FAR_SIDE,
    VOLUME = WIDE_FAR | WIDE_FAR_SIDE | WIDE_FAR_CORNER,
    SMOOTHED = WIDE_NEAR_SIDE | WIDE_NEAR_CORNER
};

template <class real, bool ELECTRIC> static entry<real> of_shape(const wide *w, int mode)
{
    const int need = w->shape[ELECTRIC];
    if constexpr (ELECTRIC)
        if (need == 0)
            return of_mode<real, 0, true, false>(mode);
    if (w->fading)
        return of_mode<real, FANG, ELECTRIC, true>(mode);
    if (!(need & ~FANG))
        return of_mode<real, FANG, ELECTRIC, false>(mode);
    if (!(need & ~SIXTH))
        return of_mode<real, SIXTH, ELECTRIC, false>(mode);
    if constexpr (!ELECTRIC)
        if (!(need & ~SMOOTHED))
            return of_mode<real, SMOOTHED, false, false>(mode);
    if (!(need & ~SIDES))
        return of_mode<real, SIDES, ELECTRIC, false>(mode);
    if (!(need & ~CORNERS))
        return of_mode<real, CORNERS, ELECTRIC, false>(mode);
    if (!(need & ~BALANCED))
        return of_mode<real, BALANCED, ELECTRIC, false>(mode);
    if (!(need & ~VOLUME))
        return of_mode<real, VOLUME, ELECTRIC, false>(mode);
    return {};
}

template <class real> static entry<real> entry_for(const wide *w, int electric, int mode)
{
    return electric ? of_shape<real, true>(w, mode) : of_shape<real, false>(w, mode);
}

/* Tiles of all parts for marches over so many planes. */
template <class real> static int64_t tile_parts(parts *s, const entry<real> &e, int planes)
{
    int64_t blocks = 0;
    for (int n = 0; n < s->count; n++) {
        part *p = &s->part[n];
        int64_t size[3];
        for (int a = 0; a < 3; a++)
            size[a] = p->to[a] > p->from[a] ? p->to[a] - p->from[a] : 0;
        p->across = int((size[2] + e.across - 1) / e.across);
        p->down = int((size[1] + e.rows - 1) / e.rows);
        const int64_t many = (size[0] + planes - 1) / planes * p->across * p->down;
        p->blocks = int(many);
        blocks += many;
    }
    return blocks;
}

/* Planes that all marches read, outputs or not. */
static int64_t reads_of(const parts *s, int planes, int before)
{
    int64_t sum = 0;
    for (int n = 0; n < s->count; n++) {
        const part *p = &s->part[n];
        const int64_t size = p->to[0] - p->from[0], marches = (size + planes - 1) / planes;
        sum += (size + marches * (before + RING)) * p->across * p->down;
    }
    return sum;
}

/* Planes of a march, the ones that take least: one box is done in waves of equal blocks; of
 * several boxes the blocks differ and fill the gaps that others leave. */
template <class real>
static cudaError_t cut_launch(const wide *w, wide_launch *l, int electric, int processors)
{
    const entry<real> e = entry_for<real>(w, electric, l->mode);
    int resident = 0, longest = 0;
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
    for (int n = 0; n < l->parts.count; n++)
        longest = max(longest, l->parts.part[n].to[0] - l->parts.part[n].from[0]);
    int64_t best = INT64_MAX;
    l->planes = longest > 0 ? longest : 1;
    for (int marches = 1; longest > 0; marches++) {
        const int planes = (longest + marches - 1) / marches;
        if (marches > 1 && planes < LEAST_PLANES)
            break;
        const int64_t waves = (tile_parts(&l->parts, e, planes) + slots - 1) / slots;
        const int64_t one = planes + e.before + RING;
        const int64_t cost = l->parts.count > 1
                                 ? reads_of(&l->parts, planes, e.before) / slots + one
                                 : waves * one;
        if (cost < best) {
            best = cost;
            l->planes = planes;
        }
    }
    const int64_t blocks = tile_parts(&l->parts, e, l->planes);
    l->blocks = int(blocks);
    return blocks > 0x7fffffff ? cudaErrorInvalidConfiguration : cudaSuccess;
}

template <class real> static cudaError_t cut_all(wide *w, int processors)
{
    cudaError_t error = cudaSuccess;
    for (int electric = 0; electric < 2; electric++) {
        wide_launch *const l[] = {&w->bulk[electric], &w->shell[electric], &w->all[electric]};
        for (int n = 0; n < 3 && error == cudaSuccess; n++)
            error = cut_launch<real>(w, l[n], electric, processors);
    }
    return error;
}

template <class real>
static void launch(const domain *d, const wide *w, const wide_launch *l, int electric,
                   double *partial, cudaStream_t stream)
{
    const entry<real> e = entry_for<real>(w, electric, l->mode);
    if (l->blocks > 0)
        e.kernel<<<unsigned(l->blocks), THREADS, e.shared, stream>>>(
            *d, window_of<real>(w, l, electric, partial));
}

template <class real>
static cudaError_t launch_sweep(const domain *d, const wide *w, int electric, double *partial,
                                cudaStream_t stream)
{
    if (partial) {
        launch<real>(d, w, &w->all[electric], electric, partial, stream);
    } else {
        launch<real>(d, w, &w->bulk[electric], electric, NULL, stream);
        launch<real>(d, w, &w->shell[electric], electric, NULL, stream);
    }
    return cudaGetLastError();
}

#endif
