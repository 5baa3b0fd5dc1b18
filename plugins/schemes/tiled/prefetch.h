/* tiled/prefetch.h: rows that a tile is about to enter come into the second cache while it
 * works on others: a few lines before every row it visits, so that memory is never waited for. */
#ifndef YEE_TILED_PREFETCH_H
#define YEE_TILED_PREFETCH_H

#include "plan.h"

/* A row of every plane that step `step` of the tile is the first to visit. */
typedef struct tiled_fresh {
    int64_t step, j;
} tiled_fresh;

typedef struct tiled_prefetch {
    tiled_fresh *fresh; /* shape [count] */
    int64_t count;
    int64_t visits; /* halves of rows, H or E, of a wave */
    int64_t wave;
    int64_t row, at; /* the next line: of which fresh row, bytes from its start */
    int64_t budget;  /* lines a half */
} tiled_prefetch;

/* The row that wave `i + 1` will enter; NULL: none, beyond the grid. */
static inline const tiled_row *tiled_entered(const tiled_plan *t, const tiled_prefetch *a,
                                             int64_t n)
{
    const int64_t next = a->wave + 2 - a->fresh[n].step;
    const int64_t plane = t->wrap[0] ? tiled_wrap(next, t->ux) : next;
    return plane >= 0 && plane < t->ux ? tiled_row_at(t, t->xs[plane], t->ys[a->fresh[n].j])
                                       : NULL;
}

static inline void tiled_prefetch_begin(const tiled_plan *t, tiled_prefetch *a, int64_t wave)
{
    int64_t bytes = 0;
    a->wave = wave;
    a->row = a->at = 0;
    for (int64_t n = 0; n < a->count; n++) {
        const tiled_row *r = tiled_entered(t, a, n);
        bytes += r ? r->bytes : 0;
        if (r) {
            /* The next plane's row has its record over two lines; the next wave needs it. */
            __builtin_prefetch(r + t->ny + 2, 0, 3);
            __builtin_prefetch(&r[t->ny + 2].extra, 0, 3);
        }
    }
    a->budget = (bytes / TILED_LINE + a->visits - 1) / (a->visits ? a->visits : 1);
}

/* Lines of one fresh row for at->rows rows of so many halves, or for fewer. */
static inline void tiled_prefetch_next(const tiled_plan *t, tiled_prefetch *a, tiled_at *at,
                                       int64_t halves)
{
    const tiled_row *r = NULL;
    while (a->row < a->count && !(r = tiled_entered(t, a, a->row)))
        a->row++;
    if (!r || !a->budget)
        return;
    const int64_t lines = (r->bytes - a->at) / TILED_LINE, each = halves * a->budget;
    const int64_t rows = (lines + each - 1) / each;
    at->rows = rows < at->rows ? rows : at->rows;
    at->prefetch = r->f + a->at;
    at->lines = each;
    a->at += at->rows * each * TILED_LINE;
    if (a->at >= r->bytes) {
        a->at = 0;
        a->row++;
    }
}

#endif
