/* materials/magnetised_plasma.c: free carriers in a constant magnetic field B0: Faraday rotation,
 * cyclotron resonance, whistlers.
 *
 *     dJ/dt = eps0 wp^2 E - nu J + wc x J,    wc = e B0/m of electrons, -e B0/m of holes
 *     D = eps0 eps E + conductivity           beside it, along each axis for itself
 *
 * J at one place: J. H. Lee, D. K. Kalluri, IEEE Trans. Antennas Propag. 47 (1999) 1146. The means
 * over the step, which turn J without changing its length: A. Samimi, J. J. Simpson, IEEE Trans.
 * Antennas Propag. 63 (2015) 269 (J. P. Boris, Proc. 4th Conf. Numer. Simul. Plasmas (1970) 3).
 * The places, cells with means of E, are yee/law.h's: J in a cell costs no time step, as the mean
 * vanishes for the shortest waves. Without collisions the sum over the grid of
 *
 *     eps0 E.E/2 + mu0 H-.H+/2 + J.J/(2 eps0 wp^2) + dt/2 E.J
 *
 * is kept: the work of J is that of the means, once at the points and once on the grid. */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME magnetised_plasma
#define LAW_FILE "magnetised_plasma.law.h"
#define LAW_CELL_WORDS 3
#define LAW_MAPS 0
#include <yee/law_rows.h>

/* Elementary charge, C, and mass of an electron, kg (CODATA 2018). */
#define CHARGE 1.602176634e-19
#define MASS 9.1093837015e-31

enum { ELECTRONS, HOLES };

typedef struct config {
    medium_constants base;
    double fp, wp, density, gamma_hz, gamma, mass;
    yee_vec3 magnetic_field;
    int carriers;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, fp, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Plasma frequency in Hz."),
    YEE_PARAM_REAL(config, wp, "rad/s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Angular plasma frequency in rad/s."),
    YEE_PARAM_REAL(config, density, "1/m^3", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Carriers a volume, n: wp^2 = n e^2/(eps0 m)."),
    YEE_PARAM_REAL(config, gamma_hz, "Hz", YEE_UNSET, 0, YEE_INFINITY,
                   "Collision rate divided by 2 pi, in Hz; 0 if neither is given."),
    YEE_PARAM_REAL(config, gamma, "rad/s", YEE_UNSET, 0, YEE_INFINITY,
                   "Collision rate nu, 1/(mean free time), in rad/s."),
    YEE_PARAM_VEC3(config, magnetic_field, "T", NULL, -YEE_INFINITY, YEE_INFINITY,
                   "The constant field B0 along x, y and z."),
    YEE_PARAM_CHOICE(config, carriers, "electrons", "electrons|holes",
                     "Sign of the charge that moves: the sense in which it turns."),
    YEE_PARAM_REAL(config, mass, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Mass of a carrier, in masses of a free electron."),
    MEDIUM_EPS(config, "Relative permittivity besides the carriers: one number, or three."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_ONE_OF("fp|wp|density"),
    YEE_PARAM_AT_MOST_ONE("gamma_hz|gamma"),
    YEE_PARAM_UNTURNED("magnetic_field"), /* an axial vector: an image has it reversed */
    YEE_PARAM_END,
};

/* rad/s, squared */
static double plasma(const config *c)
{
    if (!isnan(c->density))
        return c->density * CHARGE * CHARGE / (YEE_EPS0 * c->mass * MASS);
    return isnan(c->wp) ? pow(2 * YEE_PI * c->fp, 2) : c->wp * c->wp;
}

static double least(const void *self)
{
    const config *c = self;
    return medium_least_eps(&c->base);
}

/* It is linear. */
static double reach(const void *self)
{
    (void)self;
    return YEE_INFINITY;
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const double wp2 = plasma(c), dt = place->dt;
    const double nu = !isnan(c->gamma)      ? c->gamma
                      : !isnan(c->gamma_hz) ? 2 * YEE_PI * c->gamma_hz
                                            : 0;
    const double a = 1 + 0.5 * nu * dt, wp = sqrt(wp2 / medium_least_eps(&c->base));
    const double turn = (c->carriers == HOLES ? -1 : 1) * CHARGE / (c->mass * MASS);
    double square = 0;
    if (!(wp * dt < 2))
        return host->fail(host, YEE_INPUT,
                          "the time step, %.3g s, is longer than 2/wp = %.3g s and does not "
                          "resolve the plasma frequency; smaller cells would be right, or "
                          "type = pec where no field enters",
                          dt, 2 / wp);
    param[0] = (1 - 0.5 * nu * dt) / a;
    param[1] = YEE_EPS0 * wp2 * dt / a;
    for (int n = 0; n < 3; n++) {
        param[2 + n] = turn * c->magnetic_field.v[n] * dt / 2 / a;
        square += param[2 + n] * param[2 + n];
    }
    param[5] = 1 / (1 + square);
    param[6] = 1 / (2 * YEE_EPS0 * wp2);
    param[7] = dt / 2;
    return YEE_OK;
}

static const yee_law law = {
    YEE_CELL_LAW(magnetised_plasma, 1, YEE_LAW_CELL | YEE_LAW_STEADY),
    YEE_CELL_LAW_HELD(magnetised_plasma),
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
    .name = "magnetised_plasma",
    .summary = "free carriers in a constant magnetic field: Faraday rotation, whistlers",
    .reference = "J. H. Lee, D. K. Kalluri, IEEE Trans. Antennas Propag. 47 (1999) 1146",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.ionosphere]\n"
               "type = magnetised_plasma\n"
               "fp = 30 GHz\n"
               "gamma_hz = 1 GHz\n"
               "magnetic_field = 0, 0, 0.5 T\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
