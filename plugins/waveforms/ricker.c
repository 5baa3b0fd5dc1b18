/* plugins/waveforms/ricker.c: the second derivative of a Gaussian, turned up, of peak 1.
 *
 *     w(t) = amplitude (1 - 2 y) exp(-y),  y = (pi f (t - delay))^2,
 *     |W| ~ (nu/f)^2 exp(1 - (nu/f)^2)
 *
 * N. Ricker, Geophysics 18 (1953) 10. */
#include "common/pulse.h"
#include <math.h>

static const yee_param params[] = {
    PULSE_PARAMS(pulse, "Where the spectrum peaks.",
                 "Time of the peak; 1.5/frequency where it is not given."),
    YEE_PARAM_END,
};

static double value(const void *self, double t)
{
    const pulse *p = self;
    double x = YEE_PI * p->frequency * (t - p->delay);
    return p->amplitude * (1 - 2 * x * x) * exp(-x * x);
}

static yee_status open_pulse(const yee_host *host, const void *self, void **out)
{
    const pulse *p = self;
    return pulse_open(host, p, 1.5 / p->frequency, value, out);
}

/* r^2 exp(1 - r^2) = 1/100 at both edges of the band; (2 y - 1) exp(-y) = 1e-8 at the end. */
static yee_status band(const void *self, yee_band *band)
{
    const pulse *p = self;
    band->low = 0.060765147186383324 * p->frequency;
    band->high = 2.7637568757026734 * p->frequency;
    band->end_time = p->delay + sqrt(22.1907120786243) / (YEE_PI * p->frequency);
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_pulse,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "ricker",
    .summary = "second derivative of a Gaussian, strongest at frequency",
    .reference = "https://doi.org/10.1190/1.1437843",
    .config_size = sizeof(pulse),
    .params = params,
    .ops = &ops,
    .example = "[waveform.pulse]\n"
               "type = ricker\n"
               "frequency = 3 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
