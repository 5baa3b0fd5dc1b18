/* sources/incident.h: the plane wave that an unbounded uniform Yee grid carries, exactly.
 *
 * E(r, t) = E0 e^{j(omega t - k.r)} solves the discrete Maxwell equations when every derivative
 * becomes its central difference: with K_a = (2/d_a) sin(k_a d_a/2), Omega = (2/dt) sin(omega
 * dt/2)
 *
 *     K.K = Omega^2 eps mu,   K.E0 = 0,   H0 = K x E0/(Omega mu),
 *
 * eps and mu at s = j (2/dt) tan(omega dt/2), which is how the core discretises them (the
 * bilinear rule). A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed. (2005),
 * eq. (4.12), for the relation without loss. A waveform is the sum of its frequencies, each
 * with its own k and amplitudes, so nothing is left over but rounding. In a conductor a pulse
 * has a tail without end and a spectrum that is singular at 0: there the frequencies lie on
 * omega - j alpha, where both are tame, and e^{alpha t} in the sum undoes the damping. */
#ifndef YEE_SOURCES_INCIDENT_H
#define YEE_SOURCES_INCIDENT_H

#include "common.h"
#include <complex.h>

/* The wave: spectrum and wave numbers. */
struct wave {
    double direction[3];    /* of k */
    double polarization[3]; /* of E, normal to it */
    double amplitude;       /* V/m */
    double spacing[3];      /* m; 0 where k has no component */
    double dt;
    double begin, end; /* s: outside the wave is 0 */
    yee_response eps, mu;

    size_t count;                    /* of frequencies */
    double complex *omega;           /* rad/s, shape [count] */
    double complex *k;               /* 1/m, shape [count] */
    double complex *weight;          /* of the waveform, shape [count] */
    double *scratch_re, *scratch_im; /* shape [count] */
};

