/* materials/raman.c: chi3 of which a part answers late, by a vibration of the molecules.
 *
 *     D = eps0 (eps E + chi3 ((1 - f) E^3 + f E q)) + conductivity
 *     q'' + 2 gamma q' + W^2 q = W^2 E^2,   W^2 = 1/t1^2 + 1/t2^2,   gamma = 1/t2
 *
 * K. J. Blow, D. Wood, IEEE J. Quantum Electron. 25 (1989) 2665 (the response of silica); in FDTD
 * P. M. Goorjian, A. Taflove, Opt. Lett. 17 (1992) 180. The law loses what q' loses, eps0 chi3 f
 * gamma q'^2/W^2. */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME raman
#define LAW_FILE "raman.law.h"
#define LAW_WORDS 2
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    medium_constants base;
    double chi3, fraction, t1, t2, reach;
} config;

static const yee_param params[] = {
    MEDIUM_EPS(config,
               "Relative permittivity of weak fields: one number, or three for x, y, z."),
    YEE_PARAM_REAL(config, chi3, "m^2/V^2", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Cubic susceptibility of a steady field, with the vibration's part."),
    YEE_PARAM_REAL(config, fraction, NULL, "0.18", 0, 1, "The vibration's part f of chi3."),
    YEE_PARAM_REAL(config, t1, "s", "12.2 fs", YEE_POSITIVE, YEE_INFINITY,
                   "Period of the vibration divided by 2 pi."),
    YEE_PARAM_REAL(config, t2, "s", "32 fs", YEE_POSITIVE, YEE_INFINITY,
                   "Time in which the vibration falls to 1/e."),
    YEE_PARAM_REAL(config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Largest field that is meant; by default where chi3 E^2 = 0.05 eps."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_END,
};

static double reach(const void *self)
{
    const config *c = self;
    return isnan(c->reach) ? sqrt(0.05 * medium_least_eps(&c->base) / c->chi3) : c->reach;
}

/* q swings about E^2 and past 0, by at most as much as it was: dD/dE >= eps0 (eps - chi3 f
 * E^2). */
static double least(const void *self)
{
    const config *c = self;
    const double top = reach(self);
    return medium_least_eps(&c->base) - c->chi3 * c->fraction * top * top;
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const double dt = place->dt, strength = YEE_EPS0 * c->chi3, part = c->fraction;
    const double w2 = (1 / (c->t1 * c->t1) + 1 / (c->t2 * c->t2)) * dt * dt, loss = dt / c->t2;
    if (!(w2 < 1))
        return host->fail(host, YEE_INPUT,
                          "t1: the time step, %.3g s, is longer than %.3g s, the vibration's "
                          "period divided by 2 pi, and does not resolve it; smaller cells, or "
                          "type = kerr",
                          dt, dt / sqrt(w2));
    param[0] = place->cb / dt * strength * (1 - part);
    param[1] = place->cb / dt * strength * part;
    param[2] = (1 + w2 / 4 - loss) / (1 + w2 / 4 + loss);
    param[3] = w2 / (1 + w2 / 4 + loss);
    param[4] = 0.75 * strength * (1 - part);
    param[5] = 0.5 * strength * part;
    param[6] = 0.25 * strength * part;
    param[7] = 0.25 * strength * part / w2;
    return YEE_OK;
}

static const yee_law law = {
    YEE_LAW(raman, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(raman),
    .params = 8,
    .prepare = prepare,
    .least = least,
    .reach = reach,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    material->law = &law;
    material->law_self = c;
    return medium_set_constants(host, &c->base, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "raman",
    .summary = "nonlinear medium: chi3, a part of it delayed by a molecular vibration",
    .reference = "P. M. Goorjian, A. Taflove 1992, doi:10.1364/OL.17.000180",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.liquid]\n"
               "type = raman\n"
               "eps = 2.1\n"
               "chi3 = 2e-22 m^2/V^2\n"
               "t1 = 20 ps\n"
               "t2 = 50 ps\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
