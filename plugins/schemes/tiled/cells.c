/* tiled/cells.c: the laws of cells of a row, steps 1a and 3a of yee/problem.h. Cells of laws of
 * fields do likewise in a pass of their own (fields.c).
 *
 * The cells of row (i, j) read E of rows (i, j), (i, j+1), (i+1, j) and (i+1, j+1), all of the level
 * before, as its H reads the first three; E of row (i, j) reads the cells of (i, j), (i, j-1),
 * (i-1, j) and (i-1, j-1). The row (i+1, j+1) is in time because schedules keep the order along y
 * for every plane: along y cells are where H is, at j + 1/2, and plane i + 1 is a level ahead of
 * plane i on either side of it. */
#include "extras.h"

static bool add(const tiled_plan *t, const cell_laws *l, int cells, int edges,
                bool (*push)(void *to, const tiled_item *item), void *to)
{
    bool ok = true;
    for (int64_t n = 0; ok && n < l->runs; n++) {
        const int64_t *at = l->row[l->run[n].row].at;
        const tiled_item item = {
            .row = at[0] * t->ny + at[1], .kind = cells, .owner = (int32_t)n};
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
           add(t, &t->extras->tensors, X_FIELD, X_JOIN, push, to);
}

/* This folder's component of a user's. */
static int own_component(const tiled_plan *t, int c) { return (c + 3 - t->perm) % 3; }

void tiled_step_runs(const tiled_plan *t, cell_laws *l, const tiled_item *from,
                     const tiled_item *to, int64_t n)
{
    for (const tiled_item *s = from; s < to; s++) {
        const cell_law_run *run = &l->run[s->owner];
        double signal[YEE_LAW_MOST_SIGNALS] = {0}; /* real */
        cell_law_field about = {{{NULL}}};
        for (int c = 0; c < 3; c++)
            for (int q = 0; q < 4; q++) {
                const int64_t slot = t->slot[own_component(t, c)];
                int64_t at[2];
                if (slot >= 0 && cell_laws_about(l, run->row, c, q, at))
                    about.e[c][q] = tiled_row_at(t, at[0], at[1])->f + slot * t->n * t->real;
            }
        tiled_law_signals(t, run->law, n, signal);
        cell_laws_step_run(l, s->owner, &about, signal);
    }
}

void tiled_step_cells(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    tiled_step_runs(t, &x->cells, x->item + first[X_CELL], x->item + first[X_CELL + 1], n);
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
