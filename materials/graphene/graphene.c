/* materials/graphene/graphene.c: a sheet of graphene, its conductivity by Kubo's formula.
 *
 * With p = s + 1/tau, s = j omega, tau the scattering time, mu the chemical potential and f the
 * Fermi function of the temperature T, the surface conductivity is
 *
 *     e^2/(pi hbar^2 p) (|mu| + 2 kT log(1 + exp(-|mu|/kT)))                  within a band
 *     + e^2/(2 pi hbar) Int atan(hbar p/(2 |E|)) (-df/dE)(E - mu) dE          between bands
 *
 * G. W. Hanson, J. Appl. Phys. 103 (2008) 064302, eq. (1), (3) and (4), 1/tau being 2 Gamma
 * there. For T -> 0 the second line is eq. (4),
 *
 *     -j e^2/(4 pi hbar) log((2|mu| - (omega - j/tau) hbar)/(2|mu| + (omega - j/tau) hbar)),
 *
 * and with the temperature it is the mean of that over the Fermi edge: P. F. Maldague, Surf. Sci.
 * 73 (1978) 296. The first line is one Drude pole, exactly; the second is fitted (interband.c). A.
 * Mock, Opt. Mater. Express 2 (2012) 771, and H. Lin et al., IEEE Microw. Wirel. Compon. Lett. 22
 * (2012) 612, have graphene in a grid by rational fits, too. */
#include "interband.h"
#include <math.h>

typedef struct config {
    double chemical_potential, scattering_time, mobility, fermi_velocity, temperature;
    bool interband;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, chemical_potential, "J", NULL, 0, 0,
                   "Chemical potential mu (Fermi level), from the Dirac point: 0.4 eV."),
    YEE_PARAM_REAL(config, scattering_time, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Scattering time tau."),
    YEE_PARAM_REAL(config, mobility, "m^2/V/s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "In place of scattering_time: the mobility, tau = mobility |mu|/(e v^2)."),
    YEE_PARAM_REAL(config, fermi_velocity, "m/s", "1e6 m/s", YEE_POSITIVE, YEE_INFINITY,
                   "Fermi velocity v, for the mobility."),
    YEE_PARAM_REAL(config, temperature, "K", "300 K", 0, YEE_INFINITY, "Temperature."),
    YEE_PARAM_BOOL(
        config, interband, "yes",
        "Transitions between the bands, by fitted poles. Without them one Drude pole "
        "is all, which is enough well below hbar omega = 2 |mu|."),
    FIT_BAND_PARAMS(config),
    FIT_REAL(config, max_error, NULL, "0.02", 1,
             "Largest error of the fit in the band, as a part of the conductivity, or of "
             "e^2/(4 hbar) "
             "where that is more."),
    {"poles", YEE_TYPE_INT, YEE_FIELD(config, fit.poles, int64_t), NULL, "8", 1,
     INTERBAND_POLES, NULL,
     "Most poles of the transitions; as few are taken as the error allows."},
    YEE_PARAM_ONE_OF("scattering_time|mobility"),
    YEE_PARAM_END,
};

static yee_status find(const yee_host *host, const config *c, graphene *g)
{
    const double mu = fabs(c->chemical_potential), v = c->fermi_velocity;
    if (mu == 0 && c->temperature == 0)
        return host->fail(
            host, YEE_INPUT,
            "chemical_potential = 0 eV at temperature = 0 K has no carriers; give "
            "one of them above 0");
    if (mu == 0 && !isnan(c->mobility))
        return host->fail(
            host, YEE_INPUT,
            "mobility gives no scattering time where chemical_potential = 0 eV; give "
            "scattering_time");
    const double tau =
        isnan(c->mobility) ? c->scattering_time : c->mobility * mu / (CHARGE * v * v);
    *g = (graphene){.potential = mu, .thermal = BOLTZMANN * c->temperature, .rate = 1 / tau};
    return YEE_OK;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    graphene g;
    yee_status status = find(host, c, &g);
    yee_pole *pole = host->alloc(host, (1 + INTERBAND_POLES) * sizeof *pole);
    if (!status && !pole)
        status = host->fail(host, YEE_MEMORY, "no memory for the poles of graphene");
    if (status)
        return status;
    const double direct = creal(graphene_within(&g, 0)); /* S */
    pole[0] = (yee_pole){.b0 = direct * g.rate / YEE_EPS0, .d1 = g.rate, .d2 = 1};
    yee_response sheet = {.pole_count = 1, .poles = pole};
    if (c->interband && (status = graphene_fit(host, &g, &c->fit, band, pole, &sheet)))
        return status;
    for (int a = 0; a < 3; a++)
        material->sheet[a] = sheet;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "graphene",
    .summary = "sheet of graphene, for plates: Kubo's formula by poles",
    .reference = "https://doi.org/10.1063/1.2891452",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.graphene]\n"
               "type = graphene\n"
               "chemical_potential = 0.4 eV\n"
               "scattering_time = 0.5 ps\n"
               "interband = no\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
