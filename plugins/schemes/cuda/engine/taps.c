/* taps.c: taps. Points and ports are logged on the device, step by step; boxes and energies are
 * gathered at the end of a stretch of steps, transforms along the way. All of it travels to
 * pinned memory on a stream of its own while the next stretch runs, in two staging buffers by
 * turns, and is delivered to the sink from there: no step waits for it. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

/* MOST_STEPS of a stretch: a multiple of any number of steps that are done at once. FREQUENT:
 * most steps from one to the next time that a frequent transform is due. */
enum { MOST_STEPS = 480, FREQUENT = 8, FREQUENT_IN_PASSES = 64 };
static const int64_t most_values = 1 << 20; /* in half a span of signals, or of the log */

static bool logged(const yee_tap *t)
{
    return t->kind == YEE_TAP_POINTS || t->kind == YEE_TAP_PORT;
}

/* Transforms that are due every few steps are launched with every step: a stretch costs as much
 * as eight launches that only find out whether they are due. Where several steps are done in a
 * pass, the rest of a stretch is done a step at a time, which costs more. */
static bool frequent(const plan *p, const yee_tap *t)
{
    return t->kind == YEE_TAP_DFT &&
           t->every <= (p->state.buffers > 1 ? FREQUENT_IN_PASSES : FREQUENT);
}

static int64_t box_count(const yee_tap *t, int axis)
{
    return (t->hi[axis] - t->lo[axis] + t->stride[axis] - 1) / t->stride[axis];
}

