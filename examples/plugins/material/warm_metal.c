/* warm_metal.c: a metal whose conductivity falls as it gets warm.
 *
 *     sigma(T) = sigma_20 / (1 + slope (T - 293.15 K))
 *
 * The defaults are those of copper, 58 MS/m and 0.00393/K; IEC 60028 (1925). */
#include <yee/yee.h>

typedef struct config {
    double temperature, sigma_20, slope;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, temperature, "K", "293.15 K", 0, 2000, "The metal's temperature."),
    YEE_PARAM_REAL(config, sigma_20, "S/m", "58e6 S/m", YEE_POSITIVE, YEE_INFINITY,
                   "Conductivity at 293.15 K."),
    YEE_PARAM_REAL(config, slope, "1/K", "0.00393 1/K", 0, 1, "Growth of the resistivity."),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const double resistivity = 1 + c->slope * (c->temperature - 293.15);
    (void)band;
    if (!(resistivity > 0))
        return host->fail(host, YEE_INPUT,
                          "%g K is too cold for the linear law; take one above %g K",
                          c->temperature, 293.15 - 1 / c->slope);
    for (int a = 0; a < 3; a++)
        material->electric[a].sigma = c->sigma_20 / resistivity;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "warm_metal",
    .summary = "metal of a given temperature",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.core]\n"
               "type = warm_metal\n"
               "temperature = 350 K\n"
               "sigma_20 = 2 S/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
