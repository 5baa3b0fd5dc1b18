/* layered_choose.cuh: kernels of rich bricks, their shapes, and which does which. Each kind of
 * media has a source of its own, so that they are compiled side by side. */
#ifndef CUDA_RICH_CHOOSE_CUH
#define CUDA_RICH_CHOOSE_CUH

#include "layered.cuh"

/* Registers for one block a processor. */
template <class real, int T, int R, int W, int AHEAD, int FORM, int AXES>
__global__ void __launch_bounds__(LANES *W, 1)
    rich_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *list)
{
#if STAGE_ENGINE
    extern __shared__ __align__(128) unsigned char bytes[];
    using room = rich_room<real, T, R, W, AHEAD, FORM>;
    constexpr int LAW = rich_law_words(FORM);
    room &s = *reinterpret_cast<room *>(bytes);
    real *laws = reinterpret_cast<real *>(&s + 1);
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    for (int n = thread; n < (LAW ? x.media : 0); n += LANES * W) {
        const pair<real> law = static_cast<const pair<real> *>(x.table)[n];
        laws[LAW * n] = law.cb;
        if (LAW > 1)
            laws[LAW * n + 1] = law.loss;
        if (LAW > 2) {
            const pair<real> pole = static_cast<const pair<real> *>(x.pole)[n];
            laws[LAW * n + 2] = pole.cb;
            laws[LAW * n + 3] = pole.loss;
        }
        for (int m = 4; m < LAW; m++)
            laws[LAW * n + m] = static_cast<const real *>(x.pair)[4 * n + m - 4];
    }
    for (int n = 0; n < AHEAD && thread == 0; n++)
        stage_open(&s.full[n]);
    constexpr int WIDTH = WIDE<real>;
    const int top = b.from[0], left = b.from[1];
    rich_psi<real, T, R, W, FORM, AXES> sides(from, to, x, b, laws + LAW * ((x.media + 3) & ~3),
                                              thread);
    const bool inner = top >= x.calm[1][0] && top + R * W < x.calm[1][1] &&
                       left >= x.calm[2][0] && left + WIDTH < x.calm[2][1];
    if constexpr (AXES == 0 && !(FORM & FORM_IDS))
        if (inner)
            return rich_marcher<real, T, R, W, AHEAD, FORM, AXES, false>{maps, from, to,   x, b,
                                                                         s,    laws, sides}
                .run();
    rich_marcher<real, T, R, W, AHEAD, FORM, AXES, true>{maps, from, to, x, b, s, laws, sides}
        .run();
#endif
}

/* What a processor has for a block, and what of it laws of ids may take. */
enum { RICH_BYTES = 227 << 10, RICH_LAWS = 2 << 10, RICH_MOST_WARPS = 12 };

/* Warps of a block: as many as leave room for what waits in shared memory. Registers are 168 a
 * thread up to 12 warps, 255 up to 8. */
template <class real, int T, int R, int AHEAD, int FORM, int AXES, int W>
constexpr int rich_warps()
{
    constexpr int laws = FORM & FORM_IDS ? int(RICH_LAWS) : 0;
    constexpr int bytes = int(sizeof(rich_room<real, T, R, W, AHEAD, FORM>)) + laws +
                          rich_psi<real, T, R, W, FORM, AXES>::SIZE;
    if constexpr (W == 1 || bytes <= RICH_BYTES)
        return W;
    else
        return rich_warps<real, T, R, AHEAD, FORM, AXES, W - 1>();
}

template <class real, int T, int FORM, int AXES> static pass_instance rich_instance()
{
    constexpr int R = 2, W3 = rich_warps<real, T, R, 3, FORM, AXES, RICH_MOST_WARPS>();
    /* planes of fields in shared memory: three where that costs no rows */
    constexpr int AHEAD = W3 == RICH_MOST_WARPS ? 3 : 2;
    constexpr int W = rich_warps<real, T, R, AHEAD, FORM, AXES, RICH_MOST_WARPS>();
    if constexpr (R * W <= 2 * T) {
        return {};
    } else {
        return {rich_kernel<real, T, R, W, AHEAD, FORM, AXES>,
                FORM,
                R * W - 2 * T,
                columns<real, T, FORM, WIDE<real>>::WRITTEN,
                LANES * W,
                sizeof(rich_room<real, T, R, W, AHEAD, FORM>) +
                    (AXES ? rich_psi<real, T, R, W, FORM, AXES>::SIZE : 0),
                WIDE<real>,
                columns<real, T, FORM, WIDE<real>>::BEFORE,
                AXES & ALONG_X ? RICH_PLANES - 2 * T : 128,
                true,
                rich_deep_rows(T, FORM, AXES),
                rich_deep_columns(FORM, AXES),
                0};
    }
}

/* Few bricks meet layers along x and y: there is a kernel for all. */
template <class real, int T, int FORM> pass_instance rich_of(int axes)
{
    switch (axes) {
    case 0:
        if constexpr (FORM & FORM_POLE)
            return rich_instance<real, T, FORM, 0>();
        return {};
    case ALONG_X:
        return rich_instance<real, T, FORM, ALONG_X>();
    case ALONG_Y:
        return rich_instance<real, T, FORM, ALONG_Y>();
    case ALONG_Z:
        return rich_instance<real, T, FORM, ALONG_Z>();
    case ALONG_X | ALONG_Z:
        return rich_instance<real, T, FORM, ALONG_X | ALONG_Z>();
    case ALONG_Y | ALONG_Z:
        return rich_instance<real, T, FORM, ALONG_Y | ALONG_Z>();
    default:
        return rich_instance<real, T, FORM, ALL_AXES>();
    }
}

#endif
