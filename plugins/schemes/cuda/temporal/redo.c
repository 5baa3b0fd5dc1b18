/* redo.c: the boxes of cells whose steps are done one by one beside a pass, and those of them
 * that are copied over the results of the pass.
 *
 * A pass knows nothing of sources, ports, taps of every step, or of excluded media
 * (excluded.c). Such a thing affects the cells within some T of it in a pass; to do these again,
 * their neighbours T cells further out are needed, so that the cells redone reach T cells
 * further than those copied in the first step, and one less in each that follows. They are made of
 * small blocks, so that no cell is in two regions. shared_boxes.c takes all that where it can; else,
 * where there is memory for a third buffer they are done in it beside the bricks, whose launches then
 * hide the many small ones that steps one by one take. */
#include "temporal.h"
#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 8,      /* points of so many cells an axis are done together */
    MARCH = 4,      /* planes that a thread marches over, at most */
    BUSY = 16,      /* blocks of threads that a processor has before they march */
    CARD = 16,      /* BOX_BUFFER takes at most one of so many bytes of the card */
    GRID = 8,       /* boxes in it have at most one of so many cells of the grid, */
    FEW = 1 << 16,  /* or so many cells, which take no time to copy */
    LARGE = 1 << 24 /* cells of a grid at most: they take no part of larger ones' time */
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
    for (int64_t n = 0;
         n < p->transforms.frequent && !temporal_of(p)->passes.transforms_at_ends; n++) {
        const yee_tap *t = &q->tap[p->transforms.tap[n]];
        region x;
        for (int a = 0; a < 3; a++) {
            x.from[(a + p->rotation) % 3] = (int)t->lo[a];
            x.to[(a + p->rotation) % 3] = (int)t->hi[a];
        }
        regions_add(looks, x);
    }
}

/* A region and `by` cells around it within the grid; all of a periodic axis where these reach
 * across its ends. */
