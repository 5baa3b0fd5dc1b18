/* float64.c: the sweeps of ../reference/fields.h with wide differences, in double precision. */
#define real double
#define bits int64_t
#define TABLE fields_f64
#define DIFFERENCE "../highorder/difference.h"
#include "../reference/fields.h"
