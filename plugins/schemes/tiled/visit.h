/* tiled/visit.h: one row at one step: the unit that schedules put in order. */
#ifndef YEE_TILED_VISIT_H
#define YEE_TILED_VISIT_H

#include "extras.h"
#include "prefetch.h"

/* A periodic z: the row's own first and last points beside each other. */
static inline void tiled_wrap_e(const tiled_plan *t, const tiled_row *r)
{
    for (int c = 0; c < 2; c++)
        if (t->slot[c] >= 0) {
            char *f = r->f + t->slot[c] * t->n * t->real;
            tiled_store_real(t, f, t->np, tiled_load_real(t, f, 0));
        }
}

static inline void tiled_wrap_h(const tiled_plan *t, const tiled_row *r)
{
    for (int c = 3; c < 5; c++)
        if (t->slot[c] >= 0) {
            char *f = r->f + t->slot[c] * t->n * t->real;
            tiled_store_real(t, f, -1, tiled_load_real(t, f, t->np - 1));
        }
}

/* H, then E, of the segments of at->rows rows from r on. Across the seam of a periodic z, E at
 * the low end needs H at the high end: the last segment's H comes first, its E last. */
static inline void tiled_update(const tiled_plan *t, const tiled_row *r, tiled_at *at, bool h,
                                bool e)
{
    const bool ring = t->wrap[2] && r->segs;
    const tiled_seg *const end = r->seg + r->segs - ring;
    const int64_t lines = at->lines;
    if (ring && h) {
        at->lines = 0;
        if (end->h)
            end->h(end, at);
        for (int64_t n = 0; n < at->rows; n++)
            tiled_wrap_h(t, r + n);
        at->lines = lines;
    }
    for (const tiled_seg *s = r->seg; s < end; s++) {
        if (h && e && s->both) {
            s->both(s, at);
        } else {
            if (h && s->h)
                s->h(s, at);
            if (e && s->e)
                s->e(s, at);
        }
        at->lines = 0;
    }
    if (ring && e) {
        if (end->e)
            end->e(end, at);
        for (int64_t n = 0; n < at->rows; n++)
            tiled_wrap_e(t, r + n);
    }
}

/* Rows with points, ports, laws or records: those of unit (i, j), in the pass of E. at: of its
 * first row. */
void tiled_visit_slowly(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e,
                        tiled_at *at, int thread);

/* magnets.c: those of unit (i, j) in the pass before, where there are magnetic laws: h, what
 * comes before their cells, and L; e, cells. Then, before E, a row's H and its records. */
void tiled_visit_magnets(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e,
                         tiled_at *at);
void tiled_join_h(const tiled_plan *t, const tiled_row *r, int64_t n);

/* The last pass over units (i, j) to (i, to): cells and E of laws of fields. */
static inline void tiled_visit_fields(const tiled_plan *t, int64_t n, int64_t i, int64_t j,
                                      int64_t to, bool h, bool e)
{
    for (int64_t rows; j < to; j += rows) {
        const int64_t unit = tiled_wrap(j, t->uy);
        const tiled_row *r = tiled_row_at(t, t->xs[i], t->ys[unit]);
        const bool alone = t->xs[i + 1] == t->xs[i] + 1 && t->ys[unit + 1] == t->ys[unit] + 1;
        rows = alone ? r->run : 1;
        if (!alone || r->extra >= 0)
            tiled_join(t, n, i, unit, h, e);
    }
}

/* H, then E, of the rows of units (i, j) to (i, to) at pass n of the block, of which a step has
 * t->passes; j may go around a ring. prefetch: the rows to fetch beside, or NULL. */
static inline void tiled_visit(const tiled_plan *t, int64_t n, int64_t i, int64_t j, int64_t to,
                               bool h, bool e, tiled_prefetch *prefetch, int thread)
{
    tiled_at at;
    int64_t pass = 0;
    if (t->passes > 1) {
        pass = n % t->passes;
        n /= t->passes;
    }
    if (pass > t->magnets) {
        tiled_visit_fields(t, n, i, j, to, h, e);
        return;
    }
    const bool all_h = h && pass == 0,
               all_e = e && pass == t->magnets; /* of rows without laws */
    for (; j < to; j += at.rows) {
        const int64_t unit = tiled_wrap(j, t->uy);
        const tiled_row *r = tiled_row_at(t, t->xs[i], t->ys[unit]);
        tiled_neighbours(t, t->xs[i], t->ys[unit], &at);
        at.rows = r->run < to - j ? r->run : to - j;
        if (prefetch && pass == 0 && (all_h || all_e))
            tiled_prefetch_next(t, prefetch, &at, all_h + all_e);
        if (r->extra < 0 && t->xs[i + 1] == t->xs[i] + 1 && t->ys[unit + 1] == t->ys[unit] + 1)
            tiled_update(t, r, &at, all_h, all_e);
        else if (pass < t->magnets)
            tiled_visit_magnets(t, n, i, unit, h, e, &at);
        else
            tiled_visit_slowly(t, n, i, unit, h, e, &at, thread);
    }
}

#endif
