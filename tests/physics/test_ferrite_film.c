/* tests/physics/test_ferrite_film.c: the ferromagnetic resonance of a film, its frequency and
 * linewidth, against Kittel's formula and the exact relation of the discrete equations, in which
 * W = (2/dt) tan(w dt/2) stands for w in D. Polder's tensor. */
#include "trace.h"

#define TURN (1.602176634e-19 / 9.1093837015e-31 * YEE_MU0) /* gamma mu0 at g = 2, m/(A s) */

/* Across a bias in the plane of a film, along whose normal B stays 0: (mu^2 - kappa^2)/mu, with
 * the means over a step. */
static double complex film_mu(double complex omega, double w0, double wm, double alpha,
                              double dt)
{
    const double complex w = 2 / dt * ctan(omega * dt / 2), u = w0 + I * alpha * w;
    const double complex d = u * u - w * w, mu = 1 + u * wm / d, kappa = w * wm / d;
    return (mu * mu - kappa * kappa) / mu;
}

/* 0 at a free swing of a film of one cell between waves that leave it on both sides: on the grid,
 * with W = (2/dt) sin(w dt/2) and sin a = W d/(2 c0), mu(w) = 2 j (c0/(W d)) e^{-ja}. */
static double complex film_swing(double complex omega, double w0, double wm, double alpha,
                                 double dt, double d)
{
    const double complex w = 2 / dt * csin(omega * dt / 2), a = casin(w * d / (2 * YEE_C0));
    return 1 / film_mu(omega, w0, wm, alpha, dt) - w * d / (2 * I * YEE_C0) * cexp(I * a);
}

/* A root near `at` by the secant rule, in parts of it. */
static double complex film_root(double complex at, double w0, double wm, double alpha,
                                double dt, double d)
{
    double complex x[2] = {at, at * (1 + 1e-3)};
    for (int n = 0; n < 20 && cabs(x[1] - x[0]) > 1e-13 * cabs(at); n++) {
        const double complex f[2] = {film_swing(x[0], w0, wm, alpha, dt, d),
                                     film_swing(x[1], w0, wm, alpha, dt, d)};
        const double complex next = x[1] - f[1] * (x[1] - x[0]) / (f[1] - f[0]);
        x[0] = x[1];
        x[1] = next;
    }
    return x[1];
}

/* The frequency of rows that are one damped swing: v(n + 2 m) - p v(n + m) + q v(n) = 0. */
static double complex ringing(const trace *t, int64_t from, int64_t m)
{
    double aa = 0, ab = 0, bb = 0, ca = 0, cb = 0;
    for (int64_t n = from; n + 2 * m < t->steps; n++) {
        const double a = t->value[n + m], b = -t->value[n], c = t->value[n + 2 * m];
        aa += a * a, ab += a * b, bb += b * b, ca += c * a, cb += c * b;
    }
    const double p = (ca * bb - cb * ab) / (aa * bb - ab * ab);
    const double q = (cb * aa - ca * ab) / (aa * bb - ab * ab);
    const double complex z = p / 2 + I * csqrt(q - p * p / 4);
    return -I * clog(z) / ((double)m * t->dt);
}

/* A film of one cell, magnetised in its plane, rings after a pulse: C. Kittel, Phys. Rev. 73
 * (1948) 155, w^2 = w0 (w0 + wm), with a linewidth of alpha (2 w0 + wm), and wm (w0 + wm) d/(2
 * c0) more that it radiates. Of the discrete equations 1e-9 is what the pulse leaves; Kittel's
 * numbers are those of weak losses: alpha^2 = 4e-4 and the square of half the linewidth over w,
 * 5e-4, together 1e-3. */
START_TEST(a_thin_film_rings_as_kittel_has_it)
{
    const double w0 = 2 * YEE_PI * 3e9, wm = 2 * YEE_PI * 5e9, alpha = 0.02;
    const double d = 1e-5, dt = 0.9 * d / YEE_C0;
    char *ini = trace_text(
        "[grid]\nx = 1 mm x 1\ny = 1 mm x 1\nz = %.17g m x 20\n"
        "[run]\nsteps = 130000\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
        "scheme = %s\n"
        "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
        "[boundary.ends]\ntype = impedance\nmatched = yes\nfaces = z\n"
        "[material.f]\ntype = ferrite\nbias = 0, %.17g, 0 A/m\n"
        "saturation_magnetization = %.17g A/m\ndamping = %.17g\n"
        "[shape.film]\ntype = box\nfrom = 0, 0, %.17g m\nto = 0.001, 0.001, %.17g m\n"
        "material = f\n"
        "[waveform.p]\ntype = modulated_gaussian\nfrequency = 5 GHz\nbandwidth = 6 GHz\n"
        "[source.s]\ntype = current_sheet\ndirection = y\ncurrent = 1 A/m\nwaveform = p\n"
        "from = 0, 0, %.17g m\nto = 0.001, 0.001, %.17g m\n",
        d, dt, _i ? "tiled" : "plain", w0 / TURN, wm / TURN, alpha, 10 * d, 11 * d, 5 * d,
        5 * d);
    const trace_point point = {YEE_EY, 0, 0, 15};
    const trace t = trace_run(ini, 1, &point);
    const double kittel = sqrt(w0 * (w0 + wm)), line = alpha * (2 * w0 + wm);
    const double complex exact = film_root(kittel + I * line / 2, w0, wm, alpha, dt, d);
    const double complex own = ringing(&t, 80000, 1700);
    const double radiated = wm * (w0 + wm) * d / (2 * YEE_C0);
    printf("%s: %.9f GHz, linewidth %.6f GHz, off the relation by %.1e (limit 1e-9)\n"
           "Kittel %.6f GHz, linewidth %.6f and %.6f GHz radiated: off by %.1e, %.1e (limit "
           "1e-3)\n",
           _i ? "tiled" : "plain", creal(own) / 2e9 / YEE_PI, cimag(own) / 1e9 / YEE_PI,
           cabs(own / exact - 1), kittel / 2e9 / YEE_PI, line / 2e9 / YEE_PI,
           radiated / 2e9 / YEE_PI, creal(own) / kittel - 1,
           2 * cimag(own) / (line + radiated) - 1);
    ck_assert_double_le(cabs(own / exact - 1), 1e-9);
    ck_assert_double_le(fabs(creal(own) / kittel - 1), 1e-3);
    ck_assert_double_le(fabs(2 * cimag(own) / (line + radiated) - 1), 1e-3);
    free(t.value);
    free(ini);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ferrite_film");
    TCase *tcase = tcase_create("ferrite_film");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_loop_test(tcase, a_thin_film_rings_as_kittel_has_it, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
