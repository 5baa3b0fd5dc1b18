/* tiled/vector.h: the few vector operations a row needs, for one instruction set (ISA: 512, 256
 * or 128 bits) and one precision (REAL: float or double, DOUBLE: 0 or 1).
 *
 * Every multiply-add is fused and explicit, so all widths give the same bits; where the machine
 * has none it is emulated exactly. */
#ifndef YEE_TILED_VECTOR_H
#define YEE_TILED_VECTOR_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#if ISA > 128
#include <immintrin.h>
#endif

typedef REAL vec __attribute__((vector_size(ISA / 8)));
typedef vec seen __attribute__((may_alias));
enum { LANES = ISA / 8 / (int)sizeof(REAL), CHUNK = 64 / (int)sizeof(REAL) };
#define INLINE static inline __attribute__((always_inline))

INLINE vec load(const REAL *p) { return *(const seen *)p; }
INLINE void store(REAL *p, vec v) { *(seen *)p = v; }
/* v in a register: else every use of a loaded vector may become a load of its own. */
INLINE vec once(vec v)
{
#if ISA > 128
    __asm__("" : "+v"(v));
#endif
    return v;
}
INLINE vec all(REAL v) { return v - (vec){0}; }

#if ISA == 512 && !DOUBLE
INLINE vec fma_(vec a, vec b, vec c) { return (vec)_mm512_fmadd_ps(a, b, c); }
INLINE vec fnma_(vec a, vec b, vec c) { return (vec)_mm512_fnmadd_ps(a, b, c); }
#elif ISA == 512
INLINE vec fma_(vec a, vec b, vec c) { return (vec)_mm512_fmadd_pd(a, b, c); }
INLINE vec fnma_(vec a, vec b, vec c) { return (vec)_mm512_fnmadd_pd(a, b, c); }
#elif ISA == 256 && !DOUBLE
INLINE vec fma_(vec a, vec b, vec c) { return (vec)_mm256_fmadd_ps(a, b, c); }
INLINE vec fnma_(vec a, vec b, vec c) { return (vec)_mm256_fnmadd_ps(a, b, c); }
#elif ISA == 256
INLINE vec fma_(vec a, vec b, vec c) { return (vec)_mm256_fmadd_pd(a, b, c); }
INLINE vec fnma_(vec a, vec b, vec c) { return (vec)_mm256_fnmadd_pd(a, b, c); }
#else
#if DOUBLE
INLINE double fused(double a, double b, double c) { return fma(a, b, c); }
#elif defined __FP_FAST_FMAF
INLINE float fused(float a, float b, float c) { return fmaf(a, b, c); }
#else
/* The product is exact in double; the sum is rounded to odd, so rounding it to float rounds
 * once (S. Boldo, G. Melquiond, IEEE Trans. Comput. 57 (2008) 462, theorem 1). */
INLINE float fused(float a, float b, float c)
{
    const double p = (double)a * b, s = p + c, t = s - p;
    const double error = (p - (s - t)) + (c - t);
    int64_t bits;
    memcpy(&bits, &s, sizeof bits);
    if (error != 0 && !(bits & 1) && isfinite(s))
        bits += (error > 0) == (s > 0) ? 1 : -1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return (float)odd;
}
#endif
#if DOUBLE && defined __FP_FAST_FMA || !DOUBLE && defined __FP_FAST_FMAF
INLINE
#else
__attribute__((noinline)) static /* hundreds of copies of it take minutes to compile */
#endif
vec fma_(vec a, vec b, vec c)
{
    vec r;
    for (int l = 0; l < LANES; l++)
        r[l] = fused(a[l], b[l], c[l]);
    return r;
}
INLINE vec fnma_(vec a, vec b, vec c) { return fma_(-a, b, c); }
#endif

/* a1 a2 ... b0, and the last of a before b0 b1 ... */
#if ISA == 512 && !DOUBLE
INLINE vec next(vec a, vec b) { return (vec)_mm512_alignr_epi32((__m512i)b, (__m512i)a, 1); }
INLINE vec prev(vec a, vec b) { return (vec)_mm512_alignr_epi32((__m512i)b, (__m512i)a, 15); }
#elif ISA == 512
INLINE vec next(vec a, vec b) { return (vec)_mm512_alignr_epi64((__m512i)b, (__m512i)a, 1); }
INLINE vec prev(vec a, vec b) { return (vec)_mm512_alignr_epi64((__m512i)b, (__m512i)a, 7); }
#elif ISA == 256 && !DOUBLE
INLINE vec next(vec a, vec b) { return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8); }
INLINE vec prev(vec a, vec b)
{
    return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14);
}
#elif ISA == 256 || !DOUBLE
INLINE vec next(vec a, vec b) { return __builtin_shufflevector(a, b, 1, 2, 3, 4); }
INLINE vec prev(vec a, vec b) { return __builtin_shufflevector(a, b, 3, 4, 5, 6); }
#else
INLINE vec next(vec a, vec b) { return __builtin_shufflevector(a, b, 1, 2); }
INLINE vec prev(vec a, vec b) { return __builtin_shufflevector(a, b, 1, 2); }
#endif

/* Entries of a palette that fit two registers, and the look-up of LANES bytes. */
#if ISA == 512 && !DOUBLE
enum { ENTRIES = 32 };
typedef __m512i names;
INLINE names name(const uint8_t *p)
{
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
}
INLINE vec choose(const REAL *t, names i)
{
    return (vec)_mm512_permutex2var_ps(load(t), i, load(t + 16));
}
#elif ISA == 512
enum { ENTRIES = 16 };
typedef __m512i names;
INLINE names name(const uint8_t *p)
{
    return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p));
}
INLINE vec choose(const REAL *t, names i)
{
    return (vec)_mm512_permutex2var_pd(load(t), i, load(t + 8));
}
#elif ISA == 256 && !DOUBLE
enum { ENTRIES = 16 };
typedef __m256i names;
INLINE names name(const uint8_t *p)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}
INLINE vec choose(const REAL *t, names i)
{
    const __m256 low = _mm256_permutevar8x32_ps(load(t), i);
    const __m256 high = _mm256_permutevar8x32_ps(load(t + 8), i);
    return (vec)_mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)));
}
#else
enum { ENTRIES = 0 };
typedef int names;
INLINE names name(const uint8_t *p) { return *p; }
INLINE vec choose(const REAL *t, names i) { return all(t[i]); }
#endif

#if DOUBLE
typedef int64_t bits __attribute__((vector_size(ISA / 8), may_alias));
#else
typedef int32_t bits __attribute__((vector_size(ISA / 8), may_alias));
#endif
INLINE vec keep(vec v, const void *mask) { return (vec)((bits)v & *(const bits *)mask); }

#endif
