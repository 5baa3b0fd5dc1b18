/* materials/impedance_sheet.c: a sheet without thickness, by the surface current K = Y(s) E that it
 * carries: a resistive film, a frequency-selective surface or a superconductor of equivalent
 * elements, any rational fit.
 *
 *     impedance                       Y = 1/Z, real
 *     resistance, inductance,         Z = R + s L + 1/(s C), in series, or
 *     capacitance                     Y = 1/R + s C + 1/(s L), in parallel
 *     conductivity, collision_rate    Y = sigma/(1 + s/gamma), electrons
 *     b0, b1, d0, d1, d2              Y = conductance + s shunt_capacitance
 *                                         + sum (b1 s + b0)/(d2 s^2 + d1 s + d0)
 *
 * A wave of the impedance eta (eta/cos or eta cos of the angle) on both sides passes as
 * 2/(2 + eta Y) and comes back as -eta Y/(2 + eta Y). T. B. A. Senior and J. L. Volakis,
 * Approximate Boundary Conditions in Electromagnetics (1995), sec. 2.4. The core takes
 * chi = Y/(s eps0), by partial fractions, with r the rest of a pole:
 *
 *     d0 != 0:   b0/(d0 s) + r/(d2 s^2 + d1 s + d0),   r = -(b0 d2/d0) s + b1 - b0 d1/d0
 *     d0 = 0:    (b0/d1)/s^2 + (b1 - b0 d2/d1)/(d2 s^2 + d1 s)  */
#include "common/network.h"
#include "medium.h"
#include <math.h>

typedef struct config {
    network_keys net;
    double conductance, shunt_capacitance;
    yee_reals b0, b1, d0, d1, d2;
} config;

static const yee_param params[] = {
    NETWORK_IMPEDANCE(config, "Real impedance of a square."),
    NETWORK_PARAMS(config),
    YEE_PARAM_REALS(
        config, b0, NULL, YEE_UNSET, 0, 0,
        "Of each pole of the admittance, in S and powers of rad/s; 0 where not given."),
    YEE_PARAM_REALS(config, b1, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d0, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d1, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d2, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REAL(config, conductance, "S", "0", 0, YEE_INFINITY,
                   "With poles: the part of the admittance that is constant."),
    YEE_PARAM_REAL(config, shunt_capacitance, "F", "0", 0, YEE_INFINITY,
                   "With poles: the part of the admittance that is s C."),
    YEE_PARAM_SAME_COUNT("b0|b1|d0|d1|d2"),
    YEE_PARAM_END,
};

static double of(const yee_reals *list, size_t p) { return list->count ? list->v[p] : 0; }

/* Lists that are given have equally many values. */
static size_t pole_count(const config *c)
{
    const yee_reals *list[] = {&c->b0, &c->b1, &c->d0, &c->d1, &c->d2};
    size_t count = 0;
    for (int n = 0; n < 5; n++)
        count = list[n]->count ? list[n]->count : count;
    return count;
}

/* Adds a pole of the admittance; room for two more poles is there. */
static yee_status add(const yee_host *host, const config *c, size_t p, yee_pole *pole,
                      yee_response *sheet)
{
    const double b0 = of(&c->b0, p), b1 = of(&c->b1, p), d0 = of(&c->d0, p), d1 = of(&c->d1, p),
                 d2 = of(&c->d2, p);
    if (d1 == 0 && (d0 == 0 || d2 == 0))
        return host->fail(
            host, YEE_INPUT,
            "pole %zu has d0 = %g, d1 = %g, d2 = %g; a passive sheet has d1 above 0, "
            "or d0 and d2 (a constant is conductance)",
            p + 1, d0, d1, d2);
    if (d0 == 0 && b0 != 0)
        pole[sheet->pole_count++] = (yee_pole){.b0 = b0 / (d1 * YEE_EPS0), .d2 = 1};
    yee_pole rest = {.d0 = d0, .d1 = d1, .d2 = d2};
    if (d0 != 0) {
        sheet->sigma += b0 / d0;
        rest.b1 = -b0 * d2 / (d0 * YEE_EPS0);
        rest.b0 = (b1 - b0 * d1 / d0) / YEE_EPS0;
    } else if (d2 != 0) {
        rest.b0 = (b1 - b0 * d2 / d1) / YEE_EPS0;
    } else {
        sheet->sigma += b1 / d1;
    }
    if (rest.b0 != 0 || rest.b1 != 0)
        pole[sheet->pole_count++] = rest;
    return YEE_OK;
}

static yee_status rational(const yee_host *host, const config *c, yee_response *sheet)
{
    yee_pole *pole;
    const size_t count = pole_count(c);
    yee_status status = medium_new_poles(host, 2 * count, &pole);
    *sheet = (yee_response){
        .inf = c->shunt_capacitance / YEE_EPS0, .sigma = c->conductance, .poles = pole};
    for (size_t p = 0; !status && p < count; p++)
        status = add(host, c, p, pole, sheet);
    return status;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const bool poles = pole_count(c) > 0,
               parts = c->conductance > 0 || c->shunt_capacitance > 0;
    const int forms = network_forms(&c->net) + poles;
    yee_response sheet;
    (void)band;
    if (forms != 1)
        return host->fail(
            host, YEE_INPUT,
            "%s is given; write exactly one of impedance, a network of resistance, "
            "inductance and capacitance, conductivity with collision_rate, or poles",
            forms ? "more than one admittance" : "no admittance");
    if (parts && !poles)
        return host->fail(host, YEE_INPUT,
                          "conductance and shunt_capacitance go with poles; a network has "
                          "resistance and capacitance");
    const yee_status status =
        poles ? rational(host, c, &sheet) : network_sheet(host, &c->net, &sheet);
    for (int a = 0; a < 3 && !status; a++)
        material->sheet[a] = sheet;
    return status;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "impedance_sheet",
    .summary =
        "sheet without thickness, for plates: real impedance, R L C, electrons, any poles",
    .reference = "T. B. A. Senior and J. L. Volakis 1995, Approximate Boundary Conditions in "
                 "Electromagnetics",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.film]\n"
               "type = impedance_sheet\n"
               "impedance = 377 Ohm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
