/* core/problem/taps.h: what outputs ask for becomes taps. */
#ifndef YEE_CORE_TAPS_H
#define YEE_CORE_TAPS_H

#include "plugin/host.h"
#include <yee/output.h>

/* A tap belongs to an output. */
typedef struct yee_tap_owner {
    const yee_instance *output;
    void *self;     /* of the output */
    int64_t number; /* the tap's number within the output */
    int array;      /* of the output, whose rows its records are; -1: they are of none */
    bool turned;    /* that array's axes are z, y, x */
    bool parted;    /* in this run its records go into part files */
} yee_tap_owner;

typedef struct yee_taps {
    int64_t count, capacity;
    yee_tap *tap;
    yee_tap_owner *owner;
    yee_arena *arena;
    yee_diag *diag;
} yee_taps;

/* Calls the output's plan(); checks and copies its taps. *self is the output's. An interval
 * that it leaves to the core becomes output->interval,
 * unless there is one from the run's beginning. */
yee_status yee_taps_plan(yee_taps *taps, const yee_problem *problem, yee_instance *output,
                         const yee_view *view, void **self);

#endif
