/* core/cli/sweep/select.c: --part and --only. */
#include "select.h"
#include "cli/cli.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A whole number that is all of a text, or ends at `stop`; false: it is none. */
static bool whole(const char **text, const char *stop, int64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    *value = strtoll(*text, &end, 10);
    if (errno || (*end && !strchr(stop, *end)))
        return false;
    *text = end;
    return true;
}

static bool variable(const char *name, int64_t *value)
{
    const char *text = getenv(name);
    return text && whole(&text, "", value);
}

/* The part of a job array that this job is, of Slurm, Grid Engine or PBS. Numbers may begin at
 * any place and go in steps. */
static bool array_part(selection *s)
{
    static const struct {
        const char *number, *first, *last, *step;
    } known[] = {
        {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
         "SLURM_ARRAY_TASK_STEP"},
        {"SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"},
        {"PBS_ARRAY_INDEX", "", "", ""},
        {"PBS_ARRAYID", "", "", ""},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int64_t number, first = 1, last, step = 1;
        if (!variable(known[i].number, &number))
            continue;
        variable(known[i].first, &first);
        if (!variable(known[i].step, &step) || step < 1)
            step = 1;
        s->part = (number - first) / step + 1;
        if (variable(known[i].last, &last))
            s->parts = (last - first) / step + 1;
        return true;
    }
    return false;
}

yee_status select_part(const char *text, selection *s)
{
    const char *at = text;
    s->part = s->parts = 1;
    if (!text)
        return YEE_OK;
    if (!strncmp(text, "array", 5) && (!text[5] || text[5] == '/')) {
        s->parts = 0;
        if (!array_part(s))
            return cli_fail(YEE_USAGE, "--part array: this is no job of an array: neither "
                                       "SLURM_ARRAY_TASK_ID, SGE_TASK_ID, PBS_ARRAY_INDEX nor "
                                       "PBS_ARRAYID is set");
        at = text + 6;
        if (text[5] && (!whole(&at, "", &s->parts) || *at))
            s->parts = 0;
        if (s->parts < 1)
            return cli_fail(YEE_USAGE,
                            "--part %s: the number of jobs is not known; write "
                            "array/N",
                            text);
    } else if (!whole(&at, "/", &s->part) || *at++ != '/' || !whole(&at, "", &s->parts)) {
        return cli_fail(YEE_USAGE, "--part %s: I/N is wanted, as in 3/16, or array", text);
    }
    if (s->part < 1 || s->part > s->parts)
        return cli_fail(YEE_USAGE, "--part %s: part %lld of %lld; parts are 1 to N", text,
                        (long long)s->part, (long long)s->parts);
    return YEE_OK;
}

/* Calls visit for each range "7-9" or number of the list; false: it is malformed. */
static bool ranges(const char *text, bool (*visit)(void *user, int64_t from, int64_t to),
                   void *user)
{
    for (;;) {
        int64_t from, to;
        text += strspn(text, " ");
        if (!whole(&text, "-, ", &from))
            return false;
        to = from;
        if (*text == '-' && (text++, !whole(&text, ", ", &to)))
            return false;
        if (to < from || !visit(user, from, to))
            return false;
        text += strspn(text, " ");
        if (!*text)
            return true;
        if (*text++ != ',')
            return false;
    }
}

static bool below(void *user, int64_t from, int64_t to)
{
    (void)from;
    return to < *(const int64_t *)user;
}

yee_status select_only(const selection *s, int64_t traces)
{
    if (!s->only || ranges(s->only, below, &traces))
        return YEE_OK;
    return cli_fail(YEE_USAGE,
                    "--only %s: numbers and ranges of traces from 0 to %lld are wanted, as in "
                    "5,7-9",
                    s->only, (long long)traces - 1);
}

typedef struct search {
    int64_t trace;
    bool found;
} search;

static bool holds(void *user, int64_t from, int64_t to)
{
    search *s = user;
    s->found |= s->trace >= from && s->trace <= to;
    return true;
}

bool selected(const selection *s, int64_t trace)
{
    search only = {trace, !s->only};
    if (s->only)
        ranges(s->only, holds, &only);
    return only.found && trace % s->parts + 1 == s->part;
}
