/* materials/kerr/two_photon.c: the law of `kerr` with absorption of two photons at a time. */
#include "kerr.h"
#include <stddef.h>

#define LAW_NAME kerr_two_photon
#define LAW_FILE "two_photon.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    param[3] = place->cb * kerr_absorption(self) / 8;
    return kerr_prepare(host, self, place, param);
}

const yee_law kerr_two_photon_law = {
    YEE_LAW(kerr_two_photon, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(kerr_two_photon),
    .params = 4,
    .prepare = prepare,
    .least = kerr_least,
    .reach = kerr_reach,
};
