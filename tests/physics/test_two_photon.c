/* tests/physics/test_two_photon.c: a wave in `kerr` that two photons at a time and free carriers
 * take energy from. */
#include "trace.h"

#define WAVELENGTH 1e-6 /* m, in vacuum */
#define INDEX 1.5
#define HBAR 1.054571817e-34 /* J s */
/* Vacuum wavelengths from the source to the first probe, and from there to the second. */
enum { LEAD = 1, LENGTH = 2, RAMP = 3 /* periods */ };

/* W/m^2 of a wave of 1 V/m */
static double intensity(void) { return INDEX / (2 * YEE_ETA0); }

/* The last period of a wave of `field` V/m at both probes, after `periods` in which nothing comes
 * back from the ends; c dt = d. */
static trace wave(const char *core, int cells, int periods, double field)
{
    const double d = WAVELENGTH / cells;
    const int source = cells / 6, front = source + cells * LEAD, back = front + cells * LENGTH;
    const int steps = cells * periods;
    /* The sheet is a quarter of a wavelength in front of the wall, which doubles its wave. */
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, %d\nspacing = %.17g m\ninvariant = y\nmode = te\n"
        "background = core\n"
        "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
        "[boundary.sides]\ntype = periodic\nfaces = x\n"
        "[boundary.ends]\ntype = pec\nfaces = z\n"
        "[material.core]\ntype = kerr\neps = %.17g\nchi3 = 0\n%s"
        "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = %d\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = %.17g A/m\n"
        "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, 0, %.17g m\n",
        back + (int)(steps / INDEX), d, steps, d / YEE_C0, INDEX * INDEX, core,
        YEE_C0 / WAVELENGTH, RAMP, field * INDEX / YEE_ETA0, d * source, d, d * source);
    const trace_point point[2] = {{YEE_EX, 0, 0, front}, {YEE_EX, 0, 0, back}};
    trace t = trace_run(ini, 2, point);
    free(ini);
    return t;
}

/* Amplitude and phase of the fundamental of a period of e with this step between its numbers. */
static double complex fundamental(const double *e, int cells, int apart)
{
    double complex sum = 0;
    for (int n = 0; n < cells; n++)
        sum += 2.0 / cells * e[apart * n] * cexp(-2 * YEE_PI * I * (double)n / cells);
    return sum;
}

/* Each value of a wave that runs one way loses for itself: dE/dz = -eta0/(2 n) (s3 E^3 + sigma E),
 * with the sigma of the carriers that a mean of s3 E^4/(2 hbar w) makes and a lifetime leaves.
 * `made` is the cross_section, m^2, times life/(2 hbar w). */
static void travel(double *e, int cells, double beta, double made)
{
    enum { PARTS = 400 };
    const double admittance = INDEX / YEE_ETA0, s3 = 2.0 / 3 * beta * admittance * admittance;
    const double part = LENGTH * WAVELENGTH / PARTS / (2 * admittance);
    double half[200];
    for (int n = 0; n < 2 * PARTS; n++) { /* midpoint rule: to the middle, and over it */
        double *to = n % 2 ? e : half, fourth = 0;
        const double *at = n % 2 ? half : e;
        for (int q = 0; q < cells; q++)
            fourth += at[q] * at[q] * at[q] * at[q] / cells;
        const double sigma = admittance * made * s3 * fourth;
        for (int q = 0; q < cells; q++)
            to[q] = e[q] - (n % 2 ? 1 : 0.5) * part * (s3 * at[q] * at[q] + sigma) * at[q];
    }
}

/* The part of the fundamental that reaches the second probe, less that of travel(). beta I0 L is
 * 0.1, and carriers that recombine within `life` periods take as much. */
static double error_of(int cells, int periods, double life)
{
    const double length = LENGTH * WAVELENGTH, w = 2 * YEE_PI * YEE_C0 / WAVELENGTH;
    const double beta = 0.1 / (length * intensity());
    const double made = life > 0 ? 1 / (intensity() * intensity() * beta / 0.1 * length) : 0;
    const double section = life > 0 ? made * 2 * HBAR * w / (life * WAVELENGTH / YEE_C0) : 0;
    char *more = trace_text("wavelength = %.17g m\ncarrier_cross_section = %.17g m^2\n"
                            "carrier_lifetime = %.17g s\n",
                            WAVELENGTH, section, life * WAVELENGTH / YEE_C0);
    char *core = trace_text("beta = %.17g m/W\nreach = 2 V/m\n%s", beta, life > 0 ? more : "");
    trace t = wave(core, cells, periods, 1);
    const double *last = t.value + 2 * (t.steps - cells);
    double e[200];
    ck_assert_int_le(cells, 200);
    for (int n = 0; n < cells; n++)
        e[n] = last[2 * n];
    travel(e, cells, beta, made);
    const double first = cabs(fundamental(last, cells, 2));
    const double exact = cabs(fundamental(e, cells, 1)) / first;
    const double run = cabs(fundamental(last + 1, cells, 2)) / first;
    printf("left %.7f, exact %.7f\n", run, exact);
    free(t.value);
    free(core);
    free(more);
    return run - exact;
}

