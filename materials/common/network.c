/* materials/common/network.c: the admittance of a square of a sheet or wall, by its elements. */
#include "network.h"
#include <math.h>

/* A sheet of one pole (b0)/(d2 s^2 + d1 s + d0), or without. */
static yee_status take(const yee_host *host, double inf, double sigma, yee_pole pole,
                       yee_response *sheet)
{
    *sheet = (yee_response){.inf = inf, .sigma = sigma};
    if (pole.b0 == 0)
        return YEE_OK;
    yee_pole *own = host->alloc(host, sizeof *own);
    if (!own)
        return host->fail(host, YEE_MEMORY, "no memory for the pole of the sheet");
    *own = pole;
    sheet->pole_count = 1;
    sheet->poles = own;
    return YEE_OK;
}

static yee_status network(const yee_host *host, const network_keys *c, yee_response *sheet)
{
    const bool r = !isnan(c->resistance), l = !isnan(c->inductance), s = !isnan(c->capacitance);
    const yee_pole none = {0, 0, 0, 1, 0};
    if (r && c->resistance == 0 && (c->kind == NETWORK_PARALLEL || (!l && !s)))
        return host->fail(host, YEE_INPUT,
                          "resistance = 0 Ohm is a short; take type = pec, or give "
                          "an inductance or a capacitance in series");
    if (c->kind == NETWORK_PARALLEL)
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

static yee_status electrons(const yee_host *host, const network_keys *c, yee_response *sheet)
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

int network_forms(const network_keys *c)
{
    const bool real = !isnan(c->impedance);
    const bool rlc = !isnan(c->resistance) || !isnan(c->inductance) || !isnan(c->capacitance);
    const bool moving = !isnan(c->conductivity) || !isnan(c->collision_rate);
    return real + rlc + moving;
}

yee_status network_sheet(const yee_host *host, const network_keys *c, yee_response *sheet)
{
    if (!isnan(c->impedance)) {
        *sheet = (yee_response){.sigma = 1 / c->impedance};
        return YEE_OK;
    }
    return !isnan(c->conductivity) || !isnan(c->collision_rate) ? electrons(host, c, sheet)
                                                                : network(host, c, sheet);
}
