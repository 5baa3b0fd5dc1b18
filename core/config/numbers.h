/* core/config/numbers.h: lists of numbers with units, written out or in a file. */
#ifndef YEE_CORE_NUMBERS_H
#define YEE_CORE_NUMBERS_H

#include "base/arena.h"
#include "fault.h"
#include <yee/param.h>

/* A list, "1, 2, 3 mm": a unit behind the last number serves all when no other has one. One
 * number is wanted of a REAL and three of a VEC3. The numbers are in the arena. */
yee_status yee_numbers_read(yee_arena *arena, const yee_param *param, const char *text,
                            yee_reals *list, yee_fault *fault);
/* The list of the file that a value names, row by row. */
yee_status yee_numbers_listed(yee_arena *arena, const char *folder, const yee_param *param,
                              const char *text, yee_reals *list, yee_fault *fault);
/* YEE_OK where a value is within the range of its key; text: the number as it is written. */
yee_status yee_numbers_range(const yee_param *param, double value, const char *text,
                             yee_fault *fault);

/* The parts of a text between separators, trimmed; NULL: no memory. at: where each begins, shape
 * [*count]; NULL: nobody asks. */
char **yee_value_parts(yee_arena *arena, const char *text, char separator, size_t *count,
                       size_t **at);

#endif
