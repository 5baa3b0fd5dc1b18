/* schemes/common/denormals.h: fields that decay below 1e-38 (float) or 1e-308 (double) would run
 * up to a hundred times slower; loops over fields take them as zero instead, and restore the
 * caller's mode behind. */
#ifndef YEE_SCHEMES_DENORMALS_H
#define YEE_SCHEMES_DENORMALS_H

#ifdef __SSE2__
#include <xmmintrin.h>
static inline unsigned denormals_off(void)
{
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
    return mode;
}
static inline void denormals_restore(unsigned mode) { _mm_setcsr(mode); }
#else
static inline unsigned denormals_off(void) { return 0; }
static inline void denormals_restore(unsigned mode) { (void)mode; }
#endif

#endif
