/* core/plugin/call.c: which function of which plugin every thread is in.
 *
 * A thread takes a record of a table, which signal handlers can read, with its first call and
 * gives it back when it ends. What an inner call covers is kept on the stack of its caller. */
#include "call.h"

#include "base/process.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 1024, STACK = 64 << 10 };

/* Handlers on other threads read it member by member: what each points to lives on. */
typedef struct record {
    _Alignas(64) atomic_bool taken;
    const yee_instance *_Atomic instance;        /* NULL: a file is being loaded */
    const char *_Atomic file, *_Atomic function; /* NULL: no call */
    yee_call *call;                              /* the innermost; for the thread alone */
    void *stack;                                 /* for its signal handlers, or NULL */
} record;

static record table[THREADS];
static atomic_bool stacks;
static void (*watcher)(const yee_instance *instance, const char *function, bool begins);
static pthread_key_t leaving;
static bool keyed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
/* The model of threads' storage is the compiler's choice: "initial-exec" would save a call in
 * libyee.so, and a program could not load that any more once it runs (dlopen, Python's ctypes). */
static _Thread_local record *mine;
static _Thread_local record spare;

static void leave(void *user)
{
    record *r = user;
    if (r->stack) {
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
        free(r->stack);
    }
    r->stack = NULL;
    mine = NULL;
    atomic_store(&r->taken, false);
}

static void make_key(void) { keyed = !pthread_key_create(&leaving, leave); }

