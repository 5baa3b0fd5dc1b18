/* tests/physics/test_gain.c: lines that amplify, and what they give. */
#include "trace.h"

#define WAVELENGTH 1e-6      /* m, in vacuum */
#define HBAR 1.054571817e-34 /* J s */

/* [material.core] of a line with this gain of weak waves, 1/m. Four levels: with 1/pump, t32, t21
 * and t10 of 1/pump + 2 t10 + t32 = T, the rates say n2 - n1 = a/(a + 1/t21), a = (1 - t10/t21)/T,
 * and an intensity of hbar w0 (a + 1/t21)/sigma halves it. */
typedef struct levels {
    double pump, t32, t21, t10; /* 1/s, s */
    const char *more;
} levels;

static double levels_return(const levels *l) /* a */
{
    return (1 - l->t10 / l->t21) / (1 / l->pump + 2 * l->t10 + l->t32);
}

static char *levels_core(const levels *l, double linewidth, double gain, double saturation)
{
    const double a = levels_return(l), rate = a + 1 / l->t21;
    const double section = HBAR * 2 * YEE_PI * YEE_C0 / WAVELENGTH * rate / saturation;
    return trace_text("type = four_level\nwavelength = %.17g m\nlinewidth = %.17g Hz\n"
                      "cross_section = %.17g m^2\ndensity = %.17g 1/m^3\npump = %.17g 1/s\n"
                      "lifetime_32 = %.17g s\nlifetime_21 = %.17g s\nlifetime_10 = %.17g s\n%s",
                      WAVELENGTH, linewidth, section, gain / (section * a / rate), l->pump,
                      l->t32, l->t21, l->t10, l->more);
}

static char *saturable_core(double linewidth, double gain, double saturation, double lifetime)
{
    return trace_text("type = saturable_gain\nwavelength = %.17g m\nlinewidth = %.17g Hz\n"
                      "gain = %.17g 1/m\nsaturation_intensity = %.17g W/m^2\n"
                      "lifetime = %.17g s\n",
                      WAVELENGTH, linewidth, gain, saturation, lifetime);
}

/* A weak wave at the line's centre, 30 cells a wavelength, c dt = d/2, dw = w0/10 and a gain of
 * 0.01 w0/c: the numbers chi = -f/(w0^2 - ((2/dt) sin(w dt/2))^2 + j dw sin(w dt)/dt), f = 0.001
 * w0^2, and k = 2/d asin(d/(c dt) sin(w dt/2) sqrt(1 + chi)) give an amplitude of 1.0321367788 a
 * wavelength. The first 60 periods are a ramp; what is left of it after 90 more is damped by
 * exp(-dw t/2) and travels at other speeds: 1e-9 is what the sixth digit of 60 periods' slope,
 * 1e-2 a period, leaves once the slope is gone. */
static void weak_wave(char *core)
{
    enum { CELLS = 30, PERIOD = 60, STEPS = 150 * PERIOD, SOURCE = CELLS / 4 };
    const double d = WAVELENGTH / CELLS, w0 = 2 * YEE_PI * YEE_C0 / WAVELENGTH;
    char *ini =
        trace_text("[grid]\ncells = 1, 1, %d\nspacing = %.17g m\ninvariant = y\nmode = te\n"
                   "background = core\n"
                   "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
                   "[boundary.sides]\ntype = periodic\nfaces = x\n"
                   "[boundary.ends]\ntype = pec\nfaces = z\n"
                   "[material.core]\n%s"
                   "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = 60\n"
                   "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 0.001 A/m\n"
                   "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, 0, %.17g m\n",
                   85 * CELLS, d, STEPS, 0.5 * d / YEE_C0, core, w0 / (2 * YEE_PI), d * SOURCE,
                   d, d * SOURCE);
    const trace_point point[2] = {{YEE_EX, 0, 0, 5 * CELLS}, {YEE_EX, 0, 0, 10 * CELLS}};
    trace t = trace_run(ini, 2, point);
    double complex sum[2] = {0};
    for (int64_t n = t.steps - PERIOD; n < t.steps; n++)
        for (int q = 0; q < 2; q++)
            sum[q] +=
                t.value[2 * n + q] * cexp(-2 * YEE_PI * I * (double)(n % PERIOD) / PERIOD);
    const double grown = pow(cabs(sum[1] / sum[0]), 0.2);
    printf("amplitude a wavelength %.10f, 1.0321367788\n", grown);
    ck_assert_double_le(fabs(grown - 1.0321367788), 1e-9);
    free(t.value);
    free(ini);
    free(core);
}

