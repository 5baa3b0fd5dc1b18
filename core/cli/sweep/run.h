/* core/cli/sweep/run.h: the run of one trace, in a folder of its own. */
#ifndef YEE_CLI_SWEEP_RUN_H
#define YEE_CLI_SWEEP_RUN_H

#include "trace.h"
#include <time.h>

/* A run under way. */
typedef struct trace_run {
    const sweep_plan *plan;
    int64_t number; /* of the trace */
    int slot;       /* of the process */
    int log;        /* file of what it prints; -1: there is none */
    char folder[PATH_MAX];
    time_t renewed; /* its claim */
    int64_t steps;  /* that are done and looked at */
    int64_t chunks; /* how often they were */
} trace_run;

/* Claims the trace and plans its run, whose plan, number and slot are set. True: that was all, *taken
 * where another process has it; else trace_run_advance() follows. */
bool trace_run_begin(trace_run *run, yee_status *status, bool *taken);
/* A part of its steps; true: the run is over. */
bool trace_run_advance(trace_run *run, yee_status *status);

#endif
