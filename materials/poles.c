/* materials/poles.c: any sum of first- and second-order poles, by their five numbers.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum (b1 s + b0)/(d2 s^2 + d1 s + d0),  s = j omega
 *
 * For fits: a pair of complex-conjugate residues r and poles a has b1 = 2 Re r,
 * b0 = -2 Re(r a*), d2 = 1, d1 = -2 Re a, d0 = |a|^2; M. Han, R. W. Dutton, S. Fan, IEEE
 * Microw. Wirel. Compon. Lett. 16 (2006) 119 (time factor e^{+j omega t} here). */
#include "medium.h"

typedef struct config {
    yee_reals b0, b1, d0, d1, d2;
    medium_base base;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, b0, NULL, NULL, 0, 0, "Of each pole, in powers of rad/s."),
    YEE_PARAM_REALS(config, b1, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d0, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d1, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    YEE_PARAM_REALS(config, d2, NULL, YEE_UNSET, 0, 0, "Of each pole; 0 where not given."),
    MEDIUM_PARAMS(config),
    YEE_PARAM_SAME_COUNT("b0|b1|d0|d1|d2"),
    YEE_PARAM_END,
};

static double of(const yee_reals *list, size_t p) { return list->count ? list->v[p] : 0; }

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    size_t count = c->b0.count;
    yee_pole *poles;
    yee_status status;
    (void)band;
    if ((status = medium_set_base(host, &c->base, material)) ||
        (status = medium_new_poles(host, count, &poles)))
        return status;
    for (size_t p = 0; p < count; p++) {
        poles[p] = (yee_pole){.b1 = of(&c->b1, p),
                              .b0 = of(&c->b0, p),
                              .d0 = of(&c->d0, p),
                              .d1 = of(&c->d1, p),
                              .d2 = of(&c->d2, p)};
        if (poles[p].d1 == 0 && poles[p].d2 == 0)
            return host->fail(host, YEE_INPUT,
                              "pole %zu has d1 = d2 = 0, so it does not depend on frequency; "
                              "add its value to %s",
                              p + 1, c->base.magnetic ? "mu_inf" : "eps_inf");
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
    .name = "poles",
    .summary = "any rational law, as fits give it: b0, b1, d0, d1, d2",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.fitted]\n"
               "type = poles\n"
               "eps_inf = 2\n"
               "b0 = 8.5e21, 2\n"
               "d0 = 5.7e21, 1\n"
               "d1 = 1.3e10, 12e-12\n"
               "d2 = 1, 0\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
