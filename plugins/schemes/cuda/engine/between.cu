/* between.cu: sources, ports and logged taps between the half steps. One block does all short
 * lists in one launch, long ones have launches of their own. */
#include "between.h"
#include "entries.cuh"
#include "pdl.cuh"
#include "ports.cuh"
#include "sweep.cuh"

/* ---- point sources ---- */

/* A source point with the value of its first term. */
struct addition {
    source_point to;
    const double *signals;
    double first;
};

__device__ static addition addition_to(const between &c, int electric, int64_t n)
{
    addition a;
    a.to = c.source[electric][n];
    a.signals = signals_now(c);
    a.first = term_value(a.signals, c.term[a.to.first]);
    return a;
}

template <class kept>
__device__ static double with_all(const between &c, const addition &a, double value)
{
    return with_terms<kept>(value, a.first, c.term + a.to.first, a.to.count, a.signals);
}

template <class real>
__device__ static void add_to(const domain &d, const between &c, const addition &a)
{
    const source_point &t = a.to;
    double sum;
    if (t.edge >= 0)
        sum = c.edge[1][t.edge].value = with_all<double>(c, a, c.edge[1][t.edge].value);
    else
        sum = with_all<real>(c, a, double(field_of<real>(d, t.component)[t.at]));
    store_value<real>(d, t.component, t.at, sum);
}

/* ---- edges beside sources, in double ---- */

/* An edge and all that is known for its update while the sweep still runs. */
struct fetched_edge {
    double_edge own;
    double kept[4]; /* values of the terms that are edges in double */
    bool driven;
    addition by; /* the source point at a driven edge */
};

/* adds: a source at the edge is added with its update. */
__device__ static fetched_edge fetch_edge(const between &c, int electric, int adds, int n)
{
    fetched_edge e;
    e.own = c.edge[electric][n];
    const int by = electric && adds ? c.edge_source[n] : -1;
    for (int i = 0; i < 4; i++) {
        const int edge = i < e.own.terms ? e.own.term[i].edge : -1;
        e.kept[i] = edge >= 0 ? c.edge[1][edge].value : 0;
    }
    e.driven = by >= 0;
    if (e.driven)
        e.by = addition_to(c, electric, by);
    return e;
}

/* An H edge keeps the rounded value that its field has. */
template <class real>
__device__ static void update_edge(const domain &d, const between &c, int electric, int n,
                                   const fetched_edge &e)
{
    double term[4], weight[4];
    for (int i = 0; i < 4; i++) {
        const double_term &t = e.own.term[i];
        weight[i] = t.weight;
        const bool read = i < e.own.terms && t.edge < 0;
        term[i] = read ? double(field_of<real>(d, t.component)[t.at]) : e.kept[i];
    }
    double value = advanced_edge(e.own.value, e.own.cb, e.own.loss, e.own.terms, weight, term);
    if (e.driven)
        value = with_all<double>(c, e.by, value);
    c.edge[electric][n].value = electric ? value : double(real(value));
    store_value<real>(d, e.own.component, e.own.at, value);
}

template <class real> __device__ static void keep_h_edges(const domain &d, const between &c)
{
    for (int n = int(threadIdx.x); n < c.edges[0]; n += THREADS) {
        double_edge &e = c.edge[0][n];
        e.value = double(field_of<real>(d, e.component)[e.at]);
    }
}

/* ---- ports ---- */

/* Takes the voltages after the step anew: laws have acted on edges of ports. */
template <class real>
__global__ void __launch_bounds__(32)
    meter_ports(const __grid_constant__ domain d, const __grid_constant__ between c,
                const port_meter *kept)
{
    for (int n = 0; n < c.ports; n++) {
        const double after = voltage<real>(d, c, c.port[n]);
        if (threadIdx.x == 0) {
            c.meter[n].mean = 0.5 * (kept[n].before + after);
            c.meter[n].before = after;
        }
    }
}

/* ---- taps ---- */

/* A logged point's address in its field and in the log. */
struct probe_address {
    const void *field; /* NULL: it is not due in this step */
    double *to;
};

template <class real>
__device__ static probe_address address_of(const domain &d, const between &c, int64_t n)
{
    const logged_point p = c.point[n];
    const int64_t clock = *c.clock;
    const real *f = field_of<real>(d, p.component) + p.at;
    return {due(c.tap[p.tap], clock + 1) ? f : nullptr, c.log + clock % c.span * c.record + n};
}

template <class real> __device__ static void log_value(const probe_address &s)
{
    if (s.field)
        *s.to = double(*static_cast<const real *>(s.field));
}

__device__ static void log_ports(const between &c, int from, int stride)
{
    const int64_t clock = *c.clock;
    double *record = c.log + clock % c.span * c.record;
    for (int w = from; w < c.taps; w += stride) {
        const logged_tap t = c.tap[w];
        if (t.port < 0 || !due(t, clock + 1))
            continue;
        record[t.begin] = c.meter[t.port].mean;
        record[t.begin + 1] = c.meter[t.port].current;
    }
}

/* Before it waits for the sweep, every thread fetches what it needs for its first entry of each
 * list, all but the values that the sweep writes. Lists begin at either end of the block, since
 * a warp does one after the other. */
