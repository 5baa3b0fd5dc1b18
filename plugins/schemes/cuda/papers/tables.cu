/* tables.cu: from ids and coefficients to tables per point. */
#include "../engine/launch.cuh"
#include "../engine/sweep.cuh"
#include "tables.h"

enum { BLOCK = 256 };

template <class real>
__global__ void __launch_bounds__(BLOCK)
    fill(const __grid_constant__ domain d, const __grid_constant__ tables t, int c)
{
    const int64_t at = int64_t(blockIdx.x) * BLOCK + threadIdx.x;
    if (at >= (d.cells[0] + 1) * d.plane)
        return;
    const unsigned medium = medium_at<ANY_IDS>(d, c, at);
    const pair<real> coefficient = static_cast<const pair<real> *>(d.coefficient)[medium];
    const int x[3] = {int(at / d.plane), int(at % d.plane / d.pitch), int(at % d.pitch)};
    const int axis = (c + 1) % 3, kind = c < 3 ? NODE : HALF;
    if (t.cb[c])
        static_cast<real *>(t.cb[c])[at] = coefficient.cb;
    if (t.loss[c])
        static_cast<real *>(t.loss[c])[at] = coefficient.loss;
    if (t.inverse[c])
        static_cast<real *>(t.inverse[c])[at] =
            static_cast<const real *>(d.line[axis][kind].inverse)[x[axis]];
    if (t.id[c])
        t.id[c][at] = medium;
}

cudaError_t tables_fill(const domain *d, const tables *t, size_t word, cudaStream_t stream)
{
    const unsigned blocks = unsigned(((d->cells[0] + 1) * d->plane + BLOCK - 1) / BLOCK);
    cudaError_t error = cudaSuccess;
    for (int c = 0; c < 6 && error == cudaSuccess; c++)
        error = launch_kernel(word == sizeof(float) ? fill<float> : fill<double>, blocks, BLOCK,
                              0, stream, *d, *t, c);
    return error;
}
