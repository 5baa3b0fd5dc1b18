/* core/cli/leave.c: nobody but main() ends the process. A plugin, or a library of its, that
 * calls exit() would end it with the exit code of its choice in the middle of a run; that of a
 * broken plugin is the true one.
 *
 * What exit() would still do, closing files of HDF5 while another thread writes to them, is left
 * out: they stay as their last flush left them, valid. _exit() asks nobody: the command has one of
 * its own, which modules find before that of the C library. */
#include "cli.h"
#include "plugin/call.h"
#include <hdf5.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sanitizers have functions of these names. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define CLI_OWN_EXIT 0
#elif defined __has_feature
#define CLI_OWN_EXIT !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define CLI_OWN_EXIT 1
#endif

static pid_t process; /* a fork() of a plugin may end as it likes */
static bool expected;

_Noreturn void cli_end(int code)
{
    for (;;)
        syscall(SYS_exit_group, code);
}

/* function: "exit()". */
static void say_left(const char *function)
{
    char at[CLI_CALLS];
    cli_scratch_remove();
    const bool own = yee_call_describe(at, sizeof at, false);
    const bool some = own || yee_call_describe(at, sizeof at, true);
    cli_say("\nyee: the process was ended by ");
    cli_say(function);
    cli_say(own    ? " in "
            : some ? " on a thread that yee did not make, while another was in "
                   : "");
    cli_say(at);
    cli_say("; a plugin returns host->fail() instead. Output files hold all up to their last "
            "flush, and --restart goes on from the last checkpoint\n");
    cli_end(YEE_PLUGIN);
}

static void on_leave(void)
{
    if (expected || getpid() != process)
        return;
    fflush(stdout);
    say_left("exit()");
}

#if CLI_OWN_EXIT
__attribute__((visibility("default"))) _Noreturn void _exit(int code)
{
    if (process && !expected && getpid() == process)
        say_left("_exit()");
    cli_end(code);
}

__attribute__((visibility("default"))) _Noreturn void _Exit(int code) { _exit(code); }
#endif

void cli_leave_watch(void)
{
    if (!process) {
        process = getpid();
        H5dont_atexit();
        at_quick_exit(on_leave);
    }
    atexit(on_leave); /* handlers that came later are called first */
}

int cli_leave(int code)
{
    expected = true;
    return code;
}
