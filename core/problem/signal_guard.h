/* core/problem/signal_guard.h: the signals of sources and the currents of links, checked on
 * their way to the scheme. */
#ifndef YEE_CORE_SIGNAL_GUARD_H
#define YEE_CORE_SIGNAL_GUARD_H

#include "plugin/host.h"
#include <stdatomic.h>
#include <yee/problem.h>

/* The first value that is no number, or that its source failed to play: whose, and of which
 * step. */
typedef struct yee_signal_guard {
    const yee_instance *_Atomic source; /* NULL: all is well so far */
    int64_t step;
    bool link; /* a link's current */
} yee_signal_guard;

/* Signals with the values of `signals` that note their first value that is no finite number
 * in guard; from the arena. NULL: no memory. */
const yee_signals *yee_signals_guarded(yee_arena *arena, yee_signal_guard *guard,
                                       const yee_signals *signals, const yee_instance *source);

/* A link with the currents of `link` that notes its first one that is no finite number in
 * guard; from the arena. NULL: no memory. */
const yee_link *yee_link_guarded(yee_arena *arena, yee_signal_guard *guard,
                                 const yee_link *link, const yee_instance *source);

#endif
