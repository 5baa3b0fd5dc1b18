/* materials/modulated.c: a permittivity that changes in time, everywhere at once or as a wave.
 *
 *     D = eps0 eps (1 + depth m(t)) E + conductivity
 *
 * m = cos(2 pi f (t - start) + phase - k.r), or a step from 0 to 1 at `start`. D and B stay as
 * they are where eps jumps: F. R. Morgenthaler, IRE Trans. Microw. Theory Tech. 6 (1958) 167. The
 * field of x is found from D: it holds 1/2 eps0 eps(t) E^2, and whatever changes eps may give it
 * energy. */
#include "medium.h"
#include <math.h>
#include <yee/yee.h>

#define LAW_NAME modulated
#define LAW_FILE "modulated.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 2
#include <yee/law_rows.h>

enum { COSINE, STEP };

typedef struct config {
    medium_constants base;
    yee_vec3 wave_vector;
    double depth, frequency, phase, start;
    int form;
} config;

static const yee_param params[] = {
    MEDIUM_EPS(config,
               "Relative permittivity in the middle of the modulation, and before the step: "
               "one number, or three for x, y and z."),
    YEE_PARAM_REAL(config, depth, NULL, NULL, -1, YEE_INFINITY,
                   "Change of the permittivity at m = 1, as a part of eps; above -1."),
    YEE_PARAM_CHOICE(config, form, "cosine", "cosine|step",
                     "cosine: m swings; step: m jumps from 0 to 1 at start"),
    YEE_PARAM_REAL(config, frequency, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Of the modulation; with form = cosine."),
    YEE_PARAM_REAL(config, phase, "rad", "0", -YEE_INFINITY, YEE_INFINITY,
                   "Phase of the cosine at start and at the origin."),
    YEE_PARAM_REAL(config, start, "s", "0", -YEE_INFINITY, YEE_INFINITY,
                   "Time of the step; where the cosine has its phase."),
    YEE_PARAM_VEC3(config, wave_vector, "rad/m", YEE_UNSET, -YEE_INFINITY, YEE_INFINITY,
                   "k of a modulation that travels: its phase falls by k.r."),
    MEDIUM_MU_AND_LOSSES(config),
    YEE_PARAM_UNMOVED("wave_vector"), /* the phase is that at the grid's origin */
    YEE_PARAM_END,
};

/* eps(t) at its least. */
static double least(const void *self)
{
    const config *c = self;
    return medium_least_eps(&c->base) *
           (1 - (c->form == STEP ? fmax(-c->depth, 0) : fabs(c->depth)));
}

/* It is linear. */
static double reach(const void *self)
{
    (void)self;
    return YEE_INFINITY;
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const size_t axis = c->base.eps.count == 3 ? (size_t)place->component : 0;
    (void)host;
    param[0] = place->cb / place->dt * YEE_EPS0 * c->base.eps.v[axis] * c->depth;
    return YEE_OK;
}

static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    const config *c = self;
    const double *k = c->wave_vector.v;
    const double angle = isnan(k[0]) ? 0 : -(k[0] * at[0] + k[1] * at[1] + k[2] * at[2]);
    (void)place, (void)state;
    map[0] = cos(angle);
    map[1] = sin(angle);
}

static void play(const void *self, double dt, int64_t step, double *signal)
{
    const config *c = self;
    for (int n = 0; n < 2; n++) {
        const double time = (double)(step + n) * dt - c->start;
        const double angle = 2 * YEE_PI * c->frequency * time + c->phase;
        signal[2 * n] = c->form == STEP ? (time >= 0 ? 1 : 0) : cos(angle);
        signal[2 * n + 1] = c->form == STEP ? 0 : sin(angle);
    }
}

static const yee_law law = {
    YEE_LAW(modulated, 1, YEE_LAW_EDGE | YEE_LAW_ACTIVE),
    .params = 1,
    .signals = 4,
    .prepare = prepare,
    .begin = begin,
    .play = play,
    .least = least,
    .reach = reach,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    if (!(least(self) > 0))
        return host->fail(host, YEE_INPUT,
                          "depth: with %g the permittivity falls to %g; it must stay above 0",
                          c->depth, least(self));
    if (c->form == COSINE && isnan(c->frequency))
        return host->fail(host, YEE_INPUT, "frequency is missing; form = cosine needs it");
    if (c->form == STEP && !isnan(c->frequency))
        return host->fail(host, YEE_INPUT,
                          "frequency = %g Hz, but form = step has none; leave it out",
                          c->frequency);
    if (c->form == STEP && !isnan(c->wave_vector.v[0]))
        return host->fail(host, YEE_INPUT,
                          "wave_vector: a step happens everywhere at once; leave it out");
    material->law = &law;
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
    .name = "modulated",
    .summary = "permittivity that changes in time: a cosine, a travelling one, or a step",
    .reference = "F. R. Morgenthaler 1958, doi:10.1109/TMTT.1958.1124533",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.pumped]\n"
               "type = modulated\n"
               "eps = 4\n"
               "depth = 0.05\n"
               "frequency = 20 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
