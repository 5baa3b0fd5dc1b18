/* tests/physics/interface.h: what the suites of media's surfaces share.
 *
 * $YEE_TEST_AVERAGE is the `average` of every object they paint (the default where it is not
 * set), so that one mean can be held against another; $YEE_TEST_LONG=1 adds the finer grids,
 * minutes of them. Every figure is printed beside the limit it is held to. */
#ifndef YEE_TESTS_INTERFACE_H
#define YEE_TESTS_INTERFACE_H

#include "trace.h"

/* eps or mu of a medium at a complex frequency s = j omega, 1/s */
typedef double complex interface_law(double complex s);

static inline double complex interface_vacuum(double complex s) { return 1 + 0 * s; }

/* The Ricker pulse of plugins/waveforms/ricker.c, delay 1.5/frequency, at s. */
static inline double complex interface_ricker(double complex s, double frequency)
{
    const double w = 2 * YEE_PI * frequency;
    return -2 * s * s / (sqrt(YEE_PI) * w * w * frequency) *
           cexp(s * s / (w * w) - 1.5 * s / frequency);
}

/* The line that says how an object is averaged, to be put behind its others. */
static inline const char *interface_average(void)
{
    static char line[64];
    const char *set = getenv("YEE_TEST_AVERAGE");
    if (set && *set)
        snprintf(line, sizeof line, "average = %s\n", set);
    return line;
}

static inline bool interface_long(void)
{
    const char *set = getenv("YEE_TEST_LONG");
    return set && *set && *set != '0';
}

/* Prints a figure and says whether it is at most its limit. */
static inline bool interface_holds(const char *what, double figure, double limit)
{
    const bool holds = figure <= limit;
    fprintf(stderr, "%-58s %9.2e  limit %8.1e%s\n", what, figure, limit, holds ? "" : "  <--");
    return holds;
}

/* Prints an order of convergence, coarse over fine at half the cell, and says whether it is at
 * least that. */
static inline bool interface_order(double coarse, double fine, double least)
{
    const double order = log2(coarse / fine);
    fprintf(stderr, "%58s %9.2f  at least %6.1f%s\n", "order", order, least,
            order >= least ? "" : "  <--");
    return order >= least;
}

#endif
