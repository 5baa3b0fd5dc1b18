/* law_cells.cuh: the laws of cells and of fields (yee/law.h): the kernels of steps 1a and 5b of
 * yee/problem.h. Step 3a is done by the sweep. */
#ifndef CUDA_LAW_CELLS_CUH
#define CUDA_LAW_CELLS_CUH

#include "law_means.cuh"
#include "law_pure.cuh"
#include "pdl.cuh"
#include "place.cuh"

/* The laws of V columns of cells from (j, k) on, plane by plane. */
template <class real, int V, bool FIELDS> struct cell_columns {
    const domain &d;
    const law_tables &t;
    const cell_tables &x;
    edge_values<real, V, FIELDS> e;
    int k;
    unsigned in;           /* bit v: column v has cells of the box */
    int64_t up;            /* to the row of edges above */
    pack<real, V> kept[2]; /* sums of the plane of edges below, of components 1 and 2 */

    __device__ inline cell_columns(const domain &domain, const law_tables &tables,
                                   const cell_tables &cells, int j, int first)
        : d(domain), t(tables), x(cells), e{domain, tables}, k(first), in(0),
          up(cell_up(domain, 1, j))
    {
        for (int v = 0; v < V && j >= x.from[1] && j < x.to[1]; v++)
            in |= unsigned(k + v >= x.from[2] && k + v < x.to[2]) << v;
    }

    /* at: the columns in the first plane that is to come. */
    __device__ inline void begin(int64_t at)
    {
        kept[0] = e.along_z(1, at);
        kept[1] = e.along_y(2, at, up);
    }

    /* Plane i, after i - 1. */
    __device__ inline void step(int i, int64_t at)
    {
        const int64_t over = at + cell_up(d, 0, i);
        const pack<real, V> low = e.along_z(0, at), high = e.along_z(0, at + up);
        const pack<real, V> next[2] = {e.along_z(1, over), e.along_y(2, over, up)};
        pack<real, V> mean[3]; /* of the problem's components */
        for (int v = 0; v < V; v++) {
            mean[law_component(0)].v[v] = real(0.25) * (low.v[v] + high.v[v]);
            for (int n = 0; n < 2; n++)
                mean[law_component(n + 1)].v[v] = real(0.25) * (kept[n].v[v] + next[n].v[v]);
        }
        kept[0] = next[0];
        kept[1] = next[1];
        act(at, mean);
        const int last = d.cells[2] - 1 - k;
        if (d.periodic & 4 && last >= 0 && last < V && in >> last & 1) {
            real *state = static_cast<real *>(x.state) + at + last;
            for (int c = 0; c < 3; c++)
                state[c * x.words - d.cells[2]] = state[c * x.words];
        }
    }

    template <int N, class coefficients>
    __device__ inline void run(const law_entry &own, const coefficients &few,
                               const pack<real, N> (&mean)[3], int64_t at, unsigned mask)
    {
        law_cells_of<N>(own.text, few, static_cast<const real *>(t.cell_param) + own.param,
                        law_signals(t) + own.signal, mean, static_cast<real *>(x.state) + at,
                        x.words, mask);
    }

    __device__ inline law_fetched<real> fetched(const law_entry &own) const
    {
        return {static_cast<const real *>(t.cell_param) + own.param};
    }

    /* Cells of one law go together. */
    __device__ inline void act(int64_t at, const pack<real, V> (&mean)[3])
    {
        unsigned use[V];
        bool one = in == (1u << V) - 1;
        if (!x.use) {
            run(x.alone, law_of_all<real>{x.few}, mean, at, in);
            return;
        }
        for (int v = 0; v < V; v++) {
            use[v] = in >> v & 1 ? x.use[at + v] : 0;
            one = one && use[v] == use[0];
        }
        if (one && use[0]) {
            const law_entry own = x.entry[use[0] - 1];
            run(own, fetched(own), mean, at, in);
            return;
        }
        for (int v = 0; v < V; v++)
            if (use[v]) {
                const law_entry own = x.entry[use[v] - 1];
                const pack<real, 1> of_one[3] = {
                    {{mean[0].v[v]}}, {{mean[1].v[v]}}, {{mean[2].v[v]}}};
                run(own, fetched(own), of_one, at + v, 1);
            }
    }
};

