/* tests/physics/highorder.h: high-order schemes beside random metal. The name of a scheme is
 * $YEE_HIGHORDER_PREFIX and then that of the family. */
#ifndef YEE_TESTS_HIGHORDER_H
#define YEE_TESTS_HIGHORDER_H

#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"

static const wide_scheme *const inside[] = {
    &wide_fang24, &wide_t26,   &wide_fv24,    &wide_fv24wb, &wide_ztc,
    &wide_me44,   &wide_me44x, &wide_hodge44, &wide_s44,
};
enum { SCHEMES = sizeof inside / sizeof *inside };

static inline const char *full_name(const wide_scheme *s, char name[64])
{
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    snprintf(name, 64, "%s%s", prefix ? prefix : "", s->name);
    return name;
}

/* c dt (in cells of 1 m) of a scheme's limit on cubes. */
static inline double limit_of(const wide_scheme *s, int dimensions)
{
    static const double node[] = {0, 1};
    static const wide_config config = {NAN, 10};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .invariant = a >= dimensions, .node = node};
    return YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
}

/* The part of its limit at which a scheme stays stable beside Yee's differences: 0.97 of Yee's
 * limit or 0.99 of its own, whichever is less. */
static inline double courant_of(const wide_scheme *s, int dimensions)
{
    const double own = limit_of(s, dimensions), yee = 1 / sqrt(dimensions);
    return 0.99 * fmin(1, (s->time == WIDE_BACKWARD ? own : 0.97 * yee) / own);
}

static inline double noise(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return (double)*random * 0x1p-31 - 1;
}

/* Random cells of metal and plates of it on random faces of cells. */
static inline void scatter(char *text, size_t size, const int n[3], int blocks, int plates,
                           uint32_t random)
{
    size_t used = 0;
    for (int s = 0; s < blocks + plates; s++) {
        double lo[3], hi[3];
        const int flat = s < blocks ? 3 : s % (n[2] ? 3 : 2);
        for (int a = 0; a < 3; a++) {
            lo[a] = n[a] ? floor((noise(&random) + 1) / 2 * n[a]) : 0;
            hi[a] = lo[a] + (a == flat ? 0 : 1);
        }
        used += (size_t)snprintf(
            text + used, size - used,
            "[shape.s%d]\ntype = %s\nmaterial = pec\nfrom = %g, %g, %g m\nto = %g, %g, %g m\n",
            s, s < blocks ? "box" : "plate", lo[0], lo[1], lo[2], hi[0], hi[1], hi[2]);
    }
    ck_assert_uint_lt(used, size);
}

static inline void open_metal(lab *l, const wide_scheme *s, const int n[3], const char *mode,
                              const char *walls, const char *shapes)
{
    char cells[64], name[64];
    if (n[2])
        snprintf(cells, sizeof cells, "%d, %d, %d", n[0], n[1], n[2]);
    else
        snprintf(cells, sizeof cells, "%d, %d\ninvariant = z\nmode = %s", n[0], n[1], mode);
    lab_open(l,
             "[grid]\nspacing = 1 m\ncells = %s\n[run]\nscheme = %s\nsteps = 1000000\n"
             "precision = f64\ncourant = %.6f\n%s%s",
             cells, full_name(s, name), courant_of(s, n[2] ? 3 : 2), walls, shapes);
}

/* H across a PEC wall is 0 there. */
static bool across_wall(const yee_grid *g, int c, int64_t index)
{
    const int d = yee_direction(c);
    const int64_t *n = g->extent[c],
                  x[3] = {index / n[2] / n[1], index / n[2] % n[1], index % n[2]};
    return !yee_is_electric(c) && !g->axis[d].periodic && !g->axis[d].invariant &&
           ((x[d] == 0 && g->axis[d].face[0] == YEE_FACE_PEC) ||
            (x[d] == n[d] - 1 && g->axis[d].face[1] == YEE_FACE_PEC));
}

/* Noise of 1 V/m and as much of H. */
static inline void fill(lab *l, uint32_t random, bool electric, bool magnetic)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const bool on = yee_is_electric(c) ? electric : magnetic;
        if (!l->grid->active[c])
            continue;
        for (int64_t i = 0; i < yee_grid_points(l->grid, c); i++) {
            const yee_medium *m = &l->problem->medium[yee_problem_medium(l->problem, c, i)];
            l->field[c][i] =
                on && m->conductor == YEE_NOT_CONDUCTOR && !across_wall(l->grid, c, i)
                    ? noise(&random) / (yee_is_electric(c) ? 1 : YEE_ETA0)
                    : 0;
        }
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
}

static inline double largest(lab *l)
{
    yee_vitals v = {.size = sizeof v};
    ck_assert_int_eq(l->ops->vitals(l->plan, &v), YEE_OK);
    return v.finite ? v.electric : INFINITY;
}

static const char periodic_z[] =
    "[boundary.all]\ntype = pec\n[boundary.z]\ntype = periodic\nfaces = z\n";
static const char pmc_walls[] = "[boundary.all]\ntype = pec\n[boundary.x]\ntype = pmc\n"
                                "faces = x\n";

/* Frequencies are real and the time step is below the limit, so the energy norm of fields stays
 * within 1/sqrt(1 - 0.99^2) = 7.1 of where it started: of some 1000 values of 1 (mean square
 * 1/3) it is below 20, so no value passes 142. A growth of 1e-4 a step would be e^10. */
static inline void rest(const wide_scheme *s, const int n[3], const char *mode,
                        const char *walls, uint32_t random, int64_t steps)
{
    char shapes[8192];
    lab l;
    const int blocks = n[0] * n[1] * (n[2] ? n[2] : 1) / 40;
    scatter(shapes, sizeof shapes, n, blocks, blocks + 1, random);
    open_metal(&l, s, n, mode, walls, shapes);
    fill(&l, 3, true, true);
    lab_run(&l, steps);
    const double found = largest(&l);
    lab_close(&l);
    ck_assert_msg(found < 142, "%s: %g V/m", s->name, found);
}

#endif
