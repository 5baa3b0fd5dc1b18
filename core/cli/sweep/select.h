/* core/cli/sweep/select.h: which traces of a sweep a process does. */
#ifndef YEE_CLI_SWEEP_SELECT_H
#define YEE_CLI_SWEEP_SELECT_H

#include <stdbool.h>
#include <stdint.h>
#include <yee/yee.h>

typedef struct selection {
    const char *only;    /* "5,7-9"; NULL: all */
    int64_t part, parts; /* trace t is of part t % parts + 1 */
} selection;

/* Reads --part, "3/16", "array" or "array/16"; text NULL: all. Fails with a sentence. */
yee_status select_part(const char *text, selection *s);
/* Checks --only against the number of traces. Fails with a sentence. */
yee_status select_only(const selection *s, int64_t traces);
bool selected(const selection *s, int64_t trace);

#endif
