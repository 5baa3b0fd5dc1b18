/* core/run/writer.c: records on their way from the scheme to the outputs.
 *
 * The scheme's thread fills a batch of records per tap and queues it once it is full or half a
 * second has passed; the I/O thread takes batches from the queue and hands them to the
 * outputs. Small records travel by the hundred, so that a probe costs no lock per step. What is
 * queued is bounded: a scheme that runs ahead of the disk waits for it in reserve(). */
#include "writer.h"
#include "base/clock.h"
#include "base/process.h"
#include "files/record.h"
#include "plugin/call.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_BYTES ((size_t)32 << 10)
#define QUEUE_BYTES ((size_t)256 << 20)
#define LINGER 0.5 /* s that a record may wait for its batch to fill */

typedef struct batch {
    struct batch *next;
    int64_t tap;
    int64_t count, capacity; /* records */
    size_t bytes;
    bool pending;  /* a record is reserved and not yet committed */
    int64_t *step; /* shape [capacity] */
    char *data;    /* shape [capacity, record bytes] */
} batch;

struct yee_writer_thread {
    yee_sink sink;
    yee_diag *diag;
    const yee_problem *problem;
    const yee_taps *taps;
    size_t outputs;
    const yee_instance *const *output;
    void *const *self;
    yee_files *files; /* NULL: the outputs belong to none */
    double flush;
    const yee_opening *opening;

    batch **open; /* shape [taps]: being filled, owned by the scheme's thread */
    double swept; /* s: when all of them were queued last */

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived, drained;
    batch *head, *tail;
    size_t queued;         /* bytes in the queue or being written */
    bool ready, stop;      /* outputs are open; no more batches will come */
    _Atomic int status;    /* of the I/O thread */
    char *why;             /* its sentence, once the status is there; NULL: it is not known */
    yee_status run_status; /* told to close() */
};

static yee_precision precision_of(const yee_writer_thread *w, int64_t tap)
{
    const yee_tap_kind kind = w->taps->tap[tap].kind;
    return kind == YEE_TAP_BOX || kind == YEE_TAP_POINTS ? w->problem->precision : YEE_F64;
}

static size_t record_bytes(const yee_writer_thread *w, int64_t tap)
{
    if (w->taps->owner[tap].parted) /* its numbers are in part files */
        return 0;
    return (size_t)w->taps->tap[tap].values *
           (precision_of(w, tap) == YEE_F32 ? sizeof(float) : sizeof(double));
}

static void batch_free(batch *b)
{
    if (b) {
        free(b->step);
        free(b->data);
        free(b);
    }
}

static batch *batch_new(yee_writer_thread *w, int64_t tap)
{
    const size_t bytes = record_bytes(w, tap);
    const size_t capacity = !bytes ? 1 : bytes < BATCH_BYTES ? BATCH_BYTES / bytes : 1;
    batch *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->tap = tap;
    b->capacity = (int64_t)capacity;
    b->bytes = capacity * bytes;
    b->step = malloc(capacity * sizeof *b->step);
    b->data = malloc(b->bytes + 1);
    if (!b->step || !b->data) {
        batch_free(b);
        return NULL;
    }
    return b;
}

/* The scheme's thread. */

static void queue(yee_writer_thread *w, int64_t tap)
{
    batch *b = w->open[tap];
    w->open[tap] = NULL;
    pthread_mutex_lock(&w->lock);
    w->queued += b->bytes;
    *(w->head ? &w->tail->next : &w->head) = b;
    w->tail = b;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
}

/* Queues what has been recorded, full batches or not. */
static void sweep(yee_writer_thread *w)
{
    for (int64_t i = 0; i < w->taps->count; i++)
        if (w->open[i] && w->open[i]->count && !w->open[i]->pending)
            queue(w, i);
    w->swept = yee_now();
}

/* Waits until the queue has space for more bytes. Only what is queued drains by itself, so
 * an empty queue always has space. */
