/* materials/drude.c: free carriers, any number of kinds.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum wp^2/(s^2 + s gamma)
 *
 * P. Drude, Ann. Phys. 306 (1900) 566. */
#include "medium.h"

typedef struct config {
    yee_reals fp, wp, gamma_hz, gamma;
    medium_base base;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, fp, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Plasma frequency of each pole in Hz."),
    YEE_PARAM_REALS(config, wp, "rad/s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Angular plasma frequency of each pole in rad/s."),
    YEE_PARAM_REALS(config, gamma_hz, "Hz", YEE_UNSET, 0, YEE_INFINITY,
                    "Collision rate of each pole divided by 2 pi, in Hz."),
    YEE_PARAM_REALS(config, gamma, "rad/s", YEE_UNSET, 0, YEE_INFINITY,
                    "Collision rate of each pole, 1/(mean free time), in rad/s."),
    MEDIUM_PARAMS(config),
    YEE_PARAM_ONE_OF("fp|wp"),
    YEE_PARAM_ONE_OF("gamma_hz|gamma"),
    YEE_PARAM_SAME_COUNT("fp,wp|gamma_hz,gamma"),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const medium_rate plasma = {&c->fp, &c->wp}, loss = {&c->gamma_hz, &c->gamma};
    (void)band;
    size_t count = medium_rate_count(&plasma);
    yee_pole *poles;
    yee_status status;
    if ((status = medium_set_base(host, &c->base, material)) ||
        (status = medium_new_poles(host, count, &poles)))
        return status;
    for (size_t p = 0; p < count; p++) {
        double wp = medium_rate_value(&plasma, p);
        poles[p] = (yee_pole){.b0 = wp * wp, .d1 = medium_rate_value(&loss, p), .d2 = 1};
    }
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
    .name = "drude",
    .summary = "free carriers with any number of poles: metals, plasmas",
    .reference = "https://doi.org/10.1002/andp.19003060312",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.metal]\n"
               "type = drude\n"
               "fp = 30 GHz\n"
               "gamma_hz = 1 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
