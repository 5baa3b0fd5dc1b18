/* core/model/surface_waves.c: waves along plane surfaces, in the closed form of E. N. Economou,
 * Phys. Rev. 182 (1969) 539, without losses.
 *
 * With H along the surface and across the wave, eps_1 < 0 < eps_2, K_i^2 = beta^2 - eps_i mu_i
 * k0^2:
 *
 *     one surface     K_1/eps_1 + K_2/eps_2 = 0
 *     a film, odd     K_1/eps_1 + K_2/eps_2 coth(K_2 d/2) = 0, the film is medium 2
 *                     K_1/eps_1 tanh(K_1 d/2) + K_2/eps_2 = 0, the film is medium 1
 *
 * The power along the surface is that of 1/(eps K) in either medium, and has the sign of the
 * group velocity. At one surface that is 1/(eps_2 K_1) (|eps_1|/eps_2 - eps_2/|eps_1|):
 * backward where |eps_1| < eps_2. There beta^2 = k0^2 eps_1 eps_2 (mu_1 eps_2 - mu_2
 * eps_1)/(eps_2^2 - eps_1^2) is above 0 only where a mu is negative, so that of ordinary media
 * no wave of a single surface runs backward.
 *
 * A film has waves at such frequencies. Let G be -K_1/|eps_1| + K_2/eps_2 coth(K_2 d/2), or
 * -K_1/|eps_1| tanh(K_1 d/2) + K_2/eps_2. For beta to infinity it is below 0, and it falls with
 * omega, as |eps_1| does. So where it is above 0 for some beta it falls through 0 behind that,
 * and there d omega/d beta = -(dG/d beta)/(dG/d omega) is below 0. Near eps_1 = -eps_2 = -n^2,
 * mu = 1, where it begins, that is
 *
 *     d < pi/2 /(n k0) of a gap, d < sqrt 2 max(x/cosh x)/(n k0) = 0.937/(n k0) of a film,
 *
 * a quarter and 0.149 of a wave in the dielectric. */
#include "surface_waves.h"

#include <math.h>

bool yee_surface_wave_backward(yee_surface_medium a, yee_surface_medium b)
{
    const yee_surface_medium one = a.own < 0 ? a : b, two = a.own < 0 ? b : a; /* negative */
    if (!(one.own < 0 && two.own > 0 && -one.own < two.own))
        return false;
    const double square = one.own * two.own * (one.other * two.own - two.other * one.own) /
                          (two.own * two.own - one.own * one.own);
    return square > 0 && square > one.own * one.other && square > two.own * two.other;
}

/* K coth(K d/2), or of an imaginary K as far as the cotangent's first 0; square: K^2 */
static double gap_side(double square, double thickness)
{
    const double k = sqrt(fabs(square)), x = k * thickness / 2;
    if (x < 1e-6)
        return 2 / thickness;
    if (square > 0)
        return k / tanh(x);
    return x < 1.5707963267948966 ? k / tan(x) : 0;
}

bool yee_film_wave_backward(yee_surface_medium film, yee_surface_medium around, double k0,
                            double thickness)
{
    enum { SAMPLES = 128 };
    const bool metal = film.own < 0;
    const yee_surface_medium one = metal ? film : around, two = metal ? around : film;
    if (!(one.own < 0 && two.own > 0 && -one.own < two.own))
        return false;
    /* beta from 0, or from where K_1 and a metal's K_2 are real, to 1e3/d */
    const double least = fmax(one.own * one.other, metal ? two.own * two.other : 0) * k0 * k0;
    const double low = sqrt(fmax(least, 0));
    for (int n = 0; n <= SAMPLES; n++) {
        const double beta = low + (n ? 1e-3 * pow(1e6, (double)n / SAMPLES) / thickness : 0);
        const double square[2] = {beta * beta - one.own * one.other * k0 * k0,
                                  beta * beta - two.own * two.other * k0 * k0};
        const double k = sqrt(fmax(square[0], 0));
        const double g =
            metal ? sqrt(fmax(square[1], 0)) / two.own + k * tanh(k * thickness / 2) / one.own
                  : gap_side(square[1], thickness) / two.own + k / one.own;
        if (g > 0)
            return true;
    }
    return false;
}
