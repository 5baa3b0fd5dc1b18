/* sources/voltage.c: a voltage source with an internal resistance between two nodes.
 *
 * Voltage and current are those of common/terminals.h; V = Vs - R I holds in every step.
 * Without a waveform it is a resistor. M. Piket-May, A. Taflove and J. Baron, IEEE Trans.
 * Microw. Theory Tech. 42 (1994) 1514. */
#include "common/port.h"

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    double resistance, voltage;
    const char *waveform;
} config;

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "The negative terminal, a grid node.",
                     "The positive terminal, on the same grid line."),
    YEE_PARAM_REAL(config, resistance, "Ohm", "50 Ohm", 0, YEE_INFINITY,
                   "Internal resistance."),
    YEE_PARAM_REAL(config, voltage, "V", "1 V", 0, 0, "Open-circuit voltage."),
    YEE_PARAM_REF(config, waveform, "waveform", YEE_UNSET,
                  "The waveform that multiplies the voltage; none: a resistor."),
    YEE_PARAM_END,
};

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    source_terminals at;
    const yee_status status = source_terminals_find(host, view->grid, &c->negative,
                                                    &c->positive, &c->across, c->gap, &at);
    return status
               ? status
               : source_port(host, view, emitter, &at, c->resistance, c->voltage, c->waveform);
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
    .name = "voltage",
    .summary = "lumped port: voltage source with internal resistance, or a resistor",
    .reference = "https://doi.org/10.1109/22.297814",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.feed]\n"
               "type = voltage\n"
               "negative = 15, 12, 15 mm\n"
               "positive = 15, 16, 15 mm\n"
               "resistance = 50 Ohm\n"
               "voltage = 1 V\n"
               "waveform = pulse\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
