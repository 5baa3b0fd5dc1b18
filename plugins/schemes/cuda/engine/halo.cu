/* halo.cu: the pieces of many spans copied by one launch, a warp a piece. */
#include "halo.h"
#include "launch.cuh"

enum { LANES = 32, WARPS = 8, EACH = HALO_PIECE / LANES };

/* The address of unit n of a piece's first run: in a span, or packed. */
__device__ static char *address(const halo_span &s, char *packed, const halo_piece &p,
                                unsigned n)
{
    const unsigned row = unsigned(s.row), rows = unsigned(s.rows);
    const unsigned down = n / row, run = unsigned(p.run) + down, plane = run / rows;
    if (packed)
        return packed + s.first + (p.run * s.row + n) * s.unit;
    return s.base + plane * s.pitch[0] + (run - plane * rows) * s.pitch[1] +
           int64_t(n - down * row) * s.unit;
}

/* Reads all before it writes any, so that many reads are under way. */
template <class unit>
__device__ static void copy_piece(const halo_span &from, const halo_span &to, char *source,
                                  char *target, const halo_piece &p, unsigned lane)
{
    unit value[EACH];
    unit *where[EACH];
#pragma unroll
    for (unsigned m = 0; m < EACH; m++) {
        const unsigned n = p.column + m * LANES + lane;
        where[m] = reinterpret_cast<unit *>(address(to, target, p, n));
        if (m * LANES + lane < p.count)
            value[m] = *reinterpret_cast<const unit *>(address(from, source, p, n));
    }
#pragma unroll
    for (unsigned m = 0; m < EACH; m++)
        if (m * LANES + lane < p.count)
            *where[m] = value[m];
}

enum { COPIES = 64 }; /* of a launch: its parameters have 4096 bytes */

struct copies {
    halo_copy copy[COPIES];
    unsigned block[COPIES]; /* the first one of each */
    int count;
};

/* A side without spans is the packed memory. */
__global__ void __launch_bounds__(LANES *WARPS) copy_pieces(const __grid_constant__ copies all)
{
    int m = 0;
    while (m + 1 < all.count && blockIdx.x >= all.block[m + 1])
        m++;
    const halo_copy c = all.copy[m];
    const int64_t n = int64_t(blockIdx.x - all.block[m]) * WARPS + threadIdx.x / LANES;
    if (n >= c.pieces)
        return;
    const halo_piece p = c.piece[n];
    const halo_span source = (c.from ? c.from : c.to)[p.span],
                    target = (c.to ? c.to : c.from)[p.span];
    char *const in = c.from ? nullptr : c.packed, *const out = c.to ? nullptr : c.packed;
    const unsigned lane = threadIdx.x % LANES;
    if (source.unit == int(sizeof(uint4)))
        copy_piece<uint4>(source, target, in, out, p, lane);
    else if (source.unit == int(sizeof(uint2)))
        copy_piece<uint2>(source, target, in, out, p, lane);
    else
        copy_piece<unsigned>(source, target, in, out, p, lane);
}

cudaError_t halo_launch(const halo_copy *copy, int count, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (int from = 0; from < count && error == cudaSuccess; from += COPIES) {
        copies all = {};
        unsigned blocks = 0;
        for (; all.count < COPIES && from + all.count < count; all.count++) {
            all.copy[all.count] = copy[from + all.count];
            all.block[all.count] = blocks;
            blocks += unsigned((copy[from + all.count].pieces + WARPS - 1) / WARPS);
        }
        if (blocks > 0)
            error = launch_kernel(copy_pieces, blocks, LANES * WARPS, 0, stream, all);
    }
    return error;
}