START_TEST(a_weak_wave_grows_as_the_discrete_line_says)
{
    const double w0 = 2 * YEE_PI * YEE_C0 / WAVELENGTH;
    weak_wave(saturable_core(0.1 * w0 / (2 * YEE_PI), 0.01 * w0 / YEE_C0, 1e30, 1e-9));
}
END_TEST

/* Rates of some femtoseconds in 500 fs: from all atoms in level 0, too, the populations are those
 * of the rates, to exp(-40). The wave changes them by 1e-15. */
static void weak_wave_in_levels(const char *more)
{
    const levels l = {3e14, 3e-15, 8e-15, 2e-15, more};
    const double w0 = 2 * YEE_PI * YEE_C0 / WAVELENGTH;
    weak_wave(levels_core(&l, 0.1 * w0 / (2 * YEE_PI), 0.01 * w0 / YEE_C0, 1e12));
}

START_TEST(a_weak_wave_grows_as_four_levels_say) { weak_wave_in_levels(""); }
END_TEST

START_TEST(a_pump_brings_atoms_to_where_the_rates_say)
{
    weak_wave_in_levels("populations = 1, 0, 0, 0\n");
}
END_TEST

/* Between walls, without decay, what the field and the upper level hold is kept to rounding: some
 * 60 points and 2000 steps of it, 1e-16 each, 1.2e-11 at most. */
static trace bounce(const char *core, int steps)
{
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, 60\nspacing = 10 nm\ninvariant = y\nmode = te\n"
        "[run]\nsteps = %d\ncourant = 0.9\nprecision = f64\nthreads = 1\n"
        "[boundary.sides]\ntype = periodic\nfaces = x\n"
        "[boundary.ends]\ntype = pec\nfaces = z\n"
        "[material.core]\ntype = %s\nwavelength = 1 um\nlinewidth = 30 THz\n"
        "cross_section = 1e-19 m^2\ndensity = 1e25 1/m^3\n"
        "[shape.half]\ntype = box\nmaterial = core\nfrom = 0, 0, 300 nm\nto = 1, 1, 1 m\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 300 THz\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1e6 A/m\nwaveform = w\n"
        "from = 0, 0, 200 nm\nto = 10, 0, 200 nm\n",
        steps, core);
    const trace_point point = {YEE_EX, 0, 0, 40};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

static void keeps_energy(const char *core)
{
    trace early = bounce(core, 500), late = bounce(core, 2500);
    const double drift = late.energy / early.energy - 1;
    double most[2] = {0};
    for (int64_t n = 300; n < late.steps; n++)
        most[n > 2000] = fmax(most[n > 2000], fabs(late.value[n]));
    printf("energy %.6g J, drift %.2e; field %.3g, then %.3g V/m\n", late.energy, drift,
           most[0], most[1]);
    ck_assert_double_le(fabs(drift), 1.2e-11);
    free(early.value);
    free(late.value);
}

START_TEST(field_and_upper_level_keep_their_energy)
{
    keeps_energy("two_level\ninversion = 0.5");
}
END_TEST

START_TEST(field_and_four_levels_keep_their_energy)
{
    keeps_energy("four_level\npopulations = 0, 0.25, 0.75, 0\npump = 0\n"
                 "lifetime_32 = 1e9 s\nlifetime_10 = 1e9 s");
}
END_TEST

/* The amplitude of the wave over the last 20 periods, its square a mean over half a wavelength:
 * the medium's end reflects a little. */
static double intensity(const trace *t, int point, int count, int period)
{
    double sum = 0;
    for (int q = point; q < point + count; q++) {
        double complex a = 0;
        for (int64_t n = t->steps - 20 * period; n < t->steps; n++)
            a += t->value[t->points * n + q] *
                 cexp(-2 * YEE_PI * I * (double)(n % period) / period);
        sum += cabs(a / (10.0 * period)) * cabs(a / (10.0 * period)) / count;
    }
    return sum;
}

