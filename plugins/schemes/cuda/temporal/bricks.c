/* bricks.c: the grid in bricks, each for the kernel that does no more than it needs.
 *
 * Planes: where layers along x are near, and the rest. Rows and columns: a rectangle in which
 * nothing changes from cell to cell but media, and the frame around it with faces, layers along
 * y and z, and graded axes. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

typedef struct tile {
    int row, column, plane, end;
} tile;

typedef struct tiles {
    tile *tile;
    int64_t count, room;
    double cells;
} tiles;

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- where an axis is calm ---- */

static bool same(const plan *p, double a, double b)
{
    return p->word == sizeof(float) ? (float)a == (float)b : a == b;
}

static bool calm_at(const plan *p, int a, int64_t n)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    for (int kind = 0; kind < 2; kind++) {
        const line *l = &p->d.line[a][kind];
        if (l->slab > 0 && (n < l->low || n >= l->high))
            return false;
    }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (n < p->d.begin[c][a] || n >= p->d.end[c][a])
            return false;
    return same(p, axis->half_inverse[n], axis->half_inverse[middle]) &&
           same(p, axis->node_inverse[n], axis->node_inverse[middle]);
}

static void find_calm(const plan *p, pass *x, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    int64_t low = middle, high = middle;
    const double inverse[2] = {axis->node_inverse[middle], axis->half_inverse[middle]};
    for (int kind = 0; kind < 2; kind++) {
        x->f64.inverse[a][kind] = inverse[kind];
        x->f32.inverse[a][kind] = (float)inverse[kind];
    }
    if (!axis->invariant && calm_at(p, a, middle)) {
        while (low > 0 && calm_at(p, a, low - 1))
            low--;
        while (high < axis->cells && calm_at(p, a, high))
            high++;
    }
    x->calm[a][0] = (int)low;
    x->calm[a][1] = (int)high;
}

/* Layers along an axis act on [0, low) and [high, ...). */
static bool layers_along(const plan *p, int a, int *low, int *high)
{
    bool any = false;
    *low = 0;
    *high = p->d.cells[a] + 1;
    for (int kind = 0; kind < 2; kind++) {
        const line *l = &p->d.line[a][kind];
        if (l->slab == 0)
            continue;
        any = true;
        *low = most(*low, l->low);
        *high = least(*high, l->high);
    }
    return any;
}

/* All of it is calm but for two PEC faces, or for layers that other bricks have. */
static bool bare(const plan *p, const pass *x, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    int low, high;
    if (axis->invariant || p->d.periodic >> a & 1)
        return false;
    if (layers_along(p, a, &low, &high))
        return a == 0 && x->calm[0][0] <= low && x->calm[0][1] >= high;
    for (int c = 0; c < 3; c++)
        if (c != a && (p->d.begin[c][a] < 1 || p->d.end[c][a] > p->d.cells[a]))
            return false;
    for (int64_t n = 0; n < axis->cells; n++)
        if (!same(p, axis->half_inverse[n], axis->half_inverse[axis->cells / 2]) ||
            (n > 0 && !same(p, axis->node_inverse[n], axis->node_inverse[axis->cells / 2])))
            return false;
    return true;
}

/* ---- tiles ---- */

static bool add(tiles *t, const pass *x, tile n, int rows, int columns)
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
    t->cells += (double)(n.end - n.plane) * least(rows, x->end[1] - n.row) *
                least(columns, x->end[2] - n.column);
    return true;
}

/* Rows [from, to) and columns [left, right) of planes [plane, end). A tile may reach beyond its
 * last row: what two bricks write they write alike. */
static bool cover(tiles *t, const pass *x, const pass_shape *s, int from, int to, int left,
                  int right, int plane, int end)
{
    bool ok = true;
    for (int row = from; row < to && ok; row += s->rows)
        for (int column = left; column < right && ok; column += s->columns)
            ok = add(t, x, (tile){row, column, plane, end}, least(s->rows, to - row),
                     s->columns);
    return ok;
}

/* First row and number of tiles in the calm rectangle such that the frame needs few others. */
static void place_rows(const pass *x, const pass_shape *calm, const pass_shape *edge,
                       int *first, int *count)
{
    const int low = x->calm[1][0] + x->steps, high = x->calm[1][1] - x->steps;
    const int rows = x->end[1];
    int best = -1;
    *first = low;
    *count = high > low ? (high - low) / calm->rows : 0;
    for (int at = low; *count > 0 && at + *count * calm->rows <= high; at++) {
        const int rest = rows - at - *count * calm->rows;
        const int frame =
            (at + edge->rows - 1) / edge->rows + (rest + edge->rows - 1) / edge->rows;
        if (best >= 0 && frame >= best)
            continue;
        best = frame;
        *first = at;
    }
}

