/* shared_sweep.cuh: the sweep of a half step in a box in shared memory: march() of sweep.cuh, a
 * column of cells, or a piece of one, by a thread. */
#ifndef CUDA_SHARED_SWEEP_CUH
#define CUDA_SHARED_SWEEP_CUH

#include "../../engine/cpml.cuh"
#include "shared_layout.cuh"

/* What psi of an axis adds to the curls of components c1 and c2: psi advances with their differences
 * t1 and t2. */
template <class real, bool ELECTRIC>
__device__ inline void add_layer(const shared_state<real> &m, int a, int n, const int (&x)[3],
                                 const bool (&now)[3], int c1, int c2, const real (&t1)[1],
                                 const real (&t2)[1], int sign1, real (&q)[3][1])
{
    constexpr int OWN = ELECTRIC ? 0 : 3;
    const line &l = m.d.line[a][ELECTRIC ? NODE : HALF];
    if (x[a] >= l.low && x[a] < l.high)
        return;
    const pack<real, 1> b = {{static_cast<const real *>(l.b)[x[a]]}},
                        c = {{static_cast<const real *>(l.c)[x[a]]}};
    advance_psi<real, 1, true, false>(0, m.psi(OWN + c1, a, n, x), b, c, t1, sign1, now[c1],
                                      q[c1]);
    advance_psi<real, 1, true, false>(0, m.psi(OWN + c2, a, n, x), b, c, t2, -sign1, now[c2],
                                      q[c2]);
}

/* The values of a plane that a column's point needs: `a` at the point, y and z one row and one column
 * on (H) or before (E), next: a plane on or here. */
template <class real> struct plane_values {
    real a0, y0, z0, z1, y2, next1, next2, old[3];
};

/* Their places, and those of the points. */
template <class real, bool ELECTRIC> struct plane_places {
    static constexpr int SIGN = ELECTRIC ? 1 : -1;
    real *own0, *own1, *own2;
    const real *o0, *y0, *z1, *y2, *p1, *p2;

    /* first: that of Ex */
    __device__ inline plane_places(real *first, int size, int row, int plane)
        : own0(first + (ELECTRIC ? 0 : 3) * size), own1(own0 + size), own2(own1 + size),
          o0(first + (ELECTRIC ? 3 : 0) * size), y0(o0 - SIGN * row), z1(o0 + size - SIGN),
          y2(o0 + 2 * size - SIGN * row), p1(o0 + size + (ELECTRIC ? 0 : plane)), p2(p1 + size)
    {
    }
    __device__ inline plane_values<real> load() const
    {
        return {*o0, *y0, o0[-SIGN], *z1, *y2, *p1, *p2, {*own0, *own1, *own2}};
    }
    __device__ inline void advance(int plane)
    {
        own0 += plane;
        own1 += plane;
        own2 += plane;
        o0 += plane;
        y0 += plane;
        z1 += plane;
        y2 += plane;
        p1 += plane;
        p2 += plane;
    }
};

