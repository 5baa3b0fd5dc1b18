/* tests/emulator/block.h: the threads of a block as fibers of one thread of the processor.
 *
 * A fiber runs until it needs what others have not done yet: at a barrier all of them, in a
 * shuffle one lane. Which of them runs first is drawn for every launch, and so are the order of
 * the blocks and whether asynchronous copies are done when they are asked for or not before
 * they are awaited: kernels that keep a GPU's rules have the same bits whatever is drawn. All
 * that a block shares is NaN before it begins.
 *
 * A kernel that breaks a rule (a shuffle that not all lanes of a warp take part in, a copy that
 * never comes, a word written beyond its shared memory) fails its launch, and stderr has a
 * sentence. */
#ifndef EMULATOR_BLOCK_H
#define EMULATOR_BLOCK_H

#include <cstdint>
#include <cuda_runtime_api.h>
#include <functional>

enum { WARP = 32, BLOCK_THREADS = 1024, BLOCK_BYTES = 227 << 10 }; /* threads, bytes: most */

/* Kernels that are compiled at run time, in a module of their own, find these names. */
#pragma GCC visibility push(default)

/* The numbers of the thread that runs. */
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

/* All blocks of a launch, one after the other. */
cudaError_t block_run(dim3 blocks, dim3 threads, size_t bytes,
                      const std::function<void()> &kernel);
bool block_possible(dim3 blocks, dim3 threads, size_t bytes);

/* ---- by threads of a kernel ---- */

int block_lane();
void block_barrier();
void block_warp(); /* the barrier of a warp */
/* The word of another lane of the warp, which hands over its own in the same call. */
uint64_t block_shuffle(uint64_t word, int lane);
/* Others run until this is so. */
void block_until(const std::function<bool()> &so);
bool block_late(); /* copies are done when they are awaited */
[[noreturn]] void block_fail(const char *sentence);

/* Copies of a thread, in groups; await: all but the last groups are done. */
void block_copy(void *to, const void *from, size_t bytes);
void block_commit();
void block_await(int groups);

#pragma GCC visibility pop

#endif
