/* core/run/exchange.c: halos of subdomains: memory to memory within a process, by messages between
 * two; memory of a device by the scheme's channels. All processes have the same list of copies, and
 * go through it in its order: so the messages of two of them meet. */
#include "exchange.h"
#include "base/hash.h"
#include "plugin/call.h"
#include "spans.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The spans of a box of one plan. */
typedef struct box {
    yee_state_span *span;
    int64_t count, capacity;
} box;

/* From the own cells of one subdomain to the halo of its neighbour. */
typedef struct copy {
    box from, to;         /* empty where the subdomain is of another process */
    int sender, receiver; /* processes */
    int axis;
    int64_t bytes; /* of this process's side */
    char *message; /* where the two differ and spans are packed */
    bool direct;   /* spans are sent themselves, by a message each */
    void *channel; /* the scheme's; NULL: the spans are the host's memory */
} copy;

struct yee_exchange {
    yee_communicator *communicator;
    const yee_instance *scheme;
    const yee_scheme_ops *ops;
    copy *copy;
    int64_t count;
    void **within;  /* channels between two subdomains of this process, axis by axis */
    int64_t end[3]; /* of those along each axis; the first begin with 0 */
    bool alone;     /* all copies are of those */
    double bytes;
    double longest; /* s that the steps before an exchange took */
};

typedef struct collector {
    yee_state_spans spans;
    yee_arena *arena;
    box *to;
} collector;

static yee_status add(yee_state_spans *spans, const yee_state_span *span)
{
    const collector *c = spans->core;
    box *b = c->to;
    if (b->count == b->capacity) {
        const int64_t capacity = 2 * b->capacity + 16;
        yee_state_span *more = yee_arena_alloc(c->arena, (size_t)capacity * sizeof *more);
        if (!more)
            return YEE_MEMORY;
        if (b->count)
            memcpy(more, b->span, (size_t)b->count * sizeof *more);
        b->span = more;
        b->capacity = capacity;
    }
    b->span[b->count++] = *span;
    return YEE_OK;
}

typedef struct finder {
    yee_arena *arena;
    yee_diag *diag;
    const yee_instance *scheme;
    const yee_scheme_ops *ops;
    const yee_cut *cut;
    yee_planned *all;
    yee_exchange *e;
} finder;

/* Cells [from, to) along the axis; along those that are exchanged earlier all cells, halos too,
 * along later ones the own. */
static yee_status find(const finder *f, yee_planned *s, int axis, int64_t from, int64_t to,
                       box *found)
{
    const yee_problem *p = &s->local.problem;
    collector c = {.arena = f->arena, .to = found};
    int64_t low[3], high[3];
    if (!s->plan)
        return YEE_OK;
    c.spans = (yee_state_spans){.size = sizeof c.spans, .core = &c, .add = add};
    for (int a = 0; a < 3; a++) {
        low[a] = a < axis ? 0 : s->local.subdomain.low[a];
        high[a] = a < axis ? p->grid.axis[a].cells : s->local.subdomain.high[a];
    }
    low[axis] = from;
    high[axis] = to;
    return YEE_CALL(f->scheme, f->ops, spans, s->plan, low, high, &c.spans);
}

static bool alike(const box *a, const box *b)
{
    bool same = a->count == b->count;
    for (int64_t n = 0; same && n < a->count; n++) {
        const yee_state_span *x = &a->span[n], *y = &b->span[n];
        same = x->bytes == y->bytes && x->count[0] == y->count[0] && x->count[1] == y->count[1];
    }
    return same;
}

static int64_t bytes_of(const box *b)
{
    int64_t bytes = 0;
    for (int64_t n = 0; n < b->count; n++)
        bytes += b->span[n].bytes * b->span[n].count[0] * b->span[n].count[1];
    return bytes;
}

