/* copy.cu: bandwidth of a copy kernel. */
#include "copy.h"
#include <algorithm>

enum { TIMINGS = 5, REPEATS = 10, THREADS = 256 };
static const size_t count = size_t(1) << 26; /* float4: 1 GiB */

__global__ static void __launch_bounds__(THREADS) copy(const float4 *from, float4 *to)
{
    const size_t n = size_t(blockIdx.x) * THREADS + threadIdx.x;
    to[n] = from[n];
}

const char *copy_card(void)
{
    static cudaDeviceProp card;
    return cudaGetDeviceProperties(&card, 0) == cudaSuccess ? card.name : "";
}

double copy_bandwidth(void)
{
    float4 *from = nullptr, *to = nullptr;
    cudaEvent_t start = nullptr, end = nullptr;
    double rate[TIMINGS] = {0};
    bool ok = cudaMalloc(&from, count * sizeof *from) == cudaSuccess &&
              cudaMalloc(&to, count * sizeof *to) == cudaSuccess &&
              cudaMemset(from, 0x3f, count * sizeof *from) == cudaSuccess &&
              cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess;
    for (int t = -1; t < TIMINGS && ok; t++) { /* the first one warms up */
        float took = 0;
        cudaEventRecord(start);
        for (int n = 0; n < REPEATS; n++)
            copy<<<unsigned(count / THREADS), THREADS>>>(from, to);
        cudaEventRecord(end);
        ok = cudaEventSynchronize(end) == cudaSuccess &&
             cudaEventElapsedTime(&took, start, end) == cudaSuccess;
        if (t >= 0)
            rate[t] = 1e-6 * 2 * REPEATS * double(count) * sizeof *from / took;
    }
    cudaFree(from);
    cudaFree(to);
    std::sort(rate, rate + TIMINGS);
    return ok ? rate[TIMINGS / 2] : 0;
}
