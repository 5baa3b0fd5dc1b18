/* core/cli/leave.c: nobody but main() ends the process. A plugin, or a library of its, that
 * calls exit() would end it with the exit code of its choice in the middle of a run; that of a
 * broken plugin is the true one.
 *
 * What exit() would still do, closing files of HDF5 while another thread writes to them, is left
 * out: they stay as their last flush left them, valid. _exit() asks nobody, and is not seen. */
#include "cli.h"
#include "plugin/call.h"
#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>

static pid_t process; /* a fork() of a plugin may end as it likes */
static bool expected;

static void on_leave(void)
{
    char at[CLI_CALLS];
    if (expected || getpid() != process)
        return;
    fflush(stdout);
    cli_scratch_remove();
    const bool own = yee_call_describe(at, sizeof at, false);
    const bool some = own || yee_call_describe(at, sizeof at, true);
    cli_say("\nyee: the process was ended by exit()");
    cli_say(own    ? " in "
            : some ? " on a thread that yee did not make, while another was in "
                   : "");
    cli_say(at);
    cli_say("; a plugin returns host->fail() instead. Output files hold all up to their last "
            "flush, and --restart goes on from the last checkpoint\n");
    _exit(YEE_PLUGIN);
}

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
