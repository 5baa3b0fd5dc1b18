/* core/base/units.c: numbers with units.
 *
 * The power of ten of a unit joins the exponent of the number before that is converted, so "5.3
 * mm" is the double nearest to 0.0053, and not a product that was rounded twice. */
#include "units.h"

#include "dimension.h"
#include "nearest.h"
#include "slips.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Units that a user most likely writes, by the SI unit that is wanted. */
static const char *const usual[][2] = {{"m", "mm"}, {"s", "ns"}, {"Hz", "GHz"},
                                       {"F", "pF"}, {"H", "nH"}, {"rad", "deg"}};

/* Longer numbers are no numbers anyone wrote. */
#define DIGITS 320

static _Thread_local char sentence[512];
static locale_t plain; /* "C": a point is a point in every country */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* Switches the thread to the plain locale; give the result to uselocale() afterwards. */
static locale_t go_plain(void)
{
    pthread_once(&once, make_plain);
    return uselocale(plain);
}

static const char *skip(const char *s) { return yee_text_skip(s, s + strlen(s)); }

static bool digit(char c) { return c >= '0' && c <= '9'; }

/* Ends of the mantissa and of the number at s; false: there is none. Neither hexadecimal nor
 * "inf" nor "nan" are numbers here. */
static bool span(const char *s, const char **mantissa, const char **end)
{
    s += *s == '+' || *s == '-';
    const char *start = s;
    while (digit(*s))
        s++;
    ptrdiff_t digits = s - start;
    if (*s == '.') {
        start = ++s;
        while (digit(*s))
            s++;
        digits += s - start;
    }
    if (!digits)
        return false;
    *mantissa = *end = s;
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '+' || *s == '-';
        if (digit(*s)) {
            while (digit(*s))
                s++;
            *end = s;
        }
    }
    return true;
}

static bool same_but_radians(const yee_dimension *a, const yee_dimension *b)
{
    yee_dimension c = *a;
    c.power[YEE_RADIAN] = b->power[YEE_RADIAN];
    return yee_dimension_same(&c, b);
}

static const char *example(const char *unit)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(unit, usual[i][0]))
            return usual[i][1];
    return unit;
}

const char *yee_units_suffix(const char *text)
{
    const char *mantissa, *end;
    return span(skip(text), &mantissa, &end) ? skip(end) : NULL;
}

bool yee_units_coherent(const char *unit)
{
    yee_dimension is;
    const char *bad;
    size_t length;
    return yee_dimension_read(unit, &is, &bad, &length) && is.ten == 0 && is.factor == 1;
}

/* Number at [s, mantissa), its exponent in [mantissa, end), times 10^ten. */
static bool convert(const char *s, const char *mantissa, const char *end, int ten,
                    double *value, const char **reason)
{
    char digits[DIGITS + 32];
    if (mantissa - s > DIGITS) {
        *reason = "the number has too many digits";
        return false;
    }
    long exponent = 0; /* saturates, far beyond every double */
    if (end > mantissa) {
        exponent = strtol(mantissa + 1, NULL, 10);
        exponent = exponent > 99999 ? 99999 : exponent < -99999 ? -99999 : exponent;
    }
    snprintf(digits, sizeof digits, "%.*se%ld", (int)(mantissa - s), s, exponent + ten);
    locale_t old = go_plain();
    *value = strtod(digits, NULL);
    uselocale(old);
    if (!isfinite(*value)) {
        snprintf(sentence, sizeof sentence, "%.40s is beyond the largest number, 1.8e308", s);
        *reason = sentence;
        return false;
    }
    if (*value == 0 && strcspn(s, "123456789") < (size_t)(mantissa - s)) {
        snprintf(sentence, sizeof sentence, "%.40s is below the smallest number, 4.9e-324", s);
        *reason = sentence;
        return false;
    }
    return true;
}

bool yee_units_any(const char *text, double *value, yee_dimension *is, const char **reason)
{
    *reason = sentence;
    const char *s = skip(text), *mantissa, *end, *bad;
    size_t length;
    double number;
    *is = (yee_dimension){.factor = 1};
    if (!span(s, &mantissa, &end)) {
        snprintf(sentence, sizeof sentence, "'%.60s' is not a number", s);
        return false;
    }
    if (*skip(end) && !yee_dimension_read(skip(end), is, &bad, &length)) {
        snprintf(sentence, sizeof sentence, "unknown unit '%.*s'%s",
                 (int)(length < 40 ? length : 40), bad, yee_slip_suffix(skip(end)).text);
        return false;
    }
    if (!convert(s, mantissa, end, is->ten, &number, reason))
        return false;
    *value = number * is->factor;
    if (!isfinite(*value))
        *reason = "the number is beyond the largest one, 1.8e308";
    return isfinite(*value);
}

