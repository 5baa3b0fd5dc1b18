/* core/config/value.c: the types of yee_param, from INI text to C fields and back. */
#include "value.h"

#include "base/nearest.h"
#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LONGEST_LIST 10000000 /* numbers; an axis of a grid has fewer */
#define CHOICES 64

static _Thread_local char sentence[1024];

/* Stores the sentence; use: return wrong(reason, "...", ...). */
#define wrong(reason, ...) \
    (snprintf(sentence, sizeof sentence, __VA_ARGS__), *(reason) = sentence, YEE_INPUT)
#define no_memory(reason) (*(reason) = "no memory for the value", YEE_MEMORY)

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
static char *trim(yee_arena *arena, const char *s, size_t length)
{
    while (length && (*s == ' ' || *s == '\t'))
        s++, length--;
    while (length && (s[length - 1] == ' ' || s[length - 1] == '\t'))
        length--;
    char *copy = yee_arena_alloc(arena, length + 1);
    if (copy)
        memcpy(copy, s, length);
    return copy;
}

/* The parts between separators, trimmed; NULL: no memory. */
static char **parts(yee_arena *arena, const char *text, char separator, size_t *count)
{
    size_t n = 1;
    for (const char *s = text; *s; s++)
        n += *s == separator;
    char **part = yee_arena_alloc(arena, n * sizeof *part);
    for (size_t i = 0; part && i < n; i++) {
        const char *end = strchr(text, separator);
        size_t length = end ? (size_t)(end - text) : strlen(text);
        if (!(part[i] = trim(arena, text, length)))
            return NULL;
        text += length + 1;
    }
    *count = n;
    return part;
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

/* "greater than 0 m", "between 1 and 3", ...: what param allows */
static void say_range(char *text, size_t size, const yee_param *p)
{
    char low[64], high[64];
    yee_units_write(low, sizeof low, p->min == YEE_POSITIVE ? 0 : p->min, p->unit);
    yee_units_write(high, sizeof high, p->max, p->unit);
    const char *from = p->min == YEE_POSITIVE ? "greater than" : "at least";
    if (p->max == YEE_INFINITY)
        snprintf(text, size, "%s %s", from, low);
    else if (p->min == -YEE_INFINITY)
        snprintf(text, size, "at most %s", high);
    else
        snprintf(text, size, "%s %s and at most %s", from, low, high);
}

static yee_status check_range(const yee_param *p, double value, const char *text,
                              const char **reason)
{
    char range[160];
    if ((p->min == 0 && p->max == 0) || (value >= p->min && value <= p->max))
        return YEE_OK;
    say_range(range, sizeof range, p);
    return wrong(reason, "%.60s is out of range; it must be %s", text, range);
}

/* Cuts "x 20" off a number; 1 where there is none, 0 where what follows is no count. */
static long cut_count(char *item)
{
    char *x = strpbrk(item, "xX"), *end;
    if (!x || x == item)
        return 1;
    const char *s = x + 1 + strspn(x + 1, " \t");
    if (!*s || s[strspn(s, "0123456789")])
        return 0;
    errno = 0;
    long count = strtol(s, &end, 10);
    if (errno || count < 1 || count > LONGEST_LIST)
        return 0;
    while (x > item && (x[-1] == ' ' || x[-1] == '\t'))
        x--;
    *x = 0;
    return count;
}

/* A list of numbers. A unit behind the last one serves all when no other has one. */
static yee_status read_numbers(yee_arena *arena, const yee_param *p, const char *text,
                               double **values, size_t *count, const char **reason)
{
    size_t n, total = 0, with_unit = 0;
    char **item = parts(arena, text, ',', &n);
    long *times = yee_arena_alloc(arena, n * sizeof *times);
    if (!item || !times)
        return no_memory(reason);
    const char *unit = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!*item[i])
            return wrong(reason, "number %zu of the list is missing in '%.60s'", i + 1, text);
        char *whole = yee_arena_text(arena, item[i]);
        if (!whole)
            return no_memory(reason);
        if (!(times[i] = cut_count(item[i])))
            return wrong(reason,
                         "'%.60s' must be a number, or a number x how many, as in "
                         "'1 mm x 20'",
                         whole);
        total += (size_t)times[i];
        unit = yee_units_suffix(item[i]);
        with_unit += unit && *unit;
    }
    if (total > LONGEST_LIST)
        return wrong(reason, "the list has %zu numbers; at most %d are read", total,
                     LONGEST_LIST);
    bool shared = n > 1 && with_unit == 1 && unit && *unit;
    double *v = yee_arena_alloc(arena, total * sizeof *v), value;
    if (!v)
        return no_memory(reason);
    *values = v;
    *count = total;
    for (size_t i = 0; i < n; i++) {
        const char *one = item[i];
        if (shared && i + 1 < n && !(one = yee_arena_format(arena, "%s %s", item[i], unit)))
            return no_memory(reason);
        if (!yee_units_read(one, p->unit, &value, reason)) {
            const char *own = yee_units_suffix(one);
            return p->unit && with_unit && own && !*own
                       ? wrong(reason,
                               "%s, or one unit in the whole list, behind the last number",
                               *reason)
                       : YEE_INPUT;
        }
        yee_status status = check_range(p, value, one, reason);
        if (status)
            return status;
        for (long k = 0; k < times[i]; k++)
            *v++ = value;
    }
    return YEE_OK;
}

