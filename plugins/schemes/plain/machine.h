/* machine.h: what the loops need from compiler and machine. */
#ifndef PLAIN_MACHINE_H
#define PLAIN_MACHINE_H

#include "../common/denormals.h"

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

#endif
