/* chirp.c: a sine whose frequency rises evenly from one value to another.
 *
 *     w(t) = sin^2(pi t/T) sin(2 pi (low + (high - low) t/(2 T)) t),  0 < t < T
 *
 * A line in the window sin^2 has fallen by 40 dB at 3/T from its middle, so the band is that of
 * the sweep and 4/T on both sides. */
#include <math.h>
#include <yee/yee.h>

typedef struct config {
    double low, high, duration;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, low, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY, "First frequency."),
    YEE_PARAM_REAL(config, high, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY, "Last frequency."),
    YEE_PARAM_REAL(config, duration, "s", NULL, YEE_POSITIVE, YEE_INFINITY, "T."),
    YEE_PARAM_END,
};

static yee_status open_chirp(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    config *mine = host->alloc(host, sizeof *mine);
    if (!mine)
        return host->fail(host, YEE_MEMORY, "no memory for a chirp");
    if (c->low >= c->high)
        return host->fail(host, YEE_INPUT, "low = %g Hz is not below high = %g Hz", c->low,
                          c->high);
    *mine = *c;
    *out = mine;
    return YEE_OK;
}

static double value(const void *self, double t)
{
    const config *c = self;
    if (!(t > 0 && t < c->duration))
        return 0;
    const double window = sin(YEE_PI * t / c->duration);
    const double cycles = (c->low + (c->high - c->low) * t / (2 * c->duration)) * t;
    return window * window * sin(2 * YEE_PI * cycles);
}

static yee_status band(const void *self, yee_band *band)
{
    const config *c = self;
    band->low = fmax(0, c->low - 4 / c->duration);
    band->high = c->high + 4 / c->duration;
    band->end_time = c->duration;
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_chirp,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "chirp",
    .summary = "sine of rising frequency",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[waveform.sweep]\n"
               "type = chirp\n"
               "low = 4 GHz\n"
               "high = 12 GHz\n"
               "duration = 0.5 ns\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
