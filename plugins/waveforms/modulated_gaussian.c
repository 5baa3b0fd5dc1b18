/* plugins/waveforms/modulated_gaussian.c: a carrier in a Gaussian envelope.
 *
 *     w(t) = amplitude exp(-u^2/2) sin(2 pi f t'),  t' = t - delay,  u = 2 pi s t',
 *     |W| ~ exp(-((nu - f)/s)^2/2) - exp(-((nu + f)/s)^2/2)
 *
 * The width is given as that of the spectrum at -40 dB: bandwidth = 2 s sqrt(2 ln 100). The
 * sine, odd about the delay, has no constant part. */
#include "common/pulse.h"
#include <math.h>

typedef struct config {
    double amplitude, frequency, bandwidth, delay;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, amplitude, NULL, "1", 0, 0,
                   "Peak of the envelope, in the unit of the source that plays it."),
    YEE_PARAM_REAL(config, frequency, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Carrier, the centre of the band."),
    YEE_PARAM_REAL(config, bandwidth, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Full width of the spectrum where it is 40 dB below its peak; the frequency "
                   "where it is not given."),
    YEE_PARAM_REAL(config, delay, "s", YEE_UNSET, 0, 0,
                   "Time of the envelope's peak; where it is not given the envelope has grown "
                   "to 1e-9 at t = 0."),
    YEE_PARAM_END,
};

/* The config with its defaults settled. */
typedef struct burst {
    double amplitude, frequency, bandwidth, delay;
    double spread; /* s: standard deviation of the envelope, 1/(2 pi s) */
} burst;

static double value(const void *self, double t)
{
    const burst *b = self;
    double u = (t - b->delay) / b->spread;
    return b->amplitude * exp(-0.5 * u * u) * sin(2 * YEE_PI * b->frequency * (t - b->delay));
}

static yee_status open_burst(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    burst *b = host->alloc(host, sizeof *b);
    if (!b)
        return host->fail(host, YEE_MEMORY, "no memory for a waveform");
    b->amplitude = c->amplitude;
    b->frequency = c->frequency;
    b->bandwidth = isnan(c->bandwidth) ? c->frequency : c->bandwidth;
    if (b->bandwidth > 2 * c->frequency)
        return host->fail(host, YEE_INPUT,
                          "bandwidth = %g Hz reaches below 0 Hz; at most twice the frequency, "
                          "%g Hz, is possible (gaussian_derivative has a wider band)",
                          b->bandwidth, 2 * c->frequency);
    b->spread = sqrt(2 * log(100)) / (YEE_PI * b->bandwidth);
    const double start = sqrt(2 * log(1e9)) * b->spread;
    b->delay = isnan(c->delay) ? start : c->delay;
    pulse_judge(host, b, b->amplitude, b->delay, start, value);
    *out = b;
    return YEE_OK;
}

/* The envelope counts as quiet at 1e-9, for the wave's own peak may lie below the envelope's:
 * with the widest band sin(x) exp(-0.13 (2 x/pi)^2), still above 0.8. */
static yee_status band(const void *self, yee_band *band)
{
    const burst *b = self;
    band->low = b->frequency - 0.5 * b->bandwidth;
    band->high = b->frequency + 0.5 * b->bandwidth;
    band->end_time = b->delay + sqrt(2 * log(1e9)) * b->spread;
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_burst,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "modulated_gaussian",
    .summary = "carrier in a Gaussian envelope, band set by bandwidth",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[waveform.pulse]\n"
               "type = modulated_gaussian\n"
               "frequency = 6 GHz\n"
               "bandwidth = 8 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