static yee_status read_int(const yee_param *p, const char *text, int64_t *value,
                           const char **reason)
{
    char *end;
    double real;
    errno = 0;
    intmax_t whole = strtoimax(text, &end, 10);
    if (*end || errno) { /* "1e5" is one, too, as long as a double counts exactly */
        if (!yee_units_read(text, NULL, &real, reason))
            return YEE_INPUT;
        if (real != floor(real) || fabs(real) > 9007199254740992.0)
            return wrong(reason, "'%.60s' is not a whole number%s", text,
                         real == floor(real) ? " that fits" : "");
        whole = (intmax_t)real;
    }
    yee_status status = check_range(p, (double)whole, text, reason);
    if (status)
        return status;
    if (whole == INT64_MIN)
        return wrong(reason, "'%.60s' is not a whole number that fits", text);
    *value = whole;
    return YEE_OK;
}

static yee_status read_bool(const char *text, bool *value, const char **reason)
{
    static const char *const word[] = {"no", "yes", "false", "true", "off", "on"};
    for (int i = 0; i < 6; i++)
        if (!strcasecmp(text, word[i])) {
            *value = i % 2;
            return YEE_OK;
        }
    return wrong(reason, "'%.60s' is neither yes nor no", text);
}

static yee_status read_choice(yee_arena *arena, const yee_param *p, const char *text,
                              int *value, const char **reason)
{
    size_t n;
    char **word = parts(arena, p->choices, '|', &n);
    if (!word)
        return no_memory(reason);
    for (size_t i = 0; i < n; i++)
        if (!strcasecmp(text, word[i])) {
            *value = (int)i;
            return YEE_OK;
        }
    const char *near = yee_text_nearest(text, n, (const char *const *)word);
    return wrong(reason, "'%.60s' is none of %.400s%s", text, p->choices,
                 yee_text_suggest("; ", near, "").text);
}

static yee_status read_texts(yee_arena *arena, const char *text, yee_texts *value,
                             const char **reason)
{
    size_t n;
    char **part = parts(arena, text, ',', &n);
    if (!part)
        return no_memory(reason);
    for (size_t i = 0; i < n; i++)
        if (!*part[i])
            return wrong(reason, "name %zu of the list is missing in '%.60s'", i + 1, text);
    *value = (yee_texts){n, (const char *const *)part};
    return YEE_OK;
}

static yee_status read_vec3(yee_arena *arena, const yee_param *p, const char *text,
                            yee_vec3 *value, const char **reason)
{
    double *v;
    size_t n;
    yee_status status = read_numbers(arena, p, text, &v, &n, reason);
    if (status)
        return status;
    if (n != 3)
        return wrong(reason, "'%.60s' has %zu number%s; three are wanted, as in '1, 2, 3%s%s'",
                     text, n, n == 1 ? "" : "s", p->unit ? " " : "", p->unit ? p->unit : "");
    memcpy(value->v, v, sizeof value->v);
    return YEE_OK;
}

yee_status yee_value_read(yee_arena *arena, const char *folder, const yee_param *p,
                          const char *text, void *config, const char **reason)
{
    union {
        bool yes;
        int choice;
        int64_t whole;
        yee_vec3 vec3;
        yee_reals reals;
        const char *text;
        yee_texts texts;
    } value = {0};
    void *field = (char *)config + p->offset;
    yee_status status = YEE_OK;
    double *v = NULL;
    size_t n = 0;
    if (!(text = trim(arena, text, strlen(text))))
        return no_memory(reason);
    if (!*text && p->def && !*p->def) {
        unset(p->type, field);
        return YEE_OK;
    }
    if (!*text)
        return wrong(reason, "has no value");
    switch (p->type) {
    case YEE_TYPE_BOOL:
        status = read_bool(text, &value.yes, reason);
        break;
    case YEE_TYPE_INT:
        status = read_int(p, text, &value.whole, reason);
        break;
    case YEE_TYPE_REAL:
        status = read_numbers(arena, p, text, &v, &n, reason);
        if (!status && n != 1)
            return wrong(reason, "'%.60s' has %zu numbers; one is wanted", text, n);
        if (!status)
            memcpy(&value, v, sizeof *v);
        break;
    case YEE_TYPE_VEC3:
        status = read_vec3(arena, p, text, &value.vec3, reason);
        break;
    case YEE_TYPE_REALS:
        status = read_numbers(arena, p, text, &v, &n, reason);
        value.reals = (yee_reals){n, v};
        break;
    case YEE_TYPE_TEXT:
    case YEE_TYPE_REF:
        value.text = text;
        break;
    case YEE_TYPE_TEXTS:
    case YEE_TYPE_REFS:
        status = read_texts(arena, text, &value.texts, reason);
        break;
    case YEE_TYPE_CHOICE:
        status = read_choice(arena, p, text, &value.choice, reason);
        break;
    case YEE_TYPE_PATH:
        value.text = *text == '/' ? text : yee_arena_format(arena, "%s/%s", folder, text);
        status = value.text ? YEE_OK : no_memory(reason);
        break;
    default: /* a rule has no field */
        return YEE_OK;
    }
    if (!status)
        memcpy(field, &value, yee_value_size(p->type));
    return status;
}
