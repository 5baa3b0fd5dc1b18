/* core/config/numbers.c: lists of numbers, and what people write who mean one. */
#include "numbers.h"

#include "base/nearest.h"
#include "base/slips.h"
#include "base/units.h"
#include "rows.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LIST 10000000 /* numbers; an axis of a grid has fewer */

char **yee_value_parts(yee_arena *arena, const char *text, char separator, size_t *count,
                       size_t **at)
{
    size_t n = 1;
    const char *const whole = text;
    for (const char *s = text; *s; s++)
        n += *s == separator;
    char **part = yee_arena_alloc(arena, n * sizeof *part);
    size_t *begin = yee_arena_alloc(arena, n * sizeof *begin);
    if (!part || !begin)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const char *end = strchr(text, separator), *s = text;
        end = end ? end : text + strlen(text);
        text = end + 1;
        yee_text_trim(&s, &end);
        begin[i] = (size_t)(s - whole);
        if (!(part[i] = yee_arena_alloc(arena, (size_t)(end - s) + 1)))
            return NULL;
        memcpy(part[i], s, (size_t)(end - s));
    }
    *count = n;
    if (at)
        *at = begin;
    return part;
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

yee_status yee_numbers_range(const yee_param *p, double value, const char *text,
                             yee_fault *fault)
{
    char range[160];
    if ((p->min == 0 && p->max == 0) || (value >= p->min && value <= p->max))
        return YEE_OK;
    say_range(range, sizeof range, p);
    return yee_fault_say(fault, "%.60s is out of range; it must be %s", text, range);
}

/* -- lists that are written out -- */

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

/* Whether numbers stand behind each other without a comma: "5 5 5 mm". */
static bool lacks_comma(const char *item)
{
    const char *suffix = yee_units_suffix(item);
    yee_dimension is;
    const char *bad;
    size_t length;
    return suffix && suffix > item && *suffix && yee_units_suffix(suffix) &&
           yee_text_blank(suffix - 1, suffix) && !*yee_slip_suffix(suffix).text &&
           !yee_dimension_read(suffix, &is, &bad, &length); /* "1/s" is a unit */
}

/* A sentence about the form of a whole list; YEE_OK: there is no fault in it. */
static yee_status look(const char *text, yee_fault *fault)
{
    const char *bracket = strpbrk(text, "()[]{}");
    if (bracket && strchr("{}", *bracket))
        return yee_fault_say(fault,
                             "'%.60s' has braces; they hold expressions in a model with a "
                             "section [let]",
                             text);
    if (strstr(text, "//") || strstr(text, "/*"))
        return yee_fault_say(fault, "'%.60s' has no comment; comments begin with ; or #", text);
    if (bracket)
        return yee_fault_say(fault,
                             "'%.60s' has brackets; a list is written without them, as in "
                             "'1, 2, 3 mm'",
                             text);
    return YEE_OK;
}

/* One number of a list, of those between commas. */
typedef struct item {
    char *text;
    const char *unit; /* behind it; NULL: it is no number */
    size_t at;        /* in the text of the list */
    long times;
} item;

/* The items of a text without the numbers' values. */
static yee_status take(yee_arena *arena, const char *text, item **items, size_t *count,
                       yee_fault *fault)
{
    size_t n, *at;
    char **part = yee_value_parts(arena, text, ',', &n, &at);
    item *list = yee_arena_alloc(arena, n * sizeof *list);
    if (!part || !list)
        return yee_fault_memory(fault);
    for (size_t i = 0; i < n; i++) {
        fault->at = at[i];
        if (!*part[i])
            return yee_fault_say(fault, "number %zu of the list is missing in '%.60s'", i + 1,
                                 text + (at[i] > 50 ? at[i] - 50 : 0));
        char *whole = yee_arena_text(arena, part[i]);
        if (!whole)
            return yee_fault_memory(fault);
        if (lacks_comma(part[i]))
            return yee_fault_say(fault,
                                 "'%.60s' has several numbers without commas between them; "
                                 "write them as in '1, 2, 3 mm'",
                                 whole);
        list[i] = (item){part[i], NULL, at[i], cut_count(part[i])};
        if (!list[i].times)
            return yee_fault_say(
                fault,
                "'%.60s' must be a number, or a number x how many, as in "
                "'1 mm x 20'%s",
                whole, strstr(whole, "10^") ? "; powers of ten are written as in 3e9" : "");
        list[i].unit = yee_units_suffix(part[i]);
    }
    *items = list;
    *count = n;
    return YEE_OK;
}

