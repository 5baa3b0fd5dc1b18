/* tiled/magnets.c: magnetic laws of fields, step 2a of yee/problem.h.
 *
 * Their cells lie between H and E of a step and need L of the rows around them, H needs the cells
 * around it, and E needs H. So H has a pass before that of E: L where H was and cells where E was,
 * then H where H was and E where E was. For this the cells of row (i, j) are done in the place of E
 * of row (i+1, j+1), one less where an axis is invariant: they read L of (i, j), (i, j+1) and
 * (i+1, j), which E of that row may read, and H of row (i, j) reads the cells of (i, j), (i, j-1)
 * and (i-1, j), which are in the places of E that it may read: (i+1, j+1), (i+1, j) and (i, j+1).
 * The diagonals are in time as cells.c says. */
#include "visit.h"

/* A row's L where H was: what comes before H, H and its points, and what cells see. */
static void update_h(const tiled_plan *t, const tiled_row *r, tiled_at *at, int64_t n)
{
    const bool extra = r->extra >= 0;
    if (extra) {
        tiled_part_fields(t, r, X_JOIN_H);
        tiled_before_h(t, r);
    }
    tiled_update(t, r, at, true, false);
    if (extra) {
        tiled_after_h(t, r, n);
        tiled_keep_fields(t, r, X_JOIN_H);
    }
}

void tiled_visit_magnets(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e,
                         tiled_at *from)
{
    const int64_t i0 = t->xs[i], i1 = t->xs[i + 1], j0 = t->ys[j], j1 = t->ys[j + 1];
    const tiled_row *first = tiled_row_at(t, i0, j0);
    tiled_at at;
    if (i1 == i0 + 1 && j1 == j0 + 1 && t->extras->extra[first->extra].only_laws) {
        if (h) /* of several rows, it may be */
            tiled_update(t, first, from, true, false);
        return;
    }
    for (int64_t p = i0; p < i1 && h; p++)
        for (int64_t q = j0; q < j1; q++)
            if (tiled_row_at(t, p, q)->extra >= 0)
                tiled_step_cells(t, tiled_row_at(t, p, q), n);
    for (int64_t p = i0; p < i1 && h; p++)
        for (int64_t q = j0; q < j1; q++) {
            tiled_neighbours(t, p, q, &at);
            update_h(t, tiled_row_at(t, p, q), &at, n);
        }
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            if (r->extra >= 0)
                tiled_step_runs(t, &t->extras->magnets, r, X_MAGNET, n);
        }
}

void tiled_join_h(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    if (r->extra >= 0) {
        tiled_join_fields(t, r, X_JOIN_H);
        tiled_probe_h(t, r, n);
    }
    if (t->wrap[2])
        tiled_wrap_h(t, r);
}
