/* materials/ferrite/ferrite.c: a ferrite saturated by a constant field H0: ferromagnetic resonance,
 * Faraday rotation, phase shifters, isolators and circulators.
 *
 *     dM/dt = gamma mu0 H x M + (alpha/Ms) M x dM/dt,    gamma = g e/(2 m_e),    B = mu0 (H + M)
 *
 * L. Landau, E. Lifshitz, Phys. Z. Sowjetunion 8 (1935) 153; T. L. Gilbert, IEEE Trans. Magn. 40
 * (2004) 3443, eq. (3.1.5) rewritten for M = -|gamma| S. Linear in the wave it is the tensor of D.
 * Polder, Phil. Mag. 40 (1949) 99: along H0, with w0 = gamma mu0 H0, wm = gamma mu0 Ms,
 *
 *     mu = 1 + (w0 + j alpha w) wm/((w0 + j alpha w)^2 - w^2),  kappa = w wm/(...)
 *
 * and circular waves have mu +- kappa. M x M = 0, so that B/mu0 turns M as H does, and the step of M
 * is explicit: the law is one of H as a function of B (yee/law.h). With means over the step, w becomes
 * (2/dt) tan(w dt/2), and without damping the energy of the grid is kept; m, the part of M beyond M0,
 * is what is stepped, or float32 would lose it beside M0. */
#include "ferrite.h"
#include <math.h>
#include <stddef.h>

/* Elementary charge, C, and mass of an electron, kg (CODATA 2018). */
#define CHARGE 1.602176634e-19
#define MASS 9.1093837015e-31

enum { LINEAR, FULL };

typedef ferrite_config config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, saturation_magnetization, "A/m", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Saturation magnetisation Ms; a 4 pi Ms of 1 gauss is 79.577 A/m."),
    YEE_PARAM_VEC3(
        config, bias, "A/m", NULL, -YEE_INFINITY, YEE_INFINITY,
        "The constant field H0 within the ferrite along x, y and z: that which is "
        "applied less the demagnetising one. M0 is along it; a remanent ferrite has a "
        "weak one."),
    YEE_PARAM_REAL(config, damping, NULL, YEE_UNSET, 0, 10,
                   "Gilbert's damping alpha; 0 if there is no linewidth."),
    YEE_PARAM_REAL(config, linewidth, "A/m", YEE_UNSET, 0, YEE_INFINITY,
                   "Full width of the resonance in H0 in place of damping: alpha = gamma mu0 "
                   "linewidth/(2 w) at linewidth_frequency."),
    YEE_PARAM_REAL(config, linewidth_frequency, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Frequency at which the linewidth was measured, often 9.4 GHz."),
    YEE_PARAM_REAL(config, g_factor, NULL, "2", YEE_POSITIVE, YEE_INFINITY,
                   "Lande's factor g."),
    YEE_PARAM_CHOICE(
        config, model, "linear", "linear|full",
        "linear: M to first order in the wave; full: the whole equation, which makes "
        "harmonics and tips M over."),
    MEDIUM_LIST(config, eps, NULL, "1", YEE_POSITIVE,
                "Relative permittivity: one number, or three for x, y and z."),
    MEDIUM_LIST(config, sigma, "S/m", "0", 0,
                "Electric conductivity: one number, or three for x, y and z."),
    YEE_PARAM_PER_AXIS("eps|sigma"),
    YEE_PARAM_AT_MOST_ONE("damping|linewidth"),
    YEE_PARAM_UNTURNED("bias"), /* an axial vector: an image has it reversed */
    YEE_PARAM_END,
};

static double bias_of(const config *c)
{
    return sqrt(c->bias.v[0] * c->bias.v[0] + c->bias.v[1] * c->bias.v[1] +
                c->bias.v[2] * c->bias.v[2]);
}

/* m/(A s): gamma mu0 */
static double turn_of(const config *c) { return c->g_factor * CHARGE / (2 * MASS) * YEE_MU0; }

static double damping_of(const config *c)
{
    return !isnan(c->damping) ? c->damping
           : !isnan(c->linewidth)
               ? turn_of(c) * c->linewidth / (4 * YEE_PI * c->linewidth_frequency)
               : 0;
}

/* Beyond the magnetisation H is B. */
double ferrite_least(const void *self)
{
    (void)self;
    return 1;
}

double ferrite_reach(const void *self)
{
    const config *c = self;
    return c->model == FULL ? c->saturation_magnetization : YEE_INFINITY;
}

yee_status ferrite_prepare(const yee_host *host, const void *self, const yee_law_place *place,
                           double *param)
{
    const config *c = self;
    const double ms = c->saturation_magnetization, h0 = bias_of(c), dt = place->dt;
    const double drive = turn_of(c) * dt / 2, turn = drive * (h0 + ms), alpha = damping_of(c);
    if (!(turn < 1))
        return host->fail(host, YEE_INPUT,
                          "the time step, %.3g s, is longer than 2/(w0 + wm) = %.3g s and does "
                          "not resolve how M turns; smaller cells would be right",
                          dt, dt / turn);
    for (int a = 0; a < 3; a++) {
        param[a] = turn * c->bias.v[a] / h0;
        param[3 + a] = ms * c->bias.v[a] / h0;
    }
    param[6] = alpha / ms;
    param[7] = drive;
    param[8] = 1 / (1 + (turn + alpha) * (turn + alpha));
    param[9] = YEE_MU0 / 2;
    param[10] = YEE_MU0 * (h0 + ms) / (2 * ms);
    return YEE_OK;
}

static yee_status check(const yee_host *host, const config *c)
{
    if (!(bias_of(c) > 0))
        return host->fail(host, YEE_INPUT,
                          "bias = 0, 0, 0 has no direction, and M0 is along it; a remanent "
                          "ferrite has a weak bias along its M0, as in bias = 0, 0, 1 A/m");
    if (isnan(c->linewidth) != isnan(c->linewidth_frequency))
        return host->fail(
            host, YEE_INPUT,
            "linewidth and linewidth_frequency go together; give %s, too, or damping",
            isnan(c->linewidth) ? "linewidth" : "linewidth_frequency");
    return YEE_OK;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    double eps[3], sigma[3];
    (void)band;
    yee_status status = check(host, c);
    if (status || (status = medium_diagonal(host, (medium_tensor){"eps", &c->base.eps}, eps)) ||
        (status = medium_diagonal(host, (medium_tensor){"sigma", &c->base.sigma}, sigma)))
        return status;
    for (int a = 0; a < 3; a++) {
        material->electric[a].inf = eps[a];
        material->electric[a].sigma = sigma[a];
    }
    material->law = c->model == FULL ? &ferrite_full_law : &ferrite_linear_law;
    material->law_self = c;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "ferrite",
    .summary = "a magnetised ferrite (Landau, Lifshitz, Gilbert): resonance, circulators",
    .reference =
        "D. Polder, Phil. Mag. 40 (1949) 99; T. L. Gilbert, IEEE Trans. Magn. 40 (2004) 3443",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.garnet]\n"
               "type = ferrite\n"
               "saturation_magnetization = 140 kA/m\n"
               "bias = 0, 0, 100 kA/m\n"
               "linewidth = 2 kA/m\n"
               "linewidth_frequency = 9.4 GHz\n"
               "eps = 14\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
