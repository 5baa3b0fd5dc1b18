/* core/cli/compare/format.c: figures as text, for all tables of `yee compare`. */
#include "compare.h"
#include <math.h>

compare_cell compare_figure(const char *format, double value)
{
    compare_cell c = {"-"};
    if (isfinite(value)) {
        /* the formats are constants of this folder */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(c.text, sizeof c.text, format, value);
#pragma GCC diagnostic pop
    }
    return c;
}

compare_cell compare_digits(double value, int digits)
{
    char format[16];
    const int whole = value > 0 && isfinite(value) ? (int)floor(log10(value) + 1e-12) : 0;
    const int behind = digits - 1 - whole;
    snprintf(format, sizeof format, "%%.%df", behind > 0 ? behind : 0);
    return compare_figure(format, value);
}

const char *compare_precision(const compare_row *r) { return r->f64 ? "f64" : "f32"; }
