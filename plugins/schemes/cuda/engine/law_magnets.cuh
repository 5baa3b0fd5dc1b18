/* law_magnets.cuh: magnetic laws of fields (yee/law.h): the kernels of step 2a of yee/problem.h.
 * While H is swept and its sources act the field of their edges is L; then the cells see it, and
 * L goes aside. t.field_cells and t.fields are those of H. A thread takes a column of cells or
 * edges along x. */
#ifndef CUDA_LAW_MAGNETS_CUH
#define CUDA_LAW_MAGNETS_CUH

#include "law_cells.cuh"

/* Component n of H. */
struct magnet_edges {
    const domain &d;
    const law_tables &t;
    int n;

    __device__ inline bool has(const int (&x)[3], int64_t at) const
    {
        const field_tables &f = t.fields;
        bool own = f.linear[n] != nullptr;
        for (int a = 0; a < 3; a++)
            own = own && inside(d, 3 + n, a, x[a]);
        return own && (!f.part[n] || f.part[n][at]);
    }
    __device__ inline double factor(int64_t at, int which) const
    {
        const field_tables &f = t.fields;
        return f.part[n] ? f.factors[2 * f.part[n][at] + which] : f.factor[n][which];
    }
    __device__ inline run_real *field() const { return field_of<run_real>(d, 3 + n); }
    __device__ inline run_real *linear() const
    {
        return static_cast<run_real *>(t.fields.linear[n]);
    }
    /* What a cell sees of an edge, 0 of one that is not updated. */
    __device__ inline run_real seen(int64_t at) const
    {
        return t.fields.linear[n] ? field()[at] * run_real(factor(at, 0)) : run_real(0);
    }
    /* The word of a cell, 0 where there is none. */
    __device__ inline run_real word(const int (&x)[3], int64_t at) const
    {
        const cell_tables &c = t.field_cells;
        bool own = true;
        for (int a = 0; a < 3; a++)
            own = own && x[a] >= c.from[a] && x[a] < c.to[a];
        return own ? static_cast<const run_real *>(c.state)[law_component(n) * c.words + at]
                   : run_real(0);
    }
    /* The mean of the cells before and behind an edge. */
    __device__ inline run_real mean(const int (&x)[3], int64_t at) const
    {
        const run_real share = static_cast<const run_real *>(t.share_below[n])[x[n]];
        int y[3] = {x[0], x[1], x[2]};
        const bool ring = d.periodic >> n & 1 && x[n] == 0;
        y[n] += ring ? d.cells[n] - 1 : -1;
        const run_real below = word(y, at + (y[n] - x[n]) * d.stride[n]);
        return fma(share, below, (1 - share) * word(x, at));
    }
};

extern "C" __global__ void __launch_bounds__(TILE)
    law_magnet_part(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                    const __grid_constant__ part all, int planes)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    pdl_wait();
    pdl_trigger();
    for (int i = p.i0; p.in && i < p.i1; i++)
        for (int n = 0; n < 3; n++) {
            const magnet_edges e{d, t, n};
            const int x[3] = {i, p.j, p.k};
            const int64_t at = i * d.plane + int64_t(p.j) * d.pitch + p.k;
            if (e.has(x, at))
                e.field()[at] = e.linear()[at];
        }
}

extern "C" __global__ void __launch_bounds__(TILE)
    law_magnet_cells(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                     const __grid_constant__ part all, int planes)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    if (!p.in)
        return;
    pdl_wait();
    pdl_trigger();
    const magnet_edges e[3] = {{d, t, 0}, {d, t, 1}, {d, t, 2}};
    cell_columns<run_real, 1, true> columns(d, t, t.field_cells, p.j, p.k);
    int64_t at = p.i0 * d.plane + int64_t(p.j) * d.pitch + p.k;
    run_real before = e[0].seen(at);
    for (int i = p.i0; i < p.i1; i++, at += d.plane) {
        const run_real behind = e[0].seen(at + cell_up(d, 0, i));
        pack<run_real, 1> mean[3];
        mean[law_component(0)].v[0] = run_real(0.5) * (before + behind);
        mean[law_component(1)].v[0] =
            run_real(0.5) * (e[1].seen(at) + e[1].seen(at + cell_up(d, 1, p.j)));
        mean[law_component(2)].v[0] =
            run_real(0.5) * (e[2].seen(at) + e[2].seen(at + cell_up(d, 2, p.k)));
        columns.act(at, mean);
        before = behind;
    }
}

/* components: bits of those whose L and H are made. */
extern "C" __global__ void __launch_bounds__(TILE)
    law_magnet_join(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                    const __grid_constant__ part all, int planes, int components)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    for (int i = p.i0; p.in && i < p.i1; i++)
        for (int n = 0; n < 3; n++) {
            const magnet_edges e{d, t, n};
            const int x[3] = {i, p.j, p.k};
            const int64_t at = i * d.plane + int64_t(p.j) * d.pitch + p.k;
            if (!(components >> n & 1) || !e.has(x, at))
                continue;
            const run_real linear = e.field()[at];
            const run_real h = fma(run_real(e.factor(at, 1)), e.mean(x, at), linear);
            e.linear()[at] = linear;
            e.field()[at] = h;
            if (d.periodic)
                mirror(d, 3 + n, x, at, h);
        }
}

/* What H edges hold beside H*(next H) (J), where the next H is made of H and not of L; and what
 * cells hold beside that. */
extern "C" __global__ void __launch_bounds__(TILE)
    law_magnet_energy_of(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
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
        for (int n = 0; n < 3; n++) {
            const magnet_edges e{d, t, n};
            const int x[3] = {i, p.j, p.k};
            if (!e.has(x, at))
                continue;
            const unsigned medium = medium_at<ANY_IDS>(d, 3 + n, at);
            const double h = double(e.field()[at]), l = double(e.linear()[at]);
            const double kept =
                1 - double(static_cast<const pair<run_real> *>(d.coefficient)[medium].loss);
            sum += point_volume<run_real>(d, 3 + n, x) *
                   (d.square[medium] + d.energy[medium] * kept) * h * (l - h);
        }
    }
    exact_end(sum, slots, int(blockIdx.x));
}

#endif
