/* core/problem/signal_guard.c: the signals of sources and the currents of links, checked on
 * their way to the scheme. A value that is no number would spread over the grid, and nobody could tell any more
 * where it came from. */
#include "signal_guard.h"
#include "plugin/call.h"
#include <fenv.h>
#include <math.h>

typedef struct guarded {
    yee_signals signals;
    const yee_signals *inner;
    const yee_instance *source;
    yee_signal_guard *guard;
} guarded;

/* Several threads may call links at once; one of them is the first. */
static void note(yee_signal_guard *guard, const yee_instance *source, int64_t step, bool link)
{
    const yee_instance *none = NULL;
    if (!atomic_compare_exchange_strong(&guard->source, &none, source))
        return;
    guard->step = step;
    guard->link = link;
}

static void fill(void *self, int64_t step, double *value)
{
    const guarded *g = self;
    double sum = 0;
    yee_call call;
    fenv_t numbers; /* the scheme's own, as they are between its steps */
    fegetenv(&numbers);
    yee_call_begin(&call, g->source, "fill");
    g->inner->fill(g->inner->self, step, value);
    const bool failed = yee_call_end();
    fesetenv(&numbers);
    for (int64_t i = 0; i < g->inner->count; i++)
        sum += 0 * value[i]; /* NaN for what is not finite */
    if (sum != 0 || failed)
        note(g->guard, g->source, step, false);
}

const yee_signals *yee_signals_guarded(yee_arena *arena, yee_signal_guard *guard,
                                       const yee_signals *signals, const yee_instance *source)
{
    guarded *g = yee_arena_alloc(arena, sizeof *g);
    if (!g)
        return NULL;
    *g = (guarded){{sizeof g->signals, signals->count, g, fill}, signals, source, guard};
    return &g->signals;
}

typedef struct guarded_link {
    yee_link link, inner;
    const yee_instance *source;
    yee_signal_guard *guard;
} guarded_link;

static double current(void *self, int64_t step, double before, double drive, double load,
                      double *state)
{
    const guarded_link *g = self;
    yee_call call;
    fenv_t numbers;
    fegetenv(&numbers);
    yee_call_begin(&call, g->source, "current");
    const double value = g->inner.current(g->inner.self, step, before, drive, load, state);
    const bool failed = yee_call_end();
    fesetenv(&numbers);
    if (failed || !isfinite(value))
        note(g->guard, g->source, step, true);
    return value;
}

const yee_link *yee_link_guarded(yee_arena *arena, yee_signal_guard *guard,
                                 const yee_link *link, const yee_instance *source)
{
    guarded_link *g = yee_arena_alloc(arena, sizeof *g);
    if (!g)
        return NULL;
    *g = (guarded_link){{sizeof g->link, link->words, g, current}, *link, source, guard};
    return &g->link;
}
