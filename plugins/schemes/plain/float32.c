/* float32.c: the sweeps of fields.h in single precision. */
#define real float
#define bits int32_t
#define TABLE fields_f32
#include "fields.h"
