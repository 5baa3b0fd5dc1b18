/* tests/physics/sommerfeld.h: a line current above a half-space, in closed form.
 *
 * The line lies at height h above the plane y = 0 of a medium of eps and mu; it is an electric
 * current I in TM, a magnetic one K in TE. With s = j omega, p^2 = k^2 + s^2/c^2,
 * q^2 = k^2 + eps mu s^2/c^2, m = mu in TM, eps in TE, and r = (m p - q)/(m p + q):
 *
 *     E_z/I = -s mu0/(2 pi) int f(k) e^{jkx} dk from -inf to inf
 *     f = (e^{-p|y-h|} + r e^{-p(y+h)})/(2 p) above,  m/(m p + q) e^{-ph + qy} below,
 *
 * and H_z/K likewise with eps0. A. Sommerfeld, Partial Differential Equations in Physics
 * (1949), ch. VI; W. C. Chew, Waves and Fields in Inhomogeneous Media (1990), ch. 2.
 *
 * Times: a sum over s = sigma + j omega, at steps of 2 pi/period. What happens a period later
 * is folded back with a factor exp(-sigma period); the sum over k at steps of dk is the field
 * of lines 2 pi/dk apart, the next of which is farther than light goes. */
#ifndef YEE_TESTS_SOMMERFELD_H
#define YEE_TESTS_SOMMERFELD_H

#include "interface.h"

typedef struct half_space {
    interface_law *eps, *mu;
    bool te;
    double height; /* m: of the line */
} half_space;

/* E_z (V/m) of 1 A, or H_z (A/m) of 1 V. far: m, no neighbouring line nearer than that */
static inline double complex sommerfeld_field(const half_space *g, double x, double y,
                                              double complex s, double far)
{
    const double complex eps = g->eps(s), mu = g->mu(s), m = g->te ? eps : mu;
    const double complex k0 = s / YEE_C0, k1 = eps * mu * k0 * k0;
    const double reach = y > 0 ? fmin(fabs(y - g->height), y + g->height) : g->height - y;
    const double dk = 2 * YEE_PI / far, last = 36 / reach;
    double complex sum = 0;
    for (int64_t n = 0; (double)n * dk < last; n++) {
        const double k = (double)n * dk;
        const double complex p = csqrt(k * k + k0 * k0), q = csqrt(k * k + k1);
        const double complex f =
            y > 0 ? (cexp(-p * fabs(y - g->height)) +
                     (m * p - q) / (m * p + q) * cexp(-p * (y + g->height))) /
                        (2 * p)
                  : m / (m * p + q) * cexp(-p * g->height + q * y);
        sum += (n ? 2 : 1) * cos(k * x) * f;
    }
    return -s * (g->te ? YEE_EPS0 : YEE_MU0) / (2 * YEE_PI) * sum * dk;
}

/* The field at (x, y) at the times first + n dt, shape [count]. attenuation: sigma period; 20
 * folds back 2e-9. Beyond six times the pulse's frequency its spectrum is 36 exp(-36). */
static inline void sommerfeld_trace(const half_space *g, double x, double y, double frequency,
                                    double first, double dt, int64_t count, double attenuation,
                                    double *field)
{
    const double record = first + dt * (double)count, period = 2 * record;
    const double sigma = attenuation / period, domega = 2 * YEE_PI / period;
    const double far = 1.1 * (YEE_C0 * record + fabs(x));
    memset(field, 0, (size_t)count * sizeof *field);
    for (int n = 0; n * domega < 6 * 2 * YEE_PI * frequency; n++) {
        const double complex s = sigma + I * (n * domega);
        double complex part = interface_ricker(s, frequency) *
                              sommerfeld_field(g, x, y, s, far) * domega / YEE_PI *
                              (n ? 1 : 0.5) * cexp(s * first);
        const double complex turn = cexp(s * dt);
        for (int64_t i = 0; i < count; i++, part *= turn)
            field[i] += creal(part);
    }
}

#endif
