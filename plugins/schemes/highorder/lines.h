/* lines.h: weighted sums of whole rows, vector by vector.
 *
 * Every lane does the same in the same order and nothing is fused, so vectors of every width
 * give the same bits. Lines are padded and rows may be read past their end, so the last vector
 * is a whole one. */
#include "shapes.h"

#ifndef WIDTH
#define WIDTH 128
#endif
#define INLINE static inline __attribute__((always_inline))

typedef real vec __attribute__((vector_size(WIDTH / 8)));
typedef vec seen __attribute__((may_alias, aligned(sizeof(real))));
enum { LANES = WIDTH / 8 / (int)sizeof(real) };

INLINE vec load(const real *p) { return *(const seen *)p; }
INLINE void store(real *p, vec v) { *(seen *)p = v; }
INLINE vec all(real v) { return v - (vec){0}; }

/* Rows around the one at hand. Across: [2 p + side][offset], the low side second. Along z:
 * [offset along y][offset along x]. Offsets are -1, 0, 1. */
typedef struct around {
    const real *row[2 * WIDE_REACH][3];
    const real (*weight)[WIDE_ACROSS];
} around;

/* Along x or y: u has what is not moved along z, v what is: t[k] = u[k] + v[k-1] + v[k+1]. */
INLINE void sum_across(const around *from, real *const to[], int64_t k0, int64_t k1,
                       const int mask[WIDE_REACH])
{
    const around a = *from; /* no store to a line can change it */
    real *const u = to[0], *const v = to[1];
    vec w[WIDE_REACH][WIDE_ACROSS];
    for (int p = 0; p < WIDE_REACH; p++)
        for (int n = 0; n < WIDE_ACROSS; n++)
            w[p][n] = all(from->weight[p][n]);
    for (int64_t k = k0; k < k1; k += LANES) {
        vec here = {0}, there = {0};
        for (int p = 0; p < WIDE_REACH; p++) {
            const real *const *const high = a.row[2 * p], *const *const low = a.row[2 * p + 1];
            vec same = {0}, moved = {0};
            if (mask[p] & 5)
                same = load(high[1] + k) - load(low[1] + k);
            if (mask[p] & 10)
                moved = (load(high[0] + k) - load(low[0] + k)) +
                        (load(high[2] + k) - load(low[2] + k));
            if (mask[p] & 1)
                here = p ? here + w[p][0] * same : w[p][0] * same;
            if (mask[p] & 2)
                here += w[p][1] * moved;
            if (mask[p] & 4)
                there += w[p][2] * same;
            if (mask[p] & 8)
                there += w[p][3] * moved;
        }
        store(u + k, here);
        if ((mask[0] | mask[1] | mask[2]) & 12)
            store(v + k, there);
    }
}

/* Along z: a line for every pair, whose differences are left. */
INLINE void sum_along(const around *from, real *const to[], int64_t k0, int64_t k1,
                      const int mask[WIDE_REACH])
{
    const around a = *from;
    const int any = mask[0] | mask[1] | mask[2];
    real *const out[WIDE_REACH] = {to[0], to[1], to[2]};
    vec w[WIDE_REACH][WIDE_ACROSS];
    for (int p = 0; p < WIDE_REACH; p++)
        for (int n = 0; n < WIDE_ACROSS; n++)
            w[p][n] = all(from->weight[p][n]);
    for (int64_t k = k0; k < k1; k += LANES) {
        const vec here = load(a.row[1][1] + k);
        vec x = {0}, y = {0}, both = {0};
        if (any & 2)
            x = load(a.row[1][0] + k) + load(a.row[1][2] + k);
        if (any & 4)
            y = load(a.row[0][1] + k) + load(a.row[2][1] + k);
        if (any & 8)
            both = (load(a.row[0][0] + k) + load(a.row[0][2] + k)) +
                   (load(a.row[2][0] + k) + load(a.row[2][2] + k));
        for (int p = 0; p < WIDE_REACH; p++) {
            vec sum = w[p][0] * here;
            if (mask[p] & 2)
                sum += w[p][1] * x;
            if (mask[p] & 4)
                sum += w[p][2] * y;
            if (mask[p] & 8)
                sum += w[p][3] * both;
            if (mask[p])
                store(out[p] + k, sum);
        }
    }
}

typedef void summing(const around *from, real *const to[], int64_t k0, int64_t k1);
#define NAMED(near, far, third) \
    static void across_##near##_##far##_##third(const around *from, real *const to[], \
                                                int64_t k0, int64_t k1) \
    { \
        sum_across(from, to, k0, k1, (const int[]){near, far, third}); \
    } \
    static void along_##near##_##far##_##third(const around *from, real *const to[], \
                                               int64_t k0, int64_t k1) \
    { \
        sum_along(from, to, k0, k1, (const int[]){near, far, third}); \
    }
WIDE_SHAPES(NAMED)
#undef NAMED
#define PAIR(near, far, third) \
    {across_##near##_##far##_##third, along_##near##_##far##_##third},
static summing *const sums[][2] = {WIDE_SHAPES(PAIR)};
#undef PAIR
