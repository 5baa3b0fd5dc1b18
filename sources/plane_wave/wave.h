/* sources/plane_wave/wave.h: the plane wave that an unbounded uniform grid carries, exactly.
 *
 * E(r, t) = E0 e^{j(omega t - k.r)} solves the discrete Maxwell equations when every derivative
 * becomes the scheme's difference (yee_scheme_ops.stencil): with C and C' the curls of E and of
 * H in which d/da is
 *
 *     K_a = (2/d_a) sum_p sin((p + 1/2) k_a d_a) (w[p][0] + 2 w[p][1] cos k_d d_d + ...),
 *
 * for Yee (2/d_a) sin(k_a d_a/2), and j Omega = 1/dt sum rate[n] e^{j omega (1/2 - n) dt}
 * (yee_scheme_ops.time_stencil), in leapfrog Omega = (2/dt) sin(omega dt/2)
 *
 *     -C' C E0 = Q E0 = Omega^2 eps mu E0,   H0 = C E0/(Omega mu).
 *
 * The eigenvalues are 0, Q, Q, so -C' C p/Q is the part of a polarization p that travels; for
 * Yee Q = K.K and K.E0 = 0. eps and mu at s = j Omega/(sum mean[n] e^{j omega (1/2 - n) dt}),
 * which is how a step discretises them, in leapfrog s = j (2/dt) tan(omega dt/2) (the bilinear
 * rule). A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed. (2005), eq.
 * (4.12), for the relation without loss. */
#ifndef YEE_PLANE_WAVE_WAVE_H
#define YEE_PLANE_WAVE_WAVE_H

#include <complex.h>
#include <yee/yee.h>

enum { WAVE_STAGES = 48 };

/* The frequencies that make the wave from the beginning to the end of a stage. */
struct wave_stage {
    double until;      /* s: the next one takes over */
    double begin, end; /* s: outside the wave is 0 */
    size_t count;
    double complex *omega;  /* rad/s, shape [count] */
    double complex *k;      /* 1/m, shape [count] */
    double complex *weight; /* of the waveform, shape [count] */
};

/* The wave: spectra and wave numbers. */
struct wave {
    double direction[3];    /* unit vector of k */
    double polarization[3]; /* unit vector of E, normal to it */
    double amplitude;       /* V/m */
    double spacing[3];      /* m; 0 where k has no component */
    double dt;
    double w[2][3][3][YEE_PAIRS][YEE_ACROSS]; /* [H, E][axis of the difference][updated] */
    double rate[YEE_TIME_LEVELS], mean[YEE_TIME_LEVELS]; /* weights of the step in time */
    yee_response eps, mu;

    int stages;
    struct wave_stage stage[WAVE_STAGES];
    double *scratch_re, *scratch_im; /* shape [largest count] */
};

/* Relative eps (base: YEE_EPS0) or mu (YEE_MU0) at the complex frequency s, 1/s. */
double complex wave_response(const yee_response *response, double base, double complex s);

/* Whether the response is infinite at zero frequency. */
bool wave_conducts(const yee_response *r);

/* The symbol j Omega (1/s) of the step in time at omega (rad/s); *s: that of a response. */
double complex wave_rate(const struct wave *wave, double complex omega, double complex *s);

/* Wave number (1/m) along the direction, by Newton's rule from the continuous one, with slopes
 * from differences; NaN where that finds none: the grid does not carry the wave. */
double complex wave_number(const struct wave *wave, double complex continuous);

/* Complex amplitude (V/m or A/m) of a component at frequency n of a stage, per unit of the
 * waveform. */
double complex wave_amplitude(const struct wave *wave, const struct wave_stage *stage, size_t n,
                              int component);

#endif
