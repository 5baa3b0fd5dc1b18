/* tests/physics/test_impedance.c: what walls of a surface impedance send back.
 *
 * The E edge on the face is the middle of half a dual cell, of width h/2, and the sheet's
 * current Y E is taken by the trapezoidal rule, as media are: at omega its Y is that of
 * s' = (2j/dt) tan(omega dt/2), times cos(omega dt/2) (core/problem/media/section.c). With A of
 * the wave that comes and B of the one that goes back, both at the face, K = (2/h) sin(kh/2)
 * along the axis and Omega = (2/dt) sin(omega dt/2), Ampere's law there is, for E along the wall
 * with ky across (Ky alike),
 *
 *     j Omega (h/2) (eps - Ky^2/(mu Omega^2)) (A + B)
 *         = K/(mu Omega) (A e^{jkh/2} - B e^{-jkh/2}) - cos(omega dt/2) Y (A + B),
 *
 * the left bracket being K^2/(mu Omega^2), so that (A - B) cos(kh/2) K/(mu Omega) = cos(omega
 * dt/2) Y (A + B): the wall reflects as
 *
 *     B/A = (Z' - Zw)/(Z' + Zw),   Z' = 1/(Y(s') cos(omega dt/2)),   Zw = mu Omega/(K cos(kh/2)),
 *
 * exactly. With H along the wall Zw = K/(eps Omega cos(kh/2)) in the same way. For h -> 0 these
 * are eta/cos and eta cos of the angle. */
#include "line.h"

typedef double complex admittance(double complex s);

#define h1 1e-3

static double complex real100(double complex s) { return 1.0 / 100 + 0 * s; }
static double complex real1000(double complex s) { return 1.0 / 1000 + 0 * s; }
static double complex matched(double complex s) { return 1 / YEE_ETA0 + 0 * s; }
static double complex matched4(double complex s) { return 2 / YEE_ETA0 + 0 * s; }
static double complex inductive(double complex s) { return 1 / (50 + s * 2e-9); }
static double complex capacitive(double complex s) { return 1 / (100 + 1 / (s * 50e-15)); }
static double complex resonant(double complex s)
{
    return 1 / (40 + s * 4e-9 + 1 / (s * 60e-15));
}
static double complex tank(double complex s) { return 1.0 / 300 + s * 30e-15 + 1 / (s * 6e-9); }
static double complex condenser(double complex s) { return s * 40e-15; }
static double complex coil(double complex s) { return 1 / (s * 8e-9); }
static double complex electrons(double complex s) { return 5e-3 / (1 + s / 40e9); }

static const struct wall {
    const char *keys;
    admittance *y;
    double eps;
} walls[] = {
    {"impedance = 100 Ohm\n", real100, 1},
    {"impedance = 1000 Ohm\n", real1000, 1},
    {"matched = yes\n", matched, 1},
    {"matched = yes\n", matched4, 4},
    {"impedance = 100 Ohm\n", real100, 4},
    {"resistance = 50 Ohm\ninductance = 2 nH\n", inductive, 1},
    {"resistance = 100 Ohm\ncapacitance = 50 fF\n", capacitive, 1},
    {"resistance = 40 Ohm\ninductance = 4 nH\ncapacitance = 60 fF\n", resonant, 1},
    {"kind = parallel\nresistance = 300 Ohm\ninductance = 6 nH\ncapacitance = 30 fF\n", tank,
     1},
    {"capacitance = 40 fF\n", condenser, 1},
    {"inductance = 8 nH\n", coil, 1},
    {"conductivity = 5 mS\ncollision_rate = 40e9 1/s\n", electrons, 1},
};
enum { WALLS = sizeof walls / sizeof *walls };

/* A line along z as in line.h, of cells m times finer than h1: source, probe, wall, and nothing
 * from the other end in the run; with keys NULL the line goes on instead. end: a list of the
 * cells from the probe to the wall, NULL: as the others. */
enum { FAR = 270, TO_PROBE = 6, TO_WALL = 10, RANGE = 520 };

