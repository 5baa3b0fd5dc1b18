/* tiled/rows.c: the row kernels, compiled once for each instruction set and precision.
 *
 * One pass over z does H and then E of a row: H(k) needs E(k+1), not yet updated, E(k) needs
 * H(k-1), just done; both come from the neighbouring vector in a register. Signs and order of
 * the curl are those of yee/problem.h; K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302.
 */
#include "plan.h"
#include "vector.h"

/* psi = b psi + c d; returns it. */
INLINE vec layer(REAL *psi, vec b, vec c, vec d)
{
    const vec v = fma_(b, load(psi), c * d);
    store(psi, v);
    return v;
}

/* loss, cb, ... of component c at k: uniform (0), by palette (1) or from arrays (2). */
INLINE vec medium(const tiled_seg *s, const REAL *f, int64_t k, int c, int magnetic, int how,
                  int uniform, int entry, names id)
{
    if (how == 0)
        return all(((const REAL *)s->u)[uniform + c % 3 + (uniform < U_C1 ? 3 * magnetic : 0)]);
    if (how == 1)
        return choose((const REAL *)s->palette + entry * ENTRIES, id);
    const int64_t numbers = 2 + M_SLOT * s->slots[magnetic];
    return load(f + s->coef[magnetic] + (c % 3 * numbers + entry) * (s->to - s->from) + k -
                s->from);
}

/* F += cb (q - sum s1) - loss F; the sections take the old F. sections: 0, 1 (one word), 2 (two
 * words), 3 (as the segment says). */
INLINE vec advance(const tiled_seg *s, REAL *f, int64_t k, int c, vec old, vec q, int how,
                   int sections)
{
    const int magnetic = c >= 3;
    const names none = {0};
    const int64_t length = s->to - s->from;
    const names id =
        how == 1 ? name((const uint8_t *)f + s->id + c % 3 * length + k - s->from) : none;
    const int slots = sections == 3 ? s->slots[magnetic] : sections ? 1 : 0;
    const int words = sections == 3 ? s->words[magnetic] : sections;
    REAL *state = f + s->pole[magnetic] + c % 3 * slots * words * length + k - s->from;
    for (int m = 0; m < slots; m++, state += words * length) {
        const int at = M_C1 + M_SLOT * m;
        const vec s1 = load(state);
        const vec c1 = medium(s, f, k, c, magnetic, how, U_C1, at, id);
        const vec r1 = medium(s, f, k, c, magnetic, how, U_R1, at + M_R1 - M_C1, id);
        q -= s1;
        if (words == 2) {
            const vec s2 = load(state + length);
            const vec c0 = medium(s, f, k, c, magnetic, how, U_C0, at + M_C0 - M_C1, id);
            const vec rd = medium(s, f, k, c, magnetic, how, U_RD, at + M_RD - M_C1, id);
            store(state, s1 + fma_(r1, old, fnma_(c1, s1, s2)));
            store(state + length, s2 + fnma_(c0, s1, rd * old));
        } else
            store(state, s1 + fnma_(c1, s1, r1 * old));
    }
    const vec loss = medium(s, f, k, c, magnetic, how, U_LOSS, M_LOSS, id);
    const vec cb = medium(s, f, k, c, magnetic, how, U_CB, M_CB, id);
    return fma_(cb, q, fnma_(loss, old, old));
}

/* H of a segment (hk), then E (ek), in one pass; H_NONE, E_KINDS: not. xy: rows with x or y
 * layers. All but s and at are constants. */
