/* tiled/visit.h: one row at one step: the unit that schedules put in order. */
#ifndef YEE_TILED_VISIT_H
#define YEE_TILED_VISIT_H

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

/* H, then E, of the rows of unit (i, j) at step n of the block. */
static inline void tiled_visit(const tiled_plan *t, int64_t n, int64_t i, int64_t j, bool h,
                               bool e)
{
    const tiled_row *r = tiled_row_at(t, t->xs[i], t->ys[j]);
    tiled_at at;
    if (r->extra >= 0 || t->wrap[2] || t->xs[i + 1] > t->xs[i] + 1 ||
        t->ys[j + 1] > t->ys[j] + 1) {
        tiled_visit_slowly(t, n, i, j, h, e);
        return;
    }
    tiled_look(t, t->xs[i], t->ys[j], &at);
    for (const tiled_seg *s = r->seg; s < r->seg + r->segs; s++) {
        if (h && e && s->both) {
            s->both(s, &at);
            continue;
        }
        if (h && s->h)
            s->h(s, &at);
        if (e && s->e)
            s->e(s, &at);
    }
}

#endif
