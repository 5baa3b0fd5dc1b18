/* sources/transmission_line.c: the end of a transmission line between two nodes.
 *
 * On a line of the impedance Z that comes from infinity a wave V_inc runs to the terminals, and
 * from them another one back, V = V_inc + V_ref, Z I = V_inc - V_ref. By the sum of both,
 *
 *     V + Z I = 2 V_inc,
 *
 * the line is by its terminals a source of twice the wave behind its impedance (Thevenin), and so
 * a port that is matched to the line: what comes back leaves. A line of cells, J. G. Maloney, K. L.
 * Shlager and G. S. Smith, IEEE Trans. Antennas Propag. 42 (1994) 289, adds its delay alone. */
#include "common/port.h"

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    double impedance, voltage;
    const char *waveform;
} config;

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "The negative terminal, a grid node.",
                     "The positive terminal, on the same grid line."),
    YEE_PARAM_REAL(config, impedance, "Ohm", "50 Ohm", YEE_POSITIVE, YEE_INFINITY,
                   "Characteristic impedance of the line."),
    YEE_PARAM_REAL(
        config, voltage, "V", "1 V", 0, 0,
        "Of the wave that runs to the terminals; a probe of the port with waves = yes "
        "records it."),
    YEE_PARAM_REF(config, waveform, "waveform", YEE_UNSET,
                  "The waveform that multiplies the voltage; none: a line that only absorbs."),
    YEE_PARAM_END,
};

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    source_terminals at;
    const yee_status status = source_terminals_find(host, view->grid, &c->negative,
                                                    &c->positive, &c->across, c->gap, &at);
    return status ? status
                  : source_port(host, view, emitter, &at, c->impedance, 2 * c->voltage,
                                c->waveform);
}

static const char *waveform(const void *cfg) { return ((const config *)cfg)->waveform; }

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .waveform = waveform,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "transmission_line",
    .summary = "lumped port: the end of a transmission line, which absorbs what comes back",
    .reference = "https://doi.org/10.1109/8.277228",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.feed]\n"
               "type = transmission_line\n"
               "negative = 15, 12, 15 mm\n"
               "positive = 15, 16, 15 mm\n"
               "impedance = 50 Ohm\n"
               "voltage = 1 V\n"
               "waveform = pulse\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
