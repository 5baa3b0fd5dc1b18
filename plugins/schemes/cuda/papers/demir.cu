/* demir.cu: the kernel of cuda.demir. A thread walks from plane to plane: the values of
 * the plane ahead (H) or behind (E) stay in registers. */
#include "cell.cuh"
#include "demir.h"

template <class real> __device__ static real of(void *const (&table)[6], int c, int64_t at)
{
    return static_cast<const real *>(table[c])[at];
}

template <class real, bool ELECTRIC>
__global__ void __launch_bounds__(DEMIR_MOST_THREADS)
    walk(const __grid_constant__ domain d, const __grid_constant__ tables t)
{
    typedef half_step<ELECTRIC> half;
    constexpr int OWN = half::OWN, SIGN = half::SIGN;
    const int64_t cell = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int j = int(cell / d.pitch), k = int(cell % d.pitch);
    if (j >= d.sweep[ELECTRIC][1][1] || k >= d.sweep[ELECTRIC][1][2])
        return;
    const real *__restrict__ f0 = field_of<real>(d, half::OTHER);
    const real *__restrict__ f1 = field_of<real>(d, half::OTHER + 1);
    const real *__restrict__ f2 = field_of<real>(d, half::OTHER + 2);
    const int64_t dx = -SIGN * d.stride[0], dy = -SIGN * d.stride[1], dz = -SIGN * d.stride[2];
    const real y = slope<real, ELECTRIC>(d, 1, j), z = slope<real, ELECTRIC>(d, 2, k);
    const int from = d.sweep[ELECTRIC][0][0], to = d.sweep[ELECTRIC][1][0];
    int64_t at = from * d.plane + cell;
    real keep1 = f1[ELECTRIC ? at + dx : at], keep2 = f2[ELECTRIC ? at + dx : at];
    for (int i = from; i < to; i++, at += d.plane) {
        const real next1 = f1[ELECTRIC ? at : at + dx], next2 = f2[ELECTRIC ? at : at + dx];
        vicinity<real> v = {{f0[at], ELECTRIC ? next1 : keep1, ELECTRIC ? next2 : keep2},
                            ELECTRIC ? keep1 : next1,
                            ELECTRIC ? keep2 : next2,
                            f0[at + dy],
                            f2[at + dy],
                            f0[at + dz],
                            f1[at + dz]};
        const real x = slope<real, ELECTRIC>(d, 0, i);
        const slopes<real> s[3] = {
            {x, SIGN * of<real>(t.inverse, OWN, at), z},
            {x, y, SIGN * of<real>(t.inverse, OWN + 1, at)},
            {SIGN * of<real>(t.inverse, OWN + 2, at), y, z},
        };
        real q[3], old[3];
        pair<real> coefficient[3];
#pragma unroll
        for (int c = 0; c < 3;
             c++) { /* read before anything is written: all are on their way */
            old[c] = field_of<real>(d, OWN + c)[at];
            coefficient[c] = {of<real>(t.cb, OWN + c, at), of<real>(t.loss, OWN + c, at)};
        }
        curl<real, ELECTRIC>(v, s, q);
        keep1 = next1;
        keep2 = next2;
#pragma unroll
        for (int c = 0; c < 3; c++)
            if (holds(d, OWN + c, i, j, k))
                put(d, OWN + c, i, j, k, at, advance(coefficient[c], old[c], q[c]));
    }
}

cudaError_t demir_sweep(const domain *d, const tables *t, size_t word, int electric,
                        int threads, cudaStream_t stream)
{
    static void (*const kernels[2][2])(const domain, const tables) = {
        {walk<float, false>, walk<float, true>}, {walk<double, false>, walk<double, true>}};
    const int64_t count = int64_t(d->sweep[electric][1][1]) * d->pitch;
    if (count == 0)
        return cudaSuccess;
    return launch_kernel(kernels[word == sizeof(double)][electric],
                         unsigned((count + threads - 1) / threads), unsigned(threads), 0,
                         stream, *d, *t);
}
