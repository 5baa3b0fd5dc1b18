/* core/run/exchange.c: halos of subdomains in one process: memory is copied to memory. */
#include "exchange.h"
#include "plugin/call.h"
#include <stdlib.h>
#include <string.h>

/* The spans of a box of one plan. */
typedef struct box {
    yee_state_span *span;
    int64_t count, capacity;
} box;

/* From the own cells of one subdomain to the halo of its neighbour. */
typedef struct copy {
    box from, to;
} copy;

struct yee_exchange {
    copy *copy;
    int64_t count;
    double bytes;
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
    c.spans = (yee_state_spans){sizeof c.spans, &c, add};
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

/* The cells of s along the axis that t has from cell `there` on. */
static yee_status add_copy(const finder *f, int axis, yee_planned *s, int64_t here,
                           yee_planned *t, int64_t there)
{
    copy *c = &f->e->copy[f->e->count++];
    const int64_t depth = f->cut->depth;
    yee_status status = find(f, s, axis, here, here + depth, &c->from);
    if (!status)
        status = find(f, t, axis, there, there + depth, &c->to);
    if (!status && !alike(&c->from, &c->to))
        return yee_diag_fail(f->diag, YEE_PLUGIN, &f->scheme->place,
                             "scheme '%s' names other spans for the own cells %lld to %lld "
                             "along %c of a subdomain than for its neighbour's copy of them",
                             f->scheme->plugin->name, (long long)here,
                             (long long)(here + depth), "xyz"[axis]);
    for (int64_t n = 0; !status && n < c->from.count; n++)
        f->e->bytes += (double)c->from.span[n].bytes * (double)c->from.span[n].count[0] *
                       (double)c->from.span[n].count[1];
    return status;
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

yee_status yee_exchange_new(yee_arena *arena, yee_diag *diag, const yee_instance *scheme,
                            const yee_scheme_ops *ops, const yee_cut *cut, yee_planned *all,
                            yee_exchange **out)
{
    const size_t most = 6 * (size_t)yee_cut_count(cut);
    yee_exchange *e = yee_arena_alloc(arena, sizeof *e);
    if (!e || !(e->copy = yee_arena_alloc(arena, most * sizeof *e->copy)))
        return YEE_MEMORY;
    const finder f = {arena, diag, scheme, ops, cut, all, e};
    yee_status status = YEE_OK;
    for (int axis = 0; axis < 3 && !status; axis++)
        status = add_axis(&f, axis);
    *out = e;
    return status;
}

void yee_exchange_run(const yee_exchange *e)
{
    for (int64_t n = 0; n < e->count; n++)
        for (int64_t k = 0; k < e->copy[n].from.count; k++) {
            const yee_state_span *x = &e->copy[n].from.span[k], *y = &e->copy[n].to.span[k];
            for (int64_t i = 0; i < x->count[0]; i++)
                for (int64_t j = 0; j < x->count[1]; j++)
                    memcpy((char *)y->base + i * y->pitch[0] + j * y->pitch[1],
                           (const char *)x->base + i * x->pitch[0] + j * x->pitch[1],
                           (size_t)x->bytes);
        }
}

double yee_exchange_bytes(const yee_exchange *e) { return e->bytes; }
