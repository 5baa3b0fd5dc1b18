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

int main(void)
{
    Suite *s = suite_create("current_sheet");
    TCase *t = tcase_create("current_sheet");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, an_electric_sheet_radiates_half_of_eta_k, 0, 2);
    tcase_add_loop_test(t, a_magnetic_sheet_radiates_half_of_k_over_eta, 0, 2);
    suite_add_tcase(s, t);
    return lab_main(s);
}
