/* core/cli/sweep/gpus.h: the GPUs of a sweep, a process on each. */
#ifndef YEE_CLI_SWEEP_GPUS_H
#define YEE_CLI_SWEEP_GPUS_H

#include "trace.h"

/* The GPUs that the scheme of a model sees, by its plan; 0: not known. */
int gpus_seen(const yee_model *model, yee_simulation *simulation);
/* Reads --gpus, "all" or numbers "0,2-3" among those that the scheme sees, into the plan, whose
 * model has been looked at; text NULL: none. Fails with a sentence. */
yee_status gpus_read(const char *text, sweep_plan *plan);
/* Before the model is read in the process that looks at it, and runs its traces: `auto` makes a context
 * while it chooses a scheme, so that queues are asked for by an estimate. */
void gpus_foresee(sweep_plan *plan);
/* The farm_start of a process, before it calls CUDA: it sees one GPU alone. */
void gpus_start(void *plan, int number);
int gpus_process(void); /* the number of this process */

#endif
