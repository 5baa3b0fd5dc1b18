/* law_kernels.cuh: the kernels of a problem that has laws. They are compiled when it is planned,
 * with the laws' texts (compile/law_source.c), by NVRTC. That source comes first and defines
 *
 *     run_real                 float or double, of the run
 *     law_edges(text, ...)     a law's step of neighbouring edges
 *     law_energy(text, ...)    what a law holds, where LAW_HELD is defined
 *     SWEEP_POINTS, SWEEP_IDS, SWEEP_SECTIONS, SWEEP_BORDERS    template arguments of the sweep
 *     LAW_NUMBERS              words and maps of an edge, at most
 *     LAW_ALONE                these where there is one law, else 0
 *     LAW_LATE                 where some edges have a source or a port
 *     LAW_BOXES                where steps are done in boxes, too (boxes.cuh)
 *     LAW_EDGES, LAW_CELLS, LAW_FIELDS, LAW_MAGNETS    where there are laws of these forms, with
 *                              law_cells_of(text, ...), a step of neighbouring cells
 *     LAW_CELLS_HELD           with law_cell_energy(text, ...), what a cell holds
 *     CELL_POINTS              cells of a thread in a row
 *     LAW_WITH_H               where laws of cells are a part of the sweep of H, whose template
 *                              arguments are H_POINTS, H_IDS, H_SECTIONS, H_BORDERS
 *     LAW_ROTATION             the plan's axis that x of the problem is
 *
 * A sweep of E is that of sweep.cuh with the law called where E is written: where no edge has a
 * source or a port, step 5a of yee/problem.h is a part of step 3. */
#ifndef CUDA_LAW_KERNELS_CUH
#define CUDA_LAW_KERNELS_CUH

#include "boxes.cuh"
#include "exact_sum.cuh"
#include "law_access.cuh"

