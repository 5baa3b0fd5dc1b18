/* core/run/stop.h: ends a run before its last step once nothing more happens. */
#ifndef YEE_CORE_STOP_H
#define YEE_CORE_STOP_H

#include "model/model.h"

typedef struct yee_stop yee_stop;

/* The criteria of [run]; NULL: no memory. Memory from the model's arena. */
yee_stop *yee_stop_new(const yee_model *model, const yee_scheme_ops *ops, void *plan);
/* YEE_OK, or YEE_INPUT where a criterion names what the model has not. */
yee_status yee_stop_check(yee_stop *stop);
/* The sink that the run's records go through to inner: it sees those of the probe. inner
 * NULL: NULL. */
const yee_sink *yee_stop_sink(yee_stop *stop, const yee_sink *inner);
/* Steps until the next check; a run does no more at a time. */
int64_t yee_stop_steps_until_check(const yee_stop *stop, int64_t step);
/* Checks the criteria; *why says what ends the run, NULL: nothing does. */
yee_status yee_stop_reached(yee_stop *stop, const char **why);
/* The criteria that a run was to end by, after it came to its last step without; NULL:
 * none. */
const char *yee_stop_missed(yee_stop *stop);
/* The state of the criteria so far, for checkpoints. */
yee_status yee_stop_state(yee_stop *stop, yee_state *state);

#endif
