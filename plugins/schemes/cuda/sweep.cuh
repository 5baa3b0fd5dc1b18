/* sweep.cuh: one half step in one launch, a cell per thread and plane.
 *
 * A thread owns a column (j, k) and marches over a few planes i; what it reads of plane i+1 (H)
 * or has read of plane i-1 (E) stays in a register. A point of component c takes
 *
 *     t = difference of the neighbours along c+1 (then c+2)
 *     psi = b*psi + c*t                                    in a layer
 *     q = +-[(inverse*t + psi) - (inverse*t + psi)] - sum s1      + for E, - for H
 *     F += cb*q - loss*F
 *
 * in the order of the scheme "reference". Blocks that touch no layer take a branch without one,
 * so that nobody pays for what is not there. Products that may be fused are written as fma():
 * compiled without contraction, any kernel built on march() gives the same bits. */
#ifndef CUDA_SWEEP_CUH
#define CUDA_SWEEP_CUH

#include "domain.h"

enum { TILE_K = 64, TILE_J = 4, ANY_IDS = -1 };

template <class real> struct pair {
    real cb, loss;
};
template <class real> struct alignas(4 * sizeof(real)) quad {
    real c1, c0, r1, rd;
};

template <class real> __device__ inline real *field_of(const domain &d, int c)
{
    return static_cast<real *>(d.field[c]);
}

/* Medium at offset `at`; IDS: bytes of an id if the sweep has any. */
template <int IDS> __device__ inline unsigned medium_at(const domain &d, int c, int64_t at)
{
    if (IDS == 0 || !d.id[c])
        return d.uniform[c];
    int bytes = IDS == ANY_IDS ? d.id_bytes[c < 3] : IDS;
    return bytes == 1   ? static_cast<const uint8_t *>(d.id[c])[at]
           : bytes == 2 ? static_cast<const uint16_t *>(d.id[c])[at]
                        : static_cast<const uint32_t *>(d.id[c])[at];
}

__device__ inline bool inside(const domain &d, int c, int axis, int at)
{
    return at >= d.begin[c][axis] && at < d.end[c][axis];
}

/* Keeps the copies of a written value along periodic axes. */
template <class real>
__device__ inline void mirror(const domain &d, int c, const int at[3], int64_t offset,
                              real value)
{
    bool electric = c < 3;
    for (int a = 0; a < 3; a++)
        if (d.periodic >> a & 1 && c % 3 != a && at[a] == (electric ? 0 : d.cells[a] - 1)) {
            int64_t span = d.cells[a] * d.stride[a];
            field_of<real>(d, c)[offset + (electric ? span : -span)] = value;
        }
}

/* psi of one point and axis advances; returns what it adds to the difference. */
template <class real, bool STORE>
__device__ inline real advance_psi(real *psi, int64_t at, real b, real c, real t)
{
    real next = fma(b, psi[at], c * t);
    if (STORE)
        psi[at] = next;
    return next;
}

/* Sum of s1 of a point; its sections take the old field. */
template <class real, bool STORE>
__device__ inline real advance_sections(const domain &d, int c, unsigned medium, int64_t row,
                                        int k, real old, real q)
{
    medium_range range = d.range[medium];
    if (range.count == 0)
        return q;
    state_row r = d.row[c][row];
    real *s = static_cast<real *>(d.state[c]) + r.first + (k - r.begin);
    const quad<real> *x = static_cast<const quad<real> *>(d.section) + range.first;
    const unsigned char *words = d.words + range.first;
    for (int n = 0; n < range.count; n++) {
        quad<real> y = x[n];
        bool two = words[n] == 2;
        real s1 = s[0], s2 = two ? s[r.width] : real(0);
        q -= s1;
        if (STORE) {
            s[0] = s1 + fma(y.r1, old, fma(-y.c1, s1, s2));
            if (two)
                s[r.width] = s2 + fma(y.rd, old, -y.c0 * s1);
        }
        s += two ? 2 * r.width : r.width;
    }
    return q;
}

template <class real>
__device__ inline double point_volume(const domain &d, int c, const int *x)
{
    double volume = 1;
    for (int a = 0; a < 3; a++)
        volume *= d.line[a][(c % 3 == a) == (c < 3) ? HALF : NODE].width[x[a]];
    return volume;
}

/* Planes [i0, i1) of column (j, k). Without STORE nothing changes and the energy F*(next F) of
 * the column is returned. */
