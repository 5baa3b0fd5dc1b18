/* law_kernels.cuh: the kernels of a problem that has laws. They are compiled when it is planned,
 * with the laws' texts (compile/law_source.c), by NVRTC. That source comes first and defines
 *
 *     run_real                 float or double, of the run
 *     law_edge(text, ...)      a law's step of an edge
 *     law_energy(text, ...)    what a law holds, where LAW_HELD is defined
 *     SWEEP_POINTS, SWEEP_IDS, SWEEP_SECTIONS, SWEEP_BORDERS    template arguments of the sweep
 *     LAW_BOXES                where steps are done in boxes, too (boxes.cuh)
 *
 * A sweep of E is that of sweep.cuh with the law called where E is written: where no edge has a
 * source or a port, step 5a of yee/problem.h is a part of step 3. */
#ifndef CUDA_LAW_KERNELS_CUH
#define CUDA_LAW_KERNELS_CUH

#include "boxes.cuh"
#include "law_tables.h"

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

__device__ inline law_entry law_entry_of(const law_tables &t, int c, unsigned medium)
{
    const int4 e = reinterpret_cast<const int4 *>(t.entry)[3 * medium + c];
    return {e.x, e.y, e.z, e.w};
}

__device__ inline const double *law_signals(const law_tables &t)
{
    return t.values == 0 ? t.signals : t.signals + *t.clock % t.span * t.values;
}

/* Laws, which march() calls with every E that it is about to write. */
template <class real> struct march_laws {
    static constexpr bool ACTS = true;
    const law_tables &t;

    __device__ inline real operator()(int c, unsigned medium, int64_t row, int k, int64_t at,
                                      real old, real linear) const
    {
        const law_entry e = law_entry_of(t, c, medium);
        if (e.text < 0)
            return linear;
        const int late = late_find(t, c, row, at);
        if (late >= 0) {
            t.late[late].old = double(old);
            return linear;
        }
        const law_numbers<real> n = law_numbers_at<real>(t, c, row, k, at);
        return law_edge(e.text, static_cast<const real *>(t.param) + e.param,
                        law_signals(t) + e.signal, old, linear, n.from, n.pitch);
    }
};

extern "C" __global__ void __launch_bounds__(TILE, blocks_of(SWEEP_POINTS, SWEEP_SECTIONS,
                                                             SWEEP_BORDERS))
    law_sweep(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ part p, int planes)
{
    sweep_tile<run_real, SWEEP_POINTS, true, SWEEP_IDS, SWEEP_SECTIONS, SWEEP_BORDERS>(
        d, p, planes, march_laws<run_real>{t});
}

#ifdef LAW_BOXES
extern "C" __global__ void __launch_bounds__(TILE, blocks_of(1, ANY_SECTIONS, DIRECT_BORDERS))
    law_boxes(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
              const __grid_constant__ stepwise_boxes where)
{
    sweep_boxes<run_real, true>(d, where, march_laws<run_real>{t});
}
#endif

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
    const run_real x =
        law_edge(e.text, static_cast<const run_real *>(t.param) + e.param,
                 law_signals(t) + e.signal, run_real(late.old), *field, own.from, own.pitch);
    *field = x;
    const int position[3] = {int(row / d.rows), int(row % d.rows), k};
    if (d.periodic)
        mirror(d, c, position, late.at, x);
}

#ifdef LAW_HELD
/* Energy that the laws hold (J), a sum for each block. */
extern "C" __global__ void __launch_bounds__(TILE)
    law_energy_of(const __grid_constant__ domain d, const __grid_constant__ law_tables t,
                  const __grid_constant__ part all, int planes, double *partial)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    double sum = 0;
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
    sum = block_sum<TILE>(sum, int(threadIdx.x));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}
#endif

#endif
