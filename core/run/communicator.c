/* core/run/communicator.c: collective calls, made of messages: to the first process, and from it to
 * all. They carry little; halos go from neighbour to neighbour (exchange.c). */
#include "communicator.h"
#include "plugin/call.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const yee_transport_ops *ops_of(const yee_communicator *c)
{
    return c->transport->plugin->ops;
}

void yee_communicator_name(const yee_communicator *c, int rank, char *text, size_t size)
{
    if (rank == c->rank)
        snprintf(text, size, "process %d of %d (%s)", rank + 1, c->ranks, c->host);
    else
        snprintf(text, size, "process %d of %d", rank + 1, c->ranks);
}

/* ---- messages ---- */

static yee_status lost(yee_communicator *c, yee_status status)
{
    c->lost = c->lost || status;
    return status;
}

/* Goes before a message. */
typedef struct mark {
    int64_t number, bytes;
} mark;

/* Marks that were begun since the last wait; they stay where they are until it is over. */
typedef struct yee_marks {
    struct yee_marks *next;
    int count;
    struct {
        mark mark, expected;
        int rank;   /* that sends it to this process */
        bool comes; /* or goes out */
    } of[64];
} yee_marks;

/* Where the next one lies; NULL: no memory. */
static mark *next_mark(yee_communicator *c, int rank, int64_t bytes, bool comes)
{
    yee_marks *m = c->marks;
    if (!m || m->count == sizeof m->of / sizeof *m->of) {
        m = calloc(1, sizeof *m);
        if (!m)
            return NULL;
        m->next = c->marks;
        c->marks = m;
    }
    const int64_t number = comes ? ++c->received[rank] : ++c->sent[rank];
    m->of[m->count].expected = (mark){number, bytes};
    m->of[m->count].mark = comes ? (mark){0, 0} : (mark){number, bytes};
    m->of[m->count].rank = rank;
    m->of[m->count].comes = comes;
    return &m->of[m->count++].mark;
}

/* All that were begun have come; the last block is kept. */
static yee_status check_marks(yee_communicator *c)
{
    yee_status status = YEE_OK;
    for (yee_marks *m = c->marks; m; m = m->next)
        for (int n = 0; n < m->count && !status; n++) {
            const mark *x = &m->of[n].mark, *y = &m->of[n].expected;
            char name[128];
            if (!m->of[n].comes || (x->number == y->number && x->bytes == y->bytes))
                continue;
            yee_communicator_name(c, m->of[n].rank, name, sizeof name);
            status = yee_diag_fail(
                c->diag, YEE_LOST, NULL,
                "message %lld of %s, of %lld bytes, did not come: transport '%s' has lost one "
                "or brought one twice; the run ends here, and --restart goes on from the last "
                "checkpoint",
                (long long)y->number, name, (long long)y->bytes, c->transport->plugin->name);
        }
    while (c->marks && c->marks->next) {
        yee_marks *first = c->marks;
        c->marks = first->next;
        free(first);
    }
    if (c->marks)
        c->marks->count = 0;
    return status;
}

void yee_communicator_free(yee_communicator *c)
{
    while (c->marks) {
        yee_marks *first = c->marks;
        c->marks = first->next;
        free(first);
    }
}

static yee_status no_memory(const yee_communicator *c)
{
    return yee_diag_fail(c->diag, YEE_MEMORY, NULL, "no memory for messages");
}

yee_status yee_communicator_send(yee_communicator *c, int rank, const void *data, int64_t bytes)
{
    if (c->lost)
        return YEE_LOST;
    const mark *m = next_mark(c, rank, bytes, false);
    yee_status status =
        m ? YEE_CALL(c->transport, ops_of(c), send, c->self, rank, m, (int64_t)sizeof *m)
          : no_memory(c);
    if (!status && bytes)
        status = YEE_CALL(c->transport, ops_of(c), send, c->self, rank, data, bytes);
    return lost(c, status);
}