/* The overflow of a stack can be told on another one only. */
static void give_stack(record *r)
{
    stack_t now;
    if (!atomic_load(&stacks) || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
        return;
    r->stack = malloc(STACK);
    if (r->stack)
        sigaltstack(&(stack_t){.ss_sp = r->stack, .ss_size = STACK}, NULL);
}

/* The thread's record: of the table, or one that only its own handlers see. */
static record *enter(void)
{
    pthread_once(&once, make_key);
    mine = &spare;
    for (int i = 0; keyed && i < THREADS; i++) {
        bool none = false;
        if (!atomic_compare_exchange_strong(&table[i].taken, &none, true))
            continue;
        if (pthread_setspecific(leaving, &table[i])) {
            atomic_store(&table[i].taken, false);
            break;
        }
        mine = &table[i];
        give_stack(mine);
        break;
    }
    return mine;
}

static void begin(yee_call *call, const yee_instance *instance, const char *file,
                  const char *function)
{
    record *r = mine ? mine : enter();
    *call = (yee_call){.outer = r->call,
                       .instance = atomic_load_explicit(&r->instance, memory_order_relaxed),
                       .file = atomic_load_explicit(&r->file, memory_order_relaxed),
                       .function = atomic_load_explicit(&r->function, memory_order_relaxed),
                       .failures = yee_diag_failures()};
    r->call = call;
    atomic_store_explicit(&r->instance, instance, memory_order_relaxed);
    atomic_store_explicit(&r->file, file, memory_order_relaxed);
    atomic_store_explicit(&r->function, function, memory_order_relaxed);
    if (watcher)
        watcher(instance, function, true);
}

void yee_call_begin(yee_call *call, const yee_instance *instance, const char *function)
{
    begin(call, instance, instance->file, function);
}

void yee_call_load(yee_call *call, const char *file) { begin(call, NULL, file, "load"); }

bool yee_call_end(void)
{
    record *r = mine;
    yee_call *call = r->call, *outer = call->outer;
    if (outer) /* failures of inner calls are their own */
        outer->failures += yee_diag_failures() - call->failures;
    r->call = outer;
    atomic_store_explicit(&r->instance, call->instance, memory_order_relaxed);
    atomic_store_explicit(&r->file, call->file, memory_order_relaxed);
    atomic_store_explicit(&r->function, call->function, memory_order_relaxed);
    if (watcher)
        watcher(call->instance, call->function, false);
    return call->failed;
}

void yee_call_failed(void)
{
    if (mine && mine->call)
        mine->call->failed = true;
}

/* -- judgement -- */

static yee_status no_status(const yee_instance *it, const char *function, yee_status status)
{
    yee_diag_clear(it->diag);
    return yee_diag_fail(it->diag, YEE_PLUGIN, &it->place,
                         "plugin '%s' returned %d from %s(), which is no status; return "
                         "YEE_OK, or what host->fail() returns",
                         it->plugin->name, (int)status, function);
}

static yee_status no_sentence(const yee_instance *it, const char *function, yee_status status)
{
    return yee_diag_fail(it->diag, YEE_PLUGIN, &it->place,
                         "plugin '%s' returned the failure %d from %s() without saying why; "
                         "return host->fail(host, status, \"...\")",
                         it->plugin->name, (int)status, function);
}

/* The disk and the memory do not fail because of the plugin. */
static yee_status kept_silent(const yee_instance *it, const char *function)
{
    char said[sizeof it->diag->error];
    const yee_status first = it->diag->status;
    if (first == YEE_IO || first == YEE_MEMORY)
        return first;
    memcpy(said, it->diag->error, sizeof said);
    const char *sentence = it->place.block ? strstr(said, it->place.block) : NULL;
    sentence = sentence ? sentence + strcspn(sentence, " ") : said;
    yee_diag_clear(it->diag);
    return yee_diag_fail(it->diag, YEE_PLUGIN, &it->place,
                         "plugin '%s' returned success from %s() after it had failed:%s%s",
                         it->plugin->name, function, sentence == said ? " " : "", sentence);
}

yee_status yee_call_status(yee_status status)
{
    const yee_call *call = mine->call;
    const yee_instance *it = atomic_load_explicit(&mine->instance, memory_order_relaxed);
    const char *function = atomic_load_explicit(&mine->function, memory_order_relaxed);
    const bool said = call->failures != yee_diag_failures();
    const bool failed = yee_call_end();
    yee_process_restore(); /* the plugin may have changed the folder, rounding or mask */
    if (!it || (!status && !said))
        return status;
    if ((unsigned)status > YEE_LOST)
        return no_status(it, function, status);
    if (status && !said && !it->diag->status)
        return no_sentence(it, function, status);
    if (!status && failed && it->diag->status)
        return kept_silent(it, function);
    return status || !it->diag->status ? status : it->diag->status;
}

yee_status yee_call_raw(yee_status status)
{
    yee_call_end();
    yee_process_restore();
    return status;
}

double yee_call_double(double value)
{
    yee_call_end();
    return value;
}

int yee_call_int(int value)
{
    yee_call_end();
    return value;
}

int64_t yee_call_count(int64_t value)
{
    yee_call_end();
    return value;
}

const char *yee_call_text(const char *value)
{
    yee_call_end();
    return value;
}

/* -- for signal handlers: no locks, no memory, no printf -- */

typedef struct line {
    char *text;
    size_t size, length;
} line;

static void add(line *l, const char *text)
{
    for (; text && *text && l->length + 1 < l->size; text++)
        l->text[l->length++] = *text;
    l->text[l->length] = '\0';
}

static void describe(line *l, const record *r)
{
    const char *function = atomic_load(&r->function), *file = atomic_load(&r->file);
    const yee_instance *it = atomic_load(&r->instance);
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!function)
        return;
    add(l, l->length ? " and " : "");
    if (it) {
        add(l, function);
        add(l, "() of plugin '");
        add(l, it->plugin->name);
        add(l, "' [");
        add(l, it->place.block ? it->place.block : it->host.instance);
        add(l, file ? "], " : "]");
    } else {
        add(l, "the loading of ");
    }
    add(l, slash ? slash + 1 : file);
}

size_t yee_call_describe(char *text, size_t size, bool others)
{
    line l = {text, size, 0};
    *text = '\0';
    if (mine)
        describe(&l, mine);
    for (int i = 0; others && i < THREADS; i++)
        if (&table[i] != mine && atomic_load(&table[i].taken))
            describe(&l, &table[i]);
    return l.length;
}

void yee_call_watch(void (*told)(const yee_instance *instance, const char *function,
                                 bool begins))
{
    watcher = told;
}

void yee_call_stacks(void) { atomic_store(&stacks, true); }
