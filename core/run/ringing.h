/* core/run/ringing.h: whether fields still ring when a run with spectra ends. */
#ifndef YEE_CORE_RINGING_H
#define YEE_CORE_RINGING_H

#include "model/model.h"

typedef struct yee_ringing yee_ringing;

/* For a model whose outputs have transforms or ports, and whose sources end; of other models
 * nothing is taken. NULL: no memory. Memory from the model's arena. */
yee_ringing *yee_ringing_new(yee_model *model, const yee_scheme_ops *ops, void *plan);
/* Steps until the next energy is taken, INT64_MAX: none. */
int64_t yee_ringing_steps_until_check(const yee_ringing *ringing, int64_t step);
/* Takes the energy where it is due. A scheme that declines ends the checks. */
void yee_ringing_check(yee_ringing *ringing);
/* How far (dB) the magnetic energy is below its peak now; NaN: that is not known. */
double yee_ringing_left(yee_ringing *ringing);
/* Warns, after the last step, when the fields still ring, or charges stay. */
void yee_ringing_warn(yee_ringing *ringing);
/* The peaks, for checkpoints. */
yee_status yee_ringing_state(yee_ringing *ringing, yee_state *state);

#endif
