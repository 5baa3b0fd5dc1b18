/* shared_boxes.cu: all steps of a pass in a box around sources and probes, in shared memory.
 *
 * Boxes shrink: where a box ends within the grid, its outermost cells lack neighbours, and each
 * half step does a cell less on that side. At walls they have a cell of zeros more, as arrays do. All
 * of a half step is done by all threads: the sweep, then edges beside sources, then sources, then
 * logged points; the sums are those of sweep.cuh and between.cu, in the same order, so that bits are
 * those of single steps. */
#include "../../engine/pdl.cuh"
#include "shared_lists.cuh"
#include "shared_sweep.cuh"
#include <cuda_pipeline.h>

enum { PUTTERS = 256 }; /* threads of a block that copies results */

/* Asks for fields and psi; planes and rows beyond the arrays are zeros, as words behind rows are. */
template <class real, bool LAYERS>
__device__ static void fetch(const shared_state<real> &m, const domain &from, const int *nodes)
{
    constexpr int UNIT = 16 / sizeof(real);
    const box_layout &b = m.layout;
    cell_range r;
    for (int a = 0; a < 3; a++) {
        r.from[a] = a == 2 ? 0 : b.low[a];
        r.to[a] = r.from[a] + (a == 2 ? b.count[a] / UNIT : b.count[a]);
    }
    by_columns(r, [&](int i0, int i1, int j, int n) {
        const int k = b.low[2] + n * UNIT;
        const bool on = j >= 0 && j < nodes[1];
        int64_t offset = i0 * from.plane + int64_t(j) * from.pitch + k;
        real *to = m.word + b.place(i0, j, k);
        for (int i = i0; i < i1; i++, offset += from.plane, to += b.count[1] * b.count[2]) {
            const bool there = on && i >= 0 && i < nodes[0];
#pragma unroll
            for (int c = 0; c < 6; c++)
                if (there)
                    __pipeline_memcpy_async(to + c * b.size, field_of<real>(from, c) + offset,
                                            16);
                else
                    for (int v = 0; v < UNIT; v++)
                        to[c * b.size + v] = 0;
        }
    });
    for (int a = 0; a < 3; a++) {
        r.from[a] = m.box.from[a];
        r.to[a] = m.box.to[a];
    }
    if (LAYERS)
        by_columns(r, [&](int i0, int i1, int j, int k) {
            for (int i = i0; i < i1; i++) {
                const int x[3] = {i, j, k};
                for_psi<real>(m.box, from, x, [&](int c, int a, const real *there) {
                    int n;
                    m.in_layer(a, x[a], &n);
                    __pipeline_memcpy_async(m.psi(c, a, n, x), there, sizeof(real));
                });
            }
        });
    __pipeline_commit();
}

/* The cells of a box that are kept, and the place of one in the result. */
__device__ static cell_range kept_cells(const shared_box &b)
{
    cell_range r;
    for (int a = 0; a < 3; a++) {
        r.from[a] = b.keep_from[a];
        r.to[a] = b.keep_to[a];
    }
    return r;
}
__device__ static int result_place(const shared_box &b, const int (&x)[3])
{
    const int rows = b.keep_to[1] - b.keep_from[1], columns = b.keep_to[2] - b.keep_from[2];
    return b.first + ((x[0] - b.keep_from[0]) * rows + x[1] - b.keep_from[1]) * columns + x[2] -
           b.keep_from[2];
}

template <class real, bool LAYERS>
__device__ static void keep(const shared_state<real> &m, const domain &d, const shared_boxes &s)
{
    real *const result = static_cast<real *>(s.result);
    by_columns(kept_cells(m.box), [&](int i0, int i1, int j, int k) {
        for (int i = i0; i < i1; i++) {
            const int x[3] = {i, j, k}, n = result_place(m.box, x);
            for (int c = 0; c < 6; c++)
                result[c * s.cells + n] = m.field(c, x);
            if (LAYERS)
                for_psi<real>(m.box, d, x, [&](int c, int a, const real *) {
                    int p;
                    m.in_layer(a, x[a], &p);
                    result[(6 + psi_number(c, a)) * s.cells + n] = *m.psi(c, a, p, x);
                });
        }
    });
}

/* A block a box and a plane of it. */
template <class real>
__global__ void __launch_bounds__(PUTTERS)
    put_boxes(const __grid_constant__ domain to, const __grid_constant__ shared_boxes s)
{
    const shared_box &b = s.box[blockIdx.x];
    const real *const result = static_cast<const real *>(s.result);
    const int i = b.keep_from[0] + int(blockIdx.y);
    const int columns = b.keep_to[2] - b.keep_from[2],
              all = (b.keep_to[1] - b.keep_from[1]) * columns;
    if (b.first < 0 || i >= b.keep_to[0])
        return;
    pdl_wait();
    for (int m = int(threadIdx.x); m < 6 * all; m += PUTTERS) {
        const int c = m / all, x[3] = {i, b.keep_from[1] + m % all / columns,
                                       b.keep_from[2] + m % all % columns};
        if (inside(to, c, 0, i) && inside(to, c, 1, x[1]) && inside(to, c, 2, x[2]))
            field_of<real>(to, c)[i * to.plane + int64_t(x[1]) * to.pitch + x[2]] =
                result[c * s.cells + result_place(b, x)];
        if (s.layers && c == 0)
            for_psi<real>(b, to, x, [&](int e, int a, real *there) {
                *there = result[(6 + psi_number(e, a)) * s.cells + result_place(b, x)];
            });
    }
}

