/* core/cli/interrupt.c: Ctrl-C and SIGTERM before a run begins: while it is read, painted,
 * planned, measured for.
 *
 * What is at work then may be anybody's code, and may take as long as it likes, so that none of
 * it is asked to stop: the handler says its sentence and ends the process. No output file is
 * open before the first step. */
#include "cli.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void on_signal(int number)
{
    say(number == SIGINT ? "yee: interrupted by SIGINT" : "yee: interrupted by SIGTERM");
    say(" before the first step; no output file was touched\n");
    _exit(YEE_INTERRUPTED);
}

void cli_interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