/* The fault of a value that has not as many numbers as its type. */
static yee_status wrong_count(const yee_param *p, const char *text, size_t n, yee_fault *fault)
{
    fault->at = 0;
    if (p->type == YEE_TYPE_REAL)
        return yee_fault_say(
            fault,
            "'%.60s' has %zu numbers; one is wanted, and its decimal sign is a "
            "point",
            text, n);
    return yee_fault_say(fault,
                         "'%.60s' has %zu number%s; three are wanted, as in '1, 2, 3%s%s'%s",
                         text, n, n == 1 ? "" : "s", p->unit ? " " : "", p->unit ? p->unit : "",
                         n > 3 ? ", and the decimal sign is a point" : "");
}

yee_status yee_numbers_read(yee_arena *arena, const yee_param *p, const char *text,
                            yee_reals *reals, yee_fault *fault)
{
    size_t n = 0, total = 0, with_unit = 0;
    item *list = NULL;
    yee_status status = look(text, fault);
    if (status || (status = take(arena, text, &list, &n, fault)))
        return status;
    for (size_t i = 0; i < n; i++) {
        total += (size_t)list[i].times;
        with_unit += list[i].unit && *list[i].unit;
    }
    const char *unit = list[n - 1].unit;
    const size_t count = p->type == YEE_TYPE_REAL ? 1 : p->type == YEE_TYPE_VEC3 ? 3 : total;
    bool slip = false; /* which is said by whoever reads the number */
    for (size_t i = 0; i < n; i++)
        slip = slip || !list[i].unit || *yee_slip_suffix(list[i].unit).text;
    if (total != count && !slip)
        return wrong_count(p, text, total, fault);
    if (total > LONGEST_LIST)
        return yee_fault_say(fault, "the list has %zu numbers; at most %d are read", total,
                             LONGEST_LIST);
    bool shared = n > 1 && with_unit == 1 && unit && *unit;
    double *v = yee_arena_alloc(arena, total * sizeof *v), value;
    if (!v)
        return yee_fault_memory(fault);
    *reals = (yee_reals){total, v};
    for (size_t i = 0; i < n; i++) /* before numbers are found to have no unit */
        if (!list[i].unit && !unit) {
            fault->at = list[i].at;
            yee_units_read(list[i].text, p->unit, &value, &fault->reason);
            return YEE_INPUT;
        }
    for (size_t i = 0; i < n; i++) {
        const char *one = list[i].text;
        fault->at = list[i].at;
        if (shared && i + 1 < n && !(one = yee_arena_format(arena, "%s %s", one, unit)))
            return yee_fault_memory(fault);
        if (!yee_units_read(one, p->unit, &value, &fault->reason)) {
            const char *own = yee_units_suffix(one);
            return p->unit && with_unit && own && !*own
                       ? yee_fault_say(
                             fault, "%s, or one unit in the whole list, behind the last number",
                             fault->reason)
                       : YEE_INPUT;
        }
        if ((status = yee_numbers_range(p, value, one, fault)))
            return status;
        for (long k = 0; k < list[i].times; k++)
            *v++ = value;
    }
    return total == count ? YEE_OK : wrong_count(p, text, total, fault);
}

/* -- lists in files -- */

typedef struct listed {
    yee_arena *arena;
    const yee_param *param;
    yee_listed file;
    yee_rows rows;
    const char **unit; /* of each column, shape [rows.columns]; "": none */
    double *v;         /* heap */
    size_t count, capacity;
    yee_fault *fault;
} listed;

