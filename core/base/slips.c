/* core/base/slips.c: signs that look like others, and units of other habits. */
#include "slips.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static yee_slip say(const char *text)
{
    yee_slip slip = {""};
    snprintf(slip.text, sizeof slip.text, "; %s", text);
    return slip;
}

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

/* Whether a text begins with one of a few characters, given one behind the other with blanks. */
static bool one_of(const char *s, const char *signs)
{
    for (size_t n; *signs; signs += n + (signs[n] == ' ')) {
        n = strcspn(signs, " ");
        if (!strncmp(s, signs, n))
            return true;
    }
    return false;
}

yee_slip yee_slip_number(const char *s)
{
    const char *word = s + (*s == '-' || *s == '+');
    if (*s == '=')
        return say("there is a second '='");
    if (!strncasecmp(word, "inf", 3) || !strncasecmp(word, "nan", 3))
        return say("numbers are finite");
    if (one_of(s, "\xE2\x88\x92 \xE2\x80\x90 \xE2\x80\x91 \xE2\x80\x92 \xE2\x80\x93 "
                  "\xE2\x80\x94 \xEF\xBC\x8D")) /* minus sign, hyphens, dashes, full width */
        return say("its minus sign is not the - of the keyboard");
    if (starts(s, "\xEF\xBC") && (unsigned char)s[2] >= 0x90 && (unsigned char)s[2] <= 0x99)
        return say("its digits are not those of the keyboard");
    if (one_of(s, "\xE2\x80\x98 \xE2\x80\x99 \xE2\x80\x9A \xE2\x80\x9C \xE2\x80\x9D "
                  "\xE2\x80\x9E \xC2\xAB \xC2\xBB"))
        return say("its quotes are not those of the keyboard");
    return (yee_slip){""};
}

/* Units that are none here, and what one of them is. */
static const char *const other[][2] = {
    {"in", "25.4 mm"},       {"inch", "25.4 mm"},    {"inches", "25.4 mm"},
    {"\"", "25.4 mm"},       {"mil", "25.4 um"},     {"mils", "25.4 um"},
    {"ft", "0.3048 m"},      {"\xC3\x85", "0.1 nm"}, {"\xE2\x84\xAB", "0.1 nm"},
    {"A\xCC\x8A", "0.1 nm"}, {"angstrom", "0.1 nm"}, {"micron", "1 um"},
    {"microns", "1 um"},     {"\xC2\xB0", "1 deg"},  {"degree", "1 deg"},
    {"degrees", "1 deg"},    {"sec", "1 s"},         {"second", "1 s"},
    {"seconds", "1 s"},      {"meter", "1 m"},       {"meters", "1 m"},
    {"metre", "1 m"},        {"metres", "1 m"},      {"hertz", "1 Hz"},
    {"volt", "1 V"},         {"volts", "1 V"},       {"ampere", "1 A"},
    {"amperes", "1 A"},      {"amp", "1 A"},         {"amps", "1 A"},
    {"ohms", "1 Ohm"},       {"siemens", "1 S"},     {"mho", "1 S"},
    {"farad", "1 F"},        {"henry", "1 H"},       {"cps", "1 Hz"},
    {"Gauss", "1e-4 T"},     {"Oe", "79.577 A/m"},
};

/* "+4j", "- 0.1i", "j" */
static bool imaginary(const char *s)
{
    s += strspn(s, "+- ");
    s += strspn(s, "0123456789.eE");
    s += strspn(s, " *");
    return (*s == 'i' || *s == 'j') && !isalnum((unsigned char)s[1]);
}

yee_slip yee_slip_suffix(const char *s)
{
    const unsigned char next = (unsigned char)*s ? (unsigned char)s[1] : 0;
    if (!*s)
        return (yee_slip){""};
    if (imaginary(s))
        return say("complex numbers are not read");
    if (one_of(s, "\xEF\xBC\x8C \xE3\x80\x81 \xD8\x8C")) /* full width, ideographic, Arabic */
        return say("its comma is not the , of the keyboard");
    if (*s == ';')
        return say("commas separate numbers, and a comment begins behind a blank");
    if (starts(s, "//") || starts(s, "/*"))
        return say("comments begin with ; or #");
    if ((one_of(s, "' _ \xE2\x80\x99") &&
         isdigit((unsigned char)s[*s == '\'' || *s == '_' ? 1 : 3])))
        return say("the digits of a number are not grouped");
    if (*s == '.' && (isdigit(next) || next == '.'))
        return say("a number has one decimal point");
    if (*s == ',')
        return say("commas separate numbers, and one is wanted");
    if (*s == '%')
        return say("3 % is written as 0.03");
    if (one_of(s, "^ *10 \xC3\x97 \xE2\x8B\x85 \xC2\xB7") ||
        (strchr("eEdD", *s) && isdigit(next)))
        return say("powers of ten are written as in 3e9");
    if (strchr("+-*/", *s))
        return say("a model with [let] calculates in braces, {2*3}");
    const size_t n = strcspn(s, " ");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strlen(other[i][0]) == n && !strncasecmp(s, other[i][0], n)) {
            yee_slip slip;
            snprintf(slip.text, sizeof slip.text, "; 1 %s is %s", other[i][0], other[i][1]);
            return slip;
        }
    return (yee_slip){""};
}
