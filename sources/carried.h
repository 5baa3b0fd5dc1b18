/* sources/carried.h: the plane wave that an unbounded uniform grid carries, exactly.
 *
 * E(r, t) = E0 e^{j(omega t - k.r)} solves the discrete Maxwell equations when every derivative
 * becomes the scheme's difference (yee_scheme_ops.stencil): with C and C' the curls of E and of
 * H in which d/da is
 *
 *     K_a = (2/d_a) sum_p sin((p + 1/2) k_a d_a) (w[p][0] + 2 w[p][1] cos k_d d_d + ...),
 *
 * for Yee (2/d_a) sin(k_a d_a/2), and j Omega = 1/dt sum rate[n] e^{j omega (1/2 - n) dt}
 * (yee_scheme_ops.levels), in leapfrog Omega = (2/dt) sin(omega dt/2)
 *
 *     -C' C E0 = Q E0 = Omega^2 eps mu E0,   H0 = C E0/(Omega mu).
 *
 * The eigenvalues are 0, Q, Q, so -C' C p/Q is the part of a polarization p that travels; for
 * Yee Q = K.K and K.E0 = 0. eps and mu at s = j Omega/(sum mean[n] e^{j omega (1/2 - n) dt}),
 * which is how a step discretises them, in leapfrog s = j (2/dt) tan(omega dt/2) (the bilinear
 * rule). A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed. (2005), eq.
 * (4.12), for the relation without loss. */
#ifndef YEE_SOURCES_CARRIED_H
#define YEE_SOURCES_CARRIED_H

#include "common.h"
#include <complex.h>

/* The frequencies that make the wave from the beginning to the end of a stage. */
struct stage {
    double until;      /* s: the next one takes over */
    double begin, end; /* s: outside the wave is 0 */
    size_t count;
    double complex *omega;  /* rad/s, shape [count] */
    double complex *k;      /* 1/m, shape [count] */
    double complex *weight; /* of the waveform, shape [count] */
};

enum { INCIDENT_STAGES = 48, INCIDENT_STEPS = 4096 /* of the first one */ };

/* The wave: spectra and wave numbers. */
struct wave {
    double direction[3];    /* of k */
    double polarization[3]; /* of E, normal to it */
    double amplitude;       /* V/m */
    double spacing[3];      /* m; 0 where k has no component */
    double dt;
    double w[2][3][3][YEE_PAIRS][YEE_ACROSS];  /* [H, E][axis of the difference][updated] */
    double rate[YEE_LEVELS], mean[YEE_LEVELS]; /* of a step in time */
    yee_response eps, mu;

    int stages;
    struct stage stage[INCIDENT_STAGES];
    double *scratch_re, *scratch_im; /* shape [largest count] */
};

static inline double complex incident_response(const yee_response *r, double base,
                                               double complex s)
{
    double complex sum = r->inf + (r->sigma != 0 ? r->sigma / (s * base) : 0);
    for (size_t n = 0; n < r->pole_count; n++) {
        const yee_pole *p = &r->poles[n];
        sum += (p->b1 * s + p->b0) / ((p->d2 * s + p->d1) * s + p->d0);
    }
    return sum;
}

/* Whether the response is infinite at zero frequency. */
static inline bool conducts(const yee_response *r)
{
    for (size_t n = 0; n < r->pole_count; n++)
        if (r->poles[n].d0 == 0)
            return true;
    return r->sigma != 0;
}

/* j Omega (1/s), and s in *s. */
static inline double complex incident_rate(const struct wave *w, double complex omega,
                                           double complex *s)
{
    double complex rate = 0, mean = 0;
    for (int n = 0; n < YEE_LEVELS; n++) {
        const double complex turn = cexp(I * (0.5 - n) * omega * w->dt);
        rate += w->rate[n] * turn / w->dt;
        mean += w->mean[n] * turn;
    }
    *s = rate / mean;
    return rate;
}

/* The symbols of the differences of both curls at wave number k. */
struct symbols {
    double complex of[2][3][3]; /* 1/m, [H, E][axis][updated] */
};

