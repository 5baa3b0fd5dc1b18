/* tests/physics/test_current_sheet.c: a sheet across a periodic grid sends plane waves to both
 * sides.
 *
 * With K on the plane of nodes i = 0 and waves E_i = A e^{-jk|i|d}, H_{+-1/2} = +-E
 * e^{-jkd/2}/eta the equation of E_0 is j Omega eps d A = -2 A e^{-jkd/2}/eta - K. As (2/d)
 * sin(kd/2) = Omega/c, its solution is A = -eta K/(2 cos(kd/2)); the magnetic sheet is the
 * dual. The records hold all of the pulse, so this holds to rounding and to what is cut, 1e-8
 * of its peak. */
#include "lab.h"
#include <complex.h>

#define D 1e-3
#define F 15e9
#define FAR 12 /* cells to the observer */

/* Transform of a component FAR cells above the sheet over that of K. */
static double complex response(const char *sheet, const char *component, double omega,
                               double *k)
{
    double complex sum = 0, drive = 0;
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 mm\ncells = 2, 3, 140\n"
             "[run]\nsteps = 210\nprecision = f64\n"
             "[boundary.end]\ntype = pec\nfaces = z\n"
             "[boundary.side]\ntype = periodic\nfaces = x, y\n"
             "[waveform.w]\ntype = gaussian\nfrequency = 15 GHz\n"
             "[source.s]\ntype = current_sheet\nwaveform = w\n%s\n"
             "[output.o]\ntype = probe\nposition = 1 mm, 1 mm, %g mm\ncomponents = %s\n",
             sheet, *component == 'e' ? 70.0 + FAR : 70.5 + FAR, component);
    lab_run(&l, 210);
    double dt = l.grid->dt, late = *component == 'e' ? 1 : 0.5;
    for (int64_t n = 0; n < 210; n++) {
        double t = ((double)n + (*component == 'e' ? 0.5 : 0)) * dt;
        double x = 2 * YEE_PI * F * (t - 1 / F);
        drive += exp(-0.5 * x * x) * cexp(-I * omega * t);
        sum += l.trace->v[n] * cexp(-I * omega * ((double)n + late) * dt);
    }
    *k = 2 / D * asin(D / (YEE_C0 * dt) * sin(0.5 * omega * dt));
    lab_close(&l);
    return sum / drive;
}

START_TEST(an_electric_sheet_radiates_half_of_eta_k)
{
    double omega = 2 * YEE_PI * F * (1 + _i), k;
    double complex got =
        response("current = 2 A/m\ndirection = y\nfrom = 0, 0, 70 mm\nto = 2 mm, 3 mm, 70 mm",
                 "ey", omega, &k);
    double complex want = -YEE_ETA0 / cos(0.5 * k * D) * cexp(-I * k * FAR * D);
    ck_assert_double_lt(cabs(got - want), 1e-6 * cabs(want));
}
END_TEST

START_TEST(a_magnetic_sheet_radiates_half_of_k_over_eta)
{
    double omega = 2 * YEE_PI * F * (1 + _i), k;
    double complex got = response("magnetic_current = 2 V/m\ndirection = x\n"
                                  "from = 0, 0, 70.5 mm\nto = 2 mm, 3 mm, 70.5 mm",
                                  "hx", omega, &k);
    double complex want = -1 / YEE_ETA0 / cos(0.5 * k * D) * cexp(-I * k * FAR * D);
    ck_assert_double_lt(cabs(got - want), 1e-6 * cabs(want));
}
END_TEST

/* A sheet all across a guide sends out one mode. With E_i = A e^{-j beta |i| d} sin(pi y/a) the wave
 * equation of the lattice at i = 0 is -2j sin(beta d) A/d^2 = j Omega mu K/d, so A = -Omega mu d K/(2
 * sin(beta d)), with (2/d)^2 sin^2(beta d/2) = (Omega/c)^2 - (2/d)^2 sin^2(pi d/(2 a)). Ends of 20 cells
 * send back less than 1e-3 here, and at another place across the guide there is sin(pi y/a) of it at every
 * step: no other mode, to rounding. */
START_TEST(a_sheet_of_half_a_sine_sends_out_te10)
{
    enum { STEPS = 1500, WIDE = 24 };
    const double f = 10e9, omega = 2 * YEE_PI * f;
    double complex sum = 0, drive = 0;
    double most = 0, other = 0;
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 mm\ncells = 120, 24\ninvariant = z\n"
             "[run]\nsteps = 1500\nprecision = f64\n"
             "[boundary.end]\ntype = cpml\ncells = 20\nfaces = x\n"
             "[boundary.wall]\ntype = pec\nfaces = y\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = 10 GHz\nbandwidth = 5 GHz\n"
             "delay = 1 ns\n"
             "[source.s]\ntype = current_sheet\nwaveform = w\ncurrent = 2 A/m\ndirection = z\n"
             "from = 50, 0, 0 mm\nto = 50, 24, 0 mm\nhalf_waves = 0, 1, 0\n"
             "[output.o]\ntype = probe\nposition = 62, 12, 0, 62, 4, 0 mm\ncomponents = ez\n");
    lab_run(&l, STEPS);
    const double dt = l.grid->dt;
    /* -40 dB at 2.5 GHz from the carrier: exp(-(2 pi 2.5 GHz tau)^2/2) = 0.01 */
    const double tau = sqrt(2 * log(100)) / (2 * YEE_PI * 2.5e9);
    const int64_t values = l.trace->values;
    for (int64_t n = 0; n < STEPS; n++) {
        const double t = ((double)n + 0.5) * dt - 1e-9;
        const double *v = l.trace->v + n * values;
        drive += exp(-0.5 * t * t / (tau * tau)) * cos(omega * t) *
                 cexp(-I * omega * ((double)n + 0.5) * dt);
        sum += v[0] * cexp(-I * omega * (double)(n + 1) * dt);
        most = fmax(most, fabs(v[0]));
        other = fmax(other, fabs(v[1] - v[0] * sin(YEE_PI * 4 / WIDE)));
    }
    lab_close(&l);
    const double rate = 2 / dt * sin(0.5 * omega * dt);
    const double across = 2 / D * sin(0.5 * YEE_PI / WIDE);
    const double half = asin(0.5 * D * sqrt(pow(rate / YEE_C0, 2) - across * across));
    const double want = rate * YEE_MU0 * D * 2 / (2 * sin(2 * half));
    ck_assert_double_lt(fabs(cabs(sum / drive) - want), 1e-3 * want);
    ck_assert_double_lt(other, 1e-12 * most);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("current_sheet");
    TCase *t = tcase_create("current_sheet");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, an_electric_sheet_radiates_half_of_eta_k, 0, 2);
    tcase_add_loop_test(t, a_magnetic_sheet_radiates_half_of_k_over_eta, 0, 2);
    tcase_add_test(t, a_sheet_of_half_a_sine_sends_out_te10);
    suite_add_tcase(s, t);
    return lab_main(s);
}
