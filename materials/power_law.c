/* materials/power_law.c: a conductivity that rises with a power of the frequency.
 *
 *     eps(s) = eps_inf + (sigma + sigma_1 (s/omega_1)^n)/(s eps0),  0 < n < 1
 *
 * Its real part is sigma + sigma_1 cos(n pi/2) (f/f_1)^n, and what belongs to it by the
 * relations of Kramers and Kronig is in the permittivity. A. K. Jonscher, Nature 267 (1977)
 * 673. */
#include "common/fit.h"
#include "medium.h"

typedef struct config {
    double sigma_1, exponent, frequency, eps_inf, sigma;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, sigma_1, "S/m", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Magnitude of the part that rises, at the reference frequency."),
    YEE_PARAM_REAL(config, exponent, NULL, NULL, 0.001, 0.99, "n, the power it rises by."),
    YEE_PARAM_REAL(config, frequency, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Reference frequency."),
    YEE_PARAM_REAL(config, eps_inf, NULL, "1", 1, YEE_INFINITY,
                   "Relative permittivity at infinite frequency."),
    YEE_PARAM_REAL(config, sigma, "S/m", "0", 0, YEE_INFINITY,
                   "Conductivity at low frequency."),
    FIT_PARAMS(config),
    YEE_PARAM_END,
};

static double complex value(const void *user, double omega)
{
    const config *c = user;
    const double complex s = I * omega / (2 * YEE_PI * c->frequency);
    return c->eps_inf + (c->sigma + c->sigma_1 * cpow(s, c->exponent)) / (I * omega * YEE_EPS0);
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    return fit_debye(host, &c->fit, band, 1, &(fit_law){value, c}, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "power_law",
    .summary = "conductivity that rises with a power of the frequency: rocks, moist sand",
    .reference = "https://doi.org/10.1038/267673a0",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.sandstone]\n"
               "type = power_law\n"
               "eps_inf = 5\n"
               "sigma = 1 mS/m\n"
               "sigma_1 = 8 mS/m\n"
               "exponent = 0.7\n"
               "frequency = 1 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
