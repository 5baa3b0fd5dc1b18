/* plugins/waveforms/common/pulse.h: the keys of the pulses, amplitude, frequency and a delay
 * that has a default, and the check of their beginning. */
#ifndef YEE_WAVEFORMS_PULSE_H
#define YEE_WAVEFORMS_PULSE_H

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
void pulse_judge(const yee_host *host, const void *self, double amplitude, double delay,
                 double start, double (*value)(const void *, double));

/* Settles the delay (start: its default). */
yee_status pulse_open(const yee_host *host, const pulse *config, double start,
                      double (*value)(const void *, double), void **self);

#endif