static box tap_box(const plan *p, const yee_tap *t)
{
    box b = {.component = p->component_of[t->component]};
    const int64_t words[3] = {p->d.plane, p->d.pitch, 1};
    for (int a = 0; a < 3; a++) {
        int to = (a + p->rotation) % 3;
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
    transform *x = &p->transforms.transform[p->transforms.count];
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
    p->transforms.tap[p->transforms.count++] = tap;
    if (frequent(p, t)) {
        const int64_t points = points_of(x);
        p->transforms.frequent++;
        p->transforms.most_points =
            points > p->transforms.most_points ? points : p->transforms.most_points;
    }
    return device_ask(&p->lists, &x->frequency, t->frequencies, sizeof(double), t->frequency) &&
           device_ask(&p->lists, &x->sum, t->values, sizeof(double), NULL);
}

/* The lists of taps that the device logs every step. */
static bool make_log(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t points = 0, ports = 0;
    for (int64_t n = 0; n < q->taps; n++) {
        points += q->tap[n].kind == YEE_TAP_POINTS ? q->tap[n].count : 0;
        ports += q->tap[n].kind == YEE_TAP_PORT;
    }
    logged_tap *w = plan_scratch(p, q->taps, sizeof *w);
    logged_point *x = plan_scratch(p, points, sizeof *x);
    if (!w || !x)
        return false;
    int64_t used = 0, port = points;
    for (int64_t n = 0; n < q->taps; n++) {
        const yee_tap *t = &q->tap[n];
        if (!logged(t))
            continue;
        bool is_port = t->kind == YEE_TAP_PORT;
        p->log.tap[p->between.taps] = n;
        p->log.begin[p->between.taps] = is_port ? port : used;
        w[p->between.taps] = (logged_tap){t->first,
                                          t->every,
                                          t->last,
                                          p->log.begin[p->between.taps],
                                          is_port ? 2 : t->count,
                                          is_port ? (int)t->port : -1};
        port += is_port ? 2 : 0;
        for (int64_t m = 0; m < t->count && !is_port; m++, used++) {
            int c = p->component_of[t->point_component[m]];
            x[used] = (logged_point){plan_padded(p, c, t->point_index[m]), c, p->between.taps};
        }
        p->between.taps++;
    }
    p->between.points = points;
    p->between.record = points + 2 * ports;
    return device_ask(&p->lists, &p->between.tap, p->between.taps, sizeof *w, w) &&
           device_ask(&p->lists, &p->between.point, points, sizeof *x, x);
}

bool taps_make(plan *p)
{
    const yee_problem *q = p->problem;
    size_t taps = (size_t)q->taps + 1;
    p->transforms.transform = calloc(taps, sizeof *p->transforms.transform);
    p->transforms.tap = calloc(taps, sizeof *p->transforms.tap);
    p->log.tap = calloc(taps, sizeof *p->log.tap);
    p->log.begin = calloc(taps, sizeof *p->log.begin);
    if (!p->transforms.transform || !p->transforms.tap || !p->log.tap || !p->log.begin ||
        !make_log(p))
        return false;
    for (int pass = 0; pass < 2; pass++) /* the frequent ones first */
        for (int64_t n = 0; n < q->taps; n++)
            if (q->tap[n].kind == YEE_TAP_DFT && frequent(p, &q->tap[n]) == !pass &&
                !add_transform(p, n))
                return false;
    for (int64_t n = 0; n < q->taps; n++) {
        const yee_tap *t = &q->tap[n];
        if (t->kind == YEE_TAP_BOX)
            p->staging.boxes_bytes += (size_t)t->values * p->word;
        else if (t->kind == YEE_TAP_ENERGY)
            p->staging.boxes_bytes += 2 * sizeof(yee_sum);
        p->staging.boxes_bytes += (size_t)(-(int64_t)p->staging.boxes_bytes & 15);
    }
    int64_t half = MOST_STEPS, busiest = p->between.values > p->between.record
                                             ? p->between.values
                                             : p->between.record;
    while (half > 1 && half * busiest > most_values)
        half /= 2;
    p->between.span = 2 * half;
    int64_t sums = energy_most_blocks(p->d.cells);
    bool ok =
        device_ask(&p->lists, &p->transforms.on_device, p->transforms.count,
                   sizeof *p->transforms.transform, NULL) &&
        device_ask(&p->lists, &p->reduction.partial, sums, sizeof *p->reduction.partial,
                   NULL) &&
        device_ask(&p->lists, &p->reduction.rounded, 1, sizeof *p->reduction.rounded, NULL) &&
        device_ask(&p->lists, &p->reduction.slots, EXACT_SLOTS, sizeof *p->reduction.slots,
                   NULL) &&
        device_ask(&p->lists, &p->reduction.energy, 2, sizeof *p->reduction.energy, NULL) &&
        device_ask(&p->lists, &p->reduction.extremum, (int64_t)YEE_COMPONENTS * EXTREMA_BLOCKS,
                   sizeof *p->reduction.extremum, NULL) &&
        device_ask(&p->lists, &p->between.signals, p->between.span * p->between.values,
                   sizeof *p->between.signals, NULL) &&
        device_ask(&p->lists, &p->between.log, p->between.span * p->between.record,
                   sizeof *p->between.log, NULL);
    for (int n = 0; n < 2 && ok; n++)
        ok = device_ask(&p->lists, &p->staging.buffer[n].device,
                        (int64_t)p->staging.boxes_bytes, 1, NULL);
    return ok;
}

/* The block, which stays where it has these bytes; no copy out of it or into it is under way. */
static yee_status pinned(plan *p, int block, void *where, size_t bytes)
{
    pinned_block *b = &p->pinned[block];
    yee_status status = YEE_OK;
    if (b->bytes != bytes) {
        cudaFreeHost(b->address);
        *b = (pinned_block){0};
        if (bytes)
            status = DEVICE_CALL(p->host, cudaMallocHost(&b->address, bytes));
        b->bytes = status == YEE_OK ? bytes : 0;
    }
    memcpy(where, &b->address, sizeof b->address);
    return status;
}

static yee_status event(plan *p, cudaEvent_t *e)
{
    return DEVICE_CALL(p->host, cudaEventCreateWithFlags(e, cudaEventDisableTiming));
}

yee_status taps_open(plan *p)
{
    size_t log = (size_t)(p->between.span / 2 * p->between.record) * sizeof(double);
    yee_status status = pinned(p, PINNED_FEED, &p->feed.pinned,
                               (size_t)(p->between.span * p->between.values) * sizeof(double));
    if (status == YEE_OK && p->transforms.count > 0) /* their arrays are known by now */
        status = DEVICE_CALL(
            p->host, cudaMemcpy(p->transforms.on_device, p->transforms.transform,
                                (size_t)p->transforms.count * sizeof *p->transforms.transform,
                                cudaMemcpyHostToDevice));
    for (int n = 0; n < 2 && status == YEE_OK; n++) {
        staging_buffer *b = &p->staging.buffer[n];
        p->feed.block[n] = -1;
        b->delivery = calloc((size_t)p->problem->taps + 1, sizeof *b->delivery);
        if (!b->delivery)
            return p->host->fail(p->host, YEE_MEMORY, "no host memory for deliveries");
        status = pinned(p, PINNED_STAGING + n, &b->pinned, p->staging.boxes_bytes + log);
        if (status == YEE_OK)
            status = event(p, &b->gathered);
        if (status == YEE_OK)
            status = event(p, &b->arrived);
        if (status == YEE_OK)
            status = event(p, &p->feed.copied[n]);
    }
    return status;
}

void taps_close(plan *p)
{
    for (int n = 0; n < 2; n++) {
        staging_buffer *b = &p->staging.buffer[n];
        if (b->gathered)
            cudaEventDestroy(b->gathered);
        if (b->arrived)
            cudaEventDestroy(b->arrived);
        if (p->feed.copied[n])
            cudaEventDestroy(p->feed.copied[n]);
        free(b->delivery);
    }
}

/* Stretches end where a box, an energy or a rare transform is due, and where half of the log or
 * of the signals is used up. */
int64_t taps_next(const plan *p, int64_t step)
{
    int64_t half = p->between.span / 2, next = (step / half + 1) * half;
    for (int64_t n = 0; n < p->problem->taps; n++) {
        const yee_tap *t = &p->problem->tap[n];
        if (logged(t) || frequent(p, t) || step + 1 > t->last)
            continue;
        int64_t at = step + 1 <= t->first
                         ? t->first
                         : t->first + (step + t->every - t->first) / t->every * t->every;
        if (at <= t->last && at < next)
            next = at;
    }
    return next;
}

/* Launches the transforms beside the frequent ones that are due at step p->step. */
static yee_status launch_transforms(plan *p)
{
    yee_status status = YEE_OK;
    for (int64_t n = p->transforms.frequent; n < p->transforms.count && status == YEE_OK; n++)
        if (yee_tap_due(&p->problem->tap[p->transforms.tap[n]], p->step))
            status =
                DEVICE_CALL(p->host, transform_launch(&p->d, p->transforms.on_device + n, 1,
                                                      points_of(&p->transforms.transform[n]),
                                                      p->between.clock, p->word, p->work));
    return status;
}

/* Gathers the boxes and energies of step p->step in a staging buffer. */
static yee_status gather(plan *p, staging_buffer *b)
{
    yee_status status = launch_transforms(p);
    size_t used = 0;
    const int64_t corner[3] = {0, 0, 0};
    for (int64_t n = 0; n < p->problem->taps && status == YEE_OK; n++) {
        const yee_tap *t = &p->problem->tap[n];
        if (logged(t) || t->kind == YEE_TAP_DFT || !yee_tap_due(t, p->step))
            continue;
        b->delivery[b->deliveries++] = (delivery){n, used};
        if (t->kind == YEE_TAP_ENERGY) {
            status = fields_energy_to(p, (yee_sum *)(void *)(b->device + used));
            used += 2 * sizeof(yee_sum);
        } else {
            const box dense = tap_box(p, t);
            status = DEVICE_CALL(p->host, box_launch(&p->d, &dense, p->word, b->device + used,
                                                     false, corner, p->work));
            used += (size_t)t->values * p->word;
        }
        used += (size_t)(-(int64_t)used & 15);
    }
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(b->gathered, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamWaitEvent(p->copies, b->gathered, 0));
    if (status == YEE_OK && used > 0)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(b->pinned, b->device, used,
                                                      cudaMemcpyDeviceToHost, p->copies));
    return status;
}

