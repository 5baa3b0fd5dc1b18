/* tiled/extras.c: what rows do besides the update is sorted by row while the run is planned. */
#include "extras.h"
#include "../common/ports.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, LEAST = 64 };
static const int64_t LARGE = (int64_t)32 << 20, ALL = (int64_t)128 << 20; /* bytes */

/* Items while they are being gathered. */
typedef struct pile {
    tiled_plan *t;
    tiled_item *item;
    int64_t count, capacity;
    bool full; /* no memory */
} pile;

static void push(pile *p, const tiled_item *item)
{
    if (p->count == p->capacity) {
        const int64_t capacity = 2 * p->capacity + 256;
        tiled_item *more = p->full ? NULL : realloc(p->item, (size_t)capacity * sizeof *more);
        if (!more) {
            p->full = true;
            return;
        }
        p->item = more;
        p->capacity = capacity;
    }
    p->item[p->count++] = *item;
}

static int64_t row_number(const tiled_plan *t, const int64_t at[2])
{
    return at[0] * t->ny + at[1];
}

/* An item at a user's point; false: the component is not kept (it is 0). */
static bool locate(const tiled_plan *t, int component, int64_t index, tiled_item *item, int *c)
{
    int64_t at[3];
    tiled_locate(t, component, index, c, at);
    item->row = row_number(t, at);
    item->at = t->slot[*c] * t->n + at[2];
    return t->slot[*c] >= 0;
}

static int64_t player(tiled_extras *x, const yee_signals *signals)
{
    int64_t n = 0;
    while (n < x->players && x->player[n].signals != signals)
        n++;
    if (n == x->players)
        x->player[x->players++].signals = signals;
    return n;
}

static void gather_spots(pile *p)
{
    const yee_problem *q = p->t->p;
    for (int64_t n = 0; n < q->groups; n++) {
        const yee_point_group *g = &q->group[n];
        for (const yee_point *x = g->point; x < g->point + g->count; x++) {
            int c;
            tiled_item item = {.owner = (int32_t)player(p->t->extras, g->signals)};
            if (!locate(p->t, g->component, x->index, &item, &c))
                continue;
            item.kind = c < 3 ? X_SPOT_E : X_SPOT_H;
            item.slot = x->signal;
            item.amplitude = x->amplitude;
            item.fraction = x->fraction;
            item.cubic = g->cubic;
            item.near = tiled_near_find(p->t, g->component, x->index);
            push(p, &item);
        }
    }
}

static void gather_near(pile *p)
{
    for (int64_t n = 0; n < tiled_near_count(p->t); n++) {
        tiled_item item = {.slot = n};
        item.kind = tiled_near_item(p->t, n, &item.row) ? X_NEAR_E : X_NEAR_H;
        push(p, &item);
    }
}

/* A port belongs to the first row of the unit that holds it. */
static void gather_ports(pile *p)
{
    const yee_problem *q = p->t->p;
    tiled_extras *x = p->t->extras;
    for (int64_t n = 0; n < q->ports; n++) {
        const yee_port *port = &q->port[n];
        tiled_item item = {.kind = X_PORT, .owner = (int32_t)n};
        x->port_player[n] = player(x, port->signals);
        if (!port->count)
            continue;
        int c;
        int64_t at[3];
        tiled_locate(p->t, port->component, port->edge[0].index, &c, at);
        item.row = row_number(p->t, (const int64_t[2]){tiled_first(p->t->xs, at[0]),
                                                       tiled_first(p->t->ys, at[1])});
        push(p, &item);
    }
}

static void gather_laws(pile *p)
{
    tiled_extras *x = p->t->extras;
    for (int64_t n = 0; n < p->t->p->laws; n++)
        x->law_player[n] = p->t->p->law[n].signals ? player(x, p->t->p->law[n].signals) : -1;
    for (int64_t n = 0; n < x->laws.runs; n++) {
        const edge_law_run *r = &x->laws.run[n];
        tiled_item item = {.kind = X_LAW, .owner = (int32_t)n};
        int c;
        if (locate(p->t, r->component, r->at, &item, &c))
            push(p, &item);
    }
}

static bool push_cells(void *to, const tiled_item *item)
{
    pile *p = to;
    push(p, item);
    return !p->full;
}

