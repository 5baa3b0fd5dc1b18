/* rich_choose.cuh: the shapes of rich bricks, and which kernel does which. Each kind of media
 * has a source of its own, so that they are compiled side by side. */
#ifndef CUDA_RICH_CHOOSE_CUH
#define CUDA_RICH_CHOOSE_CUH

#include "rich.cuh"

/* Rows of a thread, warps of a block, planes of fields in shared memory: as many as leave room
 * for what waits there. Registers are 168 a thread up to 12 warps, 255 up to 8. */
struct rich_tile {
    int rows, warps, ahead;
};

constexpr rich_tile rich_tile_of(int form, int axes)
{
    const bool x = axes & ALONG_X, y = axes & ALONG_Y, z = axes & ALONG_Z;
    const int fewer = form & FORM_POLE && form & FORM_IDS ? 2 : 0;
    if (form & FORM_POLE)
        return {2, (x && (y || z) ? 6 : y && z ? 6 : x ? 8 : y ? 10 : 12) - fewer, 2};
    return {2, x && y ? 6 : x ? 8 : 12, y || x ? 2 : 3};
}

template <int FORM, int AXES> static pass_instance rich_instance()
{
    constexpr int T = RICH_STEPS;
    constexpr rich_tile t = rich_tile_of(FORM, AXES);
    return {rich_kernel<T, t.rows, t.warps, t.ahead, FORM, AXES>,
            FORM,
            t.rows * t.warps - 2 * T,
            columns<float, T, FORM, WIDTH>::WRITTEN,
            LANES * t.warps,
            sizeof(rich_room<T, t.rows, t.warps, t.ahead, FORM>),
            WIDTH,
            columns<float, T, FORM, WIDTH>::BEFORE,
            AXES & ALONG_X ? RICH_PLANES - 2 * T : 128,
            true,
            AXES};
}

/* Two of the axes with x among them, or with a pole, are few: there is a kernel for all. */
template <int FORM> pass_instance rich_of(int axes)
{
    switch (axes) {
    case 0:
        if constexpr (FORM & FORM_POLE)
            return rich_instance<FORM, 0>();
        return {};
    case ALONG_X:
        return rich_instance<FORM, ALONG_X>();
    case ALONG_Y:
        return rich_instance<FORM, ALONG_Y>();
    case ALONG_Z:
        return rich_instance<FORM, ALONG_Z>();
    case ALONG_X | ALONG_Z:
        if constexpr (!(FORM & FORM_POLE))
            return rich_instance<FORM, ALONG_X | ALONG_Z>();
        return rich_instance<FORM, ALL_AXES>();
    case ALONG_Y | ALONG_Z:
        if constexpr (!(FORM & FORM_POLE))
            return rich_instance<FORM, ALONG_Y | ALONG_Z>();
        return rich_instance<FORM, ALL_AXES>();
    default:
        return rich_instance<FORM, ALL_AXES>();
    }
}

#endif
