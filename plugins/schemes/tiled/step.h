/* tiled/step.h: H and E of the vectors of one row.
 *
 * One pass over z does H and then E of a row: H(k) needs E(k+1), not yet updated, E(k) needs
 * H(k-1), just done; both come from the neighbouring vector in a register. Signs and order of
 * the curl are those of yee/problem.h; K. S. Yee, IEEE Trans. Antennas Propag.
 * 14 (1966) 302. */
#ifndef YEE_TILED_STEP_H
#define YEE_TILED_STEP_H

#include "plan.h"
#include "vector.h"

/* psi = b psi + c d; returns it. */
INLINE vec layer(REAL *psi, vec b, vec c, vec d)
{
    const vec v = fma_(b, load(psi), c * d);
    store(psi, v);
    return v;
}

/* acc + l, or acc + cb l where cb is folded into what acc starts from. */
INLINE vec more(bool folded, vec acc, vec cb, vec l)
{
    return folded ? fma_(cb, l, acc) : acc + l;
}
INLINE vec less(bool folded, vec acc, vec cb, vec l)
{
    return folded ? fnma_(cb, l, acc) : acc - l;
}

/* loss, cb, ... of component c at k: uniform (0), by palette (1) or from arrays (2). */
INLINE vec medium(const tiled_seg *s, const REAL *f, int64_t k, int c, int magnetic, int how,
                  int entry, names id)
{
    if (how == 0)
        return all(((const REAL *)s->u)[(entry == M_LOSS ? U_LOSS : U_CB) + c]);
    if (how == 1)
        return choose((const REAL *)s->palette + entry * ENTRIES, id);
    const int64_t numbers = 2 + M_SLOT * s->slots[magnetic];
    return load(f + s->coef[magnetic] + (c % 3 * numbers + entry) * (s->to - s->from) + k -
                s->from);
}

/* Where place k of a stretch has its words: chunk by chunk they lie together. */
INLINE int64_t words_at(int64_t k, int64_t words)
{
    const int64_t within = LANES == CHUNK ? 0 : k % CHUNK;
    return (k - within) * words + within;
}

/* F += cb (q - sum s1) - loss F; the sections take the old F. */
INLINE vec advance(const tiled_seg *s, REAL *f, int64_t k, int c, vec old, vec q, int how,
                   bool sections, bool lossless)
{
    const int magnetic = c >= 3;
    const names none = {0};
    const int64_t length = s->to - s->from;
    const names id =
        how == 1 ? name((const uint8_t *)f + s->id + c % 3 * length + k - s->from) : none;
    const int slots = sections ? s->slots[magnetic] : 0, words = s->words[magnetic];
    REAL *state = f + s->pole[magnetic] + words_at(k - s->from, 3 * slots * words) +
                  c % 3 * slots * words * CHUNK;
    for (int m = 0; m < slots; m++, state += words * CHUNK) {
        const int at = M_C1 + M_SLOT * m;
        const vec s1 = load(state);
        const vec c1 = medium(s, f, k, c, magnetic, how, at, id);
        const vec r1 = medium(s, f, k, c, magnetic, how, at + M_R1 - M_C1, id);
        q -= s1;
        if (words == 2) {
            const vec s2 = load(state + CHUNK);
            const vec c0 = medium(s, f, k, c, magnetic, how, at + M_C0 - M_C1, id);
            const vec rd = medium(s, f, k, c, magnetic, how, at + M_RD - M_C1, id);
            store(state, s1 + fma_(r1, old, fnma_(c1, s1, s2)));
            store(state + CHUNK, s2 + fnma_(c0, s1, rd * old));
        } else
            store(state, s1 + fnma_(c1, s1, r1 * old));
    }
    const vec cb = medium(s, f, k, c, magnetic, how, M_CB, id);
    if (lossless)
        return fma_(cb, q, old);
    const vec loss = medium(s, f, k, c, magnetic, how, M_LOSS, id);
    return fma_(cb, q, fnma_(loss, old, old));
}

/* The variant of a kernel: constants, so that all that it does not need folds away. */
typedef struct kind {
    int h, e; /* H_NONE, E_KINDS: not done */
    int xy;   /* rows with x or y layers */
    int dim;
} kind;

/* One medium for all of E: cb is folded into the differences. */
INLINE bool bare(int e) { return e == E_ONE_BARE || e == E_TWO_BARE; }
INLINE bool folded(int e) { return e == E_VACUUM || e == E_ONE || e == E_TWO || bare(e); }

