/* kernels.cuh: the kernels of each group of shapes. */
#ifndef CUDA_WIDE_KERNELS_CUH
#define CUDA_WIDE_KERNELS_CUH

#include "entry.cuh"
#include "layers.cuh"
#include "march.cuh"

template <class real, int SHAPE, bool ELECTRIC, int MODE, bool LEVELS>
static entry<real> entry_of(void)
{
    typedef reach<SHAPE, ELECTRIC> r;
    typedef tile<real, SHAPE, MODE> t;
    return {sweep_window<real, SHAPE, ELECTRIC, MODE, LEVELS>,
            add_layers<real, SHAPE, ELECTRIC, LEVELS>,
            t::ACROSS,
            t::ROWS,
            r::LOW + r::HIGH,
            ring<real, SHAPE, ELECTRIC, MODE>::BYTES};
}

template <class real, int SHAPE, bool ELECTRIC, bool LEVELS>
static entry<real> of_mode(int mode)
{
    return mode == WIDE_PLAIN   ? entry_of<real, SHAPE, ELECTRIC, WIDE_PLAIN, LEVELS>()
           : mode == WIDE_MEDIA ? entry_of<real, SHAPE, ELECTRIC, WIDE_MEDIA, LEVELS>()
                                : entry_of<real, SHAPE, ELECTRIC, WIDE_FULL, LEVELS>();
}

/* The shapes that have kernels. */
enum {
    FANG = WIDE_FAR,
    SIXTH = WIDE_FAR | WIDE_THIRD,
    SIDES = WIDE_FAR | WIDE_NEAR_SIDE,
    CORNERS = WIDE_FAR | WIDE_FAR_CORNER,
    BALANCED = WIDE_FAR | WIDE_NEAR_SIDE | WIDE_FAR_SIDE,
    VOLUME = WIDE_FAR | WIDE_FAR_SIDE | WIDE_FAR_CORNER,
    SMOOTHED = WIDE_NEAR_SIDE | WIDE_NEAR_CORNER
};

template <class real, group GROUP, bool ELECTRIC>
static entry<real> of_shape(const wide *w, int mode)
{
    const int need = w->shape[ELECTRIC];
    if constexpr (GROUP == NARROW) {
        if (w->level_coefficients)
            return of_mode<real, FANG, ELECTRIC, true>(mode);
        if constexpr (ELECTRIC)
            if (need == 0)
                return of_mode<real, 0, true, false>(mode);
        if (!(need & ~FANG))
            return of_mode<real, FANG, ELECTRIC, false>(mode);
        if (!(need & ~SIXTH))
            return of_mode<real, SIXTH, ELECTRIC, false>(mode);
    } else if constexpr (GROUP == CROSSED) {
        if constexpr (!ELECTRIC)
            if (!(need & ~SMOOTHED))
                return of_mode<real, SMOOTHED, false, false>(mode);
        if (!(need & ~SIDES))
            return of_mode<real, SIDES, ELECTRIC, false>(mode);
        if (!(need & ~CORNERS))
            return of_mode<real, CORNERS, ELECTRIC, false>(mode);
    } else {
        if (!(need & ~BALANCED))
            return of_mode<real, BALANCED, ELECTRIC, false>(mode);
        if (!(need & ~VOLUME))
            return of_mode<real, VOLUME, ELECTRIC, false>(mode);
    }
    return {};
}

template <class real, group GROUP> entry<real> kernels_of(const wide *w, int electric, int mode)
{
    return electric ? of_shape<real, GROUP, true>(w, mode)
                    : of_shape<real, GROUP, false>(w, mode);
}

#endif