static void wait_for_space(yee_writer_thread *w, size_t bytes)
{
    pthread_mutex_lock(&w->lock);
    while (w->queued && w->queued + bytes > QUEUE_BYTES && !w->status)
        pthread_cond_wait(&w->drained, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    yee_writer_thread *w = sink->core;
    if (w->status)
        return NULL;
    const size_t bytes = record_bytes(w, tap);
    if (!w->open[tap]) {
        wait_for_space(w, bytes);
        w->open[tap] = batch_new(w, tap);
    }
    batch *b = w->open[tap];
    if (!b) {
        w->status = yee_diag_fail(w->diag, YEE_MEMORY, &w->taps->owner[tap].output->place,
                                  "no memory for a record of %zu bytes", bytes);
        return NULL;
    }
    b->step[b->count] = step;
    b->pending = true;
    return b->data + (size_t)b->count * bytes;
}

static yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    yee_writer_thread *w = sink->core;
    batch *b = w->open[tap];
    if (!b || record != b->data + (size_t)b->count * record_bytes(w, tap))
        return yee_diag_fail(w->diag, YEE_PLUGIN, &w->taps->owner[tap].output->place,
                             "the scheme commits a record that it did not reserve last");
    b->pending = false;
    if (++b->count == b->capacity)
        queue(w, tap);
    else if (yee_now() - w->swept > LINGER)
        sweep(w);
    return (yee_status)w->status;
}

/* The I/O thread. */

static const yee_output_ops *ops_of(const yee_instance *output) { return output->plugin->ops; }

static yee_status deliver(yee_writer_thread *w, const batch *b)
{
    const yee_tap_owner *owner = &w->taps->owner[b->tap];
    const yee_delivery delivery = {.size = sizeof delivery,
                                   .tap = owner->number,
                                   .count = b->count,
                                   .values = w->taps->tap[b->tap].values,
                                   .precision = precision_of(w, b->tap),
                                   .step = b->step,
                                   .data = owner->parted ? NULL : b->data};
    return YEE_CALL(owner->output, ops_of(owner->output), receive, &owner->output->host,
                    owner->self, &delivery);
}

static yee_status flush(yee_writer_thread *w)
{
    return w->files ? yee_files_flush(w->files) : YEE_OK;
}

/* The next batch; NULL when a flush is due (deadline, s) or no more will come. */
static batch *next_batch(yee_writer_thread *w, double deadline, bool *last)
{
    const struct timespec until = {(time_t)deadline,
                                   (long)(1e9 * (deadline - (double)(time_t)deadline))};
    pthread_mutex_lock(&w->lock);
    while (!w->head && !w->stop)
        if (pthread_cond_timedwait(&w->arrived, &w->lock, &until) == ETIMEDOUT)
            break;
    batch *b = w->head;
    if (b)
        w->head = b->next;
    *last = w->stop && !b;
    pthread_mutex_unlock(&w->lock);
    return b;
}

static void put(yee_writer_thread *w, batch *b)
{
    pthread_mutex_lock(&w->lock);
    w->queued -= b->bytes;
    pthread_cond_signal(&w->drained);
    pthread_mutex_unlock(&w->lock);
    batch_free(b);
}

static void note(yee_writer_thread *w, yee_status status)
{
    int none = YEE_OK;
    if (status && !w->status)
        w->why = strdup(yee_diag_said());
    atomic_compare_exchange_strong(&w->status, &none, (int)status);
}

/* Writes what arrives until no more will come; after a failure batches are only thrown away. */
static void serve(yee_writer_thread *w)
{
    double flushed = yee_now();
    bool last = false, dirty = false;
    while (!last) {
        batch *b = next_batch(w, (dirty ? flushed : yee_now()) + w->flush, &last);
        if (b && !w->status) {
            note(w, deliver(w, b));
            dirty = !w->status;
        }
        if (b)
            put(w, b);
        if (dirty && !w->status && yee_now() - flushed >= w->flush) {
            note(w, flush(w));
            flushed = yee_now();
            dirty = false;
        }
    }
}