/* Where the scheme has channels: one between what this process has of both ends. */
static yee_status connect(const finder *f, const yee_planned *s, const yee_planned *t, copy *c)
{
    const bool any = s->plan || t->plan;
    return any && c->bytes && YEE_HAS(f->ops, connect)
               ? YEE_CALL(f->scheme, f->ops, connect, s->plan, c->from.span, t->plan,
                          c->to.span, s->plan ? c->from.count : c->to.count, &c->channel)
               : YEE_OK;
}

/* The cells of s along the axis that t has from cell `there` on. */
static yee_status add_copy(const finder *f, int axis, yee_planned *s, int64_t here,
                           yee_planned *t, int64_t there)
{
    copy *c = &f->e->copy[f->e->count++];
    const int64_t depth = f->cut->depth;
    *c = (copy){.axis = axis, .sender = s->rank, .receiver = t->rank};
    yee_status status = find(f, s, axis, here, here + depth, &c->from);
    if (!status)
        status = find(f, t, axis, there, there + depth, &c->to);
    if (!status && s->plan && t->plan && !alike(&c->from, &c->to))
        return yee_diag_fail(f->diag, YEE_PLUGIN, &f->scheme->place,
                             "scheme '%s' names other spans for the own cells %lld to %lld "
                             "along %c of a subdomain than for its neighbour's copy of them",
                             f->scheme->plugin->name, (long long)here,
                             (long long)(here + depth), "xyz"[axis]);
    c->bytes = bytes_of(s->plan ? &c->from : &c->to);
    f->e->bytes += (double)c->bytes;
    return status ? status : connect(f, s, t, c);
}

static yee_status add_axis(const finder *f, int axis)
{
    const int64_t *count = f->cut->count;
    const int64_t next[3] = {count[1] * count[2], count[2], 1};
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < yee_cut_count(f->cut) && !status; n++) {
        yee_planned *s = &f->all[n];
        const bool last = s->local.place[axis] + 1 == count[axis];
        if (count[axis] == 1 || (last && !s->local.subdomain.whole->axis[axis].periodic))
            continue;
        yee_planned *t = &f->all[n + (last ? 1 - count[axis] : 1) * next[axis]];
        const int64_t high = s->local.subdomain.high[axis], low = t->local.subdomain.low[axis];
        status = add_copy(f, axis, s, high - f->cut->depth, t, 0);
        if (!status)
            status = add_copy(f, axis, t, low, s, high);
    }
    return status;
}

/* ---- between processes ---- */

static bool goes_out(const yee_exchange *e, const copy *c)
{
    return e->communicator && c->receiver != c->sender && c->sender == e->communicator->rank;
}

static bool comes_in(const yee_exchange *e, const copy *c)
{
    return e->communicator && c->receiver != c->sender && c->receiver == e->communicator->rank;
}

/* An end of a copy, of which each of the two processes tells the other: bytes, and how many runs of
 * memory they are, with a hash of the lengths of these. */
typedef struct shape {
    int64_t bytes, runs;
    uint64_t lengths;
} shape;

/* Spans that are runs of memory, and joined where one begins at the end of another. */
static void join(box *b)
{
    int64_t joined = 0;
    for (int64_t n = 0; n < b->count; n++) {
        yee_state_span x = b->span[n], *last = joined ? &b->span[joined - 1] : NULL;
        if (x.pitch[1] == x.bytes || x.count[1] == 1) {
            x.bytes *= x.count[1];
            x.count[1] = 1;
        }
        if (x.count[1] == 1 && (x.pitch[0] == x.bytes || x.count[0] == 1)) {
            x.bytes *= x.count[0];
            x.count[0] = 1;
        }
        if (last && last->count[0] * last->count[1] * x.count[0] * x.count[1] == 1 &&
            (char *)last->base + last->bytes == (char *)x.base)
            last->bytes += x.bytes;
        else
            b->span[joined++] = x;
    }
    b->count = joined;
}

static shape shape_of(const box *b)
{
    shape s = {.bytes = bytes_of(b), .lengths = YEE_HASH_START};
    for (int64_t n = 0; n < b->count; n++) {
        s.runs += b->span[n].count[0] * b->span[n].count[1];
        s.lengths = yee_hash_word(s.lengths, (uint64_t)b->span[n].bytes);
    }
    return s;
}

