/* sources/lumped.c: a resistor, an inductor and a capacitor between two nodes, in series or in
 * parallel, as a link.
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

/* The elements at a time step. Those that are not there are 0. */
typedef struct element {
    double resistance;  /* series: R, Ohm */
    double inductance;  /* series: 2L/dt, Ohm */
    double elastance;   /* series: 1/C, 1/F */
    double conductance; /* parallel: 1/R, S */
    double capacitance; /* parallel: 2C/dt, S */
    double susceptance; /* parallel: dt/(2L), S */
    double dt;          /* s */
} element;

/* state[0]: i at n dt; state[1]: q at n dt, C.
 *
 *     v = R i + (2L/dt) (i - i_n) + (q_n + i dt/2)/C,   i_n+1 = 2 i - i_n,   q_n+1 = q_n + i dt */
static double series(void *self, int64_t step, double before, double drive, double load,
                     double *state)
{
    const element *e = self;
    (void)step;
    (void)before;
    const double i = (drive + e->inductance * state[0] - e->elastance * state[1]) /
                     (load + e->resistance + e->inductance + 0.5 * e->elastance * e->dt);
    if (e->inductance > 0)
        state[0] = 2 * i - state[0];
    state[1] += i * e->dt;
    return -i;
}

/* state[0]: j at n dt.
 *
 *     i = v/R + (2C/dt) (v - v_n) + j_n + v dt/(2L),   j_n+1 = j_n + v dt/L */
static double parallel(void *self, int64_t step, double before, double drive, double load,
                       double *state)
{
    const element *e = self;
    (void)step;
    const double g = e->conductance + e->capacitance + e->susceptance;
    const double i = (g * drive - e->capacitance * before + state[0]) / (1 + g * load);
    state[0] += 2 * e->susceptance * (drive - load * i);
    return -i;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    const double r = c->resistance, l = c->inductance, s = c->capacitance, dt = view->grid->dt;
    source_terminals at;
    yee_status status;
    if (isnan(r) && isnan(l) && isnan(s))
        return host->fail(host, YEE_INPUT,
                          "none of resistance, inductance and capacitance is given; at least "
                          "one is needed");
    if (c->kind == PARALLEL && r == 0)
        return host->fail(host, YEE_INPUT,
                          "resistance = 0 Ohm in parallel shorts all else; leave it out where "
                          "there is no resistor");
    element *e = host->alloc(host, sizeof *e);
    if (!e)
        return host->fail(host, YEE_MEMORY, "no memory for the element");
    *e = (element){.resistance = isnan(r) ? 0 : r,
                   .inductance = isnan(l) ? 0 : 2 * l / dt,
                   .elastance = isnan(s) ? 0 : 1 / s,
                   .conductance = isnan(r) ? 0 : 1 / r,
                   .capacitance = isnan(s) ? 0 : 2 * s / dt,
                   .susceptance = isnan(l) ? 0 : 0.5 * dt / l,
                   .dt = dt};
    const yee_link link = {sizeof link, c->kind == SERIES ? 2 : 1, e,
                           c->kind == SERIES ? series : parallel};
    if ((status = source_terminals_find(host, view->grid, &c->negative, &c->positive,
                                        &c->across, &at)) ||
        (status = emitter->link(emitter, at.axis, &link)))
        return status;
    return source_terminals_connect(&at, view->grid, emitter);
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
