/* core/model/band.c: the band of all sources of a model together. */
#include "band.h"
#include "findings.h"
#include "plugin/call.h"
#include <math.h>

yee_status yee_model_played(yee_model *m, const yee_instance *source, const char **name,
                            yee_waveform *w, yee_band *band)
{
    const yee_source_ops *ops = source->plugin->ops;
    *name = YEE_HAS(ops, waveform) ? YEE_CALL(source, ops, waveform, source->config) : NULL;
    *band = (yee_band){.size = sizeof *band};
    if (!*name)
        return YEE_OK;
    const yee_status status = yee_model_waveform(m, &source->place, *name, w);
    return status ? status : w->ops->band(w->self, band);
}

/* Low and high in Hz; high 0: no source says one. */
static yee_status band_of(yee_model *m, double *low, double *high)
{
    const char *name;
    yee_waveform w;
    yee_band band;
    *low = INFINITY;
    *high = m->quiet = 0;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++) {
        const yee_status status = yee_model_played(m, m->of[YEE_SOURCE].v[i], &name, &w, &band);
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
        m->quiet = fmax(m->quiet, band.end_time);
        if (band.high > *high) {
            *high = band.high;
            m->highest = m->of[YEE_SOURCE].v[i];
        }
    }
    return YEE_OK;
}

yee_status yee_model_band(yee_model *m)
{
    double low, high;
    yee_status status = band_of(m, &low, &high);
    m->band[0] = low;
    m->band[1] = status ? 0 : high;
    return status;
}
