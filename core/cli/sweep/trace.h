/* core/cli/sweep/trace.h: what the processes of a sweep do. */
#ifndef YEE_CLI_SWEEP_TRACE_H
#define YEE_CLI_SWEEP_TRACE_H

#include "cli/cli.h"
#include "farm.h"
#include "folder.h"
#include "ranks.h"
#include "select.h"
#include "times.h"

enum {
    TASK_LOOK,  /* reads the model: number of traces, folder, memory */
    TASK_OPEN,  /* makes the folder, or joins it */
    TASK_CHECK, /* reads the model of a trace */
    TASK_RUN,   /* runs a trace; slots.h */
    TASK_GATHER /* makes one file of all */
};

enum { SWEEP_GPUS = 64 };  /* of a machine, at most */
enum { SWEEP_SLOTS = 64 }; /* traces that a process runs side by side, at most */

/* In memory that all processes of a sweep share; pointers are of before they were forked. */
typedef struct sweep_plan {
    yee_session *session;
    const char *model;
    char here[PATH_MAX]; /* the working folder of the command */
    const cli_list *set;
    bool force, quiet;
    bool alone;      /* --jobs 1: no trace steps beside another */
    bool only_looks; /* the process that looks at the model runs no trace on a GPU */
    const selection *selection;
    bool gathers;                /* some output must make one file of those of all traces */
    const volatile int *stopped; /* not 0: a signal has asked for the end */
    sweep_ranks ranks;
    int threads; /* of a trace, where the model leaves them open */
    int jobs;    /* traces side by side of all processes; 0: nobody said it */
    int beside;  /* of a process, at most; 0: as many as are fastest */
    yee_model
        *base; /* read before processes are forked, which have its pages; NULL: each reads */
    int gpus;  /* that traces are dealt to; 0: all run on the one that the scheme takes */
    char gpu[SWEEP_GPUS][64]; /* each as CUDA_VISIBLE_DEVICES names it; shape [gpus] */
    /* filled by TASK_LOOK */
    int64_t traces;
    bool on_device, own_threads;
    bool queues;   /* one process can have a device do the steps of several traces at a time */
    int devices;   /* GPUs that its scheme sees; 0: not known */
    double bytes;  /* of memory that a trace takes, about */
    double cells;  /* of its grid */
    int64_t own;   /* traces that this call does: of all ranks, by all processes */
    int64_t steps; /* of a trace */
    int together;  /* traces that stepped side by side on a device, of late */
    char main_file[PATH_MAX];
    sweep_folder folder;
    /* of the last task that was done alone */
    farm_result result;
    bool said;          /* its process has printed the sentence itself */
    sweep_times *times; /* clocks */
    sweep_times clocks;
    farm *
        farm; /* of the command's own process: processes that do the next tasks, too; NULL: none */
} sweep_plan;

/* Before the farm: reads what the traces have in common, where it is in this machine's memory, and
 * puts traces in an order in which most of it stays; common.c. */
void trace_prepare(sweep_plan *plan, size_t count, farm_task *task);
/* outputs.c: has every output of the model that makes one file of those of all traces do so. */
bool sweep_outputs_gather(const yee_model *model); /* whether one would */
yee_status sweep_gather_outputs(const sweep_plan *plan, yee_model *model);

/* The farm's work on all tasks; its user is the sweep_plan. */
extern const farm_work trace_tasks;
/* The farm_done of a task that is done alone. */
bool trace_alone_done(void *plan, const farm_result *result);

#endif
