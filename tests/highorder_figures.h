/* tests/highorder_figures.h: waves of the high-order schemes as a program of its own stepped
 * them.
 *
 * omega dt of the wave 2 pi m/20 in a periodic box of 20^3 cells of one size, c dt = 0.4 cells
 * (s44: 0.2), weights for a design wavelength of ten cells; twelve decimals. Waves with m[2] =
 * 0 are those of two dimensions, too. */
#ifndef YEE_TESTS_HIGHORDER_FIGURES_H
#define YEE_TESTS_HIGHORDER_FIGURES_H

#include <string.h>

enum { FIGURE_BOX = 20, FIGURE_WAVES = 5, FIGURE_FLAT = 3 /* first ones, of 2-D too */ };
static const int figure_mode[FIGURE_WAVES][3] = {
    {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 2, 3}};

typedef struct figure_row {
    const char *scheme;
    double step, angle[FIGURE_WAVES];
} figure_row;

static const figure_row figure[] = {
    {"fang24",
     0.4,
     {0.125740821226, 0.251812842097, 0.177941917284, 0.218077926227, 0.473442503035}},
    {"t26",
     0.4,
     {0.125746453352, 0.251983260644, 0.177949898144, 0.218087720250, 0.474490994146}},
    {"fv24",
     0.4,
     {0.125678218917, 0.251327412287, 0.177716148181, 0.217648760078, 0.470058218840}},
    {"fv24wb",
     0.4,
     {0.125658990884, 0.251178317382, 0.177713790502, 0.217667055717, 0.469830151952}},
    {"ztc",
     0.4,
     {0.125678218917, 0.251327412287, 0.177729115028, 0.217664494144, 0.468981698923}},
    {"me44",
     0.4,
     {0.125658990884, 0.251178317382, 0.177710007022, 0.217651032515, 0.469357612343}},
    {"me44x",
     0.4,
     {0.125658990884, 0.251178317382, 0.177698183653, 0.217622013896, 0.468174798971}},
    {"hodge44",
     0.4,
     {0.125658990884, 0.251178317382, 0.177708533182, 0.217651032515, 0.469269378596}},
    {"ckc",
     0.4,
     {0.125229385041, 0.247847478040, 0.176126836366, 0.214526288902, 0.441379624299}},
    {"s44",
     0.2,
     {0.062828964848, 0.125572890621, 0.088853421715, 0.108822462732, 0.234491487819}},
};
enum { FIGURE_SCHEMES = sizeof figure / sizeof *figure };

static inline const figure_row *figure_of(const char *scheme)
{
    const figure_row *row = figure;
    while (strcmp(row->scheme, scheme) != 0)
        row++;
    return row;
}

#endif
