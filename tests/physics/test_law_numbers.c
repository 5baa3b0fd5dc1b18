/* tests/physics/test_law_numbers.c: numbers that the laws of yee have on a grid, to their last digit:
 * roots of a step, simple waves on a line, a vibration's response, saturated gain, media that change
 * in time. They were computed apart from yee, of closed forms or of the discrete equations in a
 * few lines of Python; "to the digits" means half of the last digit that is given here.
 *
 * Where a wave has to begin with a given field at a node, that node is written after each step. */
#include "lab.h"
#include <complex.h>

#define SIDE 1e-3 /* m */

/* E of component x at node k after each step, as the test wants it. */
static double *field_of(lab *l)
{
    lab_read(l, YEE_EX);
    return l->field[YEE_EX];
}

static void write_field(lab *l, int component)
{
    ck_assert_int_eq(l->ops->write(l->plan, component, l->field[component]), YEE_OK);
}

/* ---- a step at a point ---- */

/* Two cells in a ring, E = 0.8 everywhere and H such that the linear medium, eps 2, would make it
 * 1.1 at node 0: what a law makes of that. */
static double root(const char *material)
{
    const double dt = 0.5 * SIDE / YEE_C0, h = 0.15 * 2 * YEE_EPS0 * SIDE / dt;
    lab l;
    lab_open(&l,
             "[grid]\ncells = 1, 1, 2\nspacing = 1 mm\ninvariant = y\nmode = te\n"
             "background = core\n[run]\nsteps = 1\ntime_step = %.17g s\nprecision = f64\n"
             "threads = 1\n[boundary.all]\ntype = periodic\nfaces = x, z\n"
             "[material.core]\neps = 2\nreach = 1.2 V/m\n%s",
             dt, material);
    field_of(&l);
    l.field[YEE_EX][0] = l.field[YEE_EX][1] = 0.8;
    write_field(&l, YEE_EX);
    lab_read(&l, YEE_HY);
    l.field[YEE_HY][0] = -h;
    l.field[YEE_HY][1] = h;
    write_field(&l, YEE_HY);
    lab_run(&l, 1);
    const double x = field_of(&l)[0];
    lab_close(&l);
    return x;
}

/* The roots of x + 0.2 (x^3 - e^3) = E^, of x + 0.3 (x - e)(x^2 + e^2) = E^ and of x + 0.2 (x^2 -
 * e^2) = E^. Fields are beyond those at which three steps of a chord leave nothing: 3.7e-5 and
 * 5.1e-5 by unit/test_law_rows.c. The last one is a closed form. */
START_TEST(a_step_ends_at_the_roots)
{
    const double kerr = root("type = kerr\nchi3 = 0.4 m^2/V^2\n"),
                 conserving = root("type = kerr\nchi3 = 0.4 m^2/V^2\nform = conserving\n"),
                 chi2 = root("type = chi2\nchi2 = 0.4 m/V\naxis = x\n");
    printf("roots %.11f, %.11f, %.11f\n", kerr, conserving, chi2);
    ck_assert_double_eq_tol(kerr, 1.00149915678, 3.7e-5);
    ck_assert_double_eq_tol(conserving, 1.00099215262, 5.1e-5);
    ck_assert_double_eq_tol(chi2, 1.01994318136, 6e-12);
}
END_TEST

/* ---- waves on a line ---- */

enum { DRIVEN = 1, GRIDS = 3, MODES = 3 };

/* E = sin(w t) at a node, c dt = d, `cells` steps a period: harmonics mode[] at `waves` vacuum
 * wavelengths from there, over the period behind which nothing has come back. e^{j m w t}, t less
 * the time that a weak wave takes. eps is 2.25 in all. */
