/* core/cli/session.c: a session whose sentences go to standard error. */
#include "cli.h"
#include <stdarg.h>
#include <string.h>

static bool quiet_log, silent_log;

/* Log lines may come from the I/O thread. */
static void print_line(void *user, yee_level level, const char *line)
{
    static const char *const word[] = {"", "", "warning: ", "error: "};
    (void)user;
    if (silent_log || level == YEE_DEBUG || (level == YEE_INFO && quiet_log))
        return;
    cli_bar_line(word[level], line);
}

yee_status cli_fail(yee_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_stage_hide();
    cli_bar_hide();
    fputs("yee: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return status;
}

yee_status cli_fail_session(yee_status status, const yee_session *session)
{
    const char *sentence = yee_session_error(session);
    return cli_fail(status, "%s", *sentence ? sentence : "failed without saying why");
}

void cli_session_silent(bool silent) { silent_log = silent; }

static char command_line[4096];

void cli_session_command(int argc, char **argv)
{
    size_t at = 0;
    for (int i = 0; i < argc && at < sizeof command_line; i++)
        at += (size_t)snprintf(command_line + at, sizeof command_line - at, "%s%s",
                               i ? " " : "", argv[i]);
}

yee_status cli_session_open(const char *plugin_path, bool quiet, yee_session **session)
{
    quiet_log = quiet;
    const yee_session_options options = {.size = sizeof options,
                                         .plugin_path = plugin_path,
                                         .log = print_line,
                                         .command = command_line};
    yee_status status = yee_session_open(&options, session);
    cli_leave_watch();
    return status ? cli_fail_session(status, NULL) : YEE_OK;
}
