/* between.cu: between the half steps. Short lists are worked off by one block in one launch,
 * long ones by launches of their own. */
#include "between.h"
#include "pdl.cuh"
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

/* ---- points that something is added to ---- */

/* Such a point, its first share worked out. */
struct addition {
    target to;
    const double *signals;
    double first;
};

__device__ static addition addition_to(const chores &c, int electric, int64_t n)
{
    addition a;
    a.to = c.target[electric][n];
    a.signals = signals_now(c);
    a.first = play(a.signals, c.share[a.to.first]);
    return a;
}

/* A value and every share, rounded to what it is kept in. */
template <class kept>
__device__ static double with_shares(const chores &c, const addition &a, double value)
{
    value = double(kept(value + a.first));
    for (int n = 1; n < a.to.count; n++)
        value = double(kept(value + play(a.signals, c.share[a.to.first + n])));
    return value;
}

template <class real>
__device__ static void add_to(const domain &d, const chores &c, const addition &a)
{
    const target &t = a.to;
    double sum;
    if (t.near >= 0)
        sum = c.near[1][t.near].value = with_shares<double>(c, a, c.near[1][t.near].value);
    else
        sum = with_shares<real>(c, a, double(field_of<real>(d, t.component)[t.at]));
    set<real>(d, t.component, t.at, sum);
}

/* ---- edges next to sources ---- */

/* Such an edge: all that is known of it while the fields are still swept. */
struct edge {
    near_edge own;
    double kept[4]; /* terms that are kept in double */
    bool driven;
    addition by;
};

/* adds: what acts on the edge is added with its update. */
__device__ static edge edge_near(const chores &c, int electric, int adds, int n)
{
    edge e;
    e.own = c.near[electric][n];
    const int by = electric && adds ? c.near_target[n] : -1;
    for (int i = 0; i < 4; i++) {
        const int slot = i < e.own.terms ? e.own.term[i].slot : -1;
        e.kept[i] = slot >= 0 ? c.near[1][slot].value : 0;
    }
    e.driven = by >= 0;
    if (e.driven)
        e.by = addition_to(c, electric, by);
    return e;
}

/* H is kept as its field has it. */
template <class real>
__device__ static void update_near(const domain &d, const chores &c, int electric, int n,
                                   const edge &e)
{
    double term[4], curl = 0;
    for (int i = 0; i < 4; i++) {
        const near_term &t = e.own.term[i];
        const bool read = i < e.own.terms && t.slot < 0;
        term[i] = read ? double(field_of<real>(d, t.component)[t.at]) : e.kept[i];
    }
    for (int i = 0; i < 4; i++)
        curl = i < e.own.terms ? curl + e.own.term[i].weight * term[i] : curl;
    double value = e.own.value + (e.own.cb * curl - e.own.loss * e.own.value);
    if (e.driven)
        value = with_shares<double>(c, e.by, value);
    c.near[electric][n].value = electric ? value : double(real(value));
    set<real>(d, e.own.component, e.own.at, value);
}

template <class real> __device__ static void keep_near(const domain &d, const chores &c)
{
    for (int n = int(threadIdx.x); n < c.nears[0]; n += THREADS) {
        near_edge &e = c.near[0][n];
        e.value = double(field_of<real>(d, e.component)[e.at]);
    }
}

/* ---- ports ---- */

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

