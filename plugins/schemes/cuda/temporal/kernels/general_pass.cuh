/* general_pass.cuh: T steps in one march over the planes of a brick.
 *
 * Planes are staged in shared memory by the tensor copy engine, some ahead. In the turn that
 * looks ahead to plane n, stage s takes plane n-1-s from level s to s+1: H from E of this plane
 * and the next, then E from H of this plane and the one before. Stage 0 reads what is staged;
 * what stage s has done is what stage s+1 waits for in the next turn, so a thread keeps one
 * plane of E and H for each of those in registers. Neighbours along a row come by shuffles,
 * those of the next warp through shared memory. Words that belong to one point (psi of layers,
 * states of sections) wait in shared memory until their plane has passed all stages.
 *
 * All sums are those of sweep.cuh in the same order: the same bits. */
#ifndef CUDA_PASS_CUH
#define CUDA_PASS_CUH

#include "general_step.cuh"
#include "general_words.cuh"

template <class real, int T, int R, int W, int FORM>
template <int s, bool CALM>
__device__ __forceinline__ void
marcher<real, T, R, W, FORM>::stages(int now, int number, int slot, bool more,
                                     real (&in_e)[3][R], real (&in_h)[3][R])
{
    stage<s, CALM>(now, number, slot, more, in_e, in_h);
    if constexpr (s + 1 < T)
        stages<s + 1, CALM>(now, number, slot, more, in_e, in_h);
}

template <class real, int T, int R, int W, int FORM>
__device__ __forceinline__ void marcher<real, T, R, W, FORM>::write(int i, int number, int slot,
                                                                    const real (&out_e)[3][R],
                                                                    const real (&out_h)[3][R])
{
#pragma unroll
    for (int r = 0; r < R; r++) {
        if (!(writes >> r & 1))
            continue;
#pragma unroll
        for (int c = 0; c < 3; c++) {
            *near(to, to.field[c], i, place[r]) = out_e[c][r];
            *near(to, to.field[c + 3], i, place[r]) = out_h[c][r];
        }
#pragma unroll
        for (int c = 0; POLE && c < 3; c++)
            *near(to, maps.words_to, i, place[r] + c * x.row) =
                S.word[number % memory::RINGS][warp * R + r][c][lane];
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

template <class real, int T, int R, int W, int FORM>
template <bool CALM>
__device__ __forceinline__ void marcher<real, T, R, W, FORM>::turn(const brick &b, int now,
                                                                   int number, int &slot)
{
    real in_e[3][R], in_h[3][R];
    await(number);
    if (STREAMS) /* what came before the last plane is there */
        __pipeline_wait_prior(1);
    stages<0, CALM>(now, number, slot, staged < b.end - b.plane + 2 * T, in_e, in_h);
    const int next = slot + 1 < SLOTS ? slot + 1 : 0; /* that of plane now - T, too */
    if (now - T >= b.plane)
        write(now - T, number - T, next, in_e, in_h);
    slot = next;
    if (STREAMS)
        stream_in(now + 1, slot);
}

template <class real, int T, int R, int W, int FORM>
__device__ __forceinline__ void marcher<real, T, R, W, FORM>::run(const brick &b)
{
    int slot = 1, now = b.plane - T; /* slot: of plane `now` */
    const int end = b.end + T, start = now;
    ahead = plane(now);
    staged = 0;
    for (int n = 0; n < STAGED && n < end - start; n++)
        fetch();
    if (goes_round())
        __syncthreads();
    if (STREAMS) {
        stream_in(now, 0);
        stream_in(now + 1, 1);
    }
    await(0);
    now++;
    while (now < end) {
        const int calm = ENDS ? 0 : min(end, x.calm[0][1]);
        for (; now < end && (now - T < x.calm[0][0] || now >= calm); now++)
            turn<false>(b, now, now - start, slot);
        for (; !ENDS && now - T >= x.calm[0][0] && now < calm; now++)
            turn<true>(b, now, now - start, slot);
    }
}

template <class real, int T, int R, int W, int FORM>
__global__ void __launch_bounds__(LANES *W, 1)
    pass_kernel(const __grid_constant__ domain from, const __grid_constant__ domain to,
                const __grid_constant__ pass x, const __grid_constant__ stage_maps maps,
                const brick *bricks)
{
#if STAGE_ENGINE
    extern __shared__ __align__(128) unsigned char bytes[];
    const brick b = bricks[blockIdx.x];
    marcher<real, T, R, W, FORM>(from, to, x, maps, bytes, b).run(b);
#endif
}

#endif
