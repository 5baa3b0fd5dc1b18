/* sources/common/port.h: a voltage behind a resistance between two terminals. */
#ifndef YEE_SOURCES_PORT_H
#define YEE_SOURCES_PORT_H

#include "terminals.h"

/* Opens a port of the resistance (Ohm) whose voltage is `voltage` (V) times the waveform, NULL:
 * none, and names its edges. Warns of a waveform that is multiplied by 0. */
yee_status source_port(const yee_host *host, const yee_view *view, yee_emitter *emitter,
                       const source_terminals *at, double resistance, double voltage,
                       const char *waveform);

#endif
