/* core/selftest/sources.c: whether a run is long enough to see what its sources play. */
#include "base/units.h"
#include "selftest.h"
#include <math.h>

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
        status = yee_model_played(m, m->of[YEE_SOURCE].v[i], &name, &w, &band);
        if (status || !name)
            continue;
        const double peak = band.end_time < YEE_INFINITY ? peak_time(&w, band.end_time) : 0;
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
