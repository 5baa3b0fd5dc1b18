/* tests/physics/test_nonlinear.c: a plane wave in media with chi3 and chi2, and its energy.
 *
 * Waves that run one way in an instantaneous medium are simple waves: a value E travels with the
 * speed of its own, c/n(E), n^2 = dD/(eps0 dE) = eps + 3 chi3 E^2 or eps + 2 chi2 E (G. B.
 * Whitham, Linear and Nonlinear Waves, sec. 2.1 and 5.1, for D(E)). Where E(0, t) = f(t) is known,
 * E is f(s) a length L further at t = s + L n(f(s))/c, until a shock forms. */
#include "trace.h"

#define WAVELENGTH 1e-6 /* m, in vacuum */
#define EPS 2.25
#define STRENGTH 0.02 /* chi3 A^2 or chi2 A, A the field of the wave */
/* Vacuum wavelengths between the probes, and from the source to the first one. */
enum { LENGTH = 2, LEAD = 1 };
enum { RAMP = 3 }; /* periods */

/* A medium and the order of the harmonic that it makes first. */
typedef struct medium {
    const char *name, *text;
    int order;
    double bend; /* second derivative of D/eps0 is bend E^(order - 2) = 2 n n' */
} medium;

static const medium kerr = {"kerr", "type = kerr\nchi3 = 0.02 m^2/V^2\n", 3, 6 * STRENGTH};
static const medium conserving = {"kerr, conserving",
                                  "type = kerr\nchi3 = 0.02 m^2/V^2\nform = conserving\n", 3,
                                  6 * STRENGTH};
static const medium chi2 = {"chi2", "type = chi2\nchi2 = 0.02 m/V\naxis = x\n", 2,
                            2 * STRENGTH};
/* Without a late part it is the Kerr medium. */
static const medium raman = {"raman", "type = raman\nchi3 = 0.02 m^2/V^2\nfraction = 0\n", 3,
                             6 * STRENGTH};

/* The wave at steps of the wavelength/`cells`/c, `cells` a period, over its last period:
 * harmonics 1 and `order` at the second probe, and what the simple wave makes of the first one's. */
typedef struct harmonics {
    double complex run[2], exact[2];
} harmonics;

static char *text_of(int cells, const medium *m)
{
    const double d = WAVELENGTH / cells, n = 1.5;
    const int source = cells / 6, front = source + cells * LEAD, back = front + cells * LENGTH;
    const int steps = (int)(cells * (n * (LEAD + LENGTH) + RAMP + 6));
    const int beyond = (int)(steps / n) / 2 + back / 2 + 4;
    /* The sheet J is a quarter of a wavelength in front of the wall, which doubles its wave:
     * A = eta0 J/n = 1 V/m. */
    return trace_text("[grid]\ncells = 1, 1, %d\nspacing = %.17g m\ninvariant = y\nmode = te\n"
                      "background = core\n"
                      "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
                      "[boundary.sides]\ntype = periodic\nfaces = x\n"
                      "[boundary.ends]\ntype = pec\nfaces = z\n"
                      "[material.core]\neps = %g\n%s"
                      "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = %d\n"
                      "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = %.17g A/m\n"
                      "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, 0, %.17g m\n",
                      beyond + steps / 3, d, steps, d / YEE_C0, EPS, m->text,
                      YEE_C0 / WAVELENGTH, RAMP, n / YEE_ETA0, d * source, d, d * source);
}

/* Harmonic m of the simple wave that E(t), one period of so many samples, becomes after L. */
static double complex travelled(const medium *of, const double *e, int samples, double length,
                                int m)
{
    enum { FINE = 4096 };
    double complex mode[40] = {0}, sum = 0;
    const double period = WAVELENGTH / YEE_C0, omega = 2 * YEE_PI / period;
    const int modes = samples / 2 < 40 ? samples / 2 : 40;
    for (int q = 0; q < modes; q++)
        for (int n = 0; n < samples; n++)
            mode[q] += e[n] * cexp(-2 * YEE_PI * I * (double)(q * n) / samples) / samples;
    for (int n = 0; n < FINE; n++) {
        const double s = period * n / FINE;
        double f = creal(mode[0]), rise = 0;
        for (int q = 1; q < modes; q++) {
            const double complex turn = mode[q] * cexp((double)q * omega * s * I);
            f += 2 * creal(turn);
            rise += 2 * creal((double)q * omega * turn * I);
        }
        const double bend = of->order == 3 ? of->bend * f : of->bend;
        const double index = sqrt(EPS + bend * f / (of->order - 1));
        const double slower = length / YEE_C0 * bend / (2 * index);
        sum += f * (1 + slower * rise) *
               cexp(-(double)m * omega * (s + length / YEE_C0 * index) * I);
    }
    return 2 * sum / FINE;
}

static harmonics measure(int cells, const medium *of)
{
    char *ini = text_of(cells, of);
    const int source = cells / 6, front = source + cells * LEAD, back = front + cells * LENGTH;
    const trace_point point[2] = {{YEE_EX, 0, 0, front}, {YEE_EX, 0, 0, back}};
    trace t = trace_run(ini, 2, point);
    harmonics h = {{0}, {0}};
    double *first = malloc((size_t)cells * sizeof *first);
    ck_assert_ptr_nonnull(first);
    for (int n = 0; n < cells; n++)
        first[n] = t.value[2 * (t.steps - cells + n)];
    for (int m = 0; m < 2; m++) {
        const int order = m ? of->order : 1;
        for (int n = 0; n < cells; n++)
            h.run[m] += 2.0 / cells * t.value[2 * (t.steps - cells + n) + 1] *
                        cexp(-2 * YEE_PI * I * (double)(order * n) / cells);
        h.exact[m] = travelled(of, first, cells, LENGTH * WAVELENGTH, order);
    }
    free(first);
    free(t.value);
    free(ini);
    return h;
}

