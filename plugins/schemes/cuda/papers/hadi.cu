/* hadi.cu: the kernel of cuda.hadi. */
#include "cell.cuh"
#include "hadi.h"

template <class real> struct coefficients_of_points {
    const tables &t;
    __device__ pair<real> operator()(const domain &, int c, int64_t at) const
    {
        return {static_cast<const real *>(t.cb[c])[at],
                static_cast<const real *>(t.loss[c])[at]};
    }
};

template <class real, bool ELECTRIC>
__global__ void __launch_bounds__(MOST_THREADS)
    cells(const __grid_constant__ domain d, const __grid_constant__ tables t)
{
    const int k = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int j = d.sweep[ELECTRIC][0][1] + int(blockIdx.y * blockDim.y + threadIdx.y);
    const int i = d.sweep[ELECTRIC][0][0] + int(blockIdx.z * blockDim.z + threadIdx.z);
    if (i < d.sweep[ELECTRIC][1][0] && j < d.sweep[ELECTRIC][1][1] &&
        k < d.sweep[ELECTRIC][1][2])
        update_cell<real, ELECTRIC, false>(d, coefficients_of_points<real>{t}, i, j, k);
}

cudaError_t hadi_sweep(const domain *d, const tables *t, size_t word, int electric,
                       const int block[3], cudaStream_t stream)
{
    static void (*const kernels[2][2])(const domain, const tables) = {
        {cells<float, false>, cells<float, true>}, {cells<double, false>, cells<double, true>}};
    unsigned blocks[3];
    for (int a = 0; a < 3; a++) {
        const int points = d->sweep[electric][1][2 - a] - d->sweep[electric][0][2 - a];
        if (points == 0)
            return cudaSuccess;
        blocks[a] = unsigned((points + block[a] - 1) / block[a]);
    }
    const dim3 threads{unsigned(block[0]), unsigned(block[1]), unsigned(block[2])};
    return launch_kernel(kernels[word == sizeof(double)][electric],
                         dim3(blocks[0], blocks[1], blocks[2]), threads, 0, stream, *d, *t);
}