yee_status taps_stage(plan *p, int64_t from)
{
    staging_buffer *b = &p->staging.buffer[p->staging.index];
    int64_t steps = p->step - from;
    b->deliveries = 0;
    b->from = from;
    b->to = p->step;
    yee_status status = gather(p, b);
    if (status == YEE_OK && p->between.record > 0 && steps > 0)
        status = DEVICE_CALL(
            p->host,
            cudaMemcpyAsync(b->pinned + p->staging.boxes_bytes,
                            p->between.log + from % p->between.span * p->between.record,
                            (size_t)(steps * p->between.record) * sizeof(double),
                            cudaMemcpyDeviceToHost, p->copies));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(b->arrived, p->copies));
    /* nothing to deliver is nothing to wait for, where neighbours wait for the host */
    b->in_use = status == YEE_OK && (!p->problem->subdomain || b->deliveries > 0 ||
                                     (p->between.record > 0 && steps > 0));
    p->staging.index = 1 - p->staging.index;
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
    else if (t->kind == YEE_TAP_ENERGY)
        for (int n = 0; n < 2; n++)
            ((double *)record)[n] = yee_sum_value((const yee_sum *)values + n);
    else
        memcpy(record, values,
               (size_t)t->values * (t->kind == YEE_TAP_BOX ? p->word : sizeof(double)));
    return sink->commit(sink, tap, record);
}

yee_status taps_deliver(plan *p, staging_buffer *b, const yee_sink *sink)
{
    if (!b->in_use)
        return YEE_OK;
    b->in_use = false;
    yee_status status = DEVICE_CALL(p->host, cudaEventSynchronize(b->arrived));
    if (!sink)
        return status;
    const double *log = (const double *)(void *)(b->pinned + p->staging.boxes_bytes);
    for (int64_t s = b->from + 1; s <= b->to && status == YEE_OK; s++, log += p->between.record)
        for (int w = 0; w < p->between.taps && status == YEE_OK; w++)
            if (yee_tap_due(&p->problem->tap[p->log.tap[w]], s))
                status = deliver(p, sink, p->log.tap[w], s, log + p->log.begin[w]);
    for (int64_t n = 0; n < b->deliveries && status == YEE_OK; n++)
        status = deliver(p, sink, b->delivery[n].tap, b->to, b->pinned + b->delivery[n].at);
    return status;
}

yee_status taps_finish(plan *p, const yee_sink *sink)
{
    yee_status status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    for (int64_t n = 0; n < p->transforms.count && status == YEE_OK && sink; n++) {
        int64_t tap = p->transforms.tap[n];
        size_t bytes = (size_t)p->problem->tap[tap].values * sizeof(double);
        double *sum = malloc(bytes);
        if (!sum)
            return p->host->fail(p->host, YEE_MEMORY, "no host memory for a spectrum");
        status = DEVICE_CALL(p->host, cudaMemcpy(sum, p->transforms.transform[n].sum, bytes,
                                                 cudaMemcpyDeviceToHost));
        if (status == YEE_OK)
            status = deliver(p, sink, tap, p->step, sum);
        free(sum);
    }
    return status;
}