INLINE void row(const tiled_seg *s, const tiled_at *at, const int hk, const int ek,
                const int xy, const int dim)
{
    const bool tm = dim != DIM_TE, te = dim != DIM_TM, full = dim == DIM_3D;
    const bool do_h = hk != H_NONE, do_e = ek != E_KINDS;
    const int h_how = hk == H_UNIFORM ? 0 : 2, h_poles = hk == H_ARRAY_ANY ? 3 : 0;
    const int e_how = ek == E_PALETTE || ek == E_PALETTE_ANY ? 1
                      : ek == E_ARRAY || ek == E_ARRAY_ANY   ? 2
                                                             : 0;
    const int e_poles = ek == E_ONE                                ? 1
                        : ek == E_TWO                              ? 2
                        : ek == E_PALETTE_ANY || ek == E_ARRAY_ANY ? 3
                                                                   : 0;
    const int64_t n = s->n;
    REAL *f = at->f;
    const REAL *jp = at->jp, *ip = at->ip, *jm = at->jm, *im = at->im;
    REAL *const px = f + s->psi_x, *const py = f + s->psi_y;
    const bool in_x = xy && s->psi_x, in_y = xy && s->psi_y;
    const REAL *x = at->x, *y = at->y, *z = s->z, *u = s->u, *zh = s->zh, *ze = s->ze;
    const int64_t zn = s->zn;
    const int64_t EX = 0, EY = te && !full ? 0 : n, EZ = full ? 2 * n : n;
    const int64_t HX = full ? 3 * n : 2 * n, HY = full ? 4 * n : n, HZ = full ? 5 * n : 2 * n;

    const vec zero = {0};
    /* VACUUM kinds: cb is in the axes' numbers. */
    const vec hx_ = all(x[A_HALF] * (hk == H_VACUUM ? u[U_CB + 3] : 1));
    const vec hy_ = all(y[A_HALF] * (hk == H_VACUUM ? u[U_CB + 3] : 1));
    const vec ex_ = all(x[A_NODE] * (ek == E_VACUUM ? u[U_CB] : 1));
    const vec ey_ = all(y[A_NODE] * (ek == E_VACUUM ? u[U_CB] : 1));

    vec ex = zero, ey = zero, ez = zero, hx = zero, hy = zero, hz = zero;
    vec hx_last = zero, hy_last = zero;
    if (do_h) {
        if (tm)
            ex = load(f + EX + s->from);
        if (te)
            ey = load(f + EY + s->from);
    }
    if (do_e) {
        if (te)
            hx_last = load(f + HX + s->from - LANES);
        if (tm)
            hy_last = load(f + HY + s->from - LANES);
    }
    for (int64_t k = s->from; k < s->to; k += LANES) {
        const bool odd = (uint64_t)(k - s->plain) >= (uint64_t)s->plains;
        const bool in_z = odd && (k < s->low || k >= s->high);
        REAL *const pz = f + s->psi_z + (k < s->low ? k : k - s->high + s->low);
        const REAL *mask = (const REAL *)s->mask +
                           (k < CHUNK     ? 0
                            : k < s->last ? 6
                                          : 12) *
                               CHUNK +
                           k % CHUNK;
        vec ex_next = zero, ey_next = zero;
        if (do_h) {
            if (tm) {
                ex_next = load(f + EX + k + LANES);
                hy = load(f + HY + k);
                hz = load(f + HZ + k);
            }
            if (te) {
                ey_next = load(f + EY + k + LANES);
                ez = load(f + EZ + k);
                hx = load(f + HX + k);
            }
            const vec ex_z = next(ex, ex_next) - ex, ey_z = next(ey, ey_next) - ey;
            const vec ez_y = te ? load(jp + EZ + k) - ez : zero;
            const vec ex_y = tm ? load(jp + EX + k) - ex : zero;
            const vec ez_x = full ? load(ip + EZ + k) - ez : zero;
            const vec ey_x = full ? load(ip + EY + k) - ey : zero;
            vec qx = zero, qy = zero, qz = zero;
            if (hk == H_VACUUM) {
                const vec hz_ = load(zh + k);
                if (te)
                    hx = fma_(hz_, ey_z, fnma_(hy_, ez_y, hx));
                if (tm) {
                    hy = fnma_(hz_, ex_z, full ? fma_(hx_, ez_x, hy) : hy);
                    hz = fma_(hy_, ex_y, full ? fnma_(hx_, ey_x, hz) : hz);
                }
            } else {
                const vec hz_ = load(z + A_HALF * zn + k);
                if (te)
                    qx = fnma_(hy_, ez_y, hz_ * ey_z);
                if (tm) {
                    qy = fnma_(hz_, ex_z, full ? hx_ * ez_x : zero);
                    qz = full ? fnma_(hx_, ey_x, hy_ * ex_y) : hy_ * ex_y;
                }
                if (in_x) {
                    const vec b = all(x[A_HALF_B]), c = all(x[A_HALF_C]);
                    if (full) {
                        qy += layer(px + 2 * n + k, b, c, ez_x);
                        qz -= layer(px + 3 * n + k, b, c, ey_x);
                    }
                }
                if (in_y) {
                    const vec b = all(y[A_HALF_B]), c = all(y[A_HALF_C]);
                    if (te)
                        qx -= layer(py + 2 * n + k, b, c, ez_y);
                    if (tm)
                        qz += layer(py + 3 * n + k, b, c, ex_y);
                }
            }
            if (in_z) {
                const vec b = load(z + A_HALF_B * zn + k), c = load(z + A_HALF_C * zn + k);
                if (te)
                    qx += layer(pz + 2 * s->psi_zn, b, c, ey_z);
                if (tm)
                    qy -= layer(pz + 3 * s->psi_zn, b, c, ex_z);
                if (hk == H_VACUUM) {
                    const vec cb = all(u[U_CB + 3]);
                    hx = fma_(cb, qx, hx);
                    hy = fma_(cb, qy, hy);
                }
            }
            if (hk != H_VACUUM) {
                if (te)
                    hx = advance(s, f, k, 3, hx, qx, h_how, h_poles);
                if (tm) {
                    hy = advance(s, f, k, 4, hy, qy, h_how, h_poles);
                    hz = advance(s, f, k, 5, hz, qz, h_how, h_poles);
                }
            }
            if (__builtin_expect(odd, 0)) {
                hx = keep(hx, mask + 3 * CHUNK);
                hy = keep(hy, mask + 4 * CHUNK);
                hz = keep(hz, mask + 5 * CHUNK);
            }
            if (te)
                store(f + HX + k, hx);
            if (tm) {
                store(f + HY + k, hy);
                store(f + HZ + k, hz);
            }
        } else {
            if (tm) {
                ex = load(f + EX + k);
                hy = load(f + HY + k);
                hz = load(f + HZ + k);
            }
            if (te) {
                ey = load(f + EY + k);
                ez = load(f + EZ + k);
                hx = load(f + HX + k);
            }
        }
        if (do_e) {
            const vec hx_z = hx - prev(hx_last, hx), hy_z = hy - prev(hy_last, hy);
            const vec hz_y = tm ? hz - load(jm + HZ + k) : zero;
            const vec hx_y = te ? hx - load(jm + HX + k) : zero;
            const vec hz_x = full ? hz - load(im + HZ + k) : zero;
            const vec hy_x = full ? hy - load(im + HY + k) : zero;
            vec qx = zero, qy = zero, qz = zero;
            if (ek == E_VACUUM) {
                const vec ez_ = load(ze + k);
                if (tm)
                    ex = fma_(ey_, hz_y, fnma_(ez_, hy_z, ex));
                if (te) {
                    ey = fma_(ez_, hx_z, full ? fnma_(ex_, hz_x, ey) : ey);
                    ez = fnma_(ey_, hx_y, full ? fma_(ex_, hy_x, ez) : ez);
                }
            } else {
                const vec ez_ = load(z + A_NODE * zn + k);
                if (tm)
                    qx = fnma_(ez_, hy_z, ey_ * hz_y);
                if (te) {
                    qy = full ? fnma_(ex_, hz_x, ez_ * hx_z) : ez_ * hx_z;
                    qz = fnma_(ey_, hx_y, full ? ex_ * hy_x : zero);
                }
                if (in_x) {
                    const vec b = all(x[A_NODE_B]), c = all(x[A_NODE_C]);
                    if (full) {
                        qy -= layer(px + k, b, c, hz_x);
                        qz += layer(px + n + k, b, c, hy_x);
                    }
                }
                if (in_y) {
                    const vec b = all(y[A_NODE_B]), c = all(y[A_NODE_C]);
                    if (tm)
                        qx += layer(py + k, b, c, hz_y);
                    if (te)
                        qz -= layer(py + n + k, b, c, hx_y);
                }
            }
            if (in_z) {
                const vec b = load(z + A_NODE_B * zn + k), c = load(z + A_NODE_C * zn + k);
                if (tm)
                    qx -= layer(pz, b, c, hy_z);
                if (te)
                    qy += layer(pz + s->psi_zn, b, c, hx_z);
                if (ek == E_VACUUM) {
                    const vec cb = all(u[U_CB]);
                    ex = fma_(cb, qx, ex);
                    ey = fma_(cb, qy, ey);
                }
            }
            if (ek != E_VACUUM) {
                if (tm)
                    ex = advance(s, f, k, 0, ex, qx, e_how, e_poles);
                if (te) {
                    ey = advance(s, f, k, 1, ey, qy, e_how, e_poles);
                    ez = advance(s, f, k, 2, ez, qz, e_how, e_poles);
                }
            }
            if (__builtin_expect(odd, 0)) {
                ex = keep(ex, mask);
                ey = keep(ey, mask + CHUNK);
                ez = keep(ez, mask + 2 * CHUNK);
            }
            if (tm)
                store(f + EX + k, ex);
            if (te) {
                store(f + EY + k, ey);
                store(f + EZ + k, ez);
            }
            hx_last = hx;
            hy_last = hy;
        }
        ex = ex_next;
        ey = ey_next;
    }
}

