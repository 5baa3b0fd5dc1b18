/* core/model/sample_interval.c: how seldom a running transform may sample the fields.
 *
 * Samples k steps apart cannot tell f from m/(k dt) - f (C. E. Shannon, Proc. IRE 37 (1949) 10,
 * theorem 1). A grid that is linear and stays as it is, which laws of media may end, holds no
 * frequency that no source plays. With `edge` the frequency beyond which every waveform, as it is
 * played at steps of dt, has less than 2^-24 of its spectrum's peak, the part by which float32
 * rounds a sample, nothing larger is folded onto 0 to f as long as the lowest image of what the
 * fields hold lies beyond:
 *
 *     k dt (f + max(edge, f)) < 1
 *
 * A waveform that does not end has no such spectrum, and where a source does not say what
 * it plays, or a law makes other frequencies, there is no bound: such models are sampled in every
 * step. */
#include "sample_interval.h"
#include "base/units.h"
#include "findings.h"
#include "plugin/call.h"
#include "pointwise.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define FOLDED 0x1p-24
enum { MOST_SAMPLES = 1 << 20 };
static const char no_memory[] = "there is no memory for the spectra of the sources";

/* X[f] = sum x[n] exp(-2 pi j f n/count), in place, count a power of 2; turn[n] is exp(-2 pi j
 * n/count) for n < count/2. J. W. Cooley and J. W. Tukey, Math. Comput. 19 (1965) 297. */
static void transform(double complex *x, const double complex *turn, size_t count)
{
    for (size_t i = 1, j = 0; i < count; i++) { /* j: the bits of i in reverse */
        size_t bit = count >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
        if (i < j) {
            const double complex kept = x[i];
            x[i] = x[j];
            x[j] = kept;
        }
    }
    for (size_t half = 1, apart = count / 2; half < count; half *= 2, apart /= 2)
        for (double complex *low = x; low < x + count; low += 2 * half)
            for (size_t n = 0; n < half; n++) {
                /* In real numbers: products of complex ones look for infinities, and call. */
                const double c = creal(turn[n * apart]), d = cimag(turn[n * apart]);
                const double a = creal(low[half + n]), b = cimag(low[half + n]);
                const double complex other = CMPLX(c * a - d * b, c * b + d * a);
                low[half + n] = low[n] - other;
                low[n] += other;
            }
}

/* The edge (Hz) of a waveform that is over after `quiet` (s), and where its spectrum begins; 0: no
 * memory. */
static double edge_of(const yee_waveform *w, double quiet, double dt, double *begin)
{
    const size_t samples = (size_t)(quiet / dt) + 2;
    size_t count = 2, last = 0, first = SIZE_MAX;
    double peak = 0;
    while (count < 2 * samples)
        count *= 2;
    double complex *x = calloc(count + count / 2, sizeof *x);
    if (!x)
        return 0;
    double complex *turn = x + count;
    for (size_t n = 0; n < samples; n++)
        x[n] = yee_waveform_value(w, (double)n * dt);
    for (size_t n = 0; n < count / 2; n++)
        turn[n] = cexp(-2 * YEE_PI * I * (double)n / (double)count);
    transform(x, turn, count);
    for (size_t f = 0; f <= count / 2; f++)
        peak = fmax(peak, cabs(x[f]));
    for (size_t f = 0; f <= count / 2; f++)
        if (cabs(x[f]) > FOLDED * peak) {
            last = f;
            first = f < first ? f : first;
        }
    free(x);
    *begin = first && first < SIZE_MAX ? (double)(first - 1) / ((double)count * dt) : 0;
    return ((double)last + 1) / ((double)count * dt);
}

/* Raises the edge to that of a source's waveform, and lowers the begin. done[]: waveforms, of the
 * model's, that have been looked at. NULL, or why there is no bound. */
static const char *raise_edge(yee_model *m, const yee_instance *source, bool *done)
{
    const yee_source_ops *ops = source->plugin->ops;
    const char *name =
        YEE_HAS(ops, waveform) ? YEE_CALL(source, ops, waveform, source->config) : NULL;
    const double dt = m->problem.grid.dt;
    yee_waveform w;
    yee_band band = {.size = sizeof band};
    if (!YEE_HAS(ops, waveform))
        return yee_arena_format(m->arena, "source '%s' does not say what it plays",
                                source->host.instance);
    if (!name)
        return NULL; /* it plays nothing */
    if (yee_model_waveform(m, &source->place, name, &w) || w.ops->band(w.self, &band))
        return yee_arena_format(m->arena, "waveform '%s' has no band", name);
    size_t n = 0;
    while (n < m->of[YEE_WAVEFORM].count && m->waveform[n].name != w.name)
        n++;
    if (n < m->of[YEE_WAVEFORM].count) {
        if (done[n])
            return NULL;
        done[n] = true;
    }
    if (!(band.end_time < YEE_INFINITY))
        return yee_arena_format(m->arena, "waveform '%s' does not end", name);
    if (!(band.end_time < MOST_SAMPLES * dt))
        return yee_arena_format(m->arena, "waveform '%s' lasts more than %d steps", name,
                                MOST_SAMPLES);
    double begin;
    const double own = edge_of(&w, fmax(band.end_time, 0), dt, &begin);
    if (!(own > 0))
        return no_memory;
    m->edge.begin = m->edge.edge > 0 ? fmin(m->edge.begin, begin) : begin;
    m->edge.edge = fmax(m->edge.edge, own);
    return NULL;
}

/* Finds the edge once for all outputs of a model. */
static void find_edge(yee_model *m)
{
    const yee_instances *of = &m->of[YEE_SOURCE];
    bool *done = calloc(m->of[YEE_WAVEFORM].count + 1, sizeof *done);
    m->edge.why = !done       ? no_memory
                  : of->count ? yee_model_makes_frequencies(m)
                              : "there is no source whose band would bound it";
    for (size_t i = 0; i < of->count && !m->edge.why; i++)
        m->edge.why = raise_edge(m, of->v[i], done);
    free(done);
    m->edge.found = true;
}

double yee_sample_interval_edge(yee_model *m, double *begin)
{
    if (!m->edge.found)
        find_edge(m);
    *begin = m->edge.why ? 0 : m->edge.begin;
    return m->edge.why ? 0 : m->edge.edge;
}

int64_t yee_sample_interval(yee_model *m, const char *subject, double highest)
{
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    char band[32], top[32];
    int64_t pace = 1;
    if (!m->edge.found)
        find_edge(m);
    if (m->edge.why) {
        yee_finding_note(m, YEE_INFO, subject, "summed every step: %s", m->edge.why);
        return 1;
    }
    const double limit = 1 / (m->problem.grid.dt * (highest + fmax(m->edge.edge, highest)));
    int64_t every = limit > 1 ? (int64_t)ceil(fmin(limit, 1e9)) - 1 : 1; /* below, not at it */
    every = every > 1 ? every : 1;
    if (YEE_HAS(ops, steps_per_pass))
        pace = YEE_CALL(m->scheme, ops, steps_per_pass, m->scheme->config, &m->problem);
    if (pace > 1 && every >= pace)
        every -= every % pace;
    yee_units_show(band, sizeof band, m->edge.edge, "Hz");
    yee_units_show(top, sizeof top, highest, "Hz");
    yee_finding_note(m, YEE_INFO, subject,
                     "summed every %lld step%s: beyond %s the sources have less than %.2g of "
                     "their spectrum, no more than that is folded onto 0 to %s",
                     (long long)every, every == 1 ? "" : "s", band, FOLDED, top);
    return every;
}
