/* sources/lumped.c: a resistor, an inductor and a capacitor between two nodes, in series or in
 * parallel, as a port law.
 *
 * With v the voltage from the positive to the negative terminal (common/terminals.h) and i the
 * current that the element takes in,
 *
 *     series     v = R i + L di/dt + q/C,   dq/dt = i
 *     parallel   i = v/R + C dv/dt + j,     L dj/dt = v
 *
 * all of it at the middle of a step: differences over the step for derivatives, means of both
 * ends elsewhere (the trapezoidal rule), so that a step conserves (v i - R i^2) dt against
 * L i^2/2 and C v^2/2 exactly and is of second order; P. Ciampolini, P. Mezzanotte, L. Roselli
 * and R. Sorrentino, IEEE Trans. Microw. Theory Tech. 44 (1996) 2207, treat lumped elements so. */
#include "common/terminals.h"
#include <math.h>

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    int kind;
    double resistance, inductance, capacitance;
} config;

enum { SERIES, PARALLEL };

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "One terminal, a grid node.",
                     "The other terminal, on the same grid line."),
    YEE_PARAM_CHOICE(config, kind, "series", "series|parallel",
                     "How the elements are connected; those that are not given are not there."),
    YEE_PARAM_REAL(config, resistance, "Ohm", YEE_UNSET, 0, YEE_INFINITY, "Resistance."),
    YEE_PARAM_REAL(config, inductance, "H", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Inductance."),
    YEE_PARAM_REAL(config, capacitance, "F", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Capacitance."),
    YEE_PARAM_END,
};

#define LAW_NAME lumped
#define LAW_FILE "lumped.law.h"
#define LAW_WORDS 2
#include <yee/port_law.h>

/* Elements that are not there are 0. */
static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const config *c = self;
    const double r = c->resistance, l = c->inductance, s = c->capacitance;
    const bool is_series = c->kind == SERIES;
    (void)host;
    param[0] = is_series;
    if (is_series) {
        param[1] = isnan(r) ? 0 : r;
        param[2] = isnan(l) ? 0 : 2 * l / dt;
        param[3] = isnan(s) ? 0 : 1 / s;
    } else {
        param[1] = isnan(r) ? 0 : 1 / r;
        param[2] = isnan(s) ? 0 : 2 * s / dt;
        param[3] = isnan(l) ? 0 : 0.5 * dt / l;
    }
    param[4] = dt;
    return YEE_OK;
}

static const yee_port_law law = {
    YEE_PORT_LAW(lumped, 1),
    .params = 5,
    .prepare = prepare,
};

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    if (isnan(c->resistance) && isnan(c->inductance) && isnan(c->capacitance))
        return host->fail(host, YEE_INPUT,
                          "none of resistance, inductance and capacitance is given; at least "
                          "one is needed");
    if (c->kind == PARALLEL && c->resistance == 0)
        return host->fail(host, YEE_INPUT,
                          "resistance = 0 Ohm in parallel shorts all else; leave it out where "
                          "there is no resistor");
    return source_terminals_law(host, view, emitter, &c->negative, &c->positive, &c->across,
                                c->gap, &law, c);
}

static int64_t links(const void *cfg)
{
    (void)cfg;
    return 1;
}

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .links = links,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "lumped",
    .summary = "lumped resistor, inductor and capacitor, in series or in parallel",
    .reference = "P. Ciampolini et al. 1996, IEEE Trans. Microw. Theory Tech. 44, 2207",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.load]\n"
               "type = lumped\n"
               "kind = series\n"
               "negative = 5, 5, 5 mm\n"
               "positive = 5, 5, 6 mm\n"
               "resistance = 50 Ohm\n"
               "inductance = 1 nH\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
