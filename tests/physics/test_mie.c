/* tests/physics/test_mie.c: scattering by a dielectric sphere, n = 2, against Mie's series.
 *
 * A plane wave in a total-field box around the sphere, a closed flux box in the scattered field
 * around that; Q = P/(I pi a^2), with P = 2 Re sum (E x H*).n dA of the transforms and I =
 * 2 |W|^2/eta0 of the incident pulse. The ball is made of the cells whose middle it holds, so
 * its volume jumps about the true one, by up to 2 % with the radii used; the series is taken at
 * the radius of equal volume. What is left are the steps of its surface, of order 1, and the
 * dispersion inside, (k d)^2/24 of the phase 2 k a across it: 40 % of Q where the sphere of 6
 * cells is resolved by 4.7 cells per wavelength, and then fast less.
 *
 * Series: C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by Small Particles
 * (1983), eq. (4.56), (4.57) and (4.61). */
#include "lab.h"
#include <complex.h>
#include <hdf5.h>
#include <unistd.h>

#define TERMS 40

/* psi_n = x j_n(x), by Miller's downward recurrence. */
static void psi_of(double x, double psi[TERMS + 1])
{
    double high = 0, low = 1e-250;
    for (int n = 2 * TERMS; n >= 0; n--) {
        double next = (2 * n + 3) / x * low - high;
        high = low;
        low = next;
        if (n <= TERMS)
            psi[n] = low;
        if (fabs(low) > 1e200) { /* scale all that is kept */
            for (int m = n; m <= TERMS; m++)
                psi[m] *= 1e-200;
            high *= 1e-200;
            low *= 1e-200;
        }
    }
    double scale = sin(x) / psi[0];
    for (int n = 0; n <= TERMS; n++)
        psi[n] *= scale;
}

/* Scattering efficiency of a sphere of index m and size x = 2 pi a/lambda. */
static double mie(double x, double m)
{
    double psi[TERMS + 1], inner[TERMS + 1], chi[TERMS + 1], sum = 0;
    int last = (int)(x + 4 * cbrt(x) + 2);
    psi_of(x, psi);
    psi_of(m * x, inner);
    chi[0] = cos(x);
    chi[1] = cos(x) / x + sin(x);
    for (int n = 1; n < TERMS; n++)
        chi[n + 1] = (2 * n + 1) / x * chi[n] - chi[n - 1];
    for (int n = 1; n <= last && n < TERMS; n++) {
        double d = inner[n - 1] / inner[n] - n / (m * x); /* psi'/psi inside */
        double complex xi = psi[n] - I * chi[n], xi1 = psi[n - 1] - I * chi[n - 1];
        double a = d / m + n / x, b = m * d + n / x;
        double complex an = (a * psi[n] - psi[n - 1]) / (a * xi - xi1);
        double complex bn = (b * psi[n] - psi[n - 1]) / (b * xi - xi1);
        sum += (2 * n + 1) * (creal(an * conj(an)) + creal(bn * conj(bn)));
    }
    return 2 / (x * x) * sum;
}

START_TEST(the_series_has_its_known_values)
{
    ck_assert_double_eq_tol(mie(2, 2), 4.7704, 5e-5);
    ck_assert_double_eq_tol(mie(4, 2), 1.7477, 5e-5);
    /* Rayleigh: 8/3 x^4 ((m^2-1)/(m^2+2))^2, the next order is x^2 */
    ck_assert_double_eq_tol(mie(0.01, 2) / (8.0 / 3 * 1e-8 * 0.25), 1, 1e-3);
}
END_TEST

/* Q at x = 2 and 4 for a sphere of `radius` cells of 1 mm. */
static void run(int radius, double q[2])
{
    char path[] = "/tmp/yee_mie_XXXXXX";
    int file = mkstemp(path), half = radius + 17;
    const double a = 1e-3 * radius, f2 = 2 * YEE_C0 / (2 * YEE_PI * a), f0 = 0.7 * f2;
    double power[2];
    lab l;

    ck_assert_int_ge(file, 0);
    close(file);
    lab_open(
        &l,
        "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\norigin = %d mm, %d mm, %d mm\n"
        "[run]\nsteps = %d\noutput = %s\nforce = yes\n"
        "[boundary.open]\ntype = cpml\n"
        "[material.glass]\ntype = dielectric\neps = 4\n"
        "[shape.ball]\ntype = sphere\ncenter = 0, 0, 0\nradius = %d mm\nmaterial = glass\n"
        "[waveform.w]\ntype = gaussian\nfrequency = %.17g Hz\n"
        "[source.s]\ntype = plane_wave\nfrom = -%d mm, -%d mm, -%d mm\n"
        "to = %d mm, %d mm, %d mm\ndirection = z\npolarization = x\nwaveform = w\n"
        "[output.q]\ntype = flux\nfrom = -%d mm, -%d mm, -%d mm\nto = %d mm, %d mm, %d mm\n"
        "frequencies = %.17g Hz, %.17g Hz\nfields = no\n",
        2 * half, 2 * half, 2 * half, -half, -half, -half, 160 * radius, path, radius, f0,
        radius + 2, radius + 2, radius + 2, radius + 2, radius + 2, radius + 2, radius + 4,
        radius + 4, radius + 4, radius + 4, radius + 4, radius + 4, f2, 2 * f2);
    lab_run_and_finish(&l);
    lab_close(&l);
    hid_t h = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(h, "/flux/q/power", 0);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, power), 0);
    H5Dclose(set);
    H5Fclose(h);
    unlink(path);
    for (int n = 0; n < 2; n++) {
        double r = (n + 1) * f2 / f0, w = exp(-0.5 * r * r) / (f0 * sqrt(2 * YEE_PI));
        q[n] = power[n] / (2 * w * w / YEE_ETA0 * YEE_PI * a * a);
    }
}

/* Radius of the ball's cells over its own. */
static double stretch(int radius)
{
    int64_t cells = 0;
    for (int i = -radius; i < radius; i++)
        for (int j = -radius; j < radius; j++)
            for (int k = -radius; k < radius; k++) {
                double x = i + 0.5, y = j + 0.5, z = k + 0.5;
                cells += x * x + y * y + z * z <= radius * radius;
            }
    return cbrt((double)cells / (4 * YEE_PI / 3 * radius * radius * radius));
}

START_TEST(a_sphere_scatters_as_mie_says_and_ever_closer)
{
    static const int radius[3] = {6, 12, 18};
    double error[3][2];
    for (int n = 0; n < 3; n++) {
        double q[2], f = stretch(radius[n]);
        run(radius[n], q);
        error[n][0] = fabs(q[0] / (f * f * mie(2 * f, 2)) - 1);
        error[n][1] = fabs(q[1] / (f * f * mie(4 * f, 2)) - 1);
        fprintf(stderr, "a = %d cells: Q off by %.4f at x = 2, %.4f at x = 4\n", radius[n],
                error[n][0], error[n][1]);
    }
    for (int x = 0; x < 2; x++) {
        /* order 1 at least: half of it at twice, two thirds at one and a half times the cells
         */
        ck_assert_double_lt(error[1][x], 0.5 * error[0][x]);
        ck_assert_double_lt(error[2][x], 0.7 * error[1][x]);
        ck_assert_double_lt(error[2][x], 0.02);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mie");
    TCase *t = tcase_create("mie");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, the_series_has_its_known_values);
    tcase_add_test(t, a_sphere_scatters_as_mie_says_and_ever_closer);
    suite_add_tcase(s, t);
    return lab_main(s);
}
