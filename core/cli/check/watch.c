/* core/cli/check/watch.c: the tables of the plugin under test, with every function behind one
 * that counts. */
#include "watch.h"
#include <stdio.h>
#include <string.h>
#include <yee/importer.h>
#include <yee/yee.h>

const char *const check_call_name[CALLS] = {
    [CALL_NONE] = "",
    [CALL_DESCRIBE] = "describe",
    [CALL_CLOSE_FACE] = "close",
    [CALL_STRETCH] = "stretch",
    [CALL_DAMPING] = "damping",
    [CALL_OPEN_WAVEFORM] = "open",
    [CALL_VALUE] = "value",
    [CALL_BAND] = "band",
    [CALL_EMIT] = "emit",
    [CALL_WAVEFORM] = "waveform",
    [CALL_FILL] = "fill",
    [CALL_BOUNDS] = "bounds",
    [CALL_INSIDE] = "inside",
    [CALL_PAINT] = "paint",
    [CALL_SPANS] = "spans",
    [CALL_PLAN] = "plan",
    [CALL_OPEN] = "open",
    [CALL_RECEIVE] = "receive",
    [CALL_CLOSE] = "close",
    [CALL_STATE] = "state",
    [CALL_CONVERT] = "convert",
};

static check_watch *watch;
static _Thread_local check_call here;
static _Thread_local int slot = -1;

/* The tables of the plugin and their copies, whose functions are those of this file. */
static union tables {
    yee_material_ops material;
    yee_boundary_ops boundary;
    yee_waveform_ops waveform;
    yee_source_ops source;
    yee_shape_ops shape;
    yee_output_ops output;
    yee_importer_ops importer;
} own, watched;
static yee_plugin plugin;

static check_call begin(check_call call)
{
    const check_call outer = here;
    if (slot < 0)
        slot = atomic_fetch_add(&watch->threads, 1) % CHECK_THREADS;
    here = call;
    atomic_store(&watch->in[slot], (int)call);
    atomic_store(&watch->last, (int)call);
    atomic_fetch_add(&watch->count[call], 1);
    atomic_fetch_add(&watch->beat, 1);
    return outer;
}

static void end(check_call outer)
{
    here = outer;
    atomic_store(&watch->in[slot], (int)outer);
    atomic_fetch_add(&watch->beat, 1);
}

/* A function of status behind one that counts. */
#define WATCHED(call, kind, member, arguments) \
    { \
        const check_call outer = begin(call); \
        const yee_status status = own.kind.member arguments; \
        end(outer); \
        return status; \
    }

static yee_status describe(const yee_host *host, const void *config, yee_material *material)
    WATCHED(CALL_DESCRIBE, material, describe, (host, config, material))

        static yee_status close_face(const yee_host *host, const void *config,
                                     const yee_face *face, yee_closure *closure)
            WATCHED(CALL_CLOSE_FACE, boundary, close, (host, config, face, closure))

                static yee_status
    stretch(const yee_host *host, const void *config, const yee_face *face, double depth,
            double thickness, yee_stretch *s)
        WATCHED(CALL_STRETCH, boundary, stretch, (host, config, face, depth, thickness, s))

            static yee_status
    damping(const yee_host *host, const void *config, const yee_face *face, double depth,
            double thickness, double *rate)
        WATCHED(CALL_DAMPING, boundary, damping, (host, config, face, depth, thickness, rate))

            static yee_status
    open_waveform(const yee_host *host, const void *config, void **self)
        WATCHED(CALL_OPEN_WAVEFORM, waveform, open, (host, config, self))

            static yee_status band(const void *self, yee_band *b)
                WATCHED(CALL_BAND, waveform, band, (self, b))

                    static yee_status
    bounds(const yee_host *host, const void *config, double lo[3], double hi[3])
        WATCHED(CALL_BOUNDS, shape, bounds, (host, config, lo, hi))

            static yee_status
    paint(const yee_host *host, const void *config, const yee_view *view, yee_painter *painter)
        WATCHED(CALL_PAINT, shape, paint, (host, config, view, painter))

            static yee_status plan(const yee_host *host, const void *config,
                                   const yee_view *view, yee_tap_list *list, void **self)
                WATCHED(CALL_PLAN, output, plan, (host, config, view, list, self))

                    static yee_status open_output(const yee_host *host, void *self)
                        WATCHED(CALL_OPEN, output, open, (host, self))

                            static yee_status
    receive(const yee_host *host, void *self, const yee_delivery *delivery)
        WATCHED(CALL_RECEIVE, output, receive, (host, self, delivery))

            static yee_status
    state(const yee_host *host, void *self, yee_state *pieces, bool loading)
        WATCHED(CALL_STATE, output, state, (host, self, pieces, loading))

            static yee_status
    convert(const yee_host *host, const void *config, const char *path, yee_writer *writer)
        WATCHED(CALL_CONVERT, importer, convert, (host, config, path, writer))

            static yee_status close_output(const yee_host *host, void *self, yee_status run)
{
    const check_call outer = begin(CALL_CLOSE);
    const yee_status status = own.output.close(host, self, run);
    watch->closed = status ? (int)status : watch->closed;
    end(outer);
    return status;
}

