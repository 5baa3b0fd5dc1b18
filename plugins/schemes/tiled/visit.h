/* tiled/visit.h: one row at one step: the unit that schedules put in order. */
#ifndef YEE_TILED_VISIT_H
#define YEE_TILED_VISIT_H

#include "ahead.h"
#include "extras.h"

/* A periodic z: the row's own first and last points beside each other. */
static inline void tiled_wrap_e(const tiled_plan *t, const tiled_row *r)
{
    for (int c = 0; c < 2; c++)
        if (t->slot[c] >= 0) {
            char *f = r->f + t->slot[c] * t->n * t->real;
            tiled_put(t, f, t->np, tiled_get(t, f, 0));
        }
}

static inline void tiled_wrap_h(const tiled_plan *t, const tiled_row *r)
{
    for (int c = 3; c < 5; c++)
        if (t->slot[c] >= 0) {
            char *f = r->f + t->slot[c] * t->n * t->real;
            tiled_put(t, f, -1, tiled_get(t, f, t->np - 1));
        }
}

/* Rows with points, ports, records or a periodic z: those of unit (i, j). */
void tiled_visit_slowly(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h, bool e);

/* H, then E, of the rows of units (i, j) to (i, to) at step n of the block; j may go around a
 * ring. ahead: what to fetch beside, or NULL. */
static inline void tiled_visit(const tiled_plan *t, int64_t n, int64_t i, int64_t j, int64_t to,
                               bool h, bool e, tiled_ahead *ahead)
{
    tiled_at at;
    for (; j < to; j += at.rows) {
        const int64_t unit = tiled_around(j, t->uy);
        const tiled_row *r = tiled_row_at(t, t->xs[i], t->ys[unit]);
        tiled_look(t, t->xs[i], t->ys[unit], &at);
        at.rows = r->run < to - j ? r->run : to - j;
        if (ahead)
            tiled_ahead_next(t, ahead, &at, h + e);
        if (r->extra >= 0 || t->wrap[2] || t->xs[i + 1] > t->xs[i] + 1 ||
            t->ys[unit + 1] > t->ys[unit] + 1) {
            tiled_visit_slowly(t, n, i, unit, h, e);
            continue;
        }
        for (const tiled_seg *s = r->seg; s < r->seg + r->segs; s++) {
            if (h && e && s->both) {
                s->both(s, &at);
            } else {
                if (h && s->h)
                    s->h(s, &at);
                if (e && s->e)
                    s->e(s, &at);
            }
            at.lines = 0;
        }
    }
}

#endif
