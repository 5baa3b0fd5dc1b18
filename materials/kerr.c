/* materials/kerr.c: an instantaneous cubic polarisation, along each axis for itself.
 *
 *     D = eps0 (eps E + chi3 E^3) + conductivity
 *
 * at every edge: R. M. Joseph, A. Taflove, IEEE Trans. Antennas Propag. 45 (1997) 364. The
 * conserving form keeps the sum of the linear energy and 3/4 eps0 chi3 E^4: V. A. Bokil et al.,
 * J. Sci. Comput. 77 (2018) 330. The intensity index is n2 = 3 chi3/(4 n0^2 eps0 c), n0^2 = eps:
 * R. W. Boyd, Nonlinear Optics (3rd ed. 2008), eq. (4.1.19). */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME kerr
#define LAW_FILE "kerr.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    medium_constants base;
    double chi3, n2, reach;
    int form;
} config;

static const yee_param params[] = {
    MEDIUM_EPS(config,
               "Relative permittivity of weak fields: one number, or three for x, y, z."),
    YEE_PARAM_REAL(config, chi3, "m^2/V^2", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "Cubic susceptibility of E at an instant: D/eps0 = eps E + chi3 E^3."),
    YEE_PARAM_REAL(config, n2, "m^2/W", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "Intensity index, instead of chi3 = 4/3 n2 eps eps0 c0."),
    YEE_PARAM_CHOICE(config, form, "differences", "differences|conserving",
                     "differences: P follows E; conserving: keeps the energy, for any field"),
    YEE_PARAM_REAL(config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Largest field that is meant; by default where |chi3| E^2 = 0.05 eps."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_ONE_OF("chi3|n2"),
    YEE_PARAM_END,
};

static double chi3_of(const config *c)
{
    return isnan(c->chi3) ? 4.0 / 3 * c->n2 * medium_least_eps(&c->base) * YEE_EPS0 * YEE_C0
                          : c->chi3;
}

static double reach(const void *self)
{
    const config *c = self;
    return isnan(c->reach) ? sqrt(0.05 * medium_least_eps(&c->base) / fabs(chi3_of(c)))
                           : c->reach;
}

/* dD/dE = eps0 (eps + 3 chi3 E^2), least without a field, or where chi3 < 0 with the largest. */
static double least(const void *self)
{
    const config *c = self;
    const double chi3 = chi3_of(c), top = reach(c);
    return medium_least_eps(&c->base) + (chi3 < 0 ? 3 * chi3 * top * top : 0);
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const double chi3 = chi3_of(c), g = place->cb / place->dt * YEE_EPS0 * chi3;
    (void)host;
    param[0] = 3 * g;
    param[1] = 0.75 * YEE_EPS0 * chi3;
    param[2] = (c->form ? 1.5 : 1) * g;
    return YEE_OK;
}

static const yee_law law = {
    YEE_LAW(kerr, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(kerr),
    .params = 3,
    .prepare = prepare,
    .least = least,
    .reach = reach,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    if (isnan(c->chi3) && c->base.eps.count > 1)
        return host->fail(host, YEE_INPUT,
                          "n2: eps has %zu numbers, and n2 belongs to one index; give chi3",
                          c->base.eps.count);
    if (!(chi3_of(c) != 0))
        return host->fail(host, YEE_INPUT,
                          "%s: 0 is no Kerr effect; give another number, or take type = "
                          "dielectric",
                          isnan(c->chi3) ? "n2" : "chi3");
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
    .name = "kerr",
    .summary = "nonlinear medium: an instantaneous chi3, along each axis for itself",
    .reference = "R. M. Joseph, A. Taflove 1997, doi:10.1109/8.558652",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.fibre]\n"
               "type = kerr\n"
               "eps = 2.25\n"
               "chi3 = 1e-22 m^2/V^2\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
