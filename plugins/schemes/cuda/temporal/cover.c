/* cover.c: planes in tiles, tiles in bricks.
 *
 * Rows and columns have three parts each: calm ones in the middle and what is before and
 * behind, where layers are or what only kernels of edges know. A rectangle of two parts is
 * done by the class that has what both have. */
#include "cover.h"
#include <stdlib.h>

static int most(int a, int b) { return a > b ? a : b; }
static int tiles_of(int length, int size) { return (length + size - 1) / size; }

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

/* Rows [from, to) and columns [left, right) of planes [plane, end). Kernels that know all that
 * is around may write beyond both: what two bricks write they write alike. */
static bool cover(tiles *t, const pass_shape *s, int from, int to, int left, int right,
                  int plane, int end)
{
    bool ok = true;
    for (int row = from; row < to && ok; row += s->rows)
        for (int column = left; column < right && ok; column += s->columns)
            ok = add(t, (tile){row, column, plane, end, {to, right}});
    return ok;
}

/* Parts [at[n], at[n+1]) of an axis. layers: bits of classes, or OTHER. */
typedef struct parts {
    int at[4], layers[3];
} parts;

enum { OTHER = -1 };

/* First and number of calm tiles such that tiles are few: those around them, which take half as
 * long again, count for more. */
static int place(int low, int high, int unit, int end, int size, int other, int *count)
{
    const int all = high > low ? (high - low) / size : 0;
    int best = -1, first = low;
    *count = 0;
    for (int n = all; n > 0 && n >= all - 1; n--)
        for (int at = low; at + n * size <= high; at += unit) {
            const int frame = tiles_of(at, other) + tiles_of(end - at - n * size, other);
            if (best >= 0 && 2 * n + 3 * frame >= best)
                continue;
            best = 2 * n + 3 * frame;
            first = at;
            *count = n;
        }
    return first;
}

/* unit: tiles start at multiples of it; before, after: what a calm tile reads around. */
static parts part_axis(const pass *x, int a, int size, int before, int after, int unit,
                       int other, bool reaches)
{
    const int end = x->end[a], kind = x->plain >> a & 1 ? 1 << a : OTHER;
    const int low = (x->calm[a][0] + before + unit - 1) / unit * unit;
    const int high = x->calm[a][1] - after;
    int count;
    if (reaches && x->bare >> a & 1)
        return (parts){{0, 0, end, end}, {0, 0, 0}};
    const int first = place(low, high, unit, end, size, other, &count);
    if (count == 0)
        return (parts){{0, end, end, end}, {kind, 0, kind}};
    return (parts){{0, first, first + count * size, most(end, first + count * size)},
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
        rows = part_axis(x, 1, calm->rows, x->steps, x->steps, 1,
                         beside(shape, base, general, 1, plain)->rows, calm->reaches);
        columns = part_axis(x, 2, calm->columns, calm->before,
                            calm->width - calm->before - calm->columns, calm->unit,
                            beside(shape, base, general, 2, plain)->columns, calm->reaches);
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
            if (!cover(&t[class], &shape[class], rows.at[u], rows.at[u + 1], columns.at[v],
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
                                   {n->last[0], n->last[1]}};
        }
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, by_plane);
    return list;
}