/* signals: of the step; nullptr: nothing acts. */
template <class real, bool LAYERS, bool ELECTRIC>
__device__ static void half_step(const shared_state<real> &m, const shared_boxes &s, int step,
                                 kept_edge &edge, kept_source &source, const double *signals)
{
    if (ELECTRIC)
        fetch_signal(source, signals);
    else {
        note_edges(m, edge);
        __syncthreads();
    }
    sweep_box<real, ELECTRIC, LAYERS>(m, right_cells<ELECTRIC>(m.box, s.end, step));
    __syncthreads();
    advance_edge(m, edge, ELECTRIC);
    other_edges(m, [&](const kept_edge &e) { advance_edge(m, e, ELECTRIC); });
    __syncthreads();
    if (signals && m.c.sources[ELECTRIC] > 0) {
        add_sources<real, ELECTRIC>(m, source, signals);
        __syncthreads();
    }
}

template <class real, bool LAYERS>
__global__ void __launch_bounds__(WORKERS, 1)
    do_boxes(const __grid_constant__ domain from, const __grid_constant__ between c,
             const __grid_constant__ shared_boxes s, int acts)
{
    extern __shared__ __align__(128) unsigned char bytes[];
    const shared_box &box = s.box[blockIdx.x];
    const box_layout layout = layout_of<real>(box, s.end);
    real *const words = reinterpret_cast<real *>(bytes); /* edges lie behind those of any box */
    const shared_state<real> m = {
        from, c, box, layout, words, reinterpret_cast<double *>(words + (s.words + 1) / 2 * 2)};
    const int me = int(threadIdx.x);
    fetch<real, LAYERS>(m, from, s.nodes);
    const int64_t clock = *c.clock;
    for (int n = me; n < c.edges[1]; n += WORKERS)
        m.edge[n] = c.edge[1][n].value;
    kept_edge edge = edge_of(m, me);
    kept_source source = source_of(m, 1, me);
    const kept_point point = point_of(m, WORKERS - 1 - me, clock, s.steps);
    int slot = int(clock % c.span);
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int n = 0; n < s.steps; n++, slot = slot + 1 < c.span ? slot + 1 : 0) {
        const double *signals = acts ? c.signals + slot * c.values : nullptr;
        half_step<real, LAYERS, false>(m, s, n, edge, source, signals);
        half_step<real, LAYERS, true>(m, s, n, edge, source, signals);
        double *const record = c.log + slot * c.record;
        if (acts)
            log_point(m, point, n, record);
        for (int64_t k = me + WORKERS; k < c.points && acts; k += WORKERS)
            log_point(m, point_of(m, int(k), clock, s.steps), n, record);
    }
    if (acts) {
        store_edge(m, edge);
        other_edges(m, [&](const kept_edge &e) { store_edge(m, e); });
    }
    if (box.first >= 0)
        keep<real, LAYERS>(m, from, s);
    __syncthreads();
    if (me == 0 && acts) {
        __threadfence();
        if (atomicAdd(s.done, 1u) + 1 == gridDim.x) {
            *s.done = 0;
            *c.clock = clock + s.steps;
        }
    }
}

typedef void (*box_kernel)(domain, between, shared_boxes, int);

static box_kernel kernel_of(size_t word, bool layers)
{
    if (word == sizeof(float))
        return layers ? do_boxes<float, true> : do_boxes<float, false>;
    return layers ? do_boxes<double, true> : do_boxes<double, false>;
}

cudaError_t shared_boxes_most(size_t word, size_t *bytes)
{
    int device = 0, most = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    for (int layers = 0; layers < 2 && error == cudaSuccess; layers++)
        error = cudaFuncSetAttribute(kernel_of(word, layers),
                                     cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    *bytes = size_t(most);
    return error;
}

cudaError_t shared_boxes_launch(const domain *from, const between *c, const shared_boxes *s,
                                size_t word, int acts, cudaStream_t stream)
{
    return launch_kernel(kernel_of(word, s->layers), unsigned(s->count), WORKERS,
                         shared_box_bytes(s->words, c->edges[1], word), stream, *from, *c, *s,
                         acts);
}

cudaError_t shared_boxes_put(const domain *to, const shared_boxes *s, size_t word,
                             cudaStream_t stream)
{
    int planes = 0;
    for (int n = 0; n < s->count; n++)
        planes = max(planes, s->box[n].keep_to[0] - s->box[n].keep_from[0]);
    return launch_kernel(word == sizeof(float) ? put_boxes<float> : put_boxes<double>,
                         dim3(unsigned(s->count), unsigned(planes)), PUTTERS, 0, stream, *to,
                         *s);
}
