/* core/cli/check/process.c: a process for each plugin: one that crashes, exits or hangs is a
 * result, and the check goes on. */
#include "process.h"
#include "base/clock.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
enum { OTHERS_CATCH = true }; /* and say more */
#else
enum { OTHERS_CATCH = false };
#endif
enum { STACK = 64 << 10 };

/* In the process of a plugin: its watch, and whether it has done all. */
static check_watch *watched;
static atomic_bool *finished;

void *check_shared(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* -- in the process of the plugin -- */

static void on_crash(int number)
{
    check_watch_ends(watched);
    raise(number); /* the handler is gone: as without it */
}

static void on_exit_of_plugin(void)
{
    if (!atomic_load(finished))
        check_watch_ends(watched);
}

static void catch_ends(check *c)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[STACK]; /* of a stack that overflowed */
    struct sigaction act = {.sa_handler = on_crash,
                            .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    watched = &c->watch;
    atexit(on_exit_of_plugin);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (OTHERS_CATCH)
        return;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &act, NULL);
}

/* -- in the process that waits -- */

/* Waits; false after it had to end a process that did not get on. */
static bool wait_for(check *c, pid_t process, double seconds, int *status)
{
    unsigned beat = atomic_load(&c->watch.beat);
    double since = yee_now();
    struct timespec nap = {0, 200000};
    for (;;) {
        const pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return true;
        if (beat != atomic_load(&c->watch.beat)) {
            beat = atomic_load(&c->watch.beat);
            since = yee_now();
        } else if (seconds > 0 && yee_now() - since > seconds) {
            kill(process, SIGKILL);
            waitpid(process, status, 0);
            return false;
        }
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 10000000)
            nap.tv_nsec *= 2;
    }
}

static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } known[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                 {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == number)
            return known[i].name;
    return "a signal";
}

/* "in emit()", "after emit(), its last call". */
static const char *place_of(const check *c, char *text, size_t size)
{
    const char *in = check_watch_last(&c->watch), *last = atomic_load(&c->watch.last);
    if (!atomic_load(&c->watch.loaded))
        snprintf(text, size, "while the file was loaded");
    else if (in)
        snprintf(text, size, "in %s()", in);
    else if (last)
        snprintf(text, size, "after %s(), its last call", last);
    else
        snprintf(text, size, "before any of its functions was called");
    return text;
}

static bool judge_end(check *c, bool waited, bool done, double seconds, int status)
{
    char place[64];
    place_of(c, place, sizeof place);
    if (!waited)
        check_judge(c, false, "hangs %s: nothing happened for %g s", place, seconds);
    else if (WIFSIGNALED(status))
        check_judge(c, false, "crashed (%s) %s", signal_name(WTERMSIG(status)),
                    done ? "when its process ended" : place);
    else if (!done)
        check_judge(c, false, "ended the process with exit code %d %s", WEXITSTATUS(status),
                    place);
    else if (WEXITSTATUS(status))
        check_judge(c, false, "its process ended with exit code %d", WEXITSTATUS(status));
    else
        return true;
    return false;
}

bool check_process(check *c, void (*work)(check *c, void *user), void *user, double seconds)
{
    int status = 0;
    atomic_bool *done = check_shared(sizeof *done);
    if (!done) {
        check_judge(c, false, "no memory for a process to try it in");
        return false;
    }
    check_watch_reset(&c->watch);
    fflush(NULL);
    const pid_t waiting = getpid();
    const pid_t process = fork();
    if (process < 0) {
        check_judge(c, false, "no process to try it in: %s", strerror(errno));
        munmap(done, sizeof *done);
        return false;
    }
    if (!process) {
        finished = done;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != waiting)
            _exit(1);
        catch_ends(c);
        work(c, user);
        fflush(NULL);
        atomic_store(done, true);
        exit(0);
    }
    const bool waited = wait_for(c, process, seconds, &status);
    const bool ended = atomic_load(done);
    munmap(done, sizeof *done);
    return judge_end(c, waited, ended, seconds, status);
}
