/* core/run/assembly.c: subdomains step one after the other, and each hands its part of a record
 * over when it comes by: records wait here until all parts are there.
 *
 * Those that go into part files (part_writer.h) do not: each process writes its own.
 *
 * Processes other than the first keep the parts of theirs one behind the other, in an order that
 * both know: by steps, subdomains and taps. They go to the first in one message. */
#include "assembly.h"
#include <stdlib.h>
#include <string.h>

/* A tap of a subdomain. */
typedef struct part {
    void *record; /* memory for one delivery, made when it is first reserved */
    int64_t step;
} part;

typedef struct feed {
    yee_sink sink;
    yee_assembly *of;
    const yee_local *local;
    part *part;   /* shape [local taps] */
    int64_t base; /* local taps of the subdomains before */
} feed;

struct yee_assembly {
    yee_diag *diag;
    const yee_problem *whole;
    const yee_tap_owner *owner; /* of the whole's taps; NULL: none goes into part files */
    yee_part_writer *writer;    /* NULL: nothing is kept of those that do */
    yee_communicator *communicator;
    const int64_t *first; /* of each process's subdomains, shape [ranks + 1] */
    int64_t feeds;
    feed *feed;
    bool transforms; /* what the open records are of */
    char *message;   /* of the parts of a process */
    int64_t parts;   /* local taps of all subdomains */
    /* Records of the steps (step, step + steps], shape [steps][taps]; NULL: not due. Transforms
     * lie where a first step would. In processes other than the first the parts of records, in the
     * message, shape [steps][parts]. */
    int64_t step, steps, capacity;
    void **record;
};

/* Bytes of one number of a tap. */
static size_t width(const yee_problem *p, const yee_tap *t)
{
    const bool field = t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS;
    return field && p->precision == YEE_F32 ? sizeof(float) : sizeof(double);
}

static void move(void *a, const void *b, size_t bytes, bool put)
{
    if (put)
        memcpy(a, b, bytes);
    else
        memcpy((void *)(uintptr_t)b, a, bytes);
}

/* Rows of a box; a transform has one box a frequency. */
static void move_box(const yee_problem *whole, const yee_local *l, int64_t tap, char *record,
                     char *local, bool put)
{
    const yee_tap *w = &whole->tap[l->tap[tap]], *t = &l->problem.tap[tap];
    const bool dft = t->kind == YEE_TAP_DFT;
    const size_t bytes = width(whole, w) * (dft ? 2 : 1);
    int64_t n[3], m[3], first[3];
    yee_local_box(whole, l, tap, first, m);
    for (int a = 0; a < 3; a++)
        n[a] = (w->hi[a] - w->lo[a] + w->stride[a] - 1) / w->stride[a];
    for (int64_t f = 0; f < (dft ? t->frequencies : 1); f++)
        for (int64_t i = 0; i < m[0]; i++)
            for (int64_t j = 0; j < m[1]; j++) {
                const int64_t to =
                    ((f * n[0] + first[0] + i) * n[1] + first[1] + j) * n[2] + first[2];
                const int64_t from = ((f * m[0] + i) * m[1] + j) * m[2];
                move(record + (size_t)to * bytes, local + (size_t)from * bytes,
                     (size_t)m[2] * bytes, put);
            }
}

static void move_record(const yee_problem *whole, const yee_local *l, int64_t tap, char *record,
                        char *local, bool put)
{
    const yee_tap *t = &l->problem.tap[tap];
    const size_t bytes = width(whole, t);
    if (t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_DFT)
        move_box(whole, l, tap, record, local, put);
    else if (t->kind == YEE_TAP_POINTS)
        for (int64_t n = 0; n < t->count; n++)
            move(record + (size_t)l->point[tap][n] * bytes, local + (size_t)n * bytes, bytes,
                 put);
    else
        move(record, local, (size_t)t->values * bytes, put);
}

void yee_assembly_put(const yee_problem *whole, const yee_local *l, int64_t tap, void *record,
                      const void *local)
{
    move_record(whole, l, tap, record, (void *)(uintptr_t)local, true);
}

void yee_assembly_get(const yee_problem *whole, const yee_local *l, int64_t tap,
                      const void *record, void *local)
{
    move_record(whole, l, tap, (void *)(uintptr_t)record, local, false);
}

/* Whether records of a tap, by its number in the whole problem, go into part files. */
static bool is_parted(const yee_assembly *a, int64_t tap)
{
    return a->owner && a->owner[tap].parted;
}

static size_t record_bytes(const yee_problem *p, int64_t tap)
{
    return (size_t)p->tap[tap].values * width(p, &p->tap[tap]);
}

/* ---- between processes ---- */

static bool is_open(const yee_assembly *a, const yee_tap *t, int64_t row)
{
    const bool dft = t->kind == YEE_TAP_DFT;
    return dft == a->transforms && (dft || yee_tap_due(t, a->step + row + 1));
}

