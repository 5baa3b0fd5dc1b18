/* tests/physics/highorder.h: what the suites of the high-order schemes share. The name of a
 * scheme is $YEE_HIGHORDER_PREFIX and then that of the family, so that they serve every
 * backend. Cells are 1 m. */
#ifndef YEE_TESTS_HIGHORDER_H
#define YEE_TESTS_HIGHORDER_H

#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"

/* All high-order schemes, first those that take metal and several media. */
static const wide_scheme *const scheme_list[] = {
    &wide_fang24, &wide_t26,   &wide_fv24,    &wide_fv24wb, &wide_ztc,
    &wide_me44,   &wide_me44x, &wide_hodge44, &wide_s44,    &wide_ckc,
};
enum { SCHEMES = sizeof scheme_list / sizeof *scheme_list, INSIDE = SCHEMES - 1 };

static inline const char *full_name(const wide_scheme *s, char name[64])
{
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    snprintf(name, 64, "%s%s", prefix ? prefix : "", s->name);
    return name;
}

/* c dt (cells) of a scheme's limit on cubes; designs are for ten cells a wave. */
static inline double limit_of(const wide_scheme *s, int dimensions)
{
    static const double node[] = {0, 1};
    static const wide_config config = {NAN, 10};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .invariant = a >= dimensions, .node = node};
    return YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
}

static inline int dimensions_of(const int n[3]) { return n[2] ? 3 : 2; }

/* "cells = ..." and, in 2-D (n[2] = 0), the mode. */
static inline const char *grid_text(const int n[3], const char *mode, char text[128])
{
    if (n[2])
        snprintf(text, 128, "cells = %d, %d, %d", n[0], n[1], n[2]);
    else
        snprintf(text, 128, "cells = %d, %d\ninvariant = z\nmode = %s", n[0], n[1], mode);
    return text;
}

/* more: the rest of the model's text. Beyond 1 a part of the limit is what a test asks for. */
static inline void open_part(lab *l, const wide_scheme *s, const int n[3], const char *mode,
                             double part, const char *more)
{
    char grid[128], name[64];
    lab_open(l,
             "[grid]\nspacing = 1 m\n%s\n[run]\nscheme = %s\nsteps = 1000000\nprecision = f64\n"
             "threads = 1\ncourant = %.17g\nunsafe = yes\n%s",
             grid_text(n, mode, grid), full_name(s, name), part, more);
}

/* At c dt = step cells. */
static inline void open_step(lab *l, const wide_scheme *s, const int n[3], const char *mode,
                             double step, const char *more)
{
    open_part(l, s, n, mode, step / limit_of(s, dimensions_of(n)), more);
}

static inline double noise(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return (double)*random * 0x1p-31 - 1;
}

/* H across a PEC wall is 0 there, and E in metal. */
static inline bool alive(const lab *l, int c, int64_t index)
{
    const yee_grid *g = l->grid;
    const int d = yee_direction(c);
    const int64_t *n = g->extent[c];
    const int64_t x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    const yee_medium *m = &l->problem->medium[yee_problem_medium(l->problem, c, index)];
    const bool wall = !yee_is_electric(c) && !g->axis[d].periodic && !g->axis[d].invariant &&
                      ((x[d] == 0 && g->axis[d].face[0] == YEE_FACE_PEC) ||
                       (x[d] == n[d] - 1 && g->axis[d].face[1] == YEE_FACE_PEC));
    return m->conductor == YEE_NOT_CONDUCTOR && !wall;
}

/* Noise of 1 V/m and as much of H. */
static inline void fill(lab *l, uint32_t random, bool electric, bool magnetic)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const bool on = yee_is_electric(c) ? electric : magnetic;
        if (!l->grid->active[c])
            continue;
        for (int64_t i = 0; i < yee_grid_points(l->grid, c); i++)
            l->field[c][i] =
                on && alive(l, c, i) ? noise(&random) / (yee_is_electric(c) ? 1 : YEE_ETA0) : 0;
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
}

/* Largest |E| (V/m) after steps. */
static inline double largest(lab *l, int64_t steps)
{
    yee_extrema v = {.size = sizeof v};
    lab_run(l, steps);
    ck_assert_int_eq(l->ops->extrema(l->plan, &v), YEE_OK);
    return v.finite ? v.electric : INFINITY;
}

#endif
