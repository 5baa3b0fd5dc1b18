/* core/config/expr.c: a recursive-descent parser that evaluates as it reads. */
#include "expr.h"

#include "base/nearest.h"
#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DEEPEST \
    30 /* brackets, signs and powers within each other: the stack holds some KiB of each */
#define ARGUMENTS 8

typedef struct parser {
    yee_arena *arena;
    const yee_variables *variables;
    yee_fault *fault;
    const char *text, *at;
    int depth;
} parser;

static yee_status sum(parser *p, yee_scalar *out);

static const yee_dimension plain = {.factor = 1};

static bool is_plain(const yee_scalar *a) { return yee_dimension_same(&a->unit, &plain); }

/* The unit of a quantity for a sentence: "m", or "no unit". */
typedef struct unit_text {
    char text[80];
} unit_text;

static unit_text unit_of(const yee_scalar *a)
{
    unit_text u;
    if (!*yee_dimension_write(u.text, sizeof u.text, &a->unit))
        strcpy(u.text, "no unit");
    return u;
}

static void skip(parser *p) { p->at = yee_text_skip(p->at, p->at + strlen(p->at)); }

/* Whether the next sign is c, which is then read. */
static bool take(parser *p, char c)
{
    skip(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static yee_status check_finite(const parser *p, const yee_scalar *a, const char *what)
{
    return isfinite(a->value)
               ? YEE_OK
               : yee_fault_say(p->fault, "%s is beyond the largest number", what);
}

/* -- names -- */

enum { SQRT, SIN, COS, TAN, EXP, LOG, ABS, FLOOR, ROUND, MIN, MAX, FUNCTIONS };

static const char *const function[FUNCTIONS] = {
    [SQRT] = "sqrt",   [SIN] = "sin", [COS] = "cos", [TAN] = "tan",
    [EXP] = "exp",     [LOG] = "log", [ABS] = "abs", [FLOOR] = "floor",
    [ROUND] = "round", [MIN] = "min", [MAX] = "max"};

bool yee_expr_reserved(const char *name)
{
    bool found = yee_text_same(name, "pi");
    for (int f = 0; f < FUNCTIONS; f++)
        found = found || yee_text_same(name, function[f]);
    return found;
}

static bool same(const char *name, const char *s, size_t length)
{
    return strlen(name) == length && !strncasecmp(name, s, length);
}

static bool find(const parser *p, const char *s, size_t length, size_t *i)
{
    for (*i = 0; *i < p->variables->count; ++*i)
        if (same(p->variables->name[*i], s, length))
            return true;
    return false;
}

static size_t name_length(const char *s)
{
    size_t n = 0;
    if (isdigit((unsigned char)*s))
        return 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

static yee_status unknown(parser *p, const char *s, size_t length)
{
    const size_t n = p->variables->count;
    const char **word = yee_arena_alloc(p->arena, (n + FUNCTIONS + 1) * sizeof *word);
    const char *name =
        yee_arena_format(p->arena, "%.*s", (int)(length < 100 ? length : 100), s);
    if (!word || !name)
        return yee_fault_memory(p->fault);
    for (size_t i = 0; i < n; i++)
        word[i] = p->variables->name[i];
    memcpy(word + n, function, sizeof function);
    word[n + FUNCTIONS] = "pi";
    const char *near = yee_text_nearest(name, n + FUNCTIONS + 1, word);
    return yee_fault_say(p->fault, "[let] has no '%s'%s", name,
                         yee_text_suggest("; ", near, "").text);
}

/* -- functions -- */

static yee_status plain_one(const parser *p, int f, yee_scalar *a)
{
    const bool angle = f == SIN || f == COS || f == TAN;
    yee_scalar bare = *a;
    if (angle)
        bare.unit.power[YEE_RADIAN] = 0;
    if (!is_plain(&bare))
        return yee_fault_say(p->fault, "%s() takes %s, not one in %s", function[f],
                             angle ? "an angle" : "a number without unit", unit_of(a).text);
    a->unit = plain;
    if (f == LOG && !(a->value > 0))
        return yee_fault_say(p->fault, "the logarithm of %g is no real number", a->value);
    a->value = f == SIN     ? sin(a->value)
               : f == COS   ? cos(a->value)
               : f == TAN   ? tan(a->value)
               : f == EXP   ? exp(a->value)
               : f == LOG   ? log(a->value)
               : f == FLOOR ? floor(a->value)
                            : round(a->value);
    return YEE_OK;
}

static yee_status root(const parser *p, yee_scalar *a)
{
    if (a->value < 0)
        return yee_fault_say(p->fault, "the square root of %g is no real number", a->value);
    for (int b = 0; b < YEE_BASES; b++) {
        if (a->unit.power[b] % 2)
            return yee_fault_say(p->fault, "sqrt() of %s has no unit in whole powers",
                                 unit_of(a).text);
        a->unit.power[b] /= 2;
    }
    a->value = sqrt(a->value);
    return YEE_OK;
}

static yee_status apply(const parser *p, int f, size_t count, yee_scalar *a)
{
    if (f < MIN && count != 1)
        return yee_fault_say(p->fault, "%s() takes one number, not %zu", function[f], count);
    if (f == SQRT)
        return root(p, a);
    if (f == ABS)
        a->value = fabs(a->value);
    else if (f < MIN)
        return plain_one(p, f, a);
    for (size_t i = 1; i < count; i++) {
        if (!yee_dimension_same(&a->unit, &a[i].unit))
            return yee_fault_say(p->fault, "%s() compares %s with %s", function[f],
                                 unit_of(a).text, unit_of(&a[i]).text);
        a->value = f == MIN ? fmin(a->value, a[i].value) : fmax(a->value, a[i].value);
    }
    return YEE_OK;
}

static yee_status call(parser *p, int f, yee_scalar *out)
{
    yee_scalar a[ARGUMENTS];
    size_t count = 0;
    yee_status status = YEE_OK;
    do {
        if (count == ARGUMENTS)
            return yee_fault_say(p->fault, "%s() takes at most %d numbers", function[f],
                                 ARGUMENTS);
        status = sum(p, &a[count++]);
    } while (!status && take(p, ','));
    if (status)
        return status;
    if (!take(p, ')'))
        return yee_fault_say(p->fault, "the bracket of %s( is not closed", function[f]);
    if ((status = apply(p, f, count, a)))
        return status;
    *out = *a;
    return check_finite(p, out, function[f]);
}

static yee_status name(parser *p, yee_scalar *out)
{
    const char *s = p->at;
    const size_t length = name_length(s);
    size_t i;
    p->at += length;
    *out = (yee_scalar){0, plain};
    if (find(p, s, length, &i))
        return p->variables->value(p->variables->user, i, out);
    if (same("pi", s, length)) {
        out->value = YEE_PI;
        return YEE_OK;
    }
    for (int f = 0; f < FUNCTIONS; f++)
        if (same(function[f], s, length))
            return take(p, '(') ? call(p, f, out)
                                : yee_fault_say(p->fault, "%s is a function: write %s(...)",
                                                function[f], function[f]);
    return unknown(p, s, length);
}

/* -- numbers -- */

/* The length of a factor of a unit, "mm" or "m^-2", at s; 0: there is none. */
static size_t factor_length(const char *s)
{
    size_t n = 0;
    yee_dimension is;
    while (isalpha((unsigned char)s[n]) || (unsigned char)s[n] >= 0x80)
        n++;
    if (!n || !yee_dimension_factor(s, n, &is))
        return 0;
    const size_t sign = s[n] == '^' && s[n + 1] == '-';
    if (s[n] == '^' && isdigit((unsigned char)s[n + 1 + sign]))
        n += 2 + sign;
    return n;
}

/* Where the unit ends that begins at s: factors behind blanks and '/', but for those that are names
 * of variables. */
static const char *unit_end(const parser *p, const char *s)
{
    const char *end = s + factor_length(s);
    while (end > s) {
        const char *next = end + strspn(end, " \t");
        next += *next == '/';
        next += strspn(next, " \t");
        const size_t length = next > end ? factor_length(next) : 0;
        size_t i;
        if (!length || find(p, next, name_length(next), &i) || next[length] == '(')
            break;
        end = next + length;
    }
    return end;
}

static yee_status number(parser *p, yee_scalar *out)
{
    const char *suffix = yee_units_suffix(p->at);
    if (!suffix)
        return yee_fault_say(p->fault, "'%.40s' is not a number", p->at);
    const char *end = unit_end(p, suffix);
    if (end == suffix && (isalpha((unsigned char)*suffix) || (unsigned char)*suffix >= 0x80))
        return yee_fault_say(p->fault,
                             "'%.40s' has no unit that is known; between a number and a name "
                             "stands *",
                             p->at);
    const char *one = yee_arena_format(p->arena, "%.*s", (int)(end - p->at), p->at);
    if (!one)
        return yee_fault_memory(p->fault);
    p->at = end;
    if (!yee_units_any(one, &out->value, &out->unit, &p->fault->reason))
        return YEE_INPUT;
    out->unit.ten = 0;
    out->unit.factor = 1;
    return YEE_OK;
}

/* -- operations -- */

static yee_status atom(parser *p, yee_scalar *out)
{
    skip(p);
    if (take(p, '(')) {
        const yee_status status = sum(p, out);
        if (status)
            return status;
        return take(p, ')') ? YEE_OK : yee_fault_say(p->fault, "a bracket is not closed");
    }
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return number(p, out);
    if (name_length(p->at))
        return name(p, out);
    if (!*p->at)
        return yee_fault_say(p->fault, p->at == p->text
                                           ? "the expression is empty"
                                           : "a number or a name is missing at the end");
    return yee_fault_say(p->fault, "a number or a name is wanted at '%.40s'", p->at);
}

static yee_status factor(parser *p, yee_scalar *out);

static yee_status power(parser *p, yee_scalar *out)
{
    yee_scalar n;
    yee_status status = atom(p, out);
    if (status || !take(p, '^'))
        return status;
    if ((status = factor(p, &n)))
        return status;
    if (!is_plain(&n))
        return yee_fault_say(p->fault, "a power has no unit, and this one is in %s",
                             unit_of(&n).text);
    if (!is_plain(out) && (n.value != floor(n.value) || fabs(n.value) > 9))
        return yee_fault_say(p->fault,
                             "%g is no power for a number in %s; whole ones up to 9 are",
                             n.value, unit_of(out).text);
    if (out->value == 0 && n.value < 0)
        return yee_fault_say(p->fault, "division by zero: 0 to the power of %g", n.value);
    if (out->value < 0 && n.value != floor(n.value))
        return yee_fault_say(p->fault, "%g to the power of %g is no real number", out->value,
                             n.value);
    for (int b = 0; b < YEE_BASES; b++)
        if (out->unit.power[b])
            out->unit.power[b] *= (int)n.value;
    out->value = pow(out->value, n.value);
    return check_finite(p, out, "the power");
}

/* One level deeper, for as long as a part of the expression is read. */
static yee_status deeper(parser *p, yee_scalar *out, yee_status (*read)(parser *, yee_scalar *))
{
    if (p->depth == DEEPEST)
        return yee_fault_say(p->fault, "more than %d brackets and signs are within each other",
                             DEEPEST);
    p->depth++;
    const yee_status status = read(p, out);
    p->depth--;
    return status;
}

static yee_status factor(parser *p, yee_scalar *out)
{
    const bool minus = take(p, '-'), sign = minus || take(p, '+');
    const yee_status status = deeper(p, out, sign ? factor : power);
    out->value = minus ? -out->value : out->value;
    return status;
}

static yee_status product(parser *p, yee_scalar *out)
{
    yee_status status = factor(p, out);
    while (!status) {
        yee_scalar b;
        const bool divide = take(p, '/');
        if (!divide && !take(p, '*'))
            return YEE_OK;
        if ((status = factor(p, &b)))
            return status;
        if (divide && b.value == 0)
            return yee_fault_say(p->fault, "division by zero");
        out->value = divide ? out->value / b.value : out->value * b.value;
        for (int i = 0; i < YEE_BASES; i++) {
            out->unit.power[i] += divide ? -b.unit.power[i] : b.unit.power[i];
            if (out->unit.power[i] > 9 || out->unit.power[i] < -9)
                return yee_fault_say(p->fault, "a unit has a power beyond 9");
        }
        status = check_finite(p, out, divide ? "the quotient" : "the product");
    }
    return status;
}

static yee_status terms(parser *p, yee_scalar *out)
{
    yee_status status = product(p, out);
    while (!status) {
        yee_scalar b;
        const bool minus = take(p, '-');
        if (!minus && !take(p, '+'))
            return YEE_OK;
        if ((status = product(p, &b)))
            return status;
        if (!yee_dimension_same(&out->unit, &b.unit))
            return yee_fault_say(p->fault, "%s and %s cannot be %s", unit_of(out).text,
                                 unit_of(&b).text, minus ? "subtracted" : "added");
        out->value += minus ? -b.value : b.value;
        status = check_finite(p, out, "the sum");
    }
    return status;
}

static yee_status sum(parser *p, yee_scalar *out) { return deeper(p, out, terms); }

yee_status yee_expr_read(yee_arena *arena, const char *text, const yee_variables *variables,
                         yee_scalar *out, yee_fault *fault)
{
    parser p = {arena, variables, fault, text, text, 0};
    *fault = (yee_fault){.reason = NULL};
    skip(&p);
    p.text = p.at;
    *out = (yee_scalar){0, plain};
    yee_status status = sum(&p, out);
    skip(&p);
    if (!status && *p.at)
        status = yee_fault_say(fault, "'%.40s' stands behind what is complete", p.at);
    fault->at = (size_t)(p.at - text);
    return status;
}
