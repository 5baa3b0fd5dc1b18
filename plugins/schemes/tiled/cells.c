/* tiled/cells.c: the laws of cells of a row, steps 1a and 3a of yee/problem.h. Cells of laws of
 * fields do likewise in a pass of their own (fields.c).
 *
 * The cells of row (i, j) read E of rows (i, j), (i, j+1), (i+1, j) and (i+1, j+1), all of the level
 * before, as its H reads the first three; E of row (i, j) reads the cells of (i, j), (i, j-1),
 * (i-1, j) and (i-1, j-1). The row (i+1, j+1) is in time because schedules keep the order along y
 * for every plane: along y cells are where H is, at j + 1/2, and plane i + 1 is a level ahead of
 * plane i on either side of it. */
#include "extras.h"

/* Rows from the row of a cell to the one that does it, along an axis (magnets.c). */
static int64_t ahead(const tiled_plan *t, int kind, int axis)
{
    return kind == X_MAGNET && !t->p->grid.axis[tiled_axis(t, axis)].invariant;
}

static bool add(const tiled_plan *t, const cell_laws *l, int cells, int edges,
                bool (*push)(void *to, const tiled_item *item), void *to)
{
    bool ok = true;
    for (int64_t n = 0; ok && n < l->runs; n++) {
        const int64_t *at = l->row[l->run[n].row].at;
        const int64_t i = (at[0] + ahead(t, cells, 0)) % t->nx;
        const int64_t j = (at[1] + ahead(t, cells, 1)) % t->ny;
        const tiled_item item = {.row = i * t->ny + j, .kind = cells, .owner = (int32_t)n};
        ok = push(to, &item);
    }
    for (int64_t n = 0; ok && n < l->edges; n++) {
        int c;
        int64_t at[3];
        tiled_locate(t, l->edge[n].component, l->edge[n].at, &c, at);
        const tiled_item item = {.row = at[0] * t->ny + at[1],
                                 .kind = edges,
                                 .owner = (int32_t)n,
                                 .at = t->slot[c] * t->n + at[2]};
        ok = t->slot[c] < 0 || push(to, &item);
    }
    return ok;
}

bool tiled_cells_new(tiled_plan *t, bool (*push)(void *to, const tiled_item *item), void *to)
{
    return add(t, &t->extras->cells, X_CELL, X_CURRENT, push, to) &&
           add(t, &t->extras->tensors, X_FIELD, X_JOIN, push, to) &&
           add(t, &t->extras->magnets, X_MAGNET, X_JOIN_H, push, to);
}

/* This folder's component of a user's. */
static int own_component(const tiled_plan *t, int c)
{
    return c - c % 3 + (c % 3 + 3 - t->perm) % 3;
}

/* Words of the cells of the next row, which lie apart from the rows, come into the second cache. */
static void fetch_words(const tiled_plan *t, const cell_laws *l, const tiled_row *next,
                        int kind)
{
    const int64_t *first = next->extra < 0 ? NULL : t->extras->extra[next->extra].first;
    if (!first || first[kind] == first[kind + 1])
        return;
    const cell_law_row *row = &l->row[l->run[t->extras->item[first[kind]].owner].row];
    const char *words = l->state + row->state * t->real;
    for (int64_t at = 0; at < row->words * row->pitch * t->real; at += TILED_LINE)
        __builtin_prefetch(words + at, 0, 2);
}

/* Ghost rows lie where a ring goes on. */
void tiled_step_runs(const tiled_plan *t, cell_laws *l, const tiled_row *r, int kind, int64_t n)
{
    const int64_t *first = t->extras->extra[r->extra].first;
    const tiled_item *from = t->extras->item + first[kind];
    const tiled_item *to = t->extras->item + first[kind + 1];
    const tiled_row *const own = r - ahead(t, kind, 0) * (t->ny + 2) - ahead(t, kind, 1);
    const tiled_row *const around[4] = {own, own + 1, own + t->ny + 2, own + t->ny + 3};
    cell_law_field about = {{{NULL}}};
    if (from == to)
        return;
    fetch_words(t, l, r + 1, kind);
    for (int c = 0; c < 3; c++) {
        const int64_t slot = t->slot[own_component(t, l->first + c)];
        for (int q = 0; q < 4 && slot >= 0; q++)
            if (cell_laws_there(l, l->first + c, q))
                about.e[c][q] = around[q]->f + slot * t->n * t->real;
    }
    for (const tiled_item *s = from; s < to; s++) {
        double signal[YEE_LAW_MOST_SIGNALS] = {0}; /* real */
        tiled_law_signals(t, l->run[s->owner].law, n, signal);
        cell_laws_step_run(l, s->owner, &about, signal);
    }
}

void tiled_step_cells(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    tiled_step_runs(t, &t->extras->cells, r, X_CELL, n);
}

void tiled_take_currents(const tiled_plan *t, const tiled_row *r)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (const tiled_item *s = x->item + first[X_CURRENT],
                          *end = x->item + first[X_CURRENT + 1];
         s < end; s++)
        cell_laws_take_run(&x->cells, s->owner, r->f + s->at * t->real);
}
