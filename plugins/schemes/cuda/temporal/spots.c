/* spots.c: where something acts on fields, or looks at them, in every step.
 *
 * A pass knows nothing of sources, ports, or taps of every step. Cells within T of a source
 * feel it in a pass; to do them again, their neighbours T cells further out are needed, so the
 * boxes that are redone are T wider than those that are copied. They are made of small blocks,
 * so that no cell is in two of them. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

enum { GROUP = 8, NEAR = 2, BLOCK_PLANES = 4, BLOCK_ROWS = 4, BLOCK_COLUMNS = 16 };
static const int block_size[3] = {BLOCK_PLANES, BLOCK_ROWS, BLOCK_COLUMNS};

typedef struct spot {
    int from[3], to[3];
    bool acts;
} spot;

typedef struct spots {
    spot *spot;
    int64_t count, room;
    bool ok;
} spots;

static void add(spots *s, spot n)
{
    if (s->count == s->room) {
        int64_t room = 2 * s->room + 64;
        spot *grown = realloc(s->spot, (size_t)room * sizeof *grown);
        s->ok = s->ok && grown;
        if (!grown)
            return;
        s->spot = grown;
        s->room = room;
    }
    s->spot[s->count++] = n;
}

static void add_point(spots *s, const plan *p, int component, int64_t index, bool acts)
{
    const int c = p->as[component];
    const int64_t *e = p->grid.extent[c];
    const int64_t at[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    spot n = {.acts = acts};
    for (int a = 0; a < 3; a++) {
        n.from[a] = (int)at[a];
        n.to[a] = (int)at[a] + 1;
    }
    add(s, n);
}

static int by_group(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    if (p->acts != q->acts)
        return p->acts ? -1 : 1;
    for (int n = 0; n < 3; n++)
        if (p->from[n] / GROUP != q->from[n] / GROUP)
            return p->from[n] / GROUP < q->from[n] / GROUP ? -1 : 1;
    return 0;
}

/* Points of one block of GROUP cells an axis become one spot. */
static void unite(spots *s)
{
    int64_t kept = 0;
    qsort(s->spot, (size_t)s->count, sizeof *s->spot, by_group);
    for (int64_t n = 0; n < s->count; n++) {
        spot *last = &s->spot[kept - (kept > 0)];
        if (kept == 0 || by_group(last, &s->spot[n]) != 0) {
            s->spot[kept++] = s->spot[n];
            continue;
        }
        for (int a = 0; a < 3; a++) {
            const spot *x = &s->spot[n];
            last->from[a] = last->from[a] < x->from[a] ? last->from[a] : x->from[a];
            last->to[a] = last->to[a] > x->to[a] ? last->to[a] : x->to[a];
        }
    }
    s->count = kept;
}

static void collect(const plan *p, spots *s)
{
    const yee_problem *q = p->problem;
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++)
            add_point(s, p, q->group[g].component, q->group[g].point[n].index, true);
    for (int64_t g = 0; g < q->ports; g++)
        for (int64_t n = 0; n < q->port[g].count; n++)
            add_point(s, p, q->port[g].component, q->port[g].edge[n].index, true);
    for (int64_t n = 0; n < q->taps; n++)
        for (int64_t m = 0; q->tap[n].kind == YEE_TAP_POINTS && m < q->tap[n].count; m++)
            add_point(s, p, q->tap[n].point_component[m], q->tap[n].point_index[m], false);
    if (s->ok && s->count > 0)
        unite(s);
    for (int64_t n = 0; n < p->often && !temporal_of(p)->passes.apart; n++) {
        const yee_tap *t = &q->tap[p->transform_tap[n]];
        spot x = {.acts = false};
        for (int a = 0; a < 3; a++) {
            x.from[(a + p->turn) % 3] = (int)t->lo[a];
            x.to[(a + p->turn) % 3] = (int)t->hi[a];
        }
        add(s, x);
    }
}

/* A spot and `by` cells around it within the grid; along a periodic axis all of it where that
 * would go round. */
static spot grown(const plan *p, const spot *s, int by)
{
    const pass *x = &temporal_of(p)->passes.x;
    spot n = *s;
    for (int a = 0; a < 3; a++) {
        n.from[a] -= by;
        n.to[a] += by;
        if (p->d.periodic >> a & 1 && (n.from[a] < 0 || n.to[a] > x->end[a])) {
            n.from[a] = 0;
            n.to[a] = x->end[a];
        }
        n.from[a] = n.from[a] > 0 ? n.from[a] : 0;
        n.to[a] = n.to[a] < x->end[a] ? n.to[a] : x->end[a];
    }
    return n;
}

/* ---- the union of boxes, in blocks ---- */

typedef struct mosaic {
    int64_t count[3];
    unsigned char *marked;
} mosaic;

static int64_t block_at(const mosaic *b, const int64_t x[3])
{
    return (x[0] * b->count[1] + x[1]) * b->count[2] + x[2];
}

