/* core/cli/check/watch.h: which function of the plugin under test is called, how often, and by
 * which thread: what is said when one of them crashes, ends the process or never returns. */
#ifndef YEE_CLI_CHECK_WATCH_H
#define YEE_CLI_CHECK_WATCH_H

#include "plugin/registry.h"
#include <stdatomic.h>
#include <yee/problem.h>

/* Functions of all kinds; scheme.c judges those of schemes. */
typedef enum check_call {
    CALL_NONE,
    CALL_DESCRIBE,
    CALL_CLOSE_FACE,
    CALL_STRETCH,
    CALL_DAMPING,
    CALL_OPEN_WAVEFORM,
    CALL_VALUE,
    CALL_BAND,
    CALL_EMIT,
    CALL_WAVEFORM,
    CALL_FILL,
    CALL_BOUNDS,
    CALL_INSIDE,
    CALL_PAINT,
    CALL_SPANS,
    CALL_PLAN,
    CALL_OPEN,
    CALL_RECEIVE,
    CALL_CLOSE,
    CALL_STATE,
    CALL_CONVERT,
    CALLS
} check_call;
extern const char *const check_call_name[CALLS]; /* "describe" */

enum { CHECK_THREADS = 256 };

/* Lives in memory that the processes of a check share. */
typedef struct check_watch {
    atomic_long count[CALLS];
    atomic_uint beat;             /* grows whenever a call begins or ends */
    atomic_int in[CHECK_THREADS]; /* the call that a thread is in */
    atomic_int threads;           /* that ever called */
    atomic_int last;              /* the call that began last */
    atomic_int ended_in; /* the call of the thread that ended the process; -1: unknown */
    atomic_bool loaded;  /* all modules are */
    int closed;          /* the last status but YEE_OK that a close() of an output returned */
} check_watch;

/* From now on calls of the plugin's functions go through the watch: its place in the registry
 * gets a copy of its tables. One plugin in a process. */
void check_watch_plugin(check_watch *watch, yee_registered *registered);
/* Signals that sources of the plugin emitted since the last call of check_watch_forget(), for
 * groups and ports, with the number of their points or edges. False: there are no more. */
bool check_watch_signals(size_t n, const yee_signals **signals, int64_t *points);
void check_watch_forget(void);
/* The call that this thread is in. */
check_call check_watch_here(void);
/* The call in which the process ended, as far as is known; CALL_NONE: between two calls. */
check_call check_watch_last(const check_watch *watch);
/* Calls of all functions so far. */
long check_watch_total(const check_watch *watch);
/* "emit 3, fill 120; never: waveform": functions of the table and how often each was called.
 * Returns whether any was. */
bool check_watch_list(const check_watch *watch, const yee_plugin *plugin, char *text,
                      size_t size);

#endif