/* Long runs, of which both processes have the same, need no packing. */
static bool goes_directly(const copy *c, const box *b, const shape *own, const shape *other)
{
    const int64_t least = (int64_t)1 << 16; /* bytes of a run that are worth a message */
    return !c->channel && own->runs == b->count && own->runs == other->runs &&
           own->lengths == other->lengths && own->runs * least <= own->bytes;
}

static box *own_end(copy *c) { return c->from.count ? &c->from : &c->to; }

/* Both ends of every message must be of one length: each tells the other of its own. Then it is known
 * which copies are packed. */
static yee_status compare_ends(const finder *f)
{
    yee_exchange *e = f->e;
    yee_status status = YEE_OK;
    shape *own = calloc((size_t)e->count + 1, sizeof *own);
    shape *other = calloc((size_t)e->count + 1, sizeof *other);
    for (int64_t n = 0; n < e->count && own && other && !status; n++) {
        copy *c = &e->copy[n];
        const int partner = goes_out(e, c) ? c->receiver : comes_in(e, c) ? c->sender : -1;
        if (partner < 0)
            continue;
        if (!c->channel)
            join(own_end(c));
        own[n] = shape_of(own_end(c));
        status = yee_communicator_send(e->communicator, partner, &own[n], sizeof *own);
        if (!status)
            status =
                yee_communicator_receive(e->communicator, partner, &other[n], sizeof *other);
    }
    if (!own || !other)
        status = YEE_MEMORY;
    if (!status && e->communicator)
        status = yee_communicator_wait_all(e->communicator);
    for (int64_t n = 0; n < e->count && !status; n++) {
        copy *c = &e->copy[n];
        if (!goes_out(e, c) && !comes_in(e, c))
            continue;
        if (other[n].bytes != c->bytes)
            status = yee_diag_fail(f->diag, YEE_PLUGIN, &f->scheme->place,
                                   "scheme '%s' has %" PRId64 " bytes for a halo along %c "
                                   "where its neighbour's process has %" PRId64,
                                   f->scheme->plugin->name, c->bytes, ("xyz"[c->axis]),
                                   other[n].bytes);
        c->direct = goes_directly(c, own_end(c), &own[n], &other[n]);
        if (!c->direct && !(c->message = yee_arena_alloc(f->arena, (size_t)c->bytes + 1)))
            status = status ? status : YEE_MEMORY;
    }
    free(own);
    free(other);
    return status;
}

/* Channels that the scheme copies all at once. */
static yee_status collect_within(yee_arena *arena, yee_exchange *e)
{
    int64_t count = 0;
    e->within = yee_arena_alloc(arena, (size_t)(e->count + 1) * sizeof *e->within);
    if (!e->within)
        return YEE_MEMORY;
    e->alone = YEE_HAS(e->ops, transfer_all);
    for (int64_t n = 0, axis = 0; axis < 3; e->end[axis++] = count)
        for (; n < e->count && e->copy[n].axis == axis; n++) {
            const bool ends = e->copy[n].from.count && e->copy[n].to.count;
            if (ends && e->copy[n].channel)
                e->within[count++] = e->copy[n].channel;
            else if (e->copy[n].bytes)
                e->alone = false;
        }
    return YEE_OK;
}

yee_status yee_exchange_new(yee_arena *arena, yee_diag *diag, const yee_instance *scheme,
                            const yee_scheme_ops *ops, const yee_cut *cut, yee_planned *all,
                            yee_communicator *communicator, yee_exchange **out)
{
    const size_t most = 6 * (size_t)yee_cut_count(cut);
    yee_exchange *e = yee_arena_alloc(arena, sizeof *e);
    if (!e || !(e->copy = yee_arena_alloc(arena, most * sizeof *e->copy)))
        return YEE_MEMORY;
    e->communicator = communicator;
    e->scheme = scheme;
    e->ops = ops;
    const finder f = {arena, diag, scheme, ops, cut, all, e};
    yee_status status = YEE_OK;
    for (int axis = 0; axis < 3 && !status; axis++)
        status = add_axis(&f, axis);
    if (!status)
        status = collect_within(arena, e);
    status = yee_agree(communicator, status);
    *out = e;
    return status ? status : compare_ends(&f);
}

