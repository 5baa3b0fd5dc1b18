/* core/cli/check/scheme/waves.c: in a periodic box a wave has the frequency that dispersion() says,
 * noise does not grow, and one step reaches as far as traits() says. */
#include "bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOX = 12, POINTS = BOX * BOX * BOX, SETTLE = 120, FIT = 60 };
enum { STEPS = SETTLE + FIT };

static const char box_text[] = "[grid]\nspacing = 1 mm\ncells = 12, 12, 12\n"
                               "[run]\nsteps = 1000000\n[boundary.all]\ntype = periodic\n";

static double residual(const bench *b, const double k[3], double omega)
{
    const yee_scheme_ops *ops = b->own->plugin->ops;
    const double d[3] = {1e-3, 1e-3, 1e-3};
    return BENCH_CALL(b->own, ops, dispersion, b->own->config, d, b->problem.grid.dt, YEE_C0,
                      omega, k);
}

/* The root of dispersion() between half and twice c k; NaN: none. */
static double frequency_of(const bench *b, const double k[3])
{
    const double exact = YEE_C0 * sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
    double low = 0.5 * exact, high = fmin(2 * exact, YEE_PI / b->problem.grid.dt);
    const double first = residual(b, k, low);
    if (!(first * residual(b, k, high) < 0))
        return NAN;
    for (int pass = 0; pass < 60; pass++) {
        const double middle = 0.5 * (low + high);
        *(first * residual(b, k, middle) > 0 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

/* omega dt of a(n) = A r^n cos(n omega dt + phase) + constant, the part of the wave that is
 * static, by least squares: a(n+1) - 2 a(n) + a(n-1) = u a(n) + w + v (a(n) - a(n-1)) with
 * r^2 = 1 + v and 2 r cos(omega dt) = 2 + u + v. Without fading v is 0. */
static double angle_of(const double *a, int count, bool fades)
{
    double m[3][4] = {{0}};
    const int unknowns = fades ? 3 : 2;
    for (int n = 1; n + 1 < count; n++) {
        const double x[4] = {a[n], 1, fades ? a[n] - a[n - 1] : 0,
                             a[n + 1] - 2 * a[n] + a[n - 1]};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                m[r][c] += x[r] * x[c];
    }
    for (int c = 0; c < unknowns; c++)
        for (int r = 0; r < unknowns; r++)
            if (r != c) {
                const double f = m[r][c] / m[c][c];
                for (int k = 0; k < 4; k++)
                    m[r][k] -= f * m[c][k];
            }
    const double u = m[0][3] / m[0][0], v = fades ? m[2][3] / m[2][2] : 0;
    return acos((2 + u + v) / (2 * sqrt(1 + v)));
}

/* Writes a wave into E, of a polarisation that is normal to no mode and a phase that no
 * symmetry favours; follows the part of it that stays in Ez. */
static bool follow(bench *b, const int mode[3], int steps, double *amplitude)
{
    trial t;
    double wave[POINTS], norm = 0;
    bool ok = trial_open(&t, b, b->own, 0) && trial_read(&t);
    for (int c = YEE_EX; ok && c <= YEE_EZ; c++) {
        for (int n = 0; n < POINTS; n++) {
            const int x[3] = {n / BOX / BOX, n / BOX % BOX, n % BOX};
            double phase = 0.3;
            for (int a = 0; a < 3; a++)
                phase += 2 * YEE_PI / BOX * mode[a] * (x[a] + 0.5 * yee_half(c, a));
            wave[n] = cos(phase) * (c == YEE_EX ? 0.5 : c == YEE_EY ? -0.7 : 1);
        }
        ok = bench_ok(b, "write()", TRIAL_CALL(&t, write, t.plan, c, wave));
    }
    for (int n = 0; n < POINTS; n++)
        norm += wave[n] * wave[n];
    for (int s = 0; ok && s < steps; s++) {
        ok = trial_read(&t) && bench_ok(b, "run()", TRIAL_CALL(&t, run, t.plan, 1, NULL));
        const double *ez = t.field + trial_offset(&b->problem.grid, YEE_EZ);
        amplitude[s] = 0;
        for (int n = 0; ok && n < POINTS; n++)
            amplitude[s] += wave[n] * ez[n] / norm;
    }
    trial_close(&t);
    return ok;
}

/* Steps in time of several levels that start from one have other roots too, which are gone after
 * SETTLE steps. Every step rounds the amplitude by epsilon at most, relative to the largest of
 * 1, and the fit divides the second difference's error by 2 sin(omega dt), about 1/2 here: 2
 * epsilon for each of the STEPS steps if all had one sign. */
static void check_angle(bench *b, const int mode[3], double *worst)
{
    const bool fades = YEE_HAS((const yee_scheme_ops *)b->own->plugin->ops, time_stencil);
    const double bound =
        b->problem.precision == YEE_F64 ? 2 * STEPS * 0x1p-52 : 2 * STEPS * 0x1p-23;
    double amplitude[STEPS], k[3];
    for (int a = 0; a < 3; a++)
        k[a] = 2 * YEE_PI * mode[a] / (BOX * 1e-3);
    const double want = frequency_of(b, k) * b->problem.grid.dt;
    if (isnan(want)) {
        bench_fail(b, "dispersion() has no root for a wave of %d, %d, %d periods in %d cells",
                   mode[0], mode[1], mode[2], BOX);
        return;
    }
    const int from = fades ? SETTLE : 0;
    if (!follow(b, mode, from + FIT, amplitude))
        return;
    const double got = angle_of(amplitude + from, FIT, fades);
    *worst = fmax(*worst, fabs(got - want));
    if (!(fabs(got - want) <= bound))
        bench_fail(b,
                   "dispersion() says omega dt = %.12g for a wave of %d, %d, %d periods in %d "
                   "cells; run() has %.12g",
                   want, mode[0], mode[1], mode[2], BOX, got);
}

/* One value in Ez, one step. */
static void check_reach(bench *b, int radius)
{
    const int middle[3] = {BOX / 2, BOX / 2, BOX / 2};
    trial t;
    double wave[POINTS] = {0};
    wave[(middle[0] * BOX + middle[1]) * BOX + middle[2]] = 1;
    bool ok = trial_open(&t, b, b->own, 0) &&
              bench_ok(b, "write()", TRIAL_CALL(&t, write, t.plan, YEE_EZ, wave)) &&
              bench_ok(b, "run()", TRIAL_CALL(&t, run, t.plan, 1, NULL)) && trial_read(&t);
    for (int c = YEE_HX; ok && c <= YEE_HZ; c++)
        for (int n = 0; ok && n < POINTS; n++) {
            const int x[3] = {n / BOX / BOX, n / BOX % BOX, n % BOX};
            double far = 0;
            for (int a = 0; a < 3; a++)
                far = fmax(far, fabs(x[a] + 0.5 * yee_half(c, a) - middle[a] -
                                     0.5 * yee_half(YEE_EZ, a)));
            ok = far <= radius || t.field[trial_offset(&b->problem.grid, c) + (size_t)n] == 0;
            if (!ok)
                bench_fail(b,
                           "traits() says a radius of %d; H of the first step has a value %g "
                           "cells from the only one of E",
                           radius, far);
        }
    trial_close(&t);
}

/* Noise holds every wave that the grid carries. Without growth its energy, at 0.99 of the limit,
 * stays within that of E and H exchanging, some 1/(1 - 0.99^2) = 50; beyond it the fastest grows
 * by some 10 % a step. */
static void check_growth(bench *b)
{
    trial t;
    double wave[POINTS], largest = 0;
    uint32_t seed = 7;
    bool ok = trial_open(&t, b, b->own, 0);
    for (int c = YEE_EX; ok && c <= YEE_EZ; c++) {
        for (int n = 0; n < POINTS; n++) {
            seed = seed * 1664525u + 1013904223u;
            wave[n] = ((int)(seed >> 20) - 2047.5) / 2048;
        }
        ok = bench_ok(b, "write()", TRIAL_CALL(&t, write, t.plan, c, wave));
    }
    ok = ok && bench_ok(b, "run()", TRIAL_CALL(&t, run, t.plan, 2 * STEPS, NULL)) &&
         trial_read(&t);
    for (size_t i = 0; ok && i < trial_offset(&b->problem.grid, YEE_HX); i++)
        largest = fabs(t.field[i]) <= largest ? largest : fabs(t.field[i]); /* NaN, too */
    if (ok && !(largest < 100))
        bench_fail(b,
                   "courant() gives a limit of which 0.99 lets noise of 1 V/m grow to %g V/m "
                   "in %d steps",
                   largest, 2 * STEPS);
    trial_close(&t);
}

/* -- stencil() and time_stencil() -- */

/* A difference of a field that grows by 1 a cell is 1; weights for one frequency miss that by
 * what their cells miss at it, a few per cent. */
static void check_stencil(bench *b)
{
    const yee_scheme_ops *ops = b->own->plugin->ops;
    static const double times[YEE_ACROSS] = {1, 2, 2, 4};
    for (int n = 0; n < 18 && YEE_HAS(ops, stencil); n++) {
        const int a = n / 2 % 3, d = n / 6;
        double w[YEE_PAIRS][YEE_ACROSS] = {{0}}, sum = 0;
        if (a == d)
            continue;
        const int pairs = BENCH_CALL(b->own, ops, stencil, b->own->config, &b->problem.grid,
                                     YEE_C0, n % 2, a, d, w);
        for (int p = 0; p < YEE_PAIRS; p++)
            for (int q = 0; q < YEE_ACROSS; q++)
                sum += (2 * p + 1) * times[q] * w[p][q];
        if (pairs < 0 || pairs > YEE_PAIRS)
            bench_fail(b, "stencil() has %d pairs; 0 to %d are right", pairs, YEE_PAIRS);
        else if (pairs && !(fabs(sum - 1) <= 0.1))
            bench_fail(b,
                       "stencil() makes a difference of %g where the field grows by 1 a cell "
                       "(axis %d, component along %d)",
                       sum, a, d);
    }
}

/* dF/dt of a line is its slope, and means keep a constant. */
static void check_time_stencil(bench *b)
{
    const yee_scheme_ops *ops = b->own->plugin->ops;
    double rate[YEE_TIME_LEVELS] = {1, -1}, mean[YEE_TIME_LEVELS] = {0.5, 0.5};
    double rest = 0, slope = 0, whole = 0;
    if (YEE_HAS(ops, time_stencil))
        BENCH_CALL_VOID(b->own, ops, time_stencil, b->own->config, rate, mean);
    for (int n = 0; n < YEE_TIME_LEVELS; n++) {
        rest += rate[n];
        slope += rate[n] * (0.5 - n);
        whole += mean[n];
    }
    if (!(fabs(rest) <= 1e-12 && fabs(slope - 1) <= 1e-12 && fabs(whole - 1) <= 1e-12))
        bench_fail(b,
                   "time_stencil() has rates whose sum is %g and slope %g, and means of %g; "
                   "0, 1 and 1 are right",
                   rest, slope, whole);
}

void check_differences(check *c, const yee_instance *sample, bool f64)
{
    bench b;
    const yee_status status = bench_parse(c, sample, "a periodic box", box_text, f64, &b);
    if (status != YEE_DECLINED && bench_ok(&b, "the model", status)) {
        check_stencil(&b);
        check_time_stencil(&b);
    }
    bench_close(&b);
}

void check_waves(check *c, const yee_instance *sample, bool f64,
                 const yee_scheme_traits *traits)
{
    static const int mode[][3] = {{1, 0, 0}, {0, 2, 1}, {1, 1, 2}};
    double worst = 0;
    bench b;
    const yee_status status =
        bench_parse(c, sample, "waves in a periodic box", box_text, f64, &b);
    if (status == YEE_DECLINED || (!status && bench_plan(&b) == YEE_DECLINED)) {
        check_skip(c, "%s: declined: %s", b.name, yee_session_error(c->session));
        bench_close(&b);
        return;
    }
    if (bench_ok(&b, "the model", status))
        check_reach(&b, traits->radius);
    if (!b.failed)
        check_growth(&b);
    for (size_t n = 0; n < sizeof mode / sizeof *mode && !b.failed; n++)
        check_angle(&b, mode[n], &worst);
    if (!b.failed)
        check_judge(c, true, "%s: omega dt as dispersion() says, to %.2g", b.name, worst);
    bench_close(&b);
}
