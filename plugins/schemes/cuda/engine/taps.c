/* taps.c: taps. Points and ports are taken on the device, step by step, into a log; boxes and
 * energies at the end of a stretch of steps, transforms along the way. What was taken travels
 * to pinned memory on a stream of its own while the next stretch runs, two boats by turns, and
 * is handed to the sink from there: the step waits for nobody. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

/* Of a stretch: a multiple of any number of steps that are done at once. */
enum { MOST_STEPS = 480, OFTEN = 8, OFTEN_IN_PASSES = 64 };
static const int64_t most_values = 1 << 20; /* of signals, or of a log, in half a span */

static bool due(const yee_tap *t, int64_t step)
{
    return step >= t->first && step <= t->last && (step - t->first) % t->every == 0;
}

static bool logged(const yee_tap *t)
{
    return t->kind == YEE_TAP_POINTS || t->kind == YEE_TAP_PORT;
}

/* Transforms that are due every few steps are part of every step: a stretch costs as much as
 * looking eight times whether they are due. Where several steps are done in a pass, what is
 * left of a stretch is done a step at a time, which costs more. */
static bool often(const plan *p, const yee_tap *t)
{
    return t->kind == YEE_TAP_DFT && t->every <= (p->sides > 1 ? OFTEN_IN_PASSES : OFTEN);
}

static int64_t box_count(const yee_tap *t, int axis)
{
    return (t->hi[axis] - t->lo[axis] + t->stride[axis] - 1) / t->stride[axis];
}

static box tap_box(const plan *p, const yee_tap *t)
{
    box b = {.component = p->as[t->component]};
    const int64_t words[3] = {p->d.plane, p->d.pitch, 1};
    for (int a = 0; a < 3; a++) {
        int to = (a + p->turn) % 3;
        b.at += t->lo[a] * words[to];
        /* the box keeps the problem's order of axes: its deliveries are in C order of those */
        b.stride[a] = t->stride[a] * words[to];
        b.count[a] = box_count(t, a);
    }
    return b;
}

static int64_t points_of(const transform *x) { return x->count[0] * x->count[1] * x->count[2]; }

static bool add_transform(plan *p, int64_t tap)
{
    const yee_tap *t = &p->problem->tap[tap];
    const box b = tap_box(p, t);
    transform *x = &p->transform[p->transforms];
    *x = (transform){.first = t->first,
                     .every = t->every,
                     .last = t->last,
                     .dt = p->problem->grid.dt,
                     .lag = yee_is_electric(t->component) ? 0 : 0.5,
                     .component = b.component,
                     .frequencies = (int)t->frequencies,
                     .at = b.at};
    memcpy(x->stride, b.stride, sizeof x->stride);
    memcpy(x->count, b.count, sizeof x->count);
    p->transform_tap[p->transforms++] = tap;
    if (often(p, t)) {
        const int64_t points = points_of(x);
        p->often++;
        p->often_points = points > p->often_points ? points : p->often_points;
    }
    return device_ask(&p->memory, &x->frequency, t->frequencies, sizeof(double),
                      t->frequency) &&
           device_ask(&p->memory, &x->sum, t->values, sizeof(double), NULL);
}

/* What the device notes down every step. */
static bool make_log(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t points = 0, ports = 0;
    for (int64_t n = 0; n < q->taps; n++) {
        points += q->tap[n].kind == YEE_TAP_POINTS ? q->tap[n].count : 0;
        ports += q->tap[n].kind == YEE_TAP_PORT;
    }
    watch *w = plan_scratch(p, q->taps, sizeof *w);
    watch_point *x = plan_scratch(p, points, sizeof *x);
    if (!w || !x)
        return false;
    int64_t used = 0, port = points;
    for (int64_t n = 0; n < q->taps; n++) {
        const yee_tap *t = &q->tap[n];
        if (!logged(t))
            continue;
        bool is_port = t->kind == YEE_TAP_PORT;
        p->watch_tap[p->c.watches] = n;
        p->watch_begin[p->c.watches] = is_port ? port : used;
        w[p->c.watches] = (watch){t->first,
                                  t->every,
                                  t->last,
                                  p->watch_begin[p->c.watches],
                                  is_port ? 2 : t->count,
                                  is_port ? (int)t->port : -1};
        port += is_port ? 2 : 0;
        for (int64_t m = 0; m < t->count && !is_port; m++, used++) {
            int c = p->as[t->point_component[m]];
            x[used] = (watch_point){plan_padded(p, c, t->point_index[m]), c, p->c.watches};
        }
        p->c.watches++;
    }
    p->c.points = points;
    p->c.record = points + 2 * ports;
    return device_ask(&p->memory, &p->c.watch, p->c.watches, sizeof *w, w) &&
           device_ask(&p->memory, &p->c.watched, points, sizeof *x, x);
}

