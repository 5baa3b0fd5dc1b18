/* core/base/dimension.c: a unit is a product of named factors, each with an SI prefix and a whole
 * power: "S/m", "A/m^2", "Ohm m". It comes down to powers of the base units and a power of ten. */
#include "dimension.h"

#include "nearest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <yee/types.h>

static const struct named {
    const char *name;
    bool prefix; /* SI prefixes apply */
    yee_dimension is;
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

static const char *skip(const char *s) { return yee_text_skip(s, s + strlen(s)); }

static bool digit(char c) { return c >= '0' && c <= '9'; }

bool yee_dimension_factor(const char *name, size_t length, yee_dimension *is)
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

bool yee_dimension_read(const char *s, yee_dimension *is, const char **bad, size_t *bad_length)
{
    *is = (yee_dimension){.factor = 1};
    bool divide = false;
    const char *all = s = skip(s);
    for (;;) {
        const char *name = s, *end = s + strlen(s);
        while ((isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80) &&
               !yee_text_blank(s, end))
            s++;
        yee_dimension one;
        *bad = name;
        *bad_length = (size_t)(s - name);
        if (!yee_dimension_factor(name, *bad_length, &one)) {
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
        for (int b = 0; b < YEE_BASES; b++)
            is->power[b] += power * one.power[b];
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

bool yee_dimension_same(const yee_dimension *a, const yee_dimension *b)
{
    return !memcmp(a->power, b->power, sizeof a->power);
}

yee_slip yee_dimension_near(const char *found, size_t length, const yee_dimension *wanted)
{
    static const char *const often[] = {"", "k", "c", "m", "u", "n", "p", "f", "M", "G", "T"};
    yee_slip best = {""};
    int most = 0;
    for (size_t u = 0; u < sizeof named / sizeof *named; u++)
        for (size_t p = 0; p < sizeof often / sizeof *often; p++) {
            char name[16];
            const int n = snprintf(name, sizeof name, "%s%s", often[p], named[u].name);
            if ((size_t)n != length || strncasecmp(name, found, length) ||
                (p && !named[u].prefix) || !yee_dimension_same(&named[u].is, wanted))
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

const char *yee_units_name(size_t i, bool *prefix)
{
    if (i >= sizeof named / sizeof *named)
        return NULL;
    *prefix = named[i].prefix;
    return named[i].name;
}

const char *yee_dimension_write(char *text, size_t size, const yee_dimension *is)
{
    static const char *const base[YEE_BASES] = {"m", "kg", "s", "A", "K", "rad", "dB"};
    size_t at = 0;
    *text = 0;
    for (int b = 0; b < YEE_BASES; b++) {
        const char *blank = at ? " " : "";
        if (is->power[b] == 1)
            at += (size_t)snprintf(text + at, size - at, "%s%s", blank, base[b]);
        else if (is->power[b])
            at +=
                (size_t)snprintf(text + at, size - at, "%s%s^%d", blank, base[b], is->power[b]);
        at = at < size ? at : size - 1;
    }
    return text;
}
