/* core/cli/sweep/ranks.h: the processes that one `mpirun` or `srun` has started, by what these put
 * into the environment: neither MPI nor a scheduler's library is called. They meet in the sweep's
 * folder. */
#ifndef YEE_CLI_SWEEP_RANKS_H
#define YEE_CLI_SWEEP_RANKS_H

#include "folder.h"

typedef struct sweep_ranks {
    int rank, ranks; /* 0, 1: the process is alone */
    int here;        /* of them on this host; 1 where that is not known */
    char job[64];    /* names the launch */
} sweep_ranks;

void ranks_read(sweep_ranks *ranks);
/* The folder in which they leave marks; rank 0 makes it, and takes it away at the end. */
bool ranks_open(const sweep_ranks *ranks, const sweep_folder *folder);
void ranks_close(const sweep_ranks *ranks, const sweep_folder *folder);
/* A rank says what it has come to, once; status: how. */
void ranks_mark(const sweep_ranks *ranks, const sweep_folder *folder, const char *what,
                yee_status status);
/* Waits until ranks 0 to count - 1 have said so: the first status of theirs that is none of YEE_OK.
 * stopped: the wait ends with YEE_INTERRUPTED once it is not 0. patience: s until it ends with
 * YEE_IO and sets *late; 0: none. */
yee_status ranks_wait(const sweep_ranks *ranks, const sweep_folder *folder, const char *what,
                      int count, double patience, bool *late, const volatile int *stopped);

#endif
