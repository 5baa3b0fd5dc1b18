/* materials/lorentz.c: bound charges, any number of resonances.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum delta_eps w0^2/(s^2 + s gamma + w0^2)
 *
 * gamma is the full width: w0/gamma is the quality of the resonance.
 * M. Born and E. Wolf, Principles of Optics (Cambridge, 7th ed. 1999), sec. 2.3.4. */
#include "medium.h"

typedef struct config {
    yee_reals delta_eps, f0, w0, gamma_hz, gamma;
    medium_base base;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, delta_eps, NULL, NULL, 0, 0,
                    "Strength of each pole: how much it adds to eps (or mu) at low frequency."),
    YEE_PARAM_REALS(config, f0, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Resonance of each pole in Hz."),
    YEE_PARAM_REALS(config, w0, "rad/s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Angular resonance of each pole in rad/s."),
    YEE_PARAM_REALS(config, gamma_hz, "Hz", YEE_UNSET, 0, YEE_INFINITY,
                    "Full width of each resonance divided by 2 pi, in Hz."),
    YEE_PARAM_REALS(config, gamma, "rad/s", YEE_UNSET, 0, YEE_INFINITY,
                    "Full width (damping rate) of each resonance in rad/s."),
    MEDIUM_PARAMS(config),
    YEE_PARAM_ONE_OF("f0|w0"),
    YEE_PARAM_ONE_OF("gamma_hz|gamma"),
    YEE_PARAM_SAME_COUNT("delta_eps|f0,w0|gamma_hz,gamma"),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const medium_rate resonance = {&c->f0, &c->w0}, width = {&c->gamma_hz, &c->gamma};
    (void)band;
    size_t count = c->delta_eps.count;
    yee_pole *poles;
    yee_status status;
    if ((status = medium_set_base(host, &c->base, material)) ||
        (status = medium_new_poles(host, count, &poles)))
        return status;
    for (size_t p = 0; p < count; p++) {
        double w0 = medium_rate_value(&resonance, p);
        poles[p] = (yee_pole){.b0 = c->delta_eps.v[p] * w0 * w0,
                              .d0 = w0 * w0,
                              .d1 = medium_rate_value(&width, p),
                              .d2 = 1};
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
    .name = "lorentz",
    .summary = "resonances with any number of poles: optical materials",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.resonant]\n"
               "type = lorentz\n"
               "eps_inf = 2\n"
               "delta_eps = 1.5\n"
               "f0 = 12 GHz\n"
               "gamma_hz = 2 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
