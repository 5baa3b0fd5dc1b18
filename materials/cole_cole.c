/* materials/cole_cole.c: relaxation with a spread of times, any number of terms.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum delta_eps/(1 + (s tau)^(1 - alpha))
 *
 * K. S. Cole and R. H. Cole, J. Chem. Phys. 9 (1941) 341. Tissues: S. Gabriel, R. W. Lau
 * and C. Gabriel, Phys. Med. Biol. 41 (1996) 2271, four terms. */
#include "common/fit.h"
#include "medium.h"

typedef struct config {
    yee_reals delta_eps, tau, alpha;
    double eps_inf, sigma;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, delta_eps, NULL, NULL, 0, YEE_INFINITY,
                    "Strength of each term: how much it adds to eps at low frequency."),
    YEE_PARAM_REALS(config, tau, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                    "Relaxation time in the middle of each term's spread."),
    YEE_PARAM_REALS(config, alpha, NULL, NULL, 0, 0.99,
                    "Spread of each term's times: 0 is one time, Debye's law."),
    YEE_PARAM_REAL(config, eps_inf, NULL, "1", 1, YEE_INFINITY,
                   "Relative permittivity at infinite frequency."),
    YEE_PARAM_REAL(config, sigma, "S/m", "0", 0, YEE_INFINITY, "Electric conductivity."),
    FIT_PARAMS(config),
    YEE_PARAM_SAME_COUNT("delta_eps|tau|alpha"),
    YEE_PARAM_END,
};

static double complex value(const void *user, double omega)
{
    const config *c = user;
    double complex sum = c->eps_inf - I * c->sigma / (omega * YEE_EPS0);
    for (size_t p = 0; p < c->tau.count; p++)
        sum += c->delta_eps.v[p] / (1 + cpow(I * omega * c->tau.v[p], 1 - c->alpha.v[p]));
    return sum;
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
    .name = "cole_cole",
    .summary = "relaxation with a spread of times: tissues, clays, rocks",
    .reference = "https://doi.org/10.1063/1.1750906",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.muscle]\n"
               "type = cole_cole\n"
               "eps_inf = 4\n"
               "delta_eps = 50, 7000\n"
               "tau = 7.23 ps, 353.68 ns\n"
               "alpha = 0.1, 0.1\n"
               "sigma = 0.2 S/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
