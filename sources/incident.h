/* sources/incident.h: the plane wave of a waveform, in stages and along rays.
 *
 * A waveform is the sum of its frequencies, each with its own k and amplitudes (carried.h), so
 * nothing is left over but rounding. In a conductor a pulse has a tail without end and a
 * spectrum that is singular at 0: there the frequencies lie on omega - j alpha, where both are
 * tame, and e^{alpha t} in the sum undoes the damping.
 *
 * A waveform that goes on, or a tail, has no last moment. Such a wave is taken up to the end of
 * a stage; the next stage, twice as long, begins anew. So what is said of a step does not
 * depend on how many follow: a run made longer begins with the bits of the shorter one. */
#ifndef YEE_SOURCES_INCIDENT_H
#define YEE_SOURCES_INCIDENT_H

#include "carried.h"

/* One field component along the ray: value[m] at distance start + m*step behind the origin. */
struct ray {
    yee_signals signals;
    const struct wave *wave;
    double complex *amplitude[INCIDENT_STAGES]; /* V/m or A/m, shape [count of the stage] */
    double complex *turn[INCIDENT_STAGES];      /* e^{-j k step}, shape likewise */
    double start, step;                         /* m */
    double offset;                              /* time within a step, in steps */
};

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
