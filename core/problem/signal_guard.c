/* core/problem/signal_guard.c: what sources play, looked at on its way to the scheme. A value
 * that is no number would spread over the grid, and nobody could tell any more where it came
 * from. */
#include "signal_guard.h"

typedef struct heard {
    yee_signals signals;
    const yee_signals *inner;
    const yee_instance *source;
    yee_ear *ear;
} heard;

static void fill(void *self, int64_t step, double *value)
{
    const heard *h = self;
    double sum = 0;
    h->inner->fill(h->inner->self, step, value);
    for (int64_t i = 0; i < h->inner->count; i++)
        sum += 0 * value[i]; /* NaN for what is not finite */
    if (sum == 0 || h->ear->source)
        return;
    h->ear->step = step;
    h->ear->source = h->source;
}

const yee_signals *yee_signals_heard(yee_arena *arena, yee_ear *ear, const yee_signals *signals,
                                     const yee_instance *source)
{
    heard *h = yee_arena_alloc(arena, sizeof *h);
    if (!h)
        return NULL;
    *h = (heard){{sizeof h->signals, signals->count, h, fill}, signals, source, ear};
    return &h->signals;
}
