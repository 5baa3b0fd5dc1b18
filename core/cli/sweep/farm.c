/* core/cli/sweep/farm.c: tasks are dealt one at a time, to whoever can take one. */
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

enum { NO_TASK = -1 }; /* kind of a task */

_Static_assert(sizeof(farm_task) == 2 * sizeof(int64_t), "a task has no padding");
_Static_assert(sizeof(farm_result) == sizeof(farm_task) + 2 * sizeof(int32_t) + sizeof(bool) +
                                          sizeof(((farm_result *)NULL)->message),
               "a result has no padding");

typedef struct worker {
    pid_t process;                 /* 0: none */
    int ask, answer;               /* pipes */
    int capacity, held;            /* tasks that it does at a time, and has */
    farm_task task[FARM_CAPACITY]; /* shape [held] */
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

static int capacity_of(const farm_work *work, void *user)
{
    return work->capacity ? work->capacity(user) : 1;
}

/* A result, or, with a task of kind NO_TASK, the capacity alone. */
static void answer_with(int answer, const farm_work *work, void *user, farm_result *result,
                        int *told)
{
    result->capacity = *told = capacity_of(work, user);
    fflush(NULL);
    if (!write_all(answer, result, sizeof *result))
        _exit(0);
}

/* The whole life of a process of the farm. */
static _Noreturn void serve(int ask, int answer, const farm_work *work, void *user)
{
    int held = 0, told = 1;
    for (;;) {
        farm_task task;
        struct pollfd asked = {ask, POLLIN, 0};
        while (poll(&asked, 1, held ? 0 : -1) > 0) {
            if (!read_all(ask, &task, sizeof task)) {
                close(
                    STDOUT_FILENO); /* who reads there need not wait for what a device takes */
                close(STDERR_FILENO);
                _exit(0);
            }
            farm_result result = {.task = task};
            held++;
            if (work->begin(user, &task, &result)) {
                answer_with(answer, work, user, &result, &told);
                held--;
            }
        }
        farm_result result = {.capacity = 0};
        const bool over = held && work->turn(user, &result);
        if (over)
            held--;
        else
            result.task.kind = NO_TASK;
        if (over || capacity_of(work, user) != told)
            answer_with(answer, work, user, &result, &told);
    }
}

static bool begin(worker *w, size_t count, worker *all, const farm_work *work, void *user)
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
        if (work->start)
            work->start(user, (int)(w - all));
        serve(ask[0], answer[1], work, user);
    }
    close(ask[0]);
    close(answer[1]);
    w->ask = ask[1];
    w->answer = answer[0];
    w->capacity = 1;
    w->held = 0;
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
}

/* A task is done; told the caller, who says whether more are begun. */
static bool done_with(worker *w, const farm_result *result, farm_done done, void *user)
{
    int n = 0;
    while (n < w->held - 1 && w->task[n].number != result->task.number)
        n++;
    w->task[n] = w->task[--w->held];
    return done(user, result);
}

/* A result of a process that has tasks, or how it ended with all of them; what done() says. */
static bool collect(worker *w, farm_done done, void *user)
{
    farm_result result;
    bool go = true;
    if (read_all(w->answer, &result, sizeof result)) {
        w->capacity = result.capacity < FARM_CAPACITY ? result.capacity : FARM_CAPACITY;
        return result.task.kind == NO_TASK || done_with(w, &result, done, user);
    }
    result = (farm_result){.status = YEE_INTERNAL, .capacity = 1};
    end(w, result.message, sizeof result.message);
    while (w->held) {
        result.task = w->task[0];
        go = done_with(w, &result, done, user) && go;
    }
    return go;
}

/* Gives a process one more task, if it can take one and there is one to be had. */
static bool deal(worker *w, const farm_task *task)
{
    char how[128];
    if (w->held >= w->capacity) /* which may have shrunk */
        return false;
    if (!write_all(w->ask, task, sizeof *task)) {
        w->capacity = w->held; /* collect() hears of its end */
        if (!w->held)
            end(w, how, sizeof how);
        return false;
    }
    w->task[w->held++] = *task;
    return true;
}

static size_t held_by(const worker *w, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += w[i].process > 0 ? (size_t)w[i].held : 0;
    return n;
}

struct farm {
    const farm_work *work;
    void *user;
    size_t count;
    worker *worker;       /* shape [count] */
    struct pollfd *ready; /* shape [count] */
};

farm *farm_open(int processes, const farm_work *work, void *work_user)
{
    farm *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    *f = (farm){
        .work = work, .user = work_user, .count = (size_t)(processes > 0 ? processes : 1)};
    f->worker = calloc(f->count, sizeof *f->worker);
    f->ready = calloc(f->count, sizeof *f->ready);
    if (f->worker && f->ready)
        return f;
    farm_close(f);
    return NULL;
}

void farm_close(farm *f)
{
    char how[128];
    for (size_t i = 0; f && f->worker && i < f->count; i++)
        if (f->worker[i].process)
            end(&f->worker[i], how, sizeof how);
    if (f) {
        free(f->worker);
        free(f->ready);
    }
    free(f);
}

void farm_leave(farm *f)
{
    for (size_t i = 0; f && i < f->count; i++)
        if (f->worker[i].process) {
            close(f->worker[i].ask);
            close(f->worker[i].answer);
            f->worker[i].process = 0;
        }
    farm_close(f);
}

/* Gives each of the first processes what it can take, one to each in turn, so that all have as many;
 * how many tasks are dealt then. */
static size_t deal_all(farm *f, size_t processes, size_t dealt, size_t tasks,
                       const farm_task *task)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < processes && dealt < tasks; i++) {
            worker *w = &f->worker[i];
            if (!w->process && !begin(w, f->count, f->worker, f->work, f->user))
                continue;
            const bool given = deal(w, &task[dealt]);
            dealt += given;
            more = more || given;
        }
    }
    return dealt;
}

bool farm_do(farm *f, size_t tasks, const farm_task *task, farm_done done, void *done_user)
{
    const size_t count = f->count < tasks ? f->count : tasks;
    worker *w = f->worker;
    size_t dealt = 0;
    bool go = true, ok = true;
    signal(SIGPIPE, SIG_IGN);
    while (ok && ((go && dealt < tasks) || held_by(w, count))) {
        if (go)
            dealt = deal_all(f, count, dealt, tasks, task);
        if (!held_by(w, count)) /* no process can be had */
            return false;
        for (size_t i = 0; i < count; i++)
            f->ready[i] =
                (struct pollfd){w[i].process && w[i].held ? w[i].answer : -1, POLLIN, 0};
        if (poll(f->ready, (nfds_t)count, -1) < 0 && errno != EINTR)
            ok = false;
        for (size_t i = 0; i < count && ok; i++)
            if (f->ready[i].fd >= 0 && f->ready[i].revents)
                go = collect(&w[i], done, done_user) && go;
    }
    return ok;
}

bool farm_run(int processes, size_t tasks, const farm_task *task, const farm_work *work,
              void *work_user, farm_done done, void *done_user)
{
    farm *f = farm_open((size_t)processes < tasks ? processes : (int)tasks, work, work_user);
    const bool ok = f && farm_do(f, tasks, task, done, done_user);
    farm_close(f);
    return ok;
}