static void mark(mosaic *b, const spot *s)
{
    int64_t x[3];
    for (int a = 0; a < 3; a++)
        if (s->from[a] >= s->to[a])
            return;
    for (x[0] = s->from[0] / block_size[0]; x[0] * block_size[0] < s->to[0]; x[0]++)
        for (x[1] = s->from[1] / block_size[1]; x[1] * block_size[1] < s->to[1]; x[1]++)
            for (x[2] = s->from[2] / block_size[2]; x[2] * block_size[2] < s->to[2]; x[2]++)
                b->marked[block_at(b, x)] = 1;
}

/* How far a box of marked blocks reaches along an axis from x, having `size` along the others.
 */
static int64_t reach(const mosaic *b, const int64_t x[3], const int64_t size[3], int axis)
{
    int64_t n = 0, y[3];
    for (; x[axis] + n < b->count[axis]; n++) {
        int64_t top[3] = {x[0] + size[0], x[1] + size[1], x[2] + size[2]}, low = x[axis] + n;
        top[axis] = low + 1;
        for (y[0] = axis == 0 ? low : x[0]; y[0] < top[0]; y[0]++)
            for (y[1] = axis == 1 ? low : x[1]; y[1] < top[1]; y[1]++)
                for (y[2] = axis == 2 ? low : x[2]; y[2] < top[2]; y[2]++)
                    if (!b->marked[block_at(b, y)])
                        return n;
    }
    return n;
}

static void clear(mosaic *b, const int64_t x[3], const int64_t size[3])
{
    int64_t y[3];
    for (y[0] = x[0]; y[0] < x[0] + size[0]; y[0]++)
        for (y[1] = x[1]; y[1] < x[1] + size[1]; y[1]++)
            for (y[2] = x[2]; y[2] < x[2] + size[2]; y[2]++)
                b->marked[block_at(b, y)] = 0;
}

/* Takes the marked blocks apart into few boxes: along rows, then from row to row, then planes.
 */
static void take_apart(const plan *p, mosaic *b, spots *to)
{
    const pass *w = &temporal_of(p)->passes.x;
    int64_t x[3];
    for (x[0] = 0; x[0] < b->count[0]; x[0]++)
        for (x[1] = 0; x[1] < b->count[1]; x[1]++)
            for (x[2] = 0; x[2] < b->count[2]; x[2]++) {
                if (!b->marked[block_at(b, x)])
                    continue;
                int64_t size[3] = {1, 1, 1};
                for (int a = 2; a >= 0; a--)
                    size[a] = reach(b, x, size, a);
                clear(b, x, size);
                spot n = {.acts = false};
                for (int a = 0; a < 3; a++) {
                    n.from[a] = (int)x[a] * block_size[a];
                    n.to[a] = (int)(x[a] + size[a]) * block_size[a];
                    n.to[a] = n.to[a] < w->end[a] ? n.to[a] : w->end[a];
                }
                add(to, n);
            }
}

static bool list_parts(plan *p, const spots *s, patches *where, double *cells)
{
    device_memory *m = &temporal_of(p)->passes.memory;
    part *list = plan_scratch(p, s->count, sizeof *list);
    where->blocks = 0;
    *cells = 0;
    for (int64_t n = 0; n < s->count && list; n++) {
        memcpy(list[n].from, s->spot[n].from, sizeof list[n].from);
        memcpy(list[n].to, s->spot[n].to, sizeof list[n].to);
        where->blocks += part_tile(&list[n], 1, 1);
        double volume = 1;
        for (int a = 0; a < 3; a++)
            volume *= list[n].to[a] - list[n].from[a];
        *cells += volume;
    }
    return list && device_ask(m, &where->part, s->count, sizeof *list, list);
}

bool pass_spots(plan *p)
{
    passes *w = &temporal_of(p)->passes;
    const int steps = w->x.steps, near = p->c.nears[0] + p->c.nears[1] > 0 ? NEAR : 0;
    spots found = {.ok = true}, redo = {.ok = true}, copy = {.ok = true};
    mosaic b = {{0}, NULL};
    int64_t total = 1;
    double copied;
    collect(p, &found);
    for (int a = 0; a < 3; a++)
        total *= b.count[a] = (w->x.end[a] + block_size[a] - 1) / block_size[a];
    b.marked = calloc((size_t)total, 1);
    for (int64_t n = 0; n < found.count && b.marked; n++) {
        const spot *s = &found.spot[n];
        const spot all = grown(p, s, s->acts ? near + 2 * steps : steps);
        mark(&b, &all);
        const spot core = grown(p, s, near + steps);
        if (s->acts)
            add(&copy, core);
    }
    if (b.marked)
        take_apart(p, &b, &redo);
    bool ok = b.marked && found.ok && redo.ok && copy.ok &&
              list_parts(p, &redo, &w->redo, &w->redone) &&
              list_parts(p, &copy, &w->copy, &copied);
    free(b.marked);
    free(found.spot);
    free(redo.spot);
    free(copy.spot);
    return ok;
}