static trace run_line(double eps, const char *keys, int m, double courant, const char *end)
{
    const double h = h1 / m, wide = 1e4 * h;
    const int probe = m * (FAR + TO_PROBE), wall = keys ? probe + m * TO_WALL : 2 * m * FAR;
    char *z = end ? trace_text("%.17g mm x %d, %s", 1.0 / m, probe, end)
                  : trace_text("%.17g mm x %d", 1.0 / m, wall);
    char *ini = trace_text(
        "[grid]\nx = 1 m\ny = %.17g m\nz = %s\ninvariant = x\nmode = tm\n"
        "[run]\nsteps = %lld\ncourant = %.17g\nprecision = f64\nthreads = 1\n"
        "[material.m]\ntype = dielectric\neps = %g\n"
        "[shape.s]\ntype = box\nmaterial = m\nfrom = 0, 0, 0 m\nto = 1, %.17g, 10 m\n"
        "[boundary.sides]\ntype = periodic\nfaces = y\n"
        "[boundary.low]\ntype = pec\nfaces = z-\n[boundary.high]\ntype = %s\n%sfaces = z+\n"
        "[waveform.w]\ntype = gaussian_derivative\nfrequency = %.17g GHz\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1 A/m\nwaveform = w\n"
        "from = 0, 0, %.17g m\nto = 1, %.17g, %.17g m\n",
        wide, z, (long long)(RANGE * m / courant), courant, eps, wide,
        keys ? "impedance" : "pec", keys ? keys : "", 12 / sqrt(eps), m * FAR * h, wide,
        m * FAR * h);
    const trace_point point = {YEE_EX, 0, 0, probe};
    trace t = trace_run(ini, 1, &point);
    free(ini);
    free(z);
    return t;
}

static double warp(double omega, double dt) { return 2 / dt * tan(0.5 * omega * dt); }

/* B/A of the grid on a line. */
static double complex discrete(const struct wall *w, double h, double dt, double omega)
{
    const double complex phase = line_phase(w->eps, h, dt, omega);
    const double complex z = 1 / (w->y(I * warp(omega, dt)) * cos(0.5 * omega * dt));
    const double complex own = YEE_ETA0 / sqrt(w->eps) / ccos(0.5 * phase);
    return (z - own) / (z + own);
}

/* By runs with the wall and without: what comes back to the probe, with the phase to the wall
 * and back undone. */
static double complex measured(const trace *with, const trace *without, double complex phase,
                               double omega)
{
    const double complex in = trace_spectrum(without, 0, omega);
    return (trace_spectrum(with, 0, omega) - in) / in * cexp(2 * I * phase);
}

/* From 100 to 10 cells a wave. The pulse is 1e-9 of its peak where it begins, and the walls
 * have forgotten it to 1e-8 in the 200 cells of time that are left (the slowest, 4 nH over 417
 * Ohm, has 58 cells of time for a factor e^6). The spectrum at 3 GHz is a quarter of its peak. */
START_TEST(a_wall_reflects_as_the_grid_has_it)
{
    static const double courant[] = {0.99, 0.6};
    const struct wall *w = &walls[_i];
    for (int n = 0; n < 2; n++) {
        trace without = run_line(w->eps, NULL, 1, courant[n], NULL);
        trace with = run_line(w->eps, w->keys, 1, courant[n], NULL);
        for (double f = 3e9; f < 31e9; f += 3e9) {
            const double omega = 2 * YEE_PI * f / sqrt(w->eps);
            const double complex phase = line_phase(w->eps, h1, with.dt, omega) * TO_WALL;
            const double complex got = measured(&with, &without, phase, omega);
            const double complex want = discrete(w, h1, with.dt, omega);
            ck_assert_msg(cabs(got - want) < 2e-7, "%s at %g GHz: %g %+gj, not %g %+gj",
                          w->keys, 1e-9 * f, creal(got), cimag(got), creal(want), cimag(want));
        }
        free(without.value);
        free(with.value);
    }
}
END_TEST

