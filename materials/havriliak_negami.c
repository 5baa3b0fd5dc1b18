/* materials/havriliak_negami.c: relaxation with a spread of times, any number of terms.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum delta_eps/(1 + (s tau)^alpha)^beta
 *
 * S. Havriliak and S. Negami, Polymer 8 (1967) 161, with alpha for their 1 - alpha;
 * alpha = 1 is the law of D. W. Davidson and R. H. Cole, J. Chem. Phys. 19 (1951) 1484. */
#include "common/fit.h"
#include "medium.h"

typedef struct config {
    yee_reals delta_eps, tau, alpha, beta;
    double eps_inf, sigma;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, delta_eps, NULL, NULL, 0, YEE_INFINITY,
                    "Strength of each term: how much it adds to eps at low frequency."),
    YEE_PARAM_REALS(config, tau, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                    "Relaxation time of each term."),
    YEE_PARAM_REALS(config, alpha, NULL, NULL, YEE_POSITIVE, 1,
                    "Exponent of s tau of each term: 1 is one time, less is a wider spread."),
    YEE_PARAM_REALS(config, beta, NULL, NULL, YEE_POSITIVE, 1,
                    "Exponent of each term: 1 is a spread of equal sides, less favours short "
                    "times."),
    YEE_PARAM_REAL(config, eps_inf, NULL, "1", 1, YEE_INFINITY,
                   "Relative permittivity at infinite frequency."),
    YEE_PARAM_REAL(config, sigma, "S/m", "0", 0, YEE_INFINITY, "Electric conductivity."),
    FIT_PARAMS(config),
    YEE_PARAM_SAME_COUNT("delta_eps|tau|alpha|beta"),
    YEE_PARAM_END,
};

static double complex value(const void *user, double omega)
{
    const config *c = user;
    double complex sum = c->eps_inf - I * c->sigma / (omega * YEE_EPS0);
    for (size_t p = 0; p < c->tau.count; p++)
        sum += c->delta_eps.v[p] /
               cpow(1 + cpow(I * omega * c->tau.v[p], c->alpha.v[p]), c->beta.v[p]);
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
    .name = "havriliak_negami",
    .summary = "relaxation with a spread of times, skewed: polymers, wet rocks",
    .reference = "https://doi.org/10.1016/0032-3861(67)90021-3",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.clay]\n"
               "type = havriliak_negami\n"
               "eps_inf = 4\n"
               "delta_eps = 12\n"
               "tau = 60 ps\n"
               "alpha = 0.85\n"
               "beta = 0.7\n"
               "sigma = 10 mS/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
