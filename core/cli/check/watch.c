/* core/cli/check/watch.c: the calls that the core makes to the plugin under test. */
#include "watch.h"
#include "plugin/call.h"
#include <stdio.h>
#include <string.h>
#include <yee/importer.h>
#include <yee/yee.h>

static check_watch *watch;
static yee_plugin plugin;
static yee_output_ops output; /* of an output under test, and its own table */
static const yee_output_ops *own;
static _Thread_local const char *here;
static _Thread_local int slot = -1;

static void count(const char *name)
{
    for (int n = 0; n < CHECK_FUNCTIONS; n++) {
        const char *there = NULL;
        if (!atomic_compare_exchange_strong(&watch->function[n].name, &there, name) &&
            strcmp(there, name) != 0)
            continue;
        atomic_fetch_add(&watch->function[n].calls, 1);
        return;
    }
}

static void told(const yee_instance *instance, const char *function, bool begins)
{
    here = instance && instance->plugin == &plugin ? function : NULL;
    if (slot < 0)
        slot = atomic_fetch_add(&watch->threads, 1) % CHECK_THREADS;
    atomic_store(&watch->in[slot], here);
    atomic_fetch_add(&watch->beat, 1);
    if (!begins || !here)
        return;
    atomic_store(&watch->last, here);
    count(here);
}

/* The result of a close() is lost where the run has failed before: that is what a user wants
 * to know. */
static yee_status close_output(const yee_host *host, void *self, yee_status run)
{
    const yee_status status = own->close(host, self, run);
    if (status)
        atomic_store(&watch->closed, (int)status);
    return status;
}

void check_watch_reset(check_watch *w)
{
    for (int n = 0; n < CHECK_FUNCTIONS; n++) {
        atomic_store(&w->function[n].name, NULL);
        atomic_store(&w->function[n].calls, 0);
    }
    for (int n = 0; n < CHECK_THREADS; n++)
        atomic_store(&w->in[n], NULL);
    atomic_store(&w->threads, 0);
    atomic_store(&w->last, NULL);
    atomic_store(&w->known, false);
    atomic_store(&w->ended_in, NULL);
}

void check_watch_plugin(check_watch *w, yee_registered *registered)
{
    watch = w;
    /* a table of older headers is shorter: what it does not have stays NULL */
    const uint32_t size = registered->plugin->size;
    memcpy(&plugin, registered->plugin, size < sizeof plugin ? size : sizeof plugin);
    plugin.size = sizeof plugin;
    if (plugin.kind == YEE_OUTPUT) {
        own = plugin.ops;
        memcpy(&output, own, own->size < sizeof output ? own->size : sizeof output);
        output.close = close_output;
        plugin.ops = &output;
    }
    registered->plugin = &plugin;
    yee_call_watch(told);
}

void check_watch_ends(check_watch *w)
{
    atomic_store(&w->ended_in, here);
    atomic_store(&w->known, true);
}

const char *check_watch_last(const check_watch *w)
{
    const char *name = atomic_load(&w->ended_in);
    for (int n = 0; n < CHECK_THREADS && !name && !atomic_load(&w->known); n++)
        name = atomic_load(&w->in[n]);
    return name;
}

long check_watch_calls(const check_watch *w, const char *function)
{
    for (int n = 0; n < CHECK_FUNCTIONS; n++) {
        const char *name = atomic_load(&w->function[n].name);
        if (name && !strcmp(name, function))
            return atomic_load(&w->function[n].calls);
    }
    return 0;
}

long check_watch_total(const check_watch *w)
{
    long total = 0;
    for (int n = 0; n < CHECK_FUNCTIONS; n++)
        total += atomic_load(&w->function[n].calls);
    return total;
}

/* -- the functions of a table -- */

typedef void function(void);
typedef struct entry {
    yee_kind kind;
    size_t offset;
    const char *name;
} entry;

#define ENTRY(kind, table, member) \
    { \
        kind, offsetof(table, member), #member \
    }
static const entry entries[] = {
    ENTRY(YEE_MATERIAL, yee_material_ops, describe),
    ENTRY(YEE_MATERIAL, yee_material_ops, range),
    ENTRY(YEE_BOUNDARY, yee_boundary_ops, close),
    ENTRY(YEE_BOUNDARY, yee_boundary_ops, stretch),
    ENTRY(YEE_BOUNDARY, yee_boundary_ops, damping),
    ENTRY(YEE_WAVEFORM, yee_waveform_ops, open),
    ENTRY(YEE_WAVEFORM, yee_waveform_ops, value),
    ENTRY(YEE_WAVEFORM, yee_waveform_ops, band),
    ENTRY(YEE_SOURCE, yee_source_ops, emit),
    ENTRY(YEE_SOURCE, yee_source_ops, waveform),
    ENTRY(YEE_SHAPE, yee_shape_ops, open),
    ENTRY(YEE_SHAPE, yee_shape_ops, bounds),
    ENTRY(YEE_SHAPE, yee_shape_ops, inside),
    ENTRY(YEE_SHAPE, yee_shape_ops, paint),
    ENTRY(YEE_SHAPE, yee_shape_ops, spans),
    ENTRY(YEE_SHAPE, yee_shape_ops, fit),
    ENTRY(YEE_OUTPUT, yee_output_ops, plan),
    ENTRY(YEE_OUTPUT, yee_output_ops, open),
    ENTRY(YEE_OUTPUT, yee_output_ops, receive),
    ENTRY(YEE_OUTPUT, yee_output_ops, close),
    ENTRY(YEE_OUTPUT, yee_output_ops, state),
    ENTRY(YEE_OUTPUT, yee_output_ops, gather),
    ENTRY(YEE_IMPORTER, yee_importer_ops, convert),
    ENTRY(YEE_POST, yee_post_ops, needs),
    ENTRY(YEE_POST, yee_post_ops, process),
    ENTRY(YEE_POST, yee_post_ops, cost),
};

/* Whether the table of a plugin reaches as far as a function and has it. */
static bool has(const yee_plugin *p, const entry *e)
{
    const uint32_t size = *(const uint32_t *)p->ops;
    function *there = NULL;
    if (e->offset + sizeof there <= size)
        memcpy(&there, (const char *)p->ops + e->offset, sizeof there);
    return e->kind == p->kind && there;
}

static void add(char *text, size_t size, const char *format, const char *between,
                const char *name, long calls)
{
    const size_t at = strlen(text);
    snprintf(text + at, size - at, format, between, name, calls);
}

bool check_watch_list(const check_watch *w, const yee_plugin *p, char *text, size_t size)
{
    const char *between = "";
    text[0] = '\0';
    for (int n = 0; n < CHECK_FUNCTIONS; n++) {
        const char *name = atomic_load(&w->function[n].name);
        if (name)
            add(text, size, "%s%s %ld", between, name, atomic_load(&w->function[n].calls));
        between = name ? ", " : between;
    }
    const bool any = *between;
    between = any ? "; never " : "never ";
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (has(p, &entries[i]) && !check_watch_calls(w, entries[i].name)) {
            add(text, size, "%s%s", between, entries[i].name, 0);
            between = ", ";
        }
    return any;
}
