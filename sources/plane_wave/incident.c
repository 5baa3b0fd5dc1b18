/* sources/plane_wave/incident.c: the plane wave of a waveform, in stages and along rays. */
#include "incident.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps of the first stage. */
enum { FIRST_STAGE = 4096 };

/* Values of a step; the sums run over all frequencies, distance by distance. */
static void fill(void *self, int64_t step, double *value)
{
    const struct ray *r = self;
    const struct wave *w = r->wave;
    double t = ((double)step + r->offset) * w->dt;
    double *re = w->scratch_re, *im = w->scratch_im;
    int now = 0;

    while (now + 1 < w->stages && t >= w->stage[now].until)
        now++;
    const struct wave_stage *s = &w->stage[now];
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
            double x = re[n], y = im[n], c = creal(r->phase[now][n]),
                   q = cimag(r->phase[now][n]);
            sum += x;
            re[n] = x * c - y * q;
            im[n] = x * q + y * c;
        }
        value[m] = sum;
    }
}

/* x: shape [n], n a power of two; sum x e^{-j 2 pi i m/n} in place; J. W. Cooley and J. W.
 * Tukey, Math. Comput. 19 (1965) 297. */
static void transform(double complex *x, size_t n)
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
static void sample(const struct wave *w, const struct wave_stage *s,
                   const yee_waveform *waveform, double duration, double fade, double last,
                   double alpha, size_t n, double complex *x)
{
    for (size_t i = 0; i < n; i++) {
        double t = s->begin + (double)i * w->dt;
        double taper = fade > 0 ? 0.5 * erfc(12 * (t - duration - fade) / fade) : 1;
        x[i] = t < last ? taper * yee_waveform_value(waveform, t) : 0;
        x[i] *= exp(-alpha * (double)i * w->dt);
    }
    transform(x, n);
}

/* Keeps frequency i of n, of spectrum x, and finds its k; false: its wave is shorter than three
 * cells, or what Newton's rule has found grows or goes back. */
static bool keep(const struct wave *w, struct wave_stage *s, size_t i, size_t n, double alpha,
                 double complex x)
{
    double complex omega = 2 * YEE_PI * (double)i / ((double)n * w->dt) - I * alpha;
    double complex z, k = 0;
    const double complex rate = wave_rate(w, omega, &z);
    if (omega != 0) {
        k = csqrt(wave_response(&w->eps, YEE_EPS0, z)) *
            csqrt(wave_response(&w->mu, YEE_MU0, z)) * rate / (I * YEE_C0);
        k = wave_number(w, k);
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
static yee_status make_stage(const yee_host *host, const struct wave *w,
                             const yee_waveform *waveform, const yee_band *band,
                             double duration, double transit, struct wave_stage *s,
                             double *lost)
{
    /* A wave that outlasts the stage is faded out after its end, slowly against its periods. */
    bool endless = band->end_time > duration,
         tail = wave_conducts(&w->eps) || wave_conducts(&w->mu);
    double fade = fmax(0.125 * duration, band->high > 0 ? 12 / band->high : 0);
    double last = endless ? duration + 2 * fade : 1.5 * band->end_time;
    double before = 0.25 * fmin(band->end_time, duration) + transit;
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
    sample(w, s, waveform, duration, endless ? fade : 0, last, alpha, n, x);
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
        if (cabs(x[i]) > 1e-12 * peak && !keep(w, s, i, n, alpha, x[i]))
            *lost = fmax(*lost, cabs(x[i]) / peak);
done:
    free(x);
    return status;
}

yee_status incident_open(const yee_host *host, struct wave *w, const yee_waveform *waveform,
                         const yee_band *band, double duration, double transit)
{
    const bool ends = !wave_conducts(&w->eps) && !wave_conducts(&w->mu);
    double until = FIRST_STAGE * w->dt, lost = 0;
    size_t most = 0;
    for (bool more = true; more; until *= 2) {
        if (w->stages == WAVE_STAGES)
            return host->fail(host, YEE_INPUT, "the run is too long for a plane wave, %g s",
                              duration);
        struct wave_stage *s = &w->stage[w->stages++];
        const bool last = ends && band->end_time <= until; /* all of the wave */
        s->until = last ? YEE_INFINITY : until;
        more = s->until <= duration;
        const yee_status status = make_stage(host, w, waveform, band,
                                             last ? band->end_time : until, transit, s, &lost);
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

yee_status incident_ray(const yee_host *host, const struct wave *w, int component, double start,
                        double step, int64_t count, struct ray **ray)
{
    struct ray *r = host->alloc(host, sizeof *r);
    if (!r)
        return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
    /* H drives E points at (n+1/2) dt, E drives H points at n dt */
    *r = (struct ray){.signals = {sizeof r->signals, count, r, fill},
                      .wave = w,
                      .start = start,
                      .step = step,
                      .offset = component < 3 ? 0 : 0.5};
    for (int q = 0; q < w->stages; q++) {
        const struct wave_stage *s = &w->stage[q];
        const size_t bytes = (s->count + 1) * sizeof(double complex);
        double complex *amplitude = r->amplitude[q] = host->alloc(host, bytes);
        double complex *phase = r->phase[q] = host->alloc(host, bytes);
        if (!amplitude || !phase)
            return host->fail(host, YEE_MEMORY, "no memory for the incident wave");
        for (size_t n = 0; n < s->count; n++) {
            amplitude[n] =
                s->weight[n] * wave_amplitude(w, s, n, component) * cexp(-I * s->k[n] * start);
            phase[n] = cexp(-I * s->k[n] * step);
        }
    }
    *ray = r;
    return YEE_OK;
}
