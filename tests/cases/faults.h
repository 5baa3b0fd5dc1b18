/* tests/cases/faults.h: ways in which a run leaves the physical range,
 * and what is said of it. */
#ifndef YEE_TESTS_FAULTS_H
#define YEE_TESTS_FAULTS_H

enum { N = 24 }; /* cells an axis */

/* A dipole in a box of metal. */
static const char diverging[] =
    "[run]\nsteps = 20000\nflush = 0 s\nforce = yes\nunsafe = yes\n"
    "[grid]\ncells = 24, 24, 24\nspacing = 1 mm\n"
    "[boundary.all]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian_derivative\nfrequency = 10 GHz\n"
    "[source.s]\ntype = dipole\nposition = 12, 12, 12.5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.rx]\ntype = probe\nposition = 6, 6, 6 mm\n"
    "[output.joule]\ntype = energy\nevery = 1\n";

static const char laser[] =
    "[material.laser]\ntype = lorentz\ndelta_eps = -0.5\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
    "[shape.rod]\ntype = box\nfrom = 3, 3, 3 mm\nto = 21, 21, 21 mm\nmaterial = laser\n";

#define PLAINLY "run.unsafe=yes"          /* as it is */
#define BROKEN "boundary.all.type=broken" /* of modules/ */

static const struct fault {
    const char *name, *extra, *set[2], *material, *cause;
    double growth, off; /* per step, 0: what the energies of the run say */
} faults[] = {
    /* The fastest mode of the cavity has E ~ g^n with g - 2 + 1/g = -(2 x)^2, that is
     * |g| = (x + sqrt(x^2 - 1))^2 with x = 1.05 cos(pi/2N) = 1.0478: 1.851. Its neighbours are
     * nearly as fast and have not died out after 100 steps. */
    {"a time step above the limit",
     "",
     {"run.courant=1.05", PLAINLY},
     "vacuum",
     "the time step is 1.05 of the stability limit; use courant = 0.99",
     1.851,
     0.02},
    {"a medium with gain",
     laser,
     {PLAINLY, PLAINLY},
     "laser",
     "the medium 'laser' gains energy; check its losses",
     0,
     0},
    {"a layer that squeezes",
     "",
     {BROKEN, "boundary.all.fault=squeezes"},
     "vacuum",
     "the absorbing layer at x- squeezes the cells (its kappa is below 1); check its boundary "
     "plugin 'broken'",
     0,
     0},
    {"a layer that amplifies",
     "",
     {BROKEN, "boundary.all.fault=amplifies"},
     "vacuum",
     "the absorbing layer at x- amplifies (its sigma or alpha is negative); check its boundary "
     "plugin 'broken'",
     0,
     0},
};
enum { FAULTS = sizeof faults / sizeof *faults };

#endif
