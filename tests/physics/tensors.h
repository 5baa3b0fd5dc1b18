/* tests/physics/tensors.h: random models with average = tensor beside all that keeps the mean by
 * normal. */
#ifndef YEE_TESTS_TENSORS_H
#define YEE_TESTS_TENSORS_H

#include "lab.h"

typedef struct writer {
    char text[12000];
    size_t length;
} writer;

static inline void say(writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void say(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, args);
    va_end(args);
    ck_assert(n >= 0 && w->length + (size_t)n < sizeof w->text);
    w->length += (size_t)n;
}

static inline double between(double low, double high)
{
    return low + (high - low) * ((double)rand() / RAND_MAX);
}

/* Media that keep the mean by normal, or are more than an edge's medium. */
static const char *const others[] = {
    "type = debye\neps_inf = 2\ndelta_eps = 6\ntau = 6 ps\n",
    "type = drude\neps_inf = 1.5\nfp = 40 GHz\ngamma_hz = 2 GHz\n",
    "type = lorentz\neps_inf = 2\ndelta_eps = 2\nf0 = 30 GHz\ngamma_hz = 1 GHz\n",
    "type = dielectric\neps = 5\nsigma = 0.2 S/m\n",
    "type = dielectric\neps = 2, 3, 5\n",
    "type = tensor\neps = 6, 2\naxis = 1, 2, 3\n",
    "type = magnetised_plasma\nfp = 30 GHz\ngamma_hz = 1 GHz\nmagnetic_field = 0, 0, 1 T\n",
    "type = kerr\neps = 3\nchi3 = 1e-12 m^2/V^2\nform = conserving\n",
    "type = pec\n",
    "type = dielectric\neps = 2\nmu = 3\n",
};
enum { OTHERS = sizeof others / sizeof *others };

enum { PEC = 8 };

/* Metal lies where no source is. */
static inline void say_object(writer *w, int n, bool flat, bool metal)
{
    if (metal) {
        say(w,
            "[shape.s%d]\nmaterial = m%d\ntype = box\nfrom = 9, 8, 3 mm\nto = 12, 11, 9 mm\n",
            n, n);
        return;
    }
    const double at[3] = {between(2, 12), between(2, 12), between(2, 12)};
    const double r = between(1.5, 5);
    say(w, "[shape.s%d]\nmaterial = m%d\naverage = tensor\n", n, n);
    if (!flat && rand() % 2)
        say(w, "type = sphere\ncenter = %g, %g, %g mm\nradius = %g mm\n", at[0], at[1], at[2],
            r);
    else
        say(w, "type = cylinder\nfrom = %g, %g, -90 mm\nto = %g, %g, 90 mm\nradius = %g mm\n",
            at[0], at[1], flat ? at[0] : at[2], flat ? at[1] : at[0], r);
}

/* A model without a source of energy: bodies of eps 1 to 100 with tensors, others beside them. */
static inline void random_model(writer *w, int seed, int steps, const char *scheme, int threads)
{
    static const char *const walls[] = {"type = cpml\ncells = 4\n", "type = periodic\n",
                                        "type = pec\n", "type = pmc\n",
                                        "type = absorber\ncells = 5\n"};
    srand((unsigned)seed + 1); /* 0 is as 1 */
    const bool flat = seed % 3 == 2, graded = rand() % 2;
    const char *x = graded ? "1 mm x 5, 0.6 mm x 6, 1.2 mm x 4" : "1 mm x 15";
    say(w, "[grid]\nx = %s\ny = 1 mm x 14\n", x);
    say(w, flat ? "invariant = z\nmode = te\n" : "z = 0.9 mm x 15\n");
    say(w, "[run]\nsteps = %d\nthreads = %d\nscheme = %s\nprecision = f64\n", steps, threads,
        scheme);
    say(w, "[boundary.all]\n%s", walls[rand() % 5]);
    const int bodies = 1 + rand() % 3, beside = rand() % 4;
    for (int n = 0; n < bodies + beside; n++) {
        int own = rand() % OTHERS;
        if (flat && (own == 5 || own == 6)) /* what couples Ez to the plane's E */
            own = 0;
        if (n < bodies)
            say(w, "[material.m%d]\ntype = dielectric\neps = %g\n", n,
                n ? pow(10, between(0, 2)) : 100);
        else
            say(w, "[material.m%d]\n%s", n, others[own]);
        say_object(w, n, flat, n >= bodies && own == PEC);
    }
    if (rand() % 2)
        say(w,
            "[source.l]\ntype = lumped\nkind = parallel\nnegative = 5, 6, %g mm\npositive = "
            "5, 7, %g mm\nresistance = 80 Ohm\ncapacitance = 0.1 pF\n",
            flat ? 0 : 6.3, flat ? 0 : 6.3);
    say(w,
        "[waveform.w]\ntype = ricker\nfrequency = 40 GHz\n[source.s]\ntype = dipole\n"
        "position = 6.5, 7.3, %g mm\ndirection = 1, 0.7, %d\ncurrent = 1 A\nwaveform = w\n",
        flat ? 0 : 6.8, !flat);
}

/* The largest E, V/m; infinite where some is no number. */
static inline double strongest(lab *l)
{
    double most = 0;
    for (int c = 0; c < 3; c++) {
        const int64_t points = l->grid->active[c] ? yee_grid_points(l->grid, c) : 0;
        const double *e = points ? lab_read(l, c) : NULL;
        for (int64_t n = 0; n < points; n++)
            most = isfinite(e[n]) ? fmax(most, fabs(e[n])) : (double)INFINITY;
    }
    return most;
}

#endif
