/* law_shim.cuh: what kernels use of CUDA's and C's headers, for NVRTC, which has none; it is
 * found under the names of those. */
#ifndef CUDA_LAW_SHIM_CUH
#define CUDA_LAW_SHIM_CUH

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;

/* The description of an array for the copy engine (temporal/kernels/tma.cuh). */
struct alignas(64) CUtensorMap {
    uint64_t opaque[16];
};

namespace std
{
template <bool first, class a, class b> struct conditional {
    typedef a type;
};
template <class a, class b> struct conditional<false, a, b> {
    typedef b type;
};
template <bool first, class a, class b>
using conditional_t = typename conditional<first, a, b>::type;
} // namespace std

/* Copies of 4, 8 or 16 bytes to shared memory; where a card has no asynchronous ones, at once. */
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = unsigned(__cvta_generic_to_shared(to));
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from)
                     : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from)
                     : "memory");
#else
    for (size_t n = 0; n < bytes / 4; n++)
        static_cast<unsigned *>(to)[n] = static_cast<const unsigned *>(from)[n];
#endif
}

__device__ inline void __pipeline_commit()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* All groups are done, but the last one where `groups` is 1: kernels wait for no others. */
__device__ inline void __pipeline_wait_prior(int groups)
{
#if __CUDA_ARCH__ >= 800
    if (groups == 1)
        asm volatile("cp.async.wait_group 1;" ::: "memory");
    else
        asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
}

#endif
