/* materials/crim.c: a mixture by the complex refractive index.
 *
 *     eps^a = sum phi_i eps_i^a,  eps_i = eps_inf + sigma/(s eps0) + delta_eps/(1 + s tau)
 *
 * with volume fractions phi_i. a = 1/2 is the CRIM: the refractive indices add up as the times
 * a ray spends in each constituent; J. R. Birchak, C. G. Gardner, J. E. Hipp and J. M. Victor,
 * Proc. IEEE 62 (1974) 93. Other a: K. Lichtenecker and K. Rother, Phys. Z. 32 (1931) 255; K.
 * Roth, R. Schulin, H. Fluehler and W. Attinger, Water Resour. Res. 26 (1990) 2267. Such a
 * mean of passive constituents is passive. */
#include "common/fit.h"
#include "medium.h"

#include <math.h>

#define WHOLE 1e-6 /* the fractions' sum must be 1 to so much */

typedef struct config {
    yee_reals fraction, fraction_to, eps_inf, delta_eps, tau, sigma;
    double exponent;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, fraction, NULL, NULL, 0, 1,
                    "Volume fraction of each constituent, 1 together: grains, water, air."),
    YEE_PARAM_REALS(config, fraction_to, NULL, YEE_UNSET, 0, 1,
                    "Fractions at the other end of a range, for shapes that take one; the "
                    "material itself is in the middle."),
    YEE_PARAM_REALS(config, eps_inf, NULL, NULL, 1, YEE_INFINITY,
                    "Relative permittivity of each at infinite frequency."),
    YEE_PARAM_REALS(config, delta_eps, NULL, YEE_UNSET, 0, YEE_INFINITY,
                    "Strength of the Debye relaxation of each; 0: none."),
    YEE_PARAM_REALS(config, tau, "s", YEE_UNSET, 0, YEE_INFINITY,
                    "Relaxation time of each; 0 where there is none."),
    YEE_PARAM_REALS(config, sigma, "S/m", YEE_UNSET, 0, YEE_INFINITY, "Conductivity of each."),
    YEE_PARAM_REAL(config, exponent, NULL, "0.5", 0.01, 1,
                   "a: 1/2 adds refractive indices, 1 permittivities."),
    FIT_PARAMS(config),
    YEE_PARAM_SAME_COUNT("fraction|eps_inf|fraction_to|delta_eps|tau|sigma"),
    YEE_PARAM_TOGETHER("delta_eps|tau"),
    YEE_PARAM_END,
};

/* One mixture of a range, `at` from 0 to 1. */
typedef struct mixture {
    const config *c;
    double at;
} mixture;

static double complex value(const void *user, double omega)
{
    const mixture *m = user;
    const config *c = m->c;
    double complex sum = 0;
    for (size_t i = 0; i < c->fraction.count; i++) {
        const double from = c->fraction.v[i];
        const double part =
            c->fraction_to.count ? from + m->at * (c->fraction_to.v[i] - from) : from;
        double complex eps = c->eps_inf.v[i];
        if (c->delta_eps.count)
            eps += c->delta_eps.v[i] / (1 + I * omega * c->tau.v[i]);
        if (c->sigma.count)
            eps -= I * c->sigma.v[i] / (omega * YEE_EPS0);
        sum += part * cpow(eps, c->exponent);
    }
    return cpow(sum, 1 / c->exponent);
}

static yee_status check(const yee_host *host, const char *key, const yee_reals *fraction)
{
    double sum = 0;
    for (size_t i = 0; i < fraction->count; i++)
        sum += fraction->v[i];
    if (fraction->count && !(fabs(sum - 1) <= WHOLE))
        return host->fail(host, YEE_INPUT,
                          "%s adds up to %g; the parts of a volume add up to 1", key, sum);
    return YEE_OK;
}

static yee_status range(const yee_host *host, const void *self, const yee_band *band,
                        size_t count, yee_material *material)
{
    const config *c = self;
    yee_status status;
    if ((status = check(host, "fraction", &c->fraction)) ||
        (status = check(host, "fraction_to", &c->fraction_to)))
        return status;
    mixture *m = host->alloc(host, count * sizeof *m);
    fit_law *law = host->alloc(host, count * sizeof *law);
    if (!m || !law)
        return host->fail(host, YEE_MEMORY, "no memory for %zu mixtures", count);
    for (size_t n = 0; n < count; n++) {
        m[n] = (mixture){c, ((double)n + 0.5) / (double)count};
        law[n] = (fit_law){value, &m[n]};
    }
    return fit_debye(host, &c->fit, band, count, law, material);
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    return range(host, self, band, 1, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
    .range = range,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "crim",
    .summary = "mixture by the complex refractive index: moist sand, concrete, snow",
    .reference = "https://doi.org/10.1109/PROC.1974.9388",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.sand]\n"
               "type = crim\n"
               "; quartz, water, air\n"
               "fraction = 0.65, 0.15, 0.20\n"
               "eps_inf = 4.5, 4.9, 1\n"
               "delta_eps = 0, 75.2, 0\n"
               "tau = 0, 9.231, 0 ps\n"
               "sigma = 0, 0.05, 0 S/m\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
