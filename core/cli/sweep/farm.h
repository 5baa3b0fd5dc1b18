/* core/cli/sweep/farm.h: processes that do numbered tasks, one after the other each. */
#ifndef YEE_CLI_FARM_H
#define YEE_CLI_FARM_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <yee/yee.h>

typedef struct farm_task {
    int kind;
    int64_t number;
} farm_task;

/* The outcome of a task, small enough for one write to a pipe. */
typedef struct farm_result {
    farm_task task;
    int32_t status; /* a yee_status */
    bool taken;     /* another process does it, or has done it */
    char message[2000];
} farm_result;

/* The work of a process on a task. */
typedef void (*farm_work)(void *user, const farm_task *task, farm_result *result);
/* Called for each task that is done; false: no more are begun. */
typedef bool (*farm_done)(void *user, const farm_result *result);

/* Called in each process before its first task; number: 0 to processes - 1. */
typedef void (*farm_start)(void *user, int number);

/* Does all tasks by so many processes, each forked off this one; returns when the last is done.
 * A process that ends within a task is replaced by one of its number, and the task's result says
 * how it ended. False: no process could be had, or no memory. Processes end with the one that
 * called. start NULL: nothing is to be done. */
bool farm_run(int processes, size_t tasks, const farm_task *task, farm_start start,
              farm_work work, void *work_user, farm_done done, void *done_user);

#endif
