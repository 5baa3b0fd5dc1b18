/* tma.cuh: copies of tiles of a plane to shared memory by the tensor copy engine (TMA), the
 * barriers that say when they have arrived, and the counts by which blocks wait for each other.
 */
#ifndef CUDA_TMA_CUH
#define CUDA_TMA_CUH

#include <cuda.h>

/* The arrays as the copy engine sees them. */
struct tensor_maps {
    CUtensorMap fields; /* [planes, rows, 6, columns] */
    CUtensorMap words;  /* [planes, rows, 3 or 6, columns]: of sections of Ex, Ey, Ez */
    CUtensorMap ids;    /* [planes, rows, columns] */
    void *words_from, *words_to;
};

/* The engine came with compute capability 9; kernels for cards before are empty, and the plan
 * does single steps there. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define HAS_TMA 1
#else
#define HAS_TMA 0
#endif

#ifdef __CUDACC__
__device__ inline unsigned shared_address(const void *p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

/* Makes a barrier; by one thread, before a barrier of the block. */
__device__ inline void tma_init(unsigned long long *full)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(full))
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Orders the threads' writes to shared memory before the copies of the engine. */
__device__ inline void tma_fence()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Tells a barrier the bytes of the copies that follow. */
__device__ inline void tma_expect(unsigned long long *full, unsigned bytes)
{
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(full)),
        "r"(bytes)
        : "memory");
}

/* Waits until all bytes of a phase (0 or 1, in turn) have arrived. */
__device__ inline void tma_wait(unsigned long long *full, unsigned phase)
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

/* Copies a tile of fields. KEPT: neighbours read it, too, so that the second-level cache is
 * asked to keep it longest. */
template <bool KEPT = false>
__device__ inline void tma_load_fields(void *to, const CUtensorMap *map, int column, int row,
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

/* Copies a tile of ids. */
__device__ inline void tma_load_ids(void *to, const CUtensorMap *map, int column, int row,
                                    int plane, unsigned long long *full)
{
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::"
                 "bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
                 "l"(map), "r"(column), "r"(row), "r"(plane), "r"(shared_address(full))
                 : "memory");
}

/* Copies bytes that lie side by side to shared memory. */
__device__ inline void tma_load_bytes(void *to, const void *from, unsigned bytes,
                                      unsigned long long *full)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
                 "l"(from), "r"(bytes), "r"(shared_address(full))
                 : "memory");
}

/* Copies bytes out of shared memory that threads have written before a barrier. */
__device__ inline void tma_store(void *to, const void *from, unsigned bytes)
{
    tma_fence();
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;" ::"l"(to),
                 "r"(shared_address(from)), "r"(bytes)
                 : "memory");
}
/* Waits until shared memory has been read by all of this thread's copies out of it. */
__device__ inline void tma_store_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
/* Waits until all of those copies have arrived, but for the last LATE. */
template <int LATE> __device__ inline void tma_store_wait()
{
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(LATE) : "memory");
}

/* Publishes a count: whoever awaits this number or a later one sees all copies of this thread
 * that have arrived. */
__device__ inline void progress_post(unsigned *count, unsigned number)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(count), "r"(number) : "memory");
}
/* Waits for a count; returns the number that came. */
__device__ inline unsigned progress_await(const unsigned *count, unsigned number)
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

/* A barrier of the warps that calculate; __syncthreads() is the producer's, too. */
__device__ inline void warps_sync(int threads)
{
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}
/* The barriers of the planes of fields: some threads arrive and go on, others wait for them.
 * place: slot of the plane; threads: of both kinds. */
__device__ inline void plane_barrier_arrive(int place, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(2 + place), "r"(threads) : "memory");
}
__device__ inline void plane_barrier_sync(int place, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(2 + place), "r"(threads) : "memory");
}

#else /* without the engine */
#include "emulator/tma.h"
#endif

#endif
