/* halo.cu: words of many spans copied by one launch. */
#include "domain.h"
#include "halo.h"
#include "launch.cuh"

/* The span that has word n. */
__device__ static int span_of(const halo_span *list, int spans, int64_t n)
{
    int low = 0, high = spans; /* list[low].first <= n < list[high].first */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (list[middle].first <= n)
            low = middle;
        else
            high = middle;
    }
    return low;
}

template <class real> __device__ static real *word_of(const halo_span &s, int64_t n)
{
    const int64_t at = n - s.first, run = at / s.row;
    return reinterpret_cast<real *>(s.base + run / s.rows * s.pitch[0] +
                                    run % s.rows * s.pitch[1]) +
           (at - run * s.row);
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    copy_spans(const halo_span *from, const halo_span *to, int spans, int64_t words,
               real *packed)
{
    const int64_t stride = int64_t(gridDim.x) * THREADS;
    for (int64_t n = int64_t(blockIdx.x) * THREADS + threadIdx.x; n < words; n += stride) {
        const int s = span_of(from ? from : to, spans, n);
        const real value = from ? *word_of<real>(from[s], n) : packed[n];
        *(to ? word_of<real>(to[s], n) : packed + n) = value;
    }
}

cudaError_t halo_launch(const halo_span *from, const halo_span *to, int spans, int64_t words,
                        void *packed, size_t word, cudaStream_t stream)
{
    const int64_t all = (words + THREADS - 1) / THREADS;
    const unsigned blocks = unsigned(all < 8 * BUSY_BLOCKS ? all : 8 * BUSY_BLOCKS);
    if (words == 0)
        return cudaSuccess;
    if (word == sizeof(float))
        return launch_kernel(copy_spans<float>, blocks, THREADS, 0, stream, from, to, spans,
                             words, static_cast<float *>(packed));
    return launch_kernel(copy_spans<double>, blocks, THREADS, 0, stream, from, to, spans, words,
                         static_cast<double *>(packed));
}
