/* pdl.cuh: programmatic dependent launch. A kernel may begin while the one before it in the
 * stream still runs: its blocks take their places and fetch what that one does not write. That
 * pays where a sweep of a small grid takes no longer than it takes to begin.
 *
 * Rules. Before a thread touches what other kernels write it calls pdl_wait(); then all
 * kernels before are done and their words seen, since each of them has waited as well or was
 * launched in the ordinary way. A sweep lets the next kernel begin once it has waited itself:
 * so a kernel after a sweep may read, before it waits, all that the sweep leaves alone. The
 * kernel between half steps lets the next one begin at once: that is a sweep, or launched in
 * the ordinary way. */
#ifndef CUDA_PDL_CUH
#define CUDA_PDL_CUH

#include "launch.cuh"

/* Waits for the kernel before this one; below compute capability 9 there is nothing to wait
 * for. */
__device__ inline void pdl_wait()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* The next kernel may begin, once every block of this one has come here. */
__device__ inline void pdl_trigger()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

#ifndef __CUDACC_RTC__
#ifdef __CUDACC__
/* Whether a kernel, and so all of its module, was compiled to wait. */
template <class function> static bool pdl_compiled(function *kernel)
{
    cudaFuncAttributes kernel_is;
    return cudaFuncGetAttributes(&kernel_is, kernel) == cudaSuccess &&
           kernel_is.ptxVersion >= 90;
}
#endif

/* A launch that may begin early, where kernels are compiled for that, else launch_kernel(). */
template <class... types>
static cudaError_t pdl_launch(void (*kernel)(types...), dim3 blocks, dim3 threads, size_t bytes,
                              cudaStream_t stream, typename given<types>::as... arguments)
{
#ifdef __CUDACC__
    static const bool compiled = pdl_compiled(kernel);
    if (compiled) {
        cudaLaunchAttribute attribute = {};
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t launch = {};
        launch.gridDim = blocks;
        launch.blockDim = threads;
        launch.dynamicSmemBytes = bytes;
        launch.stream = stream;
        launch.attrs = &attribute;
        launch.numAttrs = 1;
        return cudaLaunchKernelEx(&launch, kernel, arguments...);
    }
#endif
    return launch_kernel(kernel, blocks, threads, bytes, stream, arguments...);
}
#endif

#endif
