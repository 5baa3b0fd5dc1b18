/* core/base/units.h: "2 mm" to 0.002 m. */
#ifndef YEE_CORE_UNITS_H
#define YEE_CORE_UNITS_H

#include "dimension.h"
#include <yee/types.h>

/* Reads one number with its unit from the whole of text. unit: the SI unit wanted ("m", "s",
 * "Hz", "S/m", "V", "A", "Ohm", "F/m", "rad/s", "deg" -> rad, ...), NULL for a pure number,
 * where a unit is an error; where a unit is wanted its absence is one, except for a plain 0. SI
 * prefixes apply ("GHz", "um", "ps"). On failure *reason is a static
 * or thread-local sentence. */
bool yee_units_read(const char *text, const char *unit, double *value, const char **reason);
/* The unit behind the number of a text: "mm" of "2 mm", "" where there is none; NULL when the
 * text does not begin with a number. */
const char *yee_units_suffix(const char *text);
/* Reads one number with any unit, or none, from the whole of text: the value in SI, and the
 * powers of *is. */
bool yee_units_any(const char *text, double *value, yee_dimension *is, const char **reason);
/* True for a unit that is 1 in SI: "m", "S/m", but neither "mm" nor "deg". */
bool yee_units_coherent(const char *unit);
/* Writes a number so that reading it gives the same double: "0.002 m". */
int yee_units_write(char *text, size_t size, double value, const char *unit);

/* For people: 4 digits and an SI prefix, "12.5 mm". Returns text. */
const char *yee_units_show(char *text, size_t size, double value, const char *unit);
/* A quantity as text by value, for the middle of a sentence:
 * yee_units_si(0.0125, "m").text. */
typedef struct yee_quantity {
    char text[32];
} yee_quantity;
yee_quantity yee_units_si(double value, const char *unit);
/* Bytes with the prefix that fits: "5.9 MiB". */
yee_quantity yee_units_bytes(double bytes);

#endif
