/* materials/dielectric.c: a medium without memory, but for its conductivity.
 *
 *     eps(s) = eps + sigma/(s eps0),  mu(s) = mu + sigma_m/(s mu0) */
#include "medium.h"

typedef struct config {
    yee_reals eps, mu, sigma, sigma_m;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, eps, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                    "Relative permittivity: one number, or three for x, y and z."),
    YEE_PARAM_REALS(config, mu, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                    "Relative permeability: one number, or three for x, y and z."),
    YEE_PARAM_REALS(config, sigma, "S/m", "0", 0, YEE_INFINITY,
                    "Electric conductivity: one number, or three for x, y and z."),
    YEE_PARAM_REALS(config, sigma_m, "Ohm/m", "0", 0, YEE_INFINITY,
                    "Magnetic loss: one number, or three for x, y and z."),
    YEE_PARAM_PER_AXIS("eps|mu|sigma|sigma_m"),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
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
    .name = "dielectric",
    .summary = "permittivity, permeability and conductivities, isotropic or diagonal",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.glass]\n"
               "type = dielectric\n"
               "eps = 4\n"
               "sigma = 5 mS/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
