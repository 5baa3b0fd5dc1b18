/* general_step.cuh: a stage: one plane from one level in time to the next. */
#ifndef CUDA_TURN_CUH
#define CUDA_TURN_CUH

#include "general.cuh"

template <class real, int T, int R, int W, int FORM>
template <int AXIS, int N, bool ELECTRIC>
__device__ __forceinline__ void marcher<real, T, R, W, FORM>::layer(int slot, int i, int r,
                                                                    real t, real &q)
{
    if (!(AXIS == 0 ? ENDS : SIDES) || !(x.layers >> AXIS & 1))
        return;
    constexpr int KIND = ELECTRIC ? NODE : HALF;
    if (AXIS == 2 ? !(deep[KIND] >> 31) : AXIS == 1 && !(deep[KIND] >> r & 1))
        return;
    if (AXIS == 0 && !in_layer(from.line[0][KIND], i))
        return;
    real &psi = cell(slot, first_of(AXIS) + 2 * KIND + N - 1, r);
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

template <class real, int T, int R, int W, int FORM>
__device__ __forceinline__ void
marcher<real, T, R, W, FORM>::sections(int slot, int ring, int c, int r, unsigned id,
                                       bool updated, real old, real &q)
{
    if (!updated)
        return;
    const int medium = IDS ? int(id >> 10 * c & 1023) : c;
    if (POLE) {
        const pair<real> y = pole[medium]; /* c1, r1 */
        if (y.cb == 0 && y.loss == 0)
            return;
        real &kept = S.word[ring][warp * R + r][c][lane];
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
        const real s1 = cell(slot, word, r), s2 = two ? cell(slot, word + 1, r) : real(0);
        q -= s1;
        cell(slot, word, r) = s1 + fma(y.r1, old, fma(-y.c1, s1, s2));
        if (two)
            cell(slot, word + 1, r) = s2 + fma(y.rd, old, -y.c0 * s1);
        word += two ? 2 : 1;
    }
}

template <class real, int T, int R, int W, int FORM>
template <int s, bool CALM>
__device__ __forceinline__ void
marcher<real, T, R, W, FORM>::stage(int now, int number, int slot, bool more,
                                    real (&in_e)[3][R], real (&in_h)[3][R])
{
    if (s == 0) {
        const int p = (number - 1) % STAGED, q = number % STAGED;
#pragma unroll
        for (int r = 0; r < R; r++) {
#pragma unroll
            for (int c = 0; c < 3; c++) {
                e[0][c][r] = S.field[p][warp * R + r][c][lane];
                h[0][c][r] = S.field[p][warp * R + r][c + 3][lane];
            }
            in_e[1][r] = S.field[q][warp * R + r][1][lane];
            in_e[2][r] = S.field[q][warp * R + r][2][lane];
        }
    }
    const int below = min(warp * R + R, W * R - 1); /* row of the next warp */
    const real ex_below =
        s == 0 ? S.field[(number - 1) % STAGED][below][0][lane] : S.e[s][warp + 1][0][lane];
    const real ez_below =
        s == 0 ? S.field[(number - 1) % STAGED][below][2][lane] : S.e[s][warp + 1][1][lane];
    int i = now - 1 - s;
    slot -= 1 + s;
    slot += slot < 0 ? SLOTS : 0;
    const int ring = IDS || POLE ? (number - 1 - s + memory::RINGS) % memory::RINGS : 0;
    real xn = numbers_of<real>(x).inverse[0][NODE], xh = numbers_of<real>(x).inverse[0][HALF],
         cb[6];
    unsigned mask = 0x3f;
#pragma unroll
    for (int c = 0; c < 6; c++)
        cb[c] = numbers_of<real>(x).cb[c];
    if (!CALM) {
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
        const real ex_down = r < R - 1 ? e[s][0][(r + 1) % R] : ex_below;
        const real ez_down = r < R - 1 ? e[s][2][(r + 1) % R] : ez_below;
        const real x1 = in_e[1][r] - e[s][1][r], x2 = in_e[2][r] - e[s][2][r];
        const real y0 = ex_down - e[s][0][r], y2 = ez_down - e[s][2][r];
        const real z0 = __shfl_down_sync(~0u, e[s][0][r], 1) - e[s][0][r];
        const real z1 = __shfl_down_sync(~0u, e[s][1][r], 1) - e[s][1][r];
        real q0 = fma(zh, z1, -yh[r] * y2);
        real q1 = fma(xh, x2, -zh * z0);
        real q2 = fma(yh[r], y0, -xh * x1);
        const unsigned now_on = EDGE ? mask & on[r] : mask;
        if (LAYERS) {
            layer<0, 1, false>(slot, i, r, x2, q1);
            layer<0, 2, false>(slot, i, r, x1, q2);
            layer<1, 2, false>(slot, i, r, y2, q0);
            layer<1, 1, false>(slot, i, r, y0, q2);
            layer<2, 1, false>(slot, i, r, z1, q0);
            layer<2, 2, false>(slot, i, r, z0, q1);
        }
        hx[r] = fma(EDGE && !(on[r] & 8) ? real(0) : cb[3], q0, h[s][0][r]);
        hy[r] = fma(EDGE && !(on[r] & 16) ? real(0) : cb[4], q1, h[s][1][r]);
        hz[r] = fma(EDGE && !(on[r] & 32) ? real(0) : cb[5], q2, h[s][2][r]);
    }
    S.h[s][warp + 1][0][lane] = hx[R - 1];
    S.h[s][warp + 1][1][lane] = hz[R - 1];
    if (s == 0 && POLE)
        stage_order();
    __syncthreads();
    if (s == 0 && more) /* everyone has read the plane before this one */
        fetch();
    real ex[R], ey[R], ez[R];
#pragma unroll
    for (int r = 0; r < R; r++) {
        const real hx_up = r > 0 ? hx[(r + R - 1) % R] : S.h[s][warp][0][lane];
        const real hz_up = r > 0 ? hz[(r + R - 1) % R] : S.h[s][warp][1][lane];
        /* H that stage s+1 waits with is that of the plane before */
        const real x1 = hy[r] - (s < T - 1 ? h[(s + 1) % T][1][r] : last[0][r]);
        const real x2 = hz[r] - (s < T - 1 ? h[(s + 1) % T][2][r] : last[1][r]);
        const real y0 = hx[r] - hx_up, y2 = hz[r] - hz_up;
        const real z0 = hx[r] - __shfl_up_sync(~0u, hx[r], 1);
        const real z1 = hy[r] - __shfl_up_sync(~0u, hy[r], 1);
        real q0 = fma(-zn, z1, yn[r] * y2);
        real q1 = fma(-xn, x2, zn * z0);
        real q2 = fma(-yn[r], y0, xn * x1);
        const unsigned now_on = EDGE ? mask & on[r] : mask;
        if (LAYERS) {
            layer<0, 1, true>(slot, i, r, x2, q1);
            layer<0, 2, true>(slot, i, r, x1, q2);
            layer<1, 2, true>(slot, i, r, y2, q0);
            layer<1, 1, true>(slot, i, r, y0, q2);
            layer<2, 1, true>(slot, i, r, z1, q0);
            layer<2, 2, true>(slot, i, r, z0, q1);
        }
        const unsigned id = IDS ? S.id[ring][warp * R + r][lane] : 0;
        if (POLE || POLES) {
            sections(slot, ring, 0, r, id, now_on & 1, e[s][0][r], q0);
            sections(slot, ring, 1, r, id, now_on & 2, e[s][1][r], q1);
            sections(slot, ring, 2, r, id, now_on & 4, e[s][2][r], q2);
        }
        if (IDS) {
            ex[r] = of_medium(id & 1023, q0, e[s][0][r]);
            ey[r] = of_medium(id >> 10 & 1023, q1, e[s][1][r]);
            ez[r] = of_medium(id >> 20, q2, e[s][2][r]);
        } else {
            ex[r] = fma(EDGE && !(on[r] & 1) ? real(0) : cb[0], q0, lossy(0, e[s][0][r]));
            ey[r] = fma(EDGE && !(on[r] & 2) ? real(0) : cb[1], q1, lossy(1, e[s][1][r]));
            ez[r] = fma(EDGE && !(on[r] & 4) ? real(0) : cb[2], q2, lossy(2, e[s][2][r]));
        }
    }
    if (s > 0) {
        S.e[s][warp][0][lane] = in_e[0][0];
        S.e[s][warp][1][lane] = in_e[2][0];
    }
    if (T == 1)
        __syncthreads();
#pragma unroll
    for (int r = 0; r < R; r++) {
        if (s == T - 1) {
            last[0][r] = hy[r];
            last[1][r] = hz[r];
        }
#pragma unroll
        for (int c = 0; c < 3 && s > 0; c++) {
            e[s][c][r] = in_e[c][r];
            h[s][c][r] = in_h[c][r];
        }
        in_e[0][r] = ex[r], in_e[1][r] = ey[r], in_e[2][r] = ez[r];
        in_h[0][r] = hx[r], in_h[1][r] = hy[r], in_h[2][r] = hz[r];
    }
}

#endif
