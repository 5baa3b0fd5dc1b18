/* sweep.cuh: one half step, a few neighbouring cells per thread and plane.
 *
 * A thread owns V columns (j, k...) and marches over a few planes i; values that it reads of
 * plane i+1 (H) or has read of plane i-1 (E) stay in registers. A point of component c takes
 *
 *     t = difference of the neighbours along c+1 (then c+2)
 *     psi = b*psi + c*t                                    in a layer
 *     q = +-[(inverse*t + psi) - (inverse*t + psi)] - sum s1      + for E, - for H
 *     F += cb*q - loss*F
 *
 * in the order of the scheme "reference". Each block finds which borders its cells meet
 * and takes code that knows no others: cells without borders pay for none, and memory is still
 * read in one order by one launch. Products that may be fused are written as fma():
 * compiled without contraction, any kernel built on march() gives the same bits. */
#ifndef CUDA_SWEEP_CUH
#define CUDA_SWEEP_CUH

#include "cpml.cuh"
#include "pdl.cuh"
#include "place.cuh"

/* The borders that a sweep knows. NO_BORDERS: there is no layer and no periodic axis;
 * DIRECT_BORDERS: psi is read where it is needed; STAGED_BORDERS: psi is fetched ahead of the
 * fields, which pays where more blocks wait than run. */
enum { NO_BORDERS, DIRECT_BORDERS, STAGED_BORDERS };

/* q -= sum of s1 of V points of one medium; their sections advance with the old field. mask:
 * the points that are updated. */
template <class real, int V, bool STORE>
__device__ inline void advance_sections(const domain &d, int c, medium_range range, int64_t at,
                                        int64_t row, int k, unsigned mask, const real *old,
                                        real *q)
{
    word_places<real> place(d, c, at, row, k);
    const quad<real> *x = static_cast<const quad<real> *>(d.section) + range.first;
    const unsigned char *words = d.words + range.first;
    for (int n = 0; n < range.count; n++) {
        const quad<real> y = x[n];
        const bool two = words[n] == 2;
        real *const first = place.next(), *const second = two ? place.next() : nullptr;
        pack<real, V> s1 = load<V>(first), s2 = {};
        if (two)
            s2 = load<V>(second);
        for (int v = 0; v < V; v++) {
            q[v] -= s1.v[v];
            const real next = s1.v[v] + fma(y.r1, old[v], fma(-y.c1, s1.v[v], s2.v[v]));
            s2.v[v] = s2.v[v] + fma(y.rd, old[v], -y.c0 * s1.v[v]);
            s1.v[v] = next;
        }
        if (STORE) {
            store<V>(first, s1, mask);
            if (two)
                store<V>(second, s2, mask);
        }
    }
}

/* advance_sections() where every point has one section of one word, s1 read before. */
template <class real, int V>
__device__ inline pack<real, V> advance_word(const quad<real> &y, const pack<real, V> &s1,
                                             const pack<real, V> &old, real (&q)[V])
{
    pack<real, V> next;
    for (int v = 0; v < V; v++) {
        q[v] -= s1.v[v];
        next.v[v] = s1.v[v] + fma(y.r1, old.v[v], fma(-y.c1, s1.v[v], real(0)));
    }
    return next;
}

template <class real>
__device__ inline double point_volume(const domain &d, int c, const int *x)
{
    double volume = 1;
    for (int a = 0; a < 3; a++)
        volume *= d.line[a][(c % 3 == a) == (c < 3) ? HALF : NODE].width[x[a]];
    return volume;
}

/* The laws of a sweep that has none; see march_laws of law_kernels.cuh. */
struct no_laws {
    static constexpr bool ACTS = false, FIELDS = false;
    static constexpr int AHEAD = 0;
    template <class real, int V> struct currents {
        __device__ inline currents(const domain &, const no_laws &, int, int, int) {}
        __device__ inline void take(int, int64_t, real (&)[3][V]) {} /* off a curl */
        __device__ inline void after(int, int64_t) {}                /* a plane is done */
    };
};

