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

/* Settles the delay (start: its default) and warns of a pulse that has begun before t = 0. */
static inline yee_status pulse_open(const yee_host *host, const pulse *config, double start,
                                    double (*value)(const void *, double), void **self)
{
    pulse *p = host->alloc(host, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no memory for a waveform");
    *p = *config;
    if (isnan(p->delay))
        p->delay = start;
    double jump = fabs(value(p, 0));
    if (jump > PULSE_JUMP * fabs(p->amplitude))
        host->log(host, YEE_WARNING,
                  "starts with a jump to %.2g of its peak; delay = %g s would avoid it",
                  jump / fabs(p->amplitude), start);
    *self = p;
    return YEE_OK;
}

#endif
