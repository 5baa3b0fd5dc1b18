/* yee/sum.h: a sum of doubles without rounding: the same for any order of its terms, so that an
 * energy has the same bits however the grid is cut and whoever adds its parts.
 *
 * A number is added to words of 32 bits over the whole range of doubles, a small superaccumulator:
 * R. M. Neal, "Fast exact summation using small and large superaccumulators", arXiv:1505.05571
 * (2015), section 2, here with words that carry after 2^30 additions. */
#ifndef YEE_SUM_H
#define YEE_SUM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Word n counts units of 2^(32 n - 1074), the smallest double; doubles end at 2^1024, and the two
 * words above take the carries. All zero is the empty sum. Not for two threads at once: each has
 * its own, and yee_sum_merge() joins them. */
enum { YEE_SUM_WORDS = 68 };
typedef struct yee_sum {
    int64_t word[YEE_SUM_WORDS];
    int64_t added;  /* terms since the last carry */
    double special; /* sum of the terms that are not finite; 0: there are none */
} yee_sum;

/* Every word but the last to [0, 2^32), which changes no sum. */
static inline void yee_sum_carry(yee_sum *s)
{
    for (int n = 0; n + 1 < YEE_SUM_WORDS; n++) {
        const int64_t low = (int64_t)((uint64_t)s->word[n] & 0xffffffffu);
        s->word[n + 1] += (s->word[n] - low) / ((int64_t)1 << 32);
        s->word[n] = low;
    }
    s->added = 0;
}

static inline void yee_sum_add(yee_sum *s, double x)
{
    uint64_t raw;
    memcpy(&raw, &x, sizeof raw);
    const int exponent = (int)(raw >> 52 & 0x7ff);
    if (exponent == 0x7ff) {
        s->special += x;
        return;
    }
    const uint64_t hidden = (uint64_t)(exponent > 0) << 52;
    const uint64_t mantissa = (raw & (((uint64_t)1 << 52) - 1)) | hidden;
    const int at = exponent > 0 ? exponent - 1 : 0, shift = at & 31;
    const uint64_t low = (mantissa & 0xffffffffu) << shift;
    const uint64_t high = ((mantissa >> 32) << shift) + (low >> 32);
    int64_t *word = s->word + (at >> 5);
    const int64_t sign = raw >> 63 ? -1 : 0; /* (v ^ -1) - -1 = -v */
    word[0] += ((int64_t)(low & 0xffffffffu) ^ sign) - sign;
    word[1] += ((int64_t)(high & 0xffffffffu) ^ sign) - sign;
    word[2] += ((int64_t)(high >> 32) ^ sign) - sign;
    if (++s->added == (int64_t)1 << 30)
        yee_sum_carry(s);
}

/* to += from */
static inline void yee_sum_merge(yee_sum *to, const yee_sum *from)
{
    yee_sum carried = *from;
    yee_sum_carry(&carried);
    yee_sum_carry(to);
    for (int n = 0; n < YEE_SUM_WORDS; n++)
        to->word[n] += carried.word[n];
    to->special += carried.special;
}

/* The sum, rounded once to the nearest double (twice below 2^-1022). */
static inline double yee_sum_value(const yee_sum *s)
{
    yee_sum t = *s;
    if (t.special != 0)
        return t.special; /* NaN too */
    yee_sum_carry(&t);
    const int negative = t.word[YEE_SUM_WORDS - 1] < 0;
    for (int n = 0; negative && n < YEE_SUM_WORDS; n++)
        t.word[n] = -t.word[n];
    yee_sum_carry(&t);
    int top = YEE_SUM_WORDS - 1;
    while (top > 0 && t.word[top] == 0)
        top--;
    /* The 64 bits from the first on, and whether anything lies behind them. */
    uint64_t below = top > 1 ? (uint64_t)t.word[top - 2] : 0;
    uint64_t value = (uint64_t)t.word[top] << 32 | (top > 0 ? (uint64_t)t.word[top - 1] : 0);
    int shift = 0;
    while (value && !(value >> 63)) {
        value = value << 1 | (below >> 31 & 1);
        below = below << 1 & 0xffffffffu;
        shift++;
    }
    int behind = below != 0;
    for (int n = 0; n < top - 2; n++)
        behind |= t.word[n] != 0;
    const double size =
        ldexp((double)(value | (uint64_t)behind), 32 * (top - 1) - shift - 1074);
    return negative ? -size : size;
}

#ifdef __cplusplus
}
#endif
#endif
