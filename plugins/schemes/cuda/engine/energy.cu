/* energy.cu: energies of fields, of what sections hold and of magnetic currents, without rounding. */
#include "between.h"
#include "exact_sum.cuh"
#include "launch.cuh"
#include "source_terms.cuh"
#include "sweep.cuh"
#include "sweep.h"

template <class real>
__device__ static exact_sum electric_energy(const domain &d, const place &p)
{
    exact_sum sum;
    for (int i = p.i0; i < p.i1; i++)
        for (int c = 0; c < 3; c++) {
            const int x[3] = {i, p.j, p.k};
            if (!inside(d, c, 0, i) || !inside(d, c, 1, p.j) || !inside(d, c, 2, p.k))
                continue;
            const int64_t at = i * d.plane + int64_t(p.j) * d.pitch + p.k;
            const double v = double(field_of<real>(d, c)[at]);
            sum += d.energy[medium_at<ANY_IDS>(d, c, at)] * point_volume<real>(d, c, x) * v * v;
        }
    return sum;
}

/* Energy density (J/m^3) of a point that is not in the product of H with the next H: a part of
 * H*H, and all that sections hold. */
template <class real> __device__ static double storage_at(const domain &d, int c, const int *x)
{
    const int64_t at = x[0] * d.plane + int64_t(x[1]) * d.pitch + x[2];
    const unsigned medium = medium_at<ANY_IDS>(d, c, at);
    const double f = double(field_of<real>(d, c)[at]);
    const medium_range range = d.range[medium];
    double sum = d.square[medium] * f * f;
    if (range.count == 0)
        return sum;
    word_places<real> place(d, c, at, int64_t(x[0]) * d.rows + x[1], x[2]);
    for (int n = range.first; n < range.first + range.count; n++) {
        const bool two = d.words[n] == 2;
        const double s1 = double(*place.next()), s2 = two ? double(*place.next()) : 0;
        const double *e = d.held + 5 * n;
        sum += f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2;
    }
    return sum;
}

template <class real>
__global__ void __launch_bounds__(TILE)
    storage_of(const __grid_constant__ domain d, const __grid_constant__ part all, int planes,
               int electric, yee_sum *slots)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    exact_sum sum;
    exact_begin();
    for (int i = p.i0; p.in && i < p.i1; i++)
        for (int c = electric ? 0 : 3, end = c + 3; c < end; c++) {
            const int x[3] = {i, p.j, p.k};
            if (inside(d, c, 0, i) && inside(d, c, 1, p.j) && inside(d, c, 2, p.k))
                sum += point_volume<real>(d, c, x) * storage_at<real>(d, c, x);
        }
    exact_end(sum, slots, int(blockIdx.x));
}

template <class real, bool ELECTRIC>
__global__ void __launch_bounds__(TILE)
    energy_of(const __grid_constant__ domain d, const __grid_constant__ part all, int planes,
              yee_sum *slots)
{
    const place p = place_of<1>(all, int(blockIdx.x), planes);
    exact_sum sum;
    exact_begin();
    if (p.in)
        sum = ELECTRIC ? electric_energy<real>(d, p)
                       : march<real, 1, false, ANY_IDS, ANY_SECTIONS, ALL_AXES, false, false,
                               no_laws, exact_sum>(d, p.i0, p.i1, p.j, p.k);
    exact_end(sum, slots, int(blockIdx.x));
}

/* The magnetic energy of point sources. One thread: it is rarely asked for. */
template <class real>
__global__ void __launch_bounds__(32)
    source_energy(const __grid_constant__ domain d, const __grid_constant__ between c,
                  yee_sum *slots)
{
    const double *signals = signals_now(c);
    exact_sum sum;
    exact_begin();
    for (int64_t n = 0; n < c.sources[0] && threadIdx.x == 0; n++) {
        const source_point t = c.source[0][n];
        const int64_t row = t.at / d.pitch;
        const int x[3] = {int(row / d.rows), int(row % d.rows), int(t.at % d.pitch)};
        if (!inside(d, t.component, 0, x[0]) || !inside(d, t.component, 1, x[1]) ||
            !inside(d, t.component, 2, x[2]))
            continue;
        const double scale = d.energy[medium_at<ANY_IDS>(d, t.component, t.at)] *
                             point_volume<double>(d, t.component, x) *
                             double(field_of<real>(d, t.component)[t.at]);
        for (int m = 0; m < t.count; m++)
            sum += scale * term_value(signals, c.term[t.first + m]);
    }
    exact_end(sum, slots, 0);
}