/* Planes [i0, i1) of the V columns from (j, k) on. LAYERS: axes along which they may have some;
 * ALL_AXES: and copies along periodic axes. Without STORE nothing changes and the energy
 * F*(next F) of the columns is returned, by a type that adds up doubles. */
template <class real, int V, bool ELECTRIC, int IDS, int SECTIONS, int LAYERS, bool STORE,
          bool STAGED = false, class laws = no_laws, class total = double>
__device__ inline total march(const domain &d, int i0, int i1, int j, int k,
                              const laws &law = {})
{
    static_assert(SECTIONS == NO_SECTIONS || IDS == 0 || V == 1,
                  "points of one medium advance together");
    static_assert(SECTIONS != ONE_WORD || IDS == 0, "one medium everywhere");
    constexpr int OWN = ELECTRIC ? 0 : 3, OTHER = 3 - OWN, KIND = ELECTRIC ? NODE : HALF;
    constexpr int SIGN = ELECTRIC ? 1 : -1;
    const real *__restrict__ f0 = field_of<real>(d, OTHER);
    const real *__restrict__ f1 = field_of<real>(d, OTHER + 1);
    const real *__restrict__ f2 = field_of<real>(d, OTHER + 2);
    const pair<real> *coefficient = static_cast<const pair<real> *>(d.coefficient);
    const line &lx = d.line[0][KIND], &ly = d.line[1][KIND], &lz = d.line[2][KIND];
    /* the neighbour of a difference: the next one of E, the one before of H */
    const int64_t dx = -SIGN * d.stride[0], dy = -SIGN * d.stride[1];
    const real y = SIGN * static_cast<const real *>(ly.inverse)[j];
    const pack<real, V> z = load<V>(static_cast<const real *>(lz.inverse) + k);
    int64_t at = i0 * d.plane + int64_t(j) * d.pitch + k;
    total energy = {};

    unsigned on[3],
        ends = 0;        /* bit v of on: point v is updated; of ends: it has layers along z */
    pair<real> fixed[3]; /* coefficients of the points, where they have one medium */
    medium_range range[3];
    quad<real> word[3];
#pragma unroll
    for (int c = 0; c < 3; c++) {
        on[c] = 0;
        for (int v = 0; v < V; v++)
            on[c] |= unsigned(inside(d, OWN + c, 1, j) && inside(d, OWN + c, 2, k + v)) << v;
        if (IDS == 0) {
            fixed[c] = coefficient[d.uniform[OWN + c]];
            if (SECTIONS != NO_SECTIONS)
                range[c] = d.range[d.uniform[OWN + c]];
        }
        if (SECTIONS == ONE_WORD && d.active >> (OWN + c) & 1)
            word[c] = static_cast<const quad<real> *>(d.section)[range[c].first];
    }
    if (LAYERS & ALONG_Z)
        for (int v = 0; v < V; v++)
            ends |= unsigned(k + v < lz.low || k + v >= lz.high) << v;
    const bool in_y = LAYERS & ALONG_Y && (j < ly.low || j >= ly.high);
    real bx, cx, by, cy; /* factors of layers */
    const auto read_x = [&](int i) {
        bx = static_cast<const real *>(lx.b)[i];
        cx = static_cast<const real *>(lx.c)[i];
    };
    const auto read_y = [&] {
        by = static_cast<const real *>(ly.b)[j];
        cy = static_cast<const real *>(ly.c)[j];
    };
    if (STAGED && in_y)
        read_y();
    if (STAGED && LAYERS & ALONG_Z) {
        psi_fetch<real, V>(Z_FACTORS, lz.b, k, ends);
        psi_fetch<real, V>(Z_FACTORS + 1, lz.c, k, ends);
    }
    /* words of psi in plane i */
    const auto x_psi = [&](int i) {
        return (int64_t(i < lx.low ? i : i - lx.shift) * d.rows + j) * d.pitch + k;
    };
    const auto y_psi = [&](int i) {
        return (int64_t(i) * ly.slab + (j < ly.low ? j : j - ly.shift)) * d.pitch + k;
    };
    const auto z_psi = [&](int i) {
        return (int64_t(i) * d.rows + j) * lz.slab + (k < lz.low ? k : k - lz.shift);
    };
    pdl_wait();
    pdl_trigger();
    /* H: the values at plane i0, E: those of the neighbours at the plane before */
    pack<real, V> keep1 = load_of<V>(d, OTHER + 1, f1, ELECTRIC ? at + dx : at);
    pack<real, V> keep2 = load_of<V>(d, OTHER + 2, f2, ELECTRIC ? at + dx : at);
    typename laws::template currents<real, V> currents(d, law, i0, j, k);

    for (int i = i0; i < i1; i++, at += d.plane) {
        unsigned now[3];
        for (int c = 0; c < 3; c++)
            now[c] = inside(d, OWN + c, 0, i) ? on[c] : 0;
        const bool in_x = LAYERS & ALONG_X && (i < lx.low || i >= lx.high);
        if (STAGED) {
            if (in_x) {
                read_x(i);
                psi_fetch<real, V>(X_LAYER, d.psi[OWN + 1][0], x_psi(i), now[1]);
                psi_fetch<real, V>(X_LAYER + 1, d.psi[OWN + 2][0], x_psi(i), now[2]);
            }
            if (in_y) {
                psi_fetch<real, V>(Y_LAYER, d.psi[OWN][1], y_psi(i), now[0]);
                psi_fetch<real, V>(Y_LAYER + 1, d.psi[OWN + 2][1], y_psi(i), now[2]);
            }
            if (LAYERS & ALONG_Z && ends) {
                psi_fetch<real, V>(Z_LAYER, d.psi[OWN][2], z_psi(i), now[0] & ends);
                psi_fetch<real, V>(Z_LAYER + 1, d.psi[OWN + 1][2], z_psi(i), now[1] & ends);
            }
            __pipeline_commit();
        }
        const pack<real, V> next1 = load_of<V>(d, OTHER + 1, f1, ELECTRIC ? at : at + dx);
        const pack<real, V> next2 = load_of<V>(d, OTHER + 2, f2, ELECTRIC ? at : at + dx);
        const pack<real, V> a0 = load_of<V>(d, OTHER, f0, at),
                            y0 = load_of<V>(d, OTHER, f0, at + dy),
                            y2 = load_of<V>(d, OTHER + 2, f2, at + dy);
        const pack<real, V> a1 = ELECTRIC ? next1 : keep1, a2 = ELECTRIC ? next2 : keep2;
        const real edge0 = load_of<1>(d, OTHER, f0, ELECTRIC ? at - 1 : at + V).v[0];
        const real edge1 = load_of<1>(d, OTHER + 1, f1, ELECTRIC ? at - 1 : at + V).v[0];
        pack<real, V> old[3], s1[3], ahead[3][laws::AHEAD + 1];
        unsigned medium[3][V],
            linear[3]; /* bit v: the law of fields of point v has its field */
#pragma unroll
        for (int c = 0; c < 3; c++) {
            if constexpr (laws::FIELDS)
                old[c] = law.template fetch_linear<V>(d, c, i, j, k, at, linear[c]);
            else
                old[c] = load_of<V>(d, OWN + c, field_of<real>(d, OWN + c), at);
            if (SECTIONS == ONE_WORD)
                s1[c] = load_of<V>(d, OWN + c, static_cast<real *>(d.state[OWN + c]), at);
            load_ids<IDS, V>(d, OWN + c, at, medium[c]);
            if constexpr (laws::AHEAD > 0)
                law.fetch(c, at, ahead[c]);
        }
        const real x = SIGN * static_cast<const real *>(lx.inverse)[i];
        real q[3][V], tx1[V], tx2[V], ty0[V], ty2[V], tz0[V], tz1[V];
        for (int v = 0; v < V; v++) {
            const real z0 = ELECTRIC ? (v == 0 ? edge0 : a0.v[v - (v > 0)])
                                     : (v == V - 1 ? edge0 : a0.v[v + (v < V - 1)]);
            const real z1 = ELECTRIC ? (v == 0 ? edge1 : a1.v[v - (v > 0)])
                                     : (v == V - 1 ? edge1 : a1.v[v + (v < V - 1)]);
            /* hi - lo: SIGN*(own - neighbour) */
            tx1[v] = next1.v[v] - keep1.v[v];
            tx2[v] = next2.v[v] - keep2.v[v];
            ty0[v] = SIGN * (a0.v[v] - y0.v[v]);
            ty2[v] = SIGN * (a2.v[v] - y2.v[v]);
            tz0[v] = SIGN * (a0.v[v] - z0);
            tz1[v] = SIGN * (a1.v[v] - z1);
            const real zv = SIGN * z.v[v];
            q[0][v] = fma(-zv, tz1[v], y * ty2[v]);
            q[1][v] = fma(-x, tx2[v], zv * tz0[v]);
            q[2][v] = fma(-y, ty0[v], x * tx1[v]);
        }
        currents.take(i, at, q);
        keep1 = next1;
        keep2 = next2;
        if (STAGED)
            __pipeline_wait_prior(0);
        if (in_x) {
            if (!STAGED)
                read_x(i);
            const pack<real, V> b = broadcast<V>(bx), c = broadcast<V>(cx);
            const int64_t p = x_psi(i);
            advance_psi<real, V, STORE, STAGED>(X_LAYER, psi_of<real>(d, OWN + 1, 0) + p, b, c,
                                                tx2, -SIGN, now[1], q[1]);
            advance_psi<real, V, STORE, STAGED>(X_LAYER + 1, psi_of<real>(d, OWN + 2, 0) + p, b,
                                                c, tx1, SIGN, now[2], q[2]);
        }
        if (in_y) {
            if (!STAGED)
                read_y();
            const pack<real, V> b = broadcast<V>(by), c = broadcast<V>(cy);
            const int64_t p = y_psi(i);
            advance_psi<real, V, STORE, STAGED>(Y_LAYER, psi_of<real>(d, OWN, 1) + p, b, c, ty2,
                                                SIGN, now[0], q[0]);
            advance_psi<real, V, STORE, STAGED>(Y_LAYER + 1, psi_of<real>(d, OWN + 2, 1) + p, b,
                                                c, ty0, -SIGN, now[2], q[2]);
        }
        if (LAYERS & ALONG_Z && ends) {
            const pack<real, V> b = STAGED ? *psi_slot<real, V>(Z_FACTORS)
                                           : load<V>(static_cast<const real *>(lz.b) + k);
            const pack<real, V> c = STAGED ? *psi_slot<real, V>(Z_FACTORS + 1)
                                           : load<V>(static_cast<const real *>(lz.c) + k);
            const int64_t p = z_psi(i);
            advance_psi<real, V, STORE, STAGED>(Z_LAYER, psi_of<real>(d, OWN, 2) + p, b, c, tz1,
                                                -SIGN, now[0] & ends, q[0]);
            advance_psi<real, V, STORE, STAGED>(Z_LAYER + 1, psi_of<real>(d, OWN + 1, 2) + p, b,
                                                c, tz0, SIGN, now[1] & ends, q[1]);
        }
#pragma unroll
        for (int c = 0; c < 3; c++) {
            if (!now[c])
                continue;
            if (SECTIONS == ONE_WORD) {
                const pack<real, V> next = advance_word(word[c], s1[c], old[c], q[c]);
                if (STORE)
                    store<V>(static_cast<real *>(d.state[OWN + c]) + at, next, now[c]);
            }
            if (SECTIONS == ANY_SECTIONS) {
                const medium_range r = IDS == 0 ? range[c] : d.range[medium[c][0]];
                if (r.count > 0)
                    advance_sections<real, V, STORE>(d, OWN + c, r, at, int64_t(i) * d.rows + j,
                                                     k, now[c], old[c].v, q[c]);
            }
            pack<real, V> value;
            for (int v = 0; v < V; v++) {
                const pair<real> m = IDS == 0 ? fixed[c] : coefficient[medium[c][v]];
                value.v[v] = fma(m.cb, q[c][v], fma(-m.loss, old[c].v[v], old[c].v[v]));
                if constexpr (laws::ACTS)
                    continue;
                const int position[3] = {i, j, k + v};
                if (!STORE)
                    energy += d.energy[medium[c][v]] *
                              point_volume<real>(d, OWN + c, position) * double(old[c].v[v]) *
                              double(value.v[v]);
                else if (LAYERS == ALL_AXES && d.periodic && now[c] >> v & 1)
                    mirror(d, OWN + c, position, at + v, value.v[v]);
            }
            if constexpr (laws::ACTS) {
                law.act(c, medium[c], int64_t(i) * d.rows + j, k, at, now[c], old[c], ahead[c],
                        value);
                for (int v = 0; LAYERS == ALL_AXES && d.periodic && v < V; v++)
                    if (const int position[3] = {i, j, k + v}; now[c] >> v & 1)
                        mirror(d, OWN + c, position, at + v, value.v[v]);
            }
            if constexpr (laws::FIELDS)
                law.template store_linear<V>(d, c, i, j, k, at, linear[c] & now[c], value,
                                             LAYERS == ALL_AXES);
            if constexpr (laws::FIELDS)
                now[c] &= ~linear[c];
            if (STORE)
                store<V>(field_of<real>(d, OWN + c) + at, value, now[c]);
        }
        currents.after(i, at);
    }
    return energy;
}

