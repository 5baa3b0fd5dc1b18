/* general_kernels.cuh: the kernels of general marches. Each number of steps and precision is an
 * instance of its own, so that they are compiled side by side. */
#ifndef CUDA_GENERAL_KERNELS_CUH
#define CUDA_GENERAL_KERNELS_CUH

#include "general_pass.cuh"

/* Rows of a thread and warps of a block. Registers bound both, since a cell takes some six
 * words a step; shared memory bounds marches with layers or poles. */
struct pass_tile {
    int rows, warps;
};

constexpr pass_tile tile_of(int bytes, int steps, int features)
{
    const bool poles = features & (WITH_ONE_WORD | WITH_ANY_WORDS);
    if (bytes == 8)
        return poles || features & (WITH_LAYERS_X | WITH_LAYERS_YZ) ? pass_tile{1, 12}
               : steps < 3                                          ? pass_tile{2, 12}
               : steps == 3                                         ? pass_tile{1, 20}
                                                                    : pass_tile{1, 16};
    if (features & WITH_LAYERS_X && features & WITH_LAYERS_YZ)
        return {2, poles ? 8 : 9};
    if (features & WITH_LAYERS_YZ)
        return {2, poles ? 10 : 12};
    if (features & WITH_LAYERS_X)
        return {2, poles ? 12 : 14};
    if (steps > 4)
        return {2, 16};
    return features & WITH_ANY_WORDS ? pass_tile{2, 16} : pass_tile{3, 12};
}

/* One step, and more than four, are done in bricks without layers and poles alone. */
constexpr bool without_layers(int steps) { return steps == 1 || steps > 4; }

/* The features of the kernel that serves some: one that does more, where one that does just
 * these is not worth its place. */
constexpr int serving(int steps, int features)
{
    if (features & WITH_IDS && (steps < 3 || without_layers(steps)))
        features |= WITH_LOSSES;
    if (features & (WITH_ONE_WORD | WITH_ANY_WORDS) && features & WITH_EDGE)
        features |= WITH_LAYERS_YZ;
    if (features & WITH_LAYERS_X && (steps < 3 || features & WITH_ANY_WORDS))
        features |= WITH_EDGE | WITH_LAYERS_YZ;
    return features;
}

/* Steps that a processor holds: with many words a cell they are few. */
constexpr int most_steps(int bytes, int features)
{
    return features & WITH_ANY_WORDS                     ? 2
           : features & WITH_ONE_WORD                    ? 3 - (bytes > 4)
           : features & (WITH_LAYERS_X | WITH_LAYERS_YZ) ? 4 - (bytes > 4)
                                                         : MOST_PASS;
}

/* Whether there is a kernel of just these features. */
constexpr bool compiled(int bytes, int steps, int features)
{
    constexpr int MORE = WITH_LAYERS_X | WITH_LAYERS_YZ | WITH_ONE_WORD | WITH_ANY_WORDS;
    return serving(steps, features) == features && steps <= most_steps(bytes, features) &&
           !(without_layers(steps) && features & MORE);
}

template <class real, int T, int FEATURES> static kernel_entry general_entry()
{
    if constexpr (compiled(int(sizeof(real)), T, FEATURES)) {
        constexpr pass_tile t = tile_of(int(sizeof(real)), T, FEATURES);
        kernel_entry k = {GENERAL_MARCH,
                          T,
                          sizeof(real),
                          (FEATURES & WITH_LAYERS_X ? ALONG_X : 0) |
                              (FEATURES & WITH_LAYERS_YZ ? ALONG_Y | ALONG_Z : 0),
                          (FEATURES & WITH_EDGE) != 0,
                          media_of(FEATURES),
                          general_kernel<real, T, t.rows, t.warps, FEATURES, no_laws>};
        k.rows = t.rows * t.warps - 2 * T;
        k.columns = columns<real, T, FEATURES, LANES>::WRITTEN;
        k.threads = LANES * t.warps;
        k.shared_bytes = sizeof(general_smem<real, T, t.rows, t.warps, FEATURES>);
        k.width = LANES;
        k.read_before = columns<real, T, FEATURES, LANES>::BEFORE;
        k.longest = 72;
        k.own_rows = t.rows, k.warps = t.warps, k.features = FEATURES;
        return k;
    } else {
        return {};
    }
}

/* Media, cheapest first, each with faces and layers, cheapest first. */
template <class real, int T> kernel_list general_kernels()
{
    static const kernel_entry list[] = {
#define OF_MEDIA(media) \
    general_entry<real, T, (media)>(), general_entry<real, T, (media) | WITH_EDGE>(), \
        general_entry<real, T, (media) | WITH_LAYERS_X>(), \
        general_entry<real, T, (media) | WITH_EDGE | WITH_LAYERS_YZ>(), \
        general_entry<real, T, (media) | WITH_EDGE | WITH_LAYERS_YZ | WITH_LAYERS_X>()
        OF_MEDIA(0),
        OF_MEDIA(WITH_IDS),
        OF_MEDIA(WITH_IDS | WITH_LOSSES),
        OF_MEDIA(WITH_ONE_WORD),
        OF_MEDIA(WITH_ONE_WORD | WITH_IDS | WITH_LOSSES),
        OF_MEDIA(WITH_ANY_WORDS | WITH_IDS | WITH_LOSSES),
#undef OF_MEDIA
    };
    return {list, int(sizeof list / sizeof *list)};
}

#endif
