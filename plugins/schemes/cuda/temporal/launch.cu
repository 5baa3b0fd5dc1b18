/* launch.cu: passes: the shapes of their bricks, their launches. */
#include "choose.cuh"

extern template pass_instance choose_pass<float, 2>(int form);
extern template pass_instance choose_pass<float, 3>(int form);
extern template pass_instance choose_pass<float, 4>(int form);
extern template pass_instance choose_pass<double, 2>(int form);
extern template pass_instance choose_pass<double, 3>(int form);

static pass_instance find(size_t word, int steps, int form)
{
    const bool single = word == sizeof(float);
    switch (steps) {
    case 2:
        return single ? choose_pass<float, 2>(form) : choose_pass<double, 2>(form);
    case 3:
        return single ? choose_pass<float, 3>(form) : choose_pass<double, 3>(form);
    case 4:
        return single ? choose_pass<float, 4>(form) : pass_instance{};
    default:
        return {};
    }
}

/* Tables, then a slot of words for each plane that is under way. */
static size_t shared_bytes(const pass_instance &n, const pass *x, size_t word, int form)
{
    const size_t tables = (form & FORM_IDS ? x->media : 0) +
                          (form & FORM_POLE ? (form & FORM_IDS ? x->media : 3) : 0);
    const int serves = serving(x->steps, form);
    size_t words = form & FORM_POLES ? 3 * x->words : 0;
    words += (serves & FORM_ENDS ? 4 : 0) + (serves & FORM_SIDES ? 8 : 0);
    const size_t cells = size_t(n.rows + 2 * x->steps) * LANES;
    return n.shared + tables * 2 * word + size_t(x->steps + 1) * words * cells * word;
}

cudaError_t pass_shape_of(const pass *x, size_t word, int form, pass_shape *shape)
{
    const pass_instance n = find(word, x->steps, form);
    if (!n.function)
        return cudaErrorInvalidValue;
    const size_t bytes = shared_bytes(n, x, word, form);
    cudaFuncAttributes a;
    int device = 0, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&a, n.function);
    if (error == cudaSuccess)
        error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess && bytes > size_t(most))
        return cudaErrorInvalidConfiguration;
    if (error == cudaSuccess) /* of all plans that use it */
        error =
            cudaFuncSetAttribute(n.function, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    *shape = {n.rows, n.columns, n.threads, int(bytes), 0, a.numRegs, int(a.localSizeBytes)};
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&shape->blocks, n.function,
                                                              n.threads, bytes);
    return error == cudaSuccess && shape->blocks == 0 ? cudaErrorInvalidConfiguration : error;
}

/* ---- what the copy engine is told ---- */

typedef decltype(&cuTensorMapEncodeTiled) encoder;

static encoder find_encoder()
{
    static encoder found = nullptr;
    cudaDriverEntryPointQueryResult result;
    void *entry = nullptr;
    if (!found &&
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                         cudaEnableDefault, &result) == cudaSuccess &&
        result == cudaDriverEntryPointSuccess)
        found = reinterpret_cast<encoder>(entry);
    return found;
}

/* Tiles of `rows` rows of 32 words; depth: components of a row that are read, 0: ids, whose
 * rows have one. */
static bool describe(CUtensorMap *map, CUtensorMapDataType type, size_t word, const void *base,
                     const pass *x, int depth, int rows)
{
    const encoder encode = find_encoder();
    const cuuint64_t row = cuuint64_t(x->row) * word, columns = cuuint64_t(x->nodes[2]),
                     down = cuuint64_t(x->nodes[1]), planes = cuuint64_t(x->nodes[0]);
    const cuuint64_t group = row * (depth > 0 ? 6 : 1);
    const cuuint32_t across = LANES, high = cuuint32_t(rows), step[4] = {1, 1, 1, 1};
    cuuint64_t size[4] = {columns, cuuint64_t(depth), down, planes};
    cuuint64_t stride[3] = {row, group, group * down};
    cuuint32_t box[4] = {across, cuuint32_t(depth), high, 1};
    const int rank = depth > 0 ? 4 : 3;
    for (int n = 1; depth == 0 && n < 3; n++) {
        size[n] = size[n + 1];
        stride[n - 1] = stride[n];
        box[n] = box[n + 1];
    }
    return encode && encode(map, type, cuuint32_t(rank), const_cast<void *>(base), size, stride,
                            box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

/* Where the word of Ex is, or would be: those of Ey and Ez lie beside it. */
static void *words_of(const domain *d, const pass *x, size_t word)
{
    for (int c = 0; c < 3; c++)
        if (d->state[c])
            return static_cast<char *>(d->state[c]) - size_t(c) * size_t(x->row) * word;
    return nullptr;
}

cudaError_t pass_launch(const domain *from, const domain *to, const pass *x, size_t word,
                        int form, const brick *bricks, int64_t count, cudaStream_t stream)
{
    const pass_instance n = find(word, x->steps, form);
    const dim3 block(LANES, unsigned(n.threads / LANES));
    const int rows = n.rows + 2 * x->steps;
    stage_maps maps = {};
    const CUtensorMapDataType real = word == sizeof(float) ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
                                                           : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    if (form & FORM_POLE) {
        maps.words_from = words_of(from, x, word);
        maps.words_to = words_of(to, x, word);
    }
    if (!describe(&maps.fields, real, word, from->field[0], x, 6, rows) ||
        (form & FORM_POLE && (!maps.words_from || !describe(&maps.words, real, word,
                                                            maps.words_from, x, 3, rows))) ||
        (form & FORM_IDS && !describe(&maps.ids, CU_TENSOR_MAP_DATA_TYPE_UINT32,
                                      sizeof(unsigned), x->ids, x, 0, rows)))
        return cudaErrorNotSupported;
    n.function<<<unsigned(count), block, shared_bytes(n, x, word, form), stream>>>(
        *from, *to, *x, maps, bricks);
    return cudaGetLastError();
}
