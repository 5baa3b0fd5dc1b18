/* plugins/waveforms/gaussian_derivative.c: the first derivative of a Gaussian, of peak 1.
 *
 *     w(t) = -amplitude x exp((1 - x^2)/2),  x = 2 pi f (t - delay),
 *     |W| ~ (nu/f) exp((1 - (nu/f)^2)/2)
 *
 * No constant part: a current that plays it leaves no charge behind. */
#include "common/pulse.h"
#include <math.h>

static const yee_param params[] = {
    PULSE_PARAMS(pulse, "Where the spectrum peaks.",
                 "Time of the zero crossing; 1.05/frequency where it is not given."),
    YEE_PARAM_END,
};

static double value(const void *self, double t)
{
    const pulse *p = self;
    double x = 2 * YEE_PI * p->frequency * (t - p->delay);
    return -p->amplitude * x * exp(0.5 * (1 - x * x));
}

static yee_status open_pulse(const yee_host *host, const void *self, void **out)
{
    const pulse *p = self;
    return pulse_open(host, p, 1.05 / p->frequency, value, out);
}

/* r exp((1 - r^2)/2) = 1/100 at both edges of the band; x exp((1 - x^2)/2) = 1e-8
 * at the end. */
static yee_status band(const void *self, yee_band *band)
{
    const pulse *p = self;
    band->low = 0.006065418174389749 * p->frequency;
    band->high = 3.571606252443768 * p->frequency;
    band->end_time = p->delay + 6.447380025187612 / (2 * YEE_PI * p->frequency);
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
    .name = "gaussian_derivative",
    .summary = "first derivative of a Gaussian, strongest at frequency",
    .config_size = sizeof(pulse),
    .params = params,
    .ops = &ops,
    .example = "[waveform.pulse]\n"
               "type = gaussian_derivative\n"
               "frequency = 3 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
