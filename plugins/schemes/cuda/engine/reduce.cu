/* reduce.cu: boxes copied, running transforms, and reductions of fields: extrema, peaks. */
#include "access.cuh"
#include "between.h"
#include "launch.cuh"
#include "sweep.h"

enum { PHASES = 64, ROWS = 65535 };

static unsigned blocks_for(int64_t count)
{
    const int64_t blocks = (count + THREADS - 1) / THREADS;
    return unsigned(blocks < 65536 ? blocks : 65536);
}

__device__ static int64_t first_thread() { return int64_t(blockIdx.x) * THREADS + threadIdx.x; }
__device__ static int64_t all_threads() { return int64_t(gridDim.x) * THREADS; }

/* The offset of point n of a box, in C order; x becomes its position in the box. */
template <class any> __device__ static int64_t box_offset(const any &b, int64_t n, int64_t *x)
{
    x[2] = n % b.count[2];
    x[1] = n / b.count[2] % b.count[1];
    x[0] = n / b.count[2] / b.count[1];
    return b.at + x[0] * b.stride[0] + x[1] * b.stride[1] + x[2] * b.stride[2];
}

/* ---- boxes ---- */

struct corner {
    int64_t x[3];
};

template <class real>
__global__ void __launch_bounds__(THREADS)
    copy_box(const __grid_constant__ domain d, const __grid_constant__ box b, real *dense,
             int store, corner low)
{
    real *f = field_of<real>(d, b.component);
    const int64_t total = b.count[0] * b.count[1] * b.count[2];
    for (int64_t n = first_thread(); n < total; n += all_threads()) {
        int64_t x[3];
        const int64_t at = box_offset(b, n, x);
        if (!store) {
            dense[n] = f[at];
            continue;
        }
        int position[3];
        bool in = true;
        for (int a = 0; a < 3; a++) {
            position[a] = int(low.x[a] + x[a]);
            in = in && inside(d, b.component, a, position[a]);
        }
        if (in) {
            f[at] = dense[n];
            mirror(d, b.component, position, at, dense[n]);
        }
    }
}

cudaError_t box_launch(const domain *d, const box *b, size_t word, void *dense, bool store,
                       const int64_t low[3], cudaStream_t stream)
{
    const unsigned blocks = blocks_for(b->count[0] * b->count[1] * b->count[2]);
    const corner x = {{low[0], low[1], low[2]}};
    if (word == sizeof(float))
        return launch_kernel(copy_box<float>, blocks, THREADS, 0, stream, *d, *b,
                             static_cast<float *>(dense), int(store), x);
    return launch_kernel(copy_box<double>, blocks, THREADS, 0, stream, *d, *b,
                         static_cast<double *>(dense), int(store), x);
}

/* ---- running transforms ---- */

/* sum += F*exp(-j 2 pi f t)*every*dt, for transforms that are due after the step that has just
 * been done. Every transform has a row of blocks. */
template <class real>
__global__ void __launch_bounds__(THREADS)
    transform_boxes(const __grid_constant__ domain d, const transform *all,
                    const int64_t *clock)
{
    __shared__ double factor[PHASES][2];
    const transform &t = all[blockIdx.y];
    const int64_t step = *clock;
    if (step < t.first || step > t.last || (step - t.first) % t.every != 0)
        return;
    const int64_t total = t.count[0] * t.count[1] * t.count[2];
    const real *f = field_of<real>(d, t.component);
    for (int from = 0; from < t.frequencies; from += PHASES) {
        const int many = min(PHASES, t.frequencies - from);
        __syncthreads();
        if (int(threadIdx.x) < many) {
            const double time = (double(step) - t.lag) * t.dt;
            const double turns = fmod(t.frequency[from + int(threadIdx.x)] * time, 1.0);
            const double weight = double(t.every) * t.dt;
            factor[threadIdx.x][0] = weight * cospi(2 * turns);
            factor[threadIdx.x][1] = -weight * sinpi(2 * turns);
        }
        __syncthreads();
        for (int64_t n = first_thread(); n < total; n += all_threads()) {
            int64_t x[3];
            const double v = double(f[box_offset(t, n, x)]);
            double2 *sum = reinterpret_cast<double2 *>(t.sum) + int64_t(from) * total + n;
            for (int m = 0; m < many; m++, sum += total) {
                double2 s = *sum;
                s.x += v * factor[m][0];
                s.y += v * factor[m][1];
                *sum = s;
            }
        }
    }
}

