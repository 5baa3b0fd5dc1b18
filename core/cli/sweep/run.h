/* core/cli/sweep/run.h: the run of one trace, in a folder of its own. */
#ifndef YEE_CLI_SWEEP_RUN_H
#define YEE_CLI_SWEEP_RUN_H

#include "trace.h"
#include <time.h>

/* The piece of a run that is next. What one trace needs of the host is done in pieces, between which
 * the steps of others are handed to the device. */
typedef enum run_piece { RUN_VARY, RUN_AIM, RUN_OPEN, RUN_STEPS, RUN_CLOSE } run_piece;

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
    run_piece next;
    bool steps_begun; /* some were handed over */
    yee_model *model; /* made, and not yet planned */
} trace_run;

/* Claims the trace of a run, whose plan, number and slot are set. True: that was all, *taken where
 * another process has it; else trace_run_go() follows. */
bool trace_run_begin(trace_run *run, yee_status *status, bool *taken);
/* The next piece; true: the run is over, and a failure is that of the piece `next`. */
bool trace_run_go(trace_run *run, yee_status *status);

#endif
