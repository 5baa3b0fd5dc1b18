/* materials/kerr/carriers.c: the law of `kerr` with the free carriers that two photons leave:
 * their absorption and what they take from the index. Q. Lin, O. J. Painter, G. P. Agrawal, Opt.
 * Express 15 (2007) 16604, for silicon. */
#include "kerr.h"
#include <math.h>

#define LAW_NAME kerr_carriers
#define LAW_FILE "carriers.law.h"
#define LAW_WORDS 3
#define LAW_MAPS 0
#include <yee/law_rows.h>

#define HBAR 1.054571817e-34 /* J s, 2019 SI */

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const kerr_config *c = self;
    const double dt = place->dt, cb = place->cb, s3 = kerr_absorption(c);
    const double omega = 2 * YEE_PI * YEE_C0 / c->wavelength;
    const double half = dt * kerr_recombination(c) / 2, r = 1 + half;
    const double pull = kerr_admittance(c) / YEE_C0 * omega * omega * c->carrier_index;
    if (half > 0.5)
        return host->fail(host, YEE_INPUT,
                          "carrier_lifetime: the time step, %.3g s, is longer than %.3g s, the "
                          "lifetime; take smaller cells",
                          dt, c->carrier_lifetime);
    param[3] = cb * s3 / 8;
    param[4] = dt * s3 / (4 * HBAR * omega);
    param[5] = half;
    param[9] = cb * pull * dt / r;
    param[6] = cb * kerr_admittance(c) * c->carrier_cross_section / 2 + param[9] / 2;
    param[7] = 1 / r;
    param[8] = (2 - r) / r;
    param[10] = dt * s3 / (32 * HBAR * omega * r);
    param[11] = 2 * half / r;
    param[12] = pull > 0 ? 1 / (4 * cb * cb * pull) : 0;
    return kerr_prepare(host, self, place, param);
}

static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    const kerr_config *c = self;
    (void)place, (void)at, (void)map;
    state[0] = c->carrier_density;
}

const yee_law kerr_carriers_law = {
    YEE_LAW(kerr_carriers, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(kerr_carriers),
    .params = 13,
    .prepare = prepare,
    .begin = begin,
    .least = kerr_least,
    .reach = kerr_reach,
};
