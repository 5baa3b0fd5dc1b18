/* launch.cuh: the launch of a kernel. Other compilers than nvcc find in tests/emulator one
 * that needs no card; NVRTC compiles no host's code. */
#ifndef CUDA_LAUNCH_CUH
#define CUDA_LAUNCH_CUH

#ifndef __CUDACC_RTC__
/* Arguments are converted to the kernel's parameters: no template parameter is deduced from
 * them. */
template <class type> struct given {
    typedef const type &as;
};

#ifdef __CUDACC__
template <class... types>
static cudaError_t launch_kernel(void (*kernel)(types...), dim3 blocks, dim3 threads,
                                 size_t bytes, cudaStream_t stream,
                                 typename given<types>::as... arguments)
{
    kernel<<<blocks, threads, bytes, stream>>>(arguments...);
    return cudaGetLastError();
}
#else
#include "emulator/launch.h"
#endif
#endif

#endif