static double peak(const void *data, int64_t n, bool *bad)
{
    const REAL *f = data;
    REAL most = 0, sick = 0;
    for (int64_t k = 0; k < n; k++) {
        const REAL v = f[k] < 0 ? -f[k] : f[k];
        most = v > most ? v : most;
        sick += f[k] * 0;
    }
    *bad = sick != 0 || sick != sick;
    return (double)most;
}

/* The kernels by name: <both|h|e>_<dim>_<xy>_<kind>. */
#define KERNEL(what, dim, xy, kind, hk, ek) \
    static void what##_##dim##_##xy##_##kind(const tiled_seg *s, const tiled_at *at) \
    { \
        row(s, at, hk, ek, xy, dim); \
    }
#define BOTH(dim, xy, kind) KERNEL(both, dim, xy, kind, xy ? H_UNIFORM : H_VACUUM, kind)
#define HONLY(dim, xy, kind) KERNEL(h, dim, xy, kind, kind, E_KINDS)
#define EONLY(dim, xy, kind) KERNEL(e, dim, xy, kind, H_NONE, kind)
#if ISA > 256 || (ISA == 256 && !DOUBLE)
#define PALETTES(M, dim, xy) M(dim, xy, E_PALETTE) M(dim, xy, E_PALETTE_ANY)
#define NAME(what, dim, xy, kind) what##_##dim##_##xy##_##kind
#else
#define PALETTES(M, dim, xy)
#define NAME(what, dim, xy, kind) NULL
#endif
#define KINDS(M, dim, xy) \
    M(dim, xy, E_UNIFORM) \
    M(dim, xy, E_ARRAY) \
    M(dim, xy, E_ONE) \
    M(dim, xy, E_TWO) \
    M(dim, xy, E_ARRAY_ANY) \
    PALETTES(M, dim, xy)
