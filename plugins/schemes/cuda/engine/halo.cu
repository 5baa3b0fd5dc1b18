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

/* A side without spans is the packed memory. */
__global__ void __launch_bounds__(LANES *WARPS)
    copy_pieces(const halo_span *from, const halo_span *to, const halo_piece *piece,
                int64_t pieces, char *packed)
{
    const int64_t n = int64_t(blockIdx.x) * WARPS + threadIdx.x / LANES;
    if (n >= pieces)
        return;
    const halo_piece p = piece[n];
    const halo_span source = (from ? from : to)[p.span], target = (to ? to : from)[p.span];
    char *const in = from ? nullptr : packed, *const out = to ? nullptr : packed;
    const unsigned lane = threadIdx.x % LANES;
    if (source.unit == int(sizeof(uint4)))
        copy_piece<uint4>(source, target, in, out, p, lane);
    else if (source.unit == int(sizeof(uint2)))
        copy_piece<uint2>(source, target, in, out, p, lane);
    else
        copy_piece<unsigned>(source, target, in, out, p, lane);
}

cudaError_t halo_launch(const halo_span *from, const halo_span *to, const halo_piece *piece,
                        int64_t pieces, char *packed, cudaStream_t stream)
{
    if (pieces == 0)
        return cudaSuccess;
    return launch_kernel(copy_pieces, unsigned((pieces + WARPS - 1) / WARPS), LANES * WARPS, 0,
                         stream, from, to, piece, pieces, packed);
}