/* The number of a late edge, -1: it is none. */
__device__ inline int late_find(const law_tables &t, int c, int64_t row, int64_t at)
{
    if (!t.late_begin[c])
        return -1;
    int low = t.late_begin[c][row];
    const int end = t.late_begin[c][row + 1];
    for (int high = end; low < high;) {
        const int middle = (low + high) / 2;
        if (t.late[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && t.late[low].at == at ? low : -1;
}

/* A point's words and maps: at from[0], from[pitch], ... */
template <class real> struct law_numbers {
    real *from;
    int64_t pitch;
};

template <class real>
__device__ inline law_numbers<real> law_numbers_at(const law_tables &t, int c, int64_t row,
                                                   int k, int64_t at)
{
    real *state = static_cast<real *>(t.state[c]);
    if (!t.row[c])
        return {state + at, t.state_words};
    const state_row r = t.row[c][row];
    return {state + r.first + (k - r.begin), r.width};
}

/* Words and maps of V edges, fetched as they are asked for, or before. */
template <class real, int V> struct law_stored {
    __device__ inline pack<real, V> get(int n, const real *from, int64_t pitch) const
    {
        return load<V>(from + n * pitch);
    }
};
template <class real, int V> struct law_ahead {
    const pack<real, V> *all;

    __device__ inline pack<real, V> get(int n, const real *, int64_t) const { return all[n]; }
};

#if defined LAW_CELLS || defined LAW_FIELDS || defined LAW_MAGNETS
#include "law_cells.cuh"
#endif
#ifdef LAW_MAGNETS
#include "law_magnets.cuh"
#endif

/* Laws, which march() calls with every E that it is about to write. Points of one medium go
 * together: their law is looked up once, and the steps of each fill the other ones' waits. */
template <class real, int IDS> struct march_laws {
    static constexpr bool ACTS = true;
#ifdef LAW_FIELDS
    static constexpr bool FIELDS = true;
#else
    static constexpr bool FIELDS = false;
#endif
    /* Words and maps of an edge that are fetched with the fields: where all edges have one law. */
    static constexpr int AHEAD = IDS == 0 ? LAW_ALONE : 0;
    const law_tables &t;

    template <int V>
    __device__ inline void fetch(int c, int64_t at, pack<real, V> (&words)[AHEAD + 1]) const
    {
        for (int n = 0; n < AHEAD; n++)
            if (t.alone[c].text >= 0)
                words[n] =
                    load<V>(static_cast<const real *>(t.state[c]) + at + n * t.state_words);
    }

#ifdef LAW_CELLS
    /* Step 3a: a curl loses the mean current of the cells around its edge. */
    template <class type, int V> struct currents {
        edge_means<type, V> means;

        __device__ inline currents(const domain &d, const march_laws &law, int i0, int j, int k)
            : means(d, law.t, law.t.cells, j, k)
        {
            means.start(i0, i0 * d.plane + int64_t(j) * d.pitch + k);
        }
        __device__ inline void take(int i, int64_t at, type (&q)[3][V])
        {
            pack<type, V> mean[3];
            if (means.next(i, at, mean))
                for (int c = 0; c < 3; c++)
                    for (int v = 0; v < V; v++)
                        q[c][v] -= mean[c].v[v];
        }
        __device__ inline void after(int, int64_t) {}
    };
#else
    template <class type, int V> struct currents : no_laws::currents<type, V> {
        __device__ inline currents(const domain &d, const march_laws &, int i0, int j, int k)
            : no_laws::currents<type, V>(d, {}, i0, j, k)
        {
        }
    };
#endif

#ifdef LAW_FIELDS
    /* Points of edges of fields among V. */
    template <int V>
    __device__ inline unsigned of_fields(int c, int i, int j, int k, int64_t at) const
    {
        const field_tables &f = t.fields;
        const cell_tables &x = t.field_cells;
        unsigned on = 0;
        if (!f.linear[c] || !f.part[c])
            return f.linear[c] ? (1u << V) - 1 : 0;
        if (i < x.from[0] || i > x.to[0] || j < x.from[1] || j > x.to[1] ||
            k + V <= x.from[2] || k > x.to[2])
            return 0;
        const pack<uint16_t, V> number = load<V>(f.part[c] + at);
        for (int v = 0; v < V; v++)
            on |= unsigned(number.v[v] != 0) << v;
        return on;
    }

    /* The old fields of V points, of edges of fields L: one load, where all are such edges or none,
     * for a second one into its registers would wait for it. */
    template <int V>
    __device__ inline pack<real, V> fetch_linear(const domain &d, int c, int i, int j, int k,
                                                 int64_t at, unsigned &linear) const
    {
        const real *l = static_cast<const real *>(t.fields.linear[c]);
        linear = of_fields<V>(c, i, j, k, at);
        const bool all = linear == (1u << V) - 1;
        pack<real, V> old = load_of<V>(d, c, all ? l : field_of<real>(d, c), at);
        if (linear != 0 && !all)
            for (int v = 0; v < V; v++)
                old.v[v] = linear >> v & 1 ? l[at + v] : old.v[v];
        return old;
    }

    template <int V>
    __device__ inline void store_linear(const domain &d, int c, int i, int j, int k, int64_t at,
                                        unsigned linear, const pack<real, V> &value,
                                        bool borders) const
    {
        real *l = static_cast<real *>(t.fields.linear[c]);
        if (linear == 0)
            return;
        store<V>(l + at, value, linear);
        for (int v = 0; borders && d.periodic && v < V; v++)
            if (const int position[3] = {i, j, k + v}; linear >> v & 1)
                mirror_in(d, l, c, position, at + v, value.v[v]);
    }
#endif

    template <int V, class words>
    __device__ inline void along(int c, const law_entry &e, int64_t row, int k, int64_t at,
                                 const pack<real, V> &old, const words &held,
                                 pack<real, V> &x) const
    {
        const law_numbers<real> n = law_numbers_at<real>(t, c, row, k, at);
        const real *p = static_cast<const real *>(t.param) + e.param;
        const double *signals = law_signals(t) + e.signal;
        if constexpr (IDS == 0)
            law_edges<V>(e.text, law_given<real>{t, c}, held, p, signals, old, x, n.from,
                         n.pitch);
        else
            law_edges<V>(e.text, law_fetched<real>{p}, held, p, signals, old, x, n.from,
                         n.pitch);
    }

    /* Whether a point is a late edge, which keeps E^; the old field is kept for it. */
    __device__ inline bool late(int c, int64_t row, int64_t at, real old) const
    {
#ifdef LAW_LATE
        const int n = late_find(t, c, row, at);
        if (n >= 0)
            t.late[n].old = double(old);
        return n >= 0;
#else
        return false;
#endif
    }

    __device__ inline bool none_late(int c, int64_t row) const
    {
#ifdef LAW_LATE
        return !t.late_begin[c] || t.late_begin[c][row] == t.late_begin[c][row + 1];
#else
        return true;
#endif
    }

    /* The points of `mask` among V. */
    template <int V>
    __device__ inline void act(int c, const unsigned (&medium)[V], int64_t row, int k,
                               int64_t at, unsigned mask, const pack<real, V> &old,
                               const pack<real, V> (&ahead)[AHEAD + 1], pack<real, V> &x) const
    {
#ifndef LAW_EDGES
        return;
#endif
        const auto entry = [&](int v) {
            return IDS == 0 ? t.alone[c] : law_entry_of(t, c, medium[v]);
        };
        bool one = V > 1 && mask == (1u << V) - 1;
        for (int v = 1; v < V && IDS != 0; v++)
            one = one && medium[v] == medium[0];
        const law_entry first = entry(0);
        if (one && first.text < 0)
            return;
        if (one && none_late(c, row)) {
            if constexpr (AHEAD > 0)
                along(c, first, row, k, at, old, law_ahead<real, V>{ahead}, x);
            else
                along(c, first, row, k, at, old, law_stored<real, V>{}, x);
            return;
        }
        for (int v = 0; v < V; v++) {
            const law_entry e = entry(v);
            if (!(mask >> v & 1) || e.text < 0 || late(c, row, at + v, old.v[v]))
                continue;
            const pack<real, 1> was = {{old.v[v]}};
            pack<real, 1> is = {{x.v[v]}};
            along(c, e, row, k + v, at + v, was, law_stored<real, 1>{}, is);
            x.v[v] = is.v[0];
        }
    }
};

/* Words of laws, and what cells have, take registers as sections do. */
#if defined LAW_CELLS
constexpr int LAW_SECTIONS = ANY_SECTIONS;
#else
constexpr int LAW_SECTIONS = LAW_NUMBERS > 0 ? ANY_SECTIONS : SWEEP_SECTIONS;
#endif

extern "C" __global__ void __launch_bounds__(TILE, blocks_of(SWEEP_POINTS, LAW_SECTIONS,
                                                             SWEEP_BORDERS))
    law_sweep(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ part p, int planes)
{
    sweep_tile<run_real, SWEEP_POINTS, true, SWEEP_IDS, SWEEP_SECTIONS, SWEEP_BORDERS>(
        d, p, planes, march_laws<run_real, SWEEP_IDS>{t});
}

#ifdef LAW_BOXES
extern "C" __global__ void __launch_bounds__(TILE, blocks_of(1, ANY_SECTIONS, DIRECT_BORDERS))
    law_boxes(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ stepwise_boxes where)
{
    sweep_boxes<run_real, true>(d, where, march_laws<run_real, ANY_IDS>{t});
}
#endif

#ifdef LAW_LATE
extern "C" __global__ void __launch_bounds__(THREADS)
    law_late(const __grid_constant__ domain d, const __grid_constant__ law_tables t)
{
    const int n = int(blockIdx.x) * THREADS + int(threadIdx.x);
    if (n >= t.lates)
        return;
    const late_edge late = t.late[n];
    const int c = late.component, k = int(late.at % d.pitch);
    const int64_t row = late.at / d.pitch;
    const law_entry e = law_entry_of(t, c, medium_at<ANY_IDS>(d, c, late.at));
    const law_numbers<run_real> own = law_numbers_at<run_real>(t, c, row, k, late.at);
    run_real *field = field_of<run_real>(d, c) + late.at;
    const run_real *p = static_cast<const run_real *>(t.param) + e.param;
    const pack<run_real, 1> old = {{run_real(late.old)}};
    pack<run_real, 1> x = {{*field}};
    law_edges<1>(e.text, law_fetched<run_real>{p}, law_stored<run_real, 1>{}, p,
                 law_signals(t) + e.signal, old, x, own.from, own.pitch);
    *field = x.v[0];
    const int position[3] = {int(row / d.rows), int(row % d.rows), k};
    if (d.periodic)
        mirror(d, c, position, late.at, x.v[0]);
}

#endif

#ifdef LAW_HELD
/* Energy that the laws hold (J). */
extern "C" __global__ void __launch_bounds__(TILE)
    law_energy_of(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                  const __grid_constant__ part all, int planes, yee_sum *slots)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    exact_sum sum;
    exact_begin();
    for (int i = p.i0; p.in && i < p.i1; i++)
        for (int c = 0; c < 3; c++) {
            const int x[3] = {i, p.j, p.k};
            if (!inside(d, c, 0, i) || !inside(d, c, 1, p.j) || !inside(d, c, 2, p.k))
                continue;
            const int64_t row = int64_t(i) * d.rows + p.j, at = row * d.pitch + p.k;
            const unsigned medium = medium_at<ANY_IDS>(d, c, at);
            const law_entry e = law_entry_of(t, c, medium);
            if (e.text < 0)
                continue;
            const law_numbers<run_real> own = law_numbers_at<run_real>(t, c, row, p.k, at);
            sum += point_volume<run_real>(d, c, x) * t.share[medium] *
                   law_energy(e.text, t.exact + e.param, double(field_of<run_real>(d, c)[at]),
                              own.from, own.pitch);
        }
    exact_end(sum, slots, int(blockIdx.x));
}
#endif

#endif
