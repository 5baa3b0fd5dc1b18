/* core/cli/compare/price.c: what an error of the phase costs with each scheme: the table of a
 * scheme's own dispersion relation and its measured speed. */
#include "base/units.h"
#include "compare.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double compare_target[COMPARE_TARGETS] = {1e-2, 1e-3, 1e-4};

/* Precisions of one scheme differ in speed only. */
static bool alike(const compare_row *a, const compare_row *b)
{
    return a->plugin == b->plugin && !strcmp(a->label, b->label) && a->model && b->model;
}

yee_status compare_prices(compare *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        compare_row *r = &c->row[i];
        for (int t = 0; t < COMPARE_TARGETS; t++)
            r->price[t] = (yee_accuracy){NAN, NAN, NAN, NAN};
        if (*r->reason && !r->absent)
            continue;
        if (i && alike(r, r - 1))
            memcpy(r->price, r[-1].price, sizeof r->price);
        else if (r->model &&
                 yee_accuracy_find(r->model, COMPARE_TARGETS, compare_target, r->price))
            return cli_fail(YEE_MEMORY, "no memory for the comparison");
    }
    return YEE_OK;
}

double compare_moved(const compare_row *r, int target)
{
    return r->bytes * r->price[target].cells * r->price[target].steps;
}

double compare_seconds(const compare_row *r, int target)
{
    return r->price[target].cells * r->price[target].steps / (1e6 * r->median);
}

/* -- for people -- */

typedef struct order {
    const compare_row *row;
    double seconds;
} order;

/* Orders numbers for qsort(), with NaN, a figure that is not known, at the end. */
static int ascending(const void *a, const void *b)
{
    const order *x = a, *y = b;
    const double p = isnan(x->seconds) ? (double)INFINITY : x->seconds;
    const double q = isnan(y->seconds) ? (double)INFINITY : y->seconds;
    if (p == q)
        return (x->row > y->row) - (x->row < y->row);
    return (p > q) - (p < q);
}

/* "142 k", "1.30 GiB": three digits, of a unit */
static compare_cell scaled(double value, double step, const char *const *unit, int units)
{
    compare_cell c = {"-"};
    int i = 0;
    for (; value >= 0.9995 * step && i + 1 < units; i++)
        value /= step;
    if (isfinite(value)) {
        c = compare_digits(value, 3);
        strcat(c.text, unit[i]);
    }
    return c;
}

static compare_cell thousands(double value)
{
    static const char *const unit[] = {"  ", " k", " M", " G", " T", " P"};
    return scaled(value, 1000, unit, 6);
}

static compare_cell bytes_of(double value)
{
    static const char *const unit[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    return scaled(value, 1024, unit, 7);
}

static compare_cell time_of(double seconds)
{
    static const char *const unit[] = {" us", " ms", " s "};
    compare_cell c = {"-"};
    if (seconds < 100)
        return scaled(1e6 * seconds, 1000, unit, 3);
    if (isfinite(seconds))
        cli_duration(c.text, sizeof c.text, seconds);
    return c;
}

static void print_row(const compare_row *r, int target, int width)
{
    const yee_accuracy *a = &r->price[target];
    printf("%-*.*s  %4s  %10s  %10s  %9s  %9s  %11s  %11s\n", width, width, r->label,
           compare_precision(r), compare_digits(a->per_wave, 3).text,
           compare_figure("%.2f", a->courant).text, thousands(a->cells).text,
           compare_figure("%.0f", a->steps).text, bytes_of(compare_moved(r, target)).text,
           time_of(compare_seconds(r, target)).text);
}

static void print_target(order *list, size_t n, int target, int width)
{
    char head[32];
    snprintf(head, sizeof head, "%g %%", 100 * compare_target[target]);
    printf("\n%-*s  prec  cells/wave  dt / limit      cells      steps        moved         "
           "time\n",
           width, head);
    for (size_t i = 0; i < n; i++)
        list[i].seconds = compare_seconds(list[i].row, target);
    qsort(list, n, sizeof *list, ascending);
    for (size_t i = 0; i < n; i++)
        print_row(list[i].row, target, width);
}

/* Where no scheme carries the band there is no table. */
static size_t rows_of(const compare *c, order *list)
{
    size_t n = 0;
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        bool any = false;
        for (int t = 0; t < COMPARE_TARGETS; t++)
            any = any || isfinite(r->price[t].cells);
        if (!*r->reason && any)
            list[n++].row = r;
    }
    return n;
}

void compare_print_prices(const compare *c, int width)
{
    char high[32], text[COMPARE_REASON];
    order *list = calloc(c->rows, sizeof *list);
    const size_t n = list ? rows_of(c, list) : 0;
    if (n) {
        yee_units_show(high, sizeof high, c->frequency, "Hz");
        snprintf(text, sizeof text,
                 "What accuracy costs: the grid and the time step with the fewest cells times "
                 "steps that keep the error of the phase velocity below a bound in all "
                 "directions and materials, up to %s; cells per wave count in the shortest "
                 "one, cells and steps are those of the whole model then, and time is at the "
                 "speed above (beyond 100 s in hours, minutes and seconds). The fastest is "
                 "first.",
                 high);
        fputs("\n", stdout);
        cli_wrap(stdout, 0, 0, text);
    }
    for (int t = 0; t < COMPARE_TARGETS && n; t++)
        print_target(list, n, t, width);
    free(list);
}
