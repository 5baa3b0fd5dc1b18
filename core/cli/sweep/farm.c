/* core/cli/sweep/farm.c: tasks are dealt one at a time, to whoever is free. */
#include "farm.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct worker {
    pid_t process;   /* 0: none */
    int ask, answer; /* pipes */
    bool busy;
    farm_task task;
} worker;

static bool read_all(int from, void *to, size_t bytes)
{
    for (char *at = to; bytes;) {
        const ssize_t n = read(from, at, bytes);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        at += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_all(int to, const void *from, size_t bytes)
{
    for (const char *at = from; bytes;) {
        const ssize_t n = write(to, at, bytes);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The whole life of a process of the farm. */
static _Noreturn void serve(int ask, int answer, farm_work work, void *user)
{
    farm_task task;
    while (read_all(ask, &task, sizeof task)) {
        farm_result result = {.task = task};
        work(user, &task, &result);
        fflush(NULL);
        if (!write_all(answer, &result, sizeof result))
            break;
    }
    _exit(0);
}

static bool begin(worker *w, size_t count, worker *all, farm_start start, farm_work work,
                  void *user)
{
    int ask[2], answer[2];
    const pid_t caller = getpid();
    if (pipe(ask))
        return false;
    if (pipe(answer)) {
        close(ask[0]);
        close(ask[1]);
        return false;
    }
    fflush(NULL);
    w->process = fork();
    if (!w->process) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != caller)
            _exit(1);
        for (size_t i = 0; i < count; i++) /* so that each sees its own pipe end */
            if (all[i].process > 0 && &all[i] != w) {
                close(all[i].ask);
                close(all[i].answer);
            }
        close(ask[1]);
        close(answer[0]);
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        if (start)
            start(user, (int)(w - all));
        serve(ask[0], answer[1], work, user);
    }
    close(ask[0]);
    close(answer[1]);
    w->ask = ask[1];
    w->answer = answer[0];
    w->busy = false;
    if (w->process > 0)
        return true;
    close(w->ask);
    close(w->answer);
    w->process = 0;
    return false;
}

/* Waits for a process that has nothing more to do; how: how it ended. */
static void end(worker *w, char *how, size_t size)
{
    int status = 0;
    close(w->ask);
    close(w->answer);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status))
        snprintf(how, size, "its process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, size, "its process ended with exit code %d", WEXITSTATUS(status));
    w->process = 0;
    w->busy = false;
}

/* The result of a busy process, or how it ended. */
static void collect(worker *w, farm_result *result)
{
    if (read_all(w->answer, result, sizeof *result)) {
        w->busy = false;
        return;
    }
    *result = (farm_result){.task = w->task, .status = YEE_INTERNAL};
    end(w, result->message, sizeof result->message);
}

bool farm_run(int processes, size_t tasks, const farm_task *task, farm_start start,
              farm_work work, void *work_user, farm_done done, void *done_user)
{
    const size_t count =
        (size_t)processes < tasks ? (size_t)(processes > 0 ? processes : 1) : tasks;
    worker *w = calloc(count + 1, sizeof *w);
    struct pollfd *ready = calloc(count + 1, sizeof *ready);
    size_t dealt = 0, busy = 0;
    bool go = w && ready, ok = go;
    char how[128];
    signal(SIGPIPE, SIG_IGN);
    while (ok && ((go && dealt < tasks) || busy)) {
        for (size_t i = 0; i < count && go && dealt < tasks; i++) {
            if (w[i].busy)
                continue;
            if (!w[i].process && !begin(&w[i], count, w, start, work, work_user))
                continue;
            w[i].task = task[dealt];
            if (!write_all(w[i].ask, &task[dealt], sizeof *task)) {
                end(&w[i], how, sizeof how);
                continue;
            }
            dealt++;
            w[i].busy = true;
            busy++;
        }
        if (!busy) { /* no process can be had */
            ok = false;
            break;
        }
        for (size_t i = 0; i < count; i++)
            ready[i] = (struct pollfd){w[i].busy ? w[i].answer : -1, POLLIN, 0};
        if (poll(ready, (nfds_t)count, -1) < 0 && errno != EINTR)
            ok = false;
        for (size_t i = 0; i < count && ok; i++)
            if (w[i].busy && ready[i].revents) {
                farm_result result;
                collect(&w[i], &result);
                busy--;
                go = done(done_user, &result) && go;
            }
    }
    for (size_t i = 0; w && i < count; i++)
        if (w[i].process)
            end(&w[i], how, sizeof how);
    free(w);
    free(ready);
    return ok;
}