yee_status yee_communicator_receive(yee_communicator *c, int rank, void *data, int64_t bytes)
{
    if (c->lost)
        return YEE_LOST;
    mark *m = next_mark(c, rank, bytes, true);
    yee_status status =
        m ? YEE_CALL(c->transport, ops_of(c), receive, c->self, rank, m, (int64_t)sizeof *m)
          : no_memory(c);
    if (!status && bytes)
        status = YEE_CALL(c->transport, ops_of(c), receive, c->self, rank, data, bytes);
    return lost(c, status);
}

yee_status yee_communicator_wait(yee_communicator *c, double patience)
{
    int missing = -1;
    if (c->lost)
        return YEE_LOST;
    const yee_status status =
        YEE_CALL_RAW(c->transport, ops_of(c), wait, c->self, patience, &missing);
    if (status == YEE_LOST && missing >= 0) {
        char name[128];
        yee_communicator_name(c, missing, name, sizeof name);
        yee_diag_fail(
            c->diag, YEE_LOST, NULL,
            "%s has not answered for %.0f s%s%s; the run ends here, and --restart goes "
            "on from the last checkpoint",
            name, patience, c->at ? ", after " : "", c->at ? c->at : "");
    }
    return lost(c, status ? status : check_marks(c));
}

yee_status yee_communicator_wait_all(yee_communicator *c)
{
    enum { FILES = 3600 /* s */ };
    const bool steps = c->rank == 0 && c->patience > 0;
    return yee_communicator_wait(c, steps ? c->patience : FILES);
}

/* ---- collective calls ---- */

yee_status yee_gather(yee_communicator *c, const void *own, int64_t bytes, void *all)
{
    yee_status status = YEE_OK;
    if (yee_first(c))
        memmove(all, own, (size_t)bytes);
    if (!c)
        return YEE_OK;
    if (c->rank)
        status = yee_communicator_send(c, 0, own, bytes);
    for (int n = 1; n < c->ranks && !c->rank && !status; n++)
        status = yee_communicator_receive(c, n, (char *)all + n * bytes, bytes);
    return status ? status : yee_communicator_wait_all(c);
}

yee_status yee_broadcast(yee_communicator *c, void *data, int64_t bytes)
{
    yee_status status = YEE_OK;
    if (!c)
        return YEE_OK;
    if (c->rank)
        status = yee_communicator_receive(c, 0, data, bytes);
    for (int n = 1; n < c->ranks && !c->rank && !status; n++)
        status = yee_communicator_send(c, n, data, bytes);
    return status ? status : yee_communicator_wait_all(c);
}

yee_status yee_gather_blocks(yee_communicator *c, const void *own, int64_t bytes, char ***all,
                             int64_t **lengths)
{
    const int ranks = yee_ranks_of(c);
    int64_t *length = calloc((size_t)ranks, sizeof *length);
    char **block = calloc((size_t)ranks, sizeof *block);
    yee_status status = length && block ? YEE_OK : no_memory(c);
    *all = block;
    *lengths = length;
    if (!status)
        status = yee_gather(c, &bytes, sizeof bytes, length);
    if (!status && !yee_first(c))
        status = yee_communicator_send(c, 0, own, bytes);
    for (int n = 0; n < ranks && yee_first(c) && !status; n++) {
        block[n] = calloc(1, (size_t)(n ? length[n] : bytes) + 1);
        if (!block[n]) {
            status = no_memory(c);
            if (c)
                c->lost = true; /* messages would be missed */
        } else if (n)
            status = yee_communicator_receive(c, n, block[n], length[n]);
        else if (bytes)
            memcpy(block[n], own, (size_t)bytes);
    }
    return !status && c ? yee_communicator_wait_all(c) : status;
}

yee_status yee_gather_texts(yee_communicator *c, const char *own, char ***all)
{
    int64_t *lengths;
    const yee_status status = yee_gather_blocks(c, own, (int64_t)strlen(own), all, &lengths);
    free(lengths);
    return status;
}

yee_status yee_broadcast_block(yee_communicator *c, char **block, int64_t *bytes)
{
    yee_status status = yee_broadcast(c, bytes, sizeof *bytes);
    if (!status && !yee_first(c)) {
        free(*block);
        *block = calloc(1, (size_t)*bytes + 1);
        status = *block ? YEE_OK : no_memory(c);
    }
    return status ? status : yee_broadcast(c, *block, *bytes);
}

