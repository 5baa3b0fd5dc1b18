/* bench/gpu/accuracy.c: what a wave costs that crosses a cube of so many wavelengths with a
 * phase error below a limit in every direction.
 *
 * Cells per wavelength and the part of the Courant limit are those that take the fewest cells
 * times steps, from each scheme's own dispersion relation: for the wave and all longer ones, or
 * for 10 % around the frequency that weights are made for. Then the cube is run once, whole, in
 * float32, and the relation itself is measured on the card with a wave in a periodic box. */
#include "bench.h"
#include "selftest/waves.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 30, PARTS = 8, PASSES = 16, SMALL = 8, WARM = 32 };
static const double limit = 1e-3, spacing = 1e-3;

typedef struct contender {
    const char *scheme;
    const char *measured; /* the scheme of the same relation that takes periodic boxes */
    bool designed;
} contender;

/* A way to run a contender. */
typedef struct way {
    double cells, part; /* per wavelength; of the Courant limit */
    double courant;     /* c dt/h */
} way;

/* A box of vacuum; periodic, or with perfect conductors around a dipole and a probe. */
static yee_status make(bench *b, const char *scheme, bool designed, const way *w,
                       const int cells[3], bool periodic, yee_model **model)
{
    char text[2048], keys[64] = "", inside[512] = "";
    if (designed)
        snprintf(keys, sizeof keys, "cells = %.17g\n", w->cells);
    if (!periodic)
        snprintf(inside, sizeof inside,
                 "[waveform.pulse]\ntype = ricker\nfrequency = 3 GHz\n[source.s]\n"
                 "type = dipole\nposition = %g mm, %g mm, %g mm\ndirection = z\n"
                 "current = 1 A\nwaveform = pulse\n[output.p]\ntype = probe\n"
                 "position = %g mm, %g mm, %g mm\n",
                 0.5 * cells[0], 0.5 * cells[1], 0.5 * cells[2], 0.7 * cells[0], 0.5 * cells[1],
                 0.5 * cells[2]);
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n[run]\nsteps = 100000000\n"
             "scheme = bench\ncourant = %.17g\n[scheme.bench]\ntype = %s\n%s"
             "[boundary.all]\ntype = %s\n%s",
             cells[0], cells[1], cells[2], w->part, scheme, keys, periodic ? "periodic" : "pec",
             inside);
    return yee_model_parse(b->session, "accuracy.ini", text, 0, NULL, model);
}

/* Largest relative error of the phase velocity over directions and the band. */
static double worst(const yee_model *m, const way *w, bool designed)
{
    enum { FREQUENCIES = 5, TURNS = 4 };
    double most = 0;
    for (int f = 0; f < FREQUENCIES; f++) {
        const double part = designed ? 0.9 + 0.05 * f : 1.0 / (1 << f);
        const double omega = part * 2 * YEE_PI * YEE_C0 / (w->cells * spacing);
        const yee_wave wave = {omega, omega / YEE_C0, 0, {spacing, spacing, spacing}};
        for (int i = 0; i <= TURNS; i++)
            for (int j = 0; j <= i; j++) { /* a cube has 48 such corners of the sphere */
                const double v[3] = {TURNS, i, j};
                const double r = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
                const double d[3] = {v[0] / r, v[1] / r, v[2] / r};
                const double k = yee_wave_number(m, &wave, d);
                most = fmax(most, isfinite(k) ? fabs(wave.beta / k - 1) : INFINITY);
            }
    }
    return most;
}

static yee_status error_of(bench *b, const contender *c, way *w, double *error)
{
    yee_model *m = NULL;
    const yee_status status =
        make(b, c->scheme, c->designed, w, (const int[3]){SMALL, SMALL, SMALL}, true, &m);
    if (!status) {
        *error = worst(m, w, c->designed);
        w->courant = YEE_C0 * yee_model_problem(m)->grid.dt / spacing;
    }
    yee_model_free(m);
    return status;
}

/* The way that takes the fewest cells times steps. */
static yee_status choose(bench *b, const contender *c, way *best)
{
    double least = INFINITY;
    for (int n = 1; n <= PARTS; n++) {
        double low = 2.5, high = 160, error = 0;
        way w = {high, n < PARTS ? (double)n / PARTS : 0.99, 0};
        for (int pass = 0; pass < PASSES; pass++) {
            w.cells = sqrt(low * high);
            const yee_status status = error_of(b, c, &w, &error);
            if (status)
                return status;
            *(error <= limit ? &high : &low) = w.cells;
        }
        w.cells = high;
        const yee_status status = error_of(b, c, &w, &error);
        if (status)
            return status;
        if (error <= limit && pow(w.cells, 4) / w.courant < least) {
            least = pow(w.cells, 4) / w.courant;
            *best = w;
        }
    }
    return YEE_OK;
}

/* omega of a wave along x, by bisection. */
static double solve(const yee_scheme_ops *ops, const void *config, double dt, double k)
{
    const double d[3] = {spacing, spacing, spacing}, v[3] = {k, 0, 0};
    double low = 0.8 * YEE_C0 * k, high = 1.2 * YEE_C0 * k;
    const double sign = ops->dispersion(config, d, dt, YEE_C0, low, v);
    for (int pass = 0; pass < 60; pass++) {
        const double middle = 0.5 * (low + high);
        *(ops->dispersion(config, d, dt, YEE_C0, middle, v) * sign > 0 ? &low : &high) = middle;
    }
    return low;
}

