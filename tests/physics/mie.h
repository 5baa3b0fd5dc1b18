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

/* The coefficients a_n and b_n, n = 1 to the returned number, of a sphere of size x = 2 pi
 * a/lambda and relative permittivity eps, Im eps <= 0. */
static inline int mie_coefficients(double x, double complex eps, double complex an[MIE_TERMS],
                                   double complex bn[MIE_TERMS])
{
    const double complex m = conj(csqrt(eps)), y = m * x;
    double psi[MIE_TERMS + 1], chi[MIE_TERMS + 1];
    double complex inner[2 * MIE_TERMS + 1]; /* psi'/psi at y; wrong at the start, forgotten */
    const int last = (int)(x + 4 * cbrt(x) + 2);
    mie_psi(x, psi);
    inner[2 * MIE_TERMS] = 0;
    for (int n = 2 * MIE_TERMS; n > 0; n--)
        inner[n - 1] = n / y - 1 / (inner[n] + n / y);
    chi[0] = cos(x);
    chi[1] = cos(x) / x + sin(x);
    for (int n = 1; n < MIE_TERMS; n++)
        chi[n + 1] = (2 * n + 1) / x * chi[n] - chi[n - 1];
    int n = 1;
    for (; n <= last && n < MIE_TERMS; n++) {
        const double complex xi = psi[n] - I * chi[n], xi1 = psi[n - 1] - I * chi[n - 1];
        const double complex a = inner[n] / m + n / x, b = m * inner[n] + n / x;
        an[n] = (a * psi[n] - psi[n - 1]) / (a * xi - xi1);
        bn[n] = (b * psi[n] - psi[n - 1]) / (b * xi - xi1);
    }
    return n - 1;
}

static inline mie mie_sphere(double x, double complex eps)
{
    double complex an[MIE_TERMS], bn[MIE_TERMS];
    const int last = mie_coefficients(x, eps, an, bn);
    mie sum = {0, 0};
    for (int n = 1; n <= last; n++) {
        sum.scattering +=
            (2 * n + 1) * (creal(an[n] * conj(an[n])) + creal(bn[n] * conj(bn[n])));
        sum.extinction += (2 * n + 1) * creal(an[n] + bn[n]);
    }
    return (mie){2 / (x * x) * sum.extinction, 2 / (x * x) * sum.scattering};
}

/* The amplitudes S_1, of E across the plane of scattering, and S_2, of E in it (eq. (4.74)), at
 * an angle from forward, with pi_n and tau_n of eq. (4.47). */
static inline void mie_amplitudes(double x, double complex eps, double angle,
                                  double complex s[2])
{
    double complex an[MIE_TERMS], bn[MIE_TERMS];
    const int last = mie_coefficients(x, eps, an, bn);
    const double c = cos(angle);
    double before = 0, now = 1; /* pi_{n-1}, pi_n */
    s[0] = s[1] = 0;
    for (int n = 1; n <= last; n++) {
        const double tau = n * c * now - (n + 1) * before,
                     weight = (2. * n + 1) / (n * (n + 1));
        s[0] += weight * (an[n] * now + bn[n] * tau);
        s[1] += weight * (an[n] * tau + bn[n] * now);
        const double next = ((2 * n + 1) * c * now - (n + 1) * before) / n;
        before = now;
        now = next;
    }
}

#endif
