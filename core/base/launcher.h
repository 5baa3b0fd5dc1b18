/* core/base/launcher.h: the processes that one launcher (mpirun, srun) has started, by what it puts
 * into the environment: neither MPI nor a scheduler's library is called. */
#ifndef YEE_CORE_LAUNCHER_H
#define YEE_CORE_LAUNCHER_H

typedef struct yee_launch {
    int rank, ranks; /* 0, 1: the process is alone */
    int here;        /* of them on this host; 1 where that is not known */
} yee_launch;

yee_launch yee_launcher_read(void);

#endif
