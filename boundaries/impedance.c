/* boundaries/impedance.c: a wall of a surface impedance: tangential E is Z times the surface
 * current, with nothing behind it.
 *
 *     impedance                       Z real
 *     resistance, inductance,         Z = R + s L + 1/(s C), in series, or
 *     capacitance                     Y = 1/R + s C + 1/(s L), in parallel
 *     conductivity, collision_rate    Y = sigma/(1 + s/gamma), a layer of electrons (graphene
 *                                     within a band; with gamma towards 0 a superconductor)
 *     matched                         Z = sqrt(mu/eps) of the medium at the face: what comes
 *                                     along the axis leaves
 *
 * A wave of the impedance eta (eta/cos or eta cos of the angle, for E or H along the wall)
 * comes back as (Z - eta)/(Z + eta). It is the admittance sheet of yee/boundary.h in front of a
 * magnetic wall: Y over the half dual cell adds to the media on the face, by the trapezoidal
 * rule, so that the wall is of second order in cell and step, stable at the grid's own limit, and
 * runs on every scheme. Each branch is a conductivity or one pole of Y/(s eps0):
 *
 *     R L C in series   Y/(s eps0) = (1/eps0)/(L s^2 + R s + 1/C)
 *     s C, 1/R          inf = C/eps0, sigma = 1/R
 *     1/(s L)           (1/(L eps0))/s^2
 *     electrons         (sigma gamma/eps0)/(s^2 + gamma s)
 *
 * T. B. A. Senior and J. L. Volakis, Approximate Boundary Conditions in Electromagnetics (1995),
 * ch. 2; matched is the first condition of B. Engquist and A. Majda, Math. Comput. 31
 * (1977) 629: at 45 degrees it sends back 0.17. */
#include <math.h>
#include <yee/boundary.h>

typedef struct config {
    double impedance, resistance, inductance, capacitance, conductivity, collision_rate;
    int kind;
    bool matched;
} config;

enum { SERIES, PARALLEL };

static const yee_param params[] = {
    YEE_PARAM_REAL(config, impedance, "Ohm", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Real surface impedance, of a square of the wall."),
    YEE_PARAM_BOOL(config, matched, "no",
                   "The impedance of the medium at the face: absorbs what comes along the axis "
                   "(a first-order absorbing wall, of one plane)."),
    YEE_PARAM_REAL(config, resistance, "Ohm", YEE_UNSET, 0, YEE_INFINITY,
                   "Resistance of a square."),
    YEE_PARAM_REAL(config, inductance, "H", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Inductance of a square."),
    YEE_PARAM_REAL(config, capacitance, "F", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Capacitance of a square."),
    YEE_PARAM_CHOICE(config, kind, "series", "series|parallel",
                     "How resistance, inductance and capacitance are connected; those that are "
                     "not given are not there."),
    YEE_PARAM_REAL(config, conductivity, "S", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Surface conductivity of a layer of electrons at 0 Hz."),
    YEE_PARAM_REAL(config, collision_rate, "1/s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Collision rate of these electrons, 1/tau."),
    YEE_PARAM_END,
};

/* A sheet of one pole (b0)/(d2 s^2 + d1 s + d0), or without. */
static yee_status take(const yee_host *host, double inf, double sigma, yee_pole pole,
                       yee_response *sheet)
{
    *sheet = (yee_response){.inf = inf, .sigma = sigma};
    if (pole.b0 == 0)
        return YEE_OK;
    yee_pole *own = host->alloc(host, sizeof *own);
    if (!own)
        return host->fail(host, YEE_MEMORY, "no memory for the poles of the wall");
    *own = pole;
    sheet->pole_count = 1;
    sheet->poles = own;
    return YEE_OK;
}

static yee_status network(const yee_host *host, const config *c, yee_response *sheet)
{
    const bool r = !isnan(c->resistance), l = !isnan(c->inductance), s = !isnan(c->capacitance);
    const yee_pole none = {0, 0, 0, 1, 0};
    if (r && c->resistance == 0 && (c->kind == PARALLEL || (!l && !s)))
        return host->fail(host, YEE_INPUT,
                          "resistance = 0 Ohm makes the wall a short; take type = pec, or give "
                          "an inductance or a capacitance in series");
    if (c->kind == PARALLEL)
        return take(host, s ? c->capacitance / YEE_EPS0 : 0, r ? 1 / c->resistance : 0,
                    l ? (yee_pole){0, 1 / (c->inductance * YEE_EPS0), 0, 0, 1} : none, sheet);
    if (!l && !s)
        return take(host, 0, 1 / c->resistance, none, sheet);
    if (!l && (!r || c->resistance == 0))
        return take(host, c->capacitance / YEE_EPS0, 0, none, sheet);
    const double scale =
        l ? c->inductance : c->resistance; /* keeps the numbers near each other */
    return take(host, 0, 0,
                (yee_pole){.b0 = 1 / (YEE_EPS0 * scale),
                           .d0 = s ? 1 / (c->capacitance * scale) : 0,
                           .d1 = (r ? c->resistance : 0) / scale,
                           .d2 = (l ? c->inductance : 0) / scale},
                sheet);
}

static yee_status electrons(const yee_host *host, const config *c, yee_response *sheet)
{
    const double sigma = c->conductivity, gamma = c->collision_rate;
    if (isnan(sigma) || isnan(gamma))
        return host->fail(
            host, YEE_INPUT,
            "%s is given without %s; electrons need both (a conductivity alone is "
            "impedance = 1/conductivity)",
            isnan(sigma) ? "collision_rate" : "conductivity",
            isnan(sigma) ? "conductivity" : "collision_rate");
    return take(host, 0, 0, (yee_pole){0, sigma * gamma / YEE_EPS0, 0, gamma, 1}, sheet);
}

static yee_status find_sheet(const yee_host *host, const config *c, const yee_face *face,
                             yee_response *sheet)
{
    const bool real = !isnan(c->impedance);
    const bool rlc = !isnan(c->resistance) || !isnan(c->inductance) || !isnan(c->capacitance);
    const bool moving = !isnan(c->conductivity) || !isnan(c->collision_rate);
    if (real + rlc + moving + c->matched != 1)
        return host->fail(host, YEE_INPUT,
                          "%s is given; write exactly one of impedance, matched = yes, a "
                          "network of resistance, inductance and capacitance, or conductivity "
                          "with collision_rate",
                          real + rlc + moving + c->matched ? "more than one impedance"
                                                           : "no impedance");
    if (rlc)
        return network(host, c, sheet);
    if (moving)
        return electrons(host, c, sheet);
    const double medium = YEE_ETA0 * sqrt(face->mu_r / face->eps_r);
    *sheet = (yee_response){.sigma = 1 / (real ? c->impedance : medium)};
    return YEE_OK;
}

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    yee_response sheet;
    const yee_status status = find_sheet(host, self, face, &sheet);
    if (status)
        return status;
    closure->rule = YEE_FACE_PMC;
    closure->layer = 0;
    for (int n = 1; n < 3; n++)
        closure->sheet[(face->axis + n) % 3] = sheet;
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "impedance",
    .summary = "wall of a surface impedance: real, R L C, electrons, or matched to the medium",
    .reference = "T. B. A. Senior and J. L. Volakis 1995, Approximate Boundary Conditions in "
                 "Electromagnetics",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.walls]\n"
               "type = impedance\n"
               "impedance = 100 Ohm\n"
               "faces = all\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
