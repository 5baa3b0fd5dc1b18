/* tests/physics/highorder_inside.h: random metal and media inside the grid. */
#ifndef YEE_TESTS_HIGHORDER_INSIDE_H
#define YEE_TESTS_HIGHORDER_INSIDE_H

#include "highorder.h"

/* The part of its limit at which a scheme stays stable beside Yee's differences: 0.97 of Yee's
 * limit or 0.99 of its own, whichever is less. */
static inline double courant_of(const wide_scheme *s, int dimensions)
{
    const double own = limit_of(s, dimensions), yee = 1 / sqrt(dimensions);
    return 0.99 * fmin(1, (s->time == WIDE_BACKWARD ? own : 0.97 * yee) / own);
}

/* Random cells of the materials in turn (a list that ends with NULL), and plates of metal on
 * random faces of cells. */
static inline void scatter(char *text, size_t size, const int n[3], const char *const *material,
                           int blocks, int plates, uint32_t random)
{
    size_t used = 0;
    const char *const *of = material;
    for (int s = 0; s < blocks + plates; s++) {
        double lo[3], hi[3];
        const int flat = s < blocks ? 3 : s % (n[2] ? 3 : 2);
        for (int a = 0; a < 3; a++) {
            lo[a] = n[a] ? floor((noise(&random) + 1) / 2 * n[a]) : 0;
            hi[a] = lo[a] + (a == flat ? 0 : 1);
        }
        used += (size_t)snprintf(
            text + used, size - used,
            "[shape.s%d]\ntype = %s\nmaterial = %s\nfrom = %g, %g, %g m\nto = %g, %g, %g m\n",
            s, s < blocks ? "box" : "plate", s < blocks ? *of : "pec", lo[0], lo[1], lo[2],
            hi[0], hi[1], hi[2]);
        of = of[1] ? of + 1 : material;
    }
    ck_assert_uint_lt(used, size);
}

static const char *const only_metal[] = {"pec", NULL};
static const char *const two_media[] = {"glass", "core", "glass", NULL};
static const char *const poles_and_metal[] = {"water",   "pec",  "plasma", "crystal",
                                              "ferrite", "soil", NULL};
static const char *const losses_and_metal[] = {"clay", "pec", "glass", NULL};

/* Poles without a loss hide no growth; omega dt of plasma and crystal is about 0.5. */
static const char materials[] =
    "[material.glass]\ntype = dielectric\neps = 4\n"
    "[material.core]\ntype = dielectric\neps = 2.5\nmu = 2\n"
    "[material.clay]\ntype = dielectric\neps = 2.5\nsigma = 10 uS/m\n"
    "[material.soil]\ntype = dielectric\neps = 2\nsigma = 2 mS/m\nsigma_m = 20 Ohm/m\n"
    "[material.water]\ntype = debye\ndelta_eps = 3\ntau = 3 ns\n"
    "[material.plasma]\ntype = drude\nfp = 50 MHz\ngamma = 0 rad/s\n"
    "[material.ferrite]\ntype = lorentz\nmagnetic = yes\ndelta_eps = 2\nf0 = 40 MHz\n"
    "gamma = 0 rad/s\n"
    "[material.crystal]\ntype = lorentz\ndelta_eps = 2\nf0 = 50 MHz\ngamma = 0 rad/s\n";

static const char periodic_z[] =
    "[boundary.all]\ntype = pec\n[boundary.z]\ntype = periodic\nfaces = z\n";
static const char pmc_walls[] = "[boundary.all]\ntype = pec\n[boundary.x]\ntype = pmc\n"
                                "faces = x\n";
static const char pec_walls[] = "[boundary.all]\ntype = pec\n";

static inline void open_inside(lab *l, const wide_scheme *s, const int n[3], const char *mode,
                               double part, const char *walls, const char *shapes)
{
    char more[12000];
    ck_assert_int_lt(snprintf(more, sizeof more, "%s%s%s", walls, materials, shapes),
                     (int)sizeof more);
    open_part(l, s, n, mode, part, more);
}

/* Frequencies are real and the time step is below the limit, so the energy norm of fields stays
 * within 1/sqrt(1 - 0.99^2) = 7.1 of where it started: of some 1000 values of 1 (mean square
 * 1/3), with eps and mu up to 4, it is below 20 times 2, and smoothings (hodge44) weigh it by
 * 0.8 to 1.5: no value passes 400. Poles start empty and only take energy. A growth of 1e-3 a
 * step would be e^4 in 4000 steps, one of 1e-4 e^10 in 100000. */
static inline void rest(const wide_scheme *s, const int n[3], const char *mode,
                        const char *const *material, uint32_t random, int64_t steps)
{
    const bool metal = material != two_media;
    const int cells = n[0] * n[1] * (n[2] ? n[2] : 1), axes = dimensions_of(n);
    const int blocks = cells / (material == only_metal ? 40 : metal ? 10 : 4) + 1;
    const double above = limit_of(s, axes) * sqrt(axes); /* of Yee's */
    const double part = metal ? courant_of(s, axes) : above > 1.05 ? 0.95 : 0.99;
    char shapes[10000];
    lab l;
    scatter(shapes, sizeof shapes, n, material, blocks, metal ? cells / 40 + 1 : 0, random);
    open_inside(&l, s, n, mode, part, n[2] ? periodic_z : pec_walls, shapes);
    fill(&l, 3, true, true);
    const double found = largest(&l, steps);
    lab_close(&l);
    ck_assert_msg(found < 400, "%s: %g V/m", s->name, found);
}

#endif
