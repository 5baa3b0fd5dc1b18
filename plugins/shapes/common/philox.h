/* plugins/shapes/common/philox.h: random numbers by counters.
 *
 * Philox4x32-10: four words of a counter and two of a key become four random words, so that a
 * number belongs to its place, whoever asks for it and when. J. K. Salmon, M. A. Moraes, R. O.
 * Dror and D. E. Shaw, Proc. SC11 (2011), doi 10.1145/2063384.2063405. */
#ifndef YEE_SHAPES_PHILOX_H
#define YEE_SHAPES_PHILOX_H

#include <math.h>
#include <stdint.h>
#include <yee/types.h>

typedef struct philox {
    uint32_t v[4];
} philox;

static inline philox philox_at(uint64_t seed, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t x[4] = {a, b, c, d};
    for (int round = 0; round < 10; round++) {
        const uint64_t p = (uint64_t)0xD2511F53 * x[0], q = (uint64_t)0xCD9E8D57 * x[2];
        const uint32_t next[4] = {(uint32_t)(q >> 32) ^ x[1] ^ key[0], (uint32_t)q,
                                  (uint32_t)(p >> 32) ^ x[3] ^ key[1], (uint32_t)p};
        for (int n = 0; n < 4; n++)
            x[n] = next[n];
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return (philox){{x[0], x[1], x[2], x[3]}};
}

/* A number between 0 and 1, neither of them. */
static inline double philox_unit(uint32_t word) { return (word + 0.5) * 0x1p-32; }

/* Two independent normal numbers of two words: G. E. P. Box and M. E. Muller, Ann. Math. Stat.
 * 29 (1958) 610. */
static inline void philox_normal(const uint32_t word[2], double out[2])
{
    const double r = sqrt(-2 * log(philox_unit(word[0])));
    const double angle = 2 * YEE_PI * philox_unit(word[1]);
    out[0] = r * cos(angle);
    out[1] = r * sin(angle);
}

#endif