/* Relative error of the frequency of a wave along x, measured and by the relation. */
static yee_status measure(bench *b, const contender *c, const way *w, double got[2])
{
    enum { LONGEST = 100, ACROSS = 4, STEPS = 400 };
    static double wave[LONGEST * ACROSS * ACROSS], now[LONGEST * ACROSS * ACROSS];
    double a[STEPS] = {0}, up = 0, down = 0;
    int length = 0, waves = 1;
    for (int n = SMALL; n <= LONGEST; n++) { /* nearly as many cells a wave as the way has */
        const int m = (int)(n / w->cells);
        if (m > 0 && (length == 0 || n * waves < length * m)) {
            length = n;
            waves = m;
        }
    }
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    yee_status status = make(b, c->measured, c->designed, w,
                             (const int[3]){length, ACROSS, ACROSS}, true, &model);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status) {
        const int points = length * ACROSS * ACROSS;
        const void *config;
        void *plan;
        const yee_scheme_ops *ops = yee_simulation_scheme(s, &config, &plan);
        yee_simulation_quiet(s);
        const double k = 2 * YEE_PI * waves / (length * spacing);
        const double dt = yee_model_problem(model)->grid.dt;
        for (int n = 0; n < points; n++)
            wave[n] = cos(k * spacing * (n / (ACROSS * ACROSS)) + 0.3);
        status = ops->write(plan, YEE_EZ, wave);
        for (int t = 0; t < STEPS && !status; t++) {
            status = ops->read(plan, YEE_EZ, now);
            for (int n = 0; n < points; n++)
                a[t] += wave[n] * now[n] / points;
            if (!status)
                status = ops->run(plan, 1, NULL);
        }
        for (int t = 1; t + 1 < STEPS; t++) {
            up += a[t] * (a[t + 1] + a[t - 1]);
            down += 2 * a[t] * a[t];
        }
        got[0] = acos(up / down) / dt / (YEE_C0 * k) - 1;
        got[1] = solve(ops, config, dt, k) / (YEE_C0 * k) - 1;
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

/* The whole cube, once. */
static yee_status run(bench *b, const contender *c, const way *w, int cells, figure *f,
                      double *bytes)
{
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    yee_status status =
        make(b, c->scheme, c->designed, w, (const int[3]){cells, cells, cells}, false, &model);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status) {
        const void *config;
        runner r = {.simulation = NULL};
        yee_scheme_traits traits = {.size = sizeof traits};
        r.ops = yee_simulation_scheme(s, &config, &r.plan);
        yee_simulation_quiet(s);
        status = bench_fill(&r, &yee_model_problem(model)->grid);
        if (!status)
            status = r.ops->traits(config, &traits);
        if (!status)
            status = r.ops->run(r.plan, WARM, NULL);
        const double start = bench_now();
        if (!status)
            status = r.ops->run(r.plan, f->steps, NULL);
        f->rate = 1e-9 * pow(cells, 3) * (double)f->steps / (bench_now() - start);
        *bytes = traits.bytes_per_cell;
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

yee_status accuracy_row(bench *b)
{
    const bool designed = !strcmp(b->scheme, "cuda.ztc") || !strcmp(b->scheme, "cuda.fv24");
    const bool passes =
        !strcmp(b->scheme, "cuda.temporal"); /* not of periodic boxes of 4 cells */
    const contender c = {b->scheme, passes ? "cuda.split" : b->scheme, designed};
    way w = {.cells = 0};
    figure f = {.rate = 0};
    double axis[2] = {0, 0}, bytes = 0;
    yee_status status = choose(b, &c, &w);
    const int cells = (int)ceil(LENGTHS * w.cells);
    if (!status) {
        f.steps = (int64_t)ceil(LENGTHS * w.cells / w.courant);
        status = measure(b, &c, &w, axis);
    }
    if (!status)
        status = run(b, &c, &w, cells, &f, &bytes);
    if (status) {
        fprintf(stderr, "%s: %s\n", c.scheme, yee_session_error(b->session));
        return status;
    }
    const double all = 1e-9 * pow(cells, 3) * (double)f.steps;
    bench_row(b, c.scheme, "accuracy_1e-3", (const int[3]){cells, cells, cells}, "f32", bytes,
              &f);
    printf(
        "\nTime to accuracy: a cube of %d wavelengths, crossed once with at most %g of phase "
        "velocity error in any direction, %s; f32, PEC walls, one run. Axis: that error of a "
        "wave along x in a periodic box of about as many cells a wave, on the card and by "
        "the relation.\n\n"
        "| scheme | cells a wave | c dt/h | cells | steps | GB moved | seconds | Gcells/s | "
        "axis, card | relation |\n|---|---|---|---|---|---|---|---|---|---|\n"
        "| %s | %.2f | %.3f | %d^3 | %lld | %.1f | %.4g | %.1f | %.3e | %.3e |\n",
        LENGTHS, limit,
        designed ? "10 % around its frequency" : "for the wave and all longer ones", c.scheme,
        w.cells, w.courant, cells, (long long)f.steps, all * bytes, all / f.rate, f.rate,
        axis[0], axis[1]);
    fflush(stdout);
    /* in float32: sums over the box and 400 steps leave some 1e-7 */
    if (fabs(axis[0] - axis[1]) < 1e-5)
        return YEE_OK;
    fprintf(stderr, "%s: a wave on the card has not the scheme's relation\n", c.scheme);
    return YEE_INTERNAL;
}
