/* core/config/value.c: the types of yee_param, from INI text to C fields and back. */
#include "value.h"

#include "base/grow.h"
#include "base/nearest.h"
#include "base/units.h"
#include "numbers.h"
#include "rows.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define LONGEST_TEXT 4000 /* bytes of a title, a name or a path */
#define CHOICES 64

size_t yee_value_size(yee_type type)
{
    static const size_t size[] = {
        [YEE_TYPE_BOOL] = sizeof(bool),       [YEE_TYPE_INT] = sizeof(int64_t),
        [YEE_TYPE_REAL] = sizeof(double),     [YEE_TYPE_VEC3] = sizeof(yee_vec3),
        [YEE_TYPE_REALS] = sizeof(yee_reals), [YEE_TYPE_TEXT] = sizeof(char *),
        [YEE_TYPE_TEXTS] = sizeof(yee_texts), [YEE_TYPE_CHOICE] = sizeof(int),
        [YEE_TYPE_PATH] = sizeof(char *),     [YEE_TYPE_REF] = sizeof(char *),
        [YEE_TYPE_REFS] = sizeof(yee_texts)};
    return (unsigned)type < sizeof size / sizeof *size ? size[type] : 0;
}

/* A copy without blanks around it. */
static char *trim(yee_arena *arena, const char *s)
{
    const char *end = s + strlen(s);
    yee_text_trim(&s, &end);
    char *copy = yee_arena_alloc(arena, (size_t)(end - s) + 1);
    if (copy)
        memcpy(copy, s, (size_t)(end - s));
    return copy;
}

static void unset(yee_type type, void *field)
{
    static const yee_vec3 nowhere = {{NAN, NAN, NAN}};
    static const double nothing = NAN;
    static const int64_t never = INT64_MIN;
    memset(field, 0, yee_value_size(type));
    if (type == YEE_TYPE_REAL)
        memcpy(field, &nothing, sizeof nothing);
    else if (type == YEE_TYPE_INT)
        memcpy(field, &never, sizeof never);
    else if (type == YEE_TYPE_VEC3)
        memcpy(field, &nowhere, sizeof nowhere);
}

static yee_status read_int(const yee_param *p, const char *text, int64_t *value,
                           yee_fault *fault)
{
    char *end;
    double real;
    errno = 0;
    intmax_t whole = strtoimax(text, &end, 10);
    if (*end || errno) { /* "1e5" is one, too, as long as a double counts exactly */
        if (!yee_units_read(text, NULL, &real, &fault->reason))
            return YEE_INPUT;
        if (real != floor(real) || fabs(real) > 9007199254740992.0)
            return yee_fault_say(fault, "'%.60s' is not a whole number%s", text,
                                 real == floor(real) ? " that fits" : "");
        whole = (intmax_t)real;
    }
    yee_status status = yee_numbers_range(p, (double)whole, text, fault);
    if (status)
        return status;
    if (whole == INT64_MIN)
        return yee_fault_say(fault, "'%.60s' is not a whole number that fits", text);
    *value = whole;
    return YEE_OK;
}

static yee_status read_bool(const char *text, bool *value, yee_fault *fault)
{
    static const char *const word[] = {"no", "yes", "false", "true", "off", "on"};
    for (int i = 0; i < 6; i++)
        if (!strcasecmp(text, word[i])) {
            *value = i % 2;
            return YEE_OK;
        }
    return yee_fault_say(fault, "'%.60s' is neither yes nor no", text);
}

static yee_status read_choice(yee_arena *arena, const yee_param *p, const char *text,
                              int *value, yee_fault *fault)
{
    size_t n;
    char **word = yee_value_parts(arena, p->choices, '|', &n, NULL);
    if (!word)
        return yee_fault_memory(fault);
    for (size_t i = 0; i < n; i++)
        if (!strcasecmp(text, word[i])) {
            *value = (int)i;
            return YEE_OK;
        }
    const char *near = yee_text_nearest(text, n, (const char *const *)word);
    return yee_fault_say(fault, "'%.60s' is none of %.400s%s", text, p->choices,
                         yee_text_suggest("; ", near, "").text);
}

static yee_status read_texts(yee_arena *arena, const char *text, yee_texts *value,
                             yee_fault *fault)
{
    size_t n, *at;
    char **part = yee_value_parts(arena, text, ',', &n, &at);
    if (!part)
        return yee_fault_memory(fault);
    for (size_t i = 0; i < n; i++)
        if (!*part[i]) {
            fault->at = at[i];
            return yee_fault_say(fault, "name %zu of the list is missing in '%.60s'", i + 1,
                                 text + (at[i] > 50 ? at[i] - 50 : 0));
        }
    *value = (yee_texts){n, (const char *const *)part};
    return YEE_OK;
}

