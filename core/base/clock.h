/* core/base/clock.h: the seconds of clocks; any thread. */
#ifndef YEE_CORE_CLOCK_H
#define YEE_CORE_CLOCK_H

#include <time.h>

static inline double yee_clock_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds since some moment, which nobody sets back. */
static inline double yee_now(void) { return yee_clock_seconds(CLOCK_MONOTONIC); }

#endif