static double value(const void *self, double t)
{
    const check_call outer = begin(CALL_VALUE);
    const double w = own.waveform.value(self, t);
    end(outer);
    return w;
}

static void inside(const void *config, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const check_call outer = begin(CALL_INSIDE);
    own.shape.inside(config, n, x, y, z, in);
    end(outer);
}

static int spans(const void *config, int axis, const double at[3], int capacity,
                 double (*span)[2])
{
    const check_call outer = begin(CALL_SPANS);
    const int count = own.shape.spans(config, axis, at, capacity, span);
    end(outer);
    return count;
}

static const char *waveform_of(const void *config)
{
    const check_call outer = begin(CALL_WAVEFORM);
    const char *name = own.source.waveform(config);
    end(outer);
    return name;
}

/* -- emit(): its signals are watched, too -- */

typedef struct emitting {
    yee_emitter emitter; /* what the plugin gets; its core points here */
    yee_emitter *core;
    const yee_host *host;
} emitting;

static void fill(void *self, int64_t step, double *values)
{
    const yee_signals *signals = self;
    const check_call outer = begin(CALL_FILL);
    signals->fill(signals->self, step, values);
    end(outer);
}

/* The groups and ports of the model at work. */
enum { EMITTED = 256 };
static struct {
    const yee_signals *signals;
    int64_t points;
} emitted[EMITTED];
static size_t emissions;

void check_watch_forget(void) { emissions = 0; }

bool check_watch_signals(size_t n, const yee_signals **signals, int64_t *points)
{
    if (n >= emissions)
        return false;
    *signals = emitted[n].signals;
    *points = emitted[n].points;
    return true;
}

/* Those of the plugin behind fill(); NULL where the core will refuse them, or without memory. */
static const yee_signals *watched_signals(const emitting *e, const yee_signals *signals)
{
    if (!signals || signals->size != sizeof *signals || !signals->fill)
        return signals;
    yee_signals *made = e->host->alloc(e->host, 2 * sizeof *made);
    if (!made)
        return NULL;
    made[1] = *signals;
    made[0] = (yee_signals){sizeof *made, signals->count, &made[1], fill};
    if (emissions < EMITTED) {
        emitted[emissions].points = 0;
        emitted[emissions++].signals = made;
    }
    return made;
}

static yee_status group(yee_emitter *emitter, int component, bool cubic,
                        const yee_signals *signals)
{
    const emitting *e = emitter->core;
    return e->core->group(e->core, component, cubic, watched_signals(e, signals));
}

static void count_point(bool counts)
{
    if (emissions)
        emitted[emissions - 1].points += counts;
}

static yee_status current(yee_emitter *emitter, int64_t i, int64_t j, int64_t k, double density,
                          int64_t signal, double fraction)
{
    const emitting *e = emitter->core;
    count_point(density != 0);
    return e->core->current(e->core, i, j, k, density, signal, fraction);
}

static yee_status port(yee_emitter *emitter, int component, double resistance,
                       const yee_signals *signals)
{
    const emitting *e = emitter->core;
    return e->core->port(e->core, component, resistance, watched_signals(e, signals));
}

static yee_status edge(yee_emitter *emitter, int64_t i, int64_t j, int64_t k, double voltage,
                       double density)
{
    const emitting *e = emitter->core;
    count_point(true);
    return e->core->edge(e->core, i, j, k, voltage, density);
}

static yee_status emit(const yee_host *host, const void *config, const yee_view *view,
                       yee_emitter *core)
{
    emitting e = {.core = core, .host = host};
    e.emitter = *core;
    e.emitter.core = &e;
    e.emitter.group = group;
    e.emitter.current = current;
    e.emitter.port = port;
    e.emitter.edge = edge;
    const check_call outer = begin(CALL_EMIT);
    const yee_status status = own.source.emit(host, config, view, &e.emitter);
    end(outer);
    return status;
}

/* -- the tables -- */

