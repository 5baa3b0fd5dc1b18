/* layers.cuh: the part of layers in a half step of the high-order schemes.
 *
 * The march takes every derivative as in the open. Points in a layer get the rest afterwards,
 *
 *     psi = b psi + c D f,   F += cb ((1/(kappa h) - 1/h) D f + psi)
 *
 * with the same wide D of the other field, read again: layers are few, and the march does
 * without their registers. */
#ifndef CUDA_WIDE_LAYERS_CUH
#define CUDA_WIDE_LAYERS_CUH

#include "window.cuh"

__device__ inline float with_sign(float v, unsigned sign)
{
    return __uint_as_float(__float_as_uint(v) ^ sign);
}
__device__ inline double with_sign(double v, unsigned sign)
{
    return __hiloint2double(__double2hiint(v) ^ int(sign), __double2loint(v));
}

/* The other field around a point. */
template <class real, int SHAPE, bool ELECTRIC> struct around {
    typedef reach<SHAPE, ELECTRIC> r;
    struct spot {
        unsigned plane, at; /* words from the plane's first */
        unsigned sign;      /* bit 31: another one */
    };

    const domain &d;
    const window<real> &w;
    const int (&x)[3];

    __device__ spot spot_of(int f, int axis, int offset) const
    {
        const unsigned m =
            w.axis[axis].image[kind_of<ELECTRIC>(f, axis)][x[axis] + WIDE_PAIRS + offset];
        const unsigned at = m % WIDE_FLIP;
        return {axis == 0 ? at : 0,
                axis == 0   ? 0
                : axis == 1 ? at * unsigned(d.pitch)
                            : at,
                (m & WIDE_FLIP) * 2};
    }

    __device__ real value(int f, const spot &a, const spot &b, const spot &c) const
    {
        const real *plane =
            field_of<real>(d, (ELECTRIC ? 3 : 0) + f) + (a.plane + b.plane + c.plane) * d.plane;
        return with_sign(plane[a.at + b.at + c.at], a.sign ^ b.sign ^ c.sign);
    }

    /* Derivative of component f along a, without 1/h. */
    __device__ real derivative(int f, int a) const
    {
        const int u = (a + 1) % 3, v = (a + 2) % 3;
        const weights<real> &x = w.arm[a][f == u ? 0 : 1];
        spot su[3], sv[3];
        for (int m = 0; m < 3; m++) {
            su[m] = spot_of(f, u, r::SIDE ? m - 1 : 0);
            sv[m] = spot_of(f, v, r::SIDE ? m - 1 : 0);
        }
        real sum = 0;
#pragma unroll
        for (int p = 0; p < r::PAIRS; p++) {
            const spot up = spot_of(f, a, p + r::AHEAD), down = spot_of(f, a, r::AHEAD - p - 1);
            auto pair_at = [&](int m, int n) {
                return value(f, up, su[m], sv[n]) - value(f, down, su[m], sv[n]);
            };
            sum = fma(x.along[p], pair_at(1, 1), sum);
            if (r::side(p)) {
                sum = fma(x.first[p & 1], pair_at(0, 1) + pair_at(2, 1), sum);
                sum = fma(x.second[p & 1], pair_at(1, 0) + pair_at(1, 2), sum);
            }
            if (r::corner(p))
                sum =
                    fma(x.corner[p & 1],
                        (pair_at(0, 0) + pair_at(0, 2)) + (pair_at(2, 0) + pair_at(2, 2)), sum);
        }
        return sum;
    }
};

template <class real, int SHAPE, bool ELECTRIC, bool LEVELS>
__global__ void __launch_bounds__(TILE)
    add_layers(const __grid_constant__ domain d, const __grid_constant__ window<real> w)
{
    constexpr int OWN = ELECTRIC ? 0 : 3, KIND = ELECTRIC ? NODE : HALF;
    int n = 0, block = int(blockIdx.x);
    while (block >= w.layers.part[n].blocks)
        block -= w.layers.part[n++].blocks;
    const place here = place_of<1>(w.layers.part[n], block, 1);
    if (!here.in)
        return;
    const int x[3] = {here.i0, here.j, here.k};
    const int64_t at = x[0] * d.plane + int64_t(x[1]) * d.pitch + x[2];
    const around<real, SHAPE, ELECTRIC> field = {d, w, x};
#pragma unroll
    for (int c = 0; c < 3; c++) {
        real q = 0;
        bool any = false;
        if (!(inside(d, OWN + c, 0, x[0]) && inside(d, OWN + c, 1, x[1]) &&
              inside(d, OWN + c, 2, x[2])))
            continue;
#pragma unroll
        for (int m = 2 * c; m < 2 * c + 2; m++) {
            const int a = along(m), f = 3 - a - c;
            const int64_t layer = layer_of(d, a, KIND, x[0], x[1], x[2]);
            if (layer < 0)
                continue;
            const real t = field.derivative(f, a);
            const real b = static_cast<const real *>(d.line[a][KIND].b)[x[a]];
            const real s = static_cast<const real *>(w.axis[a].c[KIND])[x[a]];
            const real stretch =
                static_cast<const real *>(w.axis[a].inverse[KIND])[x[a]] - w.open[a];
            real *psi = static_cast<real *>(d.psi[OWN + c][a]) + layer;
            const real next = fma(b, *psi, s * t), v = fma(stretch, t, next);
            *psi = next;
            q += m % 2 ? -v : v;
            any = true;
        }
        if (!any)
            continue;
        const unsigned medium = medium_at<ANY_IDS>(d, OWN + c, at);
        const real cb = LEVELS ? static_cast<const real *>(w.level_coefficients)[5 * medium]
                               : static_cast<const pair<real> *>(d.coefficient)[medium].cb;
        real *own = LEVELS ? static_cast<real *>(w.level[c][WIDE_LEVELS - 2])
                           : field_of<real>(d, OWN + c);
        own[at] = fma(ELECTRIC ? cb : -cb, q, own[at]);
    }
}

#endif
