/* core/run/deliveries.c: a record too many or too few would shift all rows behind it, and a file
 * without rows looks like a run without fields; so every record is held against what its tap
 * is due (yee_tap_due), on its way to the outputs. Energies become those of the whole model. */
#include "deliveries.h"

#include <inttypes.h>

/* The record that a tap waits for. */
typedef struct due {
    int64_t step; /* the next one; INT64_MAX: none, and for transforms */
    bool came;    /* a transform was handed over */
    void *record; /* reserved and not yet committed, or NULL */
    int64_t of;   /* its step */
} due;

struct yee_deliveries {
    yee_sink sink;
    const yee_sink *inner;
    const yee_model *model;
    due *due; /* shape [taps] */
    bool ending;
    yee_status status; /* of the first fault */
};

#define BREACH(d, t, format, ...) \
    ((d)->status = \
         yee_diag_fail((d)->model->diag, YEE_PLUGIN, &(d)->model->scheme->place, \
                       "scheme '%s' " format " [%s]", (d)->model->scheme->plugin->name, \
                       __VA_ARGS__, (d)->model->taps.owner[t].output->place.block))

/* The first step after `step` at which a tap is due. */
static int64_t next(const yee_tap *tap, int64_t step)
{
    if (tap->kind == YEE_TAP_DFT)
        return INT64_MAX;
    const int64_t first = tap->first > 0 ? tap->first : tap->every; /* none after 0 steps */
    const int64_t wait = step < first ? first - step : tap->every - (step - first) % tap->every;
    return wait <= tap->last - step ? step + wait : INT64_MAX;
}

/* False after a sentence. */
static bool is_tap(yee_deliveries *d, int64_t tap)
{
    const yee_taps *taps = &d->model->taps;
    if (tap >= 0 && tap < taps->count)
        return true;
    d->status = yee_diag_fail(d->model->diag, YEE_PLUGIN, &d->model->scheme->place,
                              "scheme '%s' hands over a record of tap %" PRId64
                              "; the problem has %" PRId64,
                              d->model->scheme->plugin->name, tap, taps->count);
    return false;
}

static bool is_due(yee_deliveries *d, int64_t tap, int64_t step)
{
    const due *it = &d->due[tap];
    const bool transform = d->model->taps.tap[tap].kind == YEE_TAP_DFT;
    if (it->record)
        BREACH(d, tap,
               "reserves a record of step %" PRId64 " before it has committed that of step "
               "%" PRId64 " of the same tap of",
               step, it->of);
    else if (transform && !d->ending)
        BREACH(d, tap, "hands over a transform%s, which is due at finish(), of", " in run()");
    else if (transform && it->came)
        BREACH(d, tap, "hands over a transform%s of", " twice");
    else if (!transform && step != it->step && it->step == INT64_MAX)
        BREACH(d, tap, "hands over a record of step %" PRId64 ", after the last one due, of",
               step);
    else if (!transform && step != it->step)
        BREACH(d, tap,
               "hands over a record of step %" PRId64 ", while that of step %" PRId64
               " is due, of",
               step, it->step);
    return !d->status;
}

static void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    yee_deliveries *d = sink->core;
    if (d->status || !is_tap(d, tap) || !is_due(d, tap, step))
        return NULL;
    d->due[tap].of = step;
    d->due[tap].record = d->inner->reserve(d->inner, tap, step);
    return d->due[tap].record;
}

static yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    yee_deliveries *d = sink->core;
    if (d->status || !is_tap(d, tap))
        return d->status;
    due *it = &d->due[tap];
    if (!record || record != it->record)
        return BREACH(d, tap, "commits a record%s of",
                      it->record ? " other than the one it reserved"
                                 : " that it has not reserved");
    if (d->model->taps.tap[tap].kind ==
        YEE_TAP_ENERGY) /* from the grid's to the whole model's */
        for (int n = 0; n < 2; n++)
            ((double *)record)[n] *= yee_grid_parts(&d->model->problem.grid);
    it->record = NULL;
    it->came = true;
    it->step = next(&d->model->taps.tap[tap], it->of);
    return d->inner->commit(d->inner, tap, record);
}

yee_deliveries *yee_deliveries_new(const yee_model *model, int64_t step)
{
    const yee_taps *taps = &model->taps;
    yee_deliveries *d = yee_arena_alloc(model->arena, sizeof *d);
    due *all = yee_arena_alloc(model->arena, (size_t)taps->count * sizeof *all + 1);
    if (!d || !all)
        return NULL;
    for (int64_t i = 0; i < taps->count; i++)
        all[i] = (due){.step = next(&taps->tap[i], step)};
    *d = (yee_deliveries){
        .sink = {sizeof d->sink, d, reserve, commit}, .model = model, .due = all};
    return d;
}

const yee_sink *yee_deliveries_sink(yee_deliveries *d, const yee_sink *inner)
{
    d->inner = inner;
    return inner ? &d->sink : NULL;
}

void yee_deliveries_end(yee_deliveries *d) { d->ending = true; }

yee_status yee_deliveries_status(const yee_deliveries *d) { return d->status; }

yee_status yee_deliveries_check(yee_deliveries *d, int64_t step)
{
    const yee_taps *taps = &d->model->taps;
    for (int64_t i = 0; !d->status && d->inner && i < taps->count; i++) {
        const due *it = &d->due[i];
        if (it->step <= step)
            BREACH(
                d, i, "is after step %" PRId64 " and has %s the record of step %" PRId64 " of",
                step, it->record ? "reserved and not committed" : "not handed over", it->step);
        else if (d->ending && taps->tap[i].kind == YEE_TAP_DFT && !it->came)
            BREACH(d, i, "has finished and not handed over a transform%s of", "");
    }
    return d->status;
}
