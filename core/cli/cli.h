/* core/cli/cli.h: what the commands of `yee` share. Only files of this folder print. */
#ifndef YEE_CLI_H
#define YEE_CLI_H

#include <stdio.h>
#include <yee/libyee.h>

/* A repeatable option. */
typedef struct cli_list {
    size_t count;
    const char **v; /* room for every word of the command line, and one more */
} cli_list;

/* One option of a command; exactly one of flag, text and list is given. A table ends with a
 * zeroed entry. */
typedef struct cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* what the help calls the value; NULL: a flag */
    const char *help;
    bool *flag;
    const char **text;
    cli_list *list;
} cli_option;

typedef struct cli_command {
    const char *name;
    const char *arguments; /* "MODEL.ini" */
    const char *summary;   /* one line */
    const cli_option *options;
    int least, most; /* number of arguments; most < 0: any */
    yee_status (*run)(int argc, char **argv);
} cli_command;

/* main.c. Every command has a file, or a folder, of its own. */
extern const cli_command cli_run, cli_sweep, cli_plan, cli_geometry, cli_model, cli_help,
    cli_plugins, cli_check, cli_plot, cli_compare, cli_post, cli_gather, cli_new;
extern const cli_command *const cli_commands[]; /* ends with NULL */
const cli_command *cli_find(const char *name);
void cli_print_general(FILE *out);

/* balance.c: collective. Reads and plans a run's model anew where cuts at other places pay, or its
 * checkpoint has some. spent: s that reading and planning took. *model and *simulation: the new ones,
 * or NULL where that has failed. */
yee_status cli_balance(yee_session *session, const char *path, const cli_list *set,
                       bool restart, double spent, yee_model **model,
                       yee_simulation **simulation);

/* The options --trace and --importer of commands that read a model; name: where each is kept. */
#define CLI_TRACE(name) \
    { \
        "trace", "N", "Trace N alone of a model with [sweep.NAME]; they begin at 0.", NULL, \
            &(name), NULL \
    }
#define CLI_IMPORTER(name) \
    { \
        "importer", "IMPORTER", "Reads the model file by this importer, whatever its ending.", \
            NULL, &(name), NULL \
    }
/* Adds the override that chooses the importer; name NULL: nothing. Where the list has room for
 * every word of the command line, it has room for that. */
void cli_importer(cli_list *set, const char *name);
/* Sets what CLI_TRACE has read, if anything. */
void cli_trace(cli_list *set, const char *number);
/* help.c: the rest of a sentence that begins with a kind's name. */
extern const char *const cli_kind_role[YEE_KINDS];
/* synonyms.c: prints where `yee help` tells of another word of the trades: those pages that are
 * known. False: there is none. */
bool cli_synonym_print(const yee_session *session, const char *word,
                       bool (*known)(const yee_session *session, const char *page));
/* Another program's word for an option: the name of ours that takes its value, where the command has
 * that (NULL: none does), and else what a sentence says of our way. */
typedef struct cli_other_option {
    const char *word, *option, *instead;
} cli_other_option;
/* NULL: none. *value: what follows the word in one, "-n64", or NULL. */
const cli_other_option *cli_synonym_option(const char *word, const char **value);
/* json.c: prints what is known of these plugins, kinds and sections (none: of all) as one JSON
 * document. */
void cli_json_print(const yee_session *session, int count, char *const *name);

/* crash.c */
enum { CLI_CALLS = 1024 }; /* bytes that the names of all calls of plugins are given */
/* From now on a crash says in which call of which plugin, or else module, it happened. */
void cli_crash_catch(void);
/* Writes to standard error at once; for signal handlers. */
void cli_say(const char *text);

/* leave.c */
/* From now on exit() ends the process with a sentence and YEE_PLUGIN; called again once
 * plugins are loaded, to be before what they let exit() do. */
void cli_leave_watch(void);
/* The end of main(): returns the exit code. */
int cli_leave(int code);
/* Ends the process at once, for handlers of signals: _exit(), of which the command knows. */
_Noreturn void cli_end(int code);

/* interrupt.c: from now on SIGINT and SIGTERM end the command at once, with a sentence and
 * YEE_INTERRUPTED; run: for what comes before the first step. */
void cli_interrupt_catch(bool run);
/* From now on the first SIGINT and the first SIGTERM call `stop`, in the handler; one that comes again
 * more than a tenth of a second later ends the process. */
void cli_interrupt_asks(void (*stop)(int number));

/* scratch.c */
/* Makes an empty folder for files of the moment, in $TMPDIR or /tmp; NULL: it cannot be. There is
 * one at a time; the path lives until it goes. */
const char *cli_scratch_make(void);
/* Removes it, and the files in it; for signal handlers as well. */
void cli_scratch_remove(void);

/* options.c: reads the options, moves the arguments that are left to the front of argv and
 * returns YEE_OK, or YEE_USAGE after saying what is wrong. */
yee_status cli_options_read(const cli_command *command, int *argc, char **argv);
void cli_options_print(const cli_command *command, FILE *out);

/* session.c */
/* Keeps the command line for the output files of the sessions to come. */
void cli_session_command(int argc, char **argv);
/* Opens a session whose log goes to standard error; says why when it fails. quiet: warnings
 * and errors only. */
yee_status cli_session_open(const char *plugin_path, bool quiet, yee_session **session);
/* silent: another process prints the log of this one's session. */
void cli_session_silent(bool silent);
/* "yee: error: ..." on standard error; returns status. */
yee_status cli_fail(yee_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The session's own sentence. */
yee_status cli_fail_session(yee_status status, const yee_session *session);

/* progress.c */
/* Whether standard error is a terminal whose last line can be written anew. */
bool cli_terminal(void);
/* A progress bar stands in the last line, once it has taken a moment; as often as it is worth it.
 * Then it stays where it is. */
void cli_bar_show(const char *text);
void cli_bar_hide(void);
/* Writes a log line, above the bar. */
void cli_bar_line(const char *word, const char *line);
/* Says on a terminal what is being done and for how long, until it is hidden, and nothing is
 * left of it. */
void cli_stage_show(const char *stage);
void cli_stage_hide(void);

/* print.c */
int cli_width(FILE *out); /* columns of the terminal; 96 where there is none */
/* Prints text, wrapped at words between column `left` and the width; the cursor is already at
 * column `at`. Ends with a newline. */
void cli_wrap(FILE *out, int at, int left, const char *text);
const char *cli_bytes(char *text, size_t size, double bytes);
const char *cli_duration(char *text, size_t size, double seconds);

#endif
