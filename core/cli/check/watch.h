/* core/cli/check/watch.h: which function of the plugin under test is called, how often, and by
 * which thread: what is said when one of them crashes, ends the process or never returns. */
#ifndef YEE_CLI_CHECK_WATCH_H
#define YEE_CLI_CHECK_WATCH_H

#include "plugin/registry.h"
#include <stdatomic.h>

enum { CHECK_THREADS = 256, CHECK_FUNCTIONS = 32 };

/* Lives in memory that the processes of a check share; they are forks of one program, in which
 * names of functions lie at the same place. */
typedef struct check_watch {
    struct {
        const char *_Atomic name; /* NULL: no more */
        atomic_long calls;
    } function[CHECK_FUNCTIONS];
    atomic_uint beat;                      /* grows whenever a call begins or ends */
    const char *_Atomic in[CHECK_THREADS]; /* the function that a thread is in, NULL: none */
    atomic_int threads;                    /* that ever called */
    const char *_Atomic last;              /* the function that was called last */
    atomic_bool known;                     /* the thread that ended the process is */
    const char *_Atomic ended_in;          /* its function, NULL: none */
    atomic_bool loaded;                    /* all modules are */
    atomic_int closed; /* the last status but YEE_OK that a close() of an output returned */
} check_watch;

/* Before a process begins. */
void check_watch_reset(check_watch *watch);
/* From now on calls of functions of this plugin are told to the watch. One plugin in a
 * process. */
void check_watch_plugin(check_watch *watch, yee_registered *registered);
/* This thread ends the process. For signal handlers as well. */
void check_watch_ends(check_watch *watch);
/* The function in which the process ended, as far as is known; NULL: between two calls. */
const char *check_watch_last(const check_watch *watch);
long check_watch_calls(const check_watch *watch, const char *function);
/* "emit 3, fill 120; never waveform": the functions of a plugin that were called, how often, and
 * those of its table that were not. Returns whether any was. */
bool check_watch_list(const check_watch *watch, const yee_plugin *plugin, char *text,
                      size_t size);
/* Calls of all functions so far. */
long check_watch_total(const check_watch *watch);

#endif