bool yee_units_read(const char *text, const char *unit, double *value, const char **reason)
{
    *reason = sentence;
    const char *s = skip(text), *mantissa, *end;
    if (!span(s, &mantissa, &end)) {
        snprintf(sentence, sizeof sentence,
                 *s ? "'%.60s' is not a number%s" : "a number is missing", s,
                 yee_slip_number(s).text);
        return false;
    }
    const char *found = skip(end), *stop = found + strlen(found);
    yee_text_trim(&found, &stop);
    const size_t length = (size_t)(stop - found);
    yee_dimension wanted = {.factor = 1}, is = {.factor = 1};
    const char *bad;
    size_t bad_length;
    bool pure = !unit || !*unit;
    if (!pure && !yee_dimension_read(unit, &wanted, &bad, &bad_length)) {
        snprintf(sentence, sizeof sentence, "the table of keys has an unknown unit, '%.40s'",
                 unit);
        return false;
    }
    if (pure && length) {
        snprintf(sentence, sizeof sentence,
                 "'%.60s' has something behind the number, where a plain number is wanted%s", s,
                 yee_slip_suffix(found).text);
        return false;
    }
    if (!pure && length) {
        if (!yee_dimension_read(found, &is, &bad, &bad_length)) {
            yee_slip slip = yee_dimension_near(found, length, &wanted);
            if (!*slip.text)
                slip = yee_slip_suffix(found);
            bad_length = bad_length < 40 ? bad_length : 40;
            snprintf(sentence, sizeof sentence,
                     "unknown unit '%.*s'; %s is wanted, as in '%.*s %s'%s", (int)bad_length,
                     bad, unit, (int)(end - s < 40 ? end - s : 40), s, example(unit),
                     *slip.text ? slip.text : " (case matters)");
            return false;
        }
        if (!yee_dimension_same(&is, &wanted)) {
            snprintf(sentence, sizeof sentence,
                     "unit '%.*s' does not fit; %s is wanted, as in '%.*s %s'%s",
                     (int)(length < 40 ? length : 40), found, unit,
                     (int)(end - s < 40 ? end - s : 40), s, example(unit),
                     same_but_radians(&is, &wanted)
                         ? " (2 pi radians are one turn)"
                         : yee_dimension_near(found, length, &wanted).text);
            return false;
        }
    }
    double number;
    if (!convert(s, mantissa, end, is.ten, &number, reason))
        return false;
    if (!pure && !length && number != 0) {
        snprintf(sentence, sizeof sentence, "'%.*s' has no unit; %s is wanted, as in '%.*s %s'",
                 (int)(end - s < 40 ? end - s : 40), s, unit,
                 (int)(end - s < 40 ? end - s : 40), s,
                 memchr(mantissa, 'e', (size_t)(end - mantissa)) ||
                         memchr(mantissa, 'E', (size_t)(end - mantissa))
                     ? unit /* who writes 6e-9 means seconds, not ns */
                     : example(unit));
        return false;
    }
    if (!isfinite(number * is.factor)) {
        *reason = "the number is beyond the largest one, 1.8e308";
        return false;
    }
    *value = number * is.factor;
    return true;
}

int yee_units_write(char *text, size_t size, double value, const char *unit)
{
    char digits[40];
    locale_t old = go_plain();
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    uselocale(old);
    bool pure = !unit || !*unit;
    if (!pure && !strcmp(unit, "deg"))
        unit = "rad"; /* values are in SI */
    return snprintf(text, size, "%s%s%s", digits, pure ? "" : " ", pure ? "" : unit);
}

const char *yee_units_show(char *text, size_t size, double value, const char *unit)
{
    static const char prefix[][4] = {"a", "f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
    int power = 0;
    if (isfinite(value) && value != 0)
        power = (int)floor(log10(fabs(value)) / 3 + 1e-9);
    power = power < -6 ? -6 : power > 5 ? 5 : power;
    if (snprintf(text, size, "%.4g %s%s", value / pow(10, 3 * power), prefix[power + 6], unit) <
        0)
        text[0] = 0;
    return text;
}

yee_quantity yee_units_si(double value, const char *unit)
{
    yee_quantity q;
    yee_units_show(q.text, sizeof q.text, value, unit);
    return q;
}

yee_quantity yee_units_bytes(double bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    yee_quantity q;
    int i = 0;
    while (bytes >= 1024 && i < 5) {
        bytes /= 1024;
        i++;
    }
    snprintf(q.text, sizeof q.text, i ? "%.1f %s" : "%.0f %s", bytes, unit[i]);
    return q;
}
