/* takada.cu: kernels of cuda.takada. E points along axis 0, in which nothing varies. A block
 * keeps its part of the field that it differences in shared memory: H with what lies before it
 * for E, E with what lies behind it for H. */
#include "cell.cuh"
#include "takada.h"

enum { E, H1 = 4, H2 = 5 };

/* Shared memory of a block: tiles of (block_y + 1) rows of (block_x + 1) words. */
template <class real> __device__ static real *tiles()
{
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<real *>(bytes);
}

template <class real, bool SHARED>
__global__ void __launch_bounds__(MOST_THREADS) magnetic(const __grid_constant__ domain d)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y), pitch = int(blockDim.x) + 1;
    const int k = int(blockIdx.x * blockDim.x) + x;
    const int j = d.sweep[0][0][1] + int(blockIdx.y * blockDim.y) + y;
    const bool work = k < d.sweep[0][1][2] && j < d.sweep[0][1][1];
    const int64_t at = int64_t(j) * d.pitch + k;
    const real *__restrict__ f = field_of<real>(d, E);
    const coefficients_of_media<real> coefficient;
    real own = 0, next_y = 0, next_z = 0, old1 = 0, old2 = 0;
    pair<real> m1 = {}, m2 = {};
    if (work) { /* on their way while the block waits */
        old1 = field_of<real>(d, H1)[at];
        old2 = field_of<real>(d, H2)[at];
        m1 = coefficient(d, H1, at);
        m2 = coefficient(d, H2, at);
    }
    if (SHARED) {
        real *e = tiles<real>() + y * pitch + x;
        if (work) {
            *e = f[at];
            if (y + 1 == int(blockDim.y) || j + 1 == d.sweep[0][1][1])
                e[pitch] = f[at + d.stride[1]];
            if (x + 1 == int(blockDim.x) || k + 1 == d.sweep[0][1][2])
                e[1] = f[at + d.stride[2]];
        }
        __syncthreads();
        if (work) {
            own = *e;
            next_y = e[pitch];
            next_z = e[1];
        }
    } else if (work) {
        own = f[at];
        next_y = f[at + d.stride[1]];
        next_z = f[at + d.stride[2]];
    }
    if (!work)
        return;
    /* nothing varies along axis 0; its zeros are added as everywhere, for their signs */
    const real inverse = slope<real, false>(d, 0, 0), zero = 0;
    const real ty = -(own - next_y), tz = -(own - next_z);
    if (holds(d, H1, 0, j, k))
        put(d, H1, 0, j, k, at,
            advance(m1, old1, fma(-inverse, zero, slope<real, false>(d, 2, k) * tz)));
    if (holds(d, H2, 0, j, k))
        put(d, H2, 0, j, k, at,
            advance(m2, old2, fma(-slope<real, false>(d, 1, j), ty, inverse * zero)));
}

template <class real, bool SHARED>
__global__ void __launch_bounds__(MOST_THREADS) electric(const __grid_constant__ domain d)
{
    const int x = int(threadIdx.x), y = int(threadIdx.y), pitch = int(blockDim.x) + 1;
    const int k = int(blockIdx.x * blockDim.x) + x;
    const int j = d.sweep[1][0][1] + int(blockIdx.y * blockDim.y) + y;
    const bool work = k < d.sweep[1][1][2] && j < d.sweep[1][1][1];
    const int64_t at = int64_t(j) * d.pitch + k;
    const real *__restrict__ f1 = field_of<real>(d, H1);
    const real *__restrict__ f2 = field_of<real>(d, H2);
    real own1 = 0, own2 = 0, last1 = 0, last2 = 0, old = 0;
    pair<real> m = {};
    if (work) { /* on their way while the block waits */
        old = field_of<real>(d, E)[at];
        m = coefficients_of_media<real>()(d, E, at);
    }
    if (SHARED) {
        real *h1 = tiles<real>() + (y + 1) * pitch + x + 1;
        real *h2 = h1 + pitch * int(blockDim.y + 1);
        if (work) {
            *h1 = f1[at];
            *h2 = f2[at];
            if (y == 0)
                h2[-pitch] = f2[at - d.stride[1]];
            if (x == 0)
                h1[-1] = f1[at - d.stride[2]];
        }
        __syncthreads();
        if (work) {
            own1 = *h1;
            own2 = *h2;
            last1 = h1[-1];
            last2 = h2[-pitch];
        }
    } else if (work) {
        own1 = f1[at];
        own2 = f2[at];
        last1 = f1[at - d.stride[2]];
        last2 = f2[at - d.stride[1]];
    }
    if (!work || !holds(d, E, 0, j, k))
        return;
    const real q = fma(-slope<real, true>(d, 2, k), own1 - last1,
                       slope<real, true>(d, 1, j) * (own2 - last2));
    put(d, E, 0, j, k, at, advance(m, old, q));
}

cudaError_t takada_sweep(const domain *d, size_t word, int electric_half, const int block[2],
                         bool shared, cudaStream_t stream)
{
    static void (*const kernels[2][2][2])(const domain) = {
        {{magnetic<float, false>, magnetic<float, true>},
         {electric<float, false>, electric<float, true>}},
        {{magnetic<double, false>, magnetic<double, true>},
         {electric<double, false>, electric<double, true>}}};
    const int(*s)[3] = d->sweep[electric_half];
    const int across = s[1][2], down = s[1][1] - s[0][1];
    const dim3 threads{unsigned(block[0]), unsigned(block[1])};
    const dim3 blocks(unsigned((across + block[0] - 1) / block[0]),
                      unsigned((down + block[1] - 1) / block[1]));
    const size_t bytes = size_t(block[0] + 1) * size_t(block[1] + 1) * word;
    if (across == 0 || down == 0)
        return cudaSuccess;
    return launch_kernel(kernels[word == sizeof(double)][electric_half][shared], blocks,
                         threads, shared ? (electric_half ? 2 : 1) * bytes : 0, stream, *d);
}
