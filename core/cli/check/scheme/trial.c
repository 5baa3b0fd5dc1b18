/* core/cli/check/scheme/trial.c: one plan of a scheme, run, read, saved and loaded with a look at
 * every function's manners. */
#include "base/grow.h"
#include "bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers on either side of those that read() may write; what is not written keeps UNSET. */
enum { MARGIN = 256 };
static const double UNSET = -9.87654321e301;

bool trial_open(trial *t, bench *b, const yee_instance *by, int64_t from)
{
    *t = (trial){.b = b, .by = by, .ops = by->plugin->ops};
    yee_diag_clear(&b->c->session->diag);
    if (!sink_open(&t->sink, &b->problem, from)) {
        bench_fail(b, "no memory");
        return false;
    }
    t->sink.sink.core = &t->sink;
    if (!bench_ok(b, "plan()",
                  TRIAL_CALL(t, plan, &by->host, by->config, &b->problem, &t->plan)))
        return false;
    if (!t->plan)
        bench_fail(b, "plan() returned YEE_OK and no plan");
    else if (TRIAL_CALL(t, step, t->plan) != 0)
        bench_fail(b, "step() is %lld after plan(), not 0",
                   (long long)TRIAL_CALL(t, step, t->plan));
    return !b->failed;
}

void trial_close(trial *t)
{
    if (t->plan)
        TRIAL_CALL_VOID(t, destroy, t->plan);
    sink_close(&t->sink);
    free(t->field);
    *t = (trial){.b = t->b};
}

static bool settled(trial *t, const char *function)
{
    sink_settle(&t->sink, TRIAL_CALL(t, step, t->plan));
    if (*t->sink.fault)
        bench_fail(t->b, "%s %s", function, t->sink.fault);
    return !t->b->failed;
}

bool trial_run(trial *t, int64_t steps)
{
    const int64_t first = TRIAL_CALL(t, step, t->plan);
    const yee_status status = TRIAL_CALL(t, run, t->plan, steps, &t->sink.sink);
    if (*t->sink.fault)
        return settled(t, "run()");
    if (!bench_ok(t->b, "run()", status))
        return false;
    if (TRIAL_CALL(t, step, t->plan) != first + steps)
        bench_fail(t->b, "step() is %lld after run() of %lld steps from step %lld",
                   (long long)TRIAL_CALL(t, step, t->plan), (long long)steps, (long long)first);
    return settled(t, "run()");
}

bool trial_enqueue(trial *t, int64_t end)
{
    const int64_t first = TRIAL_CALL(t, step, t->plan);
    const yee_status status = TRIAL_CALL(t, enqueue, t->plan, end - first, &t->sink.sink);
    const int64_t now = TRIAL_CALL(t, step, t->plan);
    if (*t->sink.fault)
        bench_fail(t->b, "enqueue() %s", t->sink.fault);
    else if (bench_ok(t->b, "enqueue()", status) && (now <= first || now > end))
        bench_fail(t->b,
                   "step() is %lld after enqueue() of %lld steps from step %lld; one at least "
                   "is to be done, and no more than those",
                   (long long)now, (long long)(end - first), (long long)first);
    return !t->b->failed;
}

bool trial_finish(trial *t)
{
    t->sink.finishing = true;
    const yee_status status = TRIAL_CALL(t, finish, t->plan, &t->sink.sink);
    if (*t->sink.fault)
        return settled(t, "finish()");
    return bench_ok(t->b, "finish()", status) && settled(t, "finish()");
}

size_t trial_offset(const yee_grid *g, int c)
{
    size_t count = 0;
    for (int k = 0; k < c; k++)
        count += g->active[k] ? (size_t)yee_grid_points(g, k) : 0;
    return count;
}

