/* plugins/waveforms/sine.c: a sine that starts softly and never ends.
 *
 *     w(t) = amplitude r(f (t - delay)/ramp) sin(2 pi f (t - delay)),
 *     r(x) = 0 for x < 0, sin^2(pi x/2) to x = 1, then 1 */
#include <math.h>
#include <yee/waveform.h>

typedef struct config {
    double amplitude, frequency, delay, ramp;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, amplitude, NULL, "1", 0, 0,
                   "Amplitude, in the unit of the source that plays it."),
    YEE_PARAM_REAL(config, frequency, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY, "Frequency."),
    YEE_PARAM_REAL(config, delay, "s", "0", 0, YEE_INFINITY, "Time at which it starts."),
    YEE_PARAM_REAL(config, ramp, NULL, "4", 0, 1e6,
                   "Periods over which the amplitude rises from 0; 0 starts at once."),
    YEE_PARAM_END,
};

static double value(const void *self, double t)
{
    const config *c = self;
    double periods = c->frequency * (t - c->delay);
    if (periods <= 0)
        return 0;
    double rise = periods < c->ramp ? sin(0.5 * YEE_PI * periods / c->ramp) : 1;
    return c->amplitude * rise * rise * sin(2 * YEE_PI * periods);
}

/* A line once the ramp is over. */
static yee_status band(const void *self, yee_band *band)
{
    const config *c = self;
    band->low = c->frequency;
    band->high = c->frequency;
    band->end_time = YEE_INFINITY;
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "sine",
    .summary = "continuous sine with a smooth start",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[waveform.tone]\n"
               "type = sine\n"
               "frequency = 5 GHz\n"
               "ramp = 2\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
