/* float64.c: the sweeps of fields.h in double precision. */
#define real double
#define TABLE fields_f64
#include "fields.h"
