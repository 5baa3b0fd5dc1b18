/* core/cadence.h: how seldom a running transform may look at the fields. */
#ifndef YEE_CORE_CADENCE_H
#define YEE_CORE_CADENCE_H

#include "model.h"

/* Steps, 1 or more, from one sample to the next of a transform of frequencies up to `highest`
 * (Hz), for the output that asks; a finding says why. */
int64_t yee_cadence(yee_model *model, double highest);

#endif
