/* materials/two_level.c: gain and absorption that the field uses up: two levels with rate equations,
 * along each axis for itself, and the same line in a laser's terms, small-signal gain and
 * saturation intensity.
 *
 *     P'' + dw P' + w0^2 P = kappa (N1 - N2) E,   dN2/dt = R N1 - N2/tau + E P'/(hbar w0)
 *
 * A. S. Nagra, R. A. York, IEEE Trans. Antennas Propag. 46 (1998) 334; S.-H. Chang, A. Taflove, Opt.
 * Express 12 (2004) 3827. At its centre the line has the gain sigma (N2 - N1) per length with
 * sigma = kappa/(n c0 eps0 dw), from chi = kappa (N1 - N2)/(eps0 (w0^2 - w^2 + j dw w)) and gain
 * w Im(chi)/(n c0). There is no spontaneous emission: a laser needs a pulse to begin. */
#include "line.h"
#include <yee/yee.h>

#define LAW_NAME two_level
#define LAW_FILE "two_level.law.h"
#define LAW_WORDS 4
#define LAW_MAPS 0
#include <yee/law_rows.h>

/* Keys of either type; those of the other one stay 0. */
typedef struct config {
    medium_constants base;
    double wavelength, linewidth, lifetime, reach;
    double cross_section, density, pump, inversion; /* two_level */
    double gain, saturation_intensity;              /* saturable_gain */
} config;

static const yee_param two_level_params[] = {
    LINE_PARAMS(config),
    YEE_PARAM_REAL(config, cross_section, "m^2", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Of emission and absorption at the line's centre."),
    YEE_PARAM_REAL(config, density, "1/m^3", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Atoms: N1 + N2."),
    YEE_PARAM_REAL(config, lifetime, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Of the upper level; without it it does not decay."),
    YEE_PARAM_REAL(config, pump, "1/s", "0", 0, YEE_INFINITY,
                   "Rate at which atoms of the lower level are brought to the upper one."),
    YEE_PARAM_REAL(config, inversion, NULL, YEE_UNSET, -1, 1,
                   "(N2 - N1)/N before step 0; by default that of pump and lifetime."),
    LINE_REACH(config),
};

static const yee_param saturable_params[] = {
    LINE_PARAMS(config),
    YEE_PARAM_REAL(config, gain, "1/m", NULL, -YEE_INFINITY, YEE_INFINITY,
                   "Of the intensity of a weak wave at the line's centre; below 0 it absorbs."),
    YEE_PARAM_REAL(config, saturation_intensity, "W/m^2", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Intensity that halves the gain."),
    YEE_PARAM_REAL(config, lifetime, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Time in which the gain recovers to 1/e."),
    LINE_REACH(config),
};

/* The numbers of two_level.law.h, made of either type's keys. */
typedef struct rates {
    double strength;       /* s, rad^2/s^2 */
    double rate, n0;       /* 1/T, and the n that is there without a field */
    double per_energy;     /* b, m^3/J */
    double start, nothing; /* n before step 0, and where nothing is stored */
    double saturation;     /* W/m^2 that change n as fast as a rate of 1/s does */
} rates;

/* saturable_gain: b = 1/(T gain Is), so that n = n0/(1 + I/Is) where a wave of intensity I gives
 * I gain n to the medium or takes it. */
static rates rates_of(const config *c)
{
    rates r = {.n0 = 1, .start = 1};
    if (c->saturation_intensity > 0) {
        r.strength = line_strength(&c->base, c->linewidth, c->gain);
        r.rate = 1 / c->lifetime;
        r.per_energy = 1 / (c->lifetime * c->gain * c->saturation_intensity);
        r.saturation = c->lifetime * c->saturation_intensity;
        return r;
    }
    const double decay = isnan(c->lifetime) ? 0 : 1 / c->lifetime;
    const double photon = LINE_HBAR * line_centre(c->wavelength);
    r.strength = line_strength(&c->base, c->linewidth, c->cross_section) * c->density;
    r.rate = c->pump + decay;
    r.n0 = r.rate > 0 ? (c->pump - decay) / r.rate : -1;
    r.start = isnan(c->inversion) ? r.n0 : c->inversion;
    r.nothing = -1;
    r.per_energy = 2 / (photon * c->density);
    r.saturation = photon / (2 * c->cross_section);
    return r;
}

static double reach(const void *self)
{
    const config *c = self;
    return isnan(c->reach) ? line_reach(&c->base, c->linewidth, rates_of(c).saturation)
                           : c->reach;
}

/* P of the step's end follows from the field at its begin: x rises as E^ does. */
static double least(const void *self)
{
    const config *c = self;
    return medium_least_eps(&c->base);
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const rates r = rates_of(c);
    const double dt = place->dt, q = 1 + r.rate * dt / 2;
    param[3] = -r.rate * dt / q;
    param[4] = r.n0 * r.rate * dt / q;
    param[5] = r.per_energy * dt / (2 * place->cb) / q;
    param[6] = 1 / r.per_energy;
    param[7] = -r.nothing;
    return line_prepare(host, place, c->wavelength, c->linewidth, r.strength, param);
}

static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    (void)place, (void)at, (void)map;
    state[2] = rates_of(self).start;
}

static const yee_law law = {
    YEE_LAW(two_level, 1, YEE_LAW_EDGE | YEE_LAW_ACTIVE),
    YEE_LAW_HELD(two_level),
    .params = 8,
    .prepare = prepare,
    .begin = begin,
    .least = least,
    .reach = reach,
};
/* A line that takes energy, and has none at first but what it took: fields that grow in it are a
 * time step's fault. */
static const yee_law absorber = {
    YEE_LAW(two_level, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(two_level),
    .params = 8,
    .prepare = prepare,
    .begin = begin,
    .least = least,
    .reach = reach,
};

static bool absorbs(const rates *r)
{
    return r->strength < 0 || (r->n0 == -1 && r->start <= 0);
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const rates r = rates_of(c);
    (void)band;
    if (r.strength == 0)
        return host->fail(host, YEE_INPUT,
                          "gain: 0 is no gain; give another number, or take type = dielectric");
    material->law = absorbs(&r) ? &absorber : &law;
    material->law_self = c;
    return medium_set_constants(host, &c->base, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin two_level = {
    .size = sizeof two_level,
    .kind = YEE_MATERIAL,
    .name = "two_level",
    .summary =
        "gain or absorption of two levels with rate equations, along each axis for itself",
    .reference = "A. S. Nagra, R. A. York 1998, doi:10.1109/8.662652",
    .config_size = sizeof(config),
    .params = two_level_params,
    .ops = &ops,
    .example = "[material.absorber]\n"
               "type = two_level\n"
               "wavelength = 12.6 mm\n"
               "linewidth = 100 MHz\n"
               "cross_section = 1e-18 m^2\n"
               "density = 1e19 1/m^3\n"
               "lifetime = 1 us\n",
};
static const yee_plugin saturable_gain = {
    .size = sizeof saturable_gain,
    .kind = YEE_MATERIAL,
    .name = "saturable_gain",
    .summary = "a laser's medium: a line's gain, which a strong wave uses up",
    .reference = "S.-H. Chang, A. Taflove 2004, doi:10.1364/OPEX.12.003827",
    .config_size = sizeof(config),
    .params = saturable_params,
    .ops = &ops,
    .example = "[material.core]\n"
               "type = saturable_gain\n"
               "wavelength = 12.6 mm\n"
               "linewidth = 100 MHz\n"
               "gain = 2 1/m\n"
               "saturation_intensity = 1 W/m^2\n"
               "lifetime = 1 us\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &two_level, &saturable_gain)
