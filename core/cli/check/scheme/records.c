/* core/cli/check/scheme/records.c: a sink that hands out memory between guard zones and knows what is
 * due. */
#include "bench.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Bytes on either side of a record: a row of 512 doubles too many is still noticed. What a
 * scheme has not written keeps the pattern: no field of the battery comes near 1e289 or
 * -2.6e36. */
enum { GUARD = 4096, PATTERN = 0xFB };

static const char *tap_name(const yee_tap *t)
{
    static const char *const name[] = {"box", "points", "DFT", "port", "energy"};
    return name[t->kind];
}

static size_t word_of(const yee_problem *p, const yee_tap *t)
{
    const bool native = t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS;
    return native && p->precision == YEE_F32 ? sizeof(float) : sizeof(double);
}

size_t sink_bytes(const yee_problem *p, int64_t tap)
{
    return (size_t)p->tap[tap].values * word_of(p, &p->tap[tap]);
}

double sink_value(const bench_sink *s, int64_t tap, size_t record, int64_t n)
{
    const unsigned char *at = s->series[tap].data + record * sink_bytes(s->problem, tap);
    if (word_of(s->problem, &s->problem->tap[tap]) == sizeof(double))
        return ((const double *)(const void *)at)[n];
    return (double)((const float *)(const void *)at)[n];
}

static void breach(bench_sink *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void breach(bench_sink *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*s->fault)
        vsnprintf(s->fault, sizeof s->fault, format, args);
    va_end(args);
}

static bool untouched(const unsigned char *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (p[i] != PATTERN)
            return false;
    return true;
}

/* The first step after `after` at which a tap is due; INT64_MAX: none. */
static int64_t next_due(const yee_tap *t, int64_t after)
{
    int64_t step = t->first > 1 ? t->first : t->first + t->every * (t->first < 1);
    if (step <= after)
        step += (after - step) / t->every * t->every + t->every;
    return step <= t->last ? step : INT64_MAX;
}

/* The step of a tap's next delivery. */
static int64_t awaited(const bench_sink *s, int64_t tap)
{
    int64_t step = next_due(&s->problem->tap[tap], s->from);
    for (size_t n = 0; n < s->series[tap].count && step < INT64_MAX; n++)
        step = next_due(&s->problem->tap[tap], step);
    return step;
}

static void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    bench_sink *s = sink->core;
    if (*s->fault)
        return NULL;
    if (tap < 0 || tap >= s->problem->taps) {
        breach(s, "calls reserve() for tap %lld; there are %lld", (long long)tap,
               (long long)s->problem->taps);
        return NULL;
    }
    const yee_tap *t = &s->problem->tap[tap];
    if (s->refused)
        breach(s, "goes on to reserve() after commit() returned %d", (int)s->refuse);
    else if (s->lent >= 0)
        breach(s, "calls reserve() while the record of tap %lld is not committed",
               (long long)s->lent);
    else if (!untouched(s->block, s->block_size))
        breach(s, "has written into the sink's memory after commit()");
    else if (t->kind == YEE_TAP_DFT && (!s->finishing || s->series[tap].count))
        breach(s, "delivers the DFT tap %lld %s", (long long)tap,
               s->finishing ? "twice" : "before finish()");
    else if (t->kind != YEE_TAP_DFT && s->finishing)
        breach(s, "delivers tap %lld (%s) in finish()", (long long)tap, tap_name(t));
    else if (t->kind != YEE_TAP_DFT && step != awaited(s, tap))
        breach(s, "calls reserve() for tap %lld (%s) at step %lld, due is %lld%s",
               (long long)tap, tap_name(t), (long long)step, (long long)awaited(s, tap),
               awaited(s, tap) == INT64_MAX ? " (never)" : "");
    if (*s->fault)
        return NULL;
    s->lent = tap;
    return s->block + GUARD;
}

static bool complete(const bench_sink *s, int64_t tap, int64_t *missing)
{
    const size_t word = word_of(s->problem, &s->problem->tap[tap]);
    for (int64_t n = 0; n < s->problem->tap[tap].values; n++)
        if (untouched(s->block + GUARD + (size_t)n * word, word)) {
            *missing = n;
            return false;
        }
    return true;
}

