/* tests/cases/ranks.h: several processes of the command, which share the cores of the machine, one
 * thread each. MPIRUN is "" where yee was built without MPI: suites skip then. */
#ifndef YEE_TESTS_RANKS_H
#define YEE_TESTS_RANKS_H

#include "models.h"

#include <time.h>

#ifndef MPIRUN
#define MPIRUN ""
#endif

static const char *launcher = MPIRUN;

/* Every rank leaves its process number, and a line of the shell may set it apart. */
static const char wrapper[] =
    "r=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}; echo $$ >pid.new.$r; mv pid.new.$r pid.$r\n";

/* As many processes; apart: a line of the shell, in which $r is the rank. */
static inline pid_t start_ranks(int ranks, const char *apart, const char *const *args,
                                int *from)
{
    char script[2048], count[16];
    const char *argv[64] = {launcher, "-n", count, "sh", "-c", script, YEE_COMMAND};
    int n = 7, pipes[2];
    snprintf(count, sizeof count, "%d", ranks);
    snprintf(script, sizeof script, "%s%s\nexec \"$0\" \"$@\"", wrapper, apart);
    for (; *args; args++)
        argv[n++] = *args;
    clean("pid.");
    ck_assert_int_eq(pipe(pipes), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        /* these are of Open MPI, which counts cores and users; MPICH does not ask */
        setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
        setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 1);
        setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        dup2(pipes[1], 2);
        dup2(open("/dev/null", O_WRONLY), 1);
        close(pipes[0]);
        close(pipes[1]);
        execv(launcher, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(pipes[1]);
    *from = pipes[0];
    return child;
}

static inline int run_ranks(int ranks, const char *apart, const char *const *args)
{
    int from;
    const pid_t child = start_ranks(ranks, apart, args, &from);
    return finish(child, from);
}

#define RANKS_RUN(ranks, apart, ...) \
    run_ranks( \
        ranks, apart, \
        (const char *const[]){"run", "--quiet", "--set", "run.threads=1", __VA_ARGS__, NULL})
#define RANKS_MUST(ranks, ...) \
    do { \
        const int code_ = RANKS_RUN(ranks, "", __VA_ARGS__); \
        ck_assert_msg(code_ == YEE_OK, "exit code %d: %s", code_, said); \
    } while (0)

/* The process number of a rank, once it has begun; 0: it has not. */
static inline pid_t pid_of(int rank)
{
    char name[32];
    int pid = 0;
    snprintf(name, sizeof name, "pid.%d", rank);
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, "%d", &pid) != 1)
        pid = 0;
    if (file)
        fclose(file);
    return pid;
}

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline bool is_gone(pid_t pid)
{
    char name[64], state = 'Z';
    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    if (file)
        fclose(file);
    return pid <= 0 || state == 'Z';
}

/* As finish(); *took: s until the last rank had ended. Open MPI 4.1.4 can hang in its own
 * PMIx_server_finalize() when all ranks have: it is ended ten seconds later. */
static inline int finish_ranks(pid_t parent, int from, int ranks, double *took)
{
    const double begin = now();
    double last = begin;
    siginfo_t ended = {0};
    while (!ended.si_pid && now() - last < 10) {
        ck_assert_int_eq(waitid(P_PID, (id_t)parent, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
        for (int n = 0; n < ranks; n++)
            if (!is_gone(pid_of(n)))
                last = now();
        usleep(10000);
    }
    *took = last - begin;
    if (!ended.si_pid)
        kill(parent, SIGKILL);
    return finish(parent, from);
}

static inline void enter(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
}

#endif
