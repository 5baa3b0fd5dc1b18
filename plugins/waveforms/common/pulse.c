/* plugins/waveforms/common/pulse.c: the delay of pulses, and the check of their beginning. */
#include "pulse.h"
#include <math.h>

void pulse_judge(const yee_host *host, const void *self, double amplitude, double delay,
                 double start, double (*value)(const void *, double))
{
    enum { SAMPLES = 1024 };
    const double jump = fabs(value(self, 0));
    double lost = 0;
    for (int n = 0; n <= SAMPLES; n++) {
        const double t = delay + start * (2.0 * n / SAMPLES - 1);
        lost = t < 0 ? fmax(lost, fabs(value(self, t))) : lost;
    }
    if (jump > PULSE_JUMP * fabs(amplitude))
        host->log(host, YEE_WARNING,
                  "starts with a jump to %.2g of its peak; delay = %g s would avoid it",
                  jump / fabs(amplitude), start);
    else if (lost > PULSE_JUMP * fabs(amplitude))
        host->log(
            host, YEE_WARNING,
            "has up to %.2g of its peak before t = 0, where no run is; delay = %g s would "
            "keep all of it",
            lost / fabs(amplitude), start);
}

yee_status pulse_open(const yee_host *host, const pulse *config, double start,
                      double (*value)(const void *, double), void **self)
{
    pulse *p = host->alloc(host, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no memory for a waveform");
    *p = *config;
    if (isnan(p->delay))
        p->delay = start;
    pulse_judge(host, p, p->amplitude, p->delay, start, value);
    *self = p;
    return YEE_OK;
}