/* One field component along the ray: value[m] at distance start + m*step behind the origin. */
struct ray {
    yee_signals signals;
    const struct wave *wave;
    double complex *amplitude; /* V/m or A/m, shape [wave->count] */
    double complex *turn;      /* e^{-j k step}, shape [wave->count] */
    double start, step;        /* m */
    double offset;             /* time within a step, in steps */
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

static inline double complex difference(const struct wave *w, double complex k, int a)
{
    double u = w->direction[a], d = w->spacing[a];
    return d > 0 && u != 0 ? 2 / d * csin(0.5 * k * u * d) : 0;
}

/* Wave number along the direction, by Newton's rule from the continuous one. */
static inline double complex incident_number(const struct wave *w, double complex continuous)
{
    double complex k = continuous, square = k * k;
    for (int n = 0; n < 50; n++) {
        double complex f = -square, slope = 0;
        for (int a = 0; a < 3; a++) {
            double u = w->direction[a], d = w->spacing[a];
            double complex big = difference(w, k, a);
            f += big * big;
            if (d > 0)
                slope += 2 * u / d * csin(k * u * d);
        }
        if (slope == 0)
            break;
        double complex move = f / slope;
        k -= move;
        if (cabs(move) <= 1e-16 * cabs(k))
            break;
    }
    return k;
}

/* Complex amplitude of a component at frequency n, per unit of the waveform. */
static inline double complex incident_amplitude(const struct wave *w, size_t n, int component)
{
    double complex big[3], e[3], square = 0, along = 0;
    double complex omega = w->omega[n], x = 0.5 * omega * w->dt;
    const double *p = w->polarization;

    for (int a = 0; a < 3; a++) {
        /* at zero frequency only the direction of K counts */
        big[a] = omega != 0 ? difference(w, w->k[n], a) : w->direction[a];
        square += big[a] * big[a];
        along += big[a] * p[a];
    }
    for (int a = 0; a < 3; a++)
        e[a] = w->amplitude * (p[a] - big[a] * along / square);
    if (component < 3)
        return e[component];
    int a = component - 3, b = (a + 1) % 3, c = (a + 2) % 3;
    double complex cross = big[b] * e[c] - big[c] * e[b];
    if (omega != 0)
        return cross / (2 / w->dt * csin(x) * YEE_MU0 *
                        incident_response(&w->mu, YEE_MU0, I * (2 / w->dt) * ctan(x)));
    return cross *
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

    if (t < w->begin || t >= w->end) {
        memset(value, 0, (size_t)r->signals.count * sizeof *value);
        return;
    }
    for (size_t n = 0; n < w->count; n++) {
        double complex z = r->amplitude[n] * cexp(I * w->omega[n] * t);
        re[n] = creal(z);
        im[n] = cimag(z);
    }
    for (int64_t m = 0; m < r->signals.count; m++) {
        double sum = 0;
        for (size_t n = 0; n < w->count; n++) {
            double x = re[n], y = im[n], c = creal(r->turn[n]), s = cimag(r->turn[n]);
            sum += x;
            re[n] = x * c - y * s;
            im[n] = x * s + y * c;
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
 * after the run's end over which one that goes on is faded out, 0: it ends by itself. */
static inline void incident_sample(const struct wave *w, const yee_waveform *waveform,
                                   double duration, double fade, double last, double alpha,
                                   size_t n, double complex *x)
{
    for (size_t i = 0; i < n; i++) {
        double t = w->begin + (double)i * w->dt;
        double taper = fade > 0 ? 0.5 * erfc(12 * (t - duration - fade) / fade) : 1;
        x[i] = t < last ? taper * yee_waveform_value(waveform, t) : 0;
        x[i] *= exp(-alpha * (double)i * w->dt);
    }
    incident_transform(x, n);
}

/* Keeps frequency i of n, of spectrum x, and finds its k; false: its wave is shorter than three
 * cells. */
static inline bool incident_keep(struct wave *w, size_t i, size_t n, double alpha,
                                 double complex x)
{
    double complex omega = 2 * YEE_PI * (double)i / ((double)n * w->dt) - I * alpha;
    double complex s = I * (2 / w->dt) * ctan(0.5 * omega * w->dt), k = 0;
    if (omega != 0) {
        k = csqrt(incident_response(&w->eps, YEE_EPS0, s)) *
            csqrt(incident_response(&w->mu, YEE_MU0, s)) * 2 / w->dt *
            csin(0.5 * omega * w->dt) / YEE_C0;
        k = incident_number(w, k);
    }
    for (int a = 0; a < 3; a++)
        if (!(fabs(creal(k) * w->direction[a]) * w->spacing[a] < 2 * YEE_PI / 3))
            return false;
    w->omega[w->count] = omega;
    w->k[w->count] = k;
    w->weight[w->count++] = (i > 0 ? 2.0 : 1.0) / (double)n * x * cexp(-I * omega * w->begin);
    return true;
}

/* The wave's frequencies, all that are not negligible. duration: s, of the run; transit: s, the
 * wave's time through the box. */
static inline yee_status incident_open(const yee_host *host, struct wave *w,
                                       const yee_waveform *waveform, const yee_band *band,
                                       double duration, double transit)
{
    /* What outlasts the run is faded out after its end, slowly against its periods. */
    bool endless = band->quiet > duration, tail = conducts(&w->eps) || conducts(&w->mu);
    double fade = fmax(0.125 * duration, band->high > 0 ? 12 / band->high : 0);
    double last = endless ? duration + 2 * fade : 1.5 * band->quiet;
    double before = 0.25 * fmin(band->quiet, duration) + transit;
    size_t n = 16;
    while ((double)n * w->dt < before + (tail ? fmax(last, duration) : last) + 4 * transit)
        n *= 2;
    /* e^12: what is left of the tail wraps round 6e-6 as large, what is negligible grows to
     * 2e-7 */
    double alpha = tail ? 12 / ((double)n * w->dt) : 0, peak = 0, lost = 0;
    double complex *x = malloc(n * sizeof *x);
    yee_status status = YEE_OK;

    w->omega = host->alloc(host, n / 2 * sizeof *w->omega);
    w->k = host->alloc(host, n / 2 * sizeof *w->k);
    w->weight = host->alloc(host, n / 2 * sizeof *w->weight);
    w->scratch_re = host->alloc(host, n / 2 * sizeof *w->scratch_re);
    w->scratch_im = host->alloc(host, n / 2 * sizeof *w->scratch_im);
    if (!x || !w->omega || !w->k || !w->weight || !w->scratch_re || !w->scratch_im) {
        status = host->fail(host, YEE_MEMORY, "no memory for the incident wave");
        goto done;
    }
    w->begin = -before;
    w->end = w->begin + (double)n * w->dt;
    incident_sample(w, waveform, duration, endless ? fade : 0, last, alpha, n, x);
    for (size_t i = 0; i < n / 2; i++)
        peak = fmax(peak, cabs(x[i]));
    for (size_t i = 0; i < n / 2; i++)
        if (cabs(x[i]) > 1e-12 * peak && !incident_keep(w, i, n, alpha, x[i]))
            lost = fmax(lost, cabs(x[i]) / peak);
    if (lost > 1e-3)
        host->log(host, YEE_WARNING,
                  "waves shorter than three cells are left out; the waveform's spectrum there "
                  "is up to %.2g of its peak",
                  lost);
done:
    free(x);
    return status;
}

/* A ray of a component: count values from start on. */
static inline yee_status incident_ray(const yee_host *host, const struct wave *w, int component,
                                      double start, double step, int64_t count,
                                      struct ray **ray)
{
    struct ray *r = host->alloc(host, sizeof *r);
    size_t bytes = (w->count + 1) * sizeof(double complex);
    double complex *amplitude = host->alloc(host, bytes), *turn = host->alloc(host, bytes);

    if (!r || !amplitude || !turn)
        return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
    for (size_t n = 0; n < w->count; n++) {
        amplitude[n] =
            w->weight[n] * incident_amplitude(w, n, component) * cexp(-I * w->k[n] * start);
        turn[n] = cexp(-I * w->k[n] * step);
    }
    /* H drives E points at (n+1/2) dt, E drives H points at n dt */
    *r = (struct ray){{sizeof r->signals, count, r, incident_fill},
                      w,
                      amplitude,
                      turn,
                      start,
                      step,
                      component < 3 ? 0 : 0.5};
    *ray = r;
    return YEE_OK;
}

#endif
