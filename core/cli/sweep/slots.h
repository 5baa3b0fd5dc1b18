/* core/cli/sweep/slots.h: the traces that one process runs: one at a time, or, where a device does
 * the steps of several, side by side. */
#ifndef YEE_CLI_SWEEP_SLOTS_H
#define YEE_CLI_SWEEP_SLOTS_H

#include "trace.h"

/* The farm's functions for tasks TASK_RUN. */
bool slots_begin(sweep_plan *plan, const farm_task *task, farm_result *result);
bool slots_turn(void *plan, farm_result *result);
int slots_capacity(void *plan);

#endif
