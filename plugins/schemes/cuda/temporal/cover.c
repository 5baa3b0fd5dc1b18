/* cover.c: planes in tiles, tiles in bricks.
 *
 * Rows and columns have three parts each: calm ones in the middle and what is before and
 * behind, where layers are or what only kernels of edges know. A rectangle of two parts is
 * done by the class that has what both have. */
#include "cover.h"
#include <stdlib.h>

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- tiles ---- */

static bool add(tiles *t, tile n)
{
    if (t->count == t->room) {
        int64_t room = 2 * t->room + 256;
        tile *grown = realloc(t->tile, (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        t->tile = grown;
        t->room = room;
    }
    t->tile[t->count++] = n;
    return true;
}

/* What tiles of a class write along an axis, at most: inner ones, the one at the low face, the
 * one at the high face, one at both; before, after: what they read around. Beyond walls nothing
 * is wrong, so that tiles there write what others read around. Columns that are all calm gain
 * nothing: memory is their limit, and the little that the last tile has of them is little. */
typedef struct ruler {
    int size, first, last, both, before, after;
    int unit, phase; /* tiles meet where phase is left over */
    bool shut;       /* tiles at the low face read nothing before it */
} ruler;

static ruler rule(const pass *x, const pass_shape *s, int a)
{
    const int size = a == 1 ? s->rows : s->columns, before = a == 1 ? x->steps : s->before;
    const int wide = a == 1 ? s->rows + 2 * x->steps : s->width;
    const int after = wide - before - size, unit = a == 1 ? 1 : s->unit;
    ruler r = {size, size, size, size, before, after, unit, a == 1 ? 0 : x->phase, false};
    if (!s->reaches || !(x->walls >> a & 1) || (a == 2 && x->bare >> a & 1))
        return r;
    r.shut = x->shut >> a & 1;
    r.last = r.both = wide - before;
    if (r.shut) {
        r.first = wide - x->steps;
        r.both = wide;
    }
    return r;
}

/* Behind what the tile at `at` writes of [..., to). */
static int next_tile(const ruler *r, int at, int to, int end)
{
    if (to == end && to - at <= (at == 0 ? r->both : r->last))
        return to;
    const int next = at + (at == 0 ? r->first : r->size);
    return least((next - r->phase) / r->unit * r->unit + r->phase, to);
}

static int tiles_of(const ruler *r, int from, int to, int end)
{
    int count = 0;
    for (int at = from; at < to; at = next_tile(r, at, to, end))
        count++;
    return count;
}

/* Rows [from, to) and columns [left, right) of planes [plane, end). */
static bool cover(tiles *t, const pass *x, const pass_shape *s, int from, int to, int left,
                  int right, int plane, int end)
{
    const ruler down = rule(x, s, 1), across = rule(x, s, 2);
    bool ok = true;
    for (int row = from, below; row < to && ok; row = below) {
        below = next_tile(&down, row, to, x->end[1]);
        for (int column = left, after; column < right && ok; column = after) {
            after = next_tile(&across, column, right, x->end[2]);
            ok = add(t, (tile){row,
                               column,
                               plane,
                               end,
                               {below, after},
                               {row == 0 && down.shut ? 0 : row - down.before,
                                column == 0 && across.shut ? 0 : column - across.before}});
        }
    }
    return ok;
}

/* Parts [at[n], at[n+1]) of an axis. layers: bits of classes, or OTHER. */
typedef struct parts {
    int at[4], layers[3];
} parts;

enum { OTHER = -1 };

/* First and number of calm tiles such that all take the least time: those around them take half
 * as long again. */
static int place(const ruler *calm, const ruler *other, int low, int high, int end, int *count)
{
    const int all = high > low ? (high - low) / calm->size : 0;
    int best = -1, first = low;
    *count = 0;
    for (int n = all; n > 0 && n >= all - 2; n--)
        for (int at = low; at + n * calm->size <= high; at += calm->unit) {
            const int frame =
                tiles_of(other, 0, at, end) + tiles_of(other, at + n * calm->size, end, end);
            if (best >= 0 && 2 * n + 3 * frame >= best)
                continue;
            best = 2 * n + 3 * frame;
            first = at;
            *count = n;
        }
    return first;
}

static parts part_axis(const pass *x, int a, const pass_shape *calm, const pass_shape *other)
{
    const int end = x->end[a], kind = x->plain >> a & 1 ? 1 << a : OTHER;
    const ruler own = rule(x, calm, a), frame = rule(x, other, a);
    const int low =
        (x->calm[a][0] + own.before - own.phase + own.unit - 1) / own.unit * own.unit +
        own.phase;
    const int high = x->calm[a][1] - own.after;
    int count;
    if (calm->reaches && x->bare >> a & 1)
        return (parts){{0, 0, end, end}, {0, 0, 0}};
    const int first = place(&own, &frame, low, high, end, &count);
    if (count == 0)
        return (parts){{0, end, end, end}, {kind, 0, kind}};
    return (parts){{0, first, first + count * own.size, most(end, first + count * own.size)},
                   {kind, 0, kind}};
}

/* The class that does rows and columns of these parts. */
static int class_of(const pass_shape *shape, int base, int general, int rows, int columns)
{
    if (rows == OTHER || columns == OTHER)
        return general;
    const int class = base | rows | columns;
    return shape[class].rows > 0 ? class : shape[ALL_LAYERS].rows > 0 ? ALL_LAYERS : general;
}

/* Of tiles beside calm ones along an axis; plain: both axes across the march are. */
static const pass_shape *beside(const pass_shape *shape, int base, int general, int axis,
                                bool plain)
{
    const pass_shape *s =
        &shape[plain ? class_of(shape, base, general, 1 << axis, 0) : general];
    return s->rows > 0 ? s : &shape[base];
}

covered cover_planes(const pass *x, const pass_shape shape[CLASSES], tiles t[CLASSES], int base,
                     int general, int plane, int end)
{
    const pass_shape *calm = &shape[base];
    if (plane >= end)
        return COVERED;
    if (calm->rows == 0 && shape[general].rows == 0)
        return NO_KERNEL;
    parts rows = {{0, x->end[1], x->end[1], x->end[1]}, {OTHER, OTHER, OTHER}};
    parts columns = {{0, x->end[2], x->end[2], x->end[2]}, {OTHER, OTHER, OTHER}};
    if (calm->rows > 0) {
        const bool plain = (x->plain & 6) == 6;
        rows = part_axis(x, 1, calm, beside(shape, base, general, 1, plain));
        columns = part_axis(x, 2, calm, beside(shape, base, general, 2, plain));
    }
    for (int u = 0; u < 3; u++)
        for (int v = 0, next; v < 3; v = next) {
            const int class = class_of(shape, base, general, rows.layers[u], columns.layers[v]);
            next = v + 1;
            while (next < 3 && class_of(shape, base, general, rows.layers[u],
                                        columns.layers[next]) == class)
                next++;
            if (rows.at[u] >= rows.at[u + 1] || columns.at[v] >= columns.at[next])
                continue;
            if (shape[class].rows == 0)
                return NO_KERNEL;
            if (!cover(&t[class], x, &shape[class], rows.at[u], rows.at[u + 1], columns.at[v],
                       columns.at[next], plane, end))
                return NO_MEMORY;
        }
    return COVERED;
}

/* ---- bricks ---- */

static int64_t bricks_of(const tiles *t, int length)
{
    int64_t n = 0;
    for (int64_t i = 0; i < t->count; i++)
        n += (t->tile[i].end - t->tile[i].plane + length - 1) / length;
    return n;
}

/* Planes of a brick. Long ones do less twice; but bricks that run at the same time drift apart,
 * and what neighbours share has left the cache when the second one comes. A wave of bricks
 * takes as long as its planes and the T around them, and the last wave may be nearly empty. */
static int choose_length(const plan *p, const tiles *t, const pass *x, const pass_shape *s)
{
    const int64_t wave = (int64_t)p->processors * s->blocks;
    int longest = 1, chosen = 1;
    double best = 0;
    for (int64_t i = 0; i < t->count; i++)
        longest = most(longest, t->tile[i].end - t->tile[i].plane);
    for (int pieces = (longest + s->longest - 1) / s->longest; pieces <= longest; pieces++) {
        const int length = (longest + pieces - 1) / pieces;
        const int64_t waves = (bricks_of(t, length) + wave - 1) / wave;
        const double took = (double)waves * (length + 2 * x->steps + 2);
        if (best == 0 || took < best) {
            best = took;
            chosen = length;
        }
    }
    return chosen;
}

static int by_plane(const void *a, const void *b)
{
    const brick *p = a, *q = b;
    if (p->plane != q->plane)
        return p->plane < q->plane ? -1 : 1;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    return (p->column > q->column) - (p->column < q->column);
}

brick *cut_tiles(const plan *p, const tiles *t, const pass *x, const pass_shape *s,
                 int64_t *count)
{
    const int length = t->count ? choose_length(p, t, x, s) : 1;
    *count = bricks_of(t, length);
    brick *list = malloc((size_t)(*count + 1) * sizeof *list);
    int64_t used = 0;
    for (int64_t i = 0; i < t->count && list; i++) {
        const tile *n = &t->tile[i];
        const int pieces = (n->end - n->plane + length - 1) / length;
        for (int m = 0; m < pieces; m++) {
            const int64_t planes = n->end - n->plane;
            list[used++] = (brick){n->plane + (int)(planes * m / pieces),
                                   n->plane + (int)(planes * (m + 1) / pieces),
                                   n->row,
                                   n->column,
                                   {n->last[0], n->last[1]},
                                   {n->from[0], n->from[1]}};
        }
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, by_plane);
    return list;
}