/* Planes [plane, end) of the whole grid. */
static bool cover_planes(const pass *x, const pass_shape *calm, const pass_shape *edge,
                         tiles *calms, tiles *edges, int plane, int end)
{
    if (plane >= end)
        return true;
    const int before = calm->before, wide = edge->columns;
    int left = (most(x->calm[2][0], 0) + before + wide - 1) / wide * wide, first, count;
    int right = left;
    while (right - before + calm->width <= x->calm[2][1])
        right += calm->columns;
    place_rows(x, calm, edge, &first, &count);
    if (calm->reaches && x->bare & 4) {
        left = 0;
        right = x->end[2];
    }
    if (calm->reaches && x->bare & 2) {
        first = 0;
        count = (x->end[1] + calm->rows - 1) / calm->rows;
    }
    if (right == left || count == 0)
        return cover(edges, x, edge, 0, x->end[1], 0, x->end[2], plane, end);
    const int last = first + count * calm->rows;
    return cover(calms, x, calm, first, last, left, right, plane, end) &&
           cover(edges, x, edge, 0, first, 0, x->end[2], plane, end) &&
           cover(edges, x, edge, first, last, 0, left, plane, end) &&
           cover(edges, x, edge, first, last, right, x->end[2], plane, end) &&
           cover(edges, x, edge, last, x->end[1], 0, x->end[2], plane, end);
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

/* Cuts the tiles of a class; neighbours run at the same time and share what they read. */
static brick *cut_tiles(const plan *p, const tiles *t, const pass *x, const pass_shape *s,
                        bricks *class)
{
    const int length = t->count ? choose_length(p, t, x, s) : 1;
    class->count = bricks_of(t, length);
    class->cells = t->cells;
    brick *list = malloc((size_t)(class->count + 1) * sizeof *list);
    int64_t used = 0;
    for (int64_t i = 0; i < t->count && list; i++) {
        const tile *n = &t->tile[i];
        const int pieces = (n->end - n->plane + length - 1) / length;
        for (int m = 0; m < pieces; m++) {
            const int64_t planes = n->end - n->plane;
            list[used++] =
                (brick){n->plane + (int)(planes * m / pieces),
                        n->plane + (int)(planes * (m + 1) / pieces), n->row, n->column};
        }
    }
    if (list)
        qsort(list, (size_t) class->count, sizeof *list, by_plane);
    return list;
}

/* The shape of each class, with the layers that its bricks have; false: no such kernel. */
static bool shapes(const plan *p, passes *w, int forms, pass_shape shape[CLASSES])
{
    int low, high, along = 0;
    for (int a = 0; a < 3; a++)
        along |= layers_along(p, a, &low, &high) << a;
    const int form[CLASSES] = {0, along & 6 ? FORM_EDGE | FORM_SIDES : FORM_EDGE, FORM_ENDS,
                               FORM_EDGE | FORM_SIDES | FORM_ENDS};
    const int layers[CLASSES] = {0, along & 6, along & 1, along};
    for (int n = 0; n < CLASSES; n++) {
        pass x = w->x;
        x.layers = w->class[n].layers = layers[n];
        w->class[n].forms = forms | form[n];
        if (n >= 2 && !(along & 1))
            continue;
        if (pass_shape_of(&x, p->word, forms | form[n], &shape[n]) != cudaSuccess) {
            cudaGetLastError();
            return false;
        }
    }
    return true;
}

/* Steps of a pass for which there are kernels, `wanted` or fewer; 0: none. */
static int settle_steps(plan *p, int forms, int wanted, pass_shape shape[CLASSES])
{
    passes *w = &temporal_of(p)->passes;
    for (w->x.steps = wanted; w->x.steps > 0; w->x.steps--)
        if (shapes(p, w, forms, shape))
            return w->x.steps;
    return w->x.steps = 0;
}

static yee_status upload(plan *p, brick *list[CLASSES])
{
    passes *w = &temporal_of(p)->passes;
    int64_t total = 0;
    for (int n = 0; n < CLASSES; n++) {
        w->class[n].first = total;
        total += w->class[n].count;
    }
    brick *all = plan_scratch(p, total, sizeof *all);
    if (!all)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
    for (int n = 0; n < CLASSES; n++)
        if (w->class[n].count)
            memcpy(all + w->class[n].first, list[n], (size_t)w->class[n].count * sizeof *all);
    return device_ask(&temporal_of(p)->memory, &w->list, total, sizeof *all, all)
               ? YEE_OK
               : p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
}

yee_status pass_bricks(plan *p, int forms, int wanted)
{
    passes *w = &temporal_of(p)->passes;
    pass *x = &w->x;
    pass_shape shape[CLASSES] = {{0}};
    for (int a = 0; a < 3; a++) {
        find_calm(p, x, a);
        x->bare |= bare(p, x, a) << a;
        x->end[a] = most(p->d.sweep[0][1][a], p->d.sweep[1][1][a]);
        x->nodes[a] = p->grid.axis[a].invariant ? 1 : p->d.cells[a] + 1;
        if (p->d.periodic >> a & 1)
            x->end[a] = p->d.cells[a];
    }
    if (settle_steps(p, forms, wanted, shape) == 0)
        return YEE_OK;
    int low, high;
    const bool ends = layers_along(p, 0, &low, &high);
    low = ends ? least(low + x->steps, x->end[0]) : 0;
    high = ends ? most(least(high - x->steps, x->end[0]), low) : x->end[0];
    tiles t[CLASSES] = {{0}};
    brick *list[CLASSES] = {NULL};
    bool ok = cover_planes(x, &shape[0], &shape[1], &t[0], &t[1], low, high) &&
              cover_planes(x, &shape[2], &shape[3], &t[2], &t[3], 0, low) &&
              cover_planes(x, &shape[2], &shape[3], &t[2], &t[3], high, x->end[0]);
    for (int n = 0; n < CLASSES && ok; n++)
        ok = (list[n] = cut_tiles(p, &t[n], x, &shape[n], &w->class[n])) != NULL;
    yee_status status =
        ok ? upload(p, list)
           : p->host->fail(p->host, YEE_MEMORY, "no host memory for a list of bricks");
    for (int n = 0; n < CLASSES; n++) {
        free(t[n].tile);
        free(list[n]);
    }
    return status;
}