static inline struct symbols incident_symbols(const struct wave *w, double complex k)
{
    struct symbols x = {0};
    double complex cosine[3] = {1, 1, 1};
    for (int a = 0; a < 3; a++)
        if (w->spacing[a] > 0)
            cosine[a] = ccos(k * w->direction[a] * w->spacing[a]);
    for (int a = 0; a < 3; a++)
        for (int p = 0; p < YEE_PAIRS && w->spacing[a] > 0; p++) {
            const double complex sine =
                2 / w->spacing[a] * csin((p + 0.5) * k * w->direction[a] * w->spacing[a]);
            for (int e = 0; e < 2; e++)
                for (int n = 1; n < 3; n++) {
                    const int d = (a + n) % 3;
                    const double *v = w->w[e][a][d][p];
                    const double complex one = cosine[d], other = cosine[3 - a - d];
                    x.of[e][a][d] += sine * (v[0] + 2 * v[1] * one + 2 * v[2] * other +
                                             4 * v[3] * one * other);
                }
        }
    return x;
}

/* The curl with these symbols, e: of H, in the update of E. */
static inline void incident_curl(const struct symbols *x, int e, const double complex f[3],
                                 double complex out[3])
{
    for (int d = 0; d < 3; d++) {
        const int a = (d + 1) % 3, b = (d + 2) % 3;
        out[d] = x->of[e][a][d] * f[b] - x->of[e][b][d] * f[a];
    }
}

/* Q, half the trace of -C' C. */
static inline double complex incident_square(const struct wave *w, double complex k)
{
    const struct symbols x = incident_symbols(w, k);
    double complex sum = 0;
    for (int a = 0; a < 3; a++)
        for (int n = 1; n < 3; n++)
            sum += 0.5 * x.of[0][a][(a + n) % 3] * x.of[1][a][(a + 3 - n) % 3];
    return sum;
}

/* Wave number along the direction, by Newton's rule from the continuous one, with slopes from
 * differences; NaN where that finds none: the grid does not carry the wave. */
static inline double complex incident_number(const struct wave *w, double complex continuous)
{
    double complex k = continuous, move = 0;
    const double complex square = k * k;
    for (int n = 0; n < 50; n++) {
        const double complex near = 1e-5 * k;
        const double complex slope =
            (incident_square(w, k + near) - incident_square(w, k - near)) / (2 * near);
        if (slope == 0)
            break;
        move = (incident_square(w, k) - square) / slope;
        k -= move;
        if (cabs(move) <= 1e-15 * cabs(k))
            break;
    }
    return cabs(move) <= 1e-9 * cabs(k) ? k : NAN;
}

/* Complex amplitude of a component at frequency n of a stage, per unit of the waveform. */
static inline double complex incident_amplitude(const struct wave *w, const struct stage *s,
                                                size_t n, int component)
{
    const double complex omega = s->omega[n];
    double complex p[3], h[3], e[3], square = 0, z;
    struct symbols x;

    if (omega != 0)
        x = incident_symbols(w, s->k[n]);
    for (int a = 0; a < 3; a++) {
        for (int d = 0; d < 3 && omega == 0; d++) /* only the direction counts */
            x.of[0][a][d] = x.of[1][a][d] = w->direction[a];
        p[a] = w->amplitude * w->polarization[a];
    }
    for (int a = 0; a < 3; a++)
        for (int d = 1; d < 3; d++)
            square += 0.5 * x.of[0][a][(a + d) % 3] * x.of[1][a][(a + 3 - d) % 3];
    incident_curl(&x, 0, p, h);
    incident_curl(&x, 1, h, e);
    for (int a = 0; a < 3; a++)
        e[a] /= -square;
    if (component < 3)
        return e[component];
    incident_curl(&x, 0, e, h);
    if (omega != 0) {
        const double complex rate = incident_rate(w, omega, &z);
        return h[component - 3] / (rate / I * YEE_MU0 * incident_response(&w->mu, YEE_MU0, z));
    }
    return h[component - 3] *
           csqrt(incident_response(&w->eps, YEE_EPS0, 0) /
                 incident_response(&w->mu, YEE_MU0, 0)) /
           YEE_ETA0;
}

#endif
