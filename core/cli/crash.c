/* core/cli/crash.c: a crash gets a sentence too, with the plugin, or else the module, that it
 * happened in. The files of a run are valid up to their last flush whatever happens; what is
 * left of the process cannot be trusted, so that it ends as it would have. */
#include "cli.h"
#include "plugin/call.h"
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
enum { OTHERS_DO = true }; /* and say more */
#else
enum { OTHERS_DO = false };
#endif
enum { FRAMES = 64, STACK = 64 << 10 };

void cli_say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

/* The first module of the frames that is not of the system, else the first of all. */
static const char *module_of(void *const *frame, int frames)
{
    static const char *const system[] = {"libc.so", "libm.so", "libpthread", "ld-linux",
                                         "vdso"};
    const char *first = NULL;
    for (int i = 0; i < frames; i++) {
        Dl_info info;
        if (!dladdr(frame[i], &info) || !info.dli_fname)
            continue;
        const char *name = strrchr(info.dli_fname, '/');
        name = name ? name + 1 : info.dli_fname;
        bool other = true;
        for (size_t s = 0; s < sizeof system / sizeof *system; s++)
            other = other && !strstr(name, system[s]);
        if (i > 0 && other) /* the first frame is on_crash() */
            return name;
        first = first ? first : name;
    }
    return first;
}

/* The thread is in no call of a plugin: one of yee's, or one that a plugin has made. A stack
 * that was overwritten may end the handler here. */
static void say_module(void)
{
    char at[CLI_CALLS];
    void *frame[FRAMES];
    const char *module = module_of(frame, backtrace(frame, FRAMES));
    cli_say(module ? module : "an unknown place");
    if (yee_call_describe(at, sizeof at, true)) {
        cli_say(", while another thread was in ");
        cli_say(at);
    }
}

static void on_crash(int number)
{
    char at[CLI_CALLS];
    cli_scratch_remove();
    cli_say("\nyee: crashed (");
    cli_say(number == SIGSEGV  ? "SIGSEGV"
            : number == SIGBUS ? "SIGBUS"
            : number == SIGFPE ? "SIGFPE"
            : number == SIGILL ? "SIGILL"
                               : "SIGABRT");
    cli_say(") in ");
    if (!yee_call_describe(at, sizeof at, false))
        say_module();
    cli_say(at);
    cli_say(", a defect of it or of what it was given; output files hold all up to their last "
            "flush, and --restart goes on from the last checkpoint\n");
    raise(number); /* the handler is gone: as without it */
}

void cli_crash_catch(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    void *frame[1];
    if (OTHERS_DO)
        return;
    struct sigaction act = {.sa_handler = on_crash,
                            .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    static char stack[STACK]; /* of a stack that overflowed */
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    yee_call_stacks();
    backtrace(frame, 1); /* loads what it needs now */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &act, NULL);
}