/* Grids of second order: a third of what they differ by beyond the finer one, and what is left of
 * the third harmonic's fourth order, with 18 cells a wavelength in the coarse grid. The ends of a
 * wave that is weakened reflect (beta I/(4 k))^2 of its amplitude, 1e-6. An envelope without a
 * third harmonic would be 1/sqrt(1 + beta I0 L), 7e-4 less. */
START_TEST(two_photons_take_what_each_value_of_the_wave_gives)
{
    const double coarse = error_of(80, 12, 0), fine = error_of(160, 12, 0);
    ck_assert_double_le(fabs(fine + (fine - coarse) / 3), 1e-5);
    ck_assert_double_le(fabs(coarse), 1e-4);
}
END_TEST

/* Carriers that are there: a weak wave has in the grid the wave number of
 *
 *     eps = n^2 + (sigma + 2 eps0 n w^2 k N/(j w'))/(j w' eps0),   w' = (2/dt) tan(w dt/2)
 *
 * sigma = n N carrier_cross_section/eta0 and k the carrier_index: sin(K d/2) = d s/(2 c)
 * sqrt(eps), s = (2/dt) sin(w dt/2). What the ramp leaves falls with the lifetime, which there is
 * none of, but travels on; 1e-6 is a thousandth of what 30 cells and 60 cells a wavelength differ
 * by. */
START_TEST(carriers_absorb_and_lower_the_index)
{
    enum { CELLS = 30, PERIODS = 40 };
    const double d = WAVELENGTH / CELLS, dt = d / YEE_C0, w = 2 * YEE_PI * YEE_C0 / WAVELENGTH;
    const double per_length = 0.1 / WAVELENGTH, lower = 0.01;
    char *core =
        trace_text("reach = 1 V/m\nwavelength = %.17g m\ncarrier_density = 1e24 1/m^3\n"
                   "carrier_cross_section = %.17g m^2\ncarrier_index = %.17g m^3\n",
                   WAVELENGTH, per_length / 1e24, lower / 1e24);
    trace t = wave(core, CELLS, PERIODS, 1e-3);
    const double *last = t.value + 2 * (t.steps - CELLS);
    const double complex run = fundamental(last + 1, CELLS, 2) / fundamental(last, CELLS, 2);
    const double s = 2 / dt * sin(w * dt / 2), warped = 2 / dt * tan(w * dt / 2);
    const double sigma = INDEX / YEE_ETA0 * per_length;
    const double complex eps =
        INDEX * INDEX +
        (sigma + 2 * YEE_EPS0 * INDEX * w * w * lower / (I * warped)) / (I * warped * YEE_EPS0);
    const double complex wave_number = 2 / d * casin(d * s / (2 * YEE_C0) * csqrt(eps));
    const double complex exact = cexp(-I * wave_number * LENGTH * WAVELENGTH);
    printf("amplitude %.9f of %.9f, phase apart %.2e; index %.5f, loss %.5f a wavelength\n",
           cabs(run), cabs(exact), carg(run / exact), creal(wave_number) / w * YEE_C0,
           -2 * cimag(wave_number) * WAVELENGTH);
    ck_assert_double_le(cabs(run / exact - 1), 1e-6);
    free(t.value);
    free(core);
}
END_TEST

/* A lifetime of 3 periods, in 40 of which exp(-13) is left of how it began. N swings by (4/3)/(2 w
 * t) = 0.035 of itself at 2 w, a quarter of a period behind the intensity: the wave is turned by
 * half of that times 0.05, 9e-4, and a third harmonic as large comes to the one that N is made of,
 * 0.02 of the wave: 9e-4 times 0.02, and the grid's 7e-6. Without carriers 0.044 more would be
 * left. */
START_TEST(carriers_are_made_by_two_photons_and_recombine)
{
    ck_assert_double_le(fabs(error_of(160, 40, 3)), 5e-5);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {two_photons_take_what_each_value_of_the_wave_gives,
                                  carriers_absorb_and_lower_the_index,
                                  carriers_are_made_by_two_photons_and_recombine};
    return trace_main("two_photon", 60, sizeof tests / sizeof *tests, tests);
}