bool watch_make(plan *p)
{
    const yee_problem *q = p->problem;
    size_t taps = (size_t)q->taps + 1;
    p->transform = calloc(taps, sizeof *p->transform);
    p->transform_tap = calloc(taps, sizeof *p->transform_tap);
    p->watch_tap = calloc(taps, sizeof *p->watch_tap);
    p->watch_begin = calloc(taps, sizeof *p->watch_begin);
    if (!p->transform || !p->transform_tap || !p->watch_tap || !p->watch_begin || !make_log(p))
        return false;
    for (int pass = 0; pass < 2; pass++) /* those of every step first */
        for (int64_t n = 0; n < q->taps; n++)
            if (q->tap[n].kind == YEE_TAP_DFT && often(p, &q->tap[n]) == !pass &&
                !add_transform(p, n))
                return false;
    for (int64_t n = 0; n < q->taps; n++) {
        const yee_tap *t = &q->tap[n];
        if (t->kind == YEE_TAP_BOX)
            p->boxes_bytes += (size_t)t->values * p->word;
        else if (t->kind == YEE_TAP_ENERGY)
            p->boxes_bytes += 2 * sizeof(double);
        p->boxes_bytes += (size_t)(-(int64_t)p->boxes_bytes & 15);
    }
    int64_t half = MOST_STEPS, busiest = p->c.values > p->c.record ? p->c.values : p->c.record;
    while (half > 1 && half * busiest > most_values)
        half /= 2;
    p->c.span = 2 * half;
    int64_t sums = energy_most_blocks(p->d.cells);
    bool ok =
        device_ask(&p->memory, &p->transform_there, p->transforms, sizeof *p->transform,
                   NULL) &&
        device_ask(&p->memory, &p->partial, sums, sizeof *p->partial, NULL) &&
        device_ask(&p->memory, &p->vital, (int64_t)YEE_COMPONENTS * VITAL_BLOCKS,
                   sizeof *p->vital, NULL) &&
        device_ask(&p->memory, &p->c.signals, p->c.span * p->c.values, sizeof *p->c.signals,
                   NULL) &&
        device_ask(&p->memory, &p->c.log, p->c.span * p->c.record, sizeof *p->c.log, NULL);
    for (int n = 0; n < 2 && ok; n++)
        ok = device_ask(&p->memory, &p->boat[n].staging, (int64_t)p->boxes_bytes, 1, NULL);
    return ok;
}

static yee_status pinned(plan *p, void *where, size_t bytes)
{
    void *address = NULL;
    yee_status status = bytes ? DEVICE_CALL(p->host, cudaMallocHost(&address, bytes)) : YEE_OK;
    memcpy(where, &address, sizeof address);
    return status;
}

static yee_status event(plan *p, cudaEvent_t *e)
{
    return DEVICE_CALL(p->host, cudaEventCreateWithFlags(e, cudaEventDisableTiming));
}

yee_status watch_open(plan *p)
{
    size_t log = (size_t)(p->c.span / 2 * p->c.record) * sizeof(double);
    yee_status status =
        pinned(p, &p->signals_pinned, (size_t)(p->c.span * p->c.values) * sizeof(double));
    if (status == YEE_OK && p->transforms > 0) /* their arrays are known by now */
        status = DEVICE_CALL(p->host, cudaMemcpy(p->transform_there, p->transform,
                                                 (size_t)p->transforms * sizeof *p->transform,
                                                 cudaMemcpyHostToDevice));
    for (int n = 0; n < 2 && status == YEE_OK; n++) {
        boat *b = &p->boat[n];
        p->supplied[n] = -1;
        b->parcel = calloc((size_t)p->problem->taps + 1, sizeof *b->parcel);
        if (!b->parcel)
            return p->host->fail(p->host, YEE_MEMORY, "no host memory for deliveries");
        status = pinned(p, &b->pinned, p->boxes_bytes + log);
        if (status == YEE_OK)
            status = event(p, &b->filled);
        if (status == YEE_OK)
            status = event(p, &b->ready);
        if (status == YEE_OK)
            status = event(p, &p->signals_free[n]);
    }
    return status;
}

void watch_close(plan *p)
{
    for (int n = 0; n < 2; n++) {
        boat *b = &p->boat[n];
        if (b->filled)
            cudaEventDestroy(b->filled);
        if (b->ready)
            cudaEventDestroy(b->ready);
        if (p->signals_free[n])
            cudaEventDestroy(p->signals_free[n]);
        cudaFreeHost(b->pinned);
        free(b->parcel);
    }
    cudaFreeHost(p->signals_pinned);
}

/* Stretches end where a box, an energy or a rare transform is due, and where half of the log or
 * of the signals is used up. */
int64_t watch_next(const plan *p, int64_t step)
{
    int64_t half = p->c.span / 2, next = (step / half + 1) * half;
    for (int64_t n = 0; n < p->problem->taps; n++) {
        const yee_tap *t = &p->problem->tap[n];
        if (logged(t) || often(p, t) || step + 1 > t->last)
            continue;
        int64_t at = step + 1 <= t->first
                         ? t->first
                         : t->first + (step + t->every - t->first) / t->every * t->every;
        if (at <= t->last && at < next)
            next = at;
    }
    return next;
}

