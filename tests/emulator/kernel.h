/* tests/emulator/kernel.h: what the text of a CUDA kernel means to a C++ compiler for the
 * processor; included before any line of a .cu file. */
#ifndef EMULATOR_KERNEL_H
#define EMULATOR_KERNEL_H

#include "block.h"
#include <cmath>
#include <cstdint>
#include <cstring>
#include <cuda_runtime_api.h>
#include <vector_functions.h>

#undef __launch_bounds__
#define __launch_bounds__(...)
#undef __shared__
/* Shared memory of one block at a time: block.cpp spoils all of it between two blocks. */
#define __shared__ thread_local

using std::fabs;
using std::fma;
using std::fmod;
using std::isfinite;
using std::sqrt;
inline double cospi(double x) { return std::cos(M_PI * x); }
inline double sinpi(double x) { return std::sin(M_PI * x); }

#define EMULATOR_LEAST_AND_MOST(type) \
    constexpr type min(type a, type b) { return b < a ? b : a; } \
    constexpr type max(type a, type b) { return a < b ? b : a; }
EMULATOR_LEAST_AND_MOST(int)
EMULATOR_LEAST_AND_MOST(unsigned)
EMULATOR_LEAST_AND_MOST(long)
EMULATOR_LEAST_AND_MOST(unsigned long)
EMULATOR_LEAST_AND_MOST(unsigned long long)
EMULATOR_LEAST_AND_MOST(double)
#undef EMULATOR_LEAST_AND_MOST

template <class to, class from> to emulator_bits(from value)
{
    static_assert(sizeof(to) == sizeof(from));
    to bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline unsigned __float_as_uint(float v) { return emulator_bits<unsigned>(v); }
inline float __uint_as_float(unsigned v) { return emulator_bits<float>(v); }
inline long long __double_as_longlong(double v) { return emulator_bits<long long>(v); }
inline int __double2hiint(double v) { return int(emulator_bits<uint64_t>(v) >> 32); }
inline int __double2loint(double v) { return int(emulator_bits<uint64_t>(v)); }
inline double __hiloint2double(int high, int low)
{
    return emulator_bits<double>(uint64_t(unsigned(high)) << 32 | unsigned(low));
}

template <class type> void __stcs(type *to, type value) { *to = value; }

template <class type> type atomicMax(type *to, type value)
{
    const type before = *to; /* threads take turns */
    *to = before < value ? value : before;
    return before;
}

template <class type> type atomicAdd(type *to, type value)
{
    const type before = *to;
    *to = before + value;
    return before;
}

/* ---- of a kernel ---- */

template <class... types>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*kernel)(types...))
{
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class... types>
cudaError_t cudaFuncSetAttribute(void (*kernel)(types...), cudaFuncAttribute which, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), which, value);
}
template <class... types>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(types...),
                                                          int threads, size_t bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(kernel), threads, bytes);
}

/* ---- threads of a block ---- */

inline void __syncthreads() { block_barrier(); }
inline void __syncwarp() { block_warp(); }
inline void __threadfence() {} /* threads take turns */

template <class type> type emulator_shuffle(type value, int lane)
{
    static_assert(sizeof value <= sizeof(uint64_t));
    uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    word = block_shuffle(word, lane);
    memcpy(&value, &word, sizeof value);
    return value;
}
template <class type> type __shfl_sync(unsigned, type value, int lane)
{
    return emulator_shuffle(value, lane);
}
template <class type> type __shfl_down_sync(unsigned, type value, int lanes)
{
    const int lane = block_lane();
    return emulator_shuffle(value, lane + lanes < 32 ? lane + lanes : lane);
}
template <class type> type __shfl_up_sync(unsigned, type value, int lanes)
{
    const int lane = block_lane();
    return emulator_shuffle(value, lane >= lanes ? lane - lanes : lane);
}
template <class type> type __shfl_xor_sync(unsigned, type value, int mask)
{
    return emulator_shuffle(value, block_lane() ^ mask);
}

#endif