#define DIMENSION(dim) \
    BOTH(dim, 0, E_VACUUM) \
    EONLY(dim, 0, E_VACUUM) \
    HONLY(dim, 0, H_VACUUM) \
    KINDS(BOTH, dim, 0) \
    KINDS(BOTH, dim, 1) \
    KINDS(EONLY, dim, 0) \
    KINDS(EONLY, dim, 1) \
    HONLY(dim, 0, H_UNIFORM) \
    HONLY(dim, 1, H_UNIFORM) \
    HONLY(dim, 0, H_ARRAY) \
    HONLY(dim, 1, H_ARRAY) HONLY(dim, 0, H_ARRAY_ANY) HONLY(dim, 1, H_ARRAY_ANY)
DIMENSION(DIM_3D)
DIMENSION(DIM_TM)
DIMENSION(DIM_TE)

#define E_TABLE(what, dim, xy, vacuum) \
    { \
        vacuum, what##_##dim##_##xy##_E_UNIFORM, NAME(what, dim, xy, E_PALETTE), \
            what##_##dim##_##xy##_E_ARRAY, what##_##dim##_##xy##_E_ONE, \
            what##_##dim##_##xy##_E_TWO, NAME(what, dim, xy, E_PALETTE_ANY), \
            what##_##dim##_##xy##_E_ARRAY_ANY \
    }
#define E_TABLES(what, dim) \
    { \
        E_TABLE(what, dim, 0, what##_##dim##_0_E_VACUUM), E_TABLE(what, dim, 1, NULL) \
    }
#define H_TABLE(dim, xy, vacuum) \
    { \
        vacuum, h_##dim##_##xy##_H_UNIFORM, h_##dim##_##xy##_H_ARRAY, \
            h_##dim##_##xy##_H_ARRAY_ANY \
    }
#define H_TABLES(dim) \
    { \
        H_TABLE(dim, 0, h_##dim##_0_H_VACUUM), H_TABLE(dim, 1, NULL) \
    }

const tiled_isa TABLE = {
    .name = ISA_NAME,
    .entries = ENTRIES,
    .both = {E_TABLES(both, DIM_3D), E_TABLES(both, DIM_TM), E_TABLES(both, DIM_TE)},
    .h = {H_TABLES(DIM_3D), H_TABLES(DIM_TM), H_TABLES(DIM_TE)},
    .e = {E_TABLES(e, DIM_3D), E_TABLES(e, DIM_TM), E_TABLES(e, DIM_TE)},
    .peak = peak,
};
