/* core/model/sample_interval.h: how seldom a running transform may sample the fields. */
#ifndef YEE_CORE_SAMPLE_INTERVAL_H
#define YEE_CORE_SAMPLE_INTERVAL_H

#include "model.h"

/* Steps, 1 or more, from one sample to the next of a transform of frequencies up to `highest`
 * (Hz), for the output named subject; a finding says why. */
int64_t yee_sample_interval(yee_model *model, const char *subject, double highest);
/* The frequency (Hz) beyond which the sources play next to nothing, and in *begin that below which;
 * 0: none is known. */
double yee_sample_interval_edge(yee_model *model, double *begin);

#endif