static void *run_io(void *arg)
{
    yee_writer_thread *w = arg;
    size_t opened = 0;
    yee_process_begin_thread();
    while (opened < w->outputs && !w->status) {
        const yee_instance *output = w->output[opened];
        note(w, YEE_CALL(output, ops_of(output), open, &output->host, w->self[opened],
                         w->opening));
        opened += !w->status;
    }
    if (!w->status)
        note(w, flush(w));
    pthread_mutex_lock(&w->lock);
    w->ready = true;
    pthread_cond_signal(&w->drained);
    pthread_mutex_unlock(&w->lock);
    if (!w->status)
        serve(w);
    const yee_status told = w->run_status ? w->run_status : (yee_status)w->status;
    for (size_t i = 0; i < opened; i++)
        note(w, YEE_CALL(w->output[i], ops_of(w->output[i]), close, &w->output[i]->host,
                         w->self[i], told));
    yee_process_end_thread();
    return NULL;
}

/* The status, whose sentence is the session's error again where another simulation of the session
 * has cleared that since. */
static yee_status tell(const yee_writer_thread *w)
{
    const yee_status status = (yee_status)w->status;
    return status && w->why ? yee_diag_fail(w->diag, status, NULL, "%s", w->why) : status;
}

/* Starting and ending. */

static void writer_free(yee_writer_thread *w)
{
    for (int64_t i = 0; w->open && i < w->taps->count; i++)
        batch_free(w->open[i]);
    free(w->open);
    free(w->why);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->arrived);
    pthread_cond_destroy(&w->drained);
    free(w);
}

yee_status yee_writer_start(yee_diag *diag, const yee_problem *problem, const yee_taps *taps,
                            size_t outputs, const yee_instance *const *output,
                            void *const *self, double flush_seconds, const yee_opening *opening,
                            yee_writer_thread **writer)
{
    yee_writer_thread *w = calloc(1, sizeof *w);
    batch **open = calloc((size_t)taps->count + 1, sizeof *open);
    if (!w || !open) {
        free(w);
        free(open);
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for the outputs");
    }
    w->sink = (yee_sink){sizeof w->sink, w, reserve, commit};
    w->diag = diag;
    w->problem = problem;
    w->taps = taps;
    w->outputs = outputs;
    w->output = output;
    w->self = self;
    w->files = outputs ? output[0]->context : NULL;
    w->flush = flush_seconds;
    w->opening = opening;
    w->open = open;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->arrived, &monotonic);
    pthread_cond_init(&w->drained, &monotonic);
    pthread_condattr_destroy(&monotonic);

    if (yee_process_start_thread(&w->thread, run_io, w)) {
        writer_free(w);
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "cannot start the thread that writes");
    }
    pthread_mutex_lock(&w->lock);
    while (!w->ready)
        pthread_cond_wait(&w->drained, &w->lock);
    pthread_mutex_unlock(&w->lock);
    const yee_status status = (yee_status)w->status;
    if (status) {
        pthread_join(w->thread, NULL);
        writer_free(w);
        return status;
    }
    *writer = w;
    return YEE_OK;
}

const yee_sink *yee_writer_sink(yee_writer_thread *writer) { return &writer->sink; }

yee_status yee_writer_status(yee_writer_thread *writer) { return tell(writer); }

static void queue_all(yee_writer_thread *w)
{
    for (int64_t i = 0; i < w->taps->count; i++)
        if (w->open[i])
            w->open[i]->pending = false; /* what was not committed is dropped */
    sweep(w);
}

yee_status yee_writer_drain(yee_writer_thread *w)
{
    queue_all(w);
    pthread_mutex_lock(&w->lock);
    while (w->queued)
        pthread_cond_wait(&w->drained, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return tell(w);
}

yee_status yee_writer_finish(yee_writer_thread *w, yee_status run_status)
{
    queue_all(w);
    pthread_mutex_lock(&w->lock);
    w->run_status = run_status;
    w->stop = true;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    const yee_status status = tell(w);
    writer_free(w);
    return status;
}
