/* tma.cuh: tiles of a plane into shared memory by the tensor copy engine; the barriers that
 * say when they are there. */
#ifndef CUDA_STAGE_CUH
#define CUDA_STAGE_CUH

#include <cuda.h>

/* Tiles as the copy engine sees the arrays. */
struct stage_maps {
    CUtensorMap fields; /* [planes, rows, 6, columns] */
    CUtensorMap words;  /* [planes, rows, 3 or 6, columns]: sections' of Ex, Ey, Ez */
    CUtensorMap ids;    /* [planes, rows, columns] */
    void *words_from, *words_to;
};

/* The engine came with compute capability 9; kernels for cards before are empty, and the plan
 * does single steps there. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define STAGE_ENGINE 1
#else
#define STAGE_ENGINE 0
#endif

#ifdef __CUDACC__
__device__ inline unsigned shared_address(const void *p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

/* By one thread, before a barrier of the block. */
__device__ inline void stage_open(unsigned long long *full)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(full))
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* What threads have written comes before what the engine writes. */
__device__ inline void stage_order()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void stage_expect(unsigned long long *full, unsigned bytes)
{
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(full)),
        "r"(bytes)
        : "memory");
}

__device__ inline void stage_wait(unsigned long long *full, unsigned phase)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again%=:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@done bra there%=;\n"
                 "bra again%=;\n"
                 "there%=:\n"
                 "}" ::"r"(shared_address(full)),
                 "r"(phase)
                 : "memory");
}

/* KEPT: neighbours read it, too, so that the second-level cache is asked to keep it longest. */
template <bool KEPT = false>
__device__ inline void stage_fields(void *to, const CUtensorMap *map, int column, int row,
                                    int plane, unsigned long long *full)
{
    if (KEPT)
        asm volatile("{\n"
                     ".reg .b64 keep;\n"
                     "createpolicy.fractional.L2::evict_last.b64 keep, 1.0;\n"
                     "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::"
                     "complete_tx::bytes.L2::cache_hint "
                     "[%0], [%1, {%2, %3, %4, %5}], [%6], keep;\n"
                     "}" ::"r"(shared_address(to)),
                     "l"(map), "r"(column), "r"(0), "r"(row), "r"(plane),
                     "r"(shared_address(full))
                     : "memory");
    else
        asm volatile(
            "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::"
            "bytes [%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(shared_address(to)),
            "l"(map), "r"(column), "r"(0), "r"(row), "r"(plane), "r"(shared_address(full))
            : "memory");
}

__device__ inline void stage_ids(void *to, const CUtensorMap *map, int column, int row,
                                 int plane, unsigned long long *full)
{
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
                 "l"(map), "r"(column), "r"(row), "r"(plane), "r"(shared_address(full))
                 : "memory");
}

/* Words that lie side by side, into shared memory. */
__device__ inline void stage_words(void *to, const void *from, unsigned bytes,
                                   unsigned long long *full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
                 "l"(from), "r"(bytes), "r"(shared_address(full))
                 : "memory");
}

/* Out of shared memory, what threads have written before a barrier. */
__device__ inline void stage_away(void *to, const void *from, unsigned bytes)
{
    stage_order();
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes)
                 : "memory");
}
/* All that this thread has sent away has been read. */
__device__ inline void stage_away_read()
{
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
/* All of it has arrived, but for the last LATE. */
template <int LATE> __device__ inline void stage_away_done()
{
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(LATE) : "memory");
}

/* What this thread knows to be there is seen by whoever awaits this number or a later one. */
__device__ inline void stage_post(unsigned *count, unsigned number)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(count), "r"(number) : "memory");
}
/* The number that came. */
__device__ inline unsigned stage_await(const unsigned *count, unsigned number)
{
    unsigned now;
    for (;;) {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(count) : "memory");
        if (int(now - number) >= 0)
            break;
        __nanosleep(400);
    }
    asm volatile("fence.proxy.async.global;" ::: "memory");
    return now;
}

/* Of `threads` threads of a block; __syncthreads() is for all of them. */
__device__ inline void stage_meet(int threads)
{
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}
/* Some come to a place of several, and go on; others await them. threads: both. */
__device__ inline void stage_leave(int place, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(2 + place), "r"(threads) : "memory");
}
__device__ inline void stage_await_all(int place, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(2 + place), "r"(threads) : "memory");
}

#else /* by hand */
#include "emulator/stage.h"
#endif

#endif
