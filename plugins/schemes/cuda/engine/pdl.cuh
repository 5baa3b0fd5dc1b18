/* pdl.cuh: a kernel may begin while the one before it in the stream still runs: its blocks
 * take their places and fetch what that one does not write. A sweep of a small grid takes no
 * longer than it takes to begin.
 *
 * Rules. Before a thread touches what other kernels write it calls early_wait(); then all
 * kernels before are done and their words seen, since each of them has waited as well or was
 * not launched early. A sweep lets the next kernel begin once it has waited itself: so whoever
 * comes after a sweep may read, before it waits, whatever that sweep leaves alone. Chores let
 * it begin at once: what follows them is a sweep, or not launched early. */
#ifndef CUDA_EARLY_CUH
#define CUDA_EARLY_CUH

#include "launch.cuh"

/* Kernels before compute capability 9 know no waiting. */
__device__ inline void early_wait()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* The next kernel may begin, once every block of this one has come here. */
__device__ inline void early_next()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

#ifdef __CUDACC__
/* Whether a kernel, and so all of its module, was compiled to wait. */
template <class function> static bool early_known(function *kernel)
{
    cudaFuncAttributes compiled;
    return cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess && compiled.ptxVersion >= 90;
}
#endif

/* start(), early where that is possible. */
template <class... types>
static cudaError_t start_early(void (*kernel)(types...), dim3 blocks, dim3 threads,
                               size_t bytes, cudaStream_t stream,
                               typename given<types>::as... arguments)
{
#ifdef __CUDACC__
    static const bool known = early_known(kernel);
    if (known) {
        cudaLaunchAttribute early = {};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t launch = {};
        launch.gridDim = blocks;
        launch.blockDim = threads;
        launch.dynamicSmemBytes = bytes;
        launch.stream = stream;
        launch.attrs = &early;
        launch.numAttrs = 1;
        return cudaLaunchKernelEx(&launch, kernel, arguments...);
    }
#endif
    return start(kernel, blocks, threads, bytes, stream, arguments...);
}

#endif
