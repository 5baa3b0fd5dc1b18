/* core/plugin/call.h: the border, call by call: every function of a plugin is called by the core
 * through here, so that a crash, an exit() or a hang can be laid at its door, and so that a
 * status which breaks the contract (yee/types.h) becomes a sentence. */
#ifndef YEE_CORE_CALL_H
#define YEE_CORE_CALL_H

#include "host.h"

/* A call under way, on the stack of the caller, with what it covers: the call around it. */
typedef struct yee_call {
    struct yee_call *outer;
    const yee_instance *instance;
    const char *file, *function;
    unsigned failures; /* yee_diag_failures() when it began, without those of inner calls */
    bool failed;       /* the plugin called host->fail() */
} yee_call;

/* From now on, until the end, the thread is in `function` of the instance. Calls nest. */
void yee_call_begin(yee_call *call, const yee_instance *instance, const char *function);
/* A module is loaded: its constructors run, and its tables are read. */
void yee_call_load(yee_call *call, const char *file);
/* Ends the call that began last; true where host->fail() was called in it. */
bool yee_call_end(void);
/* Ends it and judges the status: one that is none, a failure without a sentence and a success
 * after host->fail() are YEE_PLUGIN; a success after one of the core's own functions failed is
 * that failure. */
yee_status yee_call_status(yee_status status);
/* Ends it; the value, a status without judgement. */
yee_status yee_call_raw(yee_status status);
double yee_call_double(double value);
int yee_call_int(int value);
int64_t yee_call_count(int64_t value);
const char *yee_call_text(const char *value);

/* Calls a function of a table for an instance: its value, a status after judgement. The
 * arguments are evaluated within the call. */
#define YEE_CALL(instance, ops, function, ...) \
    (yee_call_begin(&(yee_call){NULL}, instance, #function), \
     _Generic((ops)->function(__VA_ARGS__), \
         yee_status: yee_call_status, \
         double: yee_call_double, \
         int: yee_call_int, \
         int64_t: yee_call_count, \
         const char *: yee_call_text)((ops)->function(__VA_ARGS__)))
/* As YEE_CALL, for those who judge a status themselves: it is what the function returned. */
#define YEE_CALL_RAW(instance, ops, function, ...) \
    (yee_call_begin(&(yee_call){NULL}, instance, #function), \
     _Generic((ops)->function(__VA_ARGS__), \
         yee_status: yee_call_raw, \
         double: yee_call_double, \
         int: yee_call_int, \
         int64_t: yee_call_count, \
         const char *: yee_call_text)((ops)->function(__VA_ARGS__)))
/* One that returns nothing. */
#define YEE_CALL_VOID(instance, ops, function, ...) \
    (yee_call_begin(&(yee_call){NULL}, instance, #function), (ops)->function(__VA_ARGS__), \
     (void)yee_call_end())

/* host->fail() was called on this thread. */
void yee_call_failed(void);

/* "emit() of plugin 'bad' [source.x], bad.so": the innermost call that this thread makes; with
 * `others` those of the other threads too, joined by "and". The length, 0: none. For signal
 * handlers as well. */
size_t yee_call_describe(char *text, size_t size, bool others);
/* From now on told() hears of every call that begins, and where one ends of that around it (NULL,
 * NULL: none), on the thread that makes it: it must be quick and call no plugin. */
void yee_call_watch(void (*told)(const yee_instance *instance, const char *function,
                                 bool begins));
/* From now on threads that call plugins get a stack for signal handlers, on which the overflow
 * of their own can be said. */
void yee_call_stacks(void);

#endif