/* The units of all columns, of the value or of a row of headings. */
static yee_status take_units(listed *l, bool headings)
{
    yee_rows *r = &l->rows;
    if (!(l->unit = yee_arena_alloc(l->arena, r->columns * sizeof *l->unit)))
        return yee_fault_memory(l->fault);
    for (size_t i = 0; i < r->columns; i++) {
        double one;
        const yee_status status = yee_rows_unit(
            l->arena, &l->file, headings ? r->cell[i] : NULL, &l->unit[i], l->fault);
        if (status)
            return status;
        const char *probe = yee_arena_format(l->arena, "1 %s", l->unit[i]);
        if (!probe)
            return yee_fault_memory(l->fault);
        if (*l->unit[i] && !yee_units_read(probe, l->param->unit, &one, &l->fault->reason))
            return l->unit[i] == l->file.unit ? YEE_INPUT : yee_rows_fault(r, i, l->fault);
    }
    return YEE_OK;
}

/* One number; `one` has its text with the unit of its column. */
static yee_status store(listed *l, size_t column, const char *one)
{
    double value;
    const char *own = yee_units_suffix(one);
    if (own && !*own && l->param->unit && strspn(one, "+-0.") < strlen(one))
        yee_fault_say(l->fault,
                      "'%.60s' has no unit; write it into a heading, as in 'x [mm]', or behind "
                      "the file, as in '@%.100s in mm'",
                      one, l->file.name);
    else if (yee_units_read(one, l->param->unit, &value, &l->fault->reason) &&
             !yee_numbers_range(l->param, value, one, l->fault)) {
        if (l->count == LONGEST_LIST)
            return yee_fault_say(l->fault, "%s has more than %d numbers", l->file.name,
                                 LONGEST_LIST);
        if (l->count == l->capacity) {
            const size_t capacity = l->capacity ? 2 * l->capacity : 1024;
            double *grown = realloc(l->v, capacity * sizeof *grown);
            if (!grown)
                return yee_fault_memory(l->fault);
            l->v = grown;
            l->capacity = capacity;
        }
        l->v[l->count++] = value;
        return YEE_OK;
    }
    return yee_rows_fault(&l->rows, column, l->fault);
}

static yee_status take_row(listed *l)
{
    yee_status status = YEE_OK;
    const yee_rows *r = &l->rows;
    bool numbers = false;
    for (size_t i = 0; i < r->count; i++)
        numbers = numbers || yee_units_suffix(r->cell[i]);
    if (r->line == r->first) {
        const bool headings = r->headed || !numbers;
        status = take_units(l, headings);
        if (status || headings)
            return status;
    }
    for (size_t i = 0; i < r->count && !status; i++) {
        char one[256];
        const char *own = yee_units_suffix(r->cell[i]);
        const char *unit = own && !*own ? l->unit[i] : "";
        snprintf(one, sizeof one, "%.200s%s%.40s", r->cell[i], *unit ? " " : "", unit);
        status = store(l, i, one);
    }
    return status;
}

yee_status yee_numbers_listed(yee_arena *arena, const char *folder, const yee_param *p,
                              const char *text, yee_reals *list, yee_fault *fault)
{
    listed l = {.arena = arena, .param = p, .fault = fault};
    if (!yee_listed_split(arena, folder, text, &l.file))
        return yee_fault_memory(fault);
    yee_status status = yee_rows_open(&l.rows, &l.file, fault);
    while (!status && yee_rows_next(&l.rows, &status, fault))
        status = take_row(&l);
    if (!status && !l.count)
        status = yee_fault_say(fault, "%s has no numbers", l.file.name);
    if (!status && !(list->v = yee_arena_copy(arena, l.v, l.count * sizeof *l.v)))
        status = yee_fault_memory(fault);
    list->count = l.count;
    yee_rows_end(&l.rows);
    free(l.v);
    return status;
}