/* To a field, and to what is kept of it in double. */
template <class real>
__device__ static void drive(const domain &d, const chores &c, int component,
                             const port_edge &e, double value)
{
    double sum = value;
    if (e.near >= 0)
        sum = c.near[1][e.near].value += value;
    else
        sum += double(field_of<real>(d, component)[e.at]);
    set<real>(d, component, e.at, sum);
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
            for (int64_t i = 0; i < p.count; i++) {
                const port_edge e = c.edge[p.first + i];
                drive<real>(d, c, p.component, e, e.current * current);
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

/* ---- taps ---- */

__device__ static bool due(const watch &w, int64_t step)
{
    return step >= w.first && step <= w.last && (step - w.first) % w.every == 0;
}

/* A point that is taken, and where to. */
struct sight {
    const void *field; /* NULL: not in this step */
    double *to;
};

template <class real>
__device__ static sight sight_of(const domain &d, const chores &c, int64_t n)
{
    const watch_point p = c.watched[n];
    const int64_t clock = *c.clock;
    const real *f = field_of<real>(d, p.component) + p.at;
    return {due(c.watch[p.watch], clock + 1) ? f : nullptr,
            c.log + clock % c.span * c.record + n};
}

template <class real> __device__ static void take(const sight &s)
{
    if (s.field)
        *s.to = double(*static_cast<const real *>(s.field));
}

__device__ static void take_ports(const chores &c, int from, int stride)
{
    const int64_t clock = *c.clock;
    double *record = c.log + clock % c.span * c.record;
    for (int w = from; w < c.watches; w += stride) {
        const watch t = c.watch[w];
        if (t.port < 0 || !due(t, clock + 1))
            continue;
        record[t.begin] = c.meter[t.port].mean;
        record[t.begin + 1] = c.meter[t.port].current;
    }
}

/* Before it waits, every thread fetches what it needs for the first of each list but for what
 * a sweep writes; lists begin at either end of the block, since a warp does one after the
 * other. */
template <class real>
__global__ void __launch_bounds__(THREADS)
    do_chores(const __grid_constant__ domain d, const __grid_constant__ chores c, int electric,
              int tasks)
{
    early_next();
    const int me = int(threadIdx.x), back = THREADS - 1 - me, adds = tasks & TASK_ADD;
    const int nears = tasks & TASK_NEAR ? c.nears[electric] : 0;
    const int64_t targets = adds ? c.targets[electric] : 0;
    const int64_t points = tasks & TASK_WATCH ? c.points : 0;
    const bool ticks = tasks & TASK_TICK && back == 0;
    edge near;
    addition add;
    sight seen;
    int64_t clock = 0;
    if (me < nears)
        near = edge_near(c, electric, adds, me);
    if (back < targets)
        add = addition_to(c, electric, back);
    if (back < points)
        seen = sight_of<real>(d, c, back);
    if (ticks)
        clock = *c.clock;
    early_wait();

    if (tasks & TASK_BEFORE && me < 32)
#pragma unroll 1
        for (int n = 0; n < c.ports; n++) {
            const double now = voltage<real>(d, c, c.port[n]);
            if (me == 0)
                c.meter[n].before = now;
        }
#pragma unroll 1
    for (int n = me; n < nears; n += THREADS) {
        if (n >= THREADS)
            near = edge_near(c, electric, adds, n);
        update_near<real>(d, c, electric, n, near);
    }
    __syncthreads();
#pragma unroll 1
    for (int64_t n = back; n < targets; n += THREADS) {
        if (n >= THREADS)
            add = addition_to(c, electric, n);
        if (add.to.near < 0)
            add_to<real>(d, c, add);
    }
    __syncthreads();
    if (tasks & TASK_PORTS) {
        apply_ports<real>(d, c);
        __syncthreads();
        if (tasks & TASK_WATCH)
            take_ports(c, me, THREADS);
    }
#pragma unroll 1
    for (int64_t n = back; n < points; n += THREADS)
        take<real>(n < THREADS ? seen : sight_of<real>(d, c, n));
    if (tasks & TASK_KEEP)
        keep_near<real>(d, c);
    if (tasks & TASK_TICK)
        __syncthreads();
    if (ticks)
        *c.clock = clock + 1;
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    add_many(const __grid_constant__ domain d, const __grid_constant__ chores c, int electric)
{
    for (int64_t n = int64_t(blockIdx.x) * THREADS + threadIdx.x; n < c.targets[electric];
         n += int64_t(gridDim.x) * THREADS)
        add_to<real>(d, c, addition_to(c, electric, n));
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    watch_many(const __grid_constant__ domain d, const __grid_constant__ chores c)
{
    const int64_t first = int64_t(blockIdx.x) * THREADS + threadIdx.x;
    for (int64_t n = first; n < c.points; n += int64_t(gridDim.x) * THREADS)
        take<real>(sight_of<real>(d, c, n));
    if (blockIdx.x == 0)
        take_ports(c, int(threadIdx.x), THREADS);
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
                          int tasks, int swept, cudaStream_t stream)
{
    const auto kernel = word == sizeof(float) ? do_chores<float> : do_chores<double>;
    if (swept)
        return start_early(kernel, 1, THREADS, 0, stream, *d, *c, electric, tasks);
    return start(kernel, 1, THREADS, 0, stream, *d, *c, electric, tasks);
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