/* The laws of V cells from (j, k) on in planes [i0, i1). */
template <class real, int V, bool FIELDS>
__device__ inline void march_cells(const domain &d, const law_tables &t, const cell_tables &x,
                                   const place &p)
{
    cell_columns<real, V, FIELDS> columns(d, t, x, p.j, p.k);
    int64_t at = p.i0 * d.plane + int64_t(p.j) * d.pitch + p.k;
    pdl_wait();
    pdl_trigger();
    columns.begin(at);
    for (int i = p.i0; i < p.i1; i++, at += d.plane)
        columns.step(i, at);
}

enum { CELL_BLOCKS = CELL_POINTS == 1 ? 8 : 6 }; /* of a processor */

#ifdef LAW_WITH_H
/* Laws of cells as a part of the sweep of H, which reads E about cells anyway: step 1a. */
struct laws_with_h : no_laws {
    const law_tables &t;

    __device__ inline laws_with_h(const law_tables &tables) : t(tables) {}

    template <class real, int V> struct currents {
        cell_columns<real, V, false> columns;
        int first;

        __device__ inline currents(const domain &d, const laws_with_h &law, int i0, int j,
                                   int k)
            : columns(d, law.t, law.t.cells, j, k), first(max(i0, law.t.cells.from[0]))
        {
        }
        __device__ inline void take(int, int64_t, real (&)[3][V]) {}
        __device__ inline void after(int i, int64_t at)
        {
            const cell_tables &x = columns.x;
            if (!columns.in || i < x.from[0] || i >= x.to[0])
                return;
            if (i == first)
                columns.begin(at);
            columns.step(i, at);
        }
    };
};

extern "C" __global__ void __launch_bounds__(TILE, blocks_of(H_POINTS, ANY_SECTIONS, H_BORDERS))
    law_sweep_h(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                const __grid_constant__ part p, int planes)
{
    sweep_tile<run_real, H_POINTS, false, H_IDS, H_SECTIONS, H_BORDERS>(d, p, planes,
                                                                        laws_with_h{t});
}
#elif defined LAW_CELLS
extern "C" __global__ void __launch_bounds__(TILE, CELL_BLOCKS)
    law_cells(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ part p, int planes)
{
    const place x = place_of<CELL_POINTS>(p, int(blockIdx.x), planes);
    if (x.in)
        march_cells<run_real, CELL_POINTS, false>(d, t, t.cells, x);
}
#endif

#ifdef LAW_FIELDS
extern "C" __global__ void __launch_bounds__(TILE, CELL_BLOCKS)
    law_field_cells(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                    const __grid_constant__ part p, int planes)
{
    const place x = place_of<CELL_POINTS>(p, int(blockIdx.x), planes);
    if (x.in)
        march_cells<run_real, CELL_POINTS, true>(d, t, t.field_cells, x);
}

/* Points of edges of fields among V from (j, k) on in plane i, those that are updated. */
template <int V>
__device__ inline unsigned field_points(const domain &d, const field_tables &f, int c, int i,
                                        int j, int k, int64_t at)
{
    unsigned on = 0;
    if (!f.linear[c] || !inside(d, c, 0, i) || !inside(d, c, 1, j))
        return 0;
    for (int v = 0; v < V; v++)
        on |= unsigned(inside(d, c, 2, k + v)) << v;
    if (!f.part[c])
        return on;
    const pack<uint16_t, V> number = load<V>(f.part[c] + at);
    for (int v = 0; v < V; v++)
        on &= ~(unsigned(number.v[v] == 0) << v);
    return on;
}

