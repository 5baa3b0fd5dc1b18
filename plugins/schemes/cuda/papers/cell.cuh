/* cell.cuh: the update of one plain cell, written once for all mappings.
 *
 * Its operations and their order are those of march() of sweep.cuh without layers, so
 * that every mapping gives the bits of "cuda.split". A Coefficients says cb and loss of a point, and
 * with SECTIONS its medium. */
#ifndef CUDA_CELL_CUH
#define CUDA_CELL_CUH

#include "../engine/launch.cuh"
#include "../engine/sweep.cuh"

enum { MOST_THREADS = 1024 };

template <bool ELECTRIC> struct half_step {
    static constexpr int OWN = ELECTRIC ? 0 : 3, OTHER = 3 - OWN, KIND = ELECTRIC ? NODE : HALF;
    static constexpr int SIGN = ELECTRIC ? 1 : -1;
};

/* Coefficients by the engine's ids and table of media. */
template <class real> struct coefficients_of_media {
    __device__ pair<real> operator()(const domain &d, int c, int64_t at) const
    {
        return static_cast<const pair<real> *>(d.coefficient)[medium_at<ANY_IDS>(d, c, at)];
    }
};

/* The other field at a cell and at its neighbours: the next ones of E, the ones before of H. */
template <class real> struct vicinity {
    real own[3], x1, x2, y0, y2, z0, z1;
};

/* 1/m, with the sign of the curl. */
template <class real> struct slopes {
    real x, y, z;
};

template <class real, bool ELECTRIC>
__device__ inline real slope(const domain &d, int axis, int at)
{
    typedef half_step<ELECTRIC> half;
    return half::SIGN * static_cast<const real *>(d.line[axis][half::KIND].inverse)[at];
}

template <class real> __device__ inline real advance(pair<real> m, real old, real q)
{
    return fma(m.cb, q, fma(-m.loss, old, old));
}

template <class real>
__device__ inline void put(const domain &d, int c, int i, int j, int k, int64_t at, real value)
{
    field_of<real>(d, c)[at] = value;
    if (d.periodic) {
        const int position[3] = {i, j, k};
        mirror(d, c, position, at, value);
    }
}

__device__ inline bool holds(const domain &d, int c, int i, int j, int k)
{
    return inside(d, c, 0, i) && inside(d, c, 1, j) && inside(d, c, 2, k);
}

/* q[c]: the difference along c+1 less the one along c+2. */
template <class real, bool ELECTRIC>
__device__ inline void curl(const vicinity<real> &v, const slopes<real> (&s)[3], real (&q)[3])
{
    constexpr int SIGN = half_step<ELECTRIC>::SIGN;
    const real tx1 = ELECTRIC ? v.own[1] - v.x1 : v.x1 - v.own[1];
    const real tx2 = ELECTRIC ? v.own[2] - v.x2 : v.x2 - v.own[2];
    const real ty0 = SIGN * (v.own[0] - v.y0), ty2 = SIGN * (v.own[2] - v.y2);
    const real tz0 = SIGN * (v.own[0] - v.z0), tz1 = SIGN * (v.own[1] - v.z1);
    q[0] = fma(-s[0].z, tz1, s[0].y * ty2);
    q[1] = fma(-s[1].x, tx2, s[1].z * tz0);
    q[2] = fma(-s[2].y, ty0, s[2].x * tx1);
}

/* Updates a cell on its own: no value is kept for the next cell. */
template <class real, bool ELECTRIC, bool SECTIONS, class Coefficients>
__device__ inline void update_cell(const domain &d, const Coefficients &coefficient, int i,
                                   int j, int k)
{
    typedef half_step<ELECTRIC> half;
    const real *__restrict__ f0 = field_of<real>(d, half::OTHER);
    const real *__restrict__ f1 = field_of<real>(d, half::OTHER + 1);
    const real *__restrict__ f2 = field_of<real>(d, half::OTHER + 2);
    const int64_t at = i * d.plane + int64_t(j) * d.pitch + k;
    const int64_t x = at - half::SIGN * d.stride[0], y = at - half::SIGN * d.stride[1],
                  z = at - half::SIGN * d.stride[2];
    const vicinity<real> v = {
        {f0[at], f1[at], f2[at]}, f1[x], f2[x], f0[y], f2[y], f0[z], f1[z]};
    const slopes<real> one = {slope<real, ELECTRIC>(d, 0, i), slope<real, ELECTRIC>(d, 1, j),
                              slope<real, ELECTRIC>(d, 2, k)};
    const slopes<real> s[3] = {one, one, one};
    real q[3], old[3];
    pair<real> m[3];
#pragma unroll
    for (int c = 0; c < 3; c++) { /* read before anything is written: all are on their way */
        old[c] = field_of<real>(d, half::OWN + c)[at];
        m[c] = coefficient(d, half::OWN + c, at);
    }
    curl<real, ELECTRIC>(v, s, q);
#pragma unroll
    for (int c = 0; c < 3; c++)
        if (holds(d, half::OWN + c, i, j, k)) {
            if constexpr (SECTIONS) {
                const medium_range range = d.range[coefficient.medium(d, half::OWN + c, at)];
                if (range.count > 0)
                    advance_sections<real, 1, true>(d, half::OWN + c, range, at,
                                                    int64_t(i) * d.rows + j, k, 1, &old[c],
                                                    &q[c]);
            }
            put(d, half::OWN + c, i, j, k, at, advance(m[c], old[c], q[c]));
        }
}

#endif
