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

/* ---- means at edges ---- */

/* The means at the edges of V columns of the first three words of the cells around, plane by
 * plane. */
template <class real, int V> struct edge_means {
    const domain &d;
    const law_tables &t;
    const cell_tables &x;
    int64_t down;                 /* words to the row of cells below */
    bool near;                    /* the columns are beside the cells */
    real below[2];                /* shares along y of the cells below and above */
    pack<real, V> before, behind; /* likewise along z */
    pack<real, V> kept[2];        /* sums of the plane before for components 1 and 2 */

    __device__ inline edge_means(const domain &domain, const law_tables &tables,
                                 const cell_tables &cells, int i0, int j, int k)
        : d(domain), t(tables), x(cells)
    {
        near = x.from[0] < x.to[0] && j >= x.from[1] && j <= x.to[1] && k + V > x.from[2] &&
               k <= x.to[2];
        if (!near)
            return;
        down = j == 0 && d.periodic & 2 ? (d.cells[1] - 1) * d.stride[1] : -d.stride[1];
        below[0] = static_cast<const real *>(t.share_below[1])[j];
        below[1] = 1 - below[0];
        before = load<V>(static_cast<const real *>(t.share_below[2]) + k);
        for (int v = 0; v < V; v++)
            behind.v[v] = 1 - before.v[v];
        kept[0] = kept[1] = {};
        const bool ring = i0 == 0 && d.periodic & 1;
        if (i0 >= x.from[0] && i0 <= x.to[0] && (i0 > x.from[0] || ring)) {
            const int64_t at = i0 * d.plane + int64_t(j) * d.pitch + k;
            sums(at + (ring ? (d.cells[0] - 1) * d.stride[0] : -d.stride[0]), kept);
        }
    }

    __device__ inline const real *address(int c, int64_t at) const
    {
        return static_cast<const real *>(x.state) + law_component(c) * x.words + at;
    }

    __device__ inline pack<real, V> word(int c, int64_t at) const
    {
        return load<V>(address(c, at));
    }

    __device__ inline pack<real, V> along_z(int c, int64_t at) const
    {
        const pack<real, V> own = word(c, at);
        const real first = address(c, at)[-1];
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

    __device__ inline void sums(int64_t at, pack<real, V> (&sum)[2]) const
    {
        sum[0] = along_z(1, at);
        sum[1] = of_rows(word(2, at + down), word(2, at));
    }

    /* The means at plane i, which comes after i - 1; false: no cell is beside it. */
    __device__ inline bool next(int i, int64_t at, pack<real, V> (&mean)[3])
    {
        if (!near || i < x.from[0] || i > x.to[0])
            return false;
        pack<real, V> sum[2];
        const real low = static_cast<const real *>(t.share_below[0])[i], high = 1 - low;
        sums(at, sum);
        mean[0] = of_rows(along_z(0, at + down), along_z(0, at));
        for (int n = 0; n < 2; n++) {
            for (int v = 0; v < V; v++)
                mean[n + 1].v[v] = fma(low, kept[n].v[v], high * sum[n].v[v]);
            kept[n] = sum[n];
        }
        return true;
    }
};

/* ---- means about cells ---- */

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
        for (int v = 0; v < N; v++)
            l.v[v] *= real(f.part[c] ? f.factors[2 * f.part[c][at + v]] : f.factor[c][0]);
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

/* Offsets of the planes and rows of edges above a cell. */
__device__ inline int64_t cell_up(const domain &d, int axis, int at)
{
    return d.periodic >> axis & 1 && at + 1 == d.cells[axis] ? -at * d.stride[axis]
                                                             : d.stride[axis];
}

#endif
