/* tiled/fields.c: laws of fields, step 5b of yee/problem.h.
 *
 * Cells need L of the rows around them, and edges need the cells around them, as H and E need
 * each other. So a step is two passes over the rows: H and L in the first, cells where H was and
 * E where L was in the second, each a level of its own to the schedules; magnetic laws have one
 * more before them (magnets.c). With (i, j) for a row and levels counted on through all passes,
 * level s of H or cells reads E of (i, j), (i, j+1), (i+1, j), and cells of (i+1, j+1) too, at
 * level s - 1; level s of L or E reads (i, j), (i, j-1), (i-1, j), and E the cells of (i-1, j-1)
 * too, at level s - 1. Those are the distances of H and E in a grid without such laws, but for
 * the diagonal, which is in time as cells.c says. In the last pass rows without cells or edges of
 * fields do nothing; what reads E of a finished step, ports and records, waits for it. */
#include "visit.h"

static const tiled_item *items(const tiled_plan *t, const tiled_row *r, int kind)
{
    return t->extras->item + t->extras->extra[r->extra].first[kind];
}

static cell_laws *laws_of(const tiled_plan *t, int edges)
{
    return edges == X_JOIN ? &t->extras->tensors : &t->extras->magnets;
}

void tiled_part_fields(const tiled_plan *t, const tiled_row *r, int edges)
{
    for (const tiled_item *s = items(t, r, edges), *end = items(t, r, edges + 1); s < end; s++)
        cell_laws_part_run(laws_of(t, edges), s->owner, r->f + s->at * t->real);
}

void tiled_keep_fields(const tiled_plan *t, const tiled_row *r, int edges)
{
    for (const tiled_item *s = items(t, r, edges), *end = items(t, r, edges + 1); s < end; s++)
        cell_laws_keep_run(laws_of(t, edges), s->owner, r->f + s->at * t->real);
}

void tiled_join_fields(const tiled_plan *t, const tiled_row *r, int edges)
{
    for (const tiled_item *s = items(t, r, edges), *end = items(t, r, edges + 1); s < end; s++)
        cell_laws_take_run(laws_of(t, edges), s->owner, r->f + s->at * t->real);
}

void tiled_join(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e)
{
    const int64_t i0 = t->xs[i], i1 = t->xs[i + 1], j0 = t->ys[j], j1 = t->ys[j + 1];
    const tiled_row *first = tiled_row_at(t, i0, j0);
    for (int64_t p = i0; p < i1 && h; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            if (r->extra >= 0)
                tiled_step_runs(t, &t->extras->tensors, r, X_FIELD, n);
        }
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++)
            if (tiled_row_at(t, p, q)->extra >= 0)
                tiled_join_fields(t, tiled_row_at(t, p, q), X_JOIN);
    if (e && first->extra >= 0)
        tiled_meters(t, first, n);
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            if (r->extra < 0)
                continue;
            tiled_probe_e(t, r, n);
            if (t->wrap[2])
                tiled_wrap_e(t, r);
        }
}

/* Calls back for every row with edges of fields. */
static void each(const tiled_plan *t, int edges,
                 void (*act)(const tiled_plan *, const tiled_row *, int))
{
    for (int64_t i = 0; i < t->nx && t->passes > 1; i++)
        for (int64_t j = 0; j < t->ny; j++)
            if (tiled_row_at(t, i, j)->extra >= 0)
                act(t, tiled_row_at(t, i, j), edges);
}

void tiled_part_all(const tiled_plan *t, int edges) { each(t, edges, tiled_part_fields); }

void tiled_join_all(const tiled_plan *t, int edges)
{
    each(t, edges, tiled_keep_fields);
    each(t, edges, tiled_join_fields);
}
