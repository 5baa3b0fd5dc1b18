/* kernel_table.cuh: the entry of a kernel in the table of kernels (kernel_table.cu), and the
 * small functions that all marches share. */
#ifndef CUDA_KERNEL_TABLE_CUH
#define CUDA_KERNEL_TABLE_CUH

#include "../../engine/sweep.cuh"
#include "pass.h"
#include "tma.cuh"

/* The features of a kernel beside the plain update of uniform media, bits of a template
 * argument FEATURES. */
enum {
    WITH_IDS = 1,        /* media differ */
    WITH_EDGE = 2,       /* faces, graded and periodic axes */
    WITH_LAYERS_X = 4,   /* absorbing layers along x */
    WITH_ONE_WORD = 8,   /* sections of one word, or with WITH_TWO_WORDS of two */
    WITH_ANY_WORDS = 16, /* any sections; with WITH_IDS and WITH_LOSSES only */
    WITH_LOSSES = 32,    /* some media of ids have losses */
    WITH_LAYERS_YZ = 64, /* absorbing layers along y and z; with WITH_EDGE */
    WITH_TWO_WORDS = 128 /* two words a point, of one section or of two; layered marches only */
};

__host__ __device__ constexpr media_need media_of(int features)
{
    return {(features & WITH_IDS) != 0, (features & WITH_LOSSES) != 0,
            features & WITH_TWO_WORDS   ? 2
            : features & WITH_ONE_WORD  ? 1
            : features & WITH_ANY_WORDS ? MANY_WORDS
                                        : 0,
            false};
}

/* no_laws: of sweep.cuh; kernels with laws (law_passes.cuh) are in no table. */
typedef void (*pass_function)(const domain, const domain, const pass, const tensor_maps,
                              const brick *, const no_laws);

enum march_family { UNIFORM_MARCH, SKEWED_MARCH, LAYERED_MARCH, GENERAL_MARCH };

/* An entry of the table. The first five members say which needs it covers. */
struct kernel_entry {
    march_family family = GENERAL_MARCH;
    int steps = 0, word = 0; /* word: bytes of a real */
    int axes = 0;            /* bit a: it does layers along axis a */
    bool edge = false;       /* it does any walls and spacings */
    media_need media = {};   /* media that it knows */
    /* nullptr: registers or shared memory do not hold it, or it is for laws alone */
    pass_function function = nullptr;
    int rows = 0, columns = 0; /* rows and columns that a brick writes */
    int threads = 0;           /* threads of a block */
    size_t shared_bytes = 0;   /* without tables of media and slots of words */
    int width = 0,
        read_before = 0;      /* columns that it reads, and those before the written ones */
    int longest = 0;          /* planes of a brick that pay */
    int rows_in_layer = 0;    /* rows of a brick in layers, at most (layered marches) */
    int columns_in_layer = 0; /* columns likewise */
    int sent_bytes = 0;       /* bytes that a brick sends to the one above in a plane step */
    /* template arguments that nothing above says: rows of a thread, warps that calculate, planes
     * of fields of a layered march, WITH_... */
    int own_rows = 0, warps = 0, field_planes = 0, features = 0;
};

/* The kernels of one instance. */
struct kernel_list {
    const kernel_entry *first;
    int count;
};

/* Instances: each is compiled in a source of its own, which CMake writes
 * (../../CMakeLists.txt). general_kernels.cuh, uniform.cuh, skewed.cuh and layered_kernels.cuh
 * define them; inside a list cheaper kernels come first. */
template <class real, int T> kernel_list general_kernels();
template <class real> kernel_list uniform_kernels();
template <class real> kernel_list skewed_kernels();
template <class real, int T, int FEATURES> kernel_list layered_kernels();

/* The first kernel of the table that covers a need; nullptr: none does. word: bytes of a real.
 */
const kernel_entry *find_kernel(const pass *x, size_t word, const kernel_need &need);
/* Shared memory of a block: the kernel's own, tables of media, and a slot of words for each
 * plane under way. */
size_t dynamic_bytes(const kernel_entry &k, const pass *x);

/* Words of shared memory for the coefficients of a medium of ids in a layered march. */
__host__ __device__ constexpr int layered_coefficient_words(media_need n)
{
    return !n.ids ? 0 : n.words == 2 ? 8 : n.words == 1 ? 4 : n.losses ? 2 : 1;
}

enum {
    PREFETCHED = 3,     /* planes of fields in shared memory */
    LAYERED_PLANES = 64 /* planes of a brick with layers along x, and around it */
};

/* Columns of a tile that is `WIDE` columns wide: those before the written ones, T or more,
 * which start on 16 bytes as the copy engine asks for; and the written ones, whole sectors of
 * 32 bytes, with T or more behind them. */
template <class real, int T, int FEATURES, int WIDE> struct columns {
    static constexpr int SECTOR = 32 / int(sizeof(real));
    static constexpr int START = 16 / (FEATURES & WITH_IDS ? 4 : int(sizeof(real)));
    static constexpr int BEFORE = (T + START - 1) / START * START;
    static constexpr int WRITTEN = (WIDE - BEFORE - T) / SECTOR * SECTOR;
};

template <class real> __device__ __forceinline__ const auto &numbers_of(const pass &x)
{
    if constexpr (sizeof(real) == sizeof(float))
        return x.f32;
    else
        return x.f64;
}

__device__ inline bool in_layer(const line &l, int at)
{
    return l.slab > 0 && at >= 0 && at < l.count && (at < l.low || at >= l.high);
}

__device__ inline int wrap(int n, int count) { return ((n % count) + count) % count; }

/* The plane of number i along a periodic x, which is at most one period off (bricks.c). */
__device__ __forceinline__ int wrap_plane(const pass &x, int i)
{
    return i + (i < 0 ? x.period : i >= x.end[0] ? -x.period : 0);
}

#endif
