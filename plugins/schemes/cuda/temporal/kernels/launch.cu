/* launch.cu: passes: the shapes of their bricks, their launches. */
#include "../../engine/launch.cuh"
#include "instance.cuh"

template <class real> static pass_instance find_marcher(int steps, int form)
{
    static pass_instance (*const choose[MOST_PASS])(int) = {
        choose_pass<real, 1>, choose_pass<real, 2>, choose_pass<real, 3>,
        choose_pass<real, 4>, choose_pass<real, 5>, choose_pass<real, 6>};
    return steps >= 1 && steps <= MOST_PASS ? choose[steps - 1](form) : pass_instance{};
}

/* Kernels of losses serve where those without are not worth their place. */
template <class real, int T> static pass_instance rich_form(int form, int axes)
{
    constexpr int IDS = FORM_IDS | (T == 4 ? 0 : FORM_LOSSES);
    switch (form & ~FORM_RICH) {
    case 0:
        return rich_of<real, T, 0>(axes);
    case FORM_IDS:
        return rich_of<real, T, IDS>(axes);
    case FORM_IDS | FORM_LOSSES:
        return rich_of<real, T, FORM_IDS | FORM_LOSSES>(axes);
    case FORM_POLE:
        return rich_of<real, T, FORM_POLE>(axes);
    case FORM_POLE | FORM_IDS | FORM_LOSSES:
        return rich_of<real, T, FORM_POLE | FORM_IDS | FORM_LOSSES>(axes);
    default:
        break;
    }
    if constexpr (T == 3) { /* four leave few rows beside that many words */
        if (form == (FORM_RICH | FORM_POLE | FORM_PAIR))
            return rich_of<real, T, FORM_POLE | FORM_PAIR>(axes);
        if (form & FORM_PAIR)
            return rich_of<real, T, FORM_POLE | FORM_PAIR | FORM_IDS | FORM_LOSSES>(axes);
    }
    return {};
}

static pass_instance find_rich(int steps, bool single, int form, int axes)
{
    return steps == 3 && single   ? rich_form<float, 3>(form, axes)
           : steps == 3           ? rich_form<double, 3>(form, axes)
           : steps == 4 && single ? rich_form<float, 4>(form, axes)
                                  : pass_instance{};
}

static pass_instance find(const pass *x, size_t word, int form)
{
    const bool single = word == sizeof(float);
    if (form & FORM_RICH)
        return find_rich(x->steps, single, form, x->layers);
    pass_instance calm = {};
    if (x->bare & 1 && x->steps < LEAST_SLANTED)
        calm =
            single ? choose_calm<float>(x->steps, form) : choose_calm<double>(x->steps, form);
    else if (x->bare & 1)
        calm = single ? choose_slanted<float>(x->steps, form)
                      : choose_slanted<double>(x->steps, form);
    return calm.function ? calm
           : single      ? find_marcher<float>(x->steps, form)
                         : find_marcher<double>(x->steps, form);
}

/* Tables, then a slot of words for each plane that is under way. */
static size_t shared_bytes(const pass_instance &n, const pass *x, size_t word, int form)
{
    if (form & FORM_RICH) /* and laws, four words aligned */
        return n.shared + rich_law_words(n.form) * ((size_t(x->media) + 3) & ~size_t(3)) * word;
    const size_t tables = (form & FORM_IDS ? x->media : 0) +
                          (form & FORM_POLE ? (form & FORM_IDS ? x->media : 3) : 0);
    size_t words = form & FORM_POLES ? 3 * x->words : 0;
    words += (n.form & FORM_ENDS ? 4 : 0) + (n.form & FORM_SIDES ? 8 : 0);
    const size_t cells = size_t(n.rows + 2 * x->steps) * size_t(n.width);
    return n.shared + tables * 2 * word + size_t(x->steps + 1) * words * cells * word;
}

