/* core/problem/media/series.h: responses in series, as one response. */
#ifndef YEE_CORE_SERIES_H
#define YEE_CORE_SERIES_H

#include "base/arena.h"
#include <yee/material.h>

enum { YEE_SERIES_PARTS = 8, YEE_SERIES_ORDER = 40 };

/* The poles (and the conductivity's s) of a response. */
int yee_series_order(const yee_response *response);
/* 1/sum(share/response), shares adding up to 1: where the normal field is that of a flux that
 * goes through all parts. base: YEE_EPS0 or YEE_MU0. Conductivities whose relaxation lies below
 * a tenth of the angular frequency `low` cost no pole: loss and inf are then those above it.
 * The result's poles live in the arena. False: no memory, more than YEE_SERIES_ORDER poles, or
 * roots that double precision does not part. */
bool yee_series_make(yee_arena *arena, double base, double low, int parts,
                     const yee_response *const part[], const double share[],
                     yee_response *result);

#endif
