/* tests/cases/letters.h: several processes of the command, joined by modules/letters.c, without a
 * launcher that would end the others when one is gone. */
#ifndef YEE_TESTS_LETTERS_H
#define YEE_TESTS_LETTERS_H

#include "command.h"

#include <sys/prctl.h>
#include <sys/socket.h>

enum { MOST_RANKS = 4 };

/* Processes that one test has started. */
typedef struct together {
    int ranks, from;
    pid_t pid[MOST_RANKS];
    int code[MOST_RANKS]; /* their exit codes, or minus their signals, when they have ended */
} together;

static inline void number_to(const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    setenv(name, text, 1);
}

static inline void become(int rank, int ranks, int (*sockets)[MOST_RANKS], const char *apart,
                          const char *patience)
{
    char text[128];
    int n = snprintf(text, sizeof text, "%d %d", rank, ranks);
    for (int k = 0; k < ranks; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, " %d",
                      k == rank ? -1 : sockets[rank][k]);
    setenv("LETTERS", text, 1);
    if (apart)
        putenv((char *)(uintptr_t)apart);
    setenv("LETTERS_PATIENCE", patience, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    number_to("OMPI_COMM_WORLD_RANK", rank);
    number_to("OMPI_COMM_WORLD_SIZE", ranks);
    for (int a = 0; a < ranks; a++)
        for (int b = 0; b < ranks && a != rank; b++)
            if (a != b)
                close(sockets[a][b]);
}

/* apart: a variable of process `other` alone, "NAME=VALUE". patience: as modules/letters.c
 * reads it. */
static inline void begin(together *t, int ranks, int other, const char *apart,
                         const char *patience, const char *const *args)
{
    const char *argv[64] = {"yee", "run", "--set", "run.threads=1"};
    int sockets[MOST_RANKS][MOST_RANKS], pipes[2], n = 4;
    *t = (together){.ranks = ranks};
    for (; *args; args++)
        argv[n++] = *args;
    for (int a = 0; a < ranks; a++)
        for (int b = a + 1; b < ranks; b++) {
            int pair[2];
            ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
            sockets[a][b] = pair[0];
            sockets[b][a] = pair[1];
        }
    ck_assert_int_eq(pipe(pipes), 0);
    for (int r = 0; r < ranks; r++) {
        t->pid[r] = fork();
        ck_assert_int_ge(t->pid[r], 0);
        if (t->pid[r])
            continue;
        dup2(pipes[1], 2);
        dup2(open("/dev/null", O_WRONLY), 1);
        close(pipes[0]);
        close(pipes[1]);
        become(r, ranks, sockets, r == other ? apart : NULL, patience);
        execv(YEE_COMMAND, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(pipes[1]);
    for (int a = 0; a < ranks; a++)
        for (int b = 0; b < ranks; b++)
            if (a != b)
                close(sockets[a][b]);
    t->from = pipes[0];
}

/* The first process's exit code, or minus its signal; where it was killed, the second's. What all
 * said is in said. */
static inline int end(together *t)
{
    size_t n = 0;
    int *code = t->code;
    for (ssize_t got; (got = read(t->from, said + n, sizeof said - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = 0;
    close(t->from);
    for (int r = 0; r < t->ranks; r++) {
        int status;
        ck_assert_int_eq(waitpid(t->pid[r], &status, 0), t->pid[r]);
        code[r] = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    return code[0] < 0 ? code[1] : code[0];
}

#endif
