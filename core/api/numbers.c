/* core/api/numbers.c: results of a run for the program that ran it. */
#include "base/process.h"
#include "files/h5.h"
#include "files/memory.h"
#include "files/results.h"
#include "simulation.h"
#include <stdlib.h>
#include <string.h>

/* Numbers that were asked for, in front of themselves. */
typedef struct yee_numbers {
    struct yee_numbers *next;
    double values[];
} yee_numbers;

void yee_simulation_in_memory(yee_simulation *s) { s->in_memory = true; }

void yee_simulation_drop_numbers(yee_simulation *s)
{
    for (yee_numbers *n = s->numbers, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    s->numbers = NULL;
}

static void *keep(void *simulation, size_t bytes)
{
    yee_simulation *s = simulation;
    yee_numbers *n = calloc(1, sizeof *n + bytes);
    if (!n)
        return NULL;
    n->next = s->numbers;
    s->numbers = n;
    return n->values;
}

const char *yee_simulation_place(const yee_simulation *s, const char *file)
{
    file = file ? file : yee_simulation_file(s);
    if (!s->finished || !s->written || !file)
        return NULL;
    return s->in_memory ? yee_memory_find(s->memory, file) : file;
}

static yee_status numbers(yee_simulation *s, const char *file, const char *path, int *rank,
                          int64_t dims[8], const double **values)
{
    yee_diag *diag = s->model->diag;
    file = file ? file : yee_simulation_file(s);
    const char *place = yee_simulation_place(s, file);
    yee_load load = {.in_memory = s->in_memory, .name = file, .alloc = keep, .user = s};
    yee_diag_clear(diag);
    if (!place)
        return yee_diag_fail(diag, YEE_USAGE, NULL,
                             s->finished ? "the run has written no file %s"
                                         : "%s is complete once the simulation is finished",
                             file);
    yee_h5_lock();
    const double *found = yee_h5_load(&load, place, path);
    yee_h5_unlock();
    if (!found)
        return yee_diag_fail(diag, load.status, NULL, "%s", load.why);
    *rank = load.rank;
    memcpy(dims, load.dims, sizeof load.dims);
    *values = found;
    return YEE_OK;
}

yee_status yee_simulation_numbers(yee_simulation *s, const char *file, const char *path,
                                  int *rank, int64_t dims[8], const double **values)
{
    yee_process_enter();
    const yee_status status = numbers(s, file, path, rank, dims, values);
    yee_process_leave();
    return status;
}
