/* fields.c: fields.h in both precisions, and what its loops need from compiler and machine. */
#include "plan.h"
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#define PRAGMA(x) _Pragma(#x)
#define PARALLEL(clause) PRAGMA(omp parallel clause)
#define SHARED_LOOP PRAGMA(omp for schedule(static) nowait)
static int thread_number(void) { return omp_get_thread_num(); }
#else
#define PARALLEL(clause)
#define SHARED_LOOP
static int thread_number(void) { return 0; }
#endif

/* Fields that decay below 1e-38 (float) or 1e-308 (double) would run up to a hundred times
 * slower; they are taken as zero instead. The caller's mode is restored after the sweep. */
#ifdef __SSE2__
#include <xmmintrin.h>
static unsigned denormals_off(void)
{
    enum { FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | FLUSH_TO_ZERO | DENORMALS_ARE_ZERO);
    return mode;
}
static void denormals_restore(unsigned mode) { _mm_setcsr(mode); }
#else
static unsigned denormals_off(void) { return 0; }
static void denormals_restore(unsigned mode) { (void)mode; }
#endif

#define real float
#define NAME(x) x##_f32
#include "fields.h"
#undef real
#undef NAME

#define real double
#define NAME(x) x##_f64
#include "fields.h"