cudaError_t pass_shape_of(const pass *x, size_t word, int form, pass_shape *shape)
{
    const pass_instance n = find(x, word, form);
    if (!n.function ||
        (form & FORM_RICH && ((x->layers & 2 && x->deep_rows > n.deep_rows) ||
                              (x->layers & 4 && x->deep_columns > n.deep_columns))))
        return cudaErrorInvalidValue;
    const size_t bytes = shared_bytes(n, x, word, form);
    cudaFuncAttributes a = {};
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
    *shape = {n.rows,
              n.columns,
              n.threads,
              int(bytes),
              0,
              a.numRegs,
              int(a.localSizeBytes),
              n.width,
              n.before,
              n.longest,
              n.reaches,
              int(32 / word),
              n.handed};
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

/* Tiles of `rows` rows of `width` words; depth: components of a row that are read, 0: ids,
 * whose rows have one. Rows and columns count from the first copies on. */
static bool describe(CUtensorMap *map, CUtensorMapDataType type, size_t word, const void *base,
                     const domain *d, const pass *x, int depth, int rows, int width)
{
    const encoder encode = find_encoder();
    const int *m = x->margin;
    const cuuint64_t row = cuuint64_t(x->row) * word,
                     columns = cuuint64_t(m[2] ? x->end[2] + 2 * m[2] : x->nodes[2]),
                     down = cuuint64_t(m[1] ? x->end[1] + 2 * m[1] : x->nodes[1]),
                     planes = cuuint64_t(x->nodes[0]);
    const cuuint64_t group = row * (depth > 0 ? 6 : 1);
    const char *first =
        static_cast<const char *>(base) - group * size_t(m[1]) - word * size_t(m[2]);
    const cuuint32_t across = cuuint32_t(width), high = cuuint32_t(rows),
                     step[4] = {1, 1, 1, 1};
    cuuint64_t size[4] = {columns, cuuint64_t(depth), down, planes};
    cuuint64_t stride[3] = {row, group, group * cuuint64_t(d->rows)};
    cuuint32_t box[4] = {across, cuuint32_t(depth), high, 1};
    const int rank = depth > 0 ? 4 : 3;
    for (int n = 1; depth == 0 && n < 3; n++) {
        size[n] = size[n + 1];
        stride[n - 1] = stride[n];
        box[n] = box[n + 1];
    }
    return encode && encode(map, type, cuuint32_t(rank), const_cast<char *>(first), size,
                            stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
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

/* Words in front of the psi of component c along an axis: copies around other axes. */
static int64_t psi_guard(const domain *d, const pass *x, int c, int axis)
{
    const int *m = x->margin, kind = (c % 3 == axis) == (c < 3) ? HALF : NODE;
    return axis == 0   ? int64_t(m[1]) * d->pitch + m[2]
           : axis == 1 ? m[2]
                       : int64_t(m[1]) * d->line[2][kind].slab;
}

/* Bricks that reach walls take periodic axes for ones without end: the planes come again, and
 * copies are around rows and columns (round.cu). Places of psi count from the first copy on. */
static void open_round(domain *from, domain *to, pass *x, size_t word)
{
    enum { FAR = 1 << 28 };
    x->before = from->periodic & 1 ? -FAR : -1;
    x->round = from->periodic & 1 ? x->end[0] : 0;
    for (int a = 0; a < 3; a++) {
        for (int c = 0; c < 6; c++) {
            if (from->periodic >> a & 1) {
                from->begin[c][a] = -FAR;
                from->end[c][a] = FAR;
            }
            if (from->psi[c][a]) {
                const size_t bytes = size_t(psi_guard(from, x, c, a)) * word;
                from->psi[c][a] = static_cast<char *>(from->psi[c][a]) - bytes;
                to->psi[c][a] = static_cast<char *>(to->psi[c][a]) - bytes;
            }
        }
        if (from->periodic & x->bare & 1 << a) {
            x->calm[a][0] = -FAR;
            x->calm[a][1] = FAR;
        }
    }
}

cudaError_t pass_launch(const domain *from, const domain *to, const pass *x, size_t word,
                        int form, const brick *bricks, int64_t count, cudaStream_t stream)
{
    const pass_instance n = find(x, word, form);
    const dim3 block(LANES, unsigned(n.threads / LANES));
    const int rows = n.handed ? n.rows + 1 : n.rows + 2 * x->steps;
    const int id_rows = n.handed ? n.rows + x->steps - 1 : rows;
    domain f = *from, t = *to;
    pass y = *x;
    stage_maps maps = {};
    const CUtensorMapDataType real = word == sizeof(float) ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
                                                           : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    if (n.reaches)
        open_round(&f, &t, &y, word);
    else
        y.margin[1] = y.margin[2] = 0;
    if (form & FORM_POLE) {
        maps.words_from = words_of(from, x, word);
        maps.words_to = words_of(to, x, word);
    }
    if (!describe(&maps.fields, real, word, from->field[0], from, &y, 6, rows, n.width) ||
        (form & FORM_POLE &&
         (!maps.words_from || !describe(&maps.words, real, word, maps.words_from, from, &y,
                                        form & FORM_PAIR ? 6 : 3, rows, n.width))) ||
        (form & FORM_IDS && !describe(&maps.ids, CU_TENSOR_MAP_DATA_TYPE_UINT32,
                                      sizeof(unsigned), x->ids, from, &y, 0, id_rows, n.width)))
        return cudaErrorNotSupported;
    return launch_kernel(n.function, unsigned(count), block, shared_bytes(n, x, word, form),
                         stream, f, t, y, maps, bricks);
}
