/* sources/varactor.c: a varactor diode between two nodes, as a port law: a junction whose
 * capacitance falls with the reverse voltage, behind a resistance.
 *
 * The anode is the positive terminal (common/terminals.h). With u the voltage of the junction
 * and i the current that the anode takes in,
 *
 *     C(u) = C0/(1 - u/phi)^m,   i = C(u) du/dt + Is (exp(u/vt) - exp(-bias/vt)),
 *     v = u + bias + R i,   vt = ideality k T/q,
 *
 * S. M. Sze, K. K. Ng, Physics of Semiconductor Devices (3rd ed. 2007), section 2.2.3, and above
 * phi/2 the straight line that goes on from there, as in SPICE (L. W. Nagel, memorandum ERL-M520,
 * Berkeley 1975). `bias` is a source of constant voltage in series, reverse at the junction, through
 * which at rest no current flows. In a step the charge goes from q(u0) to q(u1), and what drives the
 * current is the quotient of the rises of the stored energy and of the charge: the element gives back
 * what it took, whatever the step (the discrete gradient of O. Gonzalez, J. Nonlinear Sci. 6 (1996)
 * 449, eq. (2.1), in one variable). */
#include "common/terminals.h"

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    double capacitance, potential, grading, bias, resistance;
    double saturation_current, ideality, temperature;
} config;

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "The cathode, a grid node.", "The anode, on the same grid line."),
    YEE_PARAM_REAL(config, capacitance, "F", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Capacitance C0 of the junction at 0 V."),
    YEE_PARAM_REAL(config, potential, "V", "0.7 V", YEE_POSITIVE, YEE_INFINITY,
                   "Built-in potential phi of the junction."),
    YEE_PARAM_REAL(
        config, grading, NULL, "0.5", 0, 1.9,
        "Exponent m of C0/(1 - u/phi)^m: 1/3 of a linearly graded junction, 1/2 of an "
        "abrupt one, above it hyperabrupt."),
    YEE_PARAM_REAL(config, bias, "V", "0 V", 0, YEE_INFINITY,
                   "Reverse voltage that an ideal source in series keeps at the junction."),
    YEE_PARAM_REAL(config, resistance, "Ohm", "0 Ohm", 0, YEE_INFINITY,
                   "Resistance in series with the junction."),
    YEE_PARAM_REAL(config, saturation_current, "A", "0 A", 0, YEE_INFINITY,
                   "Saturation current Is of the junction; 0: no direct current flows."),
    YEE_PARAM_REAL(config, ideality, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Factor of the thermal voltage, 1 to 2."),
    YEE_PARAM_REAL(config, temperature, "K", "300 K", YEE_POSITIVE, YEE_INFINITY,
                   "Temperature of the junction."),
    YEE_PARAM_END,
};

#define LAW_NAME varactor
#define LAW_FILE "varactor.law.h"
#define LAW_WORDS 1
#include <yee/port_law.h>

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const double boltzmann = 1.380649e-23, charge = 1.602176634e-19; /* J/K, C: SI, exact */
    const config *c = self;
    (void)host;
    param[0] = c->capacitance;
    param[1] = c->potential;
    param[2] = c->grading;
    param[3] = c->resistance;
    param[4] = c->saturation_current;
    param[5] = c->ideality * boltzmann * c->temperature / charge;
    param[6] = c->bias;
    param[7] = dt;
    return YEE_OK;
}

static const yee_port_law law = {
    YEE_PORT_LAW(varactor, 1),
    .params = 8,
    .prepare = prepare,
};

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
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
    .name = "varactor",
    .summary = "varactor diode: a junction's capacitance, which the voltage changes",
    .reference = "https://doi.org/10.1002/0470068329",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.tuner]\n"
               "type = varactor\n"
               "negative = 5, 5, 5 mm\n"
               "positive = 5, 5, 6 mm\n"
               "capacitance = 2 pF\n"
               "bias = 4 V\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