static int64_t boxed(const yee_tap *tap, int axis)
{
    return (tap->hi[axis] - tap->lo[axis] + tap->stride[axis] - 1) / tap->stride[axis];
}

/* Rows of a strided box. */
static void gather_box(pile *p, int64_t n)
{
    const tiled_plan *t = p->t;
    const yee_tap *tap = &t->p->tap[n];
    const int u[3] = {tiled_axis(t, 0), tiled_axis(t, 1), tiled_axis(t, 2)};
    const int64_t places[3] = {boxed(tap, 1) * boxed(tap, 2), boxed(tap, 2), 1};
    const int q = tap->component, c = q - q % 3 + (q % 3 + 3 - t->perm) % 3;
    if (t->slot[c] < 0)
        return;
    for (int64_t i = 0; i < boxed(tap, u[0]); i++)
        for (int64_t j = 0; j < boxed(tap, u[1]); j++) {
            const int64_t at[3] = {tap->lo[u[0]] + i * tap->stride[u[0]],
                                   tap->lo[u[1]] + j * tap->stride[u[1]], tap->lo[u[2]]};
            const tiled_item item = {.row = row_number(t, at),
                                     .kind = c < 3 ? X_PROBE_E : X_PROBE_H,
                                     .owner = (int32_t)n,
                                     .at = t->slot[c] * t->n + at[2],
                                     .slot = i * places[u[0]] + j * places[u[1]],
                                     .count = boxed(tap, u[2]),
                                     .stride = tap->stride[u[2]],
                                     .slots = places[u[2]]};
            push(p, &item);
        }
}

static void gather_taps(pile *p)
{
    const yee_problem *q = p->t->p;
    for (int64_t n = 0; n < q->taps; n++) {
        const yee_tap *tap = &q->tap[n];
        if (p->t->extras->tap[n].fence || tap->kind == YEE_TAP_PORT)
            continue;
        if (tap->kind != YEE_TAP_POINTS) {
            gather_box(p, n);
            continue;
        }
        for (int64_t m = 0; m < tap->count; m++) {
            int c;
            tiled_item item = {.owner = (int32_t)n, .slot = m};
            if (!locate(p->t, tap->point_component[m], tap->point_index[m], &item, &c))
                continue;
            item.kind = c < 3 ? X_PROBE_E : X_PROBE_H;
            item.count = item.stride = item.slots = 1;
            push(p, &item);
        }
    }
}

