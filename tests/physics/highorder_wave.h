/* tests/physics/highorder_wave.h: what a step multiplies a wave by: z = e^{j omega dt}.
 *
 * From E = e times a pattern (a wave, or a mode between walls), H = 0, e across the symbol of
 * the update of E, the projection a(n) of E on its start is r^n cos(n omega dt + phase):
 * leapfrog gives a(n+1) - 2 a(n) + a(n-1) = u a(n), u = -4 sin(omega dt/2)^2. S44 starts from
 * one level; what the other three lack is in roots that are no wave, |z| <= 0.64, and is below
 * 1e-23 after 120 steps; from there a(n+1) - 2 a(n) + a(n-1) = u a(n) + v (a(n) - a(n-1)), r^2
 * = 1 + v, 2 r cos(omega dt) = 2 + u + v. The unknowns are small and fitted by least squares:
 * sums over n of products of a round by epsilon each, and a frequency from 240 steps is right
 * to 1e-12 of omega dt in float64. */
#ifndef YEE_TESTS_HIGHORDER_WAVE_H
#define YEE_TESTS_HIGHORDER_WAVE_H

#include "highorder.h"
#include <complex.h>

enum { WAVE_SETTLE = 120, WAVE_STEPS = 240 };

/* An electric field between walls of a kind, or everywhere in a periodic box. */
typedef struct wave {
    const char *wall;  /* periodic: cos(k.r); pec, pmc: its images' product */
    double k[3], e[3]; /* rad/cell; 0 along an invariant axis */
} wave;

/* e across the symbol: the mean of (0.3, -0.8, 0.5) and of nothing else that moves. tm: along
 * z. */
static inline void wave_polarize(const wide_scheme *s, const wide_wave *of, bool tm, wave *w)
{
    static const double by[3] = {0.3, -0.8, 0.5};
    double d[3];
    for (int a = 0; a < 3; a++) {
        const int n = (a + 1) % 3, o = (a + 2) % 3;
        wide_weights v = {{0}};
        d[a] = 0;
        if (!(of->d[a] > 0))
            continue;
        wide_weigh(s, of, true, a, n, v);
        for (int p = 0; p < WIDE_REACH; p++)
            d[a] += sin((p + 0.5) * w->k[a]) *
                    (v[p][0] + 2 * v[p][1] * cos(w->k[n]) + 2 * v[p][2] * cos(w->k[o]) +
                     4 * v[p][3] * cos(w->k[n]) * cos(w->k[o]));
        if (s->inside == WIDE_LINKS) /* its smoothing is the same for all three */
            d[a] = sin(0.5 * w->k[a]);
    }
    const bool flat = !(of->d[2] > 0);
    for (int a = 0; a < 3; a++)
        w->e[a] =
            flat ? 0 : d[(a + 1) % 3] * by[(a + 2) % 3] - d[(a + 2) % 3] * by[(a + 1) % 3];
    if (flat && tm)
        w->e[2] = 1;
    else if (flat)
        w->e[0] = -d[1], w->e[1] = d[0];
}

/* PEC: the field along an axis is even at its walls, the others odd; PMC: the reverse. */
static inline double wave_value(const wave *w, int c, const double x[3])
{
    const bool pec = strcmp(w->wall, "pec") == 0;
    double product = 1;
    if (strcmp(w->wall, "periodic") == 0)
        return cos(w->k[0] * x[0] + w->k[1] * x[1] + w->k[2] * x[2]);
    for (int a = 0; a < 3; a++)
        if (w->k[a] > 0)
            product *=
                (a == yee_direction(c)) == pec ? cos(w->k[a] * x[a]) : sin(w->k[a] * x[a]);
    return product;
}

