/* tests/physics/mie.h: a sphere in a plane wave, in closed form.
 *
 * Series: C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by Small Particles
 * (1983), eq. (4.61), (4.62) and (4.88), with the logarithmic derivative of eq. (4.89). Their
 * time factor is e^{-j omega t}. */
#ifndef YEE_TESTS_MIE_H
#define YEE_TESTS_MIE_H

#include <complex.h>
#include <math.h>

enum { MIE_TERMS = 40 };

/* Efficiencies: power over that of the wave through pi a^2. */
typedef struct mie {
    double extinction, scattering;
} mie;

/* psi_n = x j_n(x), by Miller's downward recurrence. */
static inline void mie_psi(double x, double psi[MIE_TERMS + 1])
{
    double high = 0, low = 1e-250;
    for (int n = 2 * MIE_TERMS; n >= 0; n--) {
        double next = (2 * n + 3) / x * low - high;
        high = low;
        low = next;
        if (n <= MIE_TERMS)
            psi[n] = low;
        if (fabs(low) > 1e200) { /* scale all that is kept */
            for (int m = n; m <= MIE_TERMS; m++)
                psi[m] *= 1e-200;
            high *= 1e-200;
            low *= 1e-200;
        }
    }
    double scale = sin(x) / psi[0];
    for (int n = 0; n <= MIE_TERMS; n++)
        psi[n] *= scale;
}

/* A sphere of size x = 2 pi a/lambda and relative permittivity eps, Im eps <= 0. */
static inline mie mie_sphere(double x, double complex eps)
{
    const double complex m = conj(csqrt(eps)), y = m * x;
    double psi[MIE_TERMS + 1], chi[MIE_TERMS + 1];
    double complex inner[2 * MIE_TERMS + 1]; /* psi'/psi at y; wrong at the start, forgotten */
    mie sum = {0, 0};
    int last = (int)(x + 4 * cbrt(x) + 2);
    mie_psi(x, psi);
    inner[2 * MIE_TERMS] = 0;
    for (int n = 2 * MIE_TERMS; n > 0; n--)
        inner[n - 1] = n / y - 1 / (inner[n] + n / y);
    chi[0] = cos(x);
    chi[1] = cos(x) / x + sin(x);
    for (int n = 1; n < MIE_TERMS; n++)
        chi[n + 1] = (2 * n + 1) / x * chi[n] - chi[n - 1];
    for (int n = 1; n <= last && n < MIE_TERMS; n++) {
        const double complex xi = psi[n] - I * chi[n], xi1 = psi[n - 1] - I * chi[n - 1];
        const double complex a = inner[n] / m + n / x, b = m * inner[n] + n / x;
        const double complex an = (a * psi[n] - psi[n - 1]) / (a * xi - xi1);
        const double complex bn = (b * psi[n] - psi[n - 1]) / (b * xi - xi1);
        sum.scattering += (2 * n + 1) * (creal(an * conj(an)) + creal(bn * conj(bn)));
        sum.extinction += (2 * n + 1) * creal(an + bn);
    }
    return (mie){2 / (x * x) * sum.extinction, 2 / (x * x) * sum.scattering};
}

#endif
