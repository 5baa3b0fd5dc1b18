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

/* A launch of a kernel that was loaded at run time and takes just these types. early: it may begin
 * before the one before it is done (pdl.cuh). */
template <class... types>
static cudaError_t launch_loaded(void *kernel, dim3 blocks, dim3 threads, size_t bytes,
                                 bool early, cudaStream_t stream, types... arguments)
{
#ifdef __CUDACC__
    void *list[] = {&arguments...};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = blocks;
    launch.blockDim = threads;
    launch.dynamicSmemBytes = bytes;
    launch.stream = stream;
    launch.attrs = &attribute;
    launch.numAttrs = early;
    return cudaLaunchKernelExC(&launch, kernel, list);
#else
    (void)early;
    return launch_kernel(reinterpret_cast<void (*)(types...)>(kernel), blocks, threads, bytes,
                         stream, arguments...);
#endif
}
#endif

#endif
