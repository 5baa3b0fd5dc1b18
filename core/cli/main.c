/* core/cli/main.c: the command `yee`: finds the subcommand and turns its status into the exit
 * code. */
#include "base/nearest.h"
#include "base/process.h"
#include "base/version.h"
#include "cli.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const cli_command *const cli_commands[] = {
    &cli_run,  &cli_sweep,   &cli_plan,  &cli_geometry, &cli_model,   &cli_post, &cli_gather,
    &cli_help, &cli_plugins, &cli_check, &cli_plot,     &cli_compare, &cli_new,  NULL,
};

/* Exit codes are the values of yee_status. */
static const char *const exit_code[] = {
    [YEE_OK] = "success",
    [YEE_INTERNAL] = "a defect of yee or of a plugin",
    [YEE_USAGE] = "the command line is wrong",
    [YEE_INPUT] = "the model is wrong: key, value, unit, geometry, physics",
    [YEE_PLUGIN] = "a plugin cannot be loaded or broke its contract",
    [YEE_IO] = "a file cannot be read or written",
    [YEE_MEMORY] = "not enough memory",
    [YEE_DECLINED] = "the scheme or a plugin does not execute what the model asks for",
    [YEE_DIVERGED] = "the fields left the physical range",
    [YEE_INTERRUPTED] = "stopped by a signal; what was written is valid",
    [YEE_LOST] = "another process of the run is gone or does not answer",
};

const cli_command *cli_find(const char *name)
{
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (!strcmp((*c)->name, name))
            return *c;
    return NULL;
}

void cli_print_general(FILE *out)
{
    fputs("usage: yee COMMAND ...\n\n", out);
    for (const cli_command *const *c = cli_commands; *c; c++) {
        int at = fprintf(out, "  %s %s", (*c)->name, (*c)->arguments);
        at += fprintf(out, "%*s", at < 26 ? 26 - at : 1, "");
        cli_wrap(out, at, 26, (*c)->summary);
    }
    fprintf(out, "  %-24sPrints the version, the revision and the plugin ABI.\n", "--version");
    fputs("\n`yee COMMAND --help` lists the options of a command. `yee help NAME` explains a\n"
          "plugin, a kind of plugins (material, boundary, waveform, source, shape, output,\n"
          "scheme, importer, post, transport) or a section of the model file (grid, run, "
          "plugins).\n"
          "Words of the trades (port, tfsf, pml, s11) lead to their pages, and\n"
          "`yee help units` says how numbers are written.\n"
          "\nExit codes:\n",
          out);
    for (size_t i = 0; i < sizeof exit_code / sizeof *exit_code; i++)
        fprintf(out, "  %zu  %s\n", i, exit_code[i]);
    fprintf(out,
            "\n--plugin-path FOLDERS[:...] and the variable YEE_PLUGIN_PATH name folders that\n"
            "are searched for plugins before ~/.local/lib/yee/%d and yee's own.\n",
            YEE_ABI_MAJOR);
}

static yee_status unknown_command(const char *word)
{
    const char *words[16];
    size_t count = 0;
    for (const cli_command *const *c = cli_commands; *c; c++)
        words[count++] = (*c)->name;
    struct stat info;
    if (!access(word, R_OK) && !stat(word, &info) && !S_ISDIR(info.st_mode))
        return cli_fail(YEE_USAGE,
                        "%s is no command; `yee run %s` runs it, `yee --help` lists "
                        "all commands",
                        word, word);
    const char *nearest = yee_text_nearest(word, count, words);
    if (nearest)
        return cli_fail(YEE_USAGE, "%s is no command; did you mean `yee %s`?", word, nearest);
    return cli_fail(YEE_USAGE, "%s is no command; `yee --help` lists them", word);
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

static yee_status dispatch(int argc, char **argv)
{
    if (argc < 2) {
        cli_print_general(stderr);
        return YEE_USAGE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("yee %s (%s), plugin ABI %d.%d\n", yee_version(), yee_revision(), YEE_ABI_MAJOR,
               YEE_ABI_MINOR);
        return YEE_OK;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        cli_print_general(stdout);
        return YEE_OK;
    }
    const cli_command *command = cli_find(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    argc -= 2;
    argv += 2;
    if (command->run == cli_help.run && argc == 0) {
        cli_print_general(stdout);
        return YEE_OK;
    }
    if (command->most >= 0 || command->options) {
        if (asks_help(argc, argv)) {
            cli_options_print(command, stdout);
            return YEE_OK;
        }
        yee_status status = cli_options_read(command, &argc, argv);
        if (status)
            return status;
    }
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    /* A reader that goes away (`yee help | head`) is an error of write(), not a signal. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
    cli_crash_catch();
    cli_leave_watch();
    cli_interrupt_catch(false);
    cli_session_command(argc, argv);
    yee_process_enter(); /* and never left: numbers are printed with a point */
    yee_status status = dispatch(argc, argv);
    if (fflush(stdout) && errno != EPIPE && !status)
        status = cli_fail(YEE_IO, "cannot write to standard output: %s", strerror(errno));
    return cli_leave((int)status);
}
