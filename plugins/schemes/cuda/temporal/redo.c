/* redo.c: where something acts on fields, or looks at them, in every step, and where media are
 * that passes do not know.
 *
 * A pass knows nothing of sources, ports, taps of every step, or of islands (islands.c). Cells
 * within T of a source or an island feel it in a pass; to do them again, their neighbours T
 * cells further out are needed, so what is redone is T cells wider than what is copied. It is
 * made of small blocks, so that no cell is in two regions. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 8, /* points of so many cells an axis are done together */
    NEAR = 2,  /* cells from a source to edges that it is felt in at once (../near.c) */
    MARCH = 4, /* planes of a thread, at most */
    BUSY = 16  /* blocks of threads that a processor needs before they march */
};

static void add_point(regions *s, const plan *p, int component, int64_t index)
{
    const int c = p->component_of[component];
    const int64_t *e = p->grid.extent[c];
    const int64_t at[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    region n;
    for (int a = 0; a < 3; a++) {
        n.from[a] = (int)at[a];
        n.to[a] = (int)at[a] + 1;
    }
    regions_add(s, n);
}

static int by_group(const void *a, const void *b)
{
    const region *p = a, *q = b;
    for (int n = 0; n < 3; n++)
        if (p->from[n] / GROUP != q->from[n] / GROUP)
            return p->from[n] / GROUP < q->from[n] / GROUP ? -1 : 1;
    return 0;
}

/* Points of one block of GROUP cells an axis become one region. */
static void unite(regions *s)
{
    int64_t kept = 0;
    if (s->count > 0)
        qsort(s->region, (size_t)s->count, sizeof *s->region, by_group);
    for (int64_t n = 0; n < s->count; n++) {
        region *last = &s->region[kept - (kept > 0)];
        if (kept == 0 || by_group(last, &s->region[n]) != 0) {
            s->region[kept++] = s->region[n];
            continue;
        }
        for (int a = 0; a < 3; a++) {
            const region *x = &s->region[n];
            last->from[a] = last->from[a] < x->from[a] ? last->from[a] : x->from[a];
            last->to[a] = last->to[a] > x->to[a] ? last->to[a] : x->to[a];
        }
    }
    s->count = kept;
}

static void collect(const plan *p, regions *acts, regions *looks)
{
    const yee_problem *q = p->problem;
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++)
            add_point(acts, p, q->group[g].component, q->group[g].point[n].index);
    for (int64_t g = 0; g < q->ports; g++)
        for (int64_t n = 0; n < q->port[g].count; n++)
            add_point(acts, p, q->port[g].component, q->port[g].edge[n].index);
    for (int64_t n = 0; n < q->taps; n++)
        for (int64_t m = 0; q->tap[n].kind == YEE_TAP_POINTS && m < q->tap[n].count; m++)
            add_point(looks, p, q->tap[n].point_component[m], q->tap[n].point_index[m]);
    unite(acts);
    unite(looks);
    for (int64_t n = 0; n < p->transforms.frequent && !temporal_of(p)->passes.apart; n++) {
        const yee_tap *t = &q->tap[p->transforms.tap[n]];
        region x;
        for (int a = 0; a < 3; a++) {
            x.from[(a + p->rotation) % 3] = (int)t->lo[a];
            x.to[(a + p->rotation) % 3] = (int)t->hi[a];
        }
        regions_add(looks, x);
    }
}

/* A region and `by` cells around it within the grid; along a periodic axis all of it where that
 * would go round. */
static region grown(const plan *p, const region *s, int by)
{
    const pass *x = &temporal_of(p)->passes.x;
    region n = *s;
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

static double volume(const region *s)
{
    double cells = 1;
    for (int a = 0; a < 3; a++)
        cells *= s->to[a] > s->from[a] ? s->to[a] - s->from[a] : 0;
    return cells;
}

static double cells_of(const regions *s)
{
    double cells = 0;
    for (int64_t n = 0; n < s->count; n++)
        cells += volume(&s->region[n]);
    return cells;
}

/* Parts for the device, and for each block of threads which part it works on. Marching saves
 * reads; but first every processor needs some blocks. */
static bool list_parts(plan *p, const regions *s, patches *where)
{
    device_memory *m = &temporal_of(p)->passes.memory;
    part *list = plan_scratch(p, s->count, sizeof *list);
    const double planes = cells_of(s) / TILE / BUSY / p->processors;
    where->planes = planes < 1 ? 1 : planes > MARCH ? MARCH : (int)planes;
    where->blocks = 0;
    for (int64_t n = 0; n < s->count && list; n++) {
        memcpy(list[n].from, s->region[n].from, sizeof list[n].from);
        memcpy(list[n].to, s->region[n].to, sizeof list[n].to);
        where->blocks += part_tile(&list[n], 1, where->planes);
    }
    patch_block *block = plan_scratch(p, where->blocks, sizeof *block);
    int64_t used = 0;
    for (int n = 0; n < s->count && list && block; n++)
        for (int b = 0; b < list[n].blocks; b++)
            block[used++] = (patch_block){n, b};
    return list && block && device_ask(m, &where->part, s->count, sizeof *list, list) &&
           device_ask(m, &where->block, where->blocks, sizeof *block, block);
}

static void mark_around(const plan *p, const regions *s, int by, mosaic *b)
{
    for (int64_t n = 0; n < s->count; n++) {
        const region all = grown(p, &s->region[n], by);
        mosaic_mark(b, &all);
    }
}

static void add_around(const plan *p, const regions *s, int by, regions *to)
{
    for (int64_t n = 0; n < s->count; n++) {
        const region all = grown(p, &s->region[n], by);
        if (volume(&all) > 0)
            regions_add(to, all);
    }
}

/* Islands have many parts: what is copied is taken apart, too, so that none of it is twice. */
static bool shores(const plan *p, mosaic *redo, regions *copy)
{
    const regions *islands = &temporal_of(p)->islands;
    const int steps = temporal_of(p)->passes.x.steps;
    const int64_t before = copy->count;
    mosaic felt;
    if (islands->count == 0)
        return true;
    if (!mosaic_open(&felt, redo->end))
        return false;
    mark_around(p, islands, steps, &felt);
    mosaic_take_apart(&felt, copy);
    mosaic_close(&felt);
    const regions taken = {.region = copy->region + before, .count = copy->count - before};
    mark_around(p, &taken, steps, redo);
    return true;
}

bool pass_spots(plan *p)
{
    passes *w = &temporal_of(p)->passes;
    const int steps = w->x.steps,
              near = p->between.edges[0] + p->between.edges[1] > 0 ? NEAR : 0;
    regions acts = {.ok = true}, looks = acts, redo = acts, copy = acts;
    mosaic b;
    if (!mosaic_open(&b, w->x.end))
        return false;
    collect(p, &acts, &looks);
    mark_around(p, &acts, near + 2 * steps, &b);
    add_around(p, &acts, near + steps, &copy);
    mark_around(p, &looks, steps, &b);
    bool ok = shores(p, &b, &copy);
    mosaic_take_apart(&b, &redo);
    w->redone = cells_of(&redo);
    ok = ok && acts.ok && looks.ok && redo.ok && copy.ok && list_parts(p, &redo, &w->redo) &&
         list_parts(p, &copy, &w->copy);
    mosaic_close(&b);
    free(acts.region);
    free(looks.region);
    free(redo.region);
    free(copy.region);
    return ok;
}
