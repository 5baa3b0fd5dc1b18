/* float32.c: the sweeps of ../reference/fields.h with wide differences, in single precision. */
#define real float
#define bits int32_t
#define TABLE fields_f32
#define DIFFERENCE "../highorder/difference.h"
#include "../reference/fields.h"