/* E of V edges of fields in each component from L and the means of what laws have made of it. */
template <int V>
__device__ inline void join_at(const domain &d, const field_tables &f, int i, int j, int k,
                               int64_t at, const pack<run_real, V> (&mean)[3])
{
    for (int c = 0; c < 3; c++) {
        const unsigned on = field_points<V>(d, f, c, i, j, k, at);
        if (!on)
            continue;
        const pack<run_real, V> factor = field_factors<run_real, V>(f, c, at, 1);
        pack<run_real, V> e = load<V>(static_cast<const run_real *>(f.linear[c]) + at);
        for (int v = 0; v < V; v++)
            e.v[v] = fma(factor.v[v], mean[c].v[v], e.v[v]);
        store<V>(field_of<run_real>(d, c) + at, e, on);
        for (int v = 0; d.periodic && v < V; v++)
            if (const int position[3] = {i, j, k + v}; on >> v & 1)
                mirror(d, c, position, at + v, e.v[v]);
    }
}

extern "C" __global__ void __launch_bounds__(TILE, CELL_BLOCKS)
    law_join(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
             const __grid_constant__ part p, int planes)
{
    constexpr int V = CELL_POINTS;
    const place x = place_of<V>(p, int(blockIdx.x), planes);
    if (!x.in)
        return;
    pdl_wait();
    pdl_trigger();
    edge_means<run_real, V> means(d, t, t.field_cells, x.j, x.k);
    int64_t at = x.i0 * d.plane + int64_t(x.j) * d.pitch + x.k;
    means.start(x.i0, at);
    for (int i = x.i0; i < x.i1; i++, at += d.plane) {
        pack<run_real, V> mean[3];
        if (means.next(i, at, mean))
            join_at<V>(d, t.fields, i, x.j, x.k, at, mean);
    }
}

#ifdef LAW_PURE
/* law_field_cells and law_join at once. The plane before the first one is a turn of its own. */
extern "C" __global__ void __launch_bounds__(TILE, PURE_BLOCKS)
    law_join_pure(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                  const __grid_constant__ part p, int planes)
{
    constexpr int V = CELL_POINTS;
    const place x = place_of<V>(p, int(blockIdx.x), planes);
    if (!x.in)
        return;
    pdl_wait();
    pdl_trigger();
    edge_means<run_real, V, made_cells<run_real, V>> means(d, t, t.field_cells, x.j, x.k);
    int64_t at = x.i0 * d.plane + int64_t(x.j) * d.pitch + x.k;
    const int64_t down = cell_down(d, 0, x.i0);
    at += down;
#pragma unroll 1
    for (int i = x.i0 - 1; i < x.i1; i++) {
        const bool before = i < x.i0;
        const int plane = before && i < 0 && d.periodic & 1 ? d.cells[0] - 1 : i;
        pack<run_real, V> mean[3];
        if (plane >= 0 && means.next(plane, at, mean) && !before)
            join_at<V>(d, t.fields, i, x.j, x.k, at, mean);
        at += before ? -down : d.plane;
    }
}
#endif

/* L of component c becomes what its field has. */
extern "C" __global__ void __launch_bounds__(TILE)
    law_keep(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
             const __grid_constant__ part p, int planes, int c)
{
    const place x = place_of<1>(p, int(blockIdx.x), planes);
    for (int i = x.i0; x.in && i < x.i1; i++) {
        const int64_t at = i * d.plane + int64_t(x.j) * d.pitch + x.k;
        if (!field_points<1>(d, t.fields, c, i, x.j, x.k, at))
            continue;
        const int position[3] = {i, x.j, x.k};
        run_real *linear = static_cast<run_real *>(t.fields.linear[c]);
        linear[at] = field_of<run_real>(d, c)[at];
        mirror_in(d, linear, c, position, at, linear[at]);
    }
}

/* Edges of fields with sources or ports: their field is L while these act (enter), then L is what
 * these have made of it. */
