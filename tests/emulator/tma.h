/* tests/emulator/tma.h: the tensor copy engine of kernels/tma.cuh, by hand. */
#ifndef EMULATOR_TMA_H
#define EMULATOR_TMA_H

#include <cuda.h>

/* Kernels that are compiled at run time find these names. */
#pragma GCC visibility push(default)

void tma_init(unsigned long long *full);
inline void tma_fence() {} /* what threads have written is there */
void tma_expect(unsigned long long *full, unsigned bytes);
void tma_wait(unsigned long long *full, unsigned phase);
void tma_load_fields(void *to, const CUtensorMap *map, int column, int row, int plane,
                     unsigned long long *full);
template <bool KEPT>
void tma_load_fields(void *to, const CUtensorMap *map, int column, int row, int plane,
                     unsigned long long *full)
{
    tma_load_fields(to, map, column, row, plane, full);
}
void tma_load_ids(void *to, const CUtensorMap *map, int column, int row, int plane,
                  unsigned long long *full);
void tma_load_bytes(void *to, const void *from, unsigned bytes, unsigned long long *full);
void tma_store(void *to, const void *from, unsigned bytes);
void tma_store_left(int copies); /* all but the last ones are done */
inline void tma_store_wait_read() { tma_store_left(0); }
template <int LATE> void tma_store_wait() { tma_store_left(LATE); }
void plane_barrier_arrive(int place, int threads);
void plane_barrier_sync(int place, int threads);
/* Blocks run one after the other: what one awaits is there. */
void progress_post(unsigned *count, unsigned number);
unsigned progress_await(const unsigned *count, unsigned number);
void warps_sync(int threads);

/* Forgets the copies of a block; whether all were awaited. */
bool tma_over();

/* The function that stands for cuTensorMapEncodeTiled here. */
decltype(cuTensorMapEncodeTiled) tma_encode;

#pragma GCC visibility pop

#endif
