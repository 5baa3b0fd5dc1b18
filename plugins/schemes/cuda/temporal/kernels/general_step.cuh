/* general_step.cuh: a level of a general march. */
#ifndef CUDA_GENERAL_STEP_CUH
#define CUDA_GENERAL_STEP_CUH

#include "general.cuh"

template <class real, int T, int R, int W, int FEATURES, class laws>
template <int AXIS, int N, bool ELECTRIC>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::layer(int slot, int i, int r, real t, real &q)
{
    if (!(AXIS == 0 ? LAYERS_X : LAYERS_YZ) || !(x.layers >> AXIS & 1))
        return;
    constexpr int KIND = ELECTRIC ? NODE : HALF;
    if (AXIS == 2 ? !(layer_bits[KIND] >> 31) : AXIS == 1 && !(layer_bits[KIND] >> r & 1))
        return;
    if (AXIS == 0 && !in_layer(from.line[0][KIND], i))
        return;
    real &psi = slot_word(slot, first_of(AXIS) + 2 * KIND + N - 1, r);
    const line &l = from.line[AXIS][KIND];
    const real b = AXIS == 2   ? zb[KIND]
                   : AXIS == 1 ? yb[KIND][r]
                               : static_cast<const real *>(l.b)[i];
    const real c = AXIS == 2   ? zc[KIND]
                   : AXIS == 1 ? yc[KIND][r]
                               : static_cast<const real *>(l.c)[i];
    psi = fma(b, psi, c * t);
    if ((N == 1) == ELECTRIC)
        q -= psi;
    else
        q += psi;
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::sections(int slot, int ring, int c, int r,
                                                       unsigned id, bool on, real old, real &q)
{
    if (!on)
        return;
    const int medium = IDS ? int(id >> 10 * c & 1023) : c;
    if (ONE_WORD_EACH) {
        const pair<real> y = pole[medium]; /* c1, r1 */
        if (y.cb == 0 && y.loss == 0)
            return;
        real &kept = s.word[ring][warp * R + r][c][lane];
        const real s1 = kept;
        q -= s1;
        kept = s1 + fma(y.loss, old, fma(-y.cb, s1, real(0)));
        return;
    }
    const medium_range range = x.range[medium];
    const int first = words - 3 * x.words + c * x.words;
    for (int n = 0, word = first; n < range.count; n++) {
        const quad<real> y = static_cast<const quad<real> *>(from.section)[range.first + n];
        const bool two = from.words[range.first + n] == 2;
        const real s1 = slot_word(slot, word, r),
                   s2 = two ? slot_word(slot, word + 1, r) : real(0);
        q -= s1;
        slot_word(slot, word, r) = s1 + fma(y.r1, old, fma(-y.c1, s1, s2));
        if (two)
            slot_word(slot, word + 1, r) = s2 + fma(y.rd, old, -y.c0 * s1);
        word += two ? 2 : 1;
    }
}

template <class real, int T, int R, int W, int FEATURES, class laws>
template <int LEVEL, bool UNIFORM>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::level(int now, int number, int slot, bool more,
                                                    real (&in_e)[3][R], real (&in_h)[3][R])
{
    if (LEVEL == 0) {
        const int p = (number - 1) % PREFETCHED, q = number % PREFETCHED;
#pragma unroll
        for (int r = 0; r < R; r++) {
#pragma unroll
            for (int c = 0; c < 3; c++) {
                e[0][c][r] = s.field[p][warp * R + r][c][lane];
                h[0][c][r] = s.field[p][warp * R + r][c + 3][lane];
            }
            in_e[1][r] = s.field[q][warp * R + r][1][lane];
            in_e[2][r] = s.field[q][warp * R + r][2][lane];
        }
    }
    const int below = min(warp * R + R, W * R - 1); /* the next warp's first row */
    const real ex_below = LEVEL == 0 ? s.field[(number - 1) % PREFETCHED][below][0][lane]
                                     : s.e[LEVEL][warp + 1][0][lane];
    const real ez_below = LEVEL == 0 ? s.field[(number - 1) % PREFETCHED][below][2][lane]
                                     : s.e[LEVEL][warp + 1][1][lane];
    int i = now - 1 - LEVEL;
    slot -= 1 + LEVEL;
    slot += slot < 0 ? SLOTS : 0;
    const int ring =
        IDS || ONE_WORD_EACH ? (number - 1 - LEVEL + smem::RINGS) % smem::RINGS : 0;
    real xn = numbers_of<real>(x).inverse[0][NODE], xh = numbers_of<real>(x).inverse[0][HALF],
         cb[6];
    unsigned mask = 0x3f;
#pragma unroll
    for (int c = 0; c < 6; c++)
        cb[c] = numbers_of<real>(x).cb[c];
    if (!UNIFORM) {
        i = plane(i);
        const int ic = clamp(i, x.nodes[0]);
        xn = static_cast<const real *>(from.line[0][NODE].inverse)[ic];
        xh = static_cast<const real *>(from.line[0][HALF].inverse)[ic];
        mask = 0;
#pragma unroll
        for (int c = 0; c < 6; c++) {
            mask |= unsigned(inside(from, c, 0, i)) << c;
            cb[c] = mask >> c & 1 ? cb[c] : real(0);
        }
    }
    real hx[R], hy[R], hz[R];
#pragma unroll
    for (int r = 0; r < R; r++) {
        const real ex_down = r < R - 1 ? e[LEVEL][0][(r + 1) % R] : ex_below;
        const real ez_down = r < R - 1 ? e[LEVEL][2][(r + 1) % R] : ez_below;
        const differences<real> d = {in_e[1][r] - e[LEVEL][1][r],
                                     in_e[2][r] - e[LEVEL][2][r],
                                     ex_down - e[LEVEL][0][r],
                                     ez_down - e[LEVEL][2][r],
                                     __shfl_down_sync(~0u, e[LEVEL][0][r], 1) - e[LEVEL][0][r],
                                     __shfl_down_sync(~0u, e[LEVEL][1][r], 1) - e[LEVEL][1][r]};
        real q[3];
        h_curl({xh, yh[r], zh}, d, q);
        if (LAYERS) {
            layer<0, 1, false>(slot, i, r, d.x2, q[1]);
            layer<0, 2, false>(slot, i, r, d.x1, q[2]);
            layer<1, 2, false>(slot, i, r, d.y2, q[0]);
            layer<1, 1, false>(slot, i, r, d.y0, q[2]);
            layer<2, 1, false>(slot, i, r, d.z1, q[0]);
            layer<2, 2, false>(slot, i, r, d.z0, q[1]);
        }
        hx[r] = fma(EDGE && !(updated[r] & 8) ? real(0) : cb[3], q[0], h[LEVEL][0][r]);
        hy[r] = fma(EDGE && !(updated[r] & 16) ? real(0) : cb[4], q[1], h[LEVEL][1][r]);
        hz[r] = fma(EDGE && !(updated[r] & 32) ? real(0) : cb[5], q[2], h[LEVEL][2][r]);
    }
    s.h[LEVEL][warp + 1][0][lane] = hx[R - 1];
    s.h[LEVEL][warp + 1][1][lane] = hz[R - 1];
    if (LEVEL == 0 && ONE_WORD_EACH)
        tma_fence();
    __syncthreads();
    if (LEVEL == 0 && more) /* all have read the plane before this one */
        fetch();
    real out[3][R];
#pragma unroll
    for (int r = 0; r < R; r++) {
        const real hx_up = r > 0 ? hx[(r + R - 1) % R] : s.h[LEVEL][warp][0][lane];
        const real hz_up = r > 0 ? hz[(r + R - 1) % R] : s.h[LEVEL][warp][1][lane];
        /* the next level waits with H of the plane before */
        const real hy_old = LEVEL < T - 1 ? h[(LEVEL + 1) % T][1][r] : last[0][r];
        const real hz_old = LEVEL < T - 1 ? h[(LEVEL + 1) % T][2][r] : last[1][r];
        const differences<real> d = {hy[r] - hy_old,
                                     hz[r] - hz_old,
                                     hx[r] - hx_up,
                                     hz[r] - hz_up,
                                     hx[r] - __shfl_up_sync(~0u, hx[r], 1),
                                     hy[r] - __shfl_up_sync(~0u, hy[r], 1)};
        real q[3];
        e_curl({xn, yn[r], zn}, d, q);
        const unsigned now_on = EDGE ? mask & updated[r] : mask;
        if (LAYERS) {
            layer<0, 1, true>(slot, i, r, d.x2, q[1]);
            layer<0, 2, true>(slot, i, r, d.x1, q[2]);
            layer<1, 2, true>(slot, i, r, d.y2, q[0]);
            layer<1, 1, true>(slot, i, r, d.y0, q[2]);
            layer<2, 1, true>(slot, i, r, d.z1, q[0]);
            layer<2, 2, true>(slot, i, r, d.z0, q[1]);
        }
        const unsigned id = IDS ? s.id[ring][warp * R + r][lane] : 0;
#pragma unroll
        for (int c = 0; c < 3 && (ONE_WORD_EACH || ANY_WORDS); c++)
            sections(slot, ring, c, r, id, now_on >> c & 1, e[LEVEL][c][r], q[c]);
#pragma unroll
        for (int c = 0; c < 3; c++)
            out[c][r] = IDS ? of_medium(id >> 10 * c & 1023, q[c], e[LEVEL][c][r])
                            : fma(EDGE && !(updated[r] >> c & 1) ? real(0) : cb[c], q[c],
                                  lossy(c, e[LEVEL][c][r]));
        if constexpr (laws::ACTS)
#pragma unroll
            for (int c = 0; c < 3; c++) {
                const pack<real, 1> old = {{e[LEVEL][c][r]}};
                pack<real, 1> value = {{out[c][r]}};
                law.act(c, LEVEL, pack<unsigned, 1>{{id}}, now_on, old, value);
                out[c][r] = value.v[0];
            }
    }
    if (LEVEL > 0) {
        s.e[LEVEL][warp][0][lane] = in_e[0][0];
        s.e[LEVEL][warp][1][lane] = in_e[2][0];
    }
    if (T == 1)
        __syncthreads();
    pass_on<LEVEL, 0>(e, h, last, in_e, in_h, out, hx, hy, hz);
}

#endif