yee_status yee_broadcast_text(yee_communicator *c, char **text)
{
    int64_t length = *text ? (int64_t)strlen(*text) : 0;
    return yee_broadcast_block(c, text, &length);
}

yee_status yee_unite(yee_communicator *c, unsigned *bits)
{
    unsigned *all = c ? calloc((size_t)c->ranks, sizeof *all) : NULL;
    if (!all)
        return c ? no_memory(c) : YEE_OK;
    yee_status status = yee_gather(c, bits, sizeof *bits, all);
    for (int n = 0; n < c->ranks; n++)
        *bits |= all[n];
    free(all);
    return status ? status : yee_broadcast(c, bits, sizeof *bits);
}

/* ---- agreement ---- */

/* The first process that has failed, how, and how many have not. */
typedef struct verdict {
    int status, rank, others;
} verdict;

/* Its sentence to all. */
static yee_status tell(yee_communicator *c, const verdict *v)
{
    char sentence[sizeof c->diag->error] = "";
    yee_status status = YEE_OK;
    if (c->rank == v->rank && v->rank && v->others) {
        char name[128];
        yee_communicator_name(c, c->rank, name, sizeof name);
        snprintf(sentence, sizeof sentence, "%s: %.1800s", name, c->diag->error);
    } else if (c->rank == v->rank) {
        memcpy(sentence, c->diag->error, sizeof sentence);
    }
    if (v->rank && c->rank == v->rank)
        status = yee_communicator_send(c, 0, sentence, sizeof sentence);
    if (v->rank && c->rank == 0)
        status = yee_communicator_receive(c, v->rank, sentence, sizeof sentence);
    if (!status)
        status = yee_communicator_wait_all(c);
    if (!status)
        status = yee_broadcast(c, sentence, sizeof sentence);
    if (status)
        return status;
    c->agreed = true;
    yee_diag_clear(c->diag);
    return yee_diag_fail(c->diag, (yee_status)v->status, NULL, "%s", sentence);
}

yee_status yee_agree(yee_communicator *c, yee_status status)
{
    if (!c)
        return status;
    int own = (int)status, *all = calloc((size_t)c->ranks, sizeof *all);
    verdict v = {0};
    c->agreed = false;
    yee_status told = all ? yee_gather(c, &own, sizeof own, all) : no_memory(c);
    for (int n = c->ranks - 1; n >= 0 && all; n--) {
        v.others += !all[n];
        v.status = all[n] ? all[n] : v.status;
        v.rank = all[n] ? n : v.rank;
    }
    free(all);
    if (!told)
        told = yee_broadcast(c, &v, sizeof v);
    if (told)
        return status ? status : told;
    return v.status ? tell(c, &v) : YEE_OK;
}

yee_status yee_agree_with(yee_communicator *c, yee_status status, bool knows)
{
    if (!c)
        return status;
    int own = knows, *all = calloc((size_t)c->ranks, sizeof *all);
    verdict v = {.status = (int)status};
    yee_status told = all ? yee_gather(c, &own, sizeof own, all) : no_memory(c);
    for (int n = c->ranks - 1; n >= 0 && all; n--)
        v.rank = all[n] ? n : v.rank;
    free(all);
    if (!told)
        told = yee_broadcast(c, &v, sizeof v);
    return told ? status : tell(c, &v);
}

/* ---- states ---- */

static yee_status piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    const yee_shared_state *s = state->core;
    yee_communicator *c = s->communicator;
    yee_status status = s->from ? s->from->piece(s->from, name, data, bytes) : YEE_OK;
    if (!s->load || !c)
        return status;
    status = yee_agree(c, status);
    return status ? status : yee_broadcast(c, data, bytes);
}

yee_state *yee_share_state(yee_shared_state *s, yee_communicator *c, yee_state *from, bool load)
{
    *s = (yee_shared_state){.state = {.size = sizeof s->state, .core = s, .piece = piece},
                            .communicator = c,
                            .from = from,
                            .load = load};
    return &s->state;
}
