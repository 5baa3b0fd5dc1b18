/* core/run/deliveries.h: what a scheme hands over is what was due. */
#ifndef YEE_CORE_DELIVERIES_H
#define YEE_CORE_DELIVERIES_H

#include "model/model.h"
#include <yee/scheme.h>

typedef struct yee_deliveries yee_deliveries;

/* Counts the records of all taps of the model from after `step` on; NULL: no memory. Memory
 * from the model's arena. */
yee_deliveries *yee_deliveries_new(const yee_model *model, int64_t step);
/* The sink for the scheme, before inner. inner NULL: NULL. */
const yee_sink *yee_deliveries_sink(yee_deliveries *deliveries, const yee_sink *inner);
/* From now on transforms are due: finish() is called. */
void yee_deliveries_end(yee_deliveries *deliveries);
/* YEE_OK, or what was wrong with a record that came so far. */
yee_status yee_deliveries_status(const yee_deliveries *deliveries);
/* YEE_OK when everything due up to `step` came, the transforms too if the end was announced;
 * YEE_PLUGIN with a sentence for the first record that came and was not due, or did not
 * come. */
yee_status yee_deliveries_check(yee_deliveries *deliveries, int64_t step);

#endif
