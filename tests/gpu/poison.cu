/* tests/gpu/poison.cu: preloaded into a program, fills device memory that is free, once, and the
 * shared memory of all processors, again and again, with NaN: what a kernel reads and nobody
 * has set is none of the numbers that happened to lie there. */
#include <atomic>
#include <cuda_runtime_api.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__global__ static void poison(int words)
{
    extern __shared__ unsigned shared[];
    for (int n = int(threadIdx.x); n < words; n += int(blockDim.x))
        static_cast<volatile unsigned *>(shared)[n] = ~0u;
}

static std::atomic<bool> ends;
static pthread_t poisoner;

static void end()
{
    ends = true;
    pthread_join(poisoner, nullptr);
}

/* Until the program ends: before the runtime does, whose end is asked for earlier. */
static void *poison_shared(void *)
{
    int processors = 0, bytes = 0;
    cudaStream_t stream;
    bool ok =
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
        cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) ==
            cudaSuccess &&
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaFuncSetAttribute(poison, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) ==
            cudaSuccess &&
        atexit(end) == 0;
    while (ok && !ends) {
        poison<<<unsigned(processors), 256, size_t(bytes), stream>>>(bytes / 4);
        ok = cudaGetLastError() == cudaSuccess;
        usleep(30);
    }
    if (!ends)
        fprintf(stderr, "poison: no shared memory is poisoned any more\n");
    return nullptr;
}

/* Blocks of 1 GiB down to 4 KiB, two of each size; what is allocated later is cut from them. */
static void poison_free()
{
    void *block[64];
    int count = 0;
    for (size_t size = size_t(1) << 30; size >= 4096; size /= 2)
        for (int n = 0; n < 2; n++)
            if (cudaMalloc(&block[count], size) == cudaSuccess) {
                cudaMemset(block[count], 0xff, size);
                count++;
            }
    cudaDeviceSynchronize();
    for (int n = 0; n < count; n++)
        cudaFree(block[n]);
    fprintf(stderr, "poison: %d blocks of memory poisoned\n", count);
}

/* Not in the shells and timers between the command line and the program. */
__attribute__((constructor)) static void begin()
{
    const char *name = program_invocation_short_name;
    if (!strstr(name, "test_") && strcmp(name, "yee") != 0)
        return;
    unsetenv("LD_PRELOAD");
    poison_free();
    if (pthread_create(&poisoner, nullptr, poison_shared, nullptr) != 0)
        fprintf(stderr, "poison: no thread, shared memory is not poisoned\n");
}