/* The phase of the fundamental against the exact one less that of a weak wave, whose wave
 * number in the grid is 2/d asin(n sin(w dt/2)) with c dt = d. */
static double phase_error(const harmonics *h, int cells)
{
    const double d = WAVELENGTH / cells, k = 2 * YEE_PI * 1.5 / WAVELENGTH;
    const double grid = 2 / d * asin(1.5 * sin(YEE_PI / cells));
    return carg(h->run[0] / h->exact[0]) + (grid - k) * LENGTH * WAVELENGTH;
}

/* After two wavelengths the phase of the nonlinear index is 3/8 chi3 A^2 w L/(n c) = 0.063 and
 * the third harmonic 0.06, and as much of half the way to the first probe (their growth is
 * linear). The grid's errors are of second order: that of half the cells is a quarter, and 4/3 fine - 1/3 coarse is left with the next order, of
 * relative size (k3 d)^4/80, k3 the third harmonic's wave number: with 96 and 192 cells in
 * vacuum 96/(3*1.5) = 21 a wavelength, (2 pi/21)^4/80 = 1e-4, of the third harmonic 9e-6; half
 * of the fifth, which takes part in it, has as much again. */
static void waves(const medium *m)
{
    const harmonics coarse = measure(96, m), fine = measure(192, m);
    const double phase[2] = {phase_error(&coarse, 96), phase_error(&fine, 192)};
    const double second[2] = {cabs(coarse.run[1]) - cabs(coarse.exact[1]),
                              cabs(fine.run[1]) - cabs(fine.exact[1])};
    const double limit = 2e-5;
    printf("%s: phase off by %.2e, %.2e rad, together %.1e; harmonic %d %.6f, off by %.2e, "
           "%.2e, together %.1e (limit %.0e)\n",
           m->name, phase[0], phase[1], (4 * phase[1] - phase[0]) / 3, m->order,
           cabs(fine.exact[1]), second[0], second[1], (4 * second[1] - second[0]) / 3, limit);
    ck_assert_double_ge(cabs(fine.exact[1]), 0.04);
    ck_assert_double_le(fabs(4 * phase[1] - phase[0]) / 3, limit);
    ck_assert_double_le(fabs(4 * second[1] - second[0]) / 3, limit);
}

START_TEST(a_wave_in_a_kerr_medium_is_the_simple_wave) { waves(&kerr); }
END_TEST

START_TEST(the_conserving_form_makes_the_simple_wave_too) { waves(&conserving); }
END_TEST

START_TEST(a_wave_in_a_chi2_medium_is_the_simple_wave) { waves(&chi2); }
END_TEST

START_TEST(a_raman_medium_without_its_late_part_is_a_kerr_medium) { waves(&raman); }
END_TEST

/* Between two walls, once the source is silent: what E, H and the law hold together is kept by
 * the conserving form but for rounding and for the chord's error, 3e-12 of the field where
 * chi3 E^2/eps is 0.01: in 2000 steps, all of one sign, 6e-9 of the energy. The law's part is
 * 3/4 chi3 E^2 of eps E^2/2 where E is, some 1e-3: without it the energy swings so far. */
static trace bounce(int steps)
{
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, 60\nspacing = 10 nm\ninvariant = y\nmode = te\n"
        "[run]\nsteps = %d\ncourant = 0.9\nprecision = f64\nthreads = 1\n"
        "[boundary.sides]\ntype = periodic\nfaces = x\n"
        "[boundary.ends]\ntype = pec\nfaces = z\n"
        "[material.core]\ntype = kerr\neps = 2\nchi3 = 0.02 m^2/V^2\nform = conserving\n"
        "[shape.half]\ntype = box\nmaterial = core\nfrom = 0, 0, 300 nm\nto = 1, 1, 1 m\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 300 THz\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 0.003 A/m\nwaveform = w\n"
        "from = 0, 0, 200 nm\nto = 10, 0, 200 nm\n",
        steps);
    const trace_point point = {YEE_EX, 0, 0, 40};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

START_TEST(the_conserving_form_keeps_the_energy)
{
    trace early = bounce(500), late = bounce(2500);
    double most = 0;
    for (int64_t n = 0; n < late.steps; n++)
        most = fmax(most, fabs(late.value[n]));
    const double drift = late.energy / early.energy - 1;
    printf("energy %.6g J, chi3 E^2/eps %.3g, drift %.2e (limit 6e-9)\n", late.energy,
           0.01 * most * most, drift);
    ck_assert_double_ge(0.01 * most * most, 1e-3);
    ck_assert_double_le(fabs(drift), 6e-9);
    free(early.value);
    free(late.value);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_wave_in_a_kerr_medium_is_the_simple_wave, a_wave_in_a_chi2_medium_is_the_simple_wave,
        a_raman_medium_without_its_late_part_is_a_kerr_medium,
        the_conserving_form_makes_the_simple_wave_too, the_conserving_form_keeps_the_energy};
    return trace_main("nonlinear", 60, sizeof tests / sizeof *tests, tests);
}
