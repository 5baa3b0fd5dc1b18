/* exact_sum.cuh: sums of doubles without rounding (yee/sum.h), by the threads of many blocks: no
 * order of blocks or threads, and no cut of the grid, changes a bit of an energy.
 *
 * A thread keeps the three words of its latest terms in registers; magnitudes near to each other
 * share them. Blocks add up in shared memory, and add that to one of EXACT_SLOTS sums. */
#ifndef CUDA_EXACT_SUM_CUH
#define CUDA_EXACT_SUM_CUH

#include "between_lists.h"
#include <cstdint>
#include <yee/sum.h>

__device__ inline void exact_add_word(int64_t *to, int64_t value)
{
    if (value != 0)
        atomicAdd(reinterpret_cast<unsigned long long *>(to),
                  static_cast<unsigned long long>(value));
}

/* The sum of a block. */
__device__ inline yee_sum &exact_of_block()
{
    __shared__ yee_sum sum;
    return sum;
}

/* Zeroes it; all threads of the block. */
__device__ inline void exact_begin()
{
    yee_sum &sum = exact_of_block();
    for (int n = int(threadIdx.x); n < YEE_SUM_WORDS; n += int(blockDim.x))
        sum.word[n] = 0;
    if (threadIdx.x == 0)
        sum.special = 0;
    __syncthreads();
}

/* The terms of a thread, as many as 2^31 between two calls of flush(). */
struct exact_sum {
    int at = -1; /* word of yee_sum where word[0] belongs; -1: no terms */
    int64_t word[3] = {0, 0, 0};

    __device__ void flush()
    {
        for (int n = 0; n < 3 && at >= 0; n++)
            exact_add_word(&exact_of_block().word[at + n], word[n]);
        word[0] = word[1] = word[2] = 0;
        at = -1;
    }

    /* As yee_sum_add(). */
    __device__ void operator+=(double x)
    {
        const int64_t raw = __double_as_longlong(x);
        const int exponent = int(raw >> 52 & 0x7ff);
        const uint64_t hidden = uint64_t(exponent > 0) << 52;
        const uint64_t mantissa = (uint64_t(raw) & ((uint64_t(1) << 52) - 1)) | hidden;
        if (exponent == 0x7ff) {
            atomicAdd(&exact_of_block().special, x);
            return;
        }
        if (mantissa == 0)
            return;
        const int units = exponent > 0 ? exponent - 1 : 0, shift = units & 31;
        if (at != units >> 5) {
            flush();
            at = units >> 5;
        }
        const uint64_t low = (mantissa & 0xffffffffu) << shift;
        const uint64_t high = ((mantissa >> 32) << shift) + (low >> 32);
        const int64_t sign = raw >> 63; /* (v ^ -1) - -1 = -v */
        word[0] += (int64_t(low & 0xffffffffu) ^ sign) - sign;
        word[1] += (int64_t(high & 0xffffffffu) ^ sign) - sign;
        word[2] += (int64_t(high >> 32) ^ sign) - sign;
    }
};

/* Adds what the threads of a block, whole warps, have to one of EXACT_SLOTS sums. */
__device__ inline void exact_end(exact_sum &own, yee_sum *slots, int block)
{
    int most = own.at;
    for (int lanes = 16; lanes > 0; lanes /= 2)
        most = max(most, __shfl_xor_sync(0xffffffffu, most, lanes));
    if (own.at < most)
        own.flush();
    for (int n = 0; n < 3; n++)
        for (int lanes = 16; lanes > 0; lanes /= 2)
            own.word[n] += __shfl_xor_sync(0xffffffffu, own.word[n], lanes);
    own.at = most;
    if (threadIdx.x % 32 == 0)
        own.flush();
    __syncthreads();
    const yee_sum &sum = exact_of_block();
    yee_sum *to = slots + block % EXACT_SLOTS;
    for (int n = int(threadIdx.x); n < YEE_SUM_WORDS; n += int(blockDim.x))
        exact_add_word(&to->word[n], sum.word[n]);
    if (threadIdx.x == 0 && sum.special != 0)
        atomicAdd(&to->special, sum.special);
}

#endif
