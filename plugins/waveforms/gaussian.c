/* plugins/waveforms/gaussian.c: the Gaussian pulse.
 *
 *     w(t) = amplitude exp(-x^2/2),  x = 2 pi f (t - delay),  |W| ~ exp(-(nu/f)^2/2)
 *
 * Its spectrum has a constant part: a current that plays it leaves charge behind. */
#include "common/pulse.h"
#include <math.h>

static const yee_param params[] = {
    PULSE_PARAMS(pulse,
                 "Where the spectrum is 4.3 dB (a factor exp(-1/2)) below its peak at 0.",
                 "Time of the peak; 1/frequency where it is not given."),
    YEE_PARAM_END,
};

static double value(const void *self, double t)
{
    const pulse *p = self;
    double x = 2 * YEE_PI * p->frequency * (t - p->delay);
    return p->amplitude * exp(-0.5 * x * x);
}

static yee_status open_pulse(const yee_host *host, const void *self, void **out)
{
    const pulse *p = self;
    return pulse_open(host, p, 1 / p->frequency, value, out);
}

static yee_status band(const void *self, yee_band *band)
{
    const pulse *p = self;
    band->low = 0;
    band->high = sqrt(2 * log(100)) * p->frequency;
    band->end_time = p->delay + sqrt(-2 * log(PULSE_QUIET)) / (2 * YEE_PI * p->frequency);
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
    .name = "gaussian",
    .summary = "Gaussian pulse, band from 0 to 3.03 frequency",
    .config_size = sizeof(pulse),
    .params = params,
    .ops = &ops,
    .example = "[waveform.pulse]\n"
               "type = gaussian\n"
               "frequency = 2 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
