/* core/cli/sweep/slots.h: the traces that one process runs: one at a time, or, where a device does
 * the steps of several, side by side. */
#ifndef YEE_CLI_SWEEP_SLOTS_H
#define YEE_CLI_SWEEP_SLOTS_H

#include "trace.h"

/* The farm's work on tasks TASK_RUN; its user is the sweep_plan. */
extern const farm_work slots_work;

#endif