static region grown(const plan *p, const region *s, int by)
{
    const pass *x = &temporal_of(p)->passes.x;
    region n = *s;
    for (int a = 0; a < 3; a++) {
        n.from[a] -= by;
        n.to[a] += by;
        if (x->axis[a].periodic && (n.from[a] < 0 || n.to[a] > x->end[a])) {
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

/* Asks for the parts on the device, and for the part that each block of threads works on.
 * Marching saves reads; but first every processor needs some blocks. */
static bool list_parts(plan *p, const regions *s, stepwise_boxes *boxes)
{
    device_memory *m = &temporal_of(p)->passes.lists;
    part *list = plan_scratch(p, s->count, sizeof *list);
    const double planes = cells_of(s) / TILE / BUSY / p->processors;
    boxes->planes = planes < 1 ? 1 : planes > MARCH ? MARCH : (int)planes;
    boxes->blocks = 0;
    for (int64_t n = 0; n < s->count && list; n++) {
        memcpy(list[n].from, s->region[n].from, sizeof list[n].from);
        memcpy(list[n].to, s->region[n].to, sizeof list[n].to);
        boxes->blocks += part_tile(&list[n], 1, boxes->planes);
    }
    box_block *block = plan_scratch(p, boxes->blocks, sizeof *block);
    int64_t used = 0;
    for (int n = 0; n < s->count && list && block; n++)
        for (int b = 0; b < list[n].blocks; b++)
            block[used++] = (box_block){n, b};
    return list && block && device_ask(m, &boxes->part, s->count, sizeof *list, list) &&
           device_ask(m, &boxes->block, boxes->blocks, sizeof *block, block);
}

static void mark_around(const plan *p, const regions *s, int by, block_map *b)
{
    for (int64_t n = 0; n < s->count; n++) {
        const region all = grown(p, &s->region[n], by);
        block_map_mark(b, &all);
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

/* Adds the cells that excluded media affect. Their regions are many: those to copy are made disjoint,
 * too. False: no host memory. */
static bool add_affected(const plan *p, regions *copy)
{
    const regions *excluded = &temporal_of(p)->excluded_regions;
    block_map affected;
    if (excluded->count == 0)
        return true;
    if (!block_map_open(&affected, temporal_of(p)->passes.x.end))
        return false;
    mark_around(p, excluded, temporal_of(p)->passes.x.steps, &affected);
    block_map_regions(&affected, copy);
    block_map_close(&affected);
    return true;
}

/* Whether an exchange of halos may begin before boxes are copied: a pass between two exchanges writes
 * own cells alone, and copies around periodic axes are made at its end. */
static bool gives_early(const plan *p, const regions *copy)
{
    const temporal *t = temporal_of(p);
    bool early = p->beside && p->d.periodic == 0 && t->stride == t->passes.x.steps;
    for (int64_t n = 0; n < copy->count && early; n++)
        early = !near_cut(p, copy->region[n].from, copy->region[n].to);
    /* a box that has become one with that of probes puts down cells beside these, too */
    const shared_boxes *shared = &t->passes.shared;
    for (int n = 0; n < shared->count && early; n++)
        early = shared->box[n].first < 0 ||
                !near_cut(p, shared->box[n].keep_from, shared->box[n].keep_to);
    return early;
}

/* The boxes of a step of the pass: what is copied needs one more cell around it for each step that
 * follows, and what is looked at, too. */
static bool list_step(plan *p, int step, const regions *copy, const regions *looks)
{
    passes *w = &temporal_of(p)->passes;
    const int left = w->x.steps - step;
    regions redo = {.ok = true};
    block_map b;
    if (!block_map_open(&b, w->x.end))
        return false;
    mark_around(p, copy, left, &b);
    mark_around(p, looks, left, &b);
    block_map_regions(&b, &redo);
    if (step == 0)
        w->redone_cells = cells_of(&redo);
    const bool ok = redo.ok && list_parts(p, &redo, &w->redo[step]);
    block_map_close(&b);
    free(redo.region);
    return ok;
}

/* Whether any bricks send each other rows: they wait for each other, and keep every processor. */
static bool send_rows(const passes *w)
{
    bool any = false;
    for (int n = 0; n < CLASSES; n++)
        for (int k = 0; k < LISTS; k++)
            any = any || w->launch[n][k].exchange.count > 0;
    return any;
}

/* Whether boxes are done in BOX_BUFFER. A box of the first step takes neighbours there that were not
 * fetched; a step later that has come a cell into it, and at the end just up to what is copied. */
static bool do_beside(const plan *p)
{
    const temporal *t = temporal_of(p);
    const int *end = t->passes.x.end;
    const double cells = t->passes.redone_cells, grid = (double)end[0] * end[1] * end[2];
    return t->passes.shared.count == 0 && t->has_room && t->boxes_beside &&
           t->excluded_regions.count == 0 && !send_rows(&t->passes) && cells > 0 &&
           (cells <= FEW || GRID * cells <= grid);
}

/* Cells around a source that it affects in a pass. A current changes E in the end of its first step, and
 * a cell more in each that follows; a magnetic one H, and so E of the cell behind it in its first step.
 * Edges beside a source (source_edges.c) differ from those of bricks from the first half step on, up to
 * two cells before it and one behind. */
static int reach_of(const plan *p)
{
    const between *c = &p->between;
    const int steps = temporal_of(p)->passes.x.steps;
    return c->edges[0] + c->edges[1] > 0 ? steps + 1 : c->sources[0] > 0 ? steps : steps - 1;
}

static bool find_boxes(plan *p)
{
    passes *w = &temporal_of(p)->passes;
    /* of excluded media, which are many, a list serves all steps */
    const bool shrinks = temporal_of(p)->excluded_regions.count == 0;
    regions acts = {.ok = true}, looks = acts, copy = acts;
    collect(p, &acts, &looks);
    add_around(p, &acts, reach_of(p), &copy);
    bool ok = add_affected(p, &copy) && acts.ok && looks.ok && copy.ok &&
              shared_boxes_make(p, &acts, &looks, reach_of(p));
    w->gives = gives_early(p, &copy);
    w->redo_lists = shrinks ? w->x.steps : 1;
    for (int n = 0; n < w->redo_lists && ok; n++)
        ok = list_step(p, n, &copy, &looks);
    ok = ok && list_parts(p, &copy, &w->copy);
    free(acts.region);
    free(looks.region);
    free(copy.region);
    return ok;
}

/* Memory for BOX_BUFFER; false: there is none, and boxes are done in place. */
static bool open_buffer(plan *p)
{
    device_memory *m = &temporal_of(p)->box_buffer;
    bool ok = true;
    if (m->bytes > 0)
        return true;
    for (int k = 0; k < p->state.count && ok; k++) {
        state_array *s = &p->state.array[k];
        ok = device_ask(m, &s->buffer[BOX_BUFFER], s->words, p->word, NULL);
    }
    ok = ok && device_grant(p->host, m) == YEE_OK;
    if (!ok)
        redo_drop_buffer(p);
    return ok;
}

void redo_drop_buffer(plan *p)
{
    device_release(&temporal_of(p)->box_buffer);
    for (int k = 0; k < p->state.count; k++)
        p->state.array[k].buffer[BOX_BUFFER] = NULL;
}

yee_status redo_make(plan *p)
{
    passes *w = &temporal_of(p)->passes;
    device_reuse(&w->lists);
    w->transforms_at_ends = transforms_at_ends(p, w->x.steps);
    if (!find_boxes(p))
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the tables of bricks");
    w->beside = do_beside(p) && open_buffer(p);
    return device_grant(p->host, &w->lists);
}

yee_status redo_find_room(plan *p)
{
    const yee_problem *q = p->problem;
    const double grid = (double)p->d.cells[0] * p->d.cells[1] * p->d.cells[2];
    size_t available = 0, total = 0, bytes = 0;
    for (int k = 0; k < p->state.count; k++)
        bytes += (size_t)p->state.array[k].words * p->word;
    const yee_status status = DEVICE_CALL(p->host, cudaMemGetInfo(&available, &total));
    temporal_of(p)->has_room = q->groups + q->ports + q->taps > 0 && !p->laws &&
                               !plans_beside() && CARD * bytes <= total && grid <= LARGE &&
                               2 * bytes <= available;
    return status;
}