/* By row, kind and the order of the problem (the address while they lie in that order). */
static int order(const void *a, const void *b)
{
    const tiled_item *x = *(const tiled_item *const *)a, *y = *(const tiled_item *const *)b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Items in the order of rows, and where those of each row and kind start. */
static bool sort(pile *p)
{
    tiled_plan *t = p->t;
    tiled_extras *x = t->extras;
    const size_t count = (size_t)p->count;
    const tiled_item **by = malloc((count + 1) * sizeof *by);
    x->item = tiled_alloc(t, p->count * (int64_t)sizeof *x->item);
    int64_t rows = 0;
    if (by && x->item) {
        for (size_t n = 0; n < count; n++)
            by[n] = &p->item[n];
        qsort(by, count, sizeof *by, order);
        for (size_t n = 0; n < count; n++) {
            x->item[n] = *by[n];
            rows += n == 0 || by[n]->row != by[n - 1]->row;
        }
        x->extra = tiled_alloc(t, (rows + 1) * (int64_t)sizeof *x->extra);
    }
    free(by);
    if (!x->extra)
        return false;
    int64_t n = 0;
    for (int64_t r = 0; r < rows; r++) {
        const int64_t row = x->item[n].row;
        tiled_row_at(t, row / t->ny, row % t->ny)->extra = (int32_t)r;
        for (int kind = 0; kind < X_KINDS; kind++) {
            x->extra[r].first[kind] = n;
            while (n < p->count && x->item[n].row == row && x->item[n].kind == kind)
                n++;
        }
        x->extra[r].first[X_KINDS] = n;
    }
    return true;
}

static int64_t tap_bytes(const tiled_plan *t, const yee_tap *tap, int64_t block)
{
    return tap->kind == YEE_TAP_BOX || tap->kind == YEE_TAP_POINTS
               ? (block / tap->every + 1) * tap->values * t->real
               : 0;
}

/* Bytes of the tables of a block. */
static int64_t needs(const tiled_plan *t, int64_t block)
{
    const tiled_extras *x = t->extras;
    int64_t bytes = t->p->ports * block * 16;
    for (int64_t n = 0; n < x->players; n++)
        bytes += x->player[n].signals->count * block * 8;
    for (int64_t n = 0; n < t->p->taps; n++)
        bytes += x->tap[n].fence ? 0 : tap_bytes(t, &t->p->tap[n], block);
    return bytes;
}

static bool make_tables(tiled_plan *t)
{
    tiled_extras *x = t->extras;
    const yee_problem *p = t->p;
    for (x->block = BLOCK; x->block > 1 && needs(t, x->block) > ALL;)
        x->block /= 2;
    bool ok = (x->port = tiled_alloc(t, p->ports * x->block * 16));
    for (int64_t n = 0; ok && n < x->players; n++)
        ok = (x->player[n].value = tiled_alloc(t, x->player[n].signals->count * x->block * 8));
    for (int64_t n = 0; ok && n < p->taps; n++) {
        tiled_tap *own = &x->tap[n];
        const yee_tap *tap = &p->tap[n];
        if (own->fence)
            continue;
        ok = (own->due = tiled_alloc(t, x->block * (int64_t)sizeof *own->due)) &&
             (own->record = tiled_alloc(t, tap_bytes(t, tap, x->block)));
        if (ok && tap->kind == YEE_TAP_DFT)
            ok = (own->phase = tiled_alloc(t, x->block * tap->frequencies * 16)) &&
                 (own->sum = tiled_alloc(t, tap->values * (int64_t)sizeof *own->sum));
    }
    return ok;
}

yee_status tiled_extras_new(tiled_plan *t)
{
    const yee_problem *p = t->p;
    tiled_extras *x = t->extras = tiled_alloc(t, sizeof *x);
    if (!x ||
        !(x->player =
              tiled_alloc(t, (p->groups + p->ports + p->laws) * (int64_t)sizeof *x->player)) ||
        !(x->port_player = tiled_alloc(t, p->ports * 8)) ||
        !(x->law_player = tiled_alloc(t, p->laws * 8)) ||
        !edge_laws_make(p, tiled_axis(t, YEE_Z), false, &x->laws) ||
        !cell_laws_make(p, tiled_axis(t, YEE_Z), YEE_LAW_CELL, &x->cells) ||
        !cell_laws_make(p, tiled_axis(t, YEE_Z), YEE_LAW_FIELD, &x->tensors) ||
        !cell_laws_make(p, tiled_axis(t, YEE_Z), YEE_LAW_MAGNETIC, &x->magnets) ||
        !(x->port_before = tiled_alloc(t, p->ports * 8)) ||
        !(x->link = tiled_alloc(t, ports_words(p, p->ports) * 8)) ||
        !(x->link_first = tiled_alloc(t, (p->ports + 1) * 8)) ||
        !(x->tap = tiled_alloc(t, p->taps * (int64_t)sizeof *x->tap)))
        return YEE_MEMORY;
    for (int64_t n = 0; n <= p->ports; n++)
        x->link_first[n] = ports_words(p, n);
    for (int64_t n = 0; n < p->taps; n++) {
        x->tap[n].fence =
            p->tap[n].kind == YEE_TAP_ENERGY || tap_bytes(t, &p->tap[n], LEAST) > LARGE;
        x->fences += x->tap[n].fence;
    }
    pile all = {.t = t};
    if (!tiled_near_new(t))
        return YEE_MEMORY;
    gather_near(&all);
    gather_spots(&all);
    gather_ports(&all);
    gather_laws(&all);
    if (!tiled_cells_new(t, push_cells, &all)) {
        free(all.item);
        return YEE_MEMORY;
    }
    gather_taps(&all);
    const bool ok = !all.full && sort(&all) && tiled_laws_new(t) && make_tables(t);
    free(all.item);
    return ok ? YEE_OK : YEE_MEMORY;
}
