/* core/run/communicator.h: the processes that run one model together, over a transport.
 *
 * All functions but those that say so are collective: every process calls them, in the same order.
 * Numbers that a clock, a file or a signal of one process decides are brought to all here, so that
 * all do the same calls. communicator NULL: the process is alone, and the functions do nothing.
 *
 * A process that is lost (YEE_LOST) is never waited for again: all later calls fail at once. */
#ifndef YEE_CORE_COMMUNICATOR_H
#define YEE_CORE_COMMUNICATOR_H

#include "base/diag.h"
#include "plugin/host.h"
#include <yee/scheme.h>
#include <yee/transport.h>

typedef struct yee_communicator {
    yee_diag *diag;
    const yee_instance *transport;
    void *self;
    int rank, ranks;
    char host[64]; /* this process's */
    bool lost;     /* a process is gone or does not answer */
    bool agreed;   /* all know of the last failure */
    /* s that the first process waits for others in collective calls; 0: as long as files may take */
    double patience;
    const char *at; /* "step 1000", for what is said of a process that does not answer */
    int64_t *sent, *received; /* messages to and from each process, shape [ranks] */
    struct yee_marks *marks;  /* malloced, communicator.c's; NULL: no message was begun yet */
} yee_communicator;

/* Not collective: whether this is the process that has the files. */
static inline bool yee_first(const yee_communicator *c) { return !c || c->rank == 0; }
static inline int yee_ranks_of(const yee_communicator *c) { return c ? c->ranks : 1; }
/* Not collective: "process 3 of 4 (node7)", processes counted from 1. */
void yee_communicator_name(const yee_communicator *c, int rank, char *text, size_t size);

/* Not collective: what it has allocated by itself is freed. */
void yee_communicator_free(yee_communicator *c);

/* Not collective: messages are begun, and yee_communicator_wait() ends them. A mark goes before
 * each, its number and length: one that a transport has lost, or brings twice, ends the run. */
yee_status yee_communicator_send(yee_communicator *c, int rank, const void *data,
                                 int64_t bytes);
yee_status yee_communicator_receive(yee_communicator *c, int rank, void *data, int64_t bytes);
/* patience: s; INFINITY. */
yee_status yee_communicator_wait(yee_communicator *c, double patience);

/* Waits in a collective call. The first process waits for the others for `patience` at most: in the
 * steps they can be late by a step or so. They wait for it, which may be at its files, for an hour,
 * and so does it for them where they may be at theirs: a checkpoint of 200 GB over a slow network
 * takes that. */
yee_status yee_communicator_wait_all(yee_communicator *c);

/* The first process gets `bytes` of every one, its own too: `all` has the shape [ranks][bytes], and
 * is not used by the others. Alone: `all` is `own`. */
yee_status yee_gather(yee_communicator *c, const void *own, int64_t bytes, void *all);
/* Blocks of any length; *all and *bytes, shape [ranks], are malloced on the first process, and so is
 * each block, which ends in a zero that is not counted. */
yee_status yee_gather_blocks(yee_communicator *c, const void *own, int64_t bytes, char ***all,
                             int64_t **lengths);
/* A malloced block, which the others get; what they had is freed. */
yee_status yee_broadcast_block(yee_communicator *c, char **block, int64_t *bytes);
/* Texts; *all, shape [ranks], is malloced on the first process, and so is each. */
yee_status yee_gather_texts(yee_communicator *c, const char *own, char ***all);
/* All get what the first process has. */
yee_status yee_broadcast(yee_communicator *c, void *data, int64_t bytes);
/* A malloced text, which the others get; what they had is freed. */
yee_status yee_broadcast_text(yee_communicator *c, char **text);
/* The bits that any process has set. */
yee_status yee_unite(yee_communicator *c, unsigned *bits);
/* One status for all, that of the first process that has failed, with its sentence, and its name
 * where not all have. */
yee_status yee_agree(yee_communicator *c, yee_status status);

/* All have failed: the sentence of the first process that `knows` what happened becomes that of
 * all, or the first process's. Returns the status. */
yee_status yee_agree_with(yee_communicator *c, yee_status status, bool knows);

/* Pieces of a state that all processes have in common: they go through the first one's `state`,
 * and where they are read the others get what it has read. */
typedef struct yee_shared_state {
    yee_state state;
    yee_communicator *communicator;
    yee_state *from; /* the first process's */
    bool load;
} yee_shared_state;
yee_state *yee_share_state(yee_shared_state *shared, yee_communicator *c, yee_state *from,
                           bool load);

#endif