/* The values that stay along a row, and those that one vector hands to the next. */
typedef struct state {
    const tiled_seg *s;
    const REAL *x, *y; /* numbers of i and of j */
    REAL *f;
    int64_t aside; /* reals from f to where E goes */
    const REAL *jp, *ip, *jm, *im;
    vec hx_, hy_, ex_, ey_;     /* 1/dx and 1/dy for H and E; folded kinds: times cb */
    vec loss, pole, c1, c0, r1; /* of E's one section */
    vec mix, rest;              /* the same, bare */
    vec ex, ey;                 /* at k, old */
    vec hx_last, hy_last;       /* of the vector before, new */
    const char *prefetch;       /* what comes into the second cache beside: lines a vector, */
    int64_t lines, more;        /* and one more for vectors at places below `more` */
} state;

INLINE void fetch(state *q, int64_t k)
{
    for (int64_t l = q->lines + (k < q->more); l > 0; l--, q->prefetch += TILED_LINE)
        __builtin_prefetch(q->prefetch, 0, 2);
}

/* F - loss F - cb s1 of one section everywhere. Its state is kept in units of r1 (one word) or
 * rd (two words), so that the old field enters without a multiplication. Where the medium has
 * nothing besides, all follows from one sum (choose.c). */
INLINE vec respond(const state *q, REAL *own, vec old, int words, bool bare)
{
    const vec s1 = once(load(own)), s2 = words == 2 ? once(load(own + CHUNK)) : s1;
    if (bare) {
        const vec t = fma_(q->mix, s1, old);
        store(own, words == 2 ? fma_(q->r1, t, fma_(q->rest, s1, s2)) : fma_(q->rest, s1, t));
        if (words == 2)
            store(own + CHUNK, s2 + t);
        return fnma_(q->loss, t, old);
    }
    if (words == 2) {
        store(own, s1 + fma_(q->r1, old, fnma_(q->c1, s1, s2)));
        store(own + CHUNK, s2 + fnma_(q->c0, s1, old));
    } else
        store(own, s1 + fnma_(q->c1, s1, old));
    return fnma_(q->pole, s1, fnma_(q->loss, old, old));
}

