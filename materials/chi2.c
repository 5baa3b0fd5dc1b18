/* materials/chi2.c: an instantaneous square polarisation along the crystal's axis.
 *
 *     D = eps0 (eps E + chi2 E^2) + conductivity      along `axis`; eps E across it
 *
 * chi2 = 2 d_33 of an axis along the optic one: R. W. Boyd, Nonlinear Optics (3rd ed. 2008), sec.
 * 1.5. Stepped as chi3 is in R. M. Joseph, A. Taflove, IEEE Trans. Antennas Propag. 45 (1997)
 * 364; the energy is 2/3 eps0 chi2 E^3 beside the linear medium's. */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME chi2
#define LAW_FILE "chi2.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    medium_constants base;
    double chi2, reach;
    int axis;
} config;

static const yee_param params[] = {
    MEDIUM_EPS(config,
               "Relative permittivity of weak fields: one number, or three for x, y, z."),
    YEE_PARAM_REAL(config, chi2, "m/V", NULL, -YEE_INFINITY, YEE_INFINITY,
                   "Quadratic susceptibility at an instant: D/eps0 = eps E + chi2 E^2."),
    YEE_PARAM_CHOICE(config, axis, NULL, "x|y|z", "The component of E that it acts on."),
    YEE_PARAM_REAL(config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Largest field that is meant; by default where |chi2| E = 0.05 eps."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_UPRIGHT("axis"), /* chi2 changes its sign with the axis' sense */
    YEE_PARAM_END,
};

static double reach(const void *self)
{
    const config *c = self;
    return isnan(c->reach) ? 0.05 * medium_least_eps(&c->base) / fabs(c->chi2) : c->reach;
}

/* dD/dE = eps0 (eps + 2 chi2 E). */
static double least(const void *self)
{
    const config *c = self;
    return medium_least_eps(&c->base) - 2 * fabs(c->chi2) * reach(self);
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const double chi2 = place->component == c->axis ? c->chi2 : 0;
    (void)host;
    param[0] = place->cb / place->dt * YEE_EPS0 * chi2;
    param[1] = 2.0 / 3 * YEE_EPS0 * chi2;
    return YEE_OK;
}

static const yee_law law = {
    YEE_LAW(chi2, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(chi2),
    .params = 2,
    .prepare = prepare,
    .least = least,
    .reach = reach,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    if (!(c->chi2 != 0))
        return host->fail(host, YEE_INPUT,
                          "chi2: 0 is no nonlinearity; give another number, or take type = "
                          "dielectric");
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
    .name = "chi2",
    .summary = "nonlinear crystal: an instantaneous chi2 along one axis",
    .reference = "R. M. Joseph, A. Taflove 1997, doi:10.1109/8.558652",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.crystal]\n"
               "type = chi2\n"
               "eps = 4.6\n"
               "chi2 = 5e-11 m/V\n"
               "axis = z\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
