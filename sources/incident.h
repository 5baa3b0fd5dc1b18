/* sources/incident.h: the plane wave that an unbounded uniform grid carries, exactly.
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
 * (4.12), for the relation without loss. A waveform is the sum of its frequencies, each with
 * its own k and amplitudes, so nothing is left over but rounding. In a conductor a pulse has a
 * tail without end and a spectrum that is singular at 0: there the frequencies lie on omega - j
 * alpha, where both are tame, and e^{alpha t} in the sum undoes the damping.
 *
 * A waveform that goes on, or a tail, has no last moment. Such a wave is taken up to the end of
 * a stage; the next stage, twice as long, begins anew. So what is said of a step does not
 * depend on how many follow: a run made longer begins with the bits of the shorter one. */
#ifndef YEE_SOURCES_INCIDENT_H
#define YEE_SOURCES_INCIDENT_H

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

/* One field component along the ray: value[m] at distance start + m*step behind the origin. */
struct ray {
    yee_signals signals;
    const struct wave *wave;
    double complex *amplitude[INCIDENT_STAGES]; /* V/m or A/m, shape [count of the stage] */
    double complex *turn[INCIDENT_STAGES];      /* e^{-j k step}, shape likewise */
    double start, step;                         /* m */
    double offset;                              /* time within a step, in steps */
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

/* values of a step; the sums run over all frequencies, distance by distance */
static inline void incident_fill(void *self, int64_t step, double *value)
{
    const struct ray *r = self;
    const struct wave *w = r->wave;
    double t = ((double)step + r->offset) * w->dt;
    double *re = w->scratch_re, *im = w->scratch_im;
    int now = 0;

    while (now + 1 < w->stages && t >= w->stage[now].until)
        now++;
    const struct stage *s = &w->stage[now];
    if (t < s->begin || t >= s->end) {
        memset(value, 0, (size_t)r->signals.count * sizeof *value);
        return;
    }
    for (size_t n = 0; n < s->count; n++) {
        double complex z = r->amplitude[now][n] * cexp(I * s->omega[n] * t);
        re[n] = creal(z);
        im[n] = cimag(z);
    }
    for (int64_t m = 0; m < r->signals.count; m++) {
        double sum = 0;
        for (size_t n = 0; n < s->count; n++) {
            double x = re[n], y = im[n], c = creal(r->turn[now][n]), q = cimag(r->turn[now][n]);
            sum += x;
            re[n] = x * c - y * q;
            im[n] = x * q + y * c;
        }
        value[m] = sum;
    }
}

/* x: shape [n], n a power of two; sum x e^{-j 2 pi i m/n} in place; J. W. Cooley and J. W.
 * Tukey, Math. Comput. 19 (1965) 297. */
static inline void incident_transform(double complex *x, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double complex t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (size_t half = 1; half < n; half *= 2)
        for (size_t m = 0; m < half; m++) {
            double complex turn = cexp(-I * YEE_PI * (double)m / (double)half);
            for (size_t i = m; i < n; i += 2 * half) {
                double complex t = turn * x[i + half];
                x[i + half] = x[i] - t;
                x[i] += t;
            }
        }
}

/* Samples the waveform from begin on and transforms it. last: s, beyond which it is 0; fade: s,
 * after the stage's end over which one that goes on is faded out, 0: it ends by itself. */
static inline void incident_sample(const struct wave *w, const struct stage *s,
                                   const yee_waveform *waveform, double duration, double fade,
                                   double last, double alpha, size_t n, double complex *x)
{
    for (size_t i = 0; i < n; i++) {
        double t = s->begin + (double)i * w->dt;
        double taper = fade > 0 ? 0.5 * erfc(12 * (t - duration - fade) / fade) : 1;
        x[i] = t < last ? taper * yee_waveform_value(waveform, t) : 0;
        x[i] *= exp(-alpha * (double)i * w->dt);
    }
    incident_transform(x, n);
}

/* Keeps frequency i of n, of spectrum x, and finds its k; false: its wave is shorter than three
 * cells, or what Newton's rule has found grows or goes back. */
static inline bool incident_keep(const struct wave *w, struct stage *s, size_t i, size_t n,
                                 double alpha, double complex x)
{
    double complex omega = 2 * YEE_PI * (double)i / ((double)n * w->dt) - I * alpha;
    double complex z, k = 0;
    const double complex rate = incident_rate(w, omega, &z);
    if (omega != 0) {
        k = csqrt(incident_response(&w->eps, YEE_EPS0, z)) *
            csqrt(incident_response(&w->mu, YEE_MU0, z)) * rate / (I * YEE_C0);
        k = incident_number(w, k);
    }
    for (int a = 0; a < 3; a++)
        if (!(fabs(creal(k) * w->direction[a]) * w->spacing[a] < 2 * YEE_PI / 3))
            return false;
    if (creal(k) < -1e-9 * cabs(k) || cimag(k) > 1e-9 * cabs(k))
        return false;
    s->omega[s->count] = omega;
    s->k[s->count] = k;
    s->weight[s->count++] = (i > 0 ? 2.0 : 1.0) / (double)n * x * cexp(-I * omega * s->begin);
    return true;
}

/* A stage's frequencies, all that are not negligible. duration: s, of the stage; transit: s,
 * the wave's time through the box; *lost: the largest part of the spectrum that the grid does
 * not carry. */
static inline yee_status incident_stage(const yee_host *host, const struct wave *w,
                                        const yee_waveform *waveform, const yee_band *band,
                                        double duration, double transit, struct stage *s,
                                        double *lost)
{
    /* What outlasts the stage is faded out after its end, slowly against its periods. */
    bool endless = band->quiet > duration, tail = conducts(&w->eps) || conducts(&w->mu);
    double fade = fmax(0.125 * duration, band->high > 0 ? 12 / band->high : 0);
    double last = endless ? duration + 2 * fade : 1.5 * band->quiet;
    double before = 0.25 * fmin(band->quiet, duration) + transit;
    size_t n = 16, kept = 0;
    while ((double)n * w->dt < before + (tail ? fmax(last, duration) : last) + 4 * transit)
        n *= 2;
    /* e^12: what is left of the tail wraps round 6e-6 as large, what is negligible grows to
     * 2e-7 */
    double alpha = tail ? 12 / ((double)n * w->dt) : 0, peak = 0;
    double complex *x = malloc(n * sizeof *x);
    yee_status status = YEE_OK;

    if (!x)
        return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
    s->begin = -before;
    s->end = s->begin + (double)n * w->dt;
    incident_sample(w, s, waveform, duration, endless ? fade : 0, last, alpha, n, x);
    for (size_t i = 0; i < n / 2; i++)
        peak = fmax(peak, cabs(x[i]));
    for (size_t i = 0; i < n / 2; i++)
        kept += cabs(x[i]) > 1e-12 * peak;
    s->omega = host->alloc(host, (kept + 1) * sizeof *s->omega);
    s->k = host->alloc(host, (kept + 1) * sizeof *s->k);
    s->weight = host->alloc(host, (kept + 1) * sizeof *s->weight);
    if (!s->omega || !s->k || !s->weight) {
        status = host->fail(host, YEE_MEMORY, "no memory for the incident wave");
        goto done;
    }
    for (size_t i = 0; i < n / 2; i++)
        if (cabs(x[i]) > 1e-12 * peak && !incident_keep(w, s, i, n, alpha, x[i]))
            *lost = fmax(*lost, cabs(x[i]) / peak);
done:
    free(x);
    return status;
}

/* The stages of the wave up to the run's end. duration: s, of the run. */
static inline yee_status incident_open(const yee_host *host, struct wave *w,
                                       const yee_waveform *waveform, const yee_band *band,
                                       double duration, double transit)
{
    const bool ends = !conducts(&w->eps) && !conducts(&w->mu);
    double until = INCIDENT_STEPS * w->dt, lost = 0;
    size_t most = 0;
    for (bool more = true; more; until *= 2) {
        if (w->stages == INCIDENT_STAGES)
            return host->fail(host, YEE_INPUT, "the run is too long for a plane wave, %g s",
                              duration);
        struct stage *s = &w->stage[w->stages++];
        const bool last = ends && band->quiet <= until; /* all of the wave */
        s->until = last ? YEE_INFINITY : until;
        more = s->until <= duration;
        const yee_status status = incident_stage(host, w, waveform, band,
                                                 last ? band->quiet : until, transit, s, &lost);
        if (status)
            return status;
        most = s->count > most ? s->count : most;
    }
    w->scratch_re = host->alloc(host, (most + 1) * sizeof *w->scratch_re);
    w->scratch_im = host->alloc(host, (most + 1) * sizeof *w->scratch_im);
    if (!w->scratch_re || !w->scratch_im)
        return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
    if (lost > 1e-3)
        host->log(host, YEE_WARNING,
                  "waves shorter than three cells are left out; the waveform's spectrum there "
                  "is up to %.2g of its peak",
                  lost);
    return YEE_OK;
}

/* A ray of a component: count values from start on. */
static inline yee_status incident_ray(const yee_host *host, const struct wave *w, int component,
                                      double start, double step, int64_t count,
                                      struct ray **ray)
{
    struct ray *r = host->alloc(host, sizeof *r);
    if (!r)
        return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
    /* H drives E points at (n+1/2) dt, E drives H points at n dt */
    *r = (struct ray){.signals = {sizeof r->signals, count, r, incident_fill},
                      .wave = w,
                      .start = start,
                      .step = step,
                      .offset = component < 3 ? 0 : 0.5};
    for (int q = 0; q < w->stages; q++) {
        const struct stage *s = &w->stage[q];
        const size_t bytes = (s->count + 1) * sizeof(double complex);
        double complex *amplitude = r->amplitude[q] = host->alloc(host, bytes);
        double complex *turn = r->turn[q] = host->alloc(host, bytes);
        if (!amplitude || !turn)
            return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
        for (size_t n = 0; n < s->count; n++) {
            amplitude[n] = s->weight[n] * incident_amplitude(w, s, n, component) *
                           cexp(-I * s->k[n] * start);
            turn[n] = cexp(-I * s->k[n] * step);
        }
    }
    *ray = r;
    return YEE_OK;
}

#endif
