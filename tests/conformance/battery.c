/* battery.c: runs a case through any scheme. */
#include "battery.h"
#include "base/hash.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- host ---- */

static void host_log(const yee_host *host, yee_level level, const char *format, ...)
{
    (void)host;
    (void)level;
    (void)format;
}

static yee_status host_fail(const yee_host *host, yee_status status, const char *format, ...)
{
    test_host *h = host->core;
    va_list args;
    va_start(args, format);
    vsnprintf(h->sentence, sizeof h->sentence, format, args);
    va_end(args);
    return status;
}

static void *host_alloc(const yee_host *host, size_t bytes)
{
    return yee_arena_alloc(((test_host *)host->core)->arena, bytes);
}

static const void *host_extension(const yee_host *host, const char *name)
{
    (void)host;
    (void)name;
    return NULL;
}

bool test_host_open(test_host *h)
{
    *h = (test_host){.arena = yee_arena_new()};
    h->host = (yee_host){.size = sizeof h->host,
                         .core = h,
                         .instance = "battery",
                         .log = host_log,
                         .fail = host_fail,
                         .alloc = host_alloc,
                         .extension = host_extension};
    return h->arena != NULL;
}

void test_host_close(test_host *h) { yee_arena_free(h->arena); }

bool battery_there(const yee_session *session, const char *scheme)
{
    const yee_plugin *plugin = yee_session_plugin(session, YEE_SCHEME, scheme);
    test_host host;
    if (!plugin) {
        printf("SKIPPED: %s is not part of this build\n", scheme);
        return false;
    }
    if (!test_host_open(&host))
        return false;
    const yee_scheme_ops *ops = plugin->ops;
    const bool runs = ops->available(&host.host, NULL) == YEE_OK;
    if (!runs)
        printf("SKIPPED: %s\n", host.sentence);
    test_host_close(&host);
    return runs;
}

const yee_module *battery_module(const char *folder, const char *name, const char **reason)
{
    char text[4096];
    snprintf(text, sizeof text, "%s/%s.so", folder, name);
    void *object = dlopen(text, RTLD_NOW | RTLD_LOCAL);
    snprintf(text, sizeof text, "%s_LTX_yee_module", name);
    const yee_module *module = object ? dlsym(object, text) : NULL;
    *reason = module ? NULL : dlerror();
    return module;
}

/* ---- sink: keeps every delivery as doubles ---- */

typedef struct keeper {
    yee_sink sink;
    outcome *o;
    void *delivery;  /* of the delivery under way */
    int64_t pending; /* its step */
} keeper;

static void *keeper_reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    keeper *k = sink->core;
    k->pending = step;
    free(k->delivery);
    k->delivery = calloc((size_t)k->o->of->problem.tap[tap].values, sizeof(double));
    return k->delivery;
}

static yee_status keeper_commit(const yee_sink *sink, int64_t tap, void *record)
{
    keeper *k = sink->core;
    outcome *o = k->o;
    const yee_tap *t = &o->of->problem.tap[tap];
    bool native = t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS;
    bool single = native && o->of->problem.precision == YEE_F32;
    size_t n = (size_t)o->deliveries[tap], values = (size_t)t->values;
    int64_t *when = realloc(o->when[tap], (n + 1) * sizeof *when);
    if (when)
        o->when[tap] = when;
    double *value = realloc(o->value[tap], (n + 1) * values * sizeof *value);
    if (value)
        o->value[tap] = value;
    if (!when || !value)
        return YEE_MEMORY;
    when[n] = k->pending;
    for (size_t i = 0; i < values; i++)
        value[n * values + i] = single ? (double)((float *)record)[i] : ((double *)record)[i];
    o->deliveries[tap]++;
    return YEE_OK;
}

/* ---- state: pieces in memory ---- */

typedef struct piece {
    char name[80];
    void *data;
    int64_t bytes;
} piece;

typedef struct pieces {
    yee_state state;
    size_t count, next;
    piece *piece;
} pieces;

static yee_status piece_save(yee_state *state, const char *name, void *data, int64_t bytes)
{
    pieces *s = state->core;
    for (size_t n = 0; n < s->count; n++)
        if (!strcmp(s->piece[n].name, name))
            return YEE_PLUGIN; /* a checkpoint could not tell the two apart */
    piece *grown = realloc(s->piece, (s->count + 1) * sizeof *grown);
    if (!grown)
        return YEE_MEMORY;
    s->piece = grown;
    piece *p = &s->piece[s->count];
    *p = (piece){.data = malloc((size_t)bytes + 1), .bytes = bytes};
    if (!p->data)
        return YEE_MEMORY;
    snprintf(p->name, sizeof p->name, "%s", name);
    memcpy(p->data, data, (size_t)bytes);
    s->count++;
    return YEE_OK;
}

static yee_status piece_load(yee_state *state, const char *name, void *data, int64_t bytes)
{
    pieces *s = state->core;
    if (s->next >= s->count || s->piece[s->next].bytes != bytes ||
        strcmp(s->piece[s->next].name, name) != 0)
        return YEE_INTERNAL; /* another order, name or size than when it was saved */
    memcpy(data, s->piece[s->next++].data, (size_t)bytes);
    return YEE_OK;
}

/* A hash over names and contents. */
static yee_status piece_hash(yee_state *state, const char *name, void *data, int64_t bytes)
{
    uint64_t *hash = state->core;
    *hash = yee_hash_bytes(*hash, name, strlen(name));
    *hash = yee_hash_bytes(*hash, data, (size_t)bytes);
    return YEE_OK;
}

