/* general_pass.cuh: T steps in one general march over the planes of a brick.
 *
 * The tensor copy engine brings planes to shared memory, some ahead. In the plane step that
 * looks ahead to plane n, level s takes plane n-1-s from time level s to s+1: H from E of this
 * plane and the next, then E from H of this plane and the one before. Level 0 reads the plane
 * in shared memory; the plane that level s has done waits for level s+1 of the next plane step,
 * so that a thread keeps one plane of E and H for each of those in registers. Neighbours along
 * a row come by shuffles, those of the next warp through shared memory. Words that belong to
 * one point (psi of layers, states of sections) wait in shared memory until their plane has
 * passed all levels.
 *
 * All sums have the terms and the order of sweep.cuh, and so its bits. */
#ifndef CUDA_GENERAL_PASS_CUH
#define CUDA_GENERAL_PASS_CUH

#include "general_step.cuh"
#include "general_words.cuh"

template <class real, int T, int R, int W, int FEATURES, class laws>
template <int LEVEL, bool UNIFORM>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::levels(int now, int number, int slot, bool more,
                                                     real (&in_e)[3][R], real (&in_h)[3][R])
{
    level<LEVEL, UNIFORM>(now, number, slot, more, in_e, in_h);
    if constexpr (LEVEL + 1 < T)
        levels<LEVEL + 1, UNIFORM>(now, number, slot, more, in_e, in_h);
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void general_march<real, T, R, W, FEATURES, laws>::write(
    int i, int number, int slot, const real (&out_e)[3][R], const real (&out_h)[3][R])
{
#pragma unroll
    for (int r = 0; r < R; r++) {
        if (!(written_rows >> r & 1))
            continue;
#pragma unroll
        for (int c = 0; c < 3; c++) {
            *word_at(to, to.field[c], i, place[r]) = out_e[c][r];
            *word_at(to, to.field[c + 3], i, place[r]) = out_h[c][r];
        }
#pragma unroll
        for (int c = 0; ONE_WORD_EACH && c < 3; c++)
            *word_at(to, maps.words_to, i, place[r] + c * x.row) =
                s.word[number % smem::RINGS][warp * R + r][c][lane];
        if (from.periodic)
#pragma unroll 1
            for (int c = 0; c < 6; c++) {
                const int position[3] = {i, j[r], k};
                const int64_t at = i * from.plane + place[r];
                mirror(to, c, position, at, field_of<real>(to, c)[at]);
            }
    }
    if (STREAMS)
        stream_out(i, number, slot);
}

template <class real, int T, int R, int W, int FEATURES, class laws>
template <bool UNIFORM>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::plane_step(const brick &b, int now, int number,
                                                         int &slot)
{
    real in_e[3][R], in_h[3][R];
    await(number);
    if (STREAMS) /* the words of all planes but the last one are there */
        __pipeline_wait_prior(1);
    levels<0, UNIFORM>(now, number, slot, fetched < b.end - b.plane + 2 * T, in_e, in_h);
    const int next = slot + 1 < SLOTS ? slot + 1 : 0; /* also the slot of plane now - T */
    if (now - T >= b.plane)
        write(now - T, number - T, next, in_e, in_h);
    slot = next;
    if (STREAMS)
        stream_in(now + 1, slot);
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::run(const brick &b)
{
    int slot = 1, now = b.plane - T; /* slot: of plane `now` */
    const int end = b.end + T, start = now;
    ahead = plane(now);
    fetched = 0;
    for (int n = 0; n < PREFETCHED && n < end - start; n++)
        fetch();
    if (wraps_tiles())
        __syncthreads();
    if (STREAMS) {
        stream_in(now, 0);
        stream_in(now + 1, 1);
    }
    await(0);
    now++;
    while (now < end) {
        const int uniform = LAYERS_X ? 0 : min(end, x.uniform[0][1]);
        for (; now < end && (now - T < x.uniform[0][0] || now >= uniform); now++)
            plane_step<false>(b, now, now - start, slot);
        for (; !LAYERS_X && now - T >= x.uniform[0][0] && now < uniform; now++)
            plane_step<true>(b, now, now - start, slot);
    }
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__global__ void __launch_bounds__(LANES *W, 1)
    general_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                   const __grid_constant__ pass x, const __grid_constant__ tensor_maps maps,
                   const brick *bricks, const __grid_constant__ laws law)
{
#if HAS_TMA
    extern __shared__ __align__(128) unsigned char bytes[];
    const brick b = bricks[blockIdx.x];
    general_march<real, T, R, W, FEATURES, laws>(from, to, x, maps, bytes, b, law).run(b);
#endif
}

#endif
