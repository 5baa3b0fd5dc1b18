/* materials/dielectric.c: a medium without memory, but for its conductivity.
 *
 *     eps(s) = eps + sigma/(s eps0),  mu(s) = mu + sigma_m/(s mu0) */
#include "medium.h"

typedef struct config {
    medium_constants base;
} config;

static const yee_param params[] = {
    MEDIUM_EPS(config, "Relative permittivity: one number, or three for x, y and z."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    return medium_set_constants(host, &c->base, material);
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
