/* correction.cu: corrects differences beside metal and changes of medium, point by point; and
 * the recursion of spectral_radius.c. */
#include "../engine/launch.cuh"
#include "correction.h"
#include "window.cuh"

static __device__ int64_t first_thread(void)
{
    return int64_t(blockIdx.x) * THREADS + threadIdx.x;
}
static __device__ int64_t all_threads(void) { return int64_t(gridDim.x) * THREADS; }

static __device__ void add_up(double v, double *partial)
{
    const double sum = block_sum<THREADS>(v, int(threadIdx.x));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    __syncthreads();
}

/* The correction enters as a difference does: times inverse and c of the axis, into psi, times
 * cb. */
template <class real>
static __global__ void __launch_bounds__(THREADS)
    correct_points(const __grid_constant__ domain d, const __grid_constant__ wide w,
                   const __grid_constant__ correction m, int electric, int a, double *partial)
{
    const int kind = electric ? NODE : HALF;
    const line &l = d.line[a][kind];
    const int64_t end = m.first[electric][a] + m.count[electric][a];
    double energy = 0;
    for (int64_t n = m.first[electric][a] + first_thread(); n < end; n += all_threads()) {
        const correction_point p = m.point[n];
        const int c = p.component, row = int(p.to % d.plane / d.pitch);
        const int x[3] = {int(p.to / d.plane), row, int(p.to % d.pitch)};
        const real *f = field_of<real>(d, (electric ? 3 : 0) + 3 - a - c % 3) + p.from;
        real t = 0;
        for (int k = p.first; k < p.first + p.terms; k++)
            t = fma(real(m.term[k].weight), f[m.term[k].offset], t);
        real v = static_cast<const real *>(l.inverse)[x[a]] * t;
        const int64_t layer = layer_of(d, a, kind, x[0], x[1], x[2]);
        if (layer >= 0) {
            const real more = static_cast<const real *>(l.c)[x[a]] * t;
            if (!partial)
                static_cast<real *>(d.psi[c][a])[layer] += more;
            v += more;
        }
        const unsigned medium = medium_at<ANY_IDS>(d, c, p.to);
        const real cb = w.level_coefficients
                            ? static_cast<const real *>(w.level_coefficients)[5 * medium]
                            : static_cast<const pair<real> *>(d.coefficient)[medium].cb;
        const real more = ((c % 3 + 1) % 3 == a) == (electric != 0) ? cb * v : -cb * v;
        if (partial) {
            energy += d.energy[medium] * point_volume<real>(d, c, x) *
                      double(field_of<real>(d, c)[p.to]) * double(more);
            continue;
        }
        real *own = w.level_coefficients ? static_cast<real *>(w.level[c][WIDE_LEVELS - 2])
                                         : field_of<real>(d, c);
        own[p.to] += more;
    }
    if (partial)
        add_up(energy, partial);
}

cudaError_t correction_launch(const domain *d, const wide *w, const correction *m, size_t word,
                              int electric, double *partial, cudaStream_t stream)
{
    const int64_t MOST = 1 << 20;
    cudaError_t error = cudaSuccess;
    for (int a = 0; a < 3 && error == cudaSuccess; a++) {
        const int64_t count = m->count[electric][a], blocks = (count + THREADS - 1) / THREADS;
        const int64_t grid = count == 0 ? 0
                             : partial  ? int64_t(CORRECTION_BLOCKS)
                                        : min(blocks, MOST);
        double *to = partial ? partial + a * CORRECTION_BLOCKS : NULL;
        if (grid == 0)
            continue;
        error = launch_kernel(word == sizeof(float) ? correct_points<float>
                                                    : correct_points<double>,
                              unsigned(grid), THREADS, 0, stream, *d, *w, *m, electric, a, to);
    }
    return error;
}

/* ---- the recursion ---- */

template <class real>
static __global__ void fill_noise(const __grid_constant__ recursion s,
                                  const __grid_constant__ correction m)
{
    for (int64_t n = first_thread(); n < m.points; n += all_threads()) {
        const correction_point p = m.point[n];
        if (p.component > 2)
            continue;
        unsigned h = unsigned(p.to) * 2654435761u + unsigned(p.component); /* any mixture */
        h = (h ^ h >> 15) * 2246822519u;
        const real x = real(double(h ^ h >> 13) * 0x1p-31 - 1);
        static_cast<real *>(s.x[p.component])[p.to] = x;
        static_cast<real *>(s.before[p.component])[p.to] = x;
    }
}

template <class real>
static __global__ void __launch_bounds__(THREADS)
    step_recursion(const __grid_constant__ recursion s, double *partial)
{
    double norm = 0, product = 0;
    for (int c = 0; c < 3; c++)
        for (int64_t n = first_thread(); n < s.words; n += all_threads()) {
            real *before = static_cast<real *>(s.before[c]) + n;
            const double x = static_cast<const real *>(s.x[c])[n];
            const double back = static_cast<const real *>(s.back[c])[n];
            *before = real(2 * x - *before + s.tau * back);
            norm += x * x;
            product += x * back;
        }
    add_up(norm, partial);
    add_up(product, partial + CORRECTION_BLOCKS);
}

template <class real>
static __global__ void scale_recursion(const __grid_constant__ recursion s, real factor)
{
    for (int c = 0; c < 3; c++)
        for (int64_t n = first_thread(); n < s.words; n += all_threads()) {
            static_cast<real *>(s.x[c])[n] *= factor;
            static_cast<real *>(s.before[c])[n] *= factor;
        }
}

cudaError_t recursion_start(const recursion *s, const correction *m, size_t word,
                            cudaStream_t stream)
{
    if (word == sizeof(float))
        return launch_kernel(fill_noise<float>, CORRECTION_BLOCKS, THREADS, 0, stream, *s, *m);
    return launch_kernel(fill_noise<double>, CORRECTION_BLOCKS, THREADS, 0, stream, *s, *m);
}

cudaError_t recursion_step(const recursion *s, size_t word, double *partial,
                           cudaStream_t stream)
{
    if (word == sizeof(float))
        return launch_kernel(step_recursion<float>, CORRECTION_BLOCKS, THREADS, 0, stream, *s,
                             partial);
    return launch_kernel(step_recursion<double>, CORRECTION_BLOCKS, THREADS, 0, stream, *s,
                         partial);
}

cudaError_t recursion_scale(const recursion *s, size_t word, double factor, cudaStream_t stream)
{
    if (word == sizeof(float))
        return launch_kernel(scale_recursion<float>, CORRECTION_BLOCKS, THREADS, 0, stream, *s,
                             float(factor));
    return launch_kernel(scale_recursion<double>, CORRECTION_BLOCKS, THREADS, 0, stream, *s,
                         factor);
}