static void line(const char *core, int cells, int waves, const int *mode, double complex *sum)
{
    const int steps = (int)(cells * (waves * 1.5 + 4)), at = waves * cells;
    const int size = (int)(steps / 1.5) + 3 * cells / 2;
    const double w = 2 * YEE_PI / cells;
    const double slow = 2 * asin(1.5 * sin(YEE_PI / cells)) / w; /* steps a cell */
    lab l;
    lab_open(&l,
             "[grid]\ncells = 1, 1, %d\nspacing = 1 mm\ninvariant = y\nmode = te\n"
             "background = core\n[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\n"
             "threads = 1\n[boundary.sides]\ntype = periodic\nfaces = x\n"
             "[boundary.ends]\ntype = pec\nfaces = z\n[material.core]\neps = 2.25\n%s",
             size, steps, SIDE / YEE_C0, core);
    for (int m = 0; m < MODES; m++)
        sum[m] = 0;
    for (int n = 1; n <= steps; n++) {
        lab_run(&l, 1);
        double *e = field_of(&l);
        e[DRIVEN] = sin(w * n);
        write_field(&l, YEE_EX);
        for (int m = 0; n > steps - cells && m < MODES; m++)
            sum[m] +=
                2.0 / cells * e[DRIVEN + at] * cexp(-I * w * (double)mode[m] * (n - at * slow));
    }
    lab_close(&l);
}

/* A number of grids of 80, 160 and 320 cells a wavelength, without their error of second order: of
 * the first two, then of the last two. */
static void without_cells(const double (*run)[GRIDS], double *less)
{
    for (int n = 0; n < 2; n++)
        less[n] = (*run)[n + 1] + ((*run)[n + 1] - (*run)[n]) / 3;
}

/* The simple wave's number. The finer two grids leave less of higher orders than the coarser two,
 * and so less than both differ by. digits: the two without their second order, as computed apart. */
static void tends_to(const char *what, const double run[GRIDS], double exact, double digits)
{
    double less[2];
    without_cells((const double(*)[GRIDS])run, less);
    printf("%s: %.9f %.9f %.9f, extrapolated %.9f (%.6f), exact %.9f, limit %.1e\n", what,
           run[0], run[1], run[2], less[1], digits, exact, fabs(less[1] - less[0]));
    ck_assert_double_le(fabs(less[1] - exact), fabs(less[1] - less[0]));
    ck_assert_double_le(fabs(less[1] - digits), 6e-7);
}

/* chi3 A^2 = 0.02, four wavelengths, half of the way to the shock at 8.010450. */
START_TEST(a_kerr_wave_has_the_phase_and_harmonics_of_the_simple_wave)
{
    static const int mode[MODES] = {1, 3, 5};
    static const double phases[GRIDS] = {-0.124766, -0.124871, -0.124913};
    double run[MODES][GRIDS], first[GRIDS];
    for (int n = 0; n < GRIDS; n++) {
        double complex sum[MODES];
        line("type = kerr\nchi3 = 0.02 m^2/V^2\nform = conserving\n", 80 << n, 4, mode, sum);
        for (int m = 0; m < MODES; m++)
            run[m][n] = m == 0 ? carg(sum[0] * I) : cabs(sum[m]);
        first[n] = cabs(sum[0]);
        ck_assert_double_eq_tol(run[0][n], phases[n], 6e-7);
    }
    tends_to("phase", run[0], -0.124923019, -0.124927);
    tends_to("third", run[1], 0.118590970, 0.118586);
    tends_to("fifth", run[2], 0.034997105, 0.035003);
    double less[2];
    without_cells((const double(*)[GRIDS])first, less);
    printf("fundamental %.9f, exact 0.992212678\n", less[1]);
    ck_assert_double_le(fabs(less[1] - 0.992212678), fabs(less[1] - less[0]));
}
END_TEST

/* chi2 A = 0.02, four wavelengths. */
START_TEST(a_chi2_wave_has_the_harmonics_of_the_simple_wave)
{
    static const int mode[MODES] = {1, 2, 3};
    static const double exact[MODES] = {0.986028137, 0.161370110, 0.039519989};
    static const double digits[MODES] = {0.986028, 0.161370, 0.039521};
    double run[MODES][GRIDS];
    for (int n = 0; n < GRIDS; n++) {
        double complex sum[MODES];
        line("type = chi2\nchi2 = 0.02 m/V\naxis = x\nreach = 2 V/m\n", 80 << n, 4, mode, sum);
        for (int m = 0; m < MODES; m++)
            run[m][n] = cabs(sum[m]);
    }
    for (int m = 0; m < MODES; m++)
        tends_to("harmonic", run[m], exact[m], digits[m]);
}
END_TEST

