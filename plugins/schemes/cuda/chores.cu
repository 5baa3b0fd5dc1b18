/* chores.cu: between the half steps. Short lists are worked off by one block in one launch,
 * long ones by launches of their own. */
#include "chores.h"
#include "start.cuh"
#include "sweep.cuh"

template <class real>
__device__ static void set(const domain &d, int c, int64_t at, double value)
{
    field_of<real>(d, c)[at] = real(value);
    if (!d.periodic)
        return;
    const int64_t row = at / d.pitch;
    const int x[3] = {int(row / d.rows), int(row % d.rows), int(at % d.pitch)};
    mirror(d, c, x, at, real(value));
}

/* To a field, and to what is kept of it in double. */
template <class real>
__device__ static void add(const domain &d, const chores &c, int component, int64_t at,
                           int near, double value)
{
    double sum = value;
    if (near >= 0)
        sum = c.near[1][near].value += value;
    else
        sum += double(field_of<real>(d, component)[at]);
    set<real>(d, component, at, sum);
}

/* Lagrange's cubic through v[-1], v[0], v[1], v[2] at x in [0, 1]. */
__device__ static double cubic(const double *v, double x)
{
    const double a = x + 1, b = x - 1, c = x - 2;
    return v[1] * (a * x * c) / -2 + v[0] * (a * b * c) / 2 + v[2] * (a * x * b) / 6 +
           v[-1] * (x * b * c) / -6;
}

__device__ static double play(const double *signals, const share &s)
{
    const double *v = signals + s.signal;
    return s.amplitude * (s.cubic ? cubic(v, s.fraction) : *v);
}

__device__ static const double *signals_now(const chores &c)
{
    return c.signals + *c.clock % c.span * c.values;
}

template <class real>
__device__ static void add_targets(const domain &d, const chores &c, int electric, int64_t from,
                                   int64_t step)
{
    const double *signals = signals_now(c);
    for (int64_t n = from; n < c.targets[electric]; n += step) {
        const target t = c.target[electric][n];
        for (int m = 0; m < t.count; m++)
            add<real>(d, c, t.component, t.at, t.near, play(signals, c.share[t.first + m]));
    }
}

template <class real>
__device__ static void update_near(const domain &d, const chores &c, int electric)
{
    for (int n = int(threadIdx.x); n < c.nears[electric]; n += THREADS) {
        near_edge &e = c.near[electric][n];
        double curl = 0;
        for (int m = 0; m < e.terms; m++) {
            const near_term t = e.term[m];
            curl += t.weight * (t.slot >= 0 ? c.near[1][t.slot].value
                                            : double(field_of<real>(d, t.component)[t.at]));
        }
        e.value += e.cb * curl - e.loss * e.value;
        set<real>(d, e.component, e.at, e.value);
    }
}

template <class real> __device__ static void keep_near(const domain &d, const chores &c)
{
    for (int n = int(threadIdx.x); n < c.nears[0]; n += THREADS) {
        near_edge &e = c.near[0][n];
        e.value = double(field_of<real>(d, e.component)[e.at]);
    }
}

