/* tests/abi/modules/faulty_sources.c: sources with one fault each. */
#include "faulty.h"
#include <math.h>

/* -- signals -- */

static double pulse(int64_t step)
{
    const double t = ((double)step - 20) / 6;
    return -t * exp(-t * t);
}

static void fill_one(void *self, int64_t step, double *value)
{
    (void)self;
    *value = pulse(step);
}

static void fill_nan(void *self, int64_t step, double *value)
{
    (void)self;
    *value = step == 30 ? NAN : pulse(step);
}

/* Counts its calls, where it should count steps. */
static void fill_by_calls(void *self, int64_t step, double *value)
{
    static int64_t calls;
    (void)self;
    (void)step;
    *value = pulse(calls++);
}

/* Remembers the step before. */
static void fill_by_last(void *self, int64_t step, double *value)
{
    static int64_t last;
    (void)self;
    *value = pulse(step) + (step < last ? 1e-9 : 0);
    last = step;
}

static void fill_two(void *self, int64_t step, double *value)
{
    fill_one(self, step, value);
    value[1] = 0;
}

/* Leaves the second of its values as it was. */
static void fill_half(void *self, int64_t step, double *value) { fill_one(self, step, value); }

#define SIGNALS(name, count, fill) \
    static const yee_signals name = {sizeof name, count, NULL, fill}
SIGNALS(good_signals, 1, fill_one);
SIGNALS(nan_signals, 1, fill_nan);
SIGNALS(calls_signals, 1, fill_by_calls);
SIGNALS(last_signals, 1, fill_by_last);
SIGNALS(wide_signals, 1, fill_two);
SIGNALS(half_signals, 2, fill_half);

/* -- sources: a current along z in the middle of the grid -- */

static yee_status emit_at(const yee_view *view, yee_emitter *emitter,
                          const yee_signals *signals, int64_t i, double density)
{
    const yee_axis_data *axis = view->grid->axis;
    yee_status status = emitter->group(emitter, YEE_EZ, false, signals);
    for (int64_t s = 0; !status && s < signals->count; s++)
        status = emitter->current(emitter, i, axis[1].cells / 2,
                                  axis[2].invariant ? 0 : axis[2].cells / 2, density, s, 0);
    return status;
}

static int64_t middle(const yee_view *view) { return view->grid->axis[0].cells / 2; }

#define EMIT(name, ...) \
    static yee_status name(const yee_host *host, const void *config, const yee_view *view, \
                           yee_emitter *emitter) \
    { \
        (void)host; \
        (void)config; \
        (void)view; \
        (void)emitter; \
        return __VA_ARGS__; \
    } \
    static const yee_source_ops name##_ops = { \
        .size = sizeof name##_ops, \
        .emit = name, \
    }
EMIT(emit_nan_density, emit_at(view, emitter, &good_signals, middle(view), NAN));
EMIT(emit_outside, emit_at(view, emitter, &good_signals, view->grid->axis[0].cells + 3, 1e6));
EMIT(emit_no_signals, emitter->group(emitter, YEE_EZ, false, NULL));
EMIT(emit_silent, YEE_OK);
EMIT(emit_nan_signal, emit_at(view, emitter, &nan_signals, middle(view), 1e6));
EMIT(emit_counting, emit_at(view, emitter, &calls_signals, middle(view), 1e6));
EMIT(emit_forgetful, emit_at(view, emitter, &last_signals, middle(view), 1e6));
EMIT(emit_wide, emit_at(view, emitter, &wide_signals, middle(view), 1e6));
EMIT(emit_half_set, emit_at(view, emitter, &half_signals, middle(view), 1e6));
EMIT(emit_loner, host->fail(host, YEE_INPUT, "the moon is in the wrong quarter"));
EMIT(emit_sound, emit_at(view, emitter, &good_signals, middle(view), 1e6));

#define SOURCE(name) \
    EXAMPLE_PLUGIN(YEE_SOURCE, name, emit_##name##_ops, "[source.s]\ntype = " #name "\n")
SOURCE(nan_density);
SOURCE(outside);
SOURCE(no_signals);
SOURCE(silent);
SOURCE(nan_signal);
SOURCE(counting);
SOURCE(forgetful);
SOURCE(wide);
SOURCE(half_set);
SOURCE(loner);
EXAMPLE_PLUGIN(YEE_SOURCE, misnamed, emit_sound_ops, "[source.s]\ntype = sound\n");
EXAMPLE_PLUGIN(YEE_SOURCE, garbled, emit_sound_ops, "[source.s\ntype = garbled\n");

YEE_MODULE("1.0", "BSD-3-Clause", &nan_density, &outside, &no_signals, &silent, &nan_signal,
           &counting, &forgetful, &wide, &half_set, &loner, &misnamed, &garbled)
