/* tests/physics/test_mie.c: scattering by a dielectric sphere, n = 2, against Mie's series.
 *
 * Two shares make the error of Q. Dispersion makes k inside too large by (k d)^2/24 (3/5 - (c
 * dt/n d)^2), 3/5 the mean of cos^4 over all directions: what that is worth comes from the
 * series itself, 40 % at x = 4 where the sphere of 6 cells is resolved by 4.7 cells per
 * wavelength, and then fast less. The surface is of order 1, for the part of eps' tensor off
 * its diagonal is left out: the arithmetic mean of cells told by their middle had 0.09 0.02
 * 0.02 against the true radius at x = 2 with 6, 12, 18 cells, and 0.1 d/a is asked for. A
 * narrow resonance near x = 4 rings on beyond the record: 0.005. */
#include "ball.h"
#include "mie.h"

START_TEST(the_series_has_its_known_values)
{
    ck_assert_double_eq_tol(mie_sphere(2, 4).scattering, 4.7704, 5e-5);
    ck_assert_double_eq_tol(mie_sphere(4, 4).scattering, 1.7477, 5e-5);
    /* Rayleigh: 8/3 x^4 |(m^2-1)/(m^2+2)|^2 and -4 x Im ((m^2-1)/(m^2+2)), the next order is
     * x^2 */
    ck_assert_double_eq_tol(mie_sphere(0.01, 4).scattering / (8.0 / 3 * 1e-8 * 0.25), 1, 1e-3);
    const double complex eps = -3.7 - 3.5 * I, sphere = (eps - 1) / (eps + 2);
    const mie q = mie_sphere(0.01, eps);
    ck_assert_double_eq_tol((q.extinction - q.scattering) / (-0.04 * cimag(sphere)), 1, 1e-3);
    ck_assert_double_eq_tol(mie_sphere(3, 4).extinction, mie_sphere(3, 4).scattering, 1e-12);
}
END_TEST

static double pulse; /* Hz */
static double spectrum(double f)
{
    return exp(-0.5 * f * f / (pulse * pulse)) / (pulse * sqrt(2 * YEE_PI));
}

/* Q at x = 2 and 4 for a sphere of `radius` cells of 1 mm. */
static void run(int radius, double q[2])
{
    const double a = 1e-3 * radius, f2 = 2 * YEE_C0 / (2 * YEE_PI * a), f[2] = {f2, 2 * f2};
    const double dt = 0.99e-3 / (YEE_C0 * sqrt(3));
    double absorbed[2];
    pulse = 0.7 * f2;
    char *waveform = trace_text("type = gaussian\nfrequency = %.17g Hz\n", pulse);
    ball_run(&(ball){"type = dielectric\neps = 4\n", radius, a, 160 * radius * dt, 2, f,
                     waveform, spectrum},
             q, absorbed);
    free(waveform);
}

/* The error by the grid's larger k inside. */
static double dispersion(int radius, double x)
{
    const double kd = 2 * x / radius, step = 0.99 / (2 * sqrt(3));
    const double more = kd * kd / 24 * (0.6 - step * step);
    const double index = 1 + more;
    return fabs(mie_sphere(x, 4 * index * index).scattering / mie_sphere(x, 4).scattering - 1);
}

START_TEST(a_sphere_scatters_as_mie_says_and_ever_closer)
{
    static const int radius[3] = {6, 12, 18};
    const int sizes = few_on() ? 2 : 3; /* the last takes five times as long as the others */
    double error[3][2];
    for (int n = 0; n < sizes; n++) {
        double q[2];
        run(radius[n], q);
        for (int x = 0; x < 2; x++)
            error[n][x] = fabs(q[x] / mie_sphere(2 * (x + 1), 4).scattering - 1);
        fprintf(stderr,
                "a = %d cells: Q off by %.4f at x = 2, %.4f at x = 4, %.4f and %.4f from "
                "dispersion\n",
                radius[n], error[n][0], error[n][1], dispersion(radius[n], 2),
                dispersion(radius[n], 4));
    }
    for (int n = 0; n < sizes; n++)
        for (int x = 0; x < 2; x++)
            ck_assert_double_lt(error[n][x],
                                dispersion(radius[n], 2 * (x + 1)) + 0.1 / radius[n] + 0.005);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mie");
    TCase *t = tcase_create("mie");
    tcase_add_checked_fixture(t, trace_setup, trace_teardown);
    tcase_set_timeout(t, 600);
    tcase_add_test(t, the_series_has_its_known_values);
    tcase_add_test(t, a_sphere_scatters_as_mie_says_and_ever_closer);
    suite_add_tcase(s, t);
    return suite_run(s);
}
