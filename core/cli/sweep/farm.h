/* core/cli/sweep/farm.h: processes that do numbered tasks, one or several at a time each. */
#ifndef YEE_CLI_FARM_H
#define YEE_CLI_FARM_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <yee/yee.h>

/* Tasks and results go through pipes as they lie: no byte of them is padding. */
typedef struct farm_task {
    int64_t kind, number;
} farm_task;

/* The outcome of a task. */
typedef struct farm_result {
    farm_task task;
    int32_t status;   /* a yee_status */
    int32_t capacity; /* tasks that its process does at a time from now on */
    bool taken;       /* another process does it, or has done it */
    char message[1999];
} farm_result;

/* The functions of the processes. user: whose memory was there before they were forked. */
typedef struct farm_work {
    /* In each process before its first task; number: 0 to processes - 1. NULL: nothing is done. */
    void (*start)(void *user, int number);
    /* Begins a task, whose result is zeroed; true: it is done. */
    bool (*begin)(void *user, const farm_task *task, farm_result *result);
    /* A part of those that are begun; true: that of *result is done. NULL: begin() does all. */
    bool (*turn)(void *user, farm_result *result);
    int (*capacity)(void *user); /* tasks at a time, at most FARM_CAPACITY; NULL: 1 */
} farm_work;
enum { FARM_CAPACITY = 64 };

/* Called for each task that is done; false: no more are begun. */
typedef bool (*farm_done)(void *user, const farm_result *result);

/* So many processes, each forked off this one when it is first needed, and kept until the farm is
 * closed. They end with the one that called. NULL: no memory. */
typedef struct farm farm;
farm *farm_open(int processes, const farm_work *work, void *work_user);
/* Does all tasks; returns when the last is done. A process that ends within tasks is replaced by one
 * of its number, and their results say how it ended. False: no process could be had, or no memory. */
bool farm_do(farm *farm, size_t tasks, const farm_task *task, farm_done done, void *done_user);
void farm_close(farm *farm); /* NULL: nothing is done */
/* Does not wait for processes that have a device to give back: they end soon, by themselves. */
void farm_leave(farm *farm);
/* All three. */
bool farm_run(int processes, size_t tasks, const farm_task *task, const farm_work *work,
              void *work_user, farm_done done, void *done_user);

#endif