/* Every function of a kind: its place in the table, the call, what counts it. */
#define LIST(kind, entry) \
    switch (kind) { \
    case YEE_MATERIAL: \
        entry(material, describe, CALL_DESCRIBE, describe) break; \
    case YEE_BOUNDARY: \
        entry(boundary, close, CALL_CLOSE_FACE, close_face) \
            entry(boundary, stretch, CALL_STRETCH, stretch) \
                entry(boundary, damping, CALL_DAMPING, damping) break; \
    case YEE_WAVEFORM: \
        entry(waveform, open, CALL_OPEN_WAVEFORM, open_waveform) \
            entry(waveform, value, CALL_VALUE, value) \
                entry(waveform, band, CALL_BAND, band) break; \
    case YEE_SOURCE: \
        entry(source, emit, CALL_EMIT, emit) \
            entry(source, waveform, CALL_WAVEFORM, waveform_of) break; \
    case YEE_SHAPE: \
        entry(shape, bounds, CALL_BOUNDS, bounds) entry(shape, inside, CALL_INSIDE, inside) \
            entry(shape, paint, CALL_PAINT, paint) \
                entry(shape, spans, CALL_SPANS, spans) break; \
    case YEE_OUTPUT: \
        entry(output, plan, CALL_PLAN, plan) entry(output, open, CALL_OPEN, open_output) \
            entry(output, receive, CALL_RECEIVE, receive) \
                entry(output, close, CALL_CLOSE, close_output) \
                    entry(output, state, CALL_STATE, state) break; \
    case YEE_IMPORTER: \
        entry(importer, convert, CALL_CONVERT, convert) break; \
    default: \
        break; \
    }

static size_t ops_size(yee_kind kind)
{
    static const size_t size[YEE_KINDS] = {
        [YEE_MATERIAL] = sizeof(yee_material_ops), [YEE_BOUNDARY] = sizeof(yee_boundary_ops),
        [YEE_WAVEFORM] = sizeof(yee_waveform_ops), [YEE_SOURCE] = sizeof(yee_source_ops),
        [YEE_SHAPE] = sizeof(yee_shape_ops),       [YEE_OUTPUT] = sizeof(yee_output_ops),
        [YEE_IMPORTER] = sizeof(yee_importer_ops),
    };
    return size[kind];
}

void check_watch_plugin(check_watch *w, yee_registered *registered)
{
    const yee_kind kind = registered->plugin->kind;
    const size_t known = ops_size(kind);
    watch = w;
    if (!known)
        return;
    /* An older table is shorter: what it does not have stays NULL. */
    const uint32_t size = *(const uint32_t *)registered->plugin->ops;
    memset(&own, 0, sizeof own);
    memcpy(&own, registered->plugin->ops, size < known ? size : known);
    watched = own;
#define PUT(table, member, call, function) \
    if (own.table.member) \
        watched.table.member = function;
    LIST(kind, PUT)
    plugin = *registered->plugin;
    plugin.ops = &watched;
    registered->plugin = &plugin;
}

check_call check_watch_here(void) { return here; }

check_call check_watch_last(const check_watch *w)
{
    const int ended = atomic_load(&w->ended_in);
    if (ended >= 0)
        return (check_call)ended;
    for (int n = 0; n < CHECK_THREADS; n++)
        if (atomic_load(&w->in[n]))
            return (check_call)atomic_load(&w->in[n]);
    return CALL_NONE;
}

long check_watch_total(const check_watch *w)
{
    long total = 0;
    for (int n = 0; n < CALLS; n++)
        total += atomic_load(&w->count[n]);
    return total;
}

bool check_watch_list(const check_watch *w, const yee_plugin *p, char *text, size_t size)
{
    char never[128] = "";
    bool any = false;
    text[0] = '\0';
#define ADD(to, room, ...) snprintf((to) + strlen(to), (room)-strlen(to), __VA_ARGS__)
#define SHOW(table, member, call, function) \
    if (own.table.member && atomic_load(&w->count[call])) { \
        ADD(text, size, "%s%s %ld", *text ? ", " : "", check_call_name[call], \
            atomic_load(&w->count[call])); \
        any = true; \
    } else if (own.table.member) { \
        ADD(never, sizeof never, "%s%s", *never ? ", " : "", check_call_name[call]); \
    }
    LIST(p->kind, SHOW)
    if (p->kind == YEE_SOURCE && atomic_load(&w->count[CALL_FILL]))
        ADD(text, size, ", fill %ld", atomic_load(&w->count[CALL_FILL]));
    if (*never)
        ADD(text, size, "%snever %s", any ? "; " : "", never);
    return any;
}
