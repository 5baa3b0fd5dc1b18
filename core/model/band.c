/* core/model/band.c: what the sources play, against what a model can show: the band of all of them
 * together, and whether a run is long enough to see them. */
#include "selftest/selftest.h"
#include "base/units.h"
#include <math.h>

/* The waveform of a source that has one; name NULL: it has none. */
static yee_status listen(yee_model *m, const yee_instance *source, const char **name,
                         yee_waveform *w, yee_band *band)
{
    const yee_source_ops *ops = source->plugin->ops;
    *name = ops->waveform ? ops->waveform(source->config) : NULL;
    *band = (yee_band){.size = sizeof *band};
    if (!*name)
        return YEE_OK;
    m->asking = &source->place;
    const yee_status status = m->view.waveform(&m->view, *name, w);
    return status ? status : w->ops->band(w->self, band);
}

/* Low and high in Hz; high 0: no source says one. */
static yee_status band_of(yee_model *m, double *low, double *high)
{
    const char *name;
    yee_waveform w;
    yee_band band;
    *low = INFINITY;
    *high = 0;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++) {
        const yee_status status = listen(m, m->of[YEE_SOURCE].v[i], &name, &w, &band);
        if (status)
            return status;
        if (!name)
            continue;
        if (!(band.low >= 0) || !(band.high >= band.low) || !isfinite(band.high))
            return yee_finding_note(
                m, YEE_WARNING, name,
                "the waveform's band is %g to %g Hz; the grid cannot be judged by it", band.low,
                band.high);
        *low = fmin(*low, band.low);
        if (band.high > *high) {
            *high = band.high;
            m->highest = m->of[YEE_SOURCE].v[i];
        }
    }
    return YEE_OK;
}

yee_status yee_selftest_band(yee_model *m)
{
    double low, high;
    yee_status status = band_of(m, &low, &high);
    m->band[0] = low;
    m->band[1] = status ? 0 : high;
    return status;
}

/* When a waveform that ends has its largest value, s. */
static double peak_time(const yee_waveform *w, double quiet)
{
    enum { SAMPLES = 4096 };
    double most = 0, when = 0;
    for (int n = 1; n <= SAMPLES; n++) {
        const double t = quiet * n / SAMPLES, size = fabs(yee_waveform_value(w, t));
        if (size > most) {
            most = size;
            when = t;
        }
    }
    return when;
}

/* A unit of time or of frequency that is a thousand times too large or too small shows here. */
yee_status yee_selftest_length(yee_model *m)
{
    const double end = (double)m->problem.steps * m->problem.grid.dt;
    const char *name;
    yee_waveform w;
    yee_band band;
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_SOURCE].count; i++) {
        status = listen(m, m->of[YEE_SOURCE].v[i], &name, &w, &band);
        if (status || !name)
            continue;
        const double peak = band.quiet < YEE_INFINITY ? peak_time(&w, band.quiet) : 0;
        const double period = band.high > 0 ? 1 / band.high : 0;
        if (end < peak)
            status = yee_finding_note(m, YEE_WARNING, m->of[YEE_SOURCE].v[i]->place.block,
                                      "the run ends at %s, before the peak of '%s' at %s; is "
                                      "the run long enough, or a unit wrong?",
                                      yee_units_si(end, "s").text, name,
                                      yee_units_si(peak, "s").text);
        else if (end < period)
            status = yee_finding_note(m, YEE_WARNING, m->of[YEE_SOURCE].v[i]->place.block,
                                      "the run ends at %s, before the first period of '%s' at "
                                      "%s; is the run long enough, or a unit wrong?",
                                      yee_units_si(end, "s").text, name,
                                      yee_units_si(period, "s").text);
    }
    return status;
}
