/* core/base/units.c: numbers with units.
 *
 * A unit is a product of named factors, each with an SI prefix and a whole power: "S/m",
 * "A/m^2", "Ohm m". It comes down to powers of the base units and a power of ten. The power of
 * ten joins the exponent of the number before that is converted, so "5.3 mm" is the double
 * nearest to 0.0053, and not a product that was rounded twice. */
#include "units.h"

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

enum { METRE, KILOGRAM, SECOND, AMPERE, KELVIN, RADIAN, DECIBEL, BASES };

/* value in SI = number * factor * 10^ten, in the base units to the powers of base[] */
typedef struct dimension {
    int base[BASES];
    int ten;
    double factor;
} dimension;

static const struct named {
    const char *name;
    bool prefix; /* SI prefixes apply */
    dimension is;
} named[] = {
    {"m", true, {{1}, 0, 1}},
    {"s", true, {{0, 0, 1}, 0, 1}},
    {"min", false, {{0, 0, 1}, 0, 60}},
    {"h", false, {{0, 0, 1}, 0, 3600}},
    {"Hz", true, {{0, 0, -1}, 0, 1}},
    {"V", true, {{2, 1, -3, -1}, 0, 1}},
    {"A", true, {{0, 0, 0, 1}, 0, 1}},
    {"Ohm", true, {{2, 1, -3, -2}, 0, 1}},
    {"ohm", true, {{2, 1, -3, -2}, 0, 1}},
    {"\xCE\xA9", true, {{2, 1, -3, -2}, 0, 1}},     /* Greek capital omega */
    {"\xE2\x84\xA6", true, {{2, 1, -3, -2}, 0, 1}}, /* ohm sign */
    {"S", true, {{-2, -1, 3, 2}, 0, 1}},
    {"F", true, {{-2, -1, 4, 2}, 0, 1}},
    {"H", true, {{2, 1, -2, -2}, 0, 1}},
    {"C", true, {{0, 0, 1, 1}, 0, 1}},
    {"W", true, {{2, 1, -3}, 0, 1}},
    {"J", true, {{2, 1, -2}, 0, 1}},
    {"N", true, {{1, 1, -2}, 0, 1}},
    {"T", true, {{0, 1, -2, -1}, 0, 1}},
    {"Wb", true, {{2, 1, -2, -1}, 0, 1}},
    {"K", true, {{0, 0, 0, 0, 1}, 0, 1}},
    {"g", true, {{0, 1}, -3, 1}},
    {"eV", true, {{2, 1, -2}, -19, 1.602176634}},
    {"rad", true, {{0, 0, 0, 0, 0, 1}, 0, 1}},
    {"deg", false, {{0, 0, 0, 0, 0, 1}, 0, YEE_PI / 180}},
    {"dB", false, {{0, 0, 0, 0, 0, 0, 1}, 0, 1}},
    {"1", false, {{0}, 0, 1}},
};

static const struct prefix {
    const char *name;
    int ten;
} prefixes[] = {
    {"", 0},          {"k", 3},   {"M", 6},   {"G", 9},         {"T", 12},  {"P", 15},
    {"E", 18},        {"Z", 21},  {"Y", 24},  {"h", 2},         {"da", 1},  {"d", -1},
    {"c", -2},        {"m", -3},  {"u", -6},  {"n", -9},        {"p", -12}, {"f", -15},
    {"a", -18},       {"z", -21}, {"y", -24}, {"\xC2\xB5", -6}, /* micro sign */
    {"\xCE\xBC", -6},                                           /* Greek small mu */
};

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

static const char *skip(const char *s)
{
    const char *end = s + strlen(s);
    for (size_t n; (n = yee_text_blank(s, end));)
        s += n;
    return s;
}

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

static bool find_factor(const char *name, size_t length, dimension *is)
{
    for (size_t u = 0; u < sizeof named / sizeof *named; u++) {
        size_t n = strlen(named[u].name);
        if (n > length || memcmp(name + length - n, named[u].name, n) != 0)
            continue;
        for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
            size_t m = strlen(prefixes[p].name);
            if (m + n != length || (m && !named[u].prefix) || memcmp(name, prefixes[p].name, m))
                continue;
            *is = named[u].is;
            is->ten += prefixes[p].ten;
            return true;
        }
    }
    return false;
}

