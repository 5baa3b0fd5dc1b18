/* cover.c: planes in tiles, tiles in bricks.
 *
 * Rows and columns have three parts each: uniform ones in the middle, and those before and
 * behind, which meet layers or which only general marches know. A rectangle of a part of each
 * is done by the class that has what both have. */
#include "cover.h"
#include <stdlib.h>

enum { SKEW = 4 }; /* plane steps that a brick is behind the one that sends it rows */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- tiles ---- */

static bool add(tiles *t, tile n)
{
    if (t->count == t->capacity) {
        int64_t capacity = 2 * t->capacity + 256;
        tile *grown = realloc(t->tile, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        t->tile = grown;
        t->capacity = capacity;
    }
    t->tile[t->count++] = n;
    return true;
}

/* The cells that tiles of a class write along an axis, at most. Beyond walls nothing is wrong,
 * so that a tile there writes cells that others only read. Columns of an axis that is uniform
 * gain nothing by that: memory is their limit, and the last tile is nearly empty. Skewed tiles
 * are in chains: `last` is of the end of a chain, `both` of one at the high face. */
typedef struct axis_tiling {
    int size, first, last, both; /* of an inner tile, the one at the low face, the one at the
                                    high face, one at both */
    int before, after;           /* cells that an inner tile reads around those it writes */
    int unit, phase;             /* tiles meet where a column leaves the remainder phase */
    bool e_zero_at_low;          /* tiles at the low face read nothing before it */
    bool skewed;                 /* rows that tiles lack are sent, but to the last of a chain */
} axis_tiling;

static axis_tiling tiling_of(const pass *x, const pass_shape *s, int a)
{
    const int size = a == 1 ? s->rows : s->columns, before = a == 1 ? x->steps : s->read_before;
    const int wide = a == 1 ? s->rows + 2 * x->steps : s->width;
    const int after = wide - before - size, unit = a == 1 ? 1 : s->unit;
    const axis_facts *axis = &x->axis[a];
    axis_tiling r = {.size = size,
                     .first = size,
                     .last = size,
                     .both = size,
                     .before = before,
                     .after = after,
                     .unit = unit,
                     .phase = a == 1 ? 0 : x->phase};
    if (a == 1 && s->sent_bytes) {
        r.skewed = true;
        r.after = x->steps;
        r.last = size - 2 * x->steps;
        r.both = axis->wall && axis->uniform ? size - x->steps : r.last;
        return r;
    }
    if (!s->reaches_walls || !axis->wall || (a == 2 && axis->uniform))
        return r;
    r.e_zero_at_low = axis->e_zero_at_low;
    r.last = r.both = wide - before;
    if (r.e_zero_at_low) {
        r.first = wide - x->steps;
        r.both = wide;
    }
    return r;
}

/* The end of the cells that the tile at `at` writes, of those up to `to`. */
static int next_tile(const axis_tiling *r, int at, int to, int end)
{
    if (to == end && to - at <= (at == 0 ? r->both : r->last))
        return to;
    const int next = at + (at == 0 ? r->first : r->size);
    return least((next - r->phase) / r->unit * r->unit + r->phase, to);
}

/* Rows that the last one of skewed tiles does not write. */
static int unwritten_rows(const axis_tiling *r, int to, int end)
{
    return r->size - (to == end ? r->both : r->last);
}

static int tiles_of(const axis_tiling *r, int from, int to, int end)
{
    int count = 0;
    if (r->skewed)
        return from < to ? (to - from + unwritten_rows(r, to, end) + r->size - 1) / r->size : 0;
    for (int at = from; at < to; at = next_tile(r, at, to, end))
        count++;
    return count;
}

/* Rows, columns and planes, each [from, to). */
typedef struct rectangle {
    int rows[2], columns[2], planes[2];
} rectangle;

/* Adds tiles of the rows and planes of n for all columns of a rectangle. */
static bool cover_columns(tiles *t, const pass *x, const axis_tiling *across, tile n,
                          const rectangle *r)
{
    bool ok = true;
    for (int column = r->columns[0], after; column < r->columns[1] && ok; column = after) {
        after = next_tile(across, column, r->columns[1], x->end[2]);
        n.column = column;
        n.write_end[1] = after;
        n.read_from[1] = column == 0 && across->e_zero_at_low ? 0 : column - across->before;
        ok = add(t, n);
    }
    return ok;
}

/* Rows of a chain of so many skewed tiles that another chain follows. */
static int chain_rows(const axis_tiling *r, int count)
{
    return (count - 1) * r->size + r->last;
}

/* Chains of so many tiles at most that rows [from, to) take. */
static int chains_of(const axis_tiling *r, int from, int to, int end, int count)
{
    const int rest = to - from + unwritten_rows(r, to, end) - count * r->size,
              each = chain_rows(r, count);
    return rest <= 0 ? 1 : 1 + (rest + each - 1) / each;
}

/* Tiles of a chain, at most. Long chains save rows; but their bricks begin one after the other,
 * which costs time as long as no earlier ones keep processors busy. */
static int choose_chain(const plan *p, const pass *x, const pass_shape *s,
                        const axis_tiling *down, const rectangle *r, int across)
{
    const int64_t wave = (int64_t)p->processors * s->blocks;
    const int from = r->rows[0], to = r->rows[1], planes = r->planes[1] - r->planes[0];
    const int end = x->end[1], few = (planes + s->longest - 1) / s->longest;
    int chosen = 1;
    double best = 0;
    for (int length = 1; length <= tiles_of(down, from, to, end); length++) {
        const int chains = chains_of(down, from, to, end, length);
        const int more =
            (chains - 1) * (down->size - down->last) + unwritten_rows(down, to, end);
        const int rows = (to - from + more + down->size - 1) / down->size; /* rows of tiles */
        for (int pieces = few; pieces <= 2 * few + 2; pieces++) {
            const int64_t side = (int64_t)across * pieces * chains;
            const int64_t waves = (side * ((rows + chains - 1) / chains) + wave - 1) / wave;
            const int64_t steps = (planes + pieces - 1) / pieces + 2 * x->steps + 2;
            const int64_t at_once = (wave + side - 1) / side;
            const int late = (int)(at_once < length ? at_once : length) - 1;
            const double took = (double)(waves * steps + SKEW * late);
            if (best == 0 || took < best) {
                best = took;
                chosen = length;
            }
        }
    }
    return chosen;
}

/* Adds the tiles of one chain, which takes all rows of a rectangle. */
static bool cover_chain(tiles *t, const pass *x, const axis_tiling *down,
                        const axis_tiling *across, const rectangle *r)
{
    const int from = r->rows[0], to = r->rows[1];
    const int count = tiles_of(down, from, to, x->end[1]);
    const int first = to + unwritten_rows(down, to, x->end[1]) - count * down->size;
    tile n = {.plane = r->planes[0], .end = r->planes[1]};
    bool ok = true;
    for (int m = 0; m < count && ok; m++) {
        const int row = first + m * down->size;
        n.row = most(row, from);
        n.write_end[0] = least(row + down->size, to);
        n.read_from[0] = row - down->before;
        n.depth = count - 1 - m;
        n.sends = m > 0;
        ok = cover_columns(t, x, across, n, r);
    }
    return ok;
}

/* Adds skewed tiles: chains of nearly equal length, one above the other. */
static bool cover_chains(const plan *p, tiles *t, const pass *x, const pass_shape *s,
                         const axis_tiling *down, const axis_tiling *across, const rectangle *r)
{
    const int wide = tiles_of(across, r->columns[0], r->columns[1], x->end[2]);
    const int to = r->rows[1], length = choose_chain(p, x, s, down, r, wide);
    const int chains = chains_of(down, r->rows[0], to, x->end[1], length);
    rectangle chain = *r;
    bool ok = true;
    for (int m = 0, row = r->rows[0]; m < chains && ok; m++, row = chain.rows[1]) {
        const int rows = least(chain_rows(down, length), (to - row) / (chains - m));
        chain.rows[0] = row;
        chain.rows[1] = m + 1 == chains ? to : row + rows;
        ok = cover_chain(t, x, down, across, &chain);
    }
    return ok;
}

/* Adds the tiles of a class for a rectangle. */
static bool cover(const plan *p, tiles *t, const pass *x, const pass_shape *s,
                  const rectangle *r)
{
    const axis_tiling down = tiling_of(x, s, 1), across = tiling_of(x, s, 2);
    tile n = {.plane = r->planes[0], .end = r->planes[1]};
    bool ok = true;
    if (down.skewed)
        return cover_chains(p, t, x, s, &down, &across, r);
    for (int row = r->rows[0], below; row < r->rows[1] && ok; row = below) {
        below = next_tile(&down, row, r->rows[1], x->end[1]);
        n.row = row;
        n.write_end[0] = below;
        n.read_from[0] = row == 0 && down.e_zero_at_low ? 0 : row - down.before;
        ok = cover_columns(t, x, &across, n, r);
    }
    return ok;
}

/* The parts [at[n], at[n+1]) of an axis. layers: the bit of the axis where a part meets layers
 * or is special otherwise, 0 where it is uniform, or GENERAL. */
typedef struct axis_parts {
    int at[4], layers[3];
} axis_parts;

enum { GENERAL = -1 }; /* only general marches know the part */

/* Finds the place of uniform tiles such that all tiles take the least time: those around them
 * take half as long again. Skewed ones may end anywhere. False: there are none. */
static bool place_uniform(const axis_tiling *uniform, const axis_tiling *other, int low,
                          int high, int end, int at[2])
{
    const int step = uniform->skewed ? 1 : uniform->size,
              spare = uniform->skewed ? uniform->size : 2 * step;
    const int all = high > low ? (high - low) / step * step : 0;
    int best = -1;
    for (int rows = all; rows > 0 && rows >= all - spare; rows -= step)
        for (int from = low; from + rows <= high; from += uniform->unit) {
            const int to = from + rows;
            const int frame = tiles_of(other, 0, from, end) + tiles_of(other, to, end, end);
            const int took = 2 * tiles_of(uniform, from, to, end) + 3 * frame;
            if (best >= 0 && took >= best)
                continue;
            best = took;
            at[0] = from;
            at[1] = to;
        }
    return best >= 0;
}

static axis_parts split_axis(const pass *x, int a, const pass_shape *uniform,
                             const pass_shape *other)
{
    const int end = x->end[a], kind = x->axis[a].simple ? 1 << a : GENERAL;
    const axis_tiling inner = tiling_of(x, uniform, a), frame = tiling_of(x, other, a);
    const int low = (x->uniform[a][0] + inner.before - inner.phase + inner.unit - 1) /
                        inner.unit * inner.unit +
                    inner.phase;
    const int high = x->uniform[a][1] - inner.after;
    int at[2];
    if (uniform->reaches_walls && x->axis[a].uniform)
        return (axis_parts){{0, 0, end, end}, {0, 0, 0}};
    if (!place_uniform(&inner, &frame, low, high, end, at))
        return (axis_parts){{0, end, end, end}, {kind, 0, kind}};
    return (axis_parts){{0, at[0], at[1], most(end, at[1])}, {kind, 0, kind}};
}

/* Leaves the cells that passes must write. Columns begin with the halo, which is less than a sector. */
static void keep_own(const plan *p, const pass *x, int a, axis_parts *parts)
{
    int low, high;
    own_cells(p, x->steps, a, &low, &high);
    low = a == 2 ? 0 : low;
    for (int n = 0; n < 4; n++)
        parts->at[n] = least(most(parts->at[n], low), most(high, low));
}

/* The class that does rows and columns of these parts. */
static int class_of(const pass_shape *shape, int base, int general, int rows, int columns)
{
    if (rows == GENERAL || columns == GENERAL)
        return general;
    const int class = base | rows | columns;
    return shape[class].rows > 0 ? class : shape[ALL_LAYERS].rows > 0 ? ALL_LAYERS : general;
}

/* The shape of tiles beside uniform ones along an axis. simple: both axes across the march are.
 */
static const pass_shape *frame_shape(const pass_shape *shape, int base, int general, int axis,
                                     bool simple)
{
    const pass_shape *s =
        &shape[simple ? class_of(shape, base, general, 1 << axis, 0) : general];
    return s->rows > 0 ? s : &shape[base];
}

covered cover_planes(const plan *p, const pass *x, const pass_shape shape[CLASSES],
                     tiles t[CLASSES], int base, int general, int plane, int end)
{
    const pass_shape *uniform = &shape[base];
    if (plane >= end)
        return COVERED;
    if (uniform->rows == 0 && shape[general].rows == 0)
        return NO_KERNEL;
    axis_parts rows = {{0, x->end[1], x->end[1], x->end[1]}, {GENERAL, GENERAL, GENERAL}};
    axis_parts columns = {{0, x->end[2], x->end[2], x->end[2]}, {GENERAL, GENERAL, GENERAL}};
    if (uniform->rows > 0) {
        const bool simple = x->axis[1].simple && x->axis[2].simple;
        rows = split_axis(x, 1, uniform, frame_shape(shape, base, general, 1, simple));
        columns = split_axis(x, 2, uniform, frame_shape(shape, base, general, 2, simple));
        keep_own(p, x, 1, &rows);
        keep_own(p, x, 2, &columns);
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
            const rectangle r = {
                {rows.at[u], rows.at[u + 1]}, {columns.at[v], columns.at[next]}, {plane, end}};
            if (!cover(p, &t[class], x, &shape[class], &r))
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

/* Planes of a brick. Long ones do fewer planes twice; but bricks that run at the same time
 * drift apart, and cells that neighbours share have left the cache when the second one comes. A
 * wave of bricks takes as long as its planes and the T around them, and the last one may be
 * nearly empty. Of the processors a class has a share only, where other classes or other plans run
 * beside it: its bricks are longer then; and some are left to boxes that are done beside the bricks,
 * whose short kernels would wait for a brick to end. */
static int choose_length(const plan *p, const tiles *t, const pass *x, const pass_shape *s)
{
    enum { FOR_BOXES = 16 }; /* one of so many */
    const temporal *own = temporal_of(p);
    const int kept =
        own->has_room && own->boxes_beside && !s->sent_bytes ? p->processors / FOR_BOXES : 0;
    const int places = most(1, (p->processors - kept) / own->share);
    const int64_t wave = (int64_t)places * s->blocks;
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

/* Senders of rows come before their receivers: `below` is the depth in the chain here, and
 * `after` the number of a group of neighbours along the planes, which are done together. */
static int by_chain(const void *a, const void *b)
{
    const brick *p = a, *q = b;
    if (p->after != q->after)
        return p->after < q->after ? -1 : 1;
    if (p->below != q->below)
        return p->below < q->below ? -1 : 1;
    return by_plane(a, b);
}

/* Pieces of the planes that are done side by side, so that a third of the bricks that run wait
 * for none: few receive rows of bricks that have just begun then. */
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
                                   {n->write_end[0], n->write_end[1]},
                                   {n->read_from[0], n->read_from[1]},
                                   n->depth - 1,
                                   m / together,
                                   n->sends};
        }
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, s->sent_bytes ? by_chain : by_plane);
    return list;
}