/* Against the formula of the continuum. The reflection of the grid, above, has its error in Z':
 * d = (omega dt)^2/12 in s', (kh)^2/8 and (omega dt)^2/8 in the cosines; halved cells and steps
 * leave a quarter: slopes within 2.00 +- 0.03, which are what terms of the fourth order,
 * (kh)^2/12 = 0.01 of the second at 19 cells a wave, allow; of the matched wall, too, whose
 * formula is 0. */
START_TEST(a_wall_is_of_second_order)
{
    const struct wall *w = &walls[_i];
    const double omega = 2 * YEE_PI * 16e9 / sqrt(w->eps), courant = 0.5;
    const double complex z = 1 / w->y(I * omega), eta = YEE_ETA0 / sqrt(w->eps);
    double error[3];
    for (int n = 0; n < 3; n++) {
        const int m = 1 << n;
        trace without = run_line(w->eps, NULL, m, courant, NULL);
        trace with = run_line(w->eps, w->keys, m, courant, NULL);
        const double complex phase = line_phase(w->eps, h1 / m, with.dt, omega) * (TO_WALL * m);
        error[n] = cabs(measured(&with, &without, phase, omega) - (z - eta) / (z + eta));
        free(without.value);
        free(with.value);
    }
    for (int n = 1; n < 3; n++) {
        const double slope = log2(error[n - 1] / error[n]), room = n == 1 ? 0.06 : 0.015;
        ck_assert_msg(fabs(slope - 2) < room, "%s: errors %g, %g: slope %g", w->keys,
                      error[n - 1], error[n], slope);
    }
}
END_TEST

/* The half cell that counts is the last one's. Its own reflection, and those of the steps of
 * width, are of second order. */
START_TEST(a_wall_behind_graded_cells_is_of_second_order)
{
    const struct wall *w = &walls[_i];
    const double omega = 2 * YEE_PI * 16e9, courant = 0.9, widths[] = {1, 0.8, 0.5};
    const int counts[] = {3, 5, 6};
    const double complex z = 1 / w->y(I * omega);
    double error[3];
    for (int n = 0; n < 3; n++) {
        const int m = 1 << n;
        char *end = trace_text("%.17g mm x %d, %.17g mm x %d, %.17g mm x %d", widths[0] / m,
                               counts[0] * m, widths[1] / m, counts[1] * m, widths[2] / m,
                               counts[2] * m);
        trace with = run_line(1, w->keys, m, courant, end);
        trace without =
            run_line(1, NULL, m, courant * with.dt * YEE_C0 / (courant * h1 / m), NULL);
        double complex phase = 0;
        for (int q = 0; q < 3; q++)
            phase += counts[q] * m * line_phase(1, widths[q] * h1 / m, with.dt, omega);
        /* the limit knows the wide cells across, too: (h/wide)^2/2 */
        ck_assert_double_eq_tol(with.dt, without.dt, 1e-8 * with.dt);
        error[n] =
            cabs(measured(&with, &without, phase, omega) - (z - YEE_ETA0) / (z + YEE_ETA0));
        free(without.value);
        free(with.value);
        free(end);
    }
    for (int n = 1; n < 3; n++) {
        const double slope = log2(error[n - 1] / error[n]);
        ck_assert_msg(fabs(slope - 2) < 0.1, "%s: errors %g, %g: slope %g", w->keys,
                      error[n - 1], error[n], slope);
    }
}
END_TEST

/* ---- oblique ---- */

/* A mode between metal plates, M cells apart, is two waves under an angle whose sine is
 * Ky/(Omega/c): with E along z, dipoles on the nodes between with the sine of the mode; with H
 * along z, dipoles along y on the edges across with its cosine. */
enum { M = 8, OBLIQUE = 430, GUIDE = 20 };

