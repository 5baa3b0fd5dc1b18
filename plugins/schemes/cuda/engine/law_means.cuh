/* law_means.cuh: means of E about cells, and means at edges of what the cells around them have, for
 * laws of cells and of fields (yee/law.h).
 *
 * A thread owns V columns and marches over planes as in sweep.cuh; sums of the plane before stay in
 * registers. Along a periodic axis x or y the neighbour beyond an end is the one at the other end;
 * along z there is a copy of it. An axis that is invariant has a stride of 0, and its mean is of one
 * value taken twice. */
#ifndef CUDA_LAW_MEANS_CUH
#define CUDA_LAW_MEANS_CUH

#include "access.cuh"
#include "law_tables.h"

/* The problem's component, which laws know, that is the plan's component c. */
__device__ inline int law_component(int c) { return (c + 3 - LAW_ROTATION) % 3; }

/* Offsets of the planes and rows of edges above a cell. */
__device__ inline int64_t cell_up(const domain &d, int axis, int at)
{
    return d.periodic >> axis & 1 && at + 1 == d.cells[axis] ? -at * d.stride[axis]
                                                             : d.stride[axis];
}

/* And of cells below an edge. */
__device__ inline int64_t cell_down(const domain &d, int axis, int at)
{
    return d.periodic >> axis & 1 && at == 0 ? (d.cells[axis] - 1) * d.stride[axis]
                                             : -d.stride[axis];
}

/* ---- means at edges ---- */

/* The first three words of the cells of V columns, of rows j - 1 and j of a plane, as they are
 * stored. c: the plan's component. */
template <class real, int V> struct stored_cells {
    const cell_tables &x;
    int64_t row[2]; /* words to them from row j */
    int64_t at;

    __device__ inline stored_cells(const domain &d, const law_tables &,
                                   const cell_tables &cells, int j, int)
        : x(cells), row{cell_down(d, 1, j), 0}
    {
    }
    __device__ inline void go(int, int64_t plane) { at = plane; }
    __device__ inline const real *address(int c, int r) const
    {
        return static_cast<const real *>(x.state) + law_component(c) * x.words + at + row[r];
    }
    __device__ inline pack<real, V> word(int c, int r) const { return load<V>(address(c, r)); }
    __device__ inline real before(int c, int r) const { return address(c, r)[-1]; }
};

/* The means at the edges of V columns of the first three words of the cells around, plane by
 * plane. */
template <class real, int V, class source = stored_cells<real, V>> struct edge_means {
    const domain &d;
    const law_tables &t;
    const cell_tables &x;
    source cells;
    bool near;                    /* the columns are beside the cells */
    real below[2];                /* shares along y of the cells below and above */
    pack<real, V> before, behind; /* likewise along z */
    pack<real, V> kept[2];        /* sums of the plane before for components 1 and 2 */

    __device__ inline edge_means(const domain &domain, const law_tables &tables,
                                 const cell_tables &own, int j, int k)
        : d(domain), t(tables), x(own), cells(domain, tables, own, j, k)
    {
        near = x.from[0] < x.to[0] && j >= x.from[1] && j <= x.to[1] && k + V > x.from[2] &&
               k <= x.to[2];
        if (!near)
            return;
        below[0] = static_cast<const real *>(t.share_below[1])[j];
        below[1] = 1 - below[0];
        before = load<V>(static_cast<const real *>(t.share_below[2]) + k);
        for (int v = 0; v < V; v++)
            behind.v[v] = 1 - before.v[v];
        kept[0] = kept[1] = {};
    }

    /* The plane before i0, where it has cells. */
    __device__ inline void start(int i0, int64_t at)
    {
        const bool ring = i0 == 0 && d.periodic & 1;
        if (near && i0 >= x.from[0] && i0 <= x.to[0] && (i0 > x.from[0] || ring)) {
            cells.go(ring ? d.cells[0] - 1 : i0 - 1, at + cell_down(d, 0, i0));
            sums(kept);
        }
    }

    __device__ inline pack<real, V> along_z(int c, int row) const
    {
        const pack<real, V> own = cells.word(c, row);
        const real first = cells.before(c, row);
        pack<real, V> sum;
        for (int v = 0; v < V; v++)
            sum.v[v] =
                fma(before.v[v], v == 0 ? first : own.v[v - (v > 0)], behind.v[v] * own.v[v]);
        return sum;
    }

    __device__ inline pack<real, V> of_rows(const pack<real, V> &low,
                                            const pack<real, V> &high) const
    {
        pack<real, V> sum;
        for (int v = 0; v < V; v++)
            sum.v[v] = fma(below[0], low.v[v], below[1] * high.v[v]);
        return sum;
    }

    __device__ inline void sums(pack<real, V> (&sum)[2]) const
    {
        sum[0] = along_z(1, 1);
        sum[1] = of_rows(cells.word(2, 0), cells.word(2, 1));
    }

    /* The means at plane i, which comes after i - 1; false: no cell is beside it. */
    __device__ inline bool next(int i, int64_t at, pack<real, V> (&mean)[3])
    {
        if (!near || i < x.from[0] || i > x.to[0])
            return false;
        pack<real, V> sum[2];
        const real low = static_cast<const real *>(t.share_below[0])[i], high = 1 - low;
        cells.go(i, at);
        sums(sum);
        mean[0] = of_rows(along_z(0, 0), along_z(0, 1));
        for (int n = 0; n < 2; n++) {
            for (int v = 0; v < V; v++)
                mean[n + 1].v[v] = fma(low, kept[n].v[v], high * sum[n].v[v]);
            kept[n] = sum[n];
        }
        return true;
    }
};

