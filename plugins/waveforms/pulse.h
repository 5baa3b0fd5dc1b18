/* plugins/waveforms/pulse.h: what the pulses share: amplitude, frequency and a delay that has a
 * default. */
#ifndef YEE_WAVEFORMS_PULSE_H
#define YEE_WAVEFORMS_PULSE_H

#include <math.h>
#include <yee/waveform.h>

typedef struct pulse {
    double amplitude, frequency, delay;
} pulse;

#define PULSE_PARAMS(config, frequency_help, delay_help) \
    YEE_PARAM_REAL(config, amplitude, NULL, "1", 0, 0, \
                   "Peak value, in the unit of the source that plays it."), \
        YEE_PARAM_REAL(config, frequency, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY, \
                       frequency_help), \
        YEE_PARAM_REAL(config, delay, "s", YEE_UNSET, 0, 0, delay_help)

/* |w| of a pulse that counts as nothing, and as a jump worth a word, relative to the peak. */
#define PULSE_QUIET 1e-8
#define PULSE_JUMP 1e-5

/* Warns of a pulse that has begun before t = 0; it begins `start` before its delay. */
static inline void pulse_judge(const yee_host *host, const void *self, double amplitude,
                               double delay, double start,
                               double (*value)(const void *, double))
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

/* Settles the delay (start: its default). */
static inline yee_status pulse_open(const yee_host *host, const pulse *config, double start,
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

#endif