/* beta I0 z = 0.1: each value of a wave that runs one way, E/sqrt(1 + (4/3) 0.1 E^2), has a
 * fundamental of 0.953799906; 1/sqrt(1 + beta I0 z) = 0.953462589 is that of a wave whose third
 * harmonic is left out. A loss of beta I0/2 a length, delta = beta I0/(2 k) = 2.7e-3 of the wave's
 * k, sends delta/2 of the wave back, which meets it again: delta^2 = 7e-6 of it. */
START_TEST(two_photons_leave_the_fundamental_of_the_simple_wave)
{
    static const int mode[MODES] = {1, 3, 5};
    enum { WAVES = 2 };
    static const double digits[2] = {0.953829403, 0.953810094};
    double run[GRIDS], less[2];
    for (int n = 0; n < GRIDS; n++) {
        const int cells = 80 << n;
        const double intensity = 0.5 * 1.5 / YEE_ETA0, length = WAVES * cells * SIDE;
        double complex sum[MODES];
        char core[128];
        snprintf(core, sizeof core,
                 "type = kerr\nchi3 = 0\nbeta = %.17g m/W\nreach = 1.1 V/m\n",
                 0.1 / (intensity * length));
        line(core, cells, WAVES, mode, sum);
        run[n] = cabs(sum[0]);
    }
    without_cells((const double(*)[GRIDS])run, less);
    printf("left %.9f %.9f %.9f, extrapolated %.9f of 0.953799906, limit %.1e\n", run[0],
           run[1], run[2], less[1], fabs(less[1] - less[0]));
    for (int n = 0; n < 2; n++)
        ck_assert_double_le(fabs(run[n] - digits[n]), 6e-10);
    ck_assert_double_le(fabs(less[1] - 0.953799906), 7e-6 + fabs(less[1] - less[0]));
}
END_TEST

/* ---- a vibration ---- */

/* Fused silica, t1 = 12.2 fs, t2 = 32 fs: W/2pi is 13.961423702 THz, -Im H has its peak of
 * 1.449493408 at 13.077456160 THz. In a ring of one cell no H arises, and E is written before each
 * step: e^2 = 1 + cos(w t). Of x (1 + g q+) = (1 + g q) e the step tells q+, beside rounding of
 * 1e-16/g = 1e-14 a step, which a lifetime of 640 steps adds up. In steps of 0.05 fs, 1529 a
 * period, H is off by (w dt)^2, 1.7e-5 of itself. A probe at 190 THz, n = 1.45, of a pump with
 * chi3 A^2 = 0.01 grows by w/(2 n c) 0.005 (-Im H) = 0.00995178575 1/um. */
START_TEST(silica_has_its_gain)
{
    enum { GONE = 25600, PERIOD = 1529, STEPS = GONE + 10 * PERIOD };
    const double w = 2 * YEE_PI * 13.077456160e12, dt = 2 * YEE_PI / (w * PERIOD), g = 0.01;
    double complex sum = 0;
    double q = 0;
    lab l;
    lab_open(&l,
             "[grid]\ncells = 1, 1, 1\nspacing = 1 um\ninvariant = y\nmode = te\n"
             "background = core\n[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\n"
             "threads = 1\n[boundary.all]\ntype = periodic\nfaces = x, z\n[material.core]\n"
             "type = raman\neps = 1\nchi3 = %.17g m^2/V^2\nfraction = 1\nt1 = 12.2 fs\n"
             "t2 = 32 fs\nreach = 2 V/m\n",
             STEPS, dt, g);
    for (int n = 0; n < STEPS; n++) {
        const double e = sqrt(1 + cos(w * dt * n));
        field_of(&l)[0] = e;
        write_field(&l, YEE_EX);
        lab_run(&l, 1);
        const double x = field_of(&l)[0];
        if (x != 0)
            q = ((1 + g * q) * e / x - 1) / g;
        if (n >= GONE)
            sum += 2.0 / (STEPS - GONE) * (q - 1) * cexp(-I * w * dt * (n + 1));
    }
    lab_close(&l);
    const double gain = YEE_PI * 0.19e3 / (1.45 * 299.792458) * 0.005 * -cimag(sum);
    printf("-Im H %.9f of 1.449493408, gain %.11f 1/um\n", -cimag(sum), gain);
    ck_assert_double_le(fabs(-cimag(sum) / 1.449493408 - 1), 1.7e-5);
    ck_assert_double_le(fabs(gain / 0.00995178575 - 1), 1.7e-5);
}
END_TEST

/* ---- gain ---- */