cudaError_t transform_launch(const domain *d, const transform *t, int64_t count, int64_t points,
                             const int64_t *clock, size_t word, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (int64_t from = 0; from < count && error == cudaSuccess; from += ROWS) {
        const int64_t rows = count - from < ROWS ? count - from : int64_t(ROWS);
        const dim3 blocks(blocks_for(points), unsigned(rows));
        error = launch_kernel(word == sizeof(float) ? transform_boxes<float>
                                                    : transform_boxes<double>,
                              blocks, THREADS, 0, stream, *d, t + from, clock);
    }
    return error;
}

/* ---- extrema ---- */

/* The extremum of both: the larger magnitude, the first one of equals. */
__device__ static extremum larger_of(const extremum &a, const extremum &b)
{
    const bool other =
        b.magnitude > a.magnitude || (b.magnitude == a.magnitude && b.index < a.index);
    extremum v = other ? b : a;
    v.not_finite = a.not_finite < 0   ? b.not_finite
                   : b.not_finite < 0 ? a.not_finite
                                      : min(a.not_finite, b.not_finite);
    return v;
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    extrema_of(const __grid_constant__ domain d, int component, const __grid_constant__ box b,
               extremum *out)
{
    __shared__ extremum each[THREADS];
    const real *f = field_of<real>(d, component);
    extremum v = {-1, 0, -1};
    for (int64_t row = first_thread() / 32; row < b.count[0] * b.count[1];
         row += all_threads() / 32) {
        const int64_t i = row / b.count[1], j = row - i * b.count[1];
        const real *from = f + b.at + i * b.stride[0] + j * b.stride[1];
        for (int k = int(threadIdx.x) % 32; k < b.count[2]; k += 32) {
            const double size = fabs(double(from[k]));
            const int64_t n = row * b.count[2] + k;
            if (!isfinite(size) && (v.not_finite < 0 || n < v.not_finite))
                v.not_finite = n;
            if (size > v.magnitude) {
                v.magnitude = size;
                v.index = n;
            }
        }
    }
    each[threadIdx.x] = v;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            each[threadIdx.x] = larger_of(each[threadIdx.x], each[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = each[0];
}

cudaError_t extrema_launch(const domain *d, size_t word, int component, const int64_t extent[3],
                           extremum *out, cudaStream_t stream)
{
    const box b = {component, 0, {d->plane, d->pitch, 1}, {extent[0], extent[1], extent[2]}};
    if (word == sizeof(float))
        return launch_kernel(extrema_of<float>, EXTREMA_BLOCKS, THREADS, 0, stream, *d,
                             component, b, out);
    return launch_kernel(extrema_of<double>, EXTREMA_BLOCKS, THREADS, 0, stream, *d, component,
                         b, out);
}

/* ---- peaks ---- */

/* Bits of a magnitude, which grow with it; those of values that are not finite are the
 * largest. */
__device__ static unsigned long long magnitude_bits(float v)
{
    return __float_as_uint(v) & 0x7fffffffu;
}
__device__ static unsigned long long magnitude_bits(double v)
{
    return static_cast<unsigned long long>(__double_as_longlong(v)) & 0x7fffffffffffffffull;
}

/* A warp takes a row of the box at a time. */
template <class real>
__global__ void __launch_bounds__(THREADS)
    peak_of(const __grid_constant__ domain d, const __grid_constant__ box b,
            unsigned long long *peak)
{
    __shared__ unsigned long long most;
    const real *f = field_of<real>(d, b.component);
    unsigned long long v = 0;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    for (int64_t row = first_thread() / 32; row < b.count[0] * b.count[1];
         row += all_threads() / 32) {
        const int64_t i = row / b.count[1], j = row - i * b.count[1];
        const real *from = f + b.at + i * b.stride[0] + j * b.stride[1];
        for (int k = int(threadIdx.x) % 32; k < b.count[2]; k += 32)
            v = max(v, magnitude_bits(from[k]));
    }
    for (int lanes = 16; lanes > 0; lanes /= 2)
        v = max(v, __shfl_down_sync(0xffffffffu, v, lanes));
    if (threadIdx.x % 32 == 0)
        atomicMax(&most, v);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(peak, most);
}

cudaError_t peak_launch(const domain *d, size_t word, const box *b, unsigned long long *peak,
                        cudaStream_t stream)
{
    const unsigned blocks = blocks_for(32 * b->count[0] * b->count[1]);
    if (word == sizeof(float))
        return launch_kernel(peak_of<float>, blocks, THREADS, 0, stream, *d, *b, peak);
    return launch_kernel(peak_of<double>, blocks, THREADS, 0, stream, *d, *b, peak);
}
