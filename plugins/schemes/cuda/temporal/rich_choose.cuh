/* rich_choose.cuh: kernels of rich bricks, their shapes, and which does which. Each kind of
 * media has a source of its own, so that they are compiled side by side. */
#ifndef CUDA_RICH_CHOOSE_CUH
#define CUDA_RICH_CHOOSE_CUH

#include "rich.cuh"

/* Registers for one block a processor. */
template <int T, int R, int W, int AHEAD, int FORM, int AXES>
__global__ void __launch_bounds__(LANES *W, 1)
    rich_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *list)
{
#if STAGE_ENGINE
    extern __shared__ __align__(128) unsigned char bytes[];
    using room = rich_room<T, R, W, AHEAD, FORM>;
    constexpr int LAW = rich_law_words(FORM);
    room &s = *reinterpret_cast<room *>(bytes);
    float *laws = reinterpret_cast<float *>(&s + 1);
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    for (int n = thread; n < (LAW ? x.media : 0); n += LANES * W) {
        const pair<float> law = static_cast<const pair<float> *>(x.table)[n];
        laws[LAW * n] = law.cb;
        if (LAW > 1)
            laws[LAW * n + 1] = law.loss;
        if (LAW > 2) {
            const pair<float> pole = static_cast<const pair<float> *>(x.pole)[n];
            laws[LAW * n + 2] = pole.cb;
            laws[LAW * n + 3] = pole.loss;
        }
    }
    for (int n = 0; n < AHEAD && thread == 0; n++)
        stage_open(&s.full[n]);
    const int top = b.row - T, left = b.column - 4;
    rich_psi<T, R, W, FORM, AXES> sides(from, to, x, b, laws + LAW * ((x.media + 3) & ~3),
                                        thread);
    const bool inner = top >= x.calm[1][0] && top + R * W <= x.calm[1][1] &&
                       left >= x.calm[2][0] && left + WIDTH <= x.calm[2][1];
    if constexpr (FORM & FORM_IDS || AXES == 0)
        if (FORM & FORM_IDS || inner)
            return rich_marcher<T, R, W, AHEAD, FORM, AXES, false>{maps, from, to,   x,
                                                                   b,    s,    laws, sides}
                .run();
    if constexpr (!(FORM & FORM_IDS))
        rich_marcher<T, R, W, AHEAD, FORM, AXES, true>{maps, from, to, x, b, s, laws, sides}
            .run();
#endif
}

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
        return {2, (x && y ? 6 : x && z ? 7 : x || (y && z) ? 8 : y ? 10 : 12) - fewer, 2};
    return {2, x && y ? 6 : x && z ? 8 : x ? 10 : 12, y || x ? 2 : 3};
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
            sizeof(rich_room<T, t.rows, t.warps, t.ahead, FORM>) +
                sizeof(float) * (AXES ? rich_psi<T, t.rows, t.warps, FORM, AXES>::SIZE : 0),
            WIDTH,
            columns<float, T, FORM, WIDTH>::BEFORE,
            AXES & ALONG_X ? RICH_PLANES - 2 * T : 128,
            true,
            rich_deep_rows(FORM, AXES),
            rich_deep_pairs(FORM, AXES)};
}

/* Few bricks meet layers along x and y: there is a kernel for all. */
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
        return rich_instance<FORM, ALONG_X | ALONG_Z>();
    case ALONG_Y | ALONG_Z:
        return rich_instance<FORM, ALONG_Y | ALONG_Z>();
    default:
        return rich_instance<FORM, ALL_AXES>();
    }
}

#endif
