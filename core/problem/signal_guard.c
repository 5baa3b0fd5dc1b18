/* core/problem/signal_guard.c: the signals of sources, checked on their way to the scheme.
 * A value that is no number would spread over the grid, and nobody could tell any more
 * where it came from. */
#include "signal_guard.h"
#include "plugin/call.h"

typedef struct guarded {
    yee_signals signals;
    const yee_signals *inner;
    const yee_instance *source;
    yee_signal_guard *guard;
} guarded;

static void fill(void *self, int64_t step, double *value)
{
    const guarded *g = self;
    double sum = 0;
    yee_call call;
    yee_call_begin(&call, g->source, "fill");
    g->inner->fill(g->inner->self, step, value);
    const bool failed = yee_call_end();
    for (int64_t i = 0; i < g->inner->count; i++)
        sum += 0 * value[i]; /* NaN for what is not finite */
    if ((sum == 0 && !failed) || g->guard->source)
        return;
    g->guard->step = step;
    g->guard->source = g->source;
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
