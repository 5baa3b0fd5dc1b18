/* core/cli/interrupt.c: Ctrl-C and SIGTERM where no run is under way: while plugins are loaded,
 * a model is read, painted, planned, measured for, and in all commands but `yee run`.
 *
 * What is at work then may be anybody's code, and may take as long as it likes, so that none of
 * it is asked to stop: the handler says whose it is and ends the process. No output file is
 * open before the first step, and files that have not taken their place go. */
#include "base/clock.h"
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

/* ---- a run, or a sweep, is under way ---- */

enum { TERM, INT, SIGNALS };
/* s: programs such as timeout(1) send a signal to the process and once more to its group. */
static const double AT_ONCE = 0.1;

static void (*first)(int number);
static volatile sig_atomic_t came[SIGNALS];
static double came_at[SIGNALS];

static void on_repeated(int number)
{
    const int n = number == SIGINT ? INT : TERM;
    if (!came[n]) {
        came_at[n] = yee_now();
        came[n] = 1;
        first(number);
    } else if (yee_now() > came_at[n] + AT_ONCE) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void cli_interrupt_asks(void (*stop)(int number))
{
    struct sigaction action = {.sa_handler = on_repeated};
    first = stop;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void cli_interrupt_catch(bool run)
{
    struct sigaction action = {.sa_handler = on_signal};
    runs = run;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
