/* layered_kernels.cuh: the kernels of layered marches and their shapes. Each number of steps,
 * precision and kind of media is an instance of its own, so that they are compiled side by
 * side. */
#ifndef CUDA_LAYERED_KERNELS_CUH
#define CUDA_LAYERED_KERNELS_CUH

#include "layered.cuh"

template <class real, int T, int R, int W, int FIELD_PLANES, int FEATURES, int AXES, class laws>
__global__ void __launch_bounds__(LANES *W, 1)
    layered_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                   const __grid_constant__ pass x, const __grid_constant__ tensor_maps maps,
                   const brick *list, const __grid_constant__ laws law)
{
#if HAS_TMA
    extern __shared__ __align__(128) unsigned char bytes[];
    using smem = layered_smem<real, T, R, W, FIELD_PLANES, FEATURES>;
    constexpr int COUNT = layered_coefficient_words(media_of(FEATURES));
    smem &s = *reinterpret_cast<smem *>(bytes);
    real *coefficients = reinterpret_cast<real *>(&s + 1);
    const int thread = int(threadIdx.y * LANES + threadIdx.x);
    const brick b = list[blockIdx.x];
    for (int n = thread; n < (COUNT ? x.media : 0); n += LANES * W) {
        const pair<real> coefficient = static_cast<const pair<real> *>(x.table)[n];
        coefficients[COUNT * n] = coefficient.cb;
        if (COUNT > 1)
            coefficients[COUNT * n + 1] = coefficient.loss;
        if (COUNT > 2) {
            const pair<real> pole = static_cast<const pair<real> *>(x.pole)[n];
            coefficients[COUNT * n + 2] = pole.cb;
            coefficients[COUNT * n + 3] = pole.loss;
        }
        for (int m = 4; m < COUNT; m++)
            coefficients[COUNT * n + m] =
                static_cast<const real *>(x.second_words)[4 * n + m - 4];
    }
    for (int n = 0; n < FIELD_PLANES && thread == 0; n++)
        tma_init(&s.full[n]);
    constexpr int WIDTH = WIDE<real>;
    const int top = b.read_from[0], left = b.read_from[1];
    layered_psi<real, T, R, W, FEATURES, AXES> psi_words(
        from, to, x, b, coefficients + COUNT * ((x.media + 3) & ~3), thread);
    const bool inner = top >= x.uniform[1][0] && top + R * W < x.uniform[1][1] &&
                       left >= x.uniform[2][0] && left + WIDTH < x.uniform[2][1];
    if constexpr (AXES == 0 && !(FEATURES & WITH_IDS))
        if (inner)
            return layered_march<real, T, R, W, FIELD_PLANES, FEATURES, AXES, false, laws>{
                maps, from, to, x, b, s, coefficients, psi_words, law}
                .run();
    layered_march<real, T, R, W, FIELD_PLANES, FEATURES, AXES, true, laws>{
        maps, from, to, x, b, s, coefficients, psi_words, law}
        .run();
#endif
}

/* Bytes of shared memory that a processor has for a block, the bytes of them that coefficients of ids
 * may take, and warps of a block. */
enum { LAYERED_BYTES = 227 << 10, LAYERED_COEFFICIENTS = 2 << 10, LAYERED_MOST_WARPS = 12 };

/* Warps of a block: as many as leave shared memory for the planes that wait there. Registers
 * are 168 a thread up to 12 warps, 255 up to 8. */
template <class real, int T, int R, int FIELD_PLANES, int FEATURES, int AXES, int W>
constexpr int layered_warps()
{
    constexpr int coefficients = FEATURES & WITH_IDS ? int(LAYERED_COEFFICIENTS) : 0;
    constexpr int bytes = int(sizeof(layered_smem<real, T, R, W, FIELD_PLANES, FEATURES>)) +
                          coefficients + layered_psi<real, T, R, W, FEATURES, AXES>::SIZE;
    if constexpr (W == 1 || bytes <= LAYERED_BYTES)
        return W;
    else
        return layered_warps<real, T, R, FIELD_PLANES, FEATURES, AXES, W - 1>();
}

template <class real, int T, int FEATURES, int AXES> static kernel_entry layered_entry()
{
    constexpr int R = 2,
                  W3 = layered_warps<real, T, R, 3, FEATURES, AXES, LAYERED_MOST_WARPS>();
    /* planes of fields in shared memory: three where that costs no rows */
    constexpr int FIELD_PLANES = W3 == LAYERED_MOST_WARPS ? 3 : 2;
    constexpr int W =
        layered_warps<real, T, R, FIELD_PLANES, FEATURES, AXES, LAYERED_MOST_WARPS>();
    if constexpr (R * W <= 2 * T || (AXES == 0 && !(FEATURES & WITH_ONE_WORD))) {
        return {};
    } else {
        kernel_entry k = {LAYERED_MARCH,
                          T,
                          sizeof(real),
                          AXES,
                          false,
                          media_of(FEATURES),
                          layered_kernel<real, T, R, W, FIELD_PLANES, FEATURES, AXES, no_laws>};
        k.rows = R * W - 2 * T;
        k.columns = columns<real, T, FEATURES, WIDE<real>>::WRITTEN;
        k.threads = LANES * W;
        k.shared_bytes = sizeof(layered_smem<real, T, R, W, FIELD_PLANES, FEATURES>) +
                         (AXES ? layered_psi<real, T, R, W, FEATURES, AXES>::SIZE : 0);
        k.width = WIDE<real>;
        k.read_before = columns<real, T, FEATURES, WIDE<real>>::BEFORE;
        k.longest = AXES & ALONG_X ? LAYERED_PLANES - 2 * T : 128;
        k.rows_in_layer = layered_rows_in_layer(T, FEATURES, AXES);
        k.columns_in_layer = layered_columns_in_layer(FEATURES, AXES);
        k.own_rows = R, k.warps = W, k.field_planes = FIELD_PLANES, k.features = FEATURES;
        return k;
    }
}

/* Axes, cheapest first. Few bricks meet layers along x and y: the kernel of all axes does them.
 * Without layers and poles bricks take uniform marches. */
template <class real, int T, int FEATURES> kernel_list layered_kernels()
{
    static const kernel_entry list[] = {
        layered_entry<real, T, FEATURES, 0>(),
        layered_entry<real, T, FEATURES, ALONG_X>(),
        layered_entry<real, T, FEATURES, ALONG_Y>(),
        layered_entry<real, T, FEATURES, ALONG_Z>(),
        layered_entry<real, T, FEATURES, ALONG_X | ALONG_Z>(),
        layered_entry<real, T, FEATURES, ALONG_Y | ALONG_Z>(),
        layered_entry<real, T, FEATURES, ALL_AXES>(),
    };
    return {list, int(sizeof list / sizeof *list)};
}

#endif
