/* launch.cu: the launch of a pass over a list of bricks. */
#include "../../engine/launch.cuh"
#include "kernel_table.cuh"

/* ---- descriptions of arrays for the copy engine ---- */

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

/* Describes an array by tiles of `rows` rows of `width` words. depth: components of a row that
 * are read; 0: ids, whose rows have one. Rows and columns count from the first copies on. */
static bool describe(CUtensorMap *map, CUtensorMapDataType type, size_t word, const void *base,
                     const domain *d, const pass *x, int depth, int rows, int width)
{
    const encoder encode = find_encoder();
    const int *m = x->ghost_width;
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

/* The address that the word of Ex has or would have: those of Ey and Ez lie beside it. */
static void *words_of(const domain *d, const pass *x, size_t word)
{
    for (int c = 0; c < 3; c++)
        if (d->state[c])
            return static_cast<char *>(d->state[c]) - size_t(c) * size_t(x->row) * word;
    return nullptr;
}

/* Words in front of the psi of component c along an axis: the copies around other axes. */
static int64_t psi_guard(const domain *d, const pass *x, int c, int axis)
{
    const int *m = x->ghost_width, kind = (c % 3 == axis) == (c < 3) ? HALF : NODE;
    return axis == 0   ? int64_t(m[1]) * d->pitch + m[2]
           : axis == 1 ? m[2]
                       : int64_t(m[1]) * d->line[2][kind].slab;
}

/* Bricks that reach walls take periodic axes for ones without end: planes come again, and
 * copies lie around rows and columns (periodic.cu). Places of psi count from the first copy on.
 */
static void open_periodic(domain *from, domain *to, pass *x, size_t word)
{
    enum { FAR = 1 << 28 };
    x->first_plane = x->axis[0].periodic ? -FAR : -1;
    x->period = x->axis[0].periodic ? x->end[0] : 0;
    for (int a = 0; a < 3; a++) {
        for (int c = 0; c < 6; c++) {
            if (x->axis[a].periodic) {
                from->begin[c][a] = -FAR;
                from->end[c][a] = FAR;
            }
            if (from->psi[c][a]) {
                const size_t bytes = size_t(psi_guard(from, x, c, a)) * word;
                from->psi[c][a] = static_cast<char *>(from->psi[c][a]) - bytes;
                to->psi[c][a] = static_cast<char *>(to->psi[c][a]) - bytes;
            }
        }
        if (x->axis[a].periodic && x->axis[a].uniform) {
            x->uniform[a][0] = -FAR;
            x->uniform[a][1] = FAR;
        }
    }
}

/* Describes fields, words and ids as the tiles of a kernel; false: the driver declines. */
static bool describe_tiles(const kernel_entry &k, const domain *from, const domain *to,
                           const pass *x, tensor_maps *maps)
{
    const size_t word = size_t(k.word);
    const int rows = k.sent_bytes ? k.rows + 1 : k.rows + 2 * x->steps;
    const int id_rows = k.sent_bytes ? k.rows + x->steps - 1 : rows;
    const CUtensorMapDataType real = word == sizeof(float) ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
                                                           : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    if (!describe(&maps->fields, real, word, from->field[0], from, x, 6, rows, k.width))
        return false;
    if (k.media.words == 1 || k.media.words == 2) { /* MANY_WORDS are copied by threads */
        maps->words_from = words_of(from, x, word);
        maps->words_to = words_of(to, x, word);
        if (!maps->words_from || !describe(&maps->words, real, word, maps->words_from, from, x,
                                           3 * k.media.words, rows, k.width))
            return false;
    }
    return !k.media.ids || describe(&maps->ids, CU_TENSOR_MAP_DATA_TYPE_UINT32,
                                    sizeof(unsigned), x->ids, from, x, 0, id_rows, k.width);
}

cudaError_t pass_launch(const domain *from, const domain *to, const pass *x, size_t word,
                        const kernel_need *need, const pass_law *law, const brick *bricks,
                        int64_t count, cudaStream_t stream)
{
    const kernel_entry *k = find_kernel(x, word, *need);
    if (!k)
        return cudaErrorInvalidValue;
    const dim3 block(LANES, unsigned(k->threads / LANES));
    domain f = *from, t = *to;
    pass y = *x;
    tensor_maps maps = {};
    y.layers = need->layers;
    if (k->family != GENERAL_MARCH)
        open_periodic(&f, &t, &y, word);
    else
        y.ghost_width[1] = y.ghost_width[2] = 0;
    if (!describe_tiles(*k, from, to, &y, &maps))
        return cudaErrorNotSupported;
    const size_t bytes = dynamic_bytes(*k, x);
    if (law)
        return launch_loaded(law->kernel, unsigned(count), block, bytes, false, stream, f, t, y,
                             maps, bricks, law->tables);
    return launch_kernel(k->function, unsigned(count), block, bytes, stream, f, t, y, maps,
                         bricks, no_laws{});
}
