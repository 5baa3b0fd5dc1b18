/* launch.cuh: the launch of a kernel. Other compilers than nvcc find in tests/processor one
 * that needs no card. */
#ifndef CUDA_START_CUH
#define CUDA_START_CUH

/* Arguments are converted to what the kernel takes, which they do not decide. */
template <class type> struct given {
    typedef const type &as;
};

#ifdef __CUDACC__
template <class... types>
static cudaError_t start(void (*kernel)(types...), dim3 blocks, dim3 threads, size_t bytes,
                         cudaStream_t stream, typename given<types>::as... arguments)
{
    kernel<<<blocks, threads, bytes, stream>>>(arguments...);
    return cudaGetLastError();
}
#else
#include "processor/start.h"
#endif

#endif
