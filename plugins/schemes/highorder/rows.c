/* rows.c: the sweeps of ../plain/fields.h with wide differences in vectors, compiled once
 * for each instruction set and precision. */
#if DOUBLE
#define real double
#define bits int64_t
#else
#define real float
#define bits int32_t
#endif
#define DIFFERENCE "../highorder/difference.h"
#define SWEEP "../highorder/sweep.h"
#include "../plain/fields.h"