template <class real, bool ELECTRIC, int IDS, bool SECTIONS, bool LAYERS, bool STORE>
__device__ inline double march(const domain &d, int i0, int i1, int j, int k)
{
    constexpr int OWN = ELECTRIC ? 0 : 3, OTHER = 3 - OWN, KIND = ELECTRIC ? NODE : HALF;
    constexpr int SIGN = ELECTRIC ? 1 : -1;
    const real *__restrict__ f0 = field_of<real>(d, OTHER);
    const real *__restrict__ f1 = field_of<real>(d, OTHER + 1);
    const real *__restrict__ f2 = field_of<real>(d, OTHER + 2);
    const pair<real> *law = static_cast<const pair<real> *>(d.law);
    const line &lx = d.line[0][KIND], &ly = d.line[1][KIND], &lz = d.line[2][KIND];
    /* the neighbour of a difference: the next one of E, the one before of H */
    const int64_t dx = -SIGN * d.stride[0], dy = -SIGN * d.stride[1], dz = -SIGN * d.stride[2];
    const real y = SIGN * static_cast<const real *>(ly.inverse)[j];
    const real z = SIGN * static_cast<const real *>(lz.inverse)[k];
    int64_t at = i0 * d.plane + int64_t(j) * d.pitch + k;
    double energy = 0;

    bool on[3];
    pair<real> fixed[3];
    for (int c = 0; c < 3; c++) {
        on[c] = inside(d, OWN + c, 1, j) && inside(d, OWN + c, 2, k);
        if (IDS == 0)
            fixed[c] = law[d.uniform[OWN + c]];
    }
    /* of the plane to come (H: this one's own value, E: the neighbour's) */
    real keep1 = ELECTRIC ? f1[at + dx] : f1[at], keep2 = ELECTRIC ? f2[at + dx] : f2[at];

    for (int i = i0; i < i1; i++, at += d.plane) {
        real next1 = ELECTRIC ? f1[at] : f1[at + dx], next2 = ELECTRIC ? f2[at] : f2[at + dx];
        real a0 = f0[at], a1 = ELECTRIC ? next1 : keep1, a2 = ELECTRIC ? next2 : keep2;
        real y0 = f0[at + dy], y2 = f2[at + dy], z0 = f0[at + dz], z1 = f1[at + dz];
        bool now[3];
        real old[3], q[3];
        unsigned medium[3];
        for (int c = 0; c < 3; c++) {
            now[c] = on[c] && inside(d, OWN + c, 0, i);
            old[c] = field_of<real>(d, OWN + c)[at];
            medium[c] = medium_at<IDS>(d, OWN + c, at);
        }
        const real x = SIGN * static_cast<const real *>(lx.inverse)[i];
        /* hi - lo: SIGN*(own - neighbour) */
        const real tx1 = next1 - keep1, tx2 = next2 - keep2;
        const real ty0 = SIGN * (a0 - y0), ty2 = SIGN * (a2 - y2);
        const real tz0 = SIGN * (a0 - z0), tz1 = SIGN * (a1 - z1);
        q[0] = fma(-z, tz1, y * ty2);
        q[1] = fma(-x, tx2, z * tz0);
        q[2] = fma(-y, ty0, x * tx1);
        keep1 = next1;
        keep2 = next2;
        if (LAYERS) {
            if (i < lx.low || i >= lx.high) {
                const int64_t p =
                    (int64_t(i < lx.low ? i : i - lx.shift) * d.rows + j) * d.pitch + k;
                const real b = static_cast<const real *>(lx.b)[i];
                const real c = static_cast<const real *>(lx.c)[i];
                real *p1 = static_cast<real *>(d.psi[OWN + 1][0]);
                real *p2 = static_cast<real *>(d.psi[OWN + 2][0]);
                if (now[1])
                    q[1] -= SIGN * advance_psi<real, STORE>(p1, p, b, c, tx2);
                if (now[2])
                    q[2] += SIGN * advance_psi<real, STORE>(p2, p, b, c, tx1);
            }
            if (j < ly.low || j >= ly.high) {
                const int64_t p =
                    (int64_t(i) * ly.slab + (j < ly.low ? j : j - ly.shift)) * d.pitch + k;
                const real b = static_cast<const real *>(ly.b)[j];
                const real c = static_cast<const real *>(ly.c)[j];
                real *p0 = static_cast<real *>(d.psi[OWN][1]);
                real *p2 = static_cast<real *>(d.psi[OWN + 2][1]);
                if (now[0])
                    q[0] += SIGN * advance_psi<real, STORE>(p0, p, b, c, ty2);
                if (now[2])
                    q[2] -= SIGN * advance_psi<real, STORE>(p2, p, b, c, ty0);
            }
            if (k < lz.low || k >= lz.high) {
                const int64_t p =
                    (int64_t(i) * d.rows + j) * lz.slab + (k < lz.low ? k : k - lz.shift);
                const real b = static_cast<const real *>(lz.b)[k];
                const real c = static_cast<const real *>(lz.c)[k];
                real *p0 = static_cast<real *>(d.psi[OWN][2]);
                real *p1 = static_cast<real *>(d.psi[OWN + 1][2]);
                if (now[0])
                    q[0] -= SIGN * advance_psi<real, STORE>(p0, p, b, c, tz1);
                if (now[1])
                    q[1] += SIGN * advance_psi<real, STORE>(p1, p, b, c, tz0);
            }
        }
        for (int c = 0; c < 3; c++) {
            if (!now[c])
                continue;
            const pair<real> m = IDS == 0 ? fixed[c] : law[medium[c]];
            if (SECTIONS)
                q[c] = advance_sections<real, STORE>(d, OWN + c, medium[c],
                                                     int64_t(i) * d.rows + j, k, old[c], q[c]);
            const real value = fma(m.cb, q[c], fma(-m.loss, old[c], old[c]));
            if (STORE) {
                field_of<real>(d, OWN + c)[at] = value;
                if (d.periodic) {
                    const int position[3] = {i, j, k};
                    mirror(d, OWN + c, position, at, value);
                }
            } else {
                const int position[3] = {i, j, k};
                energy += d.energy[medium[c]] * point_volume<real>(d, OWN + c, position) *
                          double(old[c]) * double(value);
            }
        }
    }
    return energy;
}

