/* core/cli/interrupt.c: Ctrl-C and SIGTERM where no run is under way: while plugins are loaded,
 * a model is read, painted, planned, measured for, and in all commands but `yee run`.
 *
 * What is at work then may be anybody's code, and may take as long as it likes, so that none of
 * it is asked to stop: the handler says whose it is and ends the process. No output file is
 * open before the first step, and files that have not taken their place go. */
#include "base/temporary.h"
#include "cli.h"
#include "plugin/call.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static bool runs; /* it is at what comes before a first step */

static void on_signal(int number)
{
    char at[CLI_CALLS];
    cli_scratch_remove();
    cli_say(number == SIGINT ? "yee: interrupted by SIGINT" : "yee: interrupted by SIGTERM");
    cli_say(runs ? " before the first step" : "");
    if (yee_call_describe(at, sizeof at, true)) {
        cli_say(", in ");
        cli_say(at);
    }
    cli_say(runs ? "; no output file was touched\n" : "\n");
    yee_temporary_remove();
    cli_end(YEE_INTERRUPTED);
}

void cli_interrupt_catch(bool run)
{
    struct sigaction action = {.sa_handler = on_signal};
    runs = run;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
