/* stepwise.cu: boxes in which steps are done one by one, beside a pass. */
#include "../../engine/boxes.cuh"
#include "../../engine/pdl.cuh"
#include "stepwise.h"

template <class real, bool ELECTRIC>
__global__ void __launch_bounds__(TILE, blocks_of(1, ANY_SECTIONS, DIRECT_BORDERS))
    sweep_parts(const __grid_constant__ domain d, const __grid_constant__ stepwise_boxes where)
{
    sweep_boxes<real, ELECTRIC>(d, where, no_laws{});
}

template <class real>
__device__ static void copy_layers(const domain &from, const domain &to, int c, const int *at)
{
    for (int a = 0; a < 3; a++) {
        const line &l = from.line[a][(c % 3 == a) == (c < 3) ? HALF : NODE];
        if (!from.psi[c][a] || at[a] >= l.count || (at[a] >= l.low && at[a] < l.high))
            continue;
        const int p = at[a] < l.low ? at[a] : at[a] - l.shift;
        const int64_t n = a == 0   ? (int64_t(p) * from.rows + at[1]) * from.pitch + at[2]
                          : a == 1 ? (int64_t(at[0]) * l.slab + p) * from.pitch + at[2]
                                   : (int64_t(at[0]) * from.rows + at[1]) * l.slab + p;
        static_cast<real *>(to.psi[c][a])[n] = static_cast<const real *>(from.psi[c][a])[n];
    }
}

template <class real>
__device__ static void copy_sections(const domain &from, const domain &to, int c, const int *at,
                                     int64_t offset)
{
    const medium_range range = from.range[medium_at<ANY_IDS>(from, c, offset)];
    const int64_t row = int64_t(at[0]) * from.rows + at[1];
    word_places<real> own(from, c, offset, row, at[2]), other(to, c, offset, row, at[2]);
    for (int s = 0; s < range.count; s++)
        for (int w = 0; w < from.words[range.first + s]; w++)
            *other.next() = *own.next();
}

template <class real>
__global__ void __launch_bounds__(TILE)
    copy_parts(const __grid_constant__ domain from, const __grid_constant__ domain to,
               const __grid_constant__ stepwise_boxes where)
{
    const place x = box_place(where);
    const part &p = where.part[where.block[blockIdx.x].part];
    const int borders = borders_at<1, NODE>(from, p, x) | borders_at<1, HALF>(from, p, x);
    if (!x.in)
        return;
    pdl_wait();
    for (int i = x.i0; i < x.i1; i++)
        for (int c = 0; c < 6; c++) {
            const int at[3] = {i, x.j, x.k};
            if (!inside(from, c, 0, i) || !inside(from, c, 1, x.j) || !inside(from, c, 2, x.k))
                continue;
            const int64_t offset = i * from.plane + int64_t(x.j) * from.pitch + x.k;
            const real value = field_of<real>(from, c)[offset];
            field_of<real>(to, c)[offset] = value;
            if (borders) {
                mirror(to, c, at, offset, value);
                copy_layers<real>(from, to, c, at);
            }
            if (from.state[c])
                copy_sections<real>(from, to, c, at, offset);
        }
}

cudaError_t stepwise_sweep(const domain *d, const stepwise_boxes *where, size_t word,
                           int electric, cudaStream_t stream)
{
    const unsigned n = unsigned(where->blocks);
    if (word == sizeof(float) && electric)
        return pdl_launch(sweep_parts<float, true>, n, TILE, 0, stream, *d, *where);
    if (word == sizeof(float))
        return pdl_launch(sweep_parts<float, false>, n, TILE, 0, stream, *d, *where);
    if (electric)
        return pdl_launch(sweep_parts<double, true>, n, TILE, 0, stream, *d, *where);
    return pdl_launch(sweep_parts<double, false>, n, TILE, 0, stream, *d, *where);
}

cudaError_t stepwise_copy(const domain *from, const domain *to, const stepwise_boxes *where,
                          size_t word, cudaStream_t stream)
{
    const unsigned blocks = unsigned(where->blocks);
    if (word == sizeof(float))
        return pdl_launch(copy_parts<float>, blocks, TILE, 0, stream, *from, *to, *where);
    return pdl_launch(copy_parts<double>, blocks, TILE, 0, stream, *from, *to, *where);
}
