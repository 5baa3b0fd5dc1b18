/* two_photon.c: two-photon absorption, dI/dz = -beta I^2.
 *
 *     J = s3 E^3,   s3 = 2/3 beta (n c0 eps0)^2,   n^2 = eps
 *
 * for a field A sin wt loses 3/8 s3 A^4 on average, which is beta I^2 with I = n c0 eps0 A^2/2. R.
 * W. Boyd, Nonlinear Optics (3rd ed. 2008), sec. 12.5. */
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME two_photon
#define LAW_FILE "two_photon.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    double eps, beta;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, eps, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Relative permittivity."),
    YEE_PARAM_REAL(config, beta, "m/W", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Absorption per intensity, dI/dz = -beta I^2."),
    YEE_PARAM_END,
};

/* S m/V^2 */
static double strength(const config *c)
{
    const double admittance = sqrt(c->eps) * YEE_C0 * YEE_EPS0;
    return 2.0 / 3 * c->beta * admittance * admittance;
}

/* In double, for the run's step, the medium and the part of an edge that it has: cb. */
static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    (void)host;
    param[0] = place->cb * strength(self) / 8;
    return YEE_OK;
}

/* A loss makes no wave faster. */
static double least(const void *self)
{
    const config *c = self;
    return c->eps;
}

/* Where as much is lost in a wavelength/(2 pi) as 1/20 of the wave: s3 E^2 = 0.05 eps0 eps w, here
 * for w of 2 PHz. Beyond, it is no small effect that could be one of intensity. */
static double reach(const void *self)
{
    const config *c = self;
    return sqrt(0.05 * YEE_EPS0 * c->eps * 2e15 / strength(c));
}

static const yee_law law = {
    YEE_LAW(two_photon, 1, YEE_LAW_EDGE),
    .params = 1,
    .prepare = prepare,
    .least = least,
    .reach = reach,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)host, (void)band;
    for (int a = 0; a < 3; a++)
        material->electric[a].inf = c->eps;
    material->law = &law;
    material->law_self = c;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "two_photon",
    .summary = "a dielectric that absorbs two photons at a time",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.silicon]\n"
               "type = two_photon\n"
               "eps = 12\n"
               "beta = 8e-12 m/W\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
