/* cover.c: planes in tiles, tiles in bricks.
 *
 * Rows and columns have three parts each: calm ones in the middle and what is before and
 * behind, where layers are or what only kernels of edges know. A rectangle of two parts is
 * done by the class that has what both have. */
#include "cover.h"
#include <stdlib.h>

enum { LAG = 4 }; /* turns that a brick is behind the one that hands it rows */

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
 * nothing: memory is their limit, and the little that the last tile has of them is little.
 * Slanted ones are in chains: last is of the end of a chain, both of one at the high face. */
typedef struct ruler {
    int size, first, last, both, before, after;
    int unit, phase; /* tiles meet where phase is left over */
    bool shut;       /* tiles at the low face read nothing before it */
    bool slanted;    /* tiles are handed what they lack, but for the last one (slant.cuh) */
} ruler;

static ruler rule(const pass *x, const pass_shape *s, int a)
{
    const int size = a == 1 ? s->rows : s->columns, before = a == 1 ? x->steps : s->before;
    const int wide = a == 1 ? s->rows + 2 * x->steps : s->width;
    const int after = wide - before - size, unit = a == 1 ? 1 : s->unit;
    ruler r = {size,  size, size, size, before, after, unit, a == 1 ? 0 : x->phase,
               false, false};
    if (a == 1 && s->handed) {
        r.slanted = true;
        r.after = x->steps;
        r.last = size - 2 * x->steps;
        r.both = x->walls >> 1 & 1 && x->bare >> 1 & 1 ? size - x->steps : r.last;
        return r;
    }
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

/* Rows that the last one of slanted tiles does not write. */
static int lost(const ruler *r, int to, int end)
{
    return r->size - (to == end ? r->both : r->last);
}

static int tiles_of(const ruler *r, int from, int to, int end)
{
    int count = 0;
    if (r->slanted)
        return from < to ? (to - from + lost(r, to, end) + r->size - 1) / r->size : 0;
    for (int at = from; at < to; at = next_tile(r, at, to, end))
        count++;
    return count;
}

/* Rows [row, below) and columns [left, right) of planes [plane, end). */
static bool cover_rows(tiles *t, const pass *x, const ruler *across, tile n, int left,
                       int right)
{
    bool ok = true;
    for (int column = left, after; column < right && ok; column = after) {
        after = next_tile(across, column, right, x->end[2]);
        n.column = column;
        n.last[1] = after;
        n.from[1] = column == 0 && across->shut ? 0 : column - across->before;
        ok = add(t, n);
    }
    return ok;
}

/* Rows of a chain of so many slanted tiles that another one follows. */
static int chain_rows(const ruler *r, int count) { return (count - 1) * r->size + r->last; }

/* Chains of so many tiles at most that [from, to) takes. */
static int chains_of(const ruler *r, int from, int to, int end, int count)
{
    const int rest = to - from + lost(r, to, end) - count * r->size,
              each = chain_rows(r, count);
    return rest <= 0 ? 1 : 1 + (rest + each - 1) / each;
}

/* Tiles of a chain, at most. Long chains save rows; but their bricks begin one after the other,
 * which matters as long as no earlier ones keep processors busy. */
static int choose_chain(const plan *p, const pass *x, const pass_shape *s, const ruler *down,
                        int from, int to, int across, int planes)
{
    const int64_t wave = (int64_t)p->processors * s->blocks;
    const int end = x->end[1], few = (planes + s->longest - 1) / s->longest;
    int chosen = 1;
    double best = 0;
    for (int length = 1; length <= tiles_of(down, from, to, end); length++) {
        const int chains = chains_of(down, from, to, end, length);
        const int more = (chains - 1) * (down->size - down->last) + lost(down, to, end);
        const int rows = (to - from + more + down->size - 1) / down->size; /* of tiles */
        for (int pieces = few; pieces <= 2 * few + 2; pieces++) {
            const int64_t side = (int64_t)across * pieces * chains;
            const int64_t waves = (side * ((rows + chains - 1) / chains) + wave - 1) / wave;
            const int64_t turns = (planes + pieces - 1) / pieces + 2 * x->steps + 2;
            const int64_t at_once = (wave + side - 1) / side;
            const int late = (int)(at_once < length ? at_once : length) - 1;
            const double took = (double)(waves * turns + LAG * late);
            if (best == 0 || took < best) {
                best = took;
                chosen = length;
            }
        }
    }
    return chosen;
}

/* Rows [from, to): the tiles of a chain. */
static bool cover_chain(tiles *t, const pass *x, const ruler *down, const ruler *across, tile n,
                        int from, int to, int left, int right)
{
    const int count = tiles_of(down, from, to, x->end[1]);
    const int first = to + lost(down, to, x->end[1]) - count * down->size;
    bool ok = true;
    for (int m = 0; m < count && ok; m++) {
        const int row = first + m * down->size;
        n.row = most(row, from);
        n.last[0] = least(row + down->size, to);
        n.from[0] = row - down->before;
        n.fed = count - 1 - m;
        n.hands = m > 0;
        ok = cover_rows(t, x, across, n, left, right);
    }
    return ok;
}

/* Rows [from, to) and columns [left, right) of planes [plane, end). */
static bool cover(const plan *p, tiles *t, const pass *x, const pass_shape *s, int from, int to,
                  int left, int right, int plane, int end)
{
    const ruler down = rule(x, s, 1), across = rule(x, s, 2);
    tile n = {.plane = plane, .end = end};
    bool ok = true;
    if (down.slanted) {
        const int wide = tiles_of(&across, left, right, x->end[2]);
        const int most_tiles = choose_chain(p, x, s, &down, from, to, wide, end - plane);
        const int chains = chains_of(&down, from, to, x->end[1], most_tiles);
        for (int m = 0, row = from, below; m < chains && ok; m++, row = below) {
            below = m + 1 == chains
                        ? to
                        : row + least(chain_rows(&down, most_tiles), (to - row) / (chains - m));
            ok = cover_chain(t, x, &down, &across, n, row, below, left, right);
        }
        return ok;
    }
    for (int row = from, below; row < to && ok; row = below) {
        below = next_tile(&down, row, to, x->end[1]);
        n.row = row;
        n.last[0] = below;
        n.from[0] = row == 0 && down.shut ? 0 : row - down.before;
        ok = cover_rows(t, x, &across, n, left, right);
    }
    return ok;
}

/* Parts [at[n], at[n+1]) of an axis. layers: bits of classes, or OTHER. */
typedef struct parts {
    int at[4], layers[3];
} parts;

enum { OTHER = -1 };

/* Where calm tiles are such that all take the least time: those around them take half as long
 * again. Slanted ones may end anywhere. False: there are none. */
static bool place(const ruler *calm, const ruler *other, int low, int high, int end, int at[2])
{
    const int step = calm->slanted ? 1 : calm->size,
              spare = calm->slanted ? calm->size : 2 * step;
    const int all = high > low ? (high - low) / step * step : 0;
    int best = -1;
    for (int rows = all; rows > 0 && rows >= all - spare; rows -= step)
        for (int from = low; from + rows <= high; from += calm->unit) {
            const int to = from + rows;
            const int frame = tiles_of(other, 0, from, end) + tiles_of(other, to, end, end);
            const int took = 2 * tiles_of(calm, from, to, end) + 3 * frame;
            if (best >= 0 && took >= best)
                continue;
            best = took;
            at[0] = from;
            at[1] = to;
        }
    return best >= 0;
}

static parts part_axis(const pass *x, int a, const pass_shape *calm, const pass_shape *other)
{
    const int end = x->end[a], kind = x->plain >> a & 1 ? 1 << a : OTHER;
    const ruler own = rule(x, calm, a), frame = rule(x, other, a);
    const int low =
        (x->calm[a][0] + own.before - own.phase + own.unit - 1) / own.unit * own.unit +
        own.phase;
    const int high = x->calm[a][1] - own.after;
    int at[2];
    if (calm->reaches && x->bare >> a & 1)
        return (parts){{0, 0, end, end}, {0, 0, 0}};
    if (!place(&own, &frame, low, high, end, at))
        return (parts){{0, end, end, end}, {kind, 0, kind}};
    return (parts){{0, at[0], at[1], most(end, at[1])}, {kind, 0, kind}};
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

covered cover_planes(const plan *p, const pass *x, const pass_shape shape[CLASSES],
                     tiles t[CLASSES], int base, int general, int plane, int end)
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
            if (!cover(p, &t[class], x, &shape[class], rows.at[u], rows.at[u + 1],
                       columns.at[v], columns.at[next], plane, end))
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

/* Who hands rows comes before who is handed them: `below` counts from where chains begin. Those
 * of one number `after`, neighbours along the planes, are done together. */
static int by_feeding(const void *a, const void *b)
{
    const brick *p = a, *q = b;
    if (p->after != q->after)
        return p->after < q->after ? -1 : 1;
    if (p->below != q->below)
        return p->below < q->below ? -1 : 1;
    return by_plane(a, b);
}

/* Pieces of the planes side by side, so that a third of what runs are bricks that wait for
 * none: those handed rows by bricks that have just begun are few then. */
static int choose_together(const plan *p, const tiles *t)
{
    int side = 1;
    while (side < t->count && t->tile[side].row == t->tile[0].row &&
           t->tile[side].plane == t->tile[0].plane)
        side++;
    return most(1, p->processors / (3 * side));
}

brick *cut_tiles(const plan *p, const tiles *t, const pass *x, const pass_shape *s,
                 int64_t *count)
{
    const int length = t->count ? choose_length(p, t, x, s) : 1,
              together = choose_together(p, t);
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
                                   {n->from[0], n->from[1]},
                                   n->fed - 1,
                                   m / together,
                                   n->hands};
        }
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, s->handed ? by_feeding : by_plane);
    return list;
}