/* Writes E; returns the component that is largest. */
static inline int wave_start(lab *l, const wave *w)
{
    const yee_grid *g = l->grid;
    int best = 0;
    for (int c = YEE_EX; c <= YEE_EZ; c++) {
        const int64_t *n = g->extent[c];
        if (!g->active[c])
            continue;
        best = fabs(w->e[c]) > fabs(w->e[best]) ? c : best;
        for (int64_t i = 0; i < yee_grid_points(g, c); i++) {
            const double x[3] = {yee_grid_position(g, c, 0, i / n[2] / n[1]),
                                 yee_grid_position(g, c, 1, i / n[2] % n[1]),
                                 yee_grid_position(g, c, 2, i % n[2])};
            l->field[c][i] = w->e[c] * wave_value(w, c, x);
        }
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
    return best;
}

/* z from a(0) to a(WAVE_STEPS). */
static inline double complex wave_fit(const double *a, bool fades)
{
    double m[2][2] = {{0}}, y[2] = {0};
    for (int n = 1; n < WAVE_STEPS; n++) {
        const double x[2] = {a[n], a[n] - a[n - 1]}, bend = a[n + 1] - 2 * a[n] + a[n - 1];
        for (int i = 0; i < 2; i++) {
            y[i] += x[i] * bend;
            for (int j = 0; j < 2; j++)
                m[i][j] += x[i] * x[j];
        }
    }
    const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double u = fades ? (y[0] * m[1][1] - y[1] * m[0][1]) / det : y[0] / m[0][0];
    const double v = fades ? (y[1] * m[0][0] - y[0] * m[1][0]) / det : 0;
    const double half = 1 + 0.5 * (u + v);
    if (!fades)
        return cexp(2 * I * asin(0.5 * sqrt(-u))); /* no cosine of a small angle */
    return half + I * sqrt(1 + v - half * half);
}

/* z of the wave in a plan of the scheme. */
static inline double complex wave_step(lab *l, const wide_scheme *s, const wave *w)
{
    const bool fades = s->time == WIDE_BACKWARD;
    const int best = wave_start(l, w);
    const int64_t points = yee_grid_points(l->grid, best);
    double a[WAVE_STEPS + 1], *start = malloc((size_t)points * sizeof *start);
    ck_assert_ptr_nonnull(start);
    memcpy(start, l->field[best], (size_t)points * sizeof *start);
    if (fades)
        lab_run(l, WAVE_SETTLE);
    for (int n = 0; n <= WAVE_STEPS; n++) {
        const double *f = lab_read(l, best);
        a[n] = 0;
        for (int64_t i = 0; i < points; i++)
            a[n] += f[i] * start[i];
        if (n < WAVE_STEPS)
            lab_run(l, 1);
    }
    free(start);
    return wave_fit(a, fades);
}

/* The root of (P + L (5 z^4 + 15 z^3 - 5 z^2 + z)/16) P = -mu^2 z^7 next to e^{j mu}. */
static inline double complex wave_root(double mu, double loss)
{
    double complex z = cexp(I * mu - 0.5 * loss), next = z * (1 + 1e-4), last = 0;
    for (int pass = 0; pass < 60; pass++) {
        const double complex z3 = next * next * next, z4 = z3 * next;
        const double complex p = (22 * z4 - 17 * z3 - 9 * next * next + 5 * next - 1) / 24;
        const double complex s = loss * (5 * z4 + 15 * z3 - 5 * next * next + next) / 16;
        const double complex f = (p + s) * p + mu * mu * z4 * z3;
        const double complex to =
            pass && f != last ? next - f * (next - z) / (f - last) : next * (1 + 1e-5);
        z = next;
        last = f;
        if (cabs(to - next) < 1e-17)
            break;
        next = to;
    }
    return next;
}

/* z by the relation. */
static inline double complex wave_predicted(const wide_scheme *s, const wide_wave *of,
                                            const double k[3])
{
    const double half = of->travel * sqrt(wide_symbol(s, of, k));
    return s->time == WIDE_BACKWARD ? wave_root(2 * half, 0) : cexp(2 * I * asin(half));
}

#endif
