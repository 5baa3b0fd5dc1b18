/* materials/jonscher.c: the universal dielectric response, a loss tangent that hardly changes.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + chi/sin(n pi/2) (s/omega_r)^(n - 1)
 *            = eps_inf + sigma/(s eps0) + chi (f/f_r)^(n - 1) (1 - j cot(n pi/2))
 *
 * A. K. Jonscher, Nature 267 (1977) 673; in this form F. Hollender and S. Tillard, Geophysics
 * 63 (1998) 1933, who give numbers of rocks. */
#include "common/fit.h"
#include "medium.h"

#include <math.h>

typedef struct config {
    double chi, exponent, frequency, eps_inf, sigma;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, chi, NULL, NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Real susceptibility at the reference frequency."),
    YEE_PARAM_REAL(config, exponent, NULL, NULL, 0.01, 0.999,
                   "n: 1 has no loss, less has more and falls faster with frequency."),
    YEE_PARAM_REAL(config, frequency, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Reference frequency."),
    YEE_PARAM_REAL(config, eps_inf, NULL, "1", 1, YEE_INFINITY,
                   "Relative permittivity at infinite frequency."),
    YEE_PARAM_REAL(config, sigma, "S/m", "0", 0, YEE_INFINITY, "Electric conductivity."),
    FIT_PARAMS(config),
    YEE_PARAM_END,
};

static double complex value(const void *user, double omega)
{
    const config *c = user;
    const double complex s = I * omega / (2 * YEE_PI * c->frequency);
    return c->eps_inf - I * c->sigma / (omega * YEE_EPS0) +
           c->chi / sin(0.5 * YEE_PI * c->exponent) * cpow(s, c->exponent - 1);
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
    .name = "jonscher",
    .summary = "universal dielectric response, a nearly constant loss tangent: rocks, concrete",
    .reference = "https://doi.org/10.1190/1.1444486",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.limestone]\n"
               "type = jonscher\n"
               "eps_inf = 7.6\n"
               "chi = 1.2\n"
               "exponent = 0.8\n"
               "frequency = 100 MHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
