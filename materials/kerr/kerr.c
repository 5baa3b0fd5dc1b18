/* materials/kerr/kerr.c: an instantaneous cubic polarisation, along each axis for itself, with
 * absorption of two photons at a time and the carriers that it leaves, or of the whole vector.
 *
 *     D = eps0 (eps E + chi3 E^3) + conductivity
 *
 * at every edge: R. M. Joseph, A. Taflove, IEEE Trans. Antennas Propag. 45 (1997) 364. The
 * conserving form keeps the sum of the linear energy and 3/4 eps0 chi3 E^4: V. A. Bokil et al., J.
 * Sci. Comput. 77 (2018) 330. The intensity index is n2 = 3 chi3/(4 n0^2 eps0 c), n0^2 = eps: R.
 * W. Boyd, Nonlinear Optics (3rd ed. 2008), eq. (4.1.19). Two photons: dI/dz = -beta I^2, by a
 * current s3 E^3, whose mean work 3/8 s3 A^4 is beta I^2 for I = n0 c eps0 A^2/2, thus s3 = 2/3
 * beta (n0 c eps0)^2. */
#include "kerr.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME kerr
#define LAW_FILE "kerr.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

static const yee_param params[] = {
    MEDIUM_EPS(kerr_config,
               "Relative permittivity of weak fields: one number, or three for x, y, z."),
    YEE_PARAM_REAL(kerr_config, chi3, "m^2/V^2", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "Cubic susceptibility of E at an instant: D/eps0 = eps E + chi3 E^3."),
    YEE_PARAM_REAL(kerr_config, n2, "m^2/W", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "Intensity index, instead of chi3 = 4/3 n2 eps eps0 c0."),
    YEE_PARAM_CHOICE(kerr_config, kind, "scalar", "scalar|vector",
                     "scalar: P along each axis by the field along it; vector: P = eps0 chi3 "
                     "|E|^2 E of an isotropic medium, without losses."),
    YEE_PARAM_CHOICE(kerr_config, form, "differences", "differences|conserving",
                     "differences: P follows E; conserving: keeps the energy, for any field"),
    YEE_PARAM_REAL(
        kerr_config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
        "Largest field that is meant; by default where |chi3| E^2 = 0.05 eps, or where beta "
        "takes 0.05 of the energy in a period/(2 pi)."),
    YEE_PARAM_REAL(kerr_config, beta, "m/W", "0", 0, YEE_INFINITY,
                   "Absorption of two photons at a time, dI/dz = -beta I^2."),
    YEE_PARAM_REAL(kerr_config, wavelength, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Wavelength in vacuum of the light that carriers are made of, one for two "
                   "photons, and that their index and cross section belong to."),
    YEE_PARAM_REAL(kerr_config, carrier_cross_section, "m^2", "0", 0, YEE_INFINITY,
                   "Of absorption by free carriers."),
    YEE_PARAM_REAL(kerr_config, carrier_index, "m^3", "0", 0, YEE_INFINITY,
                   "By which free carriers, times their density, lower the index."),
    YEE_PARAM_REAL(kerr_config, carrier_lifetime, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Until carriers recombine; without it they do not."),
    YEE_PARAM_REAL(kerr_config, carrier_density, "1/m^3", "0", 0, YEE_INFINITY,
                   "Free carriers before step 0."),
    MEDIUM_MU_AND_LOSSES(kerr_config),
    YEE_PARAM_ONE_OF("chi3|n2"),
    YEE_PARAM_END,
};

double kerr_chi3(const kerr_config *c)
{
    return isnan(c->chi3) ? 4.0 / 3 * c->n2 * medium_least_eps(&c->base) * YEE_EPS0 * YEE_C0
                          : c->chi3;
}

double kerr_admittance(const kerr_config *c)
{
    return sqrt(medium_least_eps(&c->base)) * YEE_C0 * YEE_EPS0;
}

double kerr_absorption(const kerr_config *c)
{
    return 2.0 / 3 * c->beta * kerr_admittance(c) * kerr_admittance(c);
}

double kerr_recombination(const kerr_config *c)
{
    return isnan(c->carrier_lifetime) ? 0 : 1 / c->carrier_lifetime;
}

/* Where s3 E^2 = 0.05 eps0 eps w, a time step with w dt < 1 is short enough for kerr_prepare(); w
 * is 2 PHz where no wavelength is given. */
double kerr_reach(const void *self)
{
    const kerr_config *c = self;
    const double eps = medium_least_eps(&c->base);
    const double omega = isnan(c->wavelength) ? 2e15 : 2 * YEE_PI * YEE_C0 / c->wavelength;
    const double bent = sqrt(0.05 * eps / fabs(kerr_chi3(c)));
    const double lost = sqrt(0.05 * YEE_EPS0 * eps * omega / kerr_absorption(c));
    return isnan(c->reach) ? fmin(bent, lost) : c->reach;
}

/* dD/dE = eps0 (eps + 3 chi3 E^2), least without a field, or where chi3 < 0 with the largest. */
double kerr_least(const void *self)
{
    const kerr_config *c = self;
    const double chi3 = kerr_chi3(c), top = kerr_reach(c);
    return medium_least_eps(&c->base) + (chi3 < 0 ? 3 * chi3 * top * top : 0);
}

yee_status kerr_prepare(const yee_host *host, const void *self, const yee_law_place *place,
                        double *param)
{
    const kerr_config *c = self;
    const double chi3 = kerr_chi3(c), g = place->cb / place->dt * YEE_EPS0 * chi3;
    const double top = kerr_reach(c), lost = place->cb * kerr_absorption(c) * top * top;
    if (lost > 0.05)
        return host->fail(
            host, YEE_INPUT,
            "beta: of a field of %.3g V/m, the reach, %.2g is absorbed in a step, "
            "more than 0.05; give a smaller reach, or take smaller cells",
            top, lost);
    param[0] = 3 * g;
    param[1] = 0.75 * YEE_EPS0 * chi3;
    param[2] = (c->form ? 1.5 : 1) * g;
    return YEE_OK;
}

static const yee_law law = {
    YEE_LAW(kerr, 1, YEE_LAW_EDGE), YEE_LAW_HELD(kerr),  .params = 3,
    .prepare = kerr_prepare,        .least = kerr_least, .reach = kerr_reach,
};

/* The vector form has one index and D(E) alone. */
static yee_status check_vector(const yee_host *host, const kerr_config *c)
{
    const yee_reals *sigma = &c->base.sigma;
    double lost = 0;
    for (size_t n = 0; n < sigma->count; n++)
        lost = fmax(lost, sigma->v[n]);
    if (c->base.eps.count > 1)
        return host->fail(host, YEE_INPUT,
                          "kind = vector: eps has %zu numbers, and the medium is isotropic; "
                          "give one",
                          c->base.eps.count);
    if (c->form)
        return host->fail(host, YEE_INPUT,
                          "form = conserving is of kind = scalar; the vector form derives from "
                          "an energy and needs no other");
    if (c->beta > 0 || c->carrier_cross_section > 0 || c->carrier_index > 0 || lost > 0)
        return host->fail(host, YEE_INPUT,
                          "kind = vector: %s is a loss, and the vector form has none; leave it "
                          "away, or take kind = scalar",
                          c->beta > 0 ? "beta"
                          : lost > 0  ? "sigma"
                                      : "absorption by carriers");
    return YEE_OK;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const kerr_config *c = self;
    (void)band;
    if (c->kind && check_vector(host, c))
        return YEE_INPUT;
    if (isnan(c->chi3) && c->base.eps.count > 1)
        return host->fail(host, YEE_INPUT,
                          "n2: eps has %zu numbers, and n2 belongs to one index; give chi3",
                          c->base.eps.count);
    const bool carriers = c->carrier_cross_section > 0 || c->carrier_index > 0;
    if (kerr_chi3(c) == 0 && c->beta == 0 && !carriers)
        return host->fail(
            host, YEE_INPUT,
            "%s: 0 is no Kerr effect; give another number, or beta, or take type = "
            "dielectric",
            isnan(c->chi3) ? "n2" : "chi3");
    if (!carriers && (c->carrier_density > 0 || !isnan(c->carrier_lifetime)))
        return host->fail(host, YEE_INPUT,
                          "%s: carriers do nothing without carrier_cross_section or "
                          "carrier_index; give one of them",
                          c->carrier_density > 0 ? "carrier_density" : "carrier_lifetime");
    if (carriers && isnan(c->wavelength))
        return host->fail(host, YEE_INPUT,
                          "%s: it belongs to one wavelength; give wavelength, too",
                          c->carrier_index > 0 ? "carrier_index" : "carrier_cross_section");
    if (carriers && c->beta == 0 && c->carrier_density == 0)
        return host->fail(
            host, YEE_INPUT,
            "carrier_density: there are no carriers, and none are made; give their "
            "density before step 0, or beta");
    material->law = c->kind       ? &kerr_vector_law
                    : carriers    ? &kerr_carriers_law
                    : c->beta > 0 ? &kerr_two_photon_law
                                  : &law;
    material->law_self = c;
    return medium_set_constants(host, &c->base, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "kerr",
    .summary = "nonlinear medium: an instantaneous chi3, absorption of two photons and the "
               "carriers it leaves, along each axis for itself or of the vector",
    .reference = "R. M. Joseph, A. Taflove 1997, doi:10.1109/8.558652",
    .config_size = sizeof(kerr_config),
    .params = params,
    .ops = &ops,
    .example = "[material.fibre]\n"
               "type = kerr\n"
               "eps = 2.25\n"
               "chi3 = 1e-22 m^2/V^2\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
