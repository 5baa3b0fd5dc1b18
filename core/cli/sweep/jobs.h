/* core/cli/sweep/jobs.h: how many traces this machine runs side by side. */
#ifndef YEE_CLI_SWEEP_JOBS_H
#define YEE_CLI_SWEEP_JOBS_H

#include "model/model.h"

/* The memory that a trace takes, about, bytes. */
double sweep_trace_bytes(const yee_model *model);
/* A trace for each core that the process may use, as far as they fit into the memory that is free;
 * one on a device. here: processes of one launcher that share this machine. */
int sweep_jobs(bool on_device, double bytes, int here);

#endif
