/* sources/common/signal.h: the signal of a source that plays one waveform. */
#ifndef YEE_SOURCES_SIGNAL_H
#define YEE_SOURCES_SIGNAL_H

#include <yee/yee.h>

/* The one value of a step: factor times the waveform, or times its central difference over one
 * step. */
struct source_signal {
    yee_signals signals;
    yee_waveform waveform; /* ops NULL: the value is 0 */
    double dt, offset;     /* s; time within a step, in steps */
    double factor;
    bool derivative;
};

/* Makes the signal at (step + offset) dt with the factor 1, of a waveform by name (NULL:
 * none). */
yee_status source_signal_new(const yee_host *host, const yee_view *view, const char *waveform,
                             double offset, struct source_signal **signal);

#endif
