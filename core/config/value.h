/* core/config/value.h: one value of a parameter table, from text and to text. */
#ifndef YEE_CORE_VALUE_H
#define YEE_CORE_VALUE_H

#include "base/arena.h"
#include "fault.h"
#include <stdio.h>
#include <yee/param.h>

/* Reads a text into the field of its config struct. folder: of relative paths; a list may stand
 * in a file, "@points.csv in mm". *fault says what is wrong on failure. */
yee_status yee_value_read(yee_arena *arena, const char *folder, const yee_param *param,
                          const char *text, void *config, yee_fault *fault);
/* Whether the field has a value, and is not left open (YEE_UNSET). */
bool yee_value_given(const yee_param *param, const void *config);
/* The number of values of a list: REALS, TEXTS, REFS. */
size_t yee_value_count(const yee_param *param, const void *config);
/* The word of a CHOICE, which ends at '|' or the end of its words. */
const char *yee_value_choice(const yee_param *param, const void *config);
/* Writes the field so that reading it gives the same value;
 * false when it has none (YEE_UNSET). */
bool yee_value_write(FILE *out, const yee_param *param, const void *config);
/* Writes a text, in quotes where an INI file needs them; blank: it stands behind one, "key = ". */
void yee_value_quote(FILE *out, bool blank, const char *text);
size_t yee_value_size(yee_type type); /* of the field; 0: no such type */

#endif
