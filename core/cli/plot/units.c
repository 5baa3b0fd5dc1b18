/* core/cli/plot/units.c: numbers of pictures in units that suit them. */
#include "plot.h"
#include <math.h>
#include <string.h>

double plot_prefix(double value, const char **prefix)
{
    static const char *const name[] = {"a", "f", "p", "n", "\xc2\xb5", "m",
                                       "",  "k", "M", "G", "T",        "P"};
    int power = 0;
    if (isfinite(value) && value != 0)
        power = (int)floor(log10(fabs(value)) / 3 + 1e-9);
    if (power < -6 || power > 5)
        power = 0; /* no prefix goes so far: the numbers keep their exponents */
    *prefix = name[power + 6];
    return pow(10, -3 * power);
}

bool plot_takes_prefix(const char *unit)
{
    const size_t letters = strspn(unit, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    const bool power = unit[letters] == '^'; /* a square mm is no thousandth of a square m */
    return letters > 0 && !power && strcmp(unit, "dB") && strcmp(unit, "degrees");
}

void plot_show(char *text, size_t size, double value, const char *unit)
{
    const char *prefix = "";
    const double factor = plot_takes_prefix(unit) ? plot_prefix(value, &prefix) : 1;
    snprintf(text, size, *unit ? "%.4g %s%s" : "%.4g", value * factor, prefix, unit);
}

void plot_place(char *text, size_t size, const double at[3], int but)
{
    static const char *const axis[] = {"x", "y", "z"};
    const char *prefix;
    double most = 0;
    for (int a = 0; a < 3; a++)
        most = a != but ? fmax(most, fabs(at[a])) : most;
    const double factor = plot_prefix(most, &prefix);
    size_t used = 0;
    *text = 0;
    for (int a = 0; a < 3 && used < size; a++)
        if (a != but) {
            /* a thousandth of a thousandth of the largest number is rounding */
            const double v = fabs(at[a]) > 1e-9 * most ? at[a] * factor : 0;
            used += (size_t)snprintf(text + used, size - used, "%s%s = %.4g", used ? ", " : "",
                                     axis[a], v);
        }
    if (used < size)
        snprintf(text + used, size - used, " %sm", prefix);
}