/* The sum of all slots and of a rounded one. A slot's words are below 2^60 for 2^27 threads of 24
 * terms: their halves are added up. */
__global__ static void __launch_bounds__(THREADS)
    merge_sums(const yee_sum *slots, const double *rounded, yee_sum *out)
{
    __shared__ int64_t carried[YEE_SUM_WORDS];
    exact_sum more;
    exact_begin();
    yee_sum &sum = exact_of_block();
    for (int n = int(threadIdx.x); n < YEE_SUM_WORDS; n += THREADS) {
        int64_t low = 0, high = 0;
        for (int s = 0; s < EXACT_SLOTS; s++) {
            const int64_t word = slots[s].word[n];
            low += word & 0xffffffff;
            high += word >> 32;
        }
        sum.word[n] = low;
        carried[n] = high;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int n = 0; n + 1 < YEE_SUM_WORDS; n++)
            sum.word[n + 1] += carried[n];
        for (int s = 0; s < EXACT_SLOTS; s++)
            sum.special += slots[s].special;
        if (rounded)
            more += *rounded;
        more.flush();
        sum.added = 0;
        *out = sum;
    }
}

__global__ static void __launch_bounds__(THREADS)
    add_up(const double *partial, int64_t count, double *total, int accumulate)
{
    double sum = 0;
    for (int64_t n = threadIdx.x; n < count; n += THREADS)
        sum += partial[n];
    sum = block_sum<THREADS>(sum, int(threadIdx.x));
    if (threadIdx.x == 0)
        *total = accumulate ? *total + sum : sum;
}

int64_t energy_tile(const domain *d, int electric, part *all)
{
    for (int a = 0; a < 3; a++) {
        all->from[a] = d->sweep[electric][0][a];
        all->to[a] = d->sweep[electric][1][a];
    }
    return part_tile(all, 1, ENERGY_PLANES);
}

int64_t energy_most_blocks(const int cells[3])
{
    part all = {{0, 0, 0}, {cells[0] + 1, cells[1] + 1, cells[2] + 1}, 0, 0, 0, 0, 0};
    return part_tile(&all, 1, ENERGY_PLANES);
}

cudaError_t energy_launch(const domain *d, size_t word, int electric, yee_sum *slots,
                          cudaStream_t stream)
{
    part all;
    const unsigned n = unsigned(energy_tile(d, electric, &all));
    if (n == 0)
        return cudaSuccess;
    if (word == sizeof(float) && electric)
        return launch_kernel(energy_of<float, true>, n, TILE, 0, stream, *d, all, ENERGY_PLANES,
                             slots);
    if (word == sizeof(float))
        return launch_kernel(energy_of<float, false>, n, TILE, 0, stream, *d, all,
                             ENERGY_PLANES, slots);
    if (electric)
        return launch_kernel(energy_of<double, true>, n, TILE, 0, stream, *d, all,
                             ENERGY_PLANES, slots);
    return launch_kernel(energy_of<double, false>, n, TILE, 0, stream, *d, all, ENERGY_PLANES,
                         slots);
}

cudaError_t storage_launch(const domain *d, size_t word, int electric, yee_sum *slots,
                           cudaStream_t stream)
{
    part all;
    const unsigned n = unsigned(energy_tile(d, electric, &all));
    if (n == 0)
        return cudaSuccess;
    return launch_kernel(word == sizeof(float) ? storage_of<float> : storage_of<double>, n,
                         TILE, 0, stream, *d, all, ENERGY_PLANES, electric, slots);
}

cudaError_t source_energy_launch(const domain *d, const between *c, size_t word, yee_sum *slots,
                                 cudaStream_t stream)
{
    return launch_kernel(word == sizeof(float) ? source_energy<float> : source_energy<double>,
                         1, 32, 0, stream, *d, *c, slots);
}

cudaError_t merge_launch(const yee_sum *slots, const double *rounded, yee_sum *sum,
                         cudaStream_t stream)
{
    return launch_kernel(merge_sums, 1, THREADS, 0, stream, slots, rounded, sum);
}

cudaError_t sum_launch(const double *partial, int64_t count, double *sum, bool accumulate,
                       cudaStream_t stream)
{
    return launch_kernel(add_up, 1, THREADS, 0, stream, partial, count, sum, int(accumulate));
}
