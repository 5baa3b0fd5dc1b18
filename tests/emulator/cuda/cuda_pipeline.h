/* tests/emulator/cuda/cuda_pipeline.h: copies into shared memory that a thread awaits. */
#ifndef PROCESSOR_CUDA_PIPELINE_H
#define PROCESSOR_CUDA_PIPELINE_H

#include "../block.h"

inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes)
{
    block_copy(to, from, bytes);
}
inline void __pipeline_commit() { block_commit(); }
inline void __pipeline_wait_prior(int groups) { block_await(groups); }

#endif
