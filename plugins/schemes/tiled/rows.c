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
                   int sections, bool lossless)
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
    const vec cb = medium(s, f, k, c, magnetic, how, U_CB, M_CB, id);
    if (lossless)
        return fma_(cb, q, old);
    const vec loss = medium(s, f, k, c, magnetic, how, U_LOSS, M_LOSS, id);
    return fma_(cb, q, fnma_(loss, old, old));
}

/* What a kernel is: constants, so that all that it does not need folds away. */
typedef struct kind {
    int h, e; /* H_NONE, E_KINDS: not done */
    int xy;   /* rows with x or y layers */
    int dim;
} kind;

/* What stays the same along a row, and what goes from one vector to the next. */
typedef struct state {
    const tiled_seg *s;
    const tiled_at *at;
    REAL *f;
    const REAL *jp, *ip, *jm, *im;
    vec hx_, hy_, ex_, ey_; /* 1/dx and 1/dy for H and E; VACUUM: times cb */
    vec ex, ey;             /* at k, old */
    vec hx_last, hy_last;   /* of the vector before, new */
} state;

/* One vector: H, then E. odd: some of it is masked or has z psi. */
INLINE void step(state *q, const int64_t k, const bool odd, const kind is)
{
    const bool tm = is.dim != DIM_TE, te = is.dim != DIM_TM, full = is.dim == DIM_3D;
    const bool do_h = is.h != H_NONE, do_e = is.e != E_KINDS;
    const int h_how = is.h == H_UNIFORM ? 0 : 2, h_poles = is.h == H_ARRAY_ANY ? 3 : 0;
    const int e_how = is.e == E_PALETTE || is.e == E_LOSSLESS || is.e == E_PALETTE_ANY ? 1
                      : is.e == E_ARRAY || is.e == E_ARRAY_ANY                         ? 2
                                                                                       : 0;
    const int e_poles = is.e == E_ONE                                  ? 1
                        : is.e == E_TWO                                ? 2
                        : is.e == E_PALETTE_ANY || is.e == E_ARRAY_ANY ? 3
                                                                       : 0;
    const vec zero = {0};
    const tiled_seg *const s = q->s;
    const int64_t n = s->n, zn = s->zn;
    const REAL *x = q->at->x, *y = q->at->y, *z = s->z, *u = s->u, *zh = s->zh, *ze = s->ze;
    REAL *const f = q->f;
    const int64_t EX = 0, EY = full ? n : 0, EZ = full ? 2 * n : n;
    const int64_t HX = full ? 3 * n : 2 * n, HY = full ? 4 * n : n, HZ = full ? 5 * n : 2 * n;
    const bool in_x = full && is.xy && s->psi_x, in_y = is.xy && s->psi_y;
    const bool in_z = odd && (k < s->low || k >= s->high);
    REAL *const px = f + s->psi_x + k, *const py = f + s->psi_y + k;
    REAL *const pz = f + s->psi_z + (k < s->low ? k : k - s->high + s->low);
    const REAL *mask = (const REAL *)s->mask +
                       (k < CHUNK     ? 0
                        : k < s->last ? 6
                                      : 12) *
                           CHUNK +
                       k % CHUNK;

    vec ex = q->ex, ey = q->ey, ez = zero, hx = zero, hy = zero, hz = zero;
    if (!do_h && tm)
        ex = load(f + EX + k);
    if (!do_h && te)
        ey = load(f + EY + k);
    if (te) {
        ez = load(f + EZ + k);
        hx = load(f + HX + k);
    }
    if (tm) {
        hy = load(f + HY + k);
        hz = load(f + HZ + k);
    }
    if (do_h) {
        vec ex_next = zero, ey_next = zero;
        if (tm)
            ex_next = load(f + EX + k + LANES);
        if (te)
            ey_next = load(f + EY + k + LANES);
        q->ex = ex_next;
        q->ey = ey_next;
        const vec ex_z = next(ex, ex_next) - ex, ey_z = next(ey, ey_next) - ey;
        const vec ez_y = te ? load(q->jp + EZ + k) - ez : zero;
        const vec ex_y = tm ? load(q->jp + EX + k) - ex : zero;
        const vec ez_x = full ? load(q->ip + EZ + k) - ez : zero;
        const vec ey_x = full ? load(q->ip + EY + k) - ey : zero;
        vec qx = zero, qy = zero, qz = zero;
        if (is.h == H_VACUUM) {
            const vec hz_ = load(zh + k);
            if (te)
                hx = fma_(hz_, ey_z, fnma_(q->hy_, ez_y, hx));
            if (tm) {
                hy = fnma_(hz_, ex_z, full ? fma_(q->hx_, ez_x, hy) : hy);
                hz = fma_(q->hy_, ex_y, full ? fnma_(q->hx_, ey_x, hz) : hz);
            }
        } else {
            const vec hz_ = load(z + A_HALF * zn + k);
            if (te)
                qx = fnma_(q->hy_, ez_y, hz_ * ey_z);
            if (tm) {
                qy = fnma_(hz_, ex_z, full ? q->hx_ * ez_x : zero);
                qz = full ? fnma_(q->hx_, ey_x, q->hy_ * ex_y) : q->hy_ * ex_y;
            }
            if (in_x) {
                const vec b = all(x[A_HALF_B]), c = all(x[A_HALF_C]);
                qy += layer(px + 2 * n, b, c, ez_x);
                qz -= layer(px + 3 * n, b, c, ey_x);
            }
            if (in_y) {
                const vec b = all(y[A_HALF_B]), c = all(y[A_HALF_C]);
                if (te)
                    qx -= layer(py + 2 * n, b, c, ez_y);
                if (tm)
                    qz += layer(py + 3 * n, b, c, ex_y);
            }
        }
        if (in_z) {
            const vec b = load(z + A_HALF_B * zn + k), c = load(z + A_HALF_C * zn + k);
            if (te)
                qx += layer(pz + 2 * s->psi_zn, b, c, ey_z);
            if (tm)
                qy -= layer(pz + 3 * s->psi_zn, b, c, ex_z);
            if (is.h == H_VACUUM) {
                const vec cb = all(u[U_CB + 3]);
                hx = fma_(cb, qx, hx);
                hy = fma_(cb, qy, hy);
            }
        }
        if (is.h != H_VACUUM) {
            if (te)
                hx = advance(s, f, k, 3, hx, qx, h_how, h_poles, false);
            if (tm) {
                hy = advance(s, f, k, 4, hy, qy, h_how, h_poles, false);
                hz = advance(s, f, k, 5, hz, qz, h_how, h_poles, false);
            }
        }
        if (odd) {
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
    }
    if (do_e) {
        const vec hx_z = hx - prev(q->hx_last, hx), hy_z = hy - prev(q->hy_last, hy);
        const vec hz_y = tm ? hz - load(q->jm + HZ + k) : zero;
        const vec hx_y = te ? hx - load(q->jm + HX + k) : zero;
        const vec hz_x = full ? hz - load(q->im + HZ + k) : zero;
        const vec hy_x = full ? hy - load(q->im + HY + k) : zero;
        vec qx = zero, qy = zero, qz = zero;
        q->hx_last = hx;
        q->hy_last = hy;
        if (is.e == E_VACUUM) {
            const vec ez_ = load(ze + k);
            if (tm)
                ex = fma_(q->ey_, hz_y, fnma_(ez_, hy_z, ex));
            if (te) {
                ey = fma_(ez_, hx_z, full ? fnma_(q->ex_, hz_x, ey) : ey);
                ez = fnma_(q->ey_, hx_y, full ? fma_(q->ex_, hy_x, ez) : ez);
            }
        } else {
            const vec ez_ = load(z + A_NODE * zn + k);
            if (tm)
                qx = fnma_(ez_, hy_z, q->ey_ * hz_y);
            if (te) {
                qy = full ? fnma_(q->ex_, hz_x, ez_ * hx_z) : ez_ * hx_z;
                qz = fnma_(q->ey_, hx_y, full ? q->ex_ * hy_x : zero);
            }
            if (in_x) {
                const vec b = all(x[A_NODE_B]), c = all(x[A_NODE_C]);
                qy -= layer(px, b, c, hz_x);
                qz += layer(px + n, b, c, hy_x);
            }
            if (in_y) {
                const vec b = all(y[A_NODE_B]), c = all(y[A_NODE_C]);
                if (tm)
                    qx += layer(py, b, c, hz_y);
                if (te)
                    qz -= layer(py + n, b, c, hx_y);
            }
        }
        if (in_z) {
            const vec b = load(z + A_NODE_B * zn + k), c = load(z + A_NODE_C * zn + k);
            if (tm)
                qx -= layer(pz, b, c, hy_z);
            if (te)
                qy += layer(pz + s->psi_zn, b, c, hx_z);
            if (is.e == E_VACUUM) {
                const vec cb = all(u[U_CB]);
                ex = fma_(cb, qx, ex);
                ey = fma_(cb, qy, ey);
            }
        }
        if (is.e != E_VACUUM) {
            if (tm)
                ex = advance(s, f, k, 0, ex, qx, e_how, e_poles, is.e == E_LOSSLESS);
            if (te) {
                ey = advance(s, f, k, 1, ey, qy, e_how, e_poles, is.e == E_LOSSLESS);
                ez = advance(s, f, k, 2, ez, qz, e_how, e_poles, is.e == E_LOSSLESS);
            }
        }
        if (odd) {
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
    }
}

/* A segment: odd vectors, plain ones, odd ones. */
INLINE void row(const tiled_seg *seg, const tiled_at *at, const kind is)
{
    const tiled_seg own = *seg, *const s = &own; /* no store to a field can change it */
    const bool tm = is.dim != DIM_TE, te = is.dim != DIM_TM, full = is.dim == DIM_3D;
    const int64_t n = s->n;
    const int64_t EX = 0, EY = full ? n : 0, HX = full ? 3 * n : 2 * n, HY = full ? 4 * n : n;
    const REAL *x = at->x, *y = at->y, *u = s->u;
    const REAL h = is.h == H_VACUUM ? u[U_CB + 3] : 1, e = is.e == E_VACUUM ? u[U_CB] : 1;
    state q = {.s = s, .at = at, .f = at->f, .jp = at->jp, .ip = at->ip, .jm = at->jm};
    q.im = at->im;
    q.hx_ = all(x[A_HALF] * h);
    q.hy_ = all(y[A_HALF] * h);
    q.ex_ = all(x[A_NODE] * e);
    q.ey_ = all(y[A_NODE] * e);
    if (is.h != H_NONE && tm)
        q.ex = load(q.f + EX + s->from);
    if (is.h != H_NONE && te)
        q.ey = load(q.f + EY + s->from);
    if (is.e != E_KINDS && te)
        q.hx_last = load(q.f + HX + s->from - LANES);
    if (is.e != E_KINDS && tm)
        q.hy_last = load(q.f + HY + s->from - LANES);

    const int64_t to = s->to, plain = s->plain < to ? s->plain : to;
    const int64_t end = s->plain + s->plains < to ? s->plain + s->plains : to;
    int64_t k = s->from, odd = s->plains ? plain : to;
    for (;; odd = to) {
        for (; k < odd; k += LANES)
            step(&q, k, true, is);
        if (k >= to)
            return;
        for (; k < end; k += LANES)
            step(&q, k, false, is);
    }
}

static double peak(const void *data, int64_t n, bool *bad)
{
    /* the bits of magnitudes are in the order of the magnitudes, infinity and NaN above all */
#if DOUBLE
    typedef int64_t whole;
    const whole sign = INT64_MIN;
#else
    typedef int32_t whole;
    const whole sign = INT32_MIN;
#endif
    const char *f = data;
    const REAL infinite = (REAL)INFINITY;
    whole top = 0, limit;
    for (int64_t k = 0; k < n; k++) {
        whole v;
        memcpy(&v, f + k * (int64_t)sizeof v, sizeof v);
        v &= ~sign;
        top = v > top ? v : top;
    }
    memcpy(&limit, &infinite, sizeof limit);
    *bad = top >= limit;
    REAL most;
    memcpy(&most, &top, sizeof most);
    return (double)most;
}

/* The kernels by name: <both|h|e>_<dim>_<xy>_<kind>. */
#define KERNEL(what, dim, xy, of, hk, ek) \
    static void what##_##dim##_##xy##_##of(const tiled_seg *s, const tiled_at *at) \
    { \
        row(s, at, (kind){hk, ek, xy, dim}); \
    }
#define BOTH(dim, xy, of) KERNEL(both, dim, xy, of, xy ? H_UNIFORM : H_VACUUM, of)
#define HONLY(dim, xy, of) KERNEL(h, dim, xy, of, of, E_KINDS)
#define EONLY(dim, xy, of) KERNEL(e, dim, xy, of, H_NONE, of)
#if ISA > 256 || (ISA == 256 && !DOUBLE)
#define PALETTES(M, dim, xy) \
    M(dim, xy, E_PALETTE) M(dim, xy, E_LOSSLESS) M(dim, xy, E_PALETTE_ANY)
#define NAME(what, dim, xy, of) what##_##dim##_##xy##_##of
#else
#define PALETTES(M, dim, xy)
#define NAME(what, dim, xy, of) NULL
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
            NAME(what, dim, xy, E_LOSSLESS), what##_##dim##_##xy##_E_ARRAY, \
            what##_##dim##_##xy##_E_ONE, what##_##dim##_##xy##_E_TWO, \
            NAME(what, dim, xy, E_PALETTE_ANY), what##_##dim##_##xy##_E_ARRAY_ANY \
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
