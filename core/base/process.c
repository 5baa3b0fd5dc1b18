/* core/base/process.c: working folder, mask of new files, locale and floating-point environment
 * outlive what a plugin does to them. */
#include "process.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The process as it was, while any thread is within yee. */
static int within, folder = -1;
static mode_t mask;

/* The thread as it was. */
static _Thread_local int nested;
static _Thread_local locale_t locale_before;
static _Thread_local fenv_t numbers;

static locale_t plain;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/* The mask, without setting another one for a moment where the system tells it. */
static mode_t read_mask(void)
{
    unsigned value;
    char line[128];
    bool found = false;
    FILE *status = fopen("/proc/self/status", "re");
    while (status && !found && fgets(line, sizeof line, status))
        found = sscanf(line, "Umask: %o", &value) == 1;
    if (status)
        fclose(status);
    if (found)
        return (mode_t)value;
    const mode_t now = umask(077);
    umask(now);
    return now;
}

static void begin(void)
{
    if (nested++)
        return;
    pthread_once(&once, make_plain);
    locale_before = plain ? uselocale(plain) : (locale_t)0;
    fegetenv(&numbers);
}

static void end(void)
{
    if (--nested)
        return;
    fesetenv(&numbers);
    if (locale_before)
        uselocale(locale_before);
}

void yee_process_begin_thread(void) { begin(); }
void yee_process_end_thread(void) { end(); }

int yee_process_start_thread(pthread_t *thread, void *(*run)(void *), void *user)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        sigdelset(&all, own[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

void yee_process_enter(void)
{
    begin();
    pthread_mutex_lock(&lock);
    if (!within++) {
        folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
        mask = read_mask();
    }
    pthread_mutex_unlock(&lock);
}

static void restore_process(void)
{
    if (!within)
        return;
    if (folder >= 0 && fchdir(folder)) {
        /* the folder is gone: files cannot be made, which is said then */
    }
    umask(mask);
}

void yee_process_restore(void)
{
    if (!nested)
        return;
    fesetenv(&numbers);
    pthread_mutex_lock(&lock);
    restore_process();
    pthread_mutex_unlock(&lock);
}

bool yee_process_move(const char *path)
{
    pthread_mutex_lock(&lock);
    const bool ok = !chdir(path);
    if (ok && within) {
        if (folder >= 0)
            close(folder);
        folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

void yee_process_leave(void)
{
    pthread_mutex_lock(&lock);
    restore_process();
    if (!--within && folder >= 0) {
        close(folder);
        folder = -1;
    }
    pthread_mutex_unlock(&lock);
    end();
}