/* Five wavelengths of saturable gain, g0 = 0.4 a wavelength, dw = w0/10, T = 20 periods, between
 * nodes of vacuum that take what comes (c dt = d): intensities in units of Is, means over half a
 * wavelength, after 0.5, 2.75 and 4.5 wavelengths, from a wave of 0.1. A medium without
 * reflections would have 0.25742 and 0.43433. The envelope's number for two units of gain from 0.1
 * is W0(0.1 e^2.1) = 0.496860627. */
START_TEST(gain_saturates_as_the_discrete_equations_say)
{
    enum { CELLS = 40, NODES = 8 * CELLS, STEPS = 400 * CELLS, LAST = 20 * CELLS };
    static const int at[3] = {60, 150, 220};
    static const double digits[3] = {0.12007, 0.25828, 0.43669};
    static double complex sum[NODES + 1];
    const double wave = CELLS * SIDE, w = 2 * YEE_PI / CELLS;
    double before[3] = {0, 0,
                        0}; /* waves of the step before the last, the last one, this one */
    lab l;
    lab_open(&l,
             "[grid]\nx = 1e3 m x 1\ny = 1 mm x 1\nz = 1 mm x %d\ninvariant = y\nmode = te\n"
             "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
             "[boundary.sides]\ntype = periodic\nfaces = x\n"
             "[boundary.ends]\ntype = pec\nfaces = z\n"
             "[material.core]\ntype = saturable_gain\nwavelength = %.17g m\n"
             "linewidth = %.17g Hz\ngain = %.17g 1/m\nsaturation_intensity = %.17g W/m^2\n"
             "lifetime = %.17g s\nreach = 10 V/m\n"
             "[shape.s]\ntype = box\nmaterial = core\nfrom = 0, 0, %.17g m\n"
             "to = 1e4, 1, %.17g m\n",
             NODES + 2 * DRIVEN, STEPS, SIDE / YEE_C0 * (1 - 1e-12), wave, 0.1 * YEE_C0 / wave,
             0.4 / wave, 0.5 / YEE_ETA0, 20 * wave / YEE_C0, (DRIVEN + CELLS - 0.5) * SIDE,
             (DRIVEN + 6 * CELLS + 0.5) * SIDE);
    double low = 0, high = 0;
    for (int n = 1; n <= STEPS; n++) {
        const double rise = sin(fmin(1, n / (20.0 * CELLS)) * YEE_PI / 2);
        before[0] = before[1];
        before[1] = before[2];
        before[2] = sqrt(0.1) * sin(w * n) * rise * rise;
        lab_run(&l, 1);
        double *e = field_of(&l) + DRIVEN;
        e[0] = low + before[2] - before[0];
        e[NODES] = high;
        write_field(&l, YEE_EX);
        low = e[1];
        high = e[NODES - 1];
        for (int k = 0; n > STEPS - LAST && k <= NODES; k++)
            sum[k] += 2.0 / LAST * e[k] * cexp(-I * w * n);
    }
    for (int m = 0; m < 3; m++) {
        double mean = 0;
        for (int k = at[m] - CELLS / 4; k < at[m] + CELLS / 4; k++)
            mean += cabs(sum[k]) * cabs(sum[k]) / (CELLS / 2);
        printf("I/Is %.7f, %.5f\n", mean, digits[m]);
        ck_assert_double_le(fabs(mean - digits[m]), 6e-6);
    }
    lab_close(&l);
}
END_TEST

/* ---- media that change in time ---- */

enum { RING = 20 };

/* A ring of so many cells with a wave of one wavelength along it, c dt = courant d. */
static void open_ring(lab *l, const char *core, double courant, int steps, bool runs)
{
    const double p = asin(courant * sin(YEE_PI / RING));
    lab_open(l,
             "[grid]\ncells = 1, 1, %d\nspacing = 1 mm\ninvariant = x\nmode = tm\n"
             "background = core\n[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\n"
             "threads = 1\n[boundary.all]\ntype = periodic\nfaces = y, z\n[material.core]\n"
             "type = modulated\neps = 1\n%s",
             RING, steps, courant * SIDE / YEE_C0, core);
    lab_read(l, YEE_EX);
    lab_read(l, YEE_HY);
    for (int n = 0; n < RING; n++) {
        l->field[YEE_EX][n] = cos(2 * YEE_PI * n / RING);
        l->field[YEE_HY][n] = runs ? cos(2 * YEE_PI * (n + 0.5) / RING + p) / YEE_ETA0 : 0;
    }
    write_field(l, YEE_EX);
    write_field(l, YEE_HY);
}