/* The names in a file, row by row. */
static yee_status read_listed_texts(yee_arena *arena, const char *folder, const char *text,
                                    yee_texts *value, yee_fault *fault)
{
    yee_listed file;
    yee_rows rows;
    const char **name = NULL;
    size_t count = 0, capacity = 0;
    if (!yee_listed_split(arena, folder, text, &file))
        return yee_fault_memory(fault);
    yee_status status = yee_rows_open(&rows, &file, fault);
    while (!status && yee_rows_next(&rows, &status, fault)) {
        if (rows.headed && rows.line == rows.first)
            continue;
        for (size_t i = 0; i < rows.count && !status; i++)
            if (!yee_grow(&name, count, &capacity, sizeof *name) ||
                !(name[count++] = yee_arena_text(arena, rows.cell[i])))
                status = yee_fault_memory(fault);
    }
    if (!status && !count)
        status = yee_fault_say(fault, "%s has no names", file.name);
    if (!status && *file.unit)
        status = yee_fault_say(fault, "names have no unit; leave 'in %.40s' out", file.unit);
    if (!status) {
        *value = (yee_texts){count, yee_arena_copy(arena, name, count * sizeof *name)};
        status = value->v ? YEE_OK : yee_fault_memory(fault);
    }
    free(name);
    yee_rows_end(&rows);
    return status;
}

/* The fault of a path that names no file, but would on another system or in a shell. */
static yee_status check_path(const char *text, const char *path, yee_fault *fault)
{
    struct stat info;
    if (!stat(path, &info)) {
        if (!S_ISDIR(info.st_mode))
            return YEE_OK;
        yee_fault_say(fault, "'%.200s' is a folder, not a file", text);
        return YEE_IO;
    }
    if (*text == '~' || *text == '$')
        return yee_fault_say(fault,
                             "'%.200s' is taken as it is; write the path out, without %s", text,
                             *text == '~' ? "~" : "variables");
    if (strchr(text, '\\') && !strchr(text, '/'))
        return yee_fault_say(fault, "there is no file '%.200s'; a path has /, not \\", text);
    return YEE_OK;
}

yee_status yee_value_read(yee_arena *arena, const char *folder, const yee_param *p,
                          const char *text, void *config, yee_fault *fault)
{
    union {
        bool yes;
        int choice;
        int64_t whole;
        double real;
        yee_vec3 vec3;
        yee_reals reals;
        const char *text;
        yee_texts texts;
    } value = {0};
    void *field = (char *)config + p->offset;
    yee_status status = YEE_OK;
    const bool listed = yee_listed_is(text);
    *fault = (yee_fault){.reason = ""};
    if (!(text = trim(arena, text)))
        return yee_fault_memory(fault);
    if (!*text && p->def && !*p->def) {
        unset(p->type, field);
        return YEE_OK;
    }
    if (!*text)
        return yee_fault_say(fault, "has no value");
    const bool one =
        p->type == YEE_TYPE_TEXT || p->type == YEE_TYPE_REF || p->type == YEE_TYPE_PATH;
    if (one && strlen(text) > LONGEST_TEXT)
        return yee_fault_say(fault, "the text has %zu bytes; at most %d are read", strlen(text),
                             LONGEST_TEXT);
    switch (p->type) {
    case YEE_TYPE_BOOL:
        status = read_bool(text, &value.yes, fault);
        break;
    case YEE_TYPE_INT:
        status = read_int(p, text, &value.whole, fault);
        break;
    case YEE_TYPE_REAL:
        status = yee_numbers_read(arena, p, text, &value.reals, fault);
        if (!status)
            value.real = *value.reals.v;
        break;
    case YEE_TYPE_VEC3:
        status = yee_numbers_read(arena, p, text, &value.reals, fault);
        if (!status)
            memcpy(value.vec3.v, value.reals.v, sizeof value.vec3.v);
        break;
    case YEE_TYPE_REALS:
        status = listed ? yee_numbers_listed(arena, folder, p, text, &value.reals, fault)
                        : yee_numbers_read(arena, p, text, &value.reals, fault);
        break;
    case YEE_TYPE_TEXT:
    case YEE_TYPE_REF:
        value.text = text;
        break;
    case YEE_TYPE_TEXTS:
    case YEE_TYPE_REFS:
        status = listed ? read_listed_texts(arena, folder, text, &value.texts, fault)
                        : read_texts(arena, text, &value.texts, fault);
        break;
    case YEE_TYPE_CHOICE:
        status = read_choice(arena, p, text, &value.choice, fault);
        break;
    case YEE_TYPE_PATH:
        value.text = *text == '/' ? text : yee_arena_format(arena, "%s/%s", folder, text);
        status = value.text ? check_path(text, value.text, fault) : yee_fault_memory(fault);
        break;
    default: /* a rule has no field */
        return YEE_OK;
    }
    if (!status)
        memcpy(field, &value, yee_value_size(p->type));
    return status;
}
