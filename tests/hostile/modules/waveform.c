/* tests/hostile/modules/waveform.c: a pulse. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

#define MIDDLE 1e-10 /* s */
#define WIDTH 2e-11

static yee_status open_wave(const yee_host *host, const void *config, void **self)
{
    (void)config, (void)self;
    return hostile(host, "open", YEE_OK);
}

static double value(const void *self, double t)
{
    (void)self;
    hostile_end("value");
    return hostile_way("value", "infinite") ? INFINITY
                                            : exp(-pow((t - MIDDLE) / WIDTH, 2)) * (t > 0);
}

static yee_status band(const void *self, yee_band *b)
{
    (void)self;
    *b = (yee_band){.size = sizeof *b, .low = 0, .high = 2e10, .end_time = 2 * MIDDLE};
    if (hostile_way("band", "nan"))
        b->high = NAN;
    return hostile(NULL, "band", YEE_OK);
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_wave,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_WAVEFORM, 0, params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
