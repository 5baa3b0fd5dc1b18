/* core/cli/compare/table.c: what was measured, for people. */
#include "base/units.h"
#include "compare.h"
#include <math.h>
#include <string.h>

typedef compare_cell cell;

static cell scientific(double value)
{
    return compare_figure(value > 0 ? "%.1e" : "%.0f", value); /* 0 is exact */
}

static cell quantity(double value, const char *unit)
{
    cell c = {"-"};
    if (isfinite(value))
        yee_units_show(c.text, sizeof c.text, value, unit);
    return c;
}

static cell percent(double part)
{
    cell c = compare_digits(100 * part, 2);
    if (isfinite(part))
        strcat(c.text, " %");
    return c;
}

static int label_width(const compare *c)
{
    size_t width = strlen("scheme");
    for (size_t i = 0; i < c->rows; i++)
        if (!*c->row[i].reason && strlen(c->row[i].label) > width)
            width = strlen(c->row[i].label);
    return width < 28 ? (int)width : 28;
}

static void print_speeds(const compare *c, int width)
{
    printf("%-*s  prec  Mcells/s  spread  B/cell  of copy  max error  rms error    phase\n",
           width, "scheme");
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        if (*r->reason)
            continue;
        printf("%-*.*s  %4s  %8s  %6s  %6s  %7s  %9s  %9s  %7s\n", width, width, r->label,
               compare_precision(r), compare_digits(r->median, 4).text,
               compare_figure("%.1f %%", 100 * r->spread).text,
               compare_digits(r->bytes, 4).text, compare_figure("%.0f %%", 100 * r->part).text,
               scientific(r->error[0]).text, scientific(r->error[1]).text,
               percent(r->phase).text);
    }
}

static void print_times(const compare *c, int width)
{
    printf("\n%-*s  prec   time step       limit        memory  registers  steps a repeat\n",
           width, "scheme");
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        char memory[32];
        if (*r->reason)
            continue;
        printf("%-*.*s  %4s  %10s  %10s  %11s%c  %9s  %14lld\n", width, width, r->label,
               compare_precision(r), quantity(r->dt, "s").text, quantity(r->limit, "s").text,
               cli_bytes(memory, sizeof memory, r->memory), r->counted ? '*' : ' ',
               compare_figure("%.0f",
                              r->cost.registers > 0 ? (double)r->cost.registers : (double)NAN)
                   .text,
               (long long)r->steps);
    }
}

static void print_notes(const compare *c)
{
    char text[COMPARE_REASON + 512];
    bool counted = false, device = false, silent = false;
    for (size_t i = 0; i < c->rows; i++) {
        const compare_row *r = &c->row[i];
        counted = counted || (!*r->reason && r->counted);
        device = device || (!*r->reason && r->cost.device);
        silent = silent || (!*r->reason && r->cost.device && !(r->cost.copy > 0));
    }
    fputs("\n", stdout);
    snprintf(
        text, sizeof text,
        "Speed is the median of %lld repeat%s, in turn with the other rows; spread is from "
        "the slowest to the fastest.%s",
        (long long)c->repeats, c->repeats == 1 ? "" : "s",
        c->steps ? ""
                 : " The steps are cut so that a repeat of the slowest takes about 2 s; "
                   "--steps says how many instead.");
    cli_wrap(stdout, 0, 0, text);
    snprintf(text, sizeof text,
             "B/cell is bytes moved per cell and step, by count; of copy is that traffic over "
             "the %.3g GB/s that %d thread%s of this machine move%s.%s",
             1e-9 * c->bandwidth, c->threads, c->threads == 1 ? "" : "s",
             device ? ", or over a copy in the device's memory" : "",
             silent ? " A row without it is on a device whose copy its scheme does not measure."
                    : "");
    cli_wrap(stdout, 0, 0, text);
    snprintf(text, sizeof text,
             "Errors are those of all components after %lld step%s against plain in f64 "
             "with the same time step (or an odd part of it, where it is beyond plain's "
             "limit), relative to the largest |E| and |H|; of a scheme with another phase "
             "error it is the difference between the two.%s%s%s",
             (long long)c->first, c->first == 1 ? "" : "s",
             *c->no_error ? " Where there is none: " : "", c->no_error,
             *c->no_error ? "." : "");
    cli_wrap(stdout, 0, 0, text);
    if (c->frequency > 0)
        snprintf(text, sizeof text,
                 "Phase is the worst relative error of the phase velocity over directions and "
                 "materials at %s, the top of the sources' band.",
                 quantity(c->frequency, "Hz").text);
    else
        snprintf(text, sizeof text, "No source has a band at which to tell the phase error.");
    cli_wrap(stdout, 0, 0, text);
    if (counted)
        cli_wrap(stdout, 0, 0, "* by count: the scheme does not say what it holds.");
}

void compare_print(const compare *c)
{
    const int width = label_width(c);
    bool any = false;
    for (size_t i = 0; i < c->rows; i++)
        any = any || !*c->row[i].reason;
    if (any) {
        print_speeds(c, width);
        print_times(c, width);
        compare_print_prices(c, width);
    }
    compare_print_refusals(c);
    if (any)
        print_notes(c);
}
