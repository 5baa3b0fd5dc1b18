/* sources/nonlinear_resistor.c: a resistor whose current is a function of its voltage, by a table
 * or a polynomial, between two nodes, as a port law.
 *
 * v is the voltage from the positive to the negative terminal (common/terminals.h) and i(v) the
 * current that the element takes in. At the middle of a step v = drive - load i(v), which has one
 * solution where i rises: a falling part (a tunnel diode) could have three. Between the points of a
 * table i is a cubic of C. Hermite that rises wherever they do, its slopes the harmonic means of F.
 * N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300, weighted by the widths beside
 * a point; beyond its ends it goes on straight. Where i(0) is not 0 the element is none that only
 * takes energy, as a lit photodiode, and its law says so. */
#include "common/terminals.h"
#include <math.h>

enum { POINTS = 80, TERMS = 32 };

typedef struct config {
    yee_vec3 negative, positive, across;
    bool gap;
    yee_reals curve, polynomial;
} config;

static const yee_param params[] = {
    SOURCE_TERMINALS(config, "One terminal, a grid node.",
                     "The other terminal, on the same grid line."),
    YEE_PARAM_REALS(
        config, curve, NULL, YEE_UNSET, 0, 0,
        "Points of the characteristic, two numbers each, V and A, by rising voltage: "
        "at most 80, or a file of two columns, @diode.csv."),
    YEE_PARAM_REALS(
        config, polynomial, NULL, YEE_UNSET, 0, 0,
        "The current as a polynomial of the voltage: coefficients in A, A/V, A/V^2, "
        "..."),
    YEE_PARAM_ONE_OF("curve|polynomial"),
    YEE_PARAM_END,
};

#define LAW_NAME nonlinear_resistor
#define LAW_FILE "nonlinear_resistor.law.h"
#define LAW_WORDS 0
#include <yee/port_law.h>

static double value(const yee_reals *c, double v)
{
    double i = 0;
    for (size_t k = c->count; k-- > 0;)
        i = i * v + c->v[k];
    return i;
}

static yee_status check_polynomial(const yee_host *host, const yee_reals *c)
{
    if (c->count > TERMS)
        return host->fail(host, YEE_INPUT,
                          "polynomial: %zu coefficients; at most %d are possible", c->count,
                          TERMS);
    for (int sign = -1; sign < 2; sign += 2)
        for (double v = 1e-9, last = value(c, 0); v < 1e9; v *= 1.02) {
            const double now = value(c, sign * v);
            if (sign * (now - last) < -1e-12 * fmax(fabs(now), fabs(last)))
                return host->fail(
                    host, YEE_INPUT,
                    "polynomial: the current falls with the voltage at %.3g V; it "
                    "has to rise everywhere, for the circuit to have one solution",
                    sign * v);
            last = now;
        }
    return YEE_OK;
}

static yee_status check_curve(const yee_host *host, const yee_reals *c)
{
    const size_t n = c->count / 2;
    if (c->count % 2 || n < 2 || n > POINTS)
        return host->fail(host, YEE_INPUT,
                          "curve: %zu numbers; 2 to %d points of a voltage and a current are "
                          "needed",
                          c->count, POINTS);
    for (size_t k = 1; k < n; k++) {
        const double *p = c->v + 2 * k;
        if (!(p[0] > p[-2]))
            return host->fail(
                host, YEE_INPUT,
                "curve: point %zu has %.9g V behind %.9g V; voltages have to rise", k + 1, p[0],
                p[-2]);
        if (!(p[1] >= p[-1]))
            return host->fail(
                host, YEE_INPUT,
                "curve: the current falls from %.9g A to %.9g A between %.9g V and "
                "%.9g V; it may not, for the circuit to have one solution",
                p[-1], p[1], p[-2], p[0]);
    }
    return YEE_OK;
}

static double chord(const yee_reals *c, size_t k)
{
    const double *p = c->v + 2 * k;
    return (p[3] - p[1]) / (p[2] - p[0]);
}

/* The slope at a point, S. */
static double slope(const yee_reals *c, size_t k)
{
    const size_t n = c->count / 2;
    if (k == 0 || k == n - 1)
        return chord(c, k ? n - 2 : 0);
    const double s = chord(c, k - 1), t = chord(c, k);
    const double h = c->v[2 * k] - c->v[2 * k - 2], g = c->v[2 * k + 2] - c->v[2 * k];
    const double weight = (h + 2 * g) / (3 * (h + g));
    return s > 0 && t > 0 ? s * t / (weight * t + (1 - weight) * s) : 0;
}

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const config *c = self;
    const size_t n = c->curve.count / 2;
    (void)dt;
    const yee_status status =
        n ? check_curve(host, &c->curve) : check_polynomial(host, &c->polynomial);
    if (status)
        return status;
    for (size_t k = 0; k < 1 + 3 * POINTS; k++)
        param[k] = 0;
    param[0] = (double)n;
    if (!n)
        param[1] = (double)c->polynomial.count;
    for (size_t k = 0; !n && k < c->polynomial.count; k++)
        param[2 + k] = c->polynomial.v[k];
    for (size_t k = 0; k < n; k++) {
        param[1 + k] = c->curve.v[2 * k];
        param[1 + n + k] = c->curve.v[2 * k + 1];
        param[1 + 2 * n + k] = slope(&c->curve, k);
    }
    return YEE_OK;
}

enum { PARAMS = 1 + 3 * POINTS };

static const yee_port_law law = {
    YEE_PORT_LAW(nonlinear_resistor, 1),
    .params = PARAMS,
    .prepare = prepare,
};
static const yee_port_law active_law = {
    YEE_PORT_LAW(nonlinear_resistor, 1),
    .active = true,
    .params = PARAMS,
    .prepare = prepare,
};

/* i(0) (A), which a load of next to nothing shows; 0 where it is the rounding of a table's cubic. */
static yee_status current_at_rest(const yee_host *host, const config *c, double *current)
{
    double param[PARAMS];
    const yee_status status = prepare(host, c, 0, param);
    if (status)
        return status;
    const size_t n = c->curve.count / 2;
    const double rounding = n ? 1e-12 * (fabs(param[1 + n]) + fabs(param[2 * n])) : 0;
    const double i = -nonlinear_resistor_port(param, NULL, 0, 0, 1e-30, NULL);
    *current = fabs(i) > rounding ? i : 0;
    return YEE_OK;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    double rest;
    const yee_status status = current_at_rest(host, c, &rest);
    if (status)
        return status;
    if (rest != 0)
        host->log(
            host, YEE_WARNING,
            "its current at 0 V is %.9g A: it gives energy, from step 0 on; where that is "
            "not meant, %s would be right",
            rest, c->curve.count ? "a point 0, 0 in curve" : "0 as the first coefficient");
    return source_terminals_law(host, view, emitter, &c->negative, &c->positive, &c->across,
                                c->gap, rest != 0 ? &active_law : &law, c);
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
    .name = "nonlinear_resistor",
    .summary = "resistor whose current is a function of its voltage: a table or a polynomial",
    .reference = "https://doi.org/10.1137/0905021",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.limiter]\n"
               "type = nonlinear_resistor\n"
               "negative = 5, 5, 5 mm\n"
               "positive = 5, 5, 6 mm\n"
               "curve = -1, -0.1, 0, 0, 1, 0.001, 2, 0.1\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
