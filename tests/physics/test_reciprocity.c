/* tests/physics/test_reciprocity.c: two dipoles in an inhomogeneous medium exchange places.
 *
 * Eliminating H, a run solves a second-order equation for E whose matrices (mass, loss,
 * sections, curl curl with its stretches) are symmetric when every edge is weighted with its
 * volume. The response of one edge to a current moment on another is then that of the other to
 * the one, in every step and to rounding: some hundred steps with a few roundings each, of
 * random sign. */
#include "lab.h"

#define ROUNDING 1e-12

static const char model[] =
    "[grid]\nx = 1 mm x 8, 0.8 mm, 0.6 mm, 0.5 mm x 8, 0.7 mm, 0.9 mm, 1 mm x 4\n"
    "y = 1 mm x 20\nz = 1 mm x 6, 1.2 mm x 12\nbackground = air\n"
    "[run]\nsteps = 300\nprecision = f64\n"
    "[boundary.open]\ntype = cpml\ncells = 4\n"
    "[boundary.wall]\ntype = pec\nfaces = z-\n"
    "[boundary.mirror]\ntype = pmc\nfaces = y+\n"
    "[material.air]\ntype = dielectric\neps = 1\n"
    "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75\ntau = 9 ps\n"
    "[material.glass]\ntype = lorentz\neps_inf = 2\ndelta_eps = 1\nf0 = 20 GHz\ngamma_hz = 1 "
    "GHz\n"
    "[material.soil]\ntype = dielectric\neps = 6, 4, 5\nmu = 1.5\nsigma = 0.1 S/m\n"
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0\nto = 30 mm, 30 mm, 7 mm\nmaterial = soil\n"
    "[shape.drop]\ntype = sphere\ncenter = 9 mm, 9 mm, 9 mm\nradius = 3 mm\nmaterial = water\n"
    "[shape.lens]\ntype = sphere\ncenter = 12 mm, 13 mm, 8 mm\nradius = 2.5 mm\n"
    "material = glass\n"
    "[shape.post]\ntype = box\nfrom = 10 mm, 5 mm, 0\nto = 11 mm, 7 mm, 6 mm\nmaterial = pec\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 10 GHz\ndelay = %.17g s\n"
    "[source.tx]\ntype = dipole\nwaveform = w\nposition = %s\ndirection = %s\n%s = 1 %s\n"
    "[output.rx]\ntype = probe\nposition = %s\ncomponents = %s\n";

/* The places of both dipoles, exact points of the component they play there. */
#define NEAR_X "7.5 mm, 7 mm, 8.4 mm"
#define FAR_Z "13.9 mm, 15 mm, 10.2 mm"
#define FAR_HY "13.55 mm, 15 mm, 10.2 mm"
#define DELAY 120e-12

static void compare(lab *a, lab *b, int late, double sign)
{
    const lab_trace *u = a->trace, *v = b->trace;
    double peak = 0, worst = 0;
    ck_assert_int_eq(u->values, 1);
    ck_assert_int_eq(v->values, 1);
    for (int64_t n = 0; n + late < u->count; n++) {
        peak = fmax(peak, fabs(u->v[n]));
        worst = fmax(worst, fabs(u->v[n] - sign * v->v[n + late]));
    }
    ck_assert_double_gt(peak, 0);
    ck_assert_msg(worst < ROUNDING * peak, "differ by %g of the peak %g", worst / peak, peak);
}

START_TEST(two_electric_dipoles_exchange_places)
{
    lab a, b;
    lab_open(&a, model, DELAY, NEAR_X, "x", "moment", "A m", FAR_Z, "ez");
    lab_open(&b, model, DELAY, FAR_Z, "z", "moment", "A m", NEAR_X, "ex");
    lab_run(&a, 300);
    lab_run(&b, 300);
    compare(&a, &b, 0, 1);
    lab_close(&a);
    lab_close(&b);
}
END_TEST

/* E of a magnetic current is minus H of an electric one. The magnetic current plays at n dt and
 * E is seen at n dt; the electric one plays, here half a step late, at (n+1/2) dt, and H of
 * (n+1/2) dt comes with the next step. */
START_TEST(an_electric_and_a_magnetic_dipole_exchange_places)
{
    lab a, b;
    lab_open(&a, model, DELAY, FAR_HY, "y", "magnetic_moment", "V m", NEAR_X, "ex");
    lab_open(&b, model, DELAY + 0.5 * a.grid->dt, NEAR_X, "x", "moment", "A m", FAR_HY, "hy");
    lab_run(&a, 300);
    lab_run(&b, 300);
    compare(&a, &b, 1, -1);
    lab_close(&a);
    lab_close(&b);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("reciprocity");
    TCase *t = tcase_create("reciprocity");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, two_electric_dipoles_exchange_places);
    tcase_add_test(t, an_electric_and_a_magnetic_dipole_exchange_places);
    suite_add_tcase(s, t);
    return lab_main(s);
}
