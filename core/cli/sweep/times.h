/* core/cli/sweep/times.h: where the time of a sweep goes, for --timing. */
#ifndef YEE_CLI_SWEEP_TIMES_H
#define YEE_CLI_SWEEP_TIMES_H

#include <stdatomic.h>
#include <stdint.h>

/* Parts of the command, by its own clock, one after the other. */
typedef enum sweep_phase {
    PHASE_LOOK,
    PHASE_OPEN,
    PHASE_CHECK,
    PHASE_RUN,
    PHASE_GATHER,
    PHASES
} sweep_phase;

/* Stages of the processes meanwhile, each by its own clock. */
typedef enum sweep_stage {
    STAGE_READ,   /* the model, and plans of it before any trace */
    STAGE_CHECK,  /* traces are read to be checked */
    STAGE_CLAIM,  /* claims and folders of traces */
    STAGE_VARY,   /* models of traces */
    STAGE_PLAN,   /* plans that are made */
    STAGE_AIM,    /* plans that are aimed at the next trace */
    STAGE_BEGIN,  /* tests of a run before its first step, files opened */
    STAGE_LAUNCH, /* steps are handed over, records to the outputs */
    STAGE_WAIT,   /* for steps */
    STAGE_LOOKS,  /* the fields are looked at */
    STAGE_CLOSE,  /* files written and closed */
    STAGE_GATHER, /* one file of all */
    STAGES
} sweep_stage;

/* In memory that all processes share. */
typedef struct sweep_times {
    _Atomic int64_t phase[PHASES];                /* ns */
    _Atomic int64_t stage[STAGES], calls[STAGES]; /* ns of all processes */
} sweep_times;

void sweep_phase_took(sweep_times *times, sweep_phase phase, double since);
void sweep_stage_took(sweep_times *times, sweep_stage stage, double since);
void sweep_stage_add(sweep_times *times, sweep_stage stage, double seconds, int64_t calls);
/* Prints both lists; traces: that were run; all: s, of the command. */
void sweep_times_print(const sweep_times *times, int64_t traces, double all);

#endif