static trace run_guide(bool te, const char *keys)
{
    const int probe = OBLIQUE + 4, cells = keys ? OBLIQUE + GUIDE : 2 * OBLIQUE;
    char *sources = trace_text("\n");
    for (int j = te ? 0 : 1; j < M; j++) {
        const double y = te ? j + 0.5 : j,
                     weight = te ? cos(YEE_PI * y / M) : sin(YEE_PI * y / M);
        char *more = trace_text("%s[source.s%d]\ntype = dipole\ndirection = %c\n"
                                "position = %d, %g, 0.5 mm\ncurrent = %.17g A\nwaveform = w\n",
                                sources, j, te ? 'y' : 'z', OBLIQUE, y, weight);
        free(sources);
        sources = more;
    }
    char *ini = trace_text(
        "[grid]\ncells = %d, %d, 1\nspacing = 1 mm\ninvariant = z\nmode = %s\n"
        "[run]\nsteps = 1000\ncourant = 0.95\nprecision = f64\nthreads = 1\n"
        "[boundary.all]\ntype = pec\n[boundary.wall]\ntype = %s\n%sfaces = x+\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 28 GHz\nbandwidth = 8.5 GHz\n%s",
        cells, M, te ? "te" : "tm", keys ? "impedance" : "pec", keys ? keys : "", sources);
    const trace_point point = {te ? YEE_EY : YEE_EZ, probe, te ? 0 : M / 2, 0};
    trace t = trace_run(ini, 1, &point);
    free(ini);
    free(sources);
    return t;
}

/* Cells of 1/11 wave at angles from 48 to 37 degrees. The spectrum at the cut-off, 18.7 GHz,
 * where waves stay for ever, is exp(-(9.3/1.4)^2/2) = 3e-10 of its peak; at 25 and 31 GHz a
 * tenth. */
START_TEST(a_wall_reflects_oblique_waves_of_both_polarisations)
{
    const struct wall *w = &walls[_i / 2];
    if (w->eps != 1)
        return; /* the guide is empty */
    const bool te = _i % 2;
    const double dispersion = 2 / h1 * sin(YEE_PI / M / 2);
    trace without = run_guide(te, NULL), with = run_guide(te, w->keys);
    for (double f = 25e9; f < 31.1e9; f += 1e9) {
        const double omega = 2 * YEE_PI * f, dt = with.dt;
        const double time = 2 / dt * sin(0.5 * omega * dt), k0 = time / YEE_C0;
        const double along = sqrt(k0 * k0 - dispersion * dispersion);
        const double phase = 2 * asin(0.5 * along * h1); /* of a cell */
        const double own = YEE_ETA0 * (te ? along / k0 : k0 / along) / cos(0.5 * phase);
        const double complex z = 1 / (w->y(I * warp(omega, dt)) * cos(0.5 * omega * dt));
        const double complex want = (z - own) / (z + own);
        const double complex got = measured(&with, &without, phase * (GUIDE - 4), omega);
        ck_assert_msg(cabs(got - want) < 2e-7, "%s, %s at %g GHz: %g %+gj, not %g %+gj",
                      w->keys, te ? "te" : "tm", 1e-9 * f, creal(got), cimag(got), creal(want),
                      cimag(want));
        /* and what the book says, to (kh)^2/8 of 11 cells a wave and as much in time */
        const double cosine = cos(asin(YEE_PI / M / h1 * YEE_C0 / omega));
        const double complex zw = YEE_ETA0 * (te ? cosine : 1 / cosine);
        const double complex book = (1 / w->y(I * omega) - zw) / (1 / w->y(I * omega) + zw);
        ck_assert_double_lt(cabs(got - book), 0.08);
    }
    free(without.value);
    free(with.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("impedance");
    TCase *tcase = tcase_create("impedance");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_wall_reflects_as_the_grid_has_it, 0, WALLS);
    tcase_add_loop_test(tcase, a_wall_is_of_second_order, 0, WALLS);
    tcase_add_loop_test(tcase, a_wall_behind_graded_cells_is_of_second_order, 0, 3);
    tcase_add_loop_test(tcase, a_wall_reflects_oblique_waves_of_both_polarisations, 0,
                        2 * WALLS);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
