/* sellmeier.c: glass that is transparent between its resonances. Copy me.
 *
 *     eps(lambda) = eps_inf + sum B lambda^2/(lambda^2 - lambda_p^2)
 *                 = eps_inf + sum B w^2/(w^2 - omega^2),   w = 2 pi c/lambda_p
 *
 * W. Sellmeier, Ann. Phys. Chem. 219 (1871) 272. Fused silica: B 0.6961663, 0.4079426,
 * 0.8974794; lambda_p 0.0684043, 0.1162414, 9.896161 um; I. H. Malitson, J. Opt. Soc. Am. 55
 * (1965) 1205, eq. (1). */
#include <yee/yee.h>

typedef struct config {
    double eps_inf;
    yee_reals strength, wavelength;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, eps_inf, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Relative permittivity far above all resonances."),
    YEE_PARAM_REALS(config, strength, NULL, NULL, 0, YEE_INFINITY,
                    "B of each resonance: how much it adds to eps at low frequency."),
    YEE_PARAM_REALS(config, wavelength, "m", NULL, YEE_POSITIVE, YEE_INFINITY,
                    "Vacuum wavelength of each resonance."),
    YEE_PARAM_SAME_COUNT("strength|wavelength"),
    YEE_PARAM_END,
};

/* B w^2/(s^2 + w^2) */
static yee_pole resonance(double strength, double wavelength)
{
    const double w = 2 * YEE_PI * YEE_C0 / wavelength;
    return (yee_pole){.b0 = strength * w * w, .d0 = w * w, .d2 = 1};
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const size_t count = c->strength.count;
    (void)band;
    yee_pole *pole = host->alloc(host, count * sizeof *pole);
    if (!pole)
        return host->fail(host, YEE_MEMORY, "no memory for %zu poles", count);
    for (size_t p = 0; p < count; p++)
        pole[p] = resonance(c->strength.v[p], c->wavelength.v[p]);
    for (int a = 0; a < 3; a++) {
        material->electric[a].inf = c->eps_inf;
        material->electric[a].pole_count = count;
        material->electric[a].poles = pole;
    }
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "sellmeier",
    .summary = "transparent glass between its resonances",
    .reference = "https://doi.org/10.1364/JOSA.55.001205",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.glass]\n"
               "type = sellmeier\n"
               "strength = 0.6, 0.4\n"
               "wavelength = 8, 12 mm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
