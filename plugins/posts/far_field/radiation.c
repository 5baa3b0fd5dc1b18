/* plugins/posts/far_field/radiation.c: what the currents on a surface radiate into the
 * background (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., 2005,
 * section 8.6):
 *
 *     N = int J exp(j k r.s) dA,  L = int M exp(j k r.s) dA   (s: direction)
 *     r E_theta = -j k/(4 pi) (L_phi + eta N_theta),  r E_phi = j k/(4 pi) (L_theta - eta N_phi)
 *
 * In 2-D N and L are integrals along the contour, and waves are cylindrical: in place of Green's
 * function exp(-j k r)/(4 pi r) stands H0^(2)(k r)/(4 j), that of a line (R. F. Harrington,
 * Time-Harmonic Electromagnetic Fields, 1961, eq. (5-84)), which far away is exp(-j k r - j
 * pi/4)/sqrt(8 pi k r) (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964,
 * eq. (9.2.4)). So there is exp(j pi/4) sqrt(k/(8 pi)) for j k/(4 pi), and the root of r for r.
 * With theta from the invariant axis, pi/2 in the plane, all else is the same. */
#include "radiation.h"
#include <math.h>

/* -- angles -- */

void surface_direction(const surface *s, double theta, double phi, double to[3])
{
    const double along[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
    for (int a = 0; a < 3; a++)
        to[s->frame.axis[a]] = s->frame.sign[a] * along[a];
}

double surface_around(const surface *s) { return (s->invariant < 0 ? 4 : 2) * YEE_PI; }

/* -- the far field -- */

double surface_k(const surface *s, double frequency)
{
    return s->index * (2 * YEE_PI * frequency / YEE_C0);
}

double surface_points(const surface *s)
{
    double points = 0;
    for (int i = 0; i < s->sheets; i++)
        points += (double)(s->sheet[i].n[0] * s->sheet[i].n[1]) * (double)s->sheet[i].n[2];
    return points;
}

/* exp(j k (x - center) s) times the lengths, into n numbers. */
static void phases(int64_t n, const double *x, const double *w, double center, double ks,
                   double complex *out)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = w[i] * cexp(I * ks * (x[i] - center));
}

/* The sum of n complex numbers times phases. */
static double complex weighted(int64_t n, const double *v, const double complex *phase)
{
    double re = 0, im = 0;
    for (int64_t k = 0; k < n; k++) {
        const double c = creal(phase[k]), d = cimag(phase[k]);
        re += v[2 * k] * c - v[2 * k + 1] * d;
        im += v[2 * k] * d + v[2 * k + 1] * c;
    }
    return re + I * im;
}

/* int of a sheet's current: one axis after the other, the last one that has points first. */
static double complex integral(const sheet *t, int64_t number, double complex *const phase[3])
{
    const int last = t->n[2] > 1 ? 2 : 1;
    const int64_t rows = last == 2 ? t->n[1] : 1, points = t->n[last];
    const double *v = t->v + 2 * number * t->n[0] * t->n[1] * t->n[2];
    double complex all = 0;
    for (int64_t i = 0; i < t->n[0]; i++) {
        double complex row = 0;
        for (int64_t j = 0; j < rows; j++, v += 2 * points)
            row += (last == 2 ? phase[1][j] : phase[2][0]) * weighted(points, v, phase[last]);
        all += phase[0][i] * row;
    }
    return t->factor * all;
}

/* r E exp(j k r) along theta and phi in one direction; r is measured from s->center. */
static void far_from_center(const surface *s, int64_t number, double k, double theta,
                            double phi, double complex e[2])
{
    const double st = sin(theta), ct = cos(theta), sp = sin(phi), cp = cos(phi);
    double to[3];
    double complex all[2][3] = {{0}}, N[2][3];
    surface_direction(s, theta, phi, to);
    for (int i = 0; i < s->sheets; i++) {
        const sheet *t = &s->sheet[i];
        for (int a = 0; a < 3; a++)
            phases(t->n[a], t->x[a], t->w[a], s->center[a], k * to[a], s->phase[a]);
        all[t->electric][t->axis] += integral(t, number, s->phase);
    }
    for (int m = 0; m < 2; m++)
        for (int a = 0; a < 3; a++)
            N[m][a] = s->frame.sign[a] * all[m][s->frame.axis[a]];
    double complex across[2][2]; /* L, N along theta, phi */
    for (int m = 0; m < 2; m++) {
        across[m][0] = N[m][0] * ct * cp + N[m][1] * ct * sp - N[m][2] * st;
        across[m][1] = N[m][1] * cp - N[m][0] * sp;
    }
    const double complex factor = s->invariant < 0
                                      ? I * k / (4 * YEE_PI)
                                      : cexp(0.25 * I * YEE_PI) * sqrt(k / (8 * YEE_PI));
    e[0] = -factor * (across[0][1] + s->eta * across[1][0]);
    e[1] = factor * (across[0][0] - s->eta * across[1][1]);
}

void surface_fields(const surface *s, int64_t number, double frequency, const double origin[3],
                    int64_t n, const double *theta, const double *phi, double complex (*e)[2])
{
    const double k = surface_k(s, frequency);
    for (int64_t d = 0; d < n; d++) {
        double to[3], nearer = 0; /* m, the center than the origin */
        surface_direction(s, theta[d], phi[d], to);
        for (int a = 0; a < 3; a++)
            nearer += (s->center[a] - origin[a]) * to[a];
        far_from_center(s, number, k, theta[d], phi[d], e[d]);
        for (int c = 0; c < 2; c++)
            e[d][c] *= cexp(I * k * nearer);
    }
}

double surface_intensity(const surface *s, const double complex e[2])
{
    const double theta = cabs(e[0]), phi = cabs(e[1]);
    return 2 * (theta * theta + phi * phi) / s->eta;
}

void surface_far(const surface *s, int64_t number, double frequency, int64_t n,
                 const double *theta, const double *phi, double *u)
{
    const double k = surface_k(s, frequency);
    for (int64_t d = 0; d < n; d++) {
        double complex e[2];
        far_from_center(s, number, k, theta[d], phi[d], e);
        u[d] = surface_intensity(s, e);
    }
}
