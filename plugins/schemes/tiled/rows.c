/* tiled/rows.c: the row kernels, compiled once for each instruction set and precision: step.h
 * with constants for all that a kind of segment, rows with layers and a plane leave open. */
#include "step.h"

/* Updates one segment in at->rows rows, one row after the other. */
INLINE void rows(const tiled_seg *seg, const tiled_at *at, const kind is)
{
    const tiled_seg own = *seg, *const s = &own; /* no store to a field can change it */
    const REAL *const u = s->u, *const x = at->x;
    const REAL h = is.h == H_VACUUM ? u[U_CB + 3] : 1, e = folded(is.e) ? u[U_CB] : 1;
    const int64_t stride = at->stride, vectors = (s->to - s->from) / LANES;
    state q = {.s = s, .x = x, .y = at->y, .f = at->f, .jp = at->jp, .ip = at->ip};
    q.aside = at->aside;
    q.jm = at->jm;
    q.im = at->im;
    q.hx_ = all(x[A_HALF] * h);
    q.ex_ = all(x[A_NODE] * e);
    q.loss = all(u[U_LOSS]);
    q.pole = all(u[U_POLE]);
    q.c1 = all(u[U_C1]);
    q.c0 = all(u[U_C0]);
    q.r1 = all(u[U_R1]);
    q.mix = all(u[U_MIX]);
    q.rest = all(u[U_REST]);
    q.prefetch = at->prefetch;
    q.lines = at->lines / vectors;
    q.more = s->from + at->lines % vectors * LANES;
    for (int64_t left = at->rows; left; left--) {
        q.hy_ = all(q.y[A_HALF] * h);
        q.ey_ = all(q.y[A_NODE] * e);
        row(&q, is);
        q.f += stride;
        q.jp += stride;
        q.ip += stride;
        q.jm += stride;
        q.im += stride;
        q.y += A_COUNT;
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
        rows(s, at, (kind){hk, ek, xy, dim}); \
    }
#define BOTH(dim, xy, of) KERNEL(both, dim, xy, of, H_VACUUM, of)
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
    M(dim, xy, E_VACUUM) \
    M(dim, xy, E_UNIFORM) \
    M(dim, xy, E_ARRAY) \
    M(dim, xy, E_ONE) \
    M(dim, xy, E_TWO) \
    M(dim, xy, E_ONE_BARE) \
    M(dim, xy, E_TWO_BARE) \
    M(dim, xy, E_ARRAY_ANY) \
    PALETTES(M, dim, xy)
#define DIMENSION(dim) \
    HONLY(dim, 0, H_VACUUM) \
    HONLY(dim, 1, H_VACUUM) \
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

#define E_TABLE(what, dim, xy) \
    { \
        what##_##dim##_##xy##_E_VACUUM, what##_##dim##_##xy##_E_UNIFORM, \
            NAME(what, dim, xy, E_PALETTE), NAME(what, dim, xy, E_LOSSLESS), \
            what##_##dim##_##xy##_E_ARRAY, what##_##dim##_##xy##_E_ONE, \
            what##_##dim##_##xy##_E_TWO, what##_##dim##_##xy##_E_ONE_BARE, \
            what##_##dim##_##xy##_E_TWO_BARE, NAME(what, dim, xy, E_PALETTE_ANY), \
            what##_##dim##_##xy##_E_ARRAY_ANY \
    }
#define E_TABLES(what, dim) \
    { \
        E_TABLE(what, dim, 0), E_TABLE(what, dim, 1) \
    }
#define H_TABLE(dim, xy) \
    { \
        h_##dim##_##xy##_H_VACUUM, h_##dim##_##xy##_H_UNIFORM, h_##dim##_##xy##_H_ARRAY, \
            h_##dim##_##xy##_H_ARRAY_ANY \
    }
#define H_TABLES(dim) \
    { \
        H_TABLE(dim, 0), H_TABLE(dim, 1) \
    }

const tiled_isa TABLE = {
    .name = ISA_NAME,
    .entries = ENTRIES,
    .both = {E_TABLES(both, DIM_3D), E_TABLES(both, DIM_TM), E_TABLES(both, DIM_TE)},
    .h = {H_TABLES(DIM_3D), H_TABLES(DIM_TM), H_TABLES(DIM_TE)},
    .e = {E_TABLES(e, DIM_3D), E_TABLES(e, DIM_TM), E_TABLES(e, DIM_TE)},
    .peak = peak,
};