static void copy_within(const copy *c)
{
    for (int64_t k = 0; k < c->from.count; k++) {
        const yee_state_span *x = &c->from.span[k], *y = &c->to.span[k];
        for (int64_t i = 0; i < x->count[0]; i++)
            for (int64_t j = 0; j < x->count[1]; j++)
                memcpy((char *)y->base + i * y->pitch[0] + j * y->pitch[1],
                       (const char *)x->base + i * x->pitch[0] + j * x->pitch[1],
                       (size_t)x->bytes);
    }
}

/* Neighbours do as many steps as this process does, and what comes between, records for a disk that
 * is slow now and then, is short: a minute and twenty times what the steps took this one. */
static yee_status await(yee_exchange *e)
{
    yee_communicator *c = e->communicator;
    if (!c)
        return YEE_OK;
    c->patience = 60 + 20 * e->longest;
    return yee_communicator_wait(c, c->patience);
}

/* One end of a copy whose other one is another process's, or both. */
static yee_status move(const yee_exchange *e, const copy *c)
{
    if (c->channel)
        return YEE_CALL(e->scheme, e->ops, transfer, c->channel, c->message);
    if (c->from.count && c->to.count)
        copy_within(c);
    else if (c->from.count)
        yee_spans_pack(c->from.span, c->from.count, c->message, true);
    else
        yee_spans_pack(c->to.span, c->to.count, c->message, false);
    return YEE_OK;
}

/* Begins the messages of a copy. */
static yee_status begin(const yee_exchange *e, const copy *c)
{
    const bool out = goes_out(e, c);
    const box *b = out ? &c->from : &c->to;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < (c->direct ? b->count : 1) && !status; n++) {
        void *data = c->direct ? b->span[n].base : c->message;
        const int64_t bytes = c->direct ? b->span[n].bytes : c->bytes;
        status = out ? yee_communicator_send(e->communicator, c->receiver, data, bytes)
                     : yee_communicator_receive(e->communicator, c->sender, data, bytes);
    }
    return status;
}

/* Where a channel fails, *failed, the messages come and go all the same: others wait for them. */
static yee_status exchange_axis(yee_exchange *e, int axis, yee_status *failed)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < e->count && !status; n++) {
        const copy *c = &e->copy[n];
        if (c->axis == axis && comes_in(e, c))
            status = begin(e, c);
    }
    for (int64_t n = 0; n < e->count && !status; n++) {
        const copy *c = &e->copy[n];
        if (c->axis != axis || !goes_out(e, c))
            continue;
        *failed = *failed || c->direct ? *failed : move(e, c);
        status = begin(e, c);
    }
    for (int64_t n = 0; n < e->count && !*failed; n++)
        if (e->copy[n].axis == axis && e->copy[n].from.count && e->copy[n].to.count)
            *failed = move(e, &e->copy[n]);
    if (!status)
        status = await(e);
    for (int64_t n = 0; n < e->count && !status; n++)
        if (e->copy[n].axis == axis && comes_in(e, &e->copy[n]) && !e->copy[n].direct)
            *failed = *failed ? *failed : move(e, &e->copy[n]);
    return status;
}

yee_status yee_exchange_run(yee_exchange *e, double seconds)
{
    yee_status status = YEE_OK, failed = YEE_OK;
    e->longest = fmax(e->longest, seconds);
    if (e->alone && !e->communicator)
        return YEE_CALL(e->scheme, e->ops, transfer_all, e->within, e->end, 3);
    for (int axis = 0; axis < 3 && !status; axis++)
        status = exchange_axis(e, axis, &failed);
    return status ? status : failed;
}

double yee_exchange_bytes(const yee_exchange *e) { return e->bytes; }