/* Sum over a block of so many threads, in thread 0. */
template <int COUNT> __device__ inline double block_sum(double v, int thread)
{
    __shared__ double warp[COUNT / 32];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        v += __shfl_down_sync(0xffffffffu, v, lanes);
    if (thread % 32 == 0)
        warp[thread / 32] = v;
    __syncthreads();
    double sum = 0;
    for (int n = 0; n < COUNT / 32; n++)
        sum += warp[n];
    return sum;
}

/* Blocks of a processor: 80 registers for the loads that a thread has on their way, 128 where
 * it does more; measured. */
constexpr int blocks_of(int V, int sections, int borders)
{
    return V == 1 ? 8 : sections != NO_SECTIONS || borders ? 4 : 6;
}

/* The cells of a thread. */
template <class real, int V, bool ELECTRIC, int IDS, int SECTIONS, int BORDERS, class laws>
__device__ inline void sweep_tile(const domain &d, const part &p, int planes, const laws &law)
{
    constexpr bool STAGED = BORDERS == STAGED_BORDERS;
    const place x = place_of<V>(p, int(blockIdx.x), planes);
    const int borders = BORDERS ? borders_at < V, ELECTRIC ? NODE : HALF > (d, p, x) : 0;
    if (!x.in)
        return;
    if (!BORDERS || borders == 0)
        march<real, V, ELECTRIC, IDS, SECTIONS, 0, true, false>(d, x.i0, x.i1, x.j, x.k, law);
    else if (borders == ALONG_Z)
        march<real, V, ELECTRIC, IDS, SECTIONS, ALONG_Z, true, STAGED>(d, x.i0, x.i1, x.j, x.k,
                                                                       law);
    else
        march<real, V, ELECTRIC, IDS, SECTIONS, ALL_AXES, true, STAGED>(d, x.i0, x.i1, x.j, x.k,
                                                                        law);
}

template <class real, int V, bool ELECTRIC, int IDS, int SECTIONS, int BORDERS>
__global__ void __launch_bounds__(TILE, blocks_of(V, SECTIONS, BORDERS))
    sweep(const __grid_constant__ domain d, const __grid_constant__ part p, int planes)
{
    sweep_tile<real, V, ELECTRIC, IDS, SECTIONS, BORDERS>(d, p, planes, no_laws{});
}

#endif