/* Moves the state of *plan to a new plan through save and load. */
static yee_status reload(const runner *r, const void *second, const yee_host *host,
                         const yee_problem *problem, void **plan)
{
    pieces s = {.state = {.size = sizeof s.state, .core = &s, .piece = piece_save}};
    void *fresh = NULL;
    yee_status status = r->ops->save(*plan, &s.state);
    if (status == YEE_OK)
        status = r->ops->plan(host, second, problem, &fresh);
    s.state.piece = piece_load;
    if (status == YEE_OK)
        status = r->ops->load(fresh, &s.state);
    if (status == YEE_OK && s.next != s.count)
        status = YEE_INTERNAL;
    for (size_t n = 0; n < s.count; n++)
        free(s.piece[n].data);
    free(s.piece);
    if (fresh) {
        r->ops->destroy(*plan);
        *plan = fresh;
    }
    return status;
}

/* ---- runs ---- */

static yee_status march(const runner *r, const void *second, const yee_host *host,
                        const yee_problem *problem, void **plan, const yee_sink *sink,
                        route way)
{
    int64_t steps = problem->steps, chunk = way == ROUTE_RELOADED ? steps / 2 : steps;
    yee_status status = YEE_OK;
    if (way == ROUTE_SPLIT)
        chunk = 1;
    for (int64_t done = 0; done < steps && status == YEE_OK; done += chunk) {
        if (done > 0 && way == ROUTE_SPLIT)
            chunk++;
        if (done > 0 && way == ROUTE_RELOADED) {
            status = reload(r, second, host, problem, plan);
            chunk = steps - done;
        }
        chunk = chunk < steps - done ? chunk : steps - done;
        if (status == YEE_OK)
            status = r->ops->run(*plan, chunk, sink);
    }
    return status;
}

/* Where the scheme declines to aim the plan, another is made, as the core does. */
static yee_status aim(const runner *r, const yee_host *host, const yee_problem *problem,
                      void **plan)
{
    const yee_status status = r->ops->aim(*plan, problem);
    if (status != YEE_DECLINED)
        return status;
    r->ops->destroy(*plan);
    *plan = NULL;
    return r->ops->plan(host, r->config, problem, plan);
}

/* A plan of the problem that was one of its grid and media alone, or the problem's already, the
 * problem's, and one of grid and media once more. */
static yee_status plan_aimed(const runner *r, const yee_host *host, const test_case *t,
                             const yee_problem *problem, yee_problem *other, void **plan)
{
    *other = *problem;
    other->groups = other->ports = other->taps = 0;
    const yee_problem *first = problem->steps % 2 ? problem : other;
    yee_status status = r->ops->plan(host, r->config, first, plan);
    for (int n = 0; n < 3 && status == YEE_OK; n++) {
        for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++)
            if (problem->grid.active[c])
                status = r->ops->write(*plan, c, t->initial[c]);
        if (status == YEE_OK)
            status = r->ops->run(*plan, 7, NULL);
        if (status == YEE_OK)
            status = aim(r, host, n % 2 ? other : problem, plan);
    }
    return status;
}

static outcome *carry_out(const runner *r, const void *second, const test_case *t, int threads,
                          route way)
{
    outcome *o = outcome_new(t);
    if (!o)
        return NULL;
    test_host h;
    yee_problem problem = t->problem;
    keeper keep = {.o = o, .sink = {sizeof keep.sink, &keep, keeper_reserve, keeper_commit}};
    void *plan = NULL;
    problem.threads = threads;
    yee_status status = test_host_open(&h) ? YEE_OK : YEE_MEMORY;
    if (status == YEE_OK)
        status = r->ops->available(&h.host, r->config);
    yee_problem other;
    if (status == YEE_OK && way == ROUTE_AIMED && YEE_HAS(r->ops, aim))
        status = plan_aimed(r, &h.host, t, &problem, &other, &plan);
    else if (status == YEE_OK)
        status = r->ops->plan(&h.host, r->config, &problem, &plan);
    for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++)
        if (t->problem.grid.active[c])
            status = r->ops->write(plan, c, t->initial[c]);
    if (status == YEE_OK)
        status = march(r, second, &h.host, &problem, &plan, &keep.sink, way);
    o->state = UINT64_C(0xcbf29ce484222325);
    if (status == YEE_OK)
        status = r->ops->save(
            plan,
            &(yee_state){.size = sizeof(yee_state), .core = &o->state, .piece = piece_hash});
    if (status == YEE_OK)
        status = r->ops->finish(plan, &keep.sink);
    for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++)
        if (t->problem.grid.active[c])
            status = r->ops->read(plan, c, o->field[c]);
    if (status == YEE_OK)
        status = r->ops->energy(plan, o->energy);
    o->extrema.size = sizeof o->extrema;
    if (status == YEE_OK)
        status = r->ops->extrema(plan, &o->extrema);
    if (status == YEE_OK)
        o->step = r->ops->step(plan);
    if (plan)
        r->ops->destroy(plan);
    o->status = status;
    snprintf(o->sentence, sizeof o->sentence, "%s", h.sentence);
    free(keep.delivery);
    test_host_close(&h);
    return o;
}

outcome *battery_run(const runner *r, const test_case *t, int threads, route way)
{
    return carry_out(r, r->config, t, threads, way);
}

outcome *battery_relay(const runner *r, const void *second, const test_case *t, int threads)
{
    return carry_out(r, second, t, threads, ROUTE_RELOADED);
}
