/* core/cli/check/waveform.c: a waveform is finite, starts at rest, ends when it says so, and
 * keeps within its band. */
#include "check.h"
#include "model/waveform_guard.h"
#include "plugin/call.h"
#include <math.h>
#include <string.h>

enum { SAMPLES = 8192, LINES = 256 };

/* Values from 0 to end; returns the largest magnitude. */
static double sample(const yee_waveform *w, double end, double v[SAMPLES + 1])
{
    double peak = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        v[i] = yee_waveform_value(w, end * i / SAMPLES);
        peak = fmax(peak, fabs(v[i]));
    }
    return peak;
}

/* Any t, any order. */
static bool check_pure(check *c, const yee_waveform *w, double end, const double v[SAMPLES + 1])
{
    for (int i = SAMPLES; i >= 0; i--) {
        const double again = yee_waveform_value(w, end * i / SAMPLES);
        if (memcmp(&again, &v[i], sizeof again) == 0)
            continue;
        check_judge(c, false,
                    "value() is not pure: w(%g s) = %.17g, and %.17g backwards in time",
                    end * i / SAMPLES, v[i], again);
        return false;
    }
    return true;
}

static bool check_values(check *c, const yee_waveform *w, double end)
{
    for (int i = -SAMPLES; i <= 2 * SAMPLES; i++) {
        double t = end * i / SAMPLES, v = yee_waveform_value(w, t);
        if (isfinite(v))
            continue;
        check_judge(c, false, "w(%g s) = %g is not finite", t, v);
        return false;
    }
    return true;
}

/* A jump at t = 0 of more than 1e-3 of the peak would radiate at every frequency. */
static bool check_rest(check *c, const yee_waveform *w, double end, double peak)
{
    for (int i = 0; i <= 64; i++) {
        double t = -end * i / 64, v = yee_waveform_value(w, t);
        if (fabs(v) <= 1e-3 * peak)
            continue;
        check_judge(c, false, "w(%g s) = %g before it starts, peak %g", t, v, peak);
        return false;
    }
    return true;
}

static bool check_quiet(check *c, const yee_waveform *w, double quiet, double peak)
{
    for (int i = 1; i <= SAMPLES; i++) {
        double t = quiet * (1 + (double)i / SAMPLES), v = yee_waveform_value(w, t);
        if (fabs(v) <= 1e-8 * peak)
            continue;
        check_judge(c, false, "w(%g s) = %g after quiet = %g s, peak %g", t, v, quiet, peak);
        return false;
    }
    return true;
}

/* |W(f)| by the trapezoid rule over [0, end], which has no truncation error for a function that
 * vanishes at both ends beyond the alias at 1/step. */
static double line_of(const double v[SAMPLES + 1], double end, double f)
{
    double re = 0, im = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        const double angle = 2 * YEE_PI * f * end * i / SAMPLES;
        re += v[i] * cos(angle);
        im += v[i] * sin(angle);
    }
    return hypot(re, im) * end / SAMPLES;
}

/* Outside the band the spectrum is 40 dB below its peak; 1 dB and 5 % are left for bands that
 * are rounded. */
static bool check_band(check *c, const double v[SAMPLES + 1], const yee_band *band)
{
    double line[LINES + 1], peak = 0, top = 2 * band->high;
    if (SAMPLES / band->end_time < 4 * top) {
        snprintf(c->note, sizeof c->note, "spectrum not tried, %g s are too long",
                 band->end_time);
        return true;
    }
    for (int i = 0; i <= LINES; i++) {
        line[i] = line_of(v, band->end_time, top * i / LINES);
        peak = fmax(peak, line[i]);
    }
    for (int i = 0; i <= LINES; i++) {
        double f = top * i / LINES;
        bool outside = f < 0.95 * band->low || f > 1.05 * band->high;
        if (!outside || line[i] <= peak * 0.0112)
            continue;
        check_judge(c, false,
                    "at %g Hz, outside its band of %g to %g Hz, only %.1f dB below "
                    "the peak",
                    f, band->low, band->high, -20 * log10(line[i] / peak));
        return false;
    }
    return true;
}

bool check_waveform(check *c, const yee_instance *instance)
{
    const yee_waveform_ops *ops = instance->plugin->ops;
    yee_band band = {.size = sizeof band};
    void *self = instance->config;
    yee_waveform w;
    if ((ops->open &&
         YEE_CALL(instance, ops, open, &instance->host, instance->config, &self)) ||
        !yee_waveform_guarded(instance, self, &w) || w.ops->band(w.self, &band))
        return false;
    if (!(band.low >= 0 && band.high >= band.low && band.high < YEE_INFINITY &&
          band.end_time > 0)) {
        check_judge(c, false, "band %g to %g Hz, quiet after %g s", band.low, band.high,
                    band.end_time);
        return true;
    }
    bool ends = band.end_time < YEE_INFINITY;
    double end = ends ? band.end_time : band.high > 0 ? 100 / band.high : 1;
    static double v[SAMPLES + 1];
    double peak = sample(&w, end, v);
    if (!(peak > 0)) {
        check_judge(c, false, "is zero from 0 to %g s", end);
        return true;
    }
    if (check_values(c, &w, end) && check_pure(c, &w, end, v) && check_rest(c, &w, end, peak) &&
        ends && check_quiet(c, &w, band.end_time, peak) && band.high > 0)
        check_band(c, v, &band);
    return true;
}
