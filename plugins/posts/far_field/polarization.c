/* plugins/posts/far_field/polarization.c: co- and cross-polar, right- and left-handed shares of a
 * far field.
 *
 * By the third definition of A. C. Ludwig, IEEE Trans. Antennas Propag. 21 (1973) 116, a source whose
 * field is along the angle a in the plane z = 0 has at (theta, phi), with p = phi - a,
 *
 *     E_co = cos(p) E_theta - sin(p) E_phi,   E_cross = sin(p) E_theta + cos(p) E_phi
 *
 * (his y axis is a = 90 degrees, and his cross-polar vector has the other sign). With the time factor
 * exp(j omega t) a wave along r is right-handed as theta - j phi (IEEE Std 145), so that
 *
 *     E_R = (E_theta + j E_phi)/sqrt(2),   E_L = (E_theta - j E_phi)/sqrt(2),
 *
 * and the axes of the ellipse are as |E_R| + |E_L| to ||E_R| - |E_L||. */
#include "polarization.h"
#include <math.h>

static double square(double complex e) { return creal(e) * creal(e) + cimag(e) * cimag(e); }

polarization polarization_of(const double complex e[2], double phi, double reference)
{
    const double all = square(e[0]) + square(e[1]), p = phi - reference;
    if (!(all > 0))
        return (polarization){.axial_ratio = AXIAL_MOST};
    const double complex right = (e[0] + I * e[1]) / sqrt(2),
                         left = (e[0] - I * e[1]) / sqrt(2);
    const double r = cabs(right), l = cabs(left);
    const bool linear = r + l >= AXIAL_MOST * fabs(r - l);
    return (polarization){.co = square(cos(p) * e[0] - sin(p) * e[1]) / all,
                          .cross = square(sin(p) * e[0] + cos(p) * e[1]) / all,
                          .right = r * r / all,
                          .left = l * l / all,
                          .axial_ratio = linear ? AXIAL_MOST : (r + l) / fabs(r - l),
                          .sense = linear  ? 0
                                   : r > l ? 1
                                           : -1};
}