/* Five wavelengths of a medium with g0 = 0.4 a wavelength, dw = w0/10, Is of a wave of 1 V/m and
 * T of 20 periods; where I0 goes in, I(z) e^I(z) = I0 e^(I0 + g0 z) in units of Is. Slowly varying
 * envelopes leave out (g0/(2 k))^2 and the waves that the ends reflect, amplitudes of g0/(4 k) =
 * 0.016 of the wave: their beats fall out of the mean but for the square, and the wave that comes
 * back takes 2 I 0.016 of the gain's saturation at most: 0.01 of I. */
static void strong_wave(char *core, double saturation)
{
    enum {
        CELLS = 40,
        PERIOD = 2 * CELLS,
        STEPS = 400 * PERIOD,
        SOURCE = CELLS / 2,
        MEDIUM = CELLS,
        HALF = CELLS / 2
    };
    const double d = WAVELENGTH / CELLS;
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, %d\nspacing = %.17g m\ninvariant = y\nmode = te\n"
        "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
        "[boundary.sides]\ntype = periodic\nfaces = x\n"
        "[boundary.ends]\ntype = cpml\nfaces = z\n"
        "[material.core]\n%s"
        "[shape.s]\ntype = box\nmaterial = core\nfrom = 0, 0, %.17g m\nto = 1, 1, %.17g m\n"
        "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = 20\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = %.17g A/m\n"
        "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, 0, %.17g m\n",
        8 * CELLS, d, STEPS, 0.5 * d / YEE_C0, core, d * MEDIUM, 6 * d * CELLS,
        YEE_C0 / WAVELENGTH, 2 * sqrt(0.2 * saturation / YEE_ETA0), d * SOURCE, d, d * SOURCE);
    trace_point point[3 * HALF];
    const int at[3] = {3 * CELLS / 2, 15 * CELLS / 4, 11 * CELLS / 2};
    for (int q = 0; q < 3 * HALF; q++)
        point[q] = (trace_point){YEE_EX, 0, 0, at[q / HALF] - HALF / 2 + q % HALF};
    trace t = trace_run(ini, 3 * HALF, point);
    const double unit = 2 * YEE_ETA0 * saturation; /* V^2/m^2, of a wave of Is */
    const double first = intensity(&t, 0, HALF, PERIOD) / unit;
    for (int q = 1; q < 3; q++) {
        const double run = intensity(&t, q * HALF, HALF, PERIOD) / unit;
        const double right = log(first) + first + 0.4 * (at[q] - at[0]) / CELLS;
        double exact = run;
        for (int n = 0; n < 50; n++) /* Newton: log I + I = right */
            exact -= (log(exact) + exact - right) / (1 / exact + 1);
        printf("I/Is %.5f from %.5f, exact %.5f\n", run, first, exact);
        ck_assert_double_le(fabs(run / exact - 1), 0.01);
    }
    free(t.value);
    free(ini);
    free(core);
}

START_TEST(a_strong_wave_saturates_the_gain)
{
    const double linewidth = 0.1 * YEE_C0 / WAVELENGTH, period = WAVELENGTH / YEE_C0;
    strong_wave(saturable_core(linewidth, 0.4 / WAVELENGTH, 0.5 / YEE_ETA0, 20 * period),
                0.5 / YEE_ETA0);
}
END_TEST

/* (a + 1/t21) is 1/(20.7 periods). */
START_TEST(a_strong_wave_saturates_four_levels)
{
    const levels l = {5e12, 6e-15, 100e-15, 4e-15, ""};
    strong_wave(levels_core(&l, 0.1 * YEE_C0 / WAVELENGTH, 0.4 / WAVELENGTH, 3e14), 3e14);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_weak_wave_grows_as_the_discrete_line_says, a_weak_wave_grows_as_four_levels_say,
        a_pump_brings_atoms_to_where_the_rates_say,  a_strong_wave_saturates_the_gain,
        a_strong_wave_saturates_four_levels,         field_and_upper_level_keep_their_energy,
        field_and_four_levels_keep_their_energy};
    return trace_main("gain", 60, sizeof tests / sizeof *tests, tests);
}
