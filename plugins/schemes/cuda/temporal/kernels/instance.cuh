/* instance.cuh: kernels that do passes, and where they are found. */
#ifndef CUDA_PASS_INSTANCE_CUH
#define CUDA_PASS_INSTANCE_CUH

#include "../../engine/sweep.cuh"
#include "pass.h"
#include "tma.cuh"

typedef void (*pass_function)(const domain, const domain, const pass, const stage_maps,
                              const brick *);

enum { STAGED = 3 }; /* planes in shared memory */

/* No function: there is no such kernel. */
struct pass_instance {
    pass_function function;
    int form;                   /* what it does, which may be more than was asked for */
    int rows, columns, threads; /* rows, columns: written */
    size_t shared;
    int width, before;           /* columns that it reads, and of them before those it writes */
    int longest;                 /* planes of a brick that pay */
    bool reaches;                /* PEC faces of bare axes */
    int deep_rows, deep_columns; /* of rich bricks: how many may be in layers (pass) */
    int handed;                  /* bytes that a brick hands to the one above in a turn */
};

/* Columns that are written of `wide` that are read: whole sectors of 32 bytes, T or more others
 * on either side, and what the copy engine brings of an array starts on 16 bytes. */
template <class real, int T, int FORM, int WIDE> struct columns {
    static constexpr int SECTOR = 32 / int(sizeof(real));
    static constexpr int START = 16 / (FORM & FORM_IDS ? 4 : int(sizeof(real)));
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

/* The plane of that number where x goes round, at most once (bricks.c). */
__device__ __forceinline__ int around(const pass &x, int i)
{
    return i + (i < 0 ? x.round : i >= x.end[0] ? -x.round : 0);
}

/* choose.cuh: T steps through any brick. */
template <class real, int T> pass_instance choose_pass(int form);
/* calm.cuh: through calm bricks. */
template <class real> pass_instance choose_calm(int steps, int form);
/* slant.cuh: in many steps. */
enum { LEAST_SLANTED = 5 };
template <class real> pass_instance choose_slanted(int steps, int form);

/* rich.cuh: through bricks that are calm but for layers along some axes, or for sections of one
 * word or two everywhere. */
enum { RICH_PLANES = 64 }; /* of a brick with layers along x, and around it */
template <class real, int T, int FORM> pass_instance rich_of(int axes);
/* Words of shared memory for the laws of a medium of ids. */
__host__ __device__ constexpr int rich_law_words(int form)
{
    return !(form & FORM_IDS)   ? 0
           : form & FORM_PAIR   ? 8
           : form & FORM_POLE   ? 4
           : form & FORM_LOSSES ? 2
                                : 1;
}

#endif