/* One vector: H, then E. odd: some of it is masked or has z psi. */
INLINE void step(state *q, const int64_t k, const bool odd, const kind is)
{
    const bool tm = is.dim != DIM_TE, te = is.dim != DIM_TM, full = is.dim == DIM_3D;
    const bool do_h = is.h != H_NONE, do_e = is.e != E_KINDS;
    const bool h_folded = is.h == H_VACUUM, e_folded = folded(is.e);
    const int h_how = is.h == H_UNIFORM ? 0 : 2;
    const bool h_poles = is.h == H_ARRAY_ANY;
    const int e_how = is.e == E_UNIFORM ? 0 : is.e == E_ARRAY || is.e == E_ARRAY_ANY ? 2 : 1;
    const bool e_poles = is.e == E_PALETTE_ANY || is.e == E_ARRAY_ANY;
    const int words = is.e == E_ONE || is.e == E_ONE_BARE   ? 1
                      : is.e == E_TWO || is.e == E_TWO_BARE ? 2
                                                            : 0;
    const vec zero = {0};
    const tiled_seg *const s = q->s;
    const int64_t n = s->n, zn = s->zn;
    const REAL *x = q->x, *y = q->y, *z = s->z, *u = s->u;
    const REAL *const zh = h_folded ? s->zh : z + A_HALF * zn;
    const REAL *const ze = e_folded ? s->ze : z + A_NODE * zn;
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
        const vec hz_ = once(load(zh + k)), cb = all(u[U_CB + 3]);
        vec qx = h_folded ? hx : zero, qy = h_folded ? hy : zero, qz = h_folded ? hz : zero;
        if (te)
            qx = fma_(hz_, ey_z, fnma_(q->hy_, ez_y, qx));
        if (tm) {
            qy = fnma_(hz_, ex_z, full ? fma_(q->hx_, ez_x, qy) : qy);
            qz = fma_(q->hy_, ex_y, full ? fnma_(q->hx_, ey_x, qz) : qz);
        }
        if (in_x) {
            const vec b = all(x[A_HALF_B]), c = all(x[A_HALF_C]);
            qy = more(h_folded, qy, cb, layer(px + 2 * n, b, c, ez_x));
            qz = less(h_folded, qz, cb, layer(px + 3 * n, b, c, ey_x));
        }
        if (in_y) {
            const vec b = all(y[A_HALF_B]), c = all(y[A_HALF_C]);
            if (te)
                qx = less(h_folded, qx, cb, layer(py + 2 * n, b, c, ez_y));
            if (tm)
                qz = more(h_folded, qz, cb, layer(py + 3 * n, b, c, ex_y));
        }
        if (in_z) {
            const vec b = load(z + A_HALF_B * zn + k), c = load(z + A_HALF_C * zn + k);
            if (te)
                qx = more(h_folded, qx, cb, layer(pz + 2 * s->psi_zn, b, c, ey_z));
            if (tm)
                qy = less(h_folded, qy, cb, layer(pz + 3 * s->psi_zn, b, c, ex_z));
        }
        if (te)
            hx = h_folded ? qx : advance(s, f, k, 3, hx, qx, h_how, h_poles, false);
        if (tm) {
            hy = h_folded ? qy : advance(s, f, k, 4, hy, qy, h_how, h_poles, false);
            hz = h_folded ? qz : advance(s, f, k, 5, hz, qz, h_how, h_poles, false);
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
        const vec ez_ = once(load(ze + k)), cb = all(u[U_CB]);
        q->hx_last = hx;
        q->hy_last = hy;
        if (odd && (words || e_poles)) { /* no state where a periodic z keeps a copy */
            ex = keep(ex, mask);
            ey = keep(ey, mask + CHUNK);
            ez = keep(ez, mask + 2 * CHUNK);
        }
        REAL *const own = f + s->pole[0] + words_at(k - s->from, 3 * words);
        vec qx = e_folded ? ex : zero, qy = e_folded ? ey : zero, qz = e_folded ? ez : zero;
        if (words && tm)
            qx = respond(q, own, ex, words, bare(is.e));
        if (words && te) {
            qy = respond(q, own + words * CHUNK, ey, words, bare(is.e));
            qz = respond(q, own + 2 * words * CHUNK, ez, words, bare(is.e));
        }
        if (tm)
            qx = fma_(q->ey_, hz_y, fnma_(ez_, hy_z, qx));
        if (te) {
            qy = fma_(ez_, hx_z, full ? fnma_(q->ex_, hz_x, qy) : qy);
            qz = fnma_(q->ey_, hx_y, full ? fma_(q->ex_, hy_x, qz) : qz);
        }
        if (in_x) {
            const vec b = all(x[A_NODE_B]), c = all(x[A_NODE_C]);
            qy = less(e_folded, qy, cb, layer(px, b, c, hz_x));
            qz = more(e_folded, qz, cb, layer(px + n, b, c, hy_x));
        }
        if (in_y) {
            const vec b = all(y[A_NODE_B]), c = all(y[A_NODE_C]);
            if (tm)
                qx = more(e_folded, qx, cb, layer(py, b, c, hz_y));
            if (te)
                qz = less(e_folded, qz, cb, layer(py + n, b, c, hx_y));
        }
        if (in_z) {
            const vec b = load(z + A_NODE_B * zn + k), c = load(z + A_NODE_C * zn + k);
            if (tm)
                qx = less(e_folded, qx, cb, layer(pz, b, c, hy_z));
            if (te)
                qy = more(e_folded, qy, cb, layer(pz + s->psi_zn, b, c, hx_z));
        }
        const bool lossless = is.e == E_LOSSLESS;
        if (tm)
            ex = e_folded ? qx : advance(s, f, k, 0, ex, qx, e_how, e_poles, lossless);
        if (te) {
            ey = e_folded ? qy : advance(s, f, k, 1, ey, qy, e_how, e_poles, lossless);
            ez = e_folded ? qz : advance(s, f, k, 2, ez, qz, e_how, e_poles, lossless);
        }
        if (odd) {
            ex = keep(ex, mask);
            ey = keep(ey, mask + CHUNK);
            ez = keep(ez, mask + 2 * CHUNK);
        }
        const int64_t to = k + q->aside;
        if (tm)
            store(f + EX + to, ex);
        if (te) {
            store(f + EY + to, ey);
            store(f + EZ + to, ez);
        }
    }
}

/* A segment of a row: odd vectors, plain ones, odd ones. */
INLINE void row(state *q, const kind is)
{
    const tiled_seg *const s = q->s;
    const bool tm = is.dim != DIM_TE, te = is.dim != DIM_TM, full = is.dim == DIM_3D;
    const int64_t n = s->n;
    const int64_t EX = 0, EY = full ? n : 0, HX = full ? 3 * n : 2 * n, HY = full ? 4 * n : n;
    if (is.h != H_NONE && tm)
        q->ex = load(q->f + EX + s->from);
    if (is.h != H_NONE && te)
        q->ey = load(q->f + EY + s->from);
    if (is.e != E_KINDS && te)
        q->hx_last = load(q->f + HX + s->from - LANES);
    if (is.e != E_KINDS && tm)
        q->hy_last = load(q->f + HY + s->from - LANES);

    const int64_t to = s->to, plain = s->plain < to ? s->plain : to;
    const int64_t end = s->plain + s->plains < to ? s->plain + s->plains : to;
    int64_t k = s->from, odd = s->plains ? plain : to;
    for (;; odd = to) {
        for (; k < odd; k += LANES) {
            fetch(q, k);
            step(q, k, true, is);
        }
        if (k >= to)
            return;
        for (; k < end; k += LANES) {
            fetch(q, k);
            step(q, k, false, is);
        }
    }
}

#endif
