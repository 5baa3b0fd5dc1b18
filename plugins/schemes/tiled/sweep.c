/* tiled/sweep.c: one step after the other: the order for small grids, and the one that tiles
 * are compared with. */
#include "sweep.h"
#include "visit.h"

/* One row: H, or H and E in one pass, and what comes after H; true when E was done with it. */
static bool first_half(const tiled_plan *t, const tiled_row *r, tiled_at *at, int64_t n, bool e)
{
    const tiled_extra *x = r->extra >= 0 ? &t->extras->extra[r->extra] : NULL;
    const bool whole = e && (!x || (x->first[X_NEAR_H] == x->first[X_PROBE_H] &&
                                    x->first[X_JOIN] == x->first[X_JOIN + 1]));
    if (x)
        tiled_before_h(t, r);
    tiled_update(t, r, at, true, whole);
    if (x) {
        tiled_after_h(t, r, n);
        tiled_probe_h(t, r, n);
    }
    if (t->wrap[2])
        tiled_wrap_h(t, r);
    return whole;
}

/* A row to which nothing happens but laws, or some whose E goes aside. */
static void visit_laws(const tiled_plan *t, const tiled_row *r, tiled_at *at, int64_t n, bool h,
                       bool e, int thread)
{
    char *const old = tiled_old(t, thread);
    if (e && t->extras->extra[r->extra].aside) {
        at->aside = (t->aside + thread * t->aside_bytes - r->f) / t->real;
        tiled_update(t, r, at, h, e);
        for (int64_t q = 0; q < at->rows; q++) {
            tiled_laws_aside(t, r + q, n, at->aside);
            if (t->wrap[2])
                tiled_wrap_e(t, r + q);
        }
        return;
    }
    if (e)
        tiled_keep_laws(t, r, old);
    tiled_update(t, r, at, h, e);
    if (!e)
        return;
    tiled_laws(t, r, n, old);
    if (t->wrap[2])
        tiled_wrap_e(t, r);
}

void tiled_visit_slowly(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e,
                        tiled_at *from, int thread)
{
    const int64_t i0 = t->xs[i], i1 = t->xs[i + 1], j0 = t->ys[j], j1 = t->ys[j + 1];
    const tiled_row *first = tiled_row_at(t, i0, j0);
    const bool alone = i1 == i0 + 1 && j1 == j0 + 1;
    char *const old = tiled_old(t, thread);
    tiled_at at;
    bool whole = false;
    if (alone && first->extra >= 0 && t->extras->extra[first->extra].only_laws) {
        visit_laws(t, first, from, n, h && !t->magnets, e, thread);
        return;
    }
    if (e && first->extra >= 0)
        tiled_before(t, first);
    for (int64_t p = i0; p < i1; p++)
        for (int64_t q = j0; q < j1; q++)
            if (tiled_row_at(t, p, q)->extra >= 0) {
                if (h && !t->magnets)
                    tiled_step_cells(t, tiled_row_at(t, p, q), n);
                if (e)
                    tiled_keep_laws(t, tiled_row_at(t, p, q), old);
            }
    for (int64_t p = i0; p < i1 && h; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            tiled_neighbours(t, p, q, &at);
            if (t->magnets)
                tiled_join_h(t, r, n);
            else
                whole = first_half(t, r, &at, n, e && alone);
        }
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            tiled_neighbours(t, p, q, &at);
            if (r->extra >= 0)
                tiled_part_fields(t, r, X_JOIN);
            if (!whole)
                tiled_update(t, r, &at, false, true);
            if (r->extra >= 0)
                tiled_add_e(t, r, n);
        }
    if (e && first->extra >= 0)
        tiled_ports(t, first, n);
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++)
            if (tiled_row_at(t, p, q)->extra >= 0) {
                tiled_laws(t, tiled_row_at(t, p, q), n, old);
                tiled_keep_fields(t, tiled_row_at(t, p, q), X_JOIN);
            }
    if (t->passes > 1 + t->magnets) /* the last one goes on */
        return;
    if (e && first->extra >= 0)
        tiled_meters(t, first, n);
    for (int64_t p = i0; p < i1 && e; p++)
        for (int64_t q = j0; q < j1; q++) {
            const tiled_row *r = tiled_row_at(t, p, q);
            if (r->extra >= 0)
                tiled_probe_e(t, r, n);
            if (t->wrap[2])
                tiled_wrap_e(t, r);
        }
}

typedef struct job {
    tiled_plan *t;
    int64_t passes;
} job;

/* Planes [from, to) of a thread. H of all of them, E of all but the first, which needs the H of
 * the thread before: E of the first planes comes after a meeting. Row by row H and E go
 * together; with a periodic y, E of the first row needs the last one's H. */
static void slab(void *user, int thread)
{
    const job *d = user;
    const tiled_plan *t = d->t;
    const int64_t threads = tiled_pool_threads(t->pool);
    const int64_t from = t->ux * thread / threads, to = t->ux * (thread + 1) / threads;
    for (int64_t n = 0; n < d->passes; n++) {
        for (int64_t i = from; i < to; i++) {
            const bool e = i > from || (i == 0 && !t->wrap[0]);
            tiled_visit(t, n, i, 0, 1, true, e && !t->wrap[1], NULL, thread);
            tiled_visit(t, n, i, 1, t->uy, true, e, NULL, thread);
            if (e && t->wrap[1])
                tiled_visit(t, n, i, 0, 1, false, true, NULL, thread);
        }
        tiled_pool_meet(t->pool);
        if (from < to && (from > 0 || t->wrap[0]))
            tiled_visit(t, n, from, 0, t->uy, false, true, NULL, thread);
        tiled_pool_meet(t->pool);
    }
}

void tiled_sweep(tiled_plan *t, int64_t passes)
{
    tiled_pool_run(t->pool, slab, &(job){t, passes});
}
