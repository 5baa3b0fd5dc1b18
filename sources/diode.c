/* sources/diode.c: a diode between two nodes, as a port law.
 *
 * The anode is the positive terminal (common/terminals.h). With u the voltage of the junction
 * and i the current that the anode takes in,
 *
 *     i = Is (exp(u/vt) - 1) + C du/dt,   v = u + R i,   vt = ideality k T/q.
 *
 * W. Shockley, Bell Syst. Tech. J. 28 (1949) 435; in a grid M. Piket-May, A.
 * Taflove and J. Baron, IEEE Trans. Microw. Theory Tech. 42 (1994) 1514. At the middle of a
 * step v = drive - load i, and C du/dt = g (u - u_n) with g = 2 C/dt, so with z = load + R
 *
 *     u + a exp(u/vt) = b,   a = z Is/(1 + z g),   b = (drive + z Is + z g u_n)/(1 + z g).
 *
 * w = (a/vt) exp(u/vt) is the solution of w + log w = b/vt + log(a/vt), the Wright omega
 * function of the right side, and u = b - vt w: the exponential itself, which overflows, is not
 * needed. P. W. Lawrence, R. M. Corless and D. J. Jeffrey, ACM Trans. Math. Softw. 38 (2012) 20.
 * Current and voltage hold together in every step, however steep the junction is. */
#include "common/terminals.h"

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    double saturation_current, ideality, temperature, resistance, capacitance;
} config;

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "The cathode, a grid node.", "The anode, on the same grid line."),
    YEE_PARAM_REAL(config, saturation_current, "A", "1e-14 A", YEE_POSITIVE, YEE_INFINITY,
                   "Saturation current Is of the junction."),
    YEE_PARAM_REAL(config, ideality, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Factor of the thermal voltage, 1 to 2."),
    YEE_PARAM_REAL(config, temperature, "K", "300 K", YEE_POSITIVE, YEE_INFINITY,
                   "Temperature of the junction."),
    YEE_PARAM_REAL(config, resistance, "Ohm", "0 Ohm", 0, YEE_INFINITY,
                   "Resistance in series with the junction."),
    YEE_PARAM_REAL(config, capacitance, "F", "0 F", 0, YEE_INFINITY,
                   "Capacitance across the junction, the same at every voltage."),
    YEE_PARAM_END,
};

#define LAW_NAME diode
#define LAW_FILE "diode.law.h"
#define LAW_WORDS 1
#include <yee/port_law.h>

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const double boltzmann = 1.380649e-23, charge = 1.602176634e-19; /* J/K, C: SI, exact */
    const config *c = self;
    (void)host;
    param[0] = c->saturation_current;
    param[1] = c->ideality * boltzmann * c->temperature / charge;
    param[2] = c->resistance;
    param[3] = 2 * c->capacitance / dt;
    return YEE_OK;
}

static const yee_port_law law = {
    YEE_PORT_LAW(diode, 1),
    .params = 4,
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
    .name = "diode",
    .summary = "diode, with the resistance and the capacitance of its junction",
    .reference = "https://doi.org/10.1109/22.297814",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.detector]\n"
               "type = diode\n"
               "negative = 5, 5, 5 mm\n"
               "positive = 5, 5, 6 mm\n"
               "saturation_current = 1e-9 A\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
