/* core/base/launcher.c: the processes that one launcher has started. */
#include "launcher.h"
#include <stdlib.h>

static long variable(const char *name, long otherwise)
{
    const char *text = getenv(name);
    char *end;
    const long value = text && *text ? strtol(text, &end, 10) : otherwise;
    return text && *text && !*end ? value : otherwise;
}

/* Ranks on this host, by a variable of the launcher or else of Slurm, which says "4(x2),3": the
 * first number counts, that of most hosts as a rule. 1: not known. */
static int count_here(const char *name)
{
    const char *text = getenv(name) ? getenv(name) : getenv("SLURM_STEP_TASKS_PER_NODE");
    char *end;
    const long here = text ? strtol(text, &end, 10) : 1;
    return here > 1 && here < 1000000 && (!*end || *end == '(' || *end == ',') ? (int)here : 1;
}

/* Open MPI, Hydra (MPICH, Intel MPI), and srun: a batch script, too, has SLURM_PROCID, but no
 * number of tasks of a step. */
static const struct {
    const char *rank, *ranks, *here;
} known[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_TASKS_PER_NODE"},
};

yee_launch yee_launcher_read(void)
{
    yee_launch found = {.ranks = 1, .here = 1};
    for (size_t i = 0; i < sizeof known / sizeof *known && found.ranks < 2; i++) {
        const long rank = variable(known[i].rank, -1), ranks = variable(known[i].ranks, 0);
        if (rank >= 0 && rank < ranks && ranks < 1000000)
            found = (yee_launch){(int)rank, (int)ranks, count_here(known[i].here)};
    }
    return found;
}
