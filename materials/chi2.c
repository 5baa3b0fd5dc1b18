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
    yee_reals eps, mu, sigma, sigma_m;
    double chi2, reach;
    int axis;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, eps, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                    "Relative permittivity of weak fields: one number, or three for x, y, z."),
    YEE_PARAM_REAL(config, chi2, "m/V", NULL, -YEE_INFINITY, YEE_INFINITY,
                   "Quadratic susceptibility at an instant: D/eps0 = eps E + chi2 E^2."),
    YEE_PARAM_CHOICE(config, axis, NULL, "x|y|z", "The component of E that it acts on."),
    YEE_PARAM_REAL(config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Largest field that is meant; by default where |chi2| E = 0.05 eps."),
    YEE_PARAM_REALS(config, mu, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                    "Relative permeability: one number, or three for x, y and z."),
    YEE_PARAM_REALS(config, sigma, "S/m", "0", 0, YEE_INFINITY,
                    "Electric conductivity: one number, or three for x, y and z."),
    YEE_PARAM_REALS(config, sigma_m, "Ohm/m", "0", 0, YEE_INFINITY,
                    "Magnetic loss: one number, or three for x, y and z."),
    YEE_PARAM_END,
};

static double smallest(const config *c)
{
    double least = YEE_INFINITY;
    for (size_t a = 0; a < c->eps.count; a++)
        least = fmin(least, c->eps.v[a]);
    return least;
}

static double reach(const void *self)
{
    const config *c = self;
    return isnan(c->reach) ? 0.05 * smallest(c) / fabs(c->chi2) : c->reach;
}

/* dD/dE = eps0 (eps + 2 chi2 E). */
static double least(const void *self)
{
    const config *c = self;
    return smallest(c) - 2 * fabs(c->chi2) * reach(self);
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
    return medium_set_constants(
        host, (medium_tensor){"eps", &c->eps}, (medium_tensor){"mu", &c->mu},
        (medium_tensor){"sigma", &c->sigma}, (medium_tensor){"sigma_m", &c->sigma_m}, material);
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
