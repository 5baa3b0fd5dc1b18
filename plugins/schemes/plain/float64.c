/* float64.c: the sweeps of fields.h in double precision. */
#define real double
#define bits int64_t
#define TABLE fields_f64
#include "fields.h"