static double complex mode_of(lab *l)
{
    const double *e = field_of(l);
    double complex sum = 0;
    for (int n = 0; n < RING; n++)
        sum += 2.0 / RING * e[n] * cexp(2 * YEE_PI * I * n / RING);
    return sum;
}

/* Rounding of 60 steps, 60 * 1e-14 at most as in test_modulated.c, over sin(w dt) = 0.078, and
 * again over w dt = 0.157 of the frequency. */
START_TEST(a_jump_of_eps_from_1_to_4_splits_the_wave)
{
    enum { STEPS = 60, JUMP = 20 };
    const double dt = 0.5 * SIDE / YEE_C0, p = asin(0.5 * sin(YEE_PI / RING));
    double complex s[3];
    char core[128];
    lab l;
    snprintf(core, sizeof core, "depth = 3\nform = step\nstart = %.17g s\n", (JUMP + 0.5) * dt);
    open_ring(&l, core, 0.5, STEPS + 2, true);
    lab_run(&l, STEPS);
    for (int n = 0; n < 3; n++) {
        s[n] = mode_of(&l);
        if (n < 2)
            lab_run(&l, 1);
    }
    lab_close(&l);
    const double w = acos(creal((s[0] + s[2]) / s[1]) / 2);
    const double forward = cabs(s[1] - s[0] * cexp(-I * w)) / (2 * sin(w)),
                 back = cabs(s[1] - s[0] * cexp(I * w)) / (2 * sin(w));
    printf("forward %.12f, back %.12f, frequency %.12f\n", forward, back, w / (2 * p));
    ck_assert_double_eq_tol(forward, 0.374712451745, 1e-11);
    ck_assert_double_eq_tol(back, 0.125287548255, 1e-11);
    ck_assert_double_eq_tol(w / (2 * p), 0.499616700027, 1e-10);
}
END_TEST

/* eps = 1 + 0.1 cos 2wt with 40 and 80 steps a period of w: what grows by the larger Floquet
 * multiplier is left after 100 periods, to 1.17^-200 = 2e-14. Rounding: 8000 steps of 1e-16 each,
 * of either sign. Without steps it is 1.17026, to first order in the depth exp(0.1 pi/2) =
 * 1.17003513. */
START_TEST(a_swinging_eps_amplifies_by_its_multiplier)
{
    static const double exact[2] = {1.17064458983, 1.17035935682};
    enum { PERIODS = 100 };
    for (int fine = 0; fine < 2; fine++) {
        const int period = 40 << fine;
        const double courant = sin(YEE_PI / period) / sin(YEE_PI / RING);
        char core[128];
        lab l;
        snprintf(core, sizeof core, "depth = 0.1\nfrequency = %.17g Hz\n",
                 2 / (period * courant * SIDE / YEE_C0));
        open_ring(&l, core, courant, (PERIODS + 1) * period, false);
        lab_run(&l, PERIODS * period);
        const double before = creal(mode_of(&l));
        lab_run(&l, period);
        const double grown = creal(mode_of(&l)) / before;
        printf("%d steps: growth %.12f of %.11f\n", period, grown, exact[fine]);
        ck_assert_double_eq_tol(grown, exact[fine], 1e-11);
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("law numbers");
    TCase *tcase = tcase_create("law numbers");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_step_ends_at_the_roots);
    tcase_add_test(tcase, a_kerr_wave_has_the_phase_and_harmonics_of_the_simple_wave);
    tcase_add_test(tcase, a_chi2_wave_has_the_harmonics_of_the_simple_wave);
    tcase_add_test(tcase, two_photons_leave_the_fundamental_of_the_simple_wave);
    tcase_add_test(tcase, silica_has_its_gain);
    tcase_add_test(tcase, gain_saturates_as_the_discrete_equations_say);
    tcase_add_test(tcase, a_jump_of_eps_from_1_to_4_splits_the_wave);
    tcase_add_test(tcase, a_swinging_eps_amplifies_by_its_multiplier);
    suite_add_tcase(suite, tcase);
    return lab_main(suite);
}