/* What a sweep knows of all points: WHOLE: each is updated; IDS: media may differ. */
template <class real, bool ELECTRIC, bool LAYERS, bool WHOLE, bool IDS>
__device__ inline void sweep_column(const shared_state<real> &m, int i0, int i1, int j, int k)
{
    constexpr int OWN = ELECTRIC ? 0 : 3, KIND = ELECTRIC ? NODE : HALF;
    constexpr int SIGN = ELECTRIC ? 1 : -1;
    const domain &d = m.d;
    const int size = m.layout.size, row = m.layout.count[2], plane = row * m.layout.count[1];
    const pair<real> *coefficient = static_cast<const pair<real> *>(d.coefficient);
    const real *ix = static_cast<const real *>(d.line[0][KIND].inverse) + i0;
    const real y = SIGN * static_cast<const real *>(d.line[1][KIND].inverse)[j],
               z = SIGN * static_cast<const real *>(d.line[2][KIND].inverse)[k];
    pair<real> fixed[3];
    bool on[3];
    for (int c = 0; c < 3; c++) {
        fixed[c] = coefficient[d.uniform[OWN + c]];
        on[c] = WHOLE || (inside(d, OWN + c, 1, j) && inside(d, OWN + c, 2, k));
    }
    int n[3] = {0, 0, 0};
    const bool in_y = LAYERS && m.in_layer(1, j, &n[1]),
               in_z = LAYERS && m.in_layer(2, k, &n[2]);
    int64_t offset = IDS ? i0 * d.plane + int64_t(j) * d.pitch + k : 0;
    plane_places<real, ELECTRIC> at(m.word + m.layout.place(i0, j, k), size, row, plane);
    plane_values<real> now = at.load();
    /* H: the values at plane i0, E: those of the plane before */
    real keep1 = at.p1[-plane], keep2 = at.p2[-plane];
    for (int i = i0; i < i1; i++) {
        real *const own[3] = {at.own0, at.own1, at.own2};
        const plane_values<real> v = now;
        at.advance(plane);
        if (i + 1 < i1) /* fetched before anything of this plane is stored */
            now = at.load();
        const real x = SIGN * *ix++;
        const real a1 = ELECTRIC ? v.next1 : keep1, a2 = ELECTRIC ? v.next2 : keep2;
        /* hi - lo: SIGN*(own - neighbour) */
        const real tx1[1] = {v.next1 - keep1}, tx2[1] = {v.next2 - keep2},
                   ty0[1] = {SIGN * (v.a0 - v.y0)}, ty2[1] = {SIGN * (a2 - v.y2)},
                   tz0[1] = {SIGN * (v.a0 - v.z0)}, tz1[1] = {SIGN * (a1 - v.z1)};
        real q[3][1] = {{fma(-z, tz1[0], y * ty2[0])},
                        {fma(-x, tx2[0], z * tz0[0])},
                        {fma(-y, ty0[0], x * tx1[0])}};
        keep1 = v.next1;
        keep2 = v.next2;
        bool updated[3];
        for (int c = 0; c < 3; c++)
            updated[c] = on[c] && (WHOLE || inside(d, OWN + c, 0, i));
        if (LAYERS) {
            const int place[3] = {i, j, k};
            if (m.in_layer(0, i, &n[0]))
                add_layer<real, ELECTRIC>(m, 0, n[0], place, updated, 1, 2, tx2, tx1, -SIGN, q);
            if (in_y)
                add_layer<real, ELECTRIC>(m, 1, n[1], place, updated, 0, 2, ty2, ty0, SIGN, q);
            if (in_z)
                add_layer<real, ELECTRIC>(m, 2, n[2], place, updated, 0, 1, tz1, tz0, -SIGN, q);
        }
#pragma unroll
        for (int c = 0; c < 3; c++) {
            pair<real> p = fixed[c];
            if (IDS && d.id[OWN + c])
                p = coefficient[medium_at<ANY_IDS>(d, OWN + c, offset)];
            if (updated[c])
                *own[c] = fma(p.cb, q[c][0], fma(-p.loss, v.old[c], v.old[c]));
        }
        if (IDS)
            offset += d.plane;
    }
}

template <class real, bool ELECTRIC, bool LAYERS, bool WHOLE, bool IDS>
__device__ inline void sweep_columns(const shared_state<real> &m, const cell_range &r)
{
    by_columns(r, [&](int i0, int i1, int j, int k) {
        sweep_column<real, ELECTRIC, LAYERS, WHOLE, IDS>(m, i0, i1, j, k);
    });
}

template <class real, bool ELECTRIC, bool LAYERS>
__device__ inline void sweep_box(const shared_state<real> &m, const cell_range &r)
{
    constexpr int OWN = ELECTRIC ? 0 : 3;
    bool whole = true, ids = false;
    for (int c = OWN; c < OWN + 3; c++) {
        ids = ids || m.d.id[c];
        for (int a = 0; a < 3; a++)
            whole = whole && m.d.begin[c][a] <= r.from[a] && m.d.end[c][a] >= r.to[a];
    }
    if (whole && !ids)
        sweep_columns<real, ELECTRIC, LAYERS, true, false>(m, r);
    else if (whole)
        sweep_columns<real, ELECTRIC, LAYERS, true, true>(m, r);
    else
        sweep_columns<real, ELECTRIC, LAYERS, false, true>(m, r);
}

#endif
