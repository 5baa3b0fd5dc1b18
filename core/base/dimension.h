/* core/base/dimension.h: units as powers of the base units. */
#ifndef YEE_CORE_DIMENSION_H
#define YEE_CORE_DIMENSION_H

#include "slips.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    YEE_METRE,
    YEE_KILOGRAM,
    YEE_SECOND,
    YEE_AMPERE,
    YEE_KELVIN,
    YEE_RADIAN,
    YEE_DECIBEL,
    YEE_BASES
};

/* One of a unit is factor * 10^ten in the base units to their powers. */
typedef struct yee_dimension {
    int power[YEE_BASES];
    int ten;
    double factor;
} yee_dimension;

/* Reads a unit, "A/m^2"; false: *bad is the part that is not known. */
bool yee_dimension_read(const char *unit, yee_dimension *is, const char **bad,
                        size_t *bad_length);
/* Reads one factor of a unit, "mm", with its prefix. */
bool yee_dimension_factor(const char *name, size_t length, yee_dimension *is);
/* Whether two quantities can be added: their powers are equal. */
bool yee_dimension_same(const yee_dimension *a, const yee_dimension *b);
/* The unit of such powers in base units, "m^2 kg"; "" for a pure number. Returns text. */
const char *yee_dimension_write(char *text, size_t size, const yee_dimension *is);
/* The unit that differs in its capitals alone and fits: "did you mean 'GHz'?" of "ghz". Of several
 * the one with a usual prefix, and then with the most letters in common. */
yee_slip yee_dimension_near(const char *found, size_t length, const yee_dimension *wanted);
/* The i-th unit that numbers may carry; NULL: there are no more. *prefix: with SI prefixes. */
const char *yee_units_name(size_t i, bool *prefix);

#endif