/* Where a block of TILE_K x TILE_J threads works: its planes and this thread's column. */
struct place {
    int i0, i1, j, k;
};

__device__ inline place place_of(const int (&range)[2][3], int planes)
{
    const int across = (range[1][2] + TILE_K - 1) / TILE_K;
    place p;
    p.i0 = range[0][0] + int(blockIdx.y) * planes;
    p.i1 = min(p.i0 + planes, range[1][0]);
    p.j = range[0][1] + int(blockIdx.x / across) * TILE_J + int(threadIdx.y);
    p.k = int(blockIdx.x % across) * TILE_K + int(threadIdx.x);
    return p;
}

/* The blocks that place_of() expects. */
static inline dim3 sweep_blocks(const int range[2][3], int planes)
{
    const int across = (range[1][2] + TILE_K - 1) / TILE_K;
    const int down = (range[1][1] - range[0][1] + TILE_J - 1) / TILE_J;
    const int deep = (range[1][0] - range[0][0] + planes - 1) / planes;
    return dim3(unsigned(across) * unsigned(down), unsigned(deep));
}

/* Whether a block has anything to do with a layer. */
__device__ inline bool touches_layer(const domain &d, int kind, const place &p)
{
    const int j = p.j - int(threadIdx.y), k = p.k - int(threadIdx.x);
    const line *x = &d.line[0][kind], *y = &d.line[1][kind], *z = &d.line[2][kind];
    return p.i0 < x->low || p.i1 > x->high || j < y->low || j + TILE_J > y->high ||
           k < z->low || k + TILE_K > z->high;
}

template <class real, bool ELECTRIC, int IDS, bool SECTIONS, bool LAYERS>
__global__ void __launch_bounds__(TILE_K *TILE_J)
    sweep(const __grid_constant__ domain d, int planes)
{
    const place p = place_of(d.sweep[ELECTRIC], planes);
    const bool work = p.j < d.sweep[ELECTRIC][1][1] && p.k < d.sweep[ELECTRIC][1][2];
    if (!work)
        return;
    if (LAYERS && touches_layer(d, ELECTRIC ? NODE : HALF, p))
        march<real, ELECTRIC, IDS, SECTIONS, LAYERS, true>(d, p.i0, p.i1, p.j, p.k);
    else
        march<real, ELECTRIC, IDS, SECTIONS, false, true>(d, p.i0, p.i1, p.j, p.k);
}

#endif
