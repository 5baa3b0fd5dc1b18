/* machine.h: what the loops need from compiler and machine. */
#ifndef PLAIN_MACHINE_H
#define PLAIN_MACHINE_H

#ifdef _OPENMP
#include <omp.h>
#define PRAGMA(x) _Pragma(#x)
#define PARALLEL(threads) PRAGMA(omp parallel num_threads(threads))
#define SHARED_LOOP PRAGMA(omp for schedule(static) nowait)
#define ONE_BY_ONE PRAGMA(omp critical)
static inline int thread_number(void) { return omp_get_thread_num(); }
#else
#define PARALLEL(threads)
#define SHARED_LOOP
#define ONE_BY_ONE
static inline int thread_number(void) { return 0; }
#endif

/* Fields that decay below 1e-38 (float) or 1e-308 (double) would run up to a hundred times
 * slower; they are taken as zero instead. The caller's mode is restored after the sweep. */
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