/* ---- means about cells ---- */

/* Factors of N edges of fields: to_cell, or to_edge. Those of one number are fetched once. */
template <class real, int N>
__device__ inline pack<real, N> field_factors(const field_tables &f, int c, int64_t at,
                                              int which)
{
    pack<real, N> factor;
    if (!f.part[c]) {
        for (int v = 0; v < N; v++)
            factor.v[v] = real(f.factor[c][which]);
        return factor;
    }
    const pack<uint16_t, N> number = load<N>(f.part[c] + at);
    bool one = true;
    for (int v = 1; v < N; v++)
        one = one && number.v[v] == number.v[0];
    factor.v[0] = real(f.factors[2 * number.v[0] + which]);
    for (int v = 1; v < N; v++)
        factor.v[v] = one ? factor.v[0] : real(f.factors[2 * number.v[v] + which]);
    return factor;
}

/* E of edges, or of edges of fields to_cell*L. */
template <class real, int V, bool FIELDS> struct edge_values {
    const domain &d;
    const law_tables &t;

    template <int N> __device__ inline pack<real, N> get(int c, int64_t at) const
    {
        if (!FIELDS)
            return load_of<N>(d, c, field_of<real>(d, c), at);
        const field_tables &f = t.fields;
        if (!f.linear[c])
            return {};
        pack<real, N> l = load<N>(static_cast<const real *>(f.linear[c]) + at);
        const pack<real, N> factor = field_factors<real, N>(f, c, at, 0);
        for (int v = 0; v < N; v++)
            l.v[v] *= factor.v[v];
        return l;
    }

    /* Of points k and k + 1. */
    __device__ inline pack<real, V> along_z(int c, int64_t at) const
    {
        const pack<real, V> own = get<V>(c, at);
        const real last = d.stride[2] ? get<1>(c, at + V).v[0] : own.v[V - 1];
        pack<real, V> sum;
        for (int v = 0; v < V; v++)
            sum.v[v] = own.v[v] + (v == V - 1    ? last
                                   : d.stride[2] ? own.v[v + (v < V - 1)]
                                                 : own.v[v]);
        return sum;
    }

    __device__ inline pack<real, V> along_y(int c, int64_t at, int64_t up) const
    {
        const pack<real, V> low = get<V>(c, at), high = get<V>(c, at + up);
        pack<real, V> sum;
        for (int v = 0; v < V; v++)
            sum.v[v] = low.v[v] + high.v[v];
        return sum;
    }
};

#endif