/* One component into values, with a margin on either side that must stay as it is. */
static bool read_one(trial *t, int c, double *values)
{
    const size_t points = (size_t)yee_grid_points(&t->b->problem.grid, c);
    double *block = malloc((points + 2 * MARGIN) * sizeof *block);
    if (!block)
        return bench_ok(t->b, "read(), for want of memory,", YEE_MEMORY);
    for (size_t i = 0; i < points + 2 * MARGIN; i++)
        block[i] = UNSET;
    bool ok = bench_ok(t->b, "read()", TRIAL_CALL(t, read, t->plan, c, block + MARGIN));
    for (size_t i = 0; ok && i < points + 2 * MARGIN; i++) {
        const bool inside = i >= MARGIN && i < points + MARGIN;
        ok = (block[i] == UNSET) != inside;
        if (!ok && inside)
            bench_fail(t->b, "read() of %s leaves number %zu of %zu unset",
                       yee_component_key(c), i - MARGIN, points);
        else if (!ok)
            bench_fail(t->b, "read() of %s writes outside of its %zu numbers",
                       yee_component_key(c), points);
    }
    for (size_t i = 0; i < points; i++)
        values[i] = block[i + MARGIN];
    free(block);
    return ok;
}

bool trial_read(trial *t)
{
    const yee_grid *g = &t->b->problem.grid;
    t->count = trial_offset(g, YEE_COMPONENTS);
    if (!t->field)
        t->field = calloc(t->count + 1, sizeof *t->field);
    if (!t->field)
        return bench_ok(t->b, "read(), for want of memory,", YEE_MEMORY);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (g->active[c] && !read_one(t, c, t->field + trial_offset(g, c)))
            return false;
    return true;
}

/* -- state -- */

static yee_status keep_piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    store *s = state->core;
    if (bytes < 0 || (bytes && !data) || !name || strlen(name) >= sizeof s->piece->name) {
        snprintf(s->fault, sizeof s->fault,
                 "save() hands over a piece of %lld bytes named %.80s", (long long)bytes,
                 name ? name : "NULL");
        return YEE_PLUGIN;
    }
    for (size_t n = 0; n < s->count; n++)
        if (!strcmp(s->piece[n].name, name)) {
            snprintf(s->fault, sizeof s->fault, "save() uses the name %s twice", name);
            return YEE_PLUGIN;
        }
    if (!yee_grow(&s->piece, s->count, &s->capacity, sizeof *s->piece))
        return YEE_MEMORY;
    struct store_piece *p = &s->piece[s->count];
    p->data = malloc((size_t)bytes + 1);
    if (!p->data)
        return YEE_MEMORY;
    strcpy(p->name, name);
    p->bytes = bytes;
    if (bytes)
        memcpy(p->data, data, (size_t)bytes);
    s->count++;
    return YEE_OK;
}

static yee_status give_piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    store *s = state->core;
    const struct store_piece *p = s->next < s->count ? &s->piece[s->next] : NULL;
    if (!p || strcmp(p->name, name) || p->bytes != bytes) {
        snprintf(s->fault, sizeof s->fault,
                 "load() asks for the piece %.80s of %lld bytes where save() had %s of %lld",
                 name, (long long)bytes, p ? p->name : "none", p ? (long long)p->bytes : 0LL);
        return YEE_PLUGIN;
    }
    if (bytes)
        memcpy(data, p->data, (size_t)bytes);
    s->next++;
    return YEE_OK;
}

bool trial_save(trial *t, store *s)
{
    yee_state state = {.size = sizeof state, .core = s, .piece = keep_piece};
    const yee_status status = TRIAL_CALL(t, save, t->plan, &state);
    if (*s->fault)
        bench_fail(t->b, "%s", s->fault);
    return bench_ok(t->b, "save()", status);
}

bool trial_load(trial *t, store *s)
{
    yee_state state = {.size = sizeof state, .core = s, .piece = give_piece};
    const yee_status status = TRIAL_CALL(t, load, t->plan, &state);
    if (!*s->fault && !status && s->next != s->count)
        snprintf(s->fault, sizeof s->fault, "load() leaves the piece %s",
                 s->piece[s->next].name);
    if (*s->fault)
        bench_fail(t->b, "%s", s->fault);
    return bench_ok(t->b, "load()", status) && !t->b->failed;
}

void store_free(store *s)
{
    for (size_t n = 0; n < s->count; n++)
        free(s->piece[n].data);
    free(s->piece);
    *s = (store){.count = 0};
}
