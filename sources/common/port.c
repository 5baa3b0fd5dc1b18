/* sources/common/port.c: a voltage behind a resistance between two terminals. */
#include "port.h"
#include "signal.h"

yee_status source_port(const yee_host *host, const yee_view *view, yee_emitter *emitter,
                       const source_terminals *at, double resistance, double voltage,
                       const char *waveform)
{
    struct source_signal *signal;
    yee_status status = source_signal_new(host, view, waveform, 0.5, &signal);
    if (status)
        return status;
    if (waveform && voltage == 0)
        host->log(host, YEE_WARNING,
                  "voltage is 0 V and the waveform plays nothing; a port that only loads needs "
                  "no waveform");
    signal->factor = voltage;
    if ((status = emitter->port(emitter, at->axis, resistance, &signal->signals)))
        return status;
    return source_terminals_connect(at, view->grid, emitter);
}