static yee_status keep(bench_sink *s, int64_t tap, size_t bytes)
{
    sink_series *x = &s->series[tap];
    if (x->count == x->capacity) {
        const size_t more = x->capacity ? 2 * x->capacity : 16;
        unsigned char *data = realloc(x->data, more * bytes);
        if (!data)
            return YEE_MEMORY;
        x->data = data;
        x->capacity = more;
    }
    memcpy(x->data + x->count++ * bytes, s->block + GUARD, bytes);
    return YEE_OK;
}

static yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    bench_sink *s = sink->core;
    int64_t missing = 0;
    if (*s->fault)
        return YEE_PLUGIN;
    if (tap < 0 || tap >= s->problem->taps) {
        breach(s, "calls commit() for tap %lld; there are %lld", (long long)tap,
               (long long)s->problem->taps);
        return YEE_PLUGIN;
    }
    const size_t bytes = sink_bytes(s->problem, tap);
    const char *name = tap_name(&s->problem->tap[tap]);
    if (s->lent < 0)
        breach(s, "calls commit() for tap %lld (%s) twice or without reserve()", (long long)tap,
               name);
    else if (s->lent != tap)
        breach(s, "calls commit() for tap %lld after reserve() for tap %lld", (long long)tap,
               (long long)s->lent);
    else if (record != s->block + GUARD)
        breach(s, "hands commit() of tap %lld memory that reserve() did not lend",
               (long long)tap);
    else if (!untouched(s->block, GUARD))
        breach(s, "writes in front of the record of tap %lld (%s)", (long long)tap, name);
    else if (!untouched(s->block + GUARD + bytes, s->block_size - GUARD - bytes))
        breach(s, "writes behind the record of tap %lld (%s), which has %lld numbers",
               (long long)tap, name, (long long)s->problem->tap[tap].values);
    else if (!complete(s, tap, &missing))
        breach(s, "leaves number %lld of the record of tap %lld (%s) unset", (long long)missing,
               (long long)tap, name);
    if (*s->fault)
        return YEE_PLUGIN;
    const yee_status status = s->refuse ? s->refuse : keep(s, tap, bytes);
    memset(s->block + GUARD, PATTERN, bytes);
    s->lent = -1;
    s->refused = s->refuse != YEE_OK;
    return status;
}

bool sink_open(bench_sink *s, const yee_problem *problem, int64_t from)
{
    size_t most = 0;
    for (int64_t n = 0; n < problem->taps; n++)
        most = sink_bytes(problem, n) > most ? sink_bytes(problem, n) : most;
    *s = (bench_sink){.sink = {sizeof s->sink, s, reserve, commit},
                      .problem = problem,
                      .from = from,
                      .lent = -1,
                      .block_size = most + 2 * GUARD};
    s->series = calloc((size_t)problem->taps + 1, sizeof *s->series);
    s->block = aligned_alloc(64, (s->block_size + 63) / 64 * 64);
    if (s->block)
        memset(s->block, PATTERN, s->block_size);
    return s->series && s->block;
}

void sink_close(bench_sink *s)
{
    for (int64_t n = 0; s->series && n < s->problem->taps; n++)
        free(s->series[n].data);
    free(s->series);
    free(s->block);
    s->series = NULL;
    s->block = NULL;
}

void sink_settle(bench_sink *s, int64_t step)
{
    if (s->lent >= 0)
        breach(s, "never commits the record of tap %lld that it reserved", (long long)s->lent);
    if (!untouched(s->block, s->block_size))
        breach(s, "has written into the sink's memory after commit()");
    for (int64_t n = 0; n < s->problem->taps; n++) {
        const bool dft = s->problem->tap[n].kind == YEE_TAP_DFT;
        if (dft ? s->finishing && !s->series[n].count : awaited(s, n) <= step)
            breach(s, "has not delivered tap %lld (%s)%s", (long long)n,
                   tap_name(&s->problem->tap[n]), dft ? "" : " when it was due");
    }
}