/* V of a port, the same in every lane of the first warp. */
template <class real>
__device__ static double voltage(const domain &d, const chores &c, const port_law &p)
{
    double sum = 0;
    for (int64_t n = threadIdx.x; n < p.count; n += 32) {
        const port_edge e = c.edge[p.first + n];
        sum += e.voltage * double(field_of<real>(d, p.component)[e.at]);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    return sum;
}

template <class real> __device__ static void apply_ports(const domain &d, const chores &c)
{
    const double *signals = signals_now(c);
    if (threadIdx.x >= 32)
        return;
    for (int n = 0; n < c.ports; n++) {
        const port_law p = c.port[n];
        const double before = c.meter[n].before;
        const double mean = 0.5 * (voltage<real>(d, c, p) + before);
        const double current = (signals[p.signal] - mean) / p.resistance;
        /* Edges may share a point: one after the other. */
        if (threadIdx.x == 0)
            for (int64_t m = 0; m < p.count; m++) {
                const port_edge e = c.edge[p.first + m];
                add<real>(d, c, p.component, e.at, e.near, e.current * current);
            }
        __syncwarp();
        c.meter[n].current = current;
    }
    /* A later port may have changed an earlier one's edges. */
    for (int n = 0; n < c.ports; n++) {
        const double after = voltage<real>(d, c, c.port[n]);
        const double before = c.meter[n].before;
        __syncwarp();
        if (threadIdx.x == 0) {
            c.meter[n].mean = 0.5 * (before + after);
            c.meter[n].before = after;
        }
    }
}

__device__ static bool due(const watch &w, int64_t step)
{
    return step >= w.first && step <= w.last && (step - w.first) % w.every == 0;
}

template <class real>
__device__ static void take_watches(const domain &d, const chores &c, int64_t from,
                                    int64_t stride)
{
    const int64_t step = *c.clock + 1;
    double *record = c.log + *c.clock % c.span * c.record;
    for (int w = 0; w < c.watches; w++) {
        const watch t = c.watch[w];
        if (!due(t, step))
            continue;
        if (t.port < 0) {
            for (int64_t n = from; n < t.count; n += stride) {
                const watch_point p = c.watched[t.begin + n];
                record[t.begin + n] = double(field_of<real>(d, p.component)[p.at]);
            }
        } else if (from == 0) {
            record[t.begin] = c.meter[t.port].mean;
            record[t.begin + 1] = c.meter[t.port].current;
        }
    }
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    do_chores(const __grid_constant__ domain d, const __grid_constant__ chores c, int electric,
              int tasks)
{
    if (tasks & TASK_BEFORE && threadIdx.x < 32)
        for (int n = 0; n < c.ports; n++) {
            const double now = voltage<real>(d, c, c.port[n]);
            if (threadIdx.x == 0)
                c.meter[n].before = now;
        }
    if (tasks & TASK_NEAR) {
        update_near<real>(d, c, electric);
        __syncthreads();
    }
    if (tasks & TASK_ADD) {
        add_targets<real>(d, c, electric, threadIdx.x, THREADS);
        __syncthreads();
    }
    if (tasks & TASK_PORTS) {
        apply_ports<real>(d, c);
        __syncthreads();
    }
    if (tasks & TASK_WATCH)
        take_watches<real>(d, c, threadIdx.x, THREADS);
    if (tasks & TASK_KEEP)
        keep_near<real>(d, c);
    if (tasks & TASK_TICK) {
        __syncthreads();
        if (threadIdx.x == 0)
            ++*c.clock;
    }
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    add_many(const __grid_constant__ domain d, const __grid_constant__ chores c, int electric)
{
    add_targets<real>(d, c, electric, int64_t(blockIdx.x) * THREADS + threadIdx.x,
                      int64_t(gridDim.x) * THREADS);
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    watch_many(const __grid_constant__ domain d, const __grid_constant__ chores c)
{
    take_watches<real>(d, c, int64_t(blockIdx.x) * THREADS + threadIdx.x,
                       int64_t(gridDim.x) * THREADS);
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    reset_near(const __grid_constant__ domain d, const __grid_constant__ chores c)
{
    for (int n = int(threadIdx.x); n < c.nears[1]; n += THREADS) {
        near_edge &e = c.near[1][n];
        e.value = double(field_of<real>(d, e.component)[e.at]);
    }
}

/* One thread: rarely asked for, and the order of the sum is that of the points. */
template <class real>
__global__ void points_energy(const __grid_constant__ domain d,
                              const __grid_constant__ chores c, double *sum)
{
    const double *signals = signals_now(c);
    for (int64_t n = 0; n < c.targets[0]; n++) {
        const target t = c.target[0][n];
        const int64_t row = t.at / d.pitch;
        const int x[3] = {int(row / d.rows), int(row % d.rows), int(t.at % d.pitch)};
        const double scale = d.energy[medium_at<ANY_IDS>(d, t.component, t.at)] *
                             point_volume<double>(d, t.component, x) *
                             double(field_of<real>(d, t.component)[t.at]);
        for (int m = 0; m < t.count; m++)
            *sum += scale * play(signals, c.share[t.first + m]);
    }
}

cudaError_t chores_probe(void)
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, do_chores<float>);
}

static unsigned blocks_for(int64_t count)
{
    const int64_t blocks = (count + THREADS - 1) / THREADS;
    return unsigned(blocks < 65536 ? blocks : 65536);
}

cudaError_t chores_launch(const domain *d, const chores *c, size_t word, int electric,
                          int tasks, cudaStream_t stream)
{
    if (word == sizeof(float))
        return start(do_chores<float>, 1, THREADS, 0, stream, *d, *c, electric, tasks);
    return start(do_chores<double>, 1, THREADS, 0, stream, *d, *c, electric, tasks);
}

cudaError_t chores_add_many(const domain *d, const chores *c, size_t word, int electric,
                            cudaStream_t stream)
{
    const unsigned blocks = blocks_for(c->targets[electric]);
    if (word == sizeof(float))
        return start(add_many<float>, blocks, THREADS, 0, stream, *d, *c, electric);
    return start(add_many<double>, blocks, THREADS, 0, stream, *d, *c, electric);
}

cudaError_t chores_watch_many(const domain *d, const chores *c, size_t word,
                              cudaStream_t stream)
{
    const unsigned blocks = blocks_for(c->points);
    if (word == sizeof(float))
        return start(watch_many<float>, blocks, THREADS, 0, stream, *d, *c);
    return start(watch_many<double>, blocks, THREADS, 0, stream, *d, *c);
}

cudaError_t chores_energy(const domain *d, const chores *c, size_t word, double *sum,
                          cudaStream_t stream)
{
    if (word == sizeof(float))
        return start(points_energy<float>, 1, 1, 0, stream, *d, *c, sum);
    return start(points_energy<double>, 1, 1, 0, stream, *d, *c, sum);
}

cudaError_t chores_reset(const domain *d, const chores *c, size_t word, cudaStream_t stream)
{
    if (word == sizeof(float))
        return start(reset_near<float>, 1, THREADS, 0, stream, *d, *c);
    return start(reset_near<double>, 1, THREADS, 0, stream, *d, *c);
}