/* A unit to its dimension; false: *bad is what is not known in it. */
static bool find_unit(const char *s, dimension *is, const char **bad, size_t *bad_length)
{
    *is = (dimension){.factor = 1};
    bool divide = false;
    const char *all = s = skip(s);
    for (;;) {
        const char *name = s, *end = s + strlen(s);
        while ((isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80) &&
               !yee_text_blank(s, end))
            s++;
        dimension one;
        *bad = name;
        *bad_length = (size_t)(s - name);
        if (!find_factor(name, *bad_length, &one)) {
            if (!*bad_length) { /* nothing that could be a name: show all */
                *bad = all;
                *bad_length = strlen(all);
            }
            return false;
        }
        int power = 1;
        if (*s == '^') {
            bool negative = s[1] == '-';
            s += 1 + negative;
            *bad_length = strlen(name);
            if (!digit(*s) || digit(s[1]))
                return false;
            power = negative ? -(*s++ - '0') : *s++ - '0';
        }
        power = divide ? -power : power;
        for (int b = 0; b < BASES; b++)
            is->base[b] += power * one.base[b];
        is->ten += power * one.ten;
        is->factor *= pow(one.factor, power);
        s = skip(s);
        if (!*s)
            return true;
        divide = *s == '/';
        if (*s == '/' || *s == '*')
            s = skip(s + 1);
    }
}

static bool same(const dimension *a, const dimension *b)
{
    return !memcmp(a->base, b->base, sizeof a->base);
}

static bool same_but_radians(const dimension *a, const dimension *b)
{
    dimension c = *a;
    c.base[RADIAN] = b->base[RADIAN];
    return same(&c, b);
}

/* The unit that differs in its capitals alone and fits: "GHz" of "ghz". Of several the one with a
 * usual prefix, and then with the most letters in common. */
static yee_slip near_unit(const char *found, size_t length, const dimension *wanted)
{
    static const char *const often[] = {"", "k", "c", "m", "u", "n", "p", "f", "M", "G", "T"};
    yee_slip best = {""};
    int most = 0;
    for (size_t u = 0; u < sizeof named / sizeof *named; u++)
        for (size_t p = 0; p < sizeof often / sizeof *often; p++) {
            char name[16];
            const int n = snprintf(name, sizeof name, "%s%s", often[p], named[u].name);
            if ((size_t)n != length || strncasecmp(name, found, length) ||
                (p && !named[u].prefix) || !same(&named[u].is, wanted))
                continue;
            const bool plausible = (p > 7) == !strcmp(named[u].name, "Hz");
            int score = 1 + 100 * plausible;
            for (int i = 0; i < n; i++)
                score += name[i] == found[i];
            if (score > most)
                snprintf(best.text, sizeof best.text, "; did you mean '%s'?", name);
            most = score > most ? score : most;
        }
    return best;
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
    dimension is;
    const char *bad;
    size_t length;
    return find_unit(unit, &is, &bad, &length) && is.ten == 0 && is.factor == 1;
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

const char *yee_units_name(size_t i, bool *prefix)
{
    if (i >= sizeof named / sizeof *named)
        return NULL;
    *prefix = named[i].prefix;
    return named[i].name;
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
    dimension wanted = {.factor = 1}, is = {.factor = 1};
    const char *bad;
    size_t bad_length;
    bool pure = !unit || !*unit;
    if (!pure && !find_unit(unit, &wanted, &bad, &bad_length)) {
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
        if (!find_unit(found, &is, &bad, &bad_length)) {
            yee_slip slip = near_unit(found, length, &wanted);
            if (!*slip.text)
                slip = yee_slip_suffix(found);
            bad_length = bad_length < 40 ? bad_length : 40;
            snprintf(sentence, sizeof sentence,
                     "unknown unit '%.*s'; %s is wanted, as in '%.*s %s'%s", (int)bad_length,
                     bad, unit, (int)(end - s < 40 ? end - s : 40), s, example(unit),
                     *slip.text ? slip.text : " (case matters)");
            return false;
        }
        if (!same(&is, &wanted)) {
            snprintf(sentence, sizeof sentence,
                     "unit '%.*s' does not fit; %s is wanted, as in '%.*s %s'%s",
                     (int)(length < 40 ? length : 40), found, unit,
                     (int)(end - s < 40 ? end - s : 40), s, example(unit),
                     same_but_radians(&is, &wanted) ? " (2 pi radians are one turn)"
                                                    : near_unit(found, length, &wanted).text);
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
