/* livesey.cu: kernels of cuda.livesey. */
#include "cell.cuh"
#include "livesey.h"

template <class real, bool ELECTRIC>
__global__ void __launch_bounds__(MOST_THREADS)
    columns(const __grid_constant__ domain d, int from, int to)
{
    const int k = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int j = d.sweep[ELECTRIC][0][1] + int(blockIdx.y * blockDim.y + threadIdx.y);
    if (k < d.sweep[ELECTRIC][1][2] && j < d.sweep[ELECTRIC][1][1])
        for (int i = from; i < to; i++)
            update_cell<real, ELECTRIC, false>(d, coefficients_of_media<real>(), i, j, k);
}

template <class real, bool ELECTRIC, bool CHUNKED>
__global__ void __launch_bounds__(MOST_THREADS) rows(const __grid_constant__ domain d)
{
    const int j = d.sweep[ELECTRIC][0][1] + int(blockIdx.x);
    const int i = d.sweep[ELECTRIC][0][0] + int(blockIdx.y);
    const int count = d.sweep[ELECTRIC][1][2], threads = int(blockDim.x);
    const int chunk = (count + threads - 1) / threads;
    const int first = CHUNKED ? int(threadIdx.x) * chunk : int(threadIdx.x);
    const int end = CHUNKED ? min(first + chunk, count) : count;
    for (int k = first; k < end; k += CHUNKED ? 1 : threads)
        update_cell<real, ELECTRIC, false>(d, coefficients_of_media<real>(), i, j, k);
}

cudaError_t livesey_columns(const domain *d, size_t word, int electric, const int block[2],
                            int from, int to, cudaStream_t stream)
{
    static void (*const kernels[2][2])(const domain, int,
                                       int) = {{columns<float, false>, columns<float, true>},
                                               {columns<double, false>, columns<double, true>}};
    const int across = d->sweep[electric][1][2];
    const int down = d->sweep[electric][1][1] - d->sweep[electric][0][1];
    const dim3 threads{unsigned(block[0]), unsigned(block[1])};
    const dim3 blocks(unsigned((across + block[0] - 1) / block[0]),
                      unsigned((down + block[1] - 1) / block[1]));
    if (across == 0 || down == 0 || from >= to)
        return cudaSuccess;
    return launch_kernel(kernels[word == sizeof(double)][electric], blocks, threads, 0, stream,
                         *d, from, to);
}

template <bool CHUNKED>
static cudaError_t launch_rows(const domain *d, size_t word, int electric, int threads,
                               cudaStream_t stream)
{
    static void (*const kernels[2][2])(const domain) = {
        {rows<float, false, CHUNKED>, rows<float, true, CHUNKED>},
        {rows<double, false, CHUNKED>, rows<double, true, CHUNKED>}};
    const int(*s)[3] = d->sweep[electric];
    const dim3 blocks(unsigned(s[1][1] - s[0][1]), unsigned(s[1][0] - s[0][0]));
    if (blocks.x == 0 || blocks.y == 0)
        return cudaSuccess;
    return launch_kernel(kernels[word == sizeof(double)][electric], blocks, unsigned(threads),
                         0, stream, *d);
}

cudaError_t livesey_rows(const domain *d, size_t word, int electric, int threads, bool chunked,
                         cudaStream_t stream)
{
    return chunked ? launch_rows<true>(d, word, electric, threads, stream)
                   : launch_rows<false>(d, word, electric, threads, stream);
}
