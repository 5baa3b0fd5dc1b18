/* kernel_table.cu: the table of kernels that do passes, and the search in it.
 *
 * A kernel is added here, where it stands behind all that are cheaper for the needs it covers,
 * and among the instances in ../../CMakeLists.txt; the linker tells if one of both is missing.
 */
#include "kernel_table.cuh"
#include <cstdio>

enum { LOSSY_IDS = WITH_IDS | WITH_LOSSES, TWO_WORDS = WITH_ONE_WORD | WITH_TWO_WORDS };

static kernel_list (*const table[])() = {
    /* one spacing, walls of PEC; more than four steps, or laws, then others */
    skewed_kernels<float>,
    skewed_kernels<double>,
    uniform_kernels<float>,
    uniform_kernels<double>,
    /* layers, walls and spacings along some axes, poles of one or two words */
    layered_kernels<float, 3, 0>,
    layered_kernels<float, 3, LOSSY_IDS>,
    layered_kernels<float, 3, WITH_ONE_WORD>,
    layered_kernels<float, 3, WITH_ONE_WORD | LOSSY_IDS>,
    layered_kernels<float, 3, TWO_WORDS>,
    layered_kernels<float, 3, TWO_WORDS | LOSSY_IDS>,
    layered_kernels<double, 3, 0>,
    layered_kernels<double, 3, LOSSY_IDS>,
    layered_kernels<double, 3, WITH_ONE_WORD>,
    layered_kernels<double, 3, WITH_ONE_WORD | LOSSY_IDS>,
    layered_kernels<double, 3, TWO_WORDS>,
    layered_kernels<double, 3, TWO_WORDS | LOSSY_IDS>,
    layered_kernels<float, 4, 0>, /* beside two words a point four steps leave few rows */
    layered_kernels<float, 4, WITH_IDS>,
    layered_kernels<float, 4, LOSSY_IDS>,
    layered_kernels<float, 4, WITH_ONE_WORD>,
    layered_kernels<float, 4, WITH_ONE_WORD | LOSSY_IDS>,
    /* anything, slowly */
    general_kernels<float, 1>,
    general_kernels<float, 2>,
    general_kernels<float, 3>,
    general_kernels<float, 4>,
    general_kernels<float, 5>,
    general_kernels<float, 6>,
    general_kernels<double, 1>,
    general_kernels<double, 2>,
    general_kernels<double, 3>,
    general_kernels<double, 4>,
    general_kernels<double, 5>,
    general_kernels<double, 6>,
};

/* A kernel with words reads them, so that it serves none but media with words; one with ids
 * reads these, which a pass has only where some media need them. */
static bool covers_media(const media_need &known, const media_need &need, bool ids)
{
    return (need.ids ? known.ids : ids || !known.ids) && (known.losses || !need.losses) &&
           (known.words > 0) == (need.words > 0) && known.words >= need.words;
}

static bool covers(const kernel_entry &k, const pass *x, size_t word, const kernel_need &need)
{
    const bool in_planes = k.family == UNIFORM_MARCH || k.family == SKEWED_MARCH;
    return (k.function || need.media.laws) && k.steps == x->steps && k.word == int(word) &&
           (k.family == LAYERED_MARCH) == need.layered && (x->axis[0].uniform || !in_planes) &&
           (k.axes & need.layers) == need.layers && (k.edge || !need.edge) &&
           covers_media(k.media, need.media, x->ids != nullptr);
}

const kernel_entry *find_kernel(const pass *x, size_t word, const kernel_need &need)
{
    for (const auto &instance : table) {
        const kernel_list list = instance();
        for (int n = 0; n < list.count; n++)
            if (covers(list.first[n], x, word, need))
                return &list.first[n];
    }
    return nullptr;
}

size_t dynamic_bytes(const kernel_entry &k, const pass *x)
{
    const size_t word = size_t(k.word), media = size_t(x->media);
    if (k.family == LAYERED_MARCH) /* coefficients of media, four words aligned */
        return k.shared_bytes +
               size_t(layered_coefficient_words(k.media)) * ((media + 3) & ~size_t(3)) * word;
    const size_t pairs =
        (k.media.ids ? media : 0) + (k.media.words == 1 ? (k.media.ids ? media : 3) : 0);
    size_t words = k.media.words == MANY_WORDS ? 3 * size_t(x->words) : 0;
    words += (k.axes & ALONG_X ? 4 : 0) + (k.axes & (ALONG_Y | ALONG_Z) ? 8 : 0);
    const size_t cells = size_t(k.rows + 2 * x->steps) * size_t(k.width);
    return k.shared_bytes + pairs * 2 * word + size_t(x->steps + 1) * words * cells * word;
}

/* Rows and columns of its bricks in layers are not more than there are slots for. */
static bool holds_layers(const kernel_entry &k, const pass *x, const kernel_need &need)
{
    return k.family != LAYERED_MARCH ||
           ((!(need.layers & ALONG_Y) || x->rows_in_layer <= k.rows_in_layer) &&
            (!(need.layers & ALONG_Z) || x->columns_in_layer <= k.columns_in_layer));
}

cudaError_t pass_shape_of(const pass *x, size_t word, const kernel_need *need,
                          pass_shape *shape)
{
    const kernel_entry *k = find_kernel(x, word, *need);
    if (!k || !holds_layers(*k, x, *need))
        return cudaErrorInvalidValue;
    const size_t bytes = dynamic_bytes(*k, x);
    cudaFuncAttributes a = {};
    int device = 0, most = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess && bytes > size_t(most))
        return cudaErrorInvalidConfiguration;
    if (error == cudaSuccess && !need->media.laws)
        error = cudaFuncGetAttributes(&a, k->function);
    if (error == cudaSuccess && !need->media.laws) /* for all plans that use it */
        error = cudaFuncSetAttribute(k->function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     most);
    *shape = {};
    shape->rows = k->rows;
    shape->columns = k->columns;
    shape->threads = k->threads;
    shape->shared_bytes = int(bytes);
    shape->registers = a.numRegs;
    shape->local = int(a.localSizeBytes);
    shape->width = k->width;
    shape->read_before = k->read_before;
    shape->longest = k->longest;
    shape->reaches_walls = k->family != GENERAL_MARCH;
    shape->unit = int(32 / word);
    shape->sent_bytes = k->sent_bytes;
    shape->blocks = 1; /* one with laws is compiled for bricks that are cut */
    if (error == cudaSuccess && !need->media.laws)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&shape->blocks, k->function,
                                                              k->threads, bytes);
    return error == cudaSuccess && shape->blocks == 0 ? cudaErrorInvalidConfiguration : error;
}

cudaError_t pass_law_name(const pass *x, size_t word, const kernel_need *need, char *name,
                          size_t size, bool *ids)
{
    static const char *const family[] = {"uniform", "skewed", "layered", "general"};
    const kernel_entry *k = find_kernel(x, word, *need);
    char more[2][16] = {"", ""};
    if (!k)
        return cudaErrorInvalidValue;
    *ids = k->media.ids;
    if (k->family == LAYERED_MARCH) {
        snprintf(more[0], sizeof more[0], " %d,", k->field_planes);
        snprintf(more[1], sizeof more[1], " %d,", k->axes);
    }
    snprintf(name, size, "%s_kernel<run_real, %d, %d, %d,%s %d,%s law_of_pass>",
             family[k->family], k->steps, k->own_rows, k->warps, more[0], k->features, more[1]);
    return cudaSuccess;
}