/* Goes through the parts of a process in their order; the bytes of all. */
static size_t each_part(const yee_assembly *a, int rank,
                        void (*visit)(void *user, const feed *f, int64_t row, int64_t tap,
                                      size_t at),
                        void *user)
{
    size_t at = 0;
    for (int64_t row = 0; row < a->steps; row++)
        for (int64_t k = a->first[rank]; k < a->first[rank + 1]; k++) {
            const yee_problem *p = &a->feed[k].local->problem;
            for (int64_t t = 0; t < p->taps; t++) {
                if (!is_open(a, &p->tap[t], row) || is_parted(a, a->feed[k].local->tap[t]))
                    continue;
                if (visit)
                    visit(user, &a->feed[k], row, t, at);
                at += record_bytes(p, t);
            }
        }
    return at;
}

static void place_part(void *user, const feed *f, int64_t row, int64_t tap, size_t at)
{
    const yee_assembly *a = user;
    a->record[row * a->parts + f->base + tap] = a->message + at;
}

static void put_part(void *user, const feed *f, int64_t row, int64_t tap, size_t at)
{
    const yee_assembly *a = user;
    void *record = a->record[row * a->whole->taps + f->local->tap[tap]];
    if (record)
        yee_assembly_put(a->whole, f->local, tap, record, a->message + at);
}

/* The parts of the other processes come to the first. */
static yee_status collect(yee_assembly *a)
{
    yee_communicator *c = a->communicator;
    yee_status status = YEE_OK;
    if (!yee_first(c)) {
        const int64_t bytes = (int64_t)each_part(a, c->rank, NULL, NULL);
        if (bytes)
            status = yee_communicator_send(c, 0, a->message, bytes);
        return status || !bytes ? status : yee_communicator_wait_all(c);
    }
    for (int n = 1; n < yee_ranks_of(c) && !status; n++) {
        const size_t bytes = each_part(a, n, NULL, NULL);
        if (!bytes)
            continue;
        free(a->message);
        a->message = malloc(bytes);
        if (!a->message)
            return YEE_MEMORY;
        status = yee_communicator_receive(c, n, a->message, (int64_t)bytes);
        if (!status)
            status = yee_communicator_wait_all(c);
        if (!status)
            each_part(a, n, put_part, a);
    }
    return status;
}

/* ---- from subdomains ---- */

static void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    feed *f = sink->core;
    const yee_problem *p = &f->local->problem;
    if (tap < 0 || tap >= p->taps)
        return NULL;
    part *at = &f->part[tap];
    if (!at->record)
        at->record = malloc((size_t)p->tap[tap].values * width(p, &p->tap[tap]) + 1);
    if (!at->record)
        yee_diag_fail(f->of->diag, YEE_MEMORY, NULL, "no memory for the records of outputs");
    at->step = step;
    return at->record;
}

static yee_status refuse(const yee_assembly *a)
{
    return yee_diag_fail(a->diag, YEE_PLUGIN, NULL,
                         "the scheme hands over a record that was not due in a subdomain");
}

/* Into a part file of this process, which takes the memory over. */
static yee_status commit_part(feed *f, int64_t tap, void *record)
{
    yee_assembly *a = f->of;
    const yee_tap *t = &f->local->problem.tap[tap];
    int64_t at[3], count[3];
    if (record != f->part[tap].record || !is_open(a, t, f->part[tap].step - a->step - 1))
        return refuse(a);
    if (!a->writer)
        return YEE_OK;
    f->part[tap].record = NULL;
    yee_local_box(a->whole, f->local, tap, at, count);
    return yee_part_writer_put(a->writer, f->local->tap[tap], at, record);
}

static yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    feed *f = sink->core;
    yee_assembly *a = f->of;
    if (tap >= 0 && tap < f->local->problem.taps && is_parted(a, f->local->tap[tap]))
        return commit_part(f, tap, record);
    const bool first = yee_first(a->communicator);
    const bool known = tap >= 0 && tap < f->local->problem.taps;
    const bool dft = known && f->local->problem.tap[tap].kind == YEE_TAP_DFT;
    const int64_t row = known && !dft ? f->part[tap].step - a->step - 1 : 0;
    void *to = NULL;
    if (known && row >= 0 && row < a->steps)
        to = first ? a->record[row * a->whole->taps + f->local->tap[tap]]
                   : a->record[row * a->parts + f->base + tap];
    if (!to || record != f->part[tap].record)
        return refuse(a);
    if (first)
        yee_assembly_put(a->whole, f->local, tap, to, record);
    else
        memcpy(to, record, record_bytes(&f->local->problem, tap));
    return YEE_OK;
}

void yee_assembly_write_parts(yee_assembly *a, yee_part_writer *writer) { a->writer = writer; }

