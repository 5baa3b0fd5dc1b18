/* materials/debye.c: relaxation, any number of poles.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum delta_eps/(1 + s tau)
 *
 * P. Debye, Polar Molecules (Chemical Catalog Company, 1929). */
#include "medium.h"

typedef struct config {
    yee_reals delta_eps, tau;
    medium_base base;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, delta_eps, NULL, NULL, 0, 0,
                    "Strength of each pole: how much it adds to eps (or mu) at low frequency."),
    YEE_PARAM_REALS(config, tau, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                    "Relaxation time of each pole."),
    MEDIUM_PARAMS(config),
    YEE_PARAM_SAME_COUNT("delta_eps|tau"),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    size_t count = c->delta_eps.count;
    yee_pole *poles;
    yee_status status;
    if ((status = medium_set_base(host, &c->base, material)) ||
        (status = medium_new_poles(host, count, &poles)))
        return status;
    for (size_t p = 0; p < count; p++)
        poles[p] = (yee_pole){.b0 = c->delta_eps.v[p], .d0 = 1, .d1 = c->tau.v[p]};
    medium_set_poles(material, c->base.magnetic, count, poles);
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "debye",
    .summary = "relaxation with any number of poles: water, soils, tissues",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.soil]\n"
               "type = debye\n"
               "eps_inf = 6\n"
               "delta_eps = 4\n"
               "tau = 10 ps\n"
               "sigma = 5 mS/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
