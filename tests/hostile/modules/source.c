/* tests/hostile/modules/source.c: a current at a point, twice. */
#include "hostile.h"

typedef struct config {
    const char *waveform;
} config;

static const yee_param params[] = {
    YEE_PARAM_TEXT(config, waveform, YEE_UNSET, "The waveform."),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_host *host;
    yee_waveform w;
    bool plays;
    double dt, part;
} self;

static void fill(void *user, int64_t step, double *value)
{
    const self *s = user;
    if (step >= 100)
        hostile_end("fill");
    if (step >= 100 && hostile_way("fill", "fails"))
        s->host->fail(s->host, YEE_IO, "cannot play step %lld", (long long)step);
    value[0] = s->part * (s->plays ? yee_waveform_value(&s->w, (double)step * s->dt)
                                   : sin(0.1 * (double)step));
}

static yee_status emit(const yee_host *host, const void *config_, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = config_;
    self *s = host->alloc(host, 2 * sizeof *s);
    yee_signals signals[2]; /* of this call alone, as the table of their functions may be */
    yee_status status = YEE_OK;
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory");
    for (int n = 0; n < 2 && !status; n++) {
        s[n] = (self){.host = host, .dt = view->grid->dt, .part = n ? 0.5 : 1};
        if (c->waveform && (status = view->waveform(view, c->waveform, &s[n].w)))
            return status;
        s[n].plays = c->waveform != NULL;
        yee_signals *given = &signals[hostile_way("emit", "shared") ? 0 : n];
        *given = (yee_signals){sizeof *given, 1, &s[n], fill};
        if (hostile_way("emit", "many"))
            given->count = (int64_t)1e12;
        if (!(status = emitter->group(emitter, YEE_EZ, false, given)))
            status = emitter->current(emitter, 5 + n, 5, 5,
                                      hostile_way("emit", "infinite") ? INFINITY : 1, 0, 0);
    }
    memset(signals, 0, sizeof signals);
    if (hostile_way("emit", "ignores"))
        emitter->current(emitter, 1000, 0, 0, 1, 0, 0);
    return status ? status : hostile(host, "emit", YEE_OK);
}

static const char *waveform(const void *config_)
{
    const config *c = config_;
    hostile_end("waveform");
    return c->waveform;
}

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .waveform = waveform,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_SOURCE, sizeof(config), params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