yee_assembly *yee_assembly_new(yee_arena *arena, yee_diag *diag, const yee_problem *whole,
                               const yee_tap_owner *owner, int64_t count,
                               const yee_local *const *local, yee_communicator *communicator,
                               const int64_t *first)
{
    yee_assembly *a = yee_arena_alloc(arena, sizeof *a);
    if (!a)
        return NULL;
    *a = (yee_assembly){.diag = diag,
                        .whole = whole,
                        .owner = owner,
                        .communicator = communicator,
                        .first = first,
                        .feeds = count,
                        .feed = yee_arena_alloc(arena, (size_t)count * sizeof *a->feed)};
    for (int64_t n = 0; a->feed && n < count; n++) {
        feed *f = &a->feed[n];
        *f = (feed){.sink = {sizeof f->sink, f, reserve, commit}, .of = a, .local = local[n]};
        f->part = yee_arena_alloc(arena, (size_t)local[n]->problem.taps * sizeof *f->part + 1);
        f->base = a->parts;
        a->parts += local[n]->problem.taps;
        if (!f->part)
            a->feed = NULL;
    }
    return a->feed ? a : NULL;
}

static void drop(yee_assembly *a)
{
    for (int64_t n = 0; n < a->steps * a->whole->taps && yee_first(a->communicator); n++)
        free(a->record[n]);
    free(a->message);
    a->message = NULL;
    a->steps = 0;
}

void yee_assembly_free(yee_assembly *a)
{
    if (!a)
        return;
    drop(a);
    free(a->record);
    for (int64_t n = 0; n < a->feeds; n++)
        for (int64_t t = 0; t < a->feed[n].local->problem.taps; t++)
            free(a->feed[n].part[t].record);
}

const yee_sink *yee_assembly_sink(const yee_assembly *a, int64_t subdomain)
{
    return &a->feed[subdomain].sink;
}

/* ---- to the whole ---- */

static yee_status open_records(yee_assembly *a, int64_t step, int64_t count, bool transforms)
{
    const yee_problem *p = a->whole;
    const bool first = yee_first(a->communicator);
    const int64_t places = count * (first ? p->taps : a->parts);
    drop(a);
    if (places > a->capacity) {
        void **more = realloc(a->record, (size_t)places * sizeof *more);
        if (!more)
            return YEE_MEMORY;
        a->record = more;
        a->capacity = places;
    }
    if (places)
        memset(a->record, 0, (size_t)places * sizeof *a->record);
    a->step = step;
    a->steps = count;
    a->transforms = transforms;
    if (!first) {
        const size_t bytes = each_part(a, a->communicator->rank, NULL, NULL);
        a->message = bytes ? calloc(bytes, 1) : NULL;
        if (a->message)
            each_part(a, a->communicator->rank, place_part, a);
        return bytes && !a->message ? YEE_MEMORY : YEE_OK;
    }
    for (int64_t n = 0; n < count; n++)
        for (int64_t t = 0; t < p->taps; t++) {
            const yee_tap *x = &p->tap[t];
            if (!is_open(a, x, n) || is_parted(a, t))
                continue;
            void *record = calloc((size_t)x->values + 1, width(p, x));
            if (!record)
                return YEE_MEMORY;
            a->record[n * p->taps + t] = record;
        }
    return YEE_OK;
}

yee_status yee_assembly_open(yee_assembly *a, int64_t step, int64_t count)
{
    return open_records(a, step, count, false);
}

yee_status yee_assembly_open_transforms(yee_assembly *a, int64_t step)
{
    return open_records(a, step - 1, 1, true);
}

/* A record to the sink; NULL: it is in part files, and the sink gets none of its numbers. */
static yee_status hand_over(const yee_assembly *a, const yee_sink *sink, int64_t row,
                            int64_t tap, const void *record)
{
    void *to = sink->reserve(sink, tap, a->step + row + 1);
    if (!to)
        return yee_diag_fail(a->diag, YEE_IO, NULL, "there is no room for a record");
    if (record)
        memcpy(to, record, record_bytes(a->whole, tap));
    return sink->commit(sink, tap, to);
}

yee_status yee_assembly_deliver(yee_assembly *a, const yee_sink *sink,
                                yee_status (*energy)(void *user, double energy[2]), void *user)
{
    const yee_problem *p = a->whole;
    const bool first = yee_first(a->communicator);
    yee_status status = collect(a);
    /* A process whose files are full goes on to take part in the energies. */
    for (int64_t n = 0; n < a->steps * p->taps; n++) {
        const int64_t t = n % p->taps, row = n / p->taps;
        double energies[2] = {0};
        yee_status next = YEE_OK;
        if (!is_open(a, &p->tap[t], row))
            continue;
        if (p->tap[t].kind == YEE_TAP_ENERGY)
            next = energy(user, first && a->record[n] ? a->record[n] : energies);
        if (!next && !status && first && (a->record[n] || is_parted(a, t)))
            next = hand_over(a, sink, row, t, a->record[n]);
        status = status ? status : next;
    }
    drop(a);
    return status;
}