template <class real>
__global__ void __launch_bounds__(THREADS)
    do_between(const __grid_constant__ domain d, const __grid_constant__ between c,
               int electric, int tasks)
{
    pdl_trigger();
    const int me = int(threadIdx.x), back = THREADS - 1 - me, adds = tasks & TASK_SOURCES;
    const int edges = tasks & TASK_EDGES ? c.edges[electric] : 0;
    const int64_t sources = adds ? c.sources[electric] : 0;
    const int64_t points = tasks & TASK_LOG ? c.points : 0;
    const bool ticks = tasks & TASK_CLOCK && back == 0;
    fetched_edge edge;
    addition add;
    probe_address seen;
    int64_t clock = 0;
    if (me < edges)
        edge = fetch_edge(c, electric, adds, me);
    if (back < sources)
        add = addition_to(c, electric, back);
    if (back < points)
        seen = address_of<real>(d, c, back);
    if (ticks)
        clock = *c.clock;
    pdl_wait();

    if (tasks & TASK_PORT_VOLTAGE && me < 32)
#pragma unroll 1
        for (int n = 0; n < c.ports; n++) {
            const double now = voltage<real>(d, c, c.port[n]);
            if (me == 0)
                c.meter[n].before = now;
        }
#pragma unroll 1
    for (int n = me; n < edges; n += THREADS) {
        if (n >= THREADS)
            edge = fetch_edge(c, electric, adds, n);
        update_edge<real>(d, c, electric, n, edge);
    }
    __syncthreads();
#pragma unroll 1
    for (int64_t n = back; n < sources; n += THREADS) {
        if (n >= THREADS)
            add = addition_to(c, electric, n);
        if (add.to.edge < 0)
            add_to<real>(d, c, add);
    }
    __syncthreads();
    if (tasks & TASK_PORTS) {
        apply_ports<real>(d, c, linear_port{signals_now(c)});
        __syncthreads();
        if (tasks & TASK_LOG)
            log_ports(c, me, THREADS);
    }
#pragma unroll 1
    for (int64_t n = back; n < points; n += THREADS)
        log_value<real>(n < THREADS ? seen : address_of<real>(d, c, n));
    if (tasks & TASK_KEEP_H)
        keep_h_edges<real>(d, c);
    if (tasks & TASK_CLOCK)
        __syncthreads();
    if (ticks)
        *c.clock = clock + 1;
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    add_many(const __grid_constant__ domain d, const __grid_constant__ between c, int electric)
{
    for (int64_t n = int64_t(blockIdx.x) * THREADS + threadIdx.x; n < c.sources[electric];
         n += int64_t(gridDim.x) * THREADS)
        add_to<real>(d, c, addition_to(c, electric, n));
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    log_many(const __grid_constant__ domain d, const __grid_constant__ between c)
{
    const int64_t first = int64_t(blockIdx.x) * THREADS + threadIdx.x;
    for (int64_t n = first; n < c.points; n += int64_t(gridDim.x) * THREADS)
        log_value<real>(address_of<real>(d, c, n));
    if (blockIdx.x == 0)
        log_ports(c, int(threadIdx.x), THREADS);
}

template <class real>
__global__ void __launch_bounds__(THREADS)
    reset_edges(const __grid_constant__ domain d, const __grid_constant__ between c)
{
    for (int n = int(threadIdx.x); n < c.edges[1]; n += THREADS) {
        double_edge &e = c.edge[1][n];
        e.value = double(field_of<real>(d, e.component)[e.at]);
    }
}

cudaError_t between_available(void)
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, do_between<float>);
}

static unsigned blocks_for(int64_t count)
{
    const int64_t blocks = (count + THREADS - 1) / THREADS;
    return unsigned(blocks < 65536 ? blocks : 65536);
}

cudaError_t between_launch(const domain *d, const between *c, size_t word, int electric,
                           int tasks, bool after_sweep, cudaStream_t stream)
{
    const auto kernel = word == sizeof(float) ? do_between<float> : do_between<double>;
    if (after_sweep)
        return pdl_launch(kernel, 1, THREADS, 0, stream, *d, *c, electric, tasks);
    return launch_kernel(kernel, 1, THREADS, 0, stream, *d, *c, electric, tasks);
}

cudaError_t between_add_many(const domain *d, const between *c, size_t word, int electric,
                             cudaStream_t stream)
{
    const unsigned blocks = blocks_for(c->sources[electric]);
    if (word == sizeof(float))
        return launch_kernel(add_many<float>, blocks, THREADS, 0, stream, *d, *c, electric);
    return launch_kernel(add_many<double>, blocks, THREADS, 0, stream, *d, *c, electric);
}

cudaError_t between_log_many(const domain *d, const between *c, size_t word,
                             cudaStream_t stream)
{
    const unsigned blocks = blocks_for(c->points > 0 ? c->points : 1); /* the first has ports */
    if (word == sizeof(float))
        return launch_kernel(log_many<float>, blocks, THREADS, 0, stream, *d, *c);
    return launch_kernel(log_many<double>, blocks, THREADS, 0, stream, *d, *c);
}

cudaError_t between_meter(const domain *d, const between *c, size_t word,
                          const port_meter *kept, cudaStream_t stream)
{
    if (word == sizeof(float))
        return launch_kernel(meter_ports<float>, 1, 32, 0, stream, *d, *c, kept);
    return launch_kernel(meter_ports<double>, 1, 32, 0, stream, *d, *c, kept);
}

cudaError_t between_reset_edges(const domain *d, const between *c, size_t word,
                                cudaStream_t stream)
{
    if (word == sizeof(float))
        return launch_kernel(reset_edges<float>, 1, THREADS, 0, stream, *d, *c);
    return launch_kernel(reset_edges<double>, 1, THREADS, 0, stream, *d, *c);
}
