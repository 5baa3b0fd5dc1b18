/* tiled/diamond.c: temporal blocking: diamonds in y times a wavefront in x.
 *
 * Level s = 2n is H of step n, at y = j + 1/2; s = 2n + 1 is E, at y = j. With u = 2y + s and
 * v = 2y - s, tile (a, b) holds u in [2Wa, 2Wa + 2W), v in [2Wb, 2Wb + 2W): a diamond W rows
 * wide and W steps high. A point needs its neighbours of the level before, at u - 2 or v + 2,
 * so a tile needs (a-1, b) and (a, b+1). Within a tile planes follow each other like a wave:
 * step n of plane i comes after step n-1 of plane i+1.
 *
 * V. Bandishti, I. Pananilath, U. Bondhugula, SC 2012 (diamond tiling); T. Malas et al., SIAM
 * J. Sci. Comput. 37 (2015) C439 (with a wavefront). */
#include "ahead.h"
#include "sweep.h"
#include "visit.h"
#include <stdlib.h>

/* Rows of one step within a tile. */
typedef struct span {
    int64_t h0, h1, e0, e1;
} span;

typedef struct place {
    int64_t a, b;
} place;

typedef struct board {
    tiled_plan *t;
    int64_t steps, width;
    int64_t a0, b0, rows, columns; /* of done */
    int64_t tiles;
    place *tile; /* in an order that a queue may follow */
    atomic_uchar *done;
    atomic_llong next;
    span *span;         /* shape [threads][width + 3] */
    tiled_fresh *fresh; /* shape [threads][width + 3] */
} board;

static int64_t down(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static int64_t up(int64_t a, int64_t b) { return -down(-a, b); }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Doubled y of level s within tile p: [lo, hi). */
static void reach(const board *d, place p, int64_t s, int64_t *lo, int64_t *hi)
{
    const int64_t w = 2 * d->width;
    *lo = most(w * p.a - s, w * p.b + s);
    *hi = least(w * (p.a + 1) - s, w * (p.b + 1) + s);
}

/* The steps and rows of a tile; the number of steps, *first the first one. */
static int64_t spans(const board *d, place p, span *out, int64_t *first)
{
    const int64_t n0 = most(0, up(d->width * (p.a - p.b - 1), 2) - 1);
    const int64_t n1 = least(d->steps - 1, down(d->width * (p.a - p.b + 1), 2) + 1);
    const int64_t ny = d->t->ny;
    int64_t count = 0;
    for (int64_t n = n0; n <= n1; n++) {
        int64_t lo, hi;
        span r;
        reach(d, p, 2 * n, &lo, &hi);
        r.h0 = most(0, up(lo - 1, 2));
        r.h1 = most(r.h0, least(ny, up(hi - 1, 2)));
        reach(d, p, 2 * n + 1, &lo, &hi);
        r.e0 = most(0, up(lo, 2));
        r.e1 = most(r.e0, least(ny, up(hi, 2)));
        if (r.h0 == r.h1 && r.e0 == r.e1) {
            if (count)
                break;
            continue;
        }
        if (!count)
            *first = n;
        out[count++] = r;
    }
    return count;
}

/* Rows of H or E or both. */
static void range(const span *r, int64_t *from, int64_t *to)
{
    const bool h = r->h0 < r->h1, e = r->e0 < r->e1;
    *from = !h ? r->e0 : !e ? r->h0 : least(r->h0, r->e0);
    *to = !h ? r->e1 : !e ? r->h1 : most(r->h1, r->e1);
}

static void rows(const tiled_plan *t, int64_t n, int64_t i, const span *r, tiled_ahead *ahead)
{
    int64_t from, to;
    range(r, &from, &to);
    for (int64_t j = from; j < to; j++) {
        tiled_ahead_fetch(t, ahead);
        tiled_visit(t, n, i, j, j >= r->h0 && j < r->h1, j >= r->e0 && j < r->e1);
    }
}

/* Rows that no earlier step of the tile visits. */
static void look_ahead(const span *own, int64_t steps, tiled_ahead *a)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int64_t s = 0; s < steps; s++) {
        int64_t from, to;
        range(&own[s], &from, &to);
        a->visits += to - from;
        for (int64_t j = from; j < to; j++)
            if (j < low || j >= high)
                a->fresh[a->count++] = (tiled_fresh){s, j};
        low = least(low, from);
        high = most(high, to);
    }
}

static void wave(const board *d, place p, int thread)
{
    const tiled_plan *t = d->t;
    const int64_t room = d->width + 3;
    span *own = d->span + thread * room;
    tiled_ahead ahead = {.fresh = d->fresh + thread * room};
    int64_t first = 0;
    const int64_t steps = spans(d, p, own, &first);
    look_ahead(own, steps, &ahead);
    for (int64_t i = 0; i < t->nx + steps - 1; i++) {
        tiled_ahead_begin(t, &ahead, i);
        for (int64_t s = most(0, i - t->nx + 1); s < steps && s <= i; s++)
            rows(t, first + s, i - s, &own[s], &ahead);
    }
}

static atomic_uchar *flag(const board *d, int64_t a, int64_t b)
{
    return &d->done[(a - d->a0) * d->columns + b - d->b0];
}

static void work(void *user, int thread)
{
    board *d = user;
    for (;;) {
        const int64_t q = atomic_fetch_add_explicit(&d->next, 1, memory_order_relaxed);
        if (q >= d->tiles)
            return;
        const place p = d->tile[q];
        tiled_wait(flag(d, p.a - 1, p.b));
        tiled_wait(flag(d, p.a, p.b + 1));
        wave(d, p, thread);
        atomic_store_explicit(flag(d, p.a, p.b), 1, memory_order_release);
    }
}

/* Lists the tiles that hold anything, row of diamonds after row, and marks all others done. */
static void list(board *d)
{
    const int64_t w = d->width, ny = d->t->ny;
    for (int64_t n = 0; n < d->rows * d->columns; n++)
        atomic_init(&d->done[n], 1);
    for (int64_t r = -1; w * (r - 1) < 2 * d->steps; r++)
        for (int64_t a = d->a0 + 1; a < d->a0 + d->rows; a++) {
            const place p = {a, a - r};
            int64_t first;
            if (p.b < d->b0 || p.b + 1 >= d->b0 + d->columns || w * (a + p.b) > 2 * ny ||
                w * (a + p.b + 2) < 0 || !spans(d, p, d->span, &first))
                continue;
            d->tile[d->tiles++] = p;
            atomic_store_explicit(flag(d, p.a, p.b), 0, memory_order_relaxed);
        }
}

bool tiled_diamonds(tiled_plan *t, int64_t steps)
{
    const int64_t w = t->tile, threads = tiled_pool_threads(t->pool);
    board d = {.t = t, .steps = steps, .width = w};
    d.a0 = -2;
    d.b0 = -steps / w - 3;
    d.rows = (t->ny + steps) / w + 5;
    d.columns = t->ny / w + 3 - d.b0;
    const size_t flags = (size_t)(d.rows * d.columns);
    d.done = malloc(flags * sizeof *d.done);
    d.tile = malloc(flags * sizeof *d.tile);
    d.span = malloc((size_t)(threads * (w + 3)) * sizeof *d.span);
    d.fresh = malloc((size_t)(threads * (w + 3)) * sizeof *d.fresh);
    const bool ok = d.done && d.tile && d.span && d.fresh;
    if (ok) {
        atomic_init(&d.next, 0);
        list(&d);
        tiled_pool_run(t->pool, work, &d);
    }
    free(d.done);
    free(d.tile);
    free(d.span);
    free(d.fresh);
    return ok;
}
