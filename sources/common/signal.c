/* sources/common/signal.c: the signal of a source that plays one waveform. */
#include "signal.h"

static void fill(void *self, int64_t step, double *value)
{
    const struct source_signal *s = self;
    const yee_waveform *w = &s->waveform;
    const double t = ((double)step + s->offset) * s->dt;
    if (!w->ops)
        value[0] = 0;
    else if (s->derivative)
        value[0] =
            s->factor *
            (yee_waveform_value(w, t + 0.5 * s->dt) - yee_waveform_value(w, t - 0.5 * s->dt)) /
            s->dt;
    else
        value[0] = s->factor * yee_waveform_value(w, t);
}

yee_status source_signal_new(const yee_host *host, const yee_view *view, const char *waveform,
                             double offset, struct source_signal **signal)
{
    struct source_signal *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for the source's signal");
    *s = (struct source_signal){.dt = view->grid->dt, .offset = offset, .factor = 1};
    s->signals = (yee_signals){.size = sizeof s->signals, .count = 1, .self = s, .fill = fill};
    *signal = s;
    return waveform ? view->waveform(view, waveform, &s->waveform) : YEE_OK;
}
