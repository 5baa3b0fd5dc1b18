/* sources/diode.c: a diode between two nodes, as a link.
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
#include <math.h>

typedef struct config {
    yee_vec3 negative, positive, across;
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

typedef struct junction {
    double saturation;  /* A */
    double thermal;     /* vt, V */
    double resistance;  /* Ohm */
    double capacitance; /* 2 C/dt, S */
} junction;

/* w with w + log w = y. One step of F. N. Fritsch, R. E. Shafer and W. P. Crowley, Commun. ACM
 * 16 (1973) 123, leaves the fourth power of an error; the guesses are within a fifth of w, and
 * three steps leave nothing but the rounding of log w. */
static double wright_omega(double y)
{
    if (y < -50) /* w - exp(y) = -exp(2 y) */
        return exp(y);
    double w = y < 1 ? exp(y) / (1 + 0.5 * exp(y)) : y - log(y);
    w = y < 1 ? w : fmax(w, 0.5);
    for (int n = 0; n < 3; n++) {
        const double r = y - w - log(w), s = 2 * (1 + w) * (1 + w + 2 * r / 3);
        w *= 1 + r / (1 + w) * (s - r) / (s - 2 * r);
    }
    return w;
}

/* state[0]: u at n dt, V. */
static double current(void *self, int64_t step, double before, double drive, double load,
                      double *state)
{
    const junction *j = self;
    (void)step;
    (void)before;
    const double z = load + j->resistance, g = j->capacitance, is = j->saturation,
                 vt = j->thermal;
    const double shunt = 1 + z * g, a = z * is / shunt;
    const double b = (drive + z * is + z * g * state[0]) / shunt;
    const double w = wright_omega(b / vt + log(a / vt));
    const double u = b - vt * w;
    const double i = vt * w * shunt / z - is + g * (u - state[0]);
    if (g > 0)
        state[0] = 2 * u - state[0];
    return -i;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const double boltzmann = 1.380649e-23, charge = 1.602176634e-19; /* J/K, C: SI, exact */
    const config *c = cfg;
    source_terminals at;
    yee_status status;
    junction *j = host->alloc(host, sizeof *j);
    if (!j)
        return host->fail(host, YEE_MEMORY, "no memory for the junction");
    *j = (junction){.saturation = c->saturation_current,
                    .thermal = c->ideality * boltzmann * c->temperature / charge,
                    .resistance = c->resistance,
                    .capacitance = 2 * c->capacitance / view->grid->dt};
    const yee_link link = {sizeof link, 1, j, current};
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