extern "C" __global__ void __launch_bounds__(THREADS)
    law_guests(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
               int enter)
{
    const int n = int(blockIdx.x) * THREADS + int(threadIdx.x);
    if (n >= t.guests)
        return;
    const field_guest g = t.guest[n];
    run_real *linear = static_cast<run_real *>(t.fields.linear[g.component]);
    run_real *field = field_of<run_real>(d, g.component);
    const int64_t row = g.at / d.pitch;
    const int position[3] = {int(row / d.rows), int(row % d.rows), int(g.at % d.pitch)};
    if (enter) {
        field[g.at] = linear[g.at];
        return;
    }
    linear[g.at] = field[g.at];
    mirror_in(d, linear, g.component, position, g.at, linear[g.at]);
}
#endif

/* ---- energy ---- */

#ifdef LAW_CELLS_HELD
/* The mean of a component over the edges of cell (i, j, k), V/m. */
__device__ inline double cell_mean(const domain &d, const law_tables &t, int c, int i, int j,
                                   int64_t at)
{
    const edge_values<run_real, 1, false> e{d, t};
    const int64_t up[2] = {cell_up(d, 0, i), cell_up(d, 1, j)};
    const int64_t a = c == 0 ? up[1] : up[0], b = c == 2 ? up[1] : d.stride[2];
    const auto value = [&](int64_t n) { return double(e.template get<1>(c, n).v[0]); };
    return 0.25 * ((value(at) + value(at + b)) + (value(at + a) + value(at + a + b)));
}

/* Energy that cell (i, j, k) of a table holds (J); 0: it has no law. mean: its law asks for E. */
__device__ inline double cell_held(const domain &d, const law_tables &t, const cell_tables &x,
                                   bool mean, int i, int j, int k, int64_t at)
{
    if (i < x.from[0] || i >= x.to[0] || j < x.from[1] || j >= x.to[1] || k < x.from[2] ||
        k >= x.to[2] || (x.use && !x.use[at]))
        return 0;
    const law_entry own = x.use ? x.entry[x.use[at] - 1] : x.alone;
    const double volume =
        d.line[0][HALF].width[i] * d.line[1][HALF].width[j] * d.line[2][HALF].width[k];
    double e[3] = {0, 0, 0};
    for (int c = 0; mean && c < 3; c++)
        e[law_component(c)] = cell_mean(d, t, c, i, j, at);
    return volume * law_cell_energy(own.text, t.cell_exact + own.param, e,
                                    static_cast<const run_real *>(x.state) + at, x.words);
}

/* Energy that cells with laws of cells hold (J). */
extern "C" __global__ void __launch_bounds__(TILE)
    law_cell_energy_of(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                       const __grid_constant__ part all, int planes, yee_sum *slots)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    exact_sum sum;
    exact_begin();
    for (int i = p.i0; p.in && i < p.i1; i++)
        sum += cell_held(d, t, t.cells, true, i, p.j, p.k,
                         i * d.plane + int64_t(p.j) * d.pitch + p.k);
    exact_end(sum, slots, int(blockIdx.x));
}
#endif

#ifdef LAW_FIELDS
/* What edges of fields hold beside E*E (J): L*E is in its place; and what cells hold beside that. */
extern "C" __global__ void __launch_bounds__(TILE)
    law_field_energy_of(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                        const __grid_constant__ part all, int planes, yee_sum *slots)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    exact_sum sum;
    exact_begin();
    for (int i = p.i0; p.in && i < p.i1; i++) {
        const int64_t at = i * d.plane + int64_t(p.j) * d.pitch + p.k;
#ifdef LAW_CELLS_HELD
        sum += cell_held(d, t, t.field_cells, false, i, p.j, p.k, at);
#endif
        for (int c = 0; c < 3; c++) {
            const int x[3] = {i, p.j, p.k};
            if (!field_points<1>(d, t.fields, c, i, p.j, p.k, at))
                continue;
            const double e = double(field_of<run_real>(d, c)[at]);
            const double l = double(static_cast<const run_real *>(t.fields.linear[c])[at]);
            sum += point_volume<run_real>(d, c, x) * d.energy[medium_at<ANY_IDS>(d, c, at)] *
                   e * (l - e);
        }
    }
    exact_end(sum, slots, int(blockIdx.x));
}
#endif

#endif
