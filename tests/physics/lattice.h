/* tests/physics/lattice.h: a round cylinder in a plane wave on Yee's grid, in TE, with a surface
 * that the grid does not see: what is left of an error where the surface is perfect.
 *
 * Inside, H_z is a sum of the grid's own plane waves, exp(-j k.r) with sin^2(k_x h/2) + sin^2(k_y
 * h/2) = eps (h/c dt)^2 sin^2(w dt/2), and so is the wave that comes in; E of such a wave has
 * K_a = 2/h sin(k_a h/2) for k_a and 2/dt sin(w dt/2) for w. Outside it is harmonics with the mean of the
 * grid's k in vacuum over all directions (its anisotropy there, (k h)^2/96, is left out). H_z and
 * E_phi are continuous on the circle, harmonic by harmonic. Units of the radius a; c = 1. */
#ifndef YEE_TESTS_LATTICE_H
#define YEE_TESTS_LATTICE_H

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATTICE_ORDERS = 20, LATTICE_SIZE = 2 * LATTICE_ORDERS + 1 };
enum {
    LATTICE_WAVES = 256,
    LATTICE_POINTS = 128
}; /* directions inside; points of the circle */

typedef struct lattice {
    double w, h, dt, eps, k; /* k: the mean one outside */
    double complex
        outer[LATTICE_SIZE]; /* of H_n^(2)(k r) e^{jn phi}/H_n^(2)(k), n from -ORDERS on */
} lattice;

/* k of a plane wave along phi, by Newton's method. */
static inline double lattice_k(const lattice *l, double eps, double phi)
{
    const double want = eps * pow(l->h / l->dt * sin(0.5 * l->w * l->dt), 2);
    double k = sqrt(eps) * l->w;
    for (int n = 0; n < 20; n++) {
        const double x = k * cos(phi) * l->h / 2, y = k * sin(phi) * l->h / 2;
        const double slope = l->h / 2 * (cos(phi) * sin(2 * x) + sin(phi) * sin(2 * y));
        k -= (pow(sin(x), 2) + pow(sin(y), 2) - want) / slope;
    }
    return k;
}

/* H_z and E_phi at the point `phi` of the circle of the wave along `along`, 1 at the middle. */
static inline void lattice_wave(const lattice *l, double eps, double along, double phi,
                                double complex field[2])
{
    const double k = lattice_k(l, eps, along), h = l->h;
    const double x = 2 / h * sin(k * cos(along) * h / 2);
    const double y = 2 / h * sin(k * sin(along) * h / 2);
    field[0] = cexp(-I * k * cos(along - phi));
    field[1] =
        (x * cos(phi) + y * sin(phi)) / (eps * 2 / l->dt * sin(0.5 * l->w * l->dt)) * field[0];
}

static inline double complex lattice_hankel(int n, double x)
{
    const int order = abs(n);
    return (n < 0 && order % 2 ? -1 : 1) * (jn(order, x) - I * yn(order, x));
}

/* Solves m x = x for a square matrix, by elimination with pivots. */
static inline void lattice_solve(double complex (*m)[LATTICE_SIZE], double complex *x)
{
    for (int c = 0; c < LATTICE_SIZE; c++) {
        int best = c;
        for (int r = c; r < LATTICE_SIZE; r++)
            best = cabs(m[r][c]) > cabs(m[best][c]) ? r : best;
        for (int q = 0; q < LATTICE_SIZE; q++) {
            const double complex other = m[c][q];
            m[c][q] = m[best][q];
            m[best][q] = other;
        }
        const double complex other = x[c];
        x[c] = x[best];
        x[best] = other;
        for (int r = c + 1; r < LATTICE_SIZE; r++) {
            const double complex by = m[r][c] / m[c][c];
            for (int q = c; q < LATTICE_SIZE; q++)
                m[r][q] -= by * m[c][q];
            x[r] -= by * x[c];
        }
    }
    for (int c = LATTICE_SIZE - 1; c >= 0; c--) {
        for (int q = c + 1; q < LATTICE_SIZE; q++)
            x[c] -= m[c][q] * x[q];
        x[c] /= m[c][c];
    }
}

