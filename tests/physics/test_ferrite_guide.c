/* tests/physics/test_ferrite_guide.c: the phase shifter of examples/ferrite_guide.ini, a guide
 * with a slab of ferrite beside one wall, without its linewidth. With D. Polder's mu and kappa,
 * mu' = (mu^2 - kappa^2)/mu and B = curl E/(-jw), the Ez of a wave exp(-jbx) has in the slab,
 * where the bias is along z,
 *
 *     Ez'' = (b^2 - eps mu' (w/c0)^2) Ez,    w mu0 mu' Hx = j (Ez' + b (kappa/mu) Ez)
 *
 * and Ez and Hx go on into the air at both surfaces: the sign of b is the direction. B. Lax, K.
 * J. Button, Microwave Ferrites and Ferrimagnetics (1962); A. G. Gurevich, Ferrites at Microwave
 * Frequencies (1963). */
#include "trace.h"

#define TURN (1.602176634e-19 / 9.1093837015e-31 * YEE_MU0) /* gamma mu0 at g = 2, m/(A s) */

static const double width = 10.16e-3, low = 1.016e-3, high = 2.54e-3, eps = 14;

/* Carries Ez and dEz/dy over d with a number k2 = k^2. */
static void carry(double k2, double d, double *e, double *slope)
{
    const double k = sqrt(fabs(k2));
    const double c = k2 > 0 ? cos(k * d) : cosh(k * d);
    const double s = k2 > 0 ? sin(k * d) / k : sinh(k * d) / k;
    const double own = *e;
    *e = c * own + s * *slope;
    *slope = (k2 > 0 ? -1 : 1) * k * k * s * own + c * *slope;
}

/* Ez at the upper wall, 0 at a mode of b (rad/m), b < 0: to the left. */
static double at_wall(double b, double omega)
{
    const double w0 = TURN * 10e3, wm = TURN * 140e3, k0 = omega / YEE_C0;
    const double mu = 1 + w0 * wm / (w0 * w0 - omega * omega);
    const double kappa = omega * wm / (w0 * w0 - omega * omega);
    const double across = (mu * mu - kappa * kappa) / mu, turn = b * kappa / mu;
    double e = 0, slope = 1;
    carry(k0 * k0 - b * b, low, &e, &slope);
    slope = across * slope - turn * e;
    carry(eps * across * k0 * k0 - b * b, high - low, &e, &slope);
    slope = (slope + turn * e) / across;
    carry(k0 * k0 - b * b, width - high, &e, &slope);
    return e;
}

/* The mode with the largest b of one direction. */
static double mode(double sense, double omega)
{
    double a = 600, b = 599;
    while (b > 10 && at_wall(sense * a, omega) * at_wall(sense * b, omega) > 0)
        a = b, b -= 1;
    for (int n = 0; n < 60; n++) {
        const double middle = (a + b) / 2;
        if (at_wall(sense * a, omega) * at_wall(sense * middle, omega) > 0)
            a = middle;
        else
            b = middle;
    }
    return (a + b) / 2;
}

/* b to the right and to the left of a guide in cells of 0.508/fine by 0.254/fine mm. */
static void measure(int fine, double omega, double b[2])
{
    const int source = 150 * fine, first = 40 * fine, many = 60 * fine, j = 10 * fine;
    char *ini =
        trace_text("[grid]\nx = %.17g mm x %d\ny = %.17g mm x %d\ninvariant = z\nmode = tm\n"
                   "[run]\ntime = 8 ns\nprecision = f64\nthreads = 1\nscheme = tiled\n"
                   "[boundary.walls]\ntype = pec\nfaces = y\n"
                   "[boundary.ends]\ntype = cpml\nfaces = x\ncells = %d\n"
                   "[material.garnet]\ntype = ferrite\nsaturation_magnetization = 140 kA/m\n"
                   "bias = 0, 0, 10 kA/m\neps = 14\n"
                   "[shape.slab]\ntype = box\nfrom = 0, 1.016, 0 mm\nto = 152.4, 2.54, 1 mm\n"
                   "material = garnet\n"
                   "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 10 GHz\n"
                   "bandwidth = 1.5 GHz\n"
                   "[source.probe]\ntype = dipole\nposition = 76.2, 2.54, 0 mm\ndirection = z\n"
                   "current = 1 A\nwaveform = pulse\n",
                   0.508 / fine, 300 * fine, 0.254 / fine, 40 * fine, 20 * fine);
    trace_point *point = calloc((size_t)(2 * many), sizeof *point);
    ck_assert_ptr_nonnull(point);
    for (int n = 0; n < 2 * many; n++)
        point[n] = (trace_point){
            YEE_EZ, n < many ? source + first + n : source - first - (n - many), j, 0};
    const trace t = trace_run(ini, 2 * many, point);
    for (int side = 0; side < 2; side++) {
        double sum[2] = {0, 0}, turned = 0;
        double complex last = trace_spectrum(&t, side * many, omega);
        for (int n = 1; n < many; n++) { /* least squares of the phase over the middle */
            const double complex next = trace_spectrum(&t, side * many + n, omega);
            const double x = n - (many - 1) / 2.0;
            turned -= carg(next / last);
            last = next;
            sum[0] += x * turned;
            sum[1] += x * x;
        }
        sum[1] += (many - 1) * (many - 1) / 4.0;
        b[side] = sum[0] / sum[1] / (0.508e-3 / fine);
    }
    free(t.value);
    free(point);
    free(ini);
}

/* Yee's scheme is of second order, slabs on the grid's planes too: two sizes of cells
 * extrapolated leave some squares of the error of the first, 3e-3: limit 2e-5; and the errors'
 * ratio is 4, to some of that error: 3.9 to 4.1. */
START_TEST(a_slab_has_more_phase_one_way_than_the_other)
{
    const double omega = 2 * YEE_PI * 10e9;
    double b[2][2];
    for (int fine = 1; fine <= 2; fine++)
        measure(fine, omega, b[fine - 1]);
    for (int side = 0; side < 2; side++) {
        const double exact = mode(side ? -1 : 1, omega);
        const double end = (4 * b[1][side] - b[0][side]) / 3;
        const double order = (b[0][side] - exact) / (b[1][side] - exact);
        printf("%s: %.4f rad/m, %.4f in half as large cells, exact %.4f; errors %.3f times "
               "(3.9 to 4.1), "
               "extrapolated off by %.1e (limit 2e-5)\n",
               side ? "left" : "right", b[0][side], b[1][side], exact, order, end / exact - 1);
        ck_assert_double_ge(order, 3.9);
        ck_assert_double_le(order, 4.1);
        ck_assert_double_le(fabs(end / exact - 1), 2e-5);
    }
    ck_assert_double_ge(b[1][0] - b[1][1], 80);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_slab_has_more_phase_one_way_than_the_other};
    return trace_main("ferrite_guide", 240, 1, test);
}
