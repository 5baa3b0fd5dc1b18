/* gprmax.cu: kernels of cuda.gprmax. A thread's number is the offset of its cell; three
 * subscripts follow from it by division. */
#include "cell.cuh"
#include "gprmax.h"
#include <cstring>

template <class real> struct constants {
    pair<real> coefficient[GPRMAX_CONSTANTS];
};

/* Coefficients by ids per edge, from constant memory or from the table of media. */
template <class real, class Constants> struct coefficients_of_edges {
    const tables &t;
    const Constants &constant;
    __device__ unsigned medium(const domain &, int c, int64_t at) const { return t.id[c][at]; }
    __device__ pair<real> operator()(const domain &, int c, int64_t at) const
    {
        return constant.coefficient[t.id[c][at]];
    }
};

template <class real> struct globals {
    const pair<real> *coefficient;
};

template <class real, bool ELECTRIC, bool SECTIONS, class Constants>
__global__ void __launch_bounds__(MOST_THREADS)
    cells(const __grid_constant__ domain d, const __grid_constant__ tables t,
          const __grid_constant__ Constants constant)
{
    const int64_t at = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int i = int(at / d.plane), rest = int(at % d.plane);
    const int j = rest / d.pitch, k = rest % d.pitch;
    if (i < d.sweep[ELECTRIC][1][0] && j < d.sweep[ELECTRIC][1][1] &&
        k < d.sweep[ELECTRIC][1][2])
        update_cell<real, ELECTRIC, SECTIONS>(
            d, coefficients_of_edges<real, Constants>{t, constant}, i, j, k);
}

template <class real, class Constants>
static cudaError_t launch(const domain *d, const tables *t, int electric, int threads,
                          const Constants &constant, cudaStream_t stream)
{
    typedef void (*kernel)(const domain, const tables, const Constants);
    static const kernel kernels[2][2] = {
        {cells<real, false, false, Constants>, cells<real, false, true, Constants>},
        {cells<real, true, false, Constants>, cells<real, true, true, Constants>}};
    const int64_t count = d->sweep[electric][1][0] * d->plane;
    if (count == 0)
        return cudaSuccess;
    const kernel launched = kernels[electric][d->sections[electric] != 0];
    const unsigned blocks = unsigned((count + threads - 1) / threads);
    return launch_kernel(launched, blocks, unsigned(threads), 0, stream, *d, *t, constant);
}

template <class real>
static cudaError_t choose(const domain *d, const tables *t, int electric, int threads,
                          const void *values, cudaStream_t stream)
{
    if (!values)
        return launch<real>(d, t, electric, threads,
                            globals<real>{static_cast<const pair<real> *>(d->coefficient)},
                            stream);
    constants<real> constant;
    memcpy(&constant, values, sizeof constant);
    return launch<real>(d, t, electric, threads, constant, stream);
}

cudaError_t gprmax_sweep(const domain *d, const tables *t, size_t word, int electric,
                         int threads, const void *constants, cudaStream_t stream)
{
    return word == sizeof(float) ? choose<float>(d, t, electric, threads, constants, stream)
                                 : choose<double>(d, t, electric, threads, constants, stream);
}
