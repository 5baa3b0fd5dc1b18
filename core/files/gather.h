/* core/files/gather.h: the main files of many runs become one. */
#ifndef YEE_CORE_GATHER_H
#define YEE_CORE_GATHER_H

#include "base/diag.h"
#include "config/sweep.h"

typedef struct yee_gather {
    const char *into;       /* a path; an existing file is replaced once the new one is whole */
    const char *resolved;   /* of the model with its sweep */
    const yee_sweep *sweep; /* its variables become coordinates */
    /* The main file of a trace in path; false: the trace failed, and status and message say
     * how. */
    bool (*trace)(void *user, size_t trace, char *path, size_t size, yee_status *status,
                  char *message, size_t message_size);
    void *user;
} yee_gather;

/* Datasets that all runs have with one type and shape get an axis in front, the trace; those of
 * runs that failed are NaN, or 0 where they are whole numbers. Axes that all runs share stay as
 * they are. /sweep holds the variables, status and message of each trace, and the model;
 * *left: number of datasets that differ in shape and are left out. */
yee_status yee_gather_write(yee_diag *diag, const yee_gather *gather, size_t *left);

#endif