/* Harmonic n of both fields of a wave, over the circle. */
static inline void lattice_harmonics(const lattice *l, double eps, double along,
                                     double complex part[LATTICE_SIZE][2])
{
    memset(part, 0, LATTICE_SIZE * sizeof *part);
    for (int p = 0; p < LATTICE_POINTS; p++) {
        const double phi = 2 * YEE_PI * p / LATTICE_POINTS;
        double complex field[2];
        lattice_wave(l, eps, along, phi, field);
        for (int n = 0; n < LATTICE_SIZE; n++)
            for (int f = 0; f < 2; f++)
                part[n][f] +=
                    field[f] * cexp(-I * (phi * (n - LATTICE_ORDERS))) / LATTICE_POINTS;
    }
}

/* A cylinder of `eps` in the wave along `angle` whose phase is the exact one `before` the middle;
 * w: k a, h: cells. */
static inline lattice lattice_cylinder(double w, double eps, double h, double dt, double angle,
                                       double before)
{
    static double complex matrix[LATTICE_SIZE][LATTICE_SIZE], inner[LATTICE_SIZE][LATTICE_SIZE];
    double complex in[LATTICE_SIZE][2], wave[LATTICE_SIZE][2], x[LATTICE_SIZE];
    double scale[LATTICE_SIZE] = {0};
    lattice l = {.w = w, .h = h, .dt = dt, .eps = eps};
    for (int q = 0; q < LATTICE_WAVES; q++)
        l.k += lattice_k(&l, 1, 2 * YEE_PI * q / LATTICE_WAVES) / LATTICE_WAVES;
    lattice_harmonics(&l, 1, angle, in);
    memset(matrix, 0, sizeof matrix);
    memset(inner, 0, sizeof inner);
    double complex ratio[LATTICE_SIZE]; /* E_phi over H_z outside */
    for (int n = 0; n < LATTICE_SIZE; n++) {
        const int order = n - LATTICE_ORDERS;
        ratio[n] = I * l.k * 0.5 *
                   (lattice_hankel(order - 1, l.k) - lattice_hankel(order + 1, l.k)) /
                   lattice_hankel(order, l.k) / (2 / dt * sin(0.5 * w * dt));
    }
    for (int q = 0; q < LATTICE_WAVES; q++) {
        const double along = 2 * YEE_PI * q / LATTICE_WAVES;
        lattice_harmonics(&l, eps, along, wave);
        for (int n = 0; n < LATTICE_SIZE; n++)
            for (int m = 0; m < LATTICE_SIZE; m++) {
                const double complex turn =
                    cexp(I * (along * (m - LATTICE_ORDERS))) / LATTICE_WAVES;
                inner[n][m] += wave[n][0] * turn;
                matrix[n][m] += (wave[n][1] - ratio[n] * wave[n][0]) * turn;
            }
    }
    for (int m = 0; m < LATTICE_SIZE; m++) /* J_m falls by many powers of 10 */
        for (int n = 0; n < LATTICE_SIZE; n++)
            scale[m] = fmax(scale[m], cabs(inner[n][m]));
    const double complex late = cexp(-I * (lattice_k(&l, 1, angle) - w) * before);
    for (int n = 0; n < LATTICE_SIZE; n++) {
        x[n] = late * (in[n][1] - ratio[n] * in[n][0]);
        for (int m = 0; m < LATTICE_SIZE; m++)
            matrix[n][m] /= scale[m];
    }
    lattice_solve(matrix, x);
    for (int n = 0; n < LATTICE_SIZE; n++) {
        l.outer[n] = -late * in[n][0];
        for (int m = 0; m < LATTICE_SIZE; m++)
            l.outer[n] += inner[n][m] * x[m] / scale[m];
    }
    return l;
}

/* The scattered H_z over that of the exact wave. */
static inline double complex lattice_field(const lattice *l, double r, double phi)
{
    double complex sum = 0;
    for (int n = 0; n < LATTICE_SIZE; n++) {
        const int order = n - LATTICE_ORDERS;
        sum += l->outer[n] * lattice_hankel(order, l->k * r) / lattice_hankel(order, l->k) *
               cexp(I * (phi * order));
    }
    return sum;
}

#endif
