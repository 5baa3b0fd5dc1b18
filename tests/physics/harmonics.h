/* tests/physics/harmonics.h: a round cylinder in a plane wave, in closed form.
 *
 * E_z in TM (H_z in TE) of amplitude 1 goes along phi = 0; outside it scatters
 *
 *     sum_n (-j)^n a_n H_n^(2)(k r) e^{jn phi},
 *     a_n = -(J_n'(x) J_n(y) - q J_n(x) J_n'(y))/(H_n^(2)'(x) J_n(y) - q H_n^(2)(x) J_n'(y)),
 *
 * x = k a, y = x sqrt(eps mu), q = sqrt(eps mu)/mu in TM, sqrt(eps mu)/eps in TE, from E_z
 * (H_z) and H_phi (E_phi) continuous at r = a. C. A. Balanis, Advanced Engineering
 * Electromagnetics, 2nd ed. (2012), sec. 11.5, expands the wave for e^{j omega t}
 * in this way. */
#ifndef YEE_TESTS_HARMONICS_H
#define YEE_TESTS_HARMONICS_H

#include <complex.h>
#include <math.h>
#include <stdbool.h>

enum { HARMONICS = 32 };

/* J_0 ... J_HARMONICS of a complex argument but for a common factor, by Miller's downward
 * recurrence from 20 orders beyond those, where J_{n+1}/J_n < |z|/(2 n) makes the start's error
 * vanish for |z| < 20; M. Abramowitz and I. A. Stegun (1964), sec. 9.12, example 1. */
static inline void harmonics_bessel(double complex z, double complex j[HARMONICS + 1])
{
    double complex high = 0, low = 1e-200;
    for (int n = HARMONICS + 20; n >= 0; n--) { /* low: order n */
        if (n <= HARMONICS)
            j[n] = low;
        const double complex next = 2 * n / z * low - high;
        high = low;
        low = next;
        if (cabs(low) > 1e100) {
            for (int m = n; m <= HARMONICS; m++)
                j[m] *= 1e-100;
            high *= 1e-100;
            low *= 1e-100;
        }
    }
}

/* a_0 ... of a cylinder of size x = k a. */
static inline void harmonics_scattered(double x, double complex eps, double complex mu, bool te,
                                       double complex a[HARMONICS])
{
    const double complex index = csqrt(eps) * csqrt(mu), y = index * x;
    const double complex q = index / (te ? eps : mu);
    double complex inner[HARMONICS + 1];
    harmonics_bessel(y, inner);
    for (int n = 0; n < HARMONICS; n++) {
        const double jx = jn(n, x), djx = n / x * jx - jn(n + 1, x);
        const double complex h = jx - I * yn(n, x);
        const double complex dh = n / x * h - (jn(n + 1, x) - I * yn(n + 1, x));
        const double complex dy = n / y * inner[n] - inner[n + 1];
        a[n] = -(djx * inner[n] - q * jx * dy) / (dh * inner[n] - q * h * dy);
    }
}

/* Those of a perfect conductor, on which E_z vanishes in TM and dH_z/dr in TE; ibid. reactance:
 * of its surface in TE over eta, by which E_phi = j eta dH_z/d(kr) is j eta reactance H_z
 * there. */
static inline void harmonics_conductor(double x, bool te, double reactance,
                                       double complex a[HARMONICS])
{
    for (int n = 0; n < HARMONICS; n++) {
        const double jx = jn(n, x), yx = yn(n, x);
        const double j = te ? n / x * jx - jn(n + 1, x) - reactance * jx : jx;
        const double y = te ? n / x * yx - yn(n + 1, x) - reactance * yx : yx;
        a[n] = -j / (j - I * y);
    }
}

/* The scattered field at k r and phi. Orders whose a_n is below 1e-14 of the largest end the
 * sum: H_n^(2) grows no faster than they fall while r > a. */
static inline double complex harmonics_field(const double complex a[HARMONICS], double kr,
                                             double phi)
{
    double complex sum = 0, turn = 1;
    for (int n = 0; n < HARMONICS; n++, turn *= -I) {
        if (n > 2 && cabs(a[n]) < 1e-18)
            break;
        sum += (n ? 2 * cos(n * phi) : 1) * turn * a[n] * (jn(n, kr) - I * yn(n, kr));
    }
    return sum;
}

#endif
