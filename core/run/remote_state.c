/* core/run/remote_state.c: pieces of state that another process than the first has: that one sends a
 * request for each, and the first does with its own state what is asked for. */
#include "remote_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A message to the first process: a piece follows, or with bytes < 0 its last one has gone. */
typedef struct request {
    int64_t bytes;
    char name[256];
} request;

yee_status yee_remote_piece(yee_communicator *m, bool load, const char *name, void *data,
                            int64_t bytes)
{
    request r = {.bytes = bytes};
    int told = YEE_OK;
    snprintf(r.name, sizeof r.name, "%s", name);
    yee_status status = yee_communicator_send(m, 0, &r, sizeof r);
    if (!status && !load)
        status = yee_communicator_send(m, 0, data, bytes);
    if (!status)
        status = yee_communicator_receive(m, 0, &told, sizeof told);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    if (!status && load && !told) {
        status = yee_communicator_receive(m, 0, data, bytes);
        if (!status)
            status = yee_communicator_wait(m, (double)INFINITY);
    }
    /* the first process has the sentence */
    return status ? status
           : told ? yee_diag_fail(m->diag, (yee_status)told, NULL, "the checkpoint failed")
                  : YEE_OK;
}

/* On the first process: one request; *last: there are no more. */
static yee_status answer(yee_communicator *m, int rank, yee_state *to, bool load, bool *last)
{
    request r;
    yee_status status = yee_communicator_receive(m, rank, &r, sizeof r);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    *last = status || r.bytes < 0;
    if (*last)
        return status;
    char *data = malloc((size_t)r.bytes + 1);
    if (!data) {
        m->lost = *last = true;
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL,
                             "no memory for the state of subdomains");
    }
    if (!load)
        status = yee_communicator_receive(m, rank, data, r.bytes);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    const yee_status done = status || !to ? status : to->piece(to, r.name, data, r.bytes);
    int told = (int)done;
    if (!status)
        status = yee_communicator_send(m, rank, &told, sizeof told);
    if (!status && load && !done)
        status = yee_communicator_send(m, rank, data, r.bytes);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    free(data);
    *last = *last || status;
    return status ? status : done;
}

yee_status yee_remote_end(yee_communicator *m)
{
    const request end = {.bytes = -1};
    const yee_status status = yee_communicator_send(m, 0, &end, sizeof end);
    return status ? status : yee_communicator_wait(m, (double)INFINITY);
}

yee_status yee_remote_answer(yee_communicator *m, int rank, yee_state *to, bool load)
{
    yee_status status = YEE_OK;
    for (bool last = false; !last;) {
        const yee_status one = answer(m, rank, to, load, &last);
        status = status ? status : one;
    }
    return status;
}