/* Rare transforms that step p->step is due for. */
static yee_status take_transforms(plan *p)
{
    yee_status status = YEE_OK;
    for (int64_t n = p->often; n < p->transforms && status == YEE_OK; n++)
        if (due(&p->problem->tap[p->transform_tap[n]], p->step))
            status = DEVICE_CALL(p->host, transform_launch(&p->d, p->transform_there + n, 1,
                                                           points_of(&p->transform[n]),
                                                           p->c.clock, p->word, p->work));
    return status;
}

/* Boxes and energies of step p->step into the boat's staging memory. */
static yee_status take(plan *p, boat *b)
{
    yee_status status = take_transforms(p);
    size_t used = 0;
    const int64_t corner[3] = {0, 0, 0};
    for (int64_t n = 0; n < p->problem->taps && status == YEE_OK; n++) {
        const yee_tap *t = &p->problem->tap[n];
        if (logged(t) || t->kind == YEE_TAP_DFT || !due(t, p->step))
            continue;
        b->parcel[b->parcels++] = (parcel){n, used};
        if (t->kind == YEE_TAP_ENERGY) {
            status = plan_energy_to(p, (double *)(void *)(b->staging + used));
            used += 2 * sizeof(double);
        } else {
            const box dense = tap_box(p, t);
            status = DEVICE_CALL(p->host, box_launch(&p->d, &dense, p->word, b->staging + used,
                                                     0, corner, p->work));
            used += (size_t)t->values * p->word;
        }
        used += (size_t)(-(int64_t)used & 15);
    }
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(b->filled, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamWaitEvent(p->copies, b->filled, 0));
    if (status == YEE_OK && used > 0)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(b->pinned, b->staging, used,
                                                      cudaMemcpyDeviceToHost, p->copies));
    return status;
}

/* Sends off what the steps [from, p->step) have brought. */
yee_status watch_load(plan *p, int64_t from)
{
    boat *b = &p->boat[p->sail];
    int64_t steps = p->step - from;
    b->parcels = 0;
    b->from = from;
    b->to = p->step;
    yee_status status = take(p, b);
    if (status == YEE_OK && p->c.record > 0 && steps > 0)
        status =
            DEVICE_CALL(p->host, cudaMemcpyAsync(b->pinned + p->boxes_bytes,
                                                 p->c.log + from % p->c.span * p->c.record,
                                                 (size_t)(steps * p->c.record) * sizeof(double),
                                                 cudaMemcpyDeviceToHost, p->copies));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(b->ready, p->copies));
    b->loaded = status == YEE_OK;
    p->sail = 1 - p->sail;
    return status;
}

static yee_status deliver(plan *p, const yee_sink *sink, int64_t tap, int64_t step,
                          const void *values)
{
    const yee_tap *t = &p->problem->tap[tap];
    void *record = sink->reserve(sink, tap, step);
    if (!record)
        return p->host->fail(p->host, YEE_IO,
                             "there is no room for what output number %lld takes at step %lld",
                             (long long)tap, (long long)step);
    if (t->kind == YEE_TAP_POINTS && p->word == sizeof(float))
        for (int64_t n = 0; n < t->values; n++)
            ((float *)record)[n] = (float)((const double *)values)[n];
    else
        memcpy(record, values,
               (size_t)t->values * (t->kind == YEE_TAP_BOX ? p->word : sizeof(double)));
    return sink->commit(sink, tap, record);
}

yee_status watch_deliver(plan *p, boat *b, const yee_sink *sink)
{
    if (!b->loaded)
        return YEE_OK;
    b->loaded = false;
    yee_status status = DEVICE_CALL(p->host, cudaEventSynchronize(b->ready));
    if (!sink)
        return status;
    const double *log = (const double *)(void *)(b->pinned + p->boxes_bytes);
    for (int64_t s = b->from + 1; s <= b->to && status == YEE_OK; s++, log += p->c.record)
        for (int w = 0; w < p->c.watches && status == YEE_OK; w++)
            if (due(&p->problem->tap[p->watch_tap[w]], s))
                status = deliver(p, sink, p->watch_tap[w], s, log + p->watch_begin[w]);
    for (int64_t n = 0; n < b->parcels && status == YEE_OK; n++)
        status = deliver(p, sink, b->parcel[n].tap, b->to, b->pinned + b->parcel[n].at);
    return status;
}

yee_status watch_finish(plan *p, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->transforms && status == YEE_OK && sink; n++) {
        int64_t tap = p->transform_tap[n];
        size_t bytes = (size_t)p->problem->tap[tap].values * sizeof(double);
        double *sum = malloc(bytes);
        if (!sum)
            return p->host->fail(p->host, YEE_MEMORY, "no host memory for a spectrum");
        status = DEVICE_CALL(
            p->host, cudaMemcpy(sum, p->transform[n].sum, bytes, cudaMemcpyDeviceToHost));
        if (status == YEE_OK)
            status = deliver(p, sink, tap, p->step, sum);
        free(sum);
    }
    return status;
}
