/* law_pure.cuh: a law of fields that keeps nothing, where all cells have it and all edges have one
 * pair of factors (law_fields_pure()). What it makes of L is needed at the four edges around a cell
 * alone: each thread makes it anew, for the cells of the rows below and above its edges and of one
 * column more, and it goes through no memory. No axis is invariant. */
#ifndef CUDA_LAW_PURE_CUH
#define CUDA_LAW_PURE_CUH

#include "law_means.cuh"

/* Coefficients of the law that all cells have, which are arguments of the kernel. */
template <class real> struct law_of_all {
    const law_few &few;

    template <int COUNT> __device__ inline void get(real *to) const
    {
        for (int n = 0; n < COUNT; n++)
            to[n] = sizeof(real) == sizeof(float) ? real(few.f32[n]) : real(few.f64[n]);
    }
};

#ifdef LAW_PURE
enum { PURE_BLOCKS = 4 }; /* of a processor */

/* The cells of rows j - 1 and j that are around the edges of V columns, as edge_means asks for them.
 * In arrays of columns the last one is that before the first. */
template <class real, int V> struct made_cells {
    const domain &d;
    const law_tables &t;
    const cell_tables &x;
    real factor[3];
    int64_t row[3], last; /* words to rows j - 1 to j + 1 of edges; to the column before */
    unsigned in;          /* bit v: column v has cells */
    bool has[2], ready;   /* rows have cells; ready: the plane before was the last one */
    real kept[2][2][V + 1], made[2][3][V + 1]; /* by row; of components 1 and 2; of all */

    __device__ inline made_cells(const domain &domain, const law_tables &tables,
                                 const cell_tables &cells, int j, int k)
        : d(domain), t(tables), x(cells), in(0), ready(false)
    {
        const int below = j == 0 && d.periodic & 2 ? d.cells[1] - 1 : j - 1;
        const int before = k == 0 && d.periodic & 4 ? d.cells[2] - 1 : k - 1;
        has[0] = below >= x.from[1] && below < x.to[1];
        has[1] = j >= x.from[1] && j < x.to[1];
        row[0] = has[0] ? cell_down(d, 1, j) : 0;
        row[1] = 0;
        row[2] = has[1] ? cell_up(d, 1, j) : 0;
        for (int v = 0; v < V; v++)
            in |= unsigned(k + v >= x.from[2] && k + v < x.to[2]) << v;
        if (before >= x.from[2] && before < x.to[2])
            in |= 1u << V;
        last = in >> V & 1 ? before - k : 0;
        for (int c = 0; c < 3; c++)
            factor[c] = real(t.fields.factor[c][0]);
    }

    /* Sums along z of the edges of component c at both ends of the columns' cells. */
    __device__ inline void along_z(int c, int64_t at, real (&sum)[V + 1]) const
    {
        const real *l = static_cast<const real *>(t.fields.linear[c]) + at;
        pack<real, V> own = load<V>(l);
        const real before = l[last] * factor[c], behind = l[V] * factor[c];
        for (int v = 0; v < V; v++)
            own.v[v] *= factor[c];
        for (int v = 0; v < V; v++)
            sum[v] = own.v[v] + (v == V - 1 ? behind : own.v[v + (v < V - 1)]);
        sum[V] = before + own.v[0];
    }

    __device__ inline void of_row(int64_t at, real (&value)[V + 1]) const
    {
        const real *l = static_cast<const real *>(t.fields.linear[2]) + at;
        const pack<real, V> own = load<V>(l);
        for (int v = 0; v <= V; v++)
            value[v] = (v < V ? own.v[v % V] : l[last]) * factor[2];
    }

    /* Of the edges of components 1 and 2 in a plane of nodes. */
    __device__ inline void sums(int64_t at, real (&sum)[2][2][V + 1]) const
    {
        real value[3][V + 1];
        for (int r = 0; r < 3; r++)
            of_row(at + row[r], value[r]);
        for (int r = 0; r < 2; r++) {
            along_z(1, at + row[r], sum[r][0]);
            for (int v = 0; v <= V; v++)
                sum[r][1][v] = value[r][v] + value[r + 1][v];
        }
    }

    /* What the law makes of N columns' means from column v on. */
    template <int N> __device__ inline void make(int r, int first, const real (&mean)[3][V + 1])
    {
        const law_entry own = x.alone;
        pack<real, N> given[3], to[3];
        for (int v = 0; v < N; v++)
            for (int c = 0; c < 3; c++)
                given[c].v[v] = mean[c][first + v];
        law_cells_of<N>(own.text, law_of_all<real>{x.few},
                        static_cast<const real *>(t.cell_param) + own.param,
                        law_signals(t) + own.signal, given, to[0].v, N, (1u << N) - 1);
        for (int v = 0; v < N; v++)
            for (int c = 0; c < 3; c++)
                made[r][c][first + v] = has[r] && in >> (first + v) & 1 ? to[c].v[v] : real(0);
    }

    /* Plane i, which comes after i - 1; at: the columns in it. */
    __device__ inline void go(int i, int64_t at)
    {
        if (i < x.from[0] || i >= x.to[0]) {
            for (int n = 0; n < 6 * (V + 1); n++)
                made[n / 3 % 2][n % 3][n / 6] = 0;
            ready = false;
            return;
        }
        if (!ready)
            sums(at, kept);
        ready = true;
        real next[2][2][V + 1], of_x[3][V + 1];
        sums(at + cell_up(d, 0, i), next);
        for (int r = 0; r < 3; r++)
            along_z(0, at + row[r], of_x[r]);
        for (int r = 0; r < 2; r++) {
            real mean[3][V + 1];
            for (int v = 0; v <= V; v++) {
                mean[law_component(0)][v] = real(0.25) * (of_x[r][v] + of_x[r + 1][v]);
                for (int n = 0; n < 2; n++) {
                    mean[law_component(n + 1)][v] =
                        real(0.25) * (kept[r][n][v] + next[r][n][v]);
                    kept[r][n][v] = next[r][n][v];
                }
            }
            make<V>(r, 0, mean);
            make<1>(r, V, mean);
        }
    }

    __device__ inline pack<real, V> word(int c, int r) const
    {
        pack<real, V> own;
        for (int v = 0; v < V; v++)
            own.v[v] = made[r][law_component(c)][v];
        return own;
    }
    __device__ inline real before(int c, int r) const { return made[r][law_component(c)][V]; }
};
#endif

#endif
