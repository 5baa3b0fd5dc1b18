/* core/problem/media/inner_sheets.c: admittance sheets on faces of cells within the grid.
 *
 * Ampere's law over the dual cell of an edge, w wide across the sheet and b along it, takes in the
 * current of the part s of b that the sheet covers:
 *
 *     curl H = s eps0 eps(s) E + (s/b) Y(s) E/w.
 *
 * A face gives half of its width to each of its edges, so that a strip of n cells of b has n b of
 * width. On a wall of the rule pmc w is that of the half cell, and the sheet is that of a wall
 * (sheets.c); on a plane of symmetry w is that of the whole model. All sheets of an edge add. In a
 * medium of the impedance Zw on both sides a wave along the axis passes, by the trapezoidal rule of
 * media, as
 *
 *     2/(2 + Y' Zw),   Y' = cos(omega dt/2) Y((2j/dt) tan(omega dt/2)),
 *
 * exactly, with the grid's own Zw (tests/physics/test_sheet.c). */
#include "base/grow.h"
#include "copies.h"
#include "problem/paint.h"
#include "sheets.h"
#include <math.h>
#include <string.h>

#define ALIKE 1e-12 /* of weights, relative */

/* The share of one sheet in an edge: it adds its admittance times the weight, 1/m. */
typedef struct part {
    int component;
    int material;
    int64_t index;
    double weight;
} part;

/* The sheets of an edge: parts [first, first + count). */
typedef struct way {
    size_t first, count;
} way;

typedef struct work {
    yee_copies copies;
    yee_voxels *voxels;
    const yee_grid *grid;
    part *part;
    size_t parts, part_capacity;
    way *way;
    size_t ways, way_capacity;
} work;

/* The part of an edge's width along an axis that the claim's faces [lo, hi) cover. */
static double covered(const yee_grid *g, int component, int axis, const yee_claim *claim,
                      int64_t node)
{
    const yee_axis_data *a = &g->axis[axis];
    double half = 0;
    if (a->invariant)
        return 1;
    for (int64_t face = node - 1; face <= node; face++)
        if (face >= 0 && face < a->cells && face >= claim->lo[axis] &&
            face < claim->hi[axis] - 1)
            half += 0.5 * (a->node[face + 1] - a->node[face]);
    return half / yee_grid_width(g, component, axis, node % g->extent[component][axis]);
}

static bool lay(work *w, const yee_claim *claim)
{
    const yee_voxels *v = w->voxels;
    const int c = claim->component, across = claim->across, sideways = 3 - c - across;
    const int64_t *extent = w->grid->extent[c];
    int64_t lo[3], hi[3], at[3];
    yee_voxels_clip(v, claim, lo, hi);
    for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
        for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
            for (at[2] = lo[2]; at[2] < hi[2]; at[2]++) {
                if (!yee_voxels_claimed(v, claim, at))
                    continue;
                const double weight =
                    covered(w->grid, c, sideways, claim, at[sideways]) /
                    yee_grid_whole_width(w->grid, c, across, at[across] % extent[across]);
                if (!(weight > 0))
                    continue;
                if (!yee_grow(&w->part, w->parts, &w->part_capacity, sizeof *w->part))
                    return false;
                w->part[w->parts++] =
                    (part){c, v->paint[claim->paint].material,
                           yee_grid_index(w->grid, c, at[0] % extent[0], at[1] % extent[1],
                                          at[2] % extent[2]),
                           weight};
            }
    return true;
}

static int by_edge(const void *a, const void *b)
{
    const part *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    if (p->index != q->index)
        return p->index < q->index ? -1 : 1;
    if (p->material != q->material)
        return p->material < q->material ? -1 : 1;
    return (p->weight > q->weight) - (p->weight < q->weight); /* one sum in any order */
}

static bool one_edge(const part *p, const part *q)
{
    return p->component == q->component && p->index == q->index;
}

/* Parts of one material on an edge become one. */
static void merge(work *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->parts; i++) {
        part *last = kept ? &w->part[kept - 1] : NULL;
        if (last && one_edge(last, &w->part[i]) && last->material == w->part[i].material)
            last->weight += w->part[i].weight;
        else
            w->part[kept++] = w->part[i];
    }
    w->parts = kept;
}

static bool same_way(const work *w, const way *a, const way *b)
{
    bool same = a->count == b->count;
    for (size_t n = 0; same && n < a->count; n++) {
        const part *p = &w->part[a->first + n], *q = &w->part[b->first + n];
        same = p->component == q->component && p->material == q->material &&
               fabs(p->weight - q->weight) <= ALIKE * p->weight;
    }
    return same;
}

/* The sheets of the edge whose first part this is. */
static way edge_at(const work *w, size_t first)
{
    way e = {first, 1};
    while (first + e.count < w->parts && one_edge(&w->part[first], &w->part[first + e.count]))
        e.count++;
    return e;
}

/* The number of a way, from 1; 0: there is none yet. Neighbours are mostly alike. */
static size_t find_way(const work *w, const way *e, size_t last)
{
    if (last && same_way(w, &w->way[last - 1], e))
        return last;
    for (size_t n = 0; n < w->ways; n++)
        if (same_way(w, &w->way[n], e))
            return n + 1;
    return 0;
}

static bool collect(work *w)
{
    const yee_voxels *v = w->voxels;
    for (size_t q = 0; q < v->claims; q++)
        if (v->claim[q].across >= 0 && !lay(w, &v->claim[q]))
            return false;
    if (!w->parts)
        return true;
    qsort(w->part, w->parts, sizeof *w->part, by_edge);
    merge(w);
    for (size_t i = 0, last = 0; i < w->parts;) {
        const way e = edge_at(w, i);
        last = find_way(w, &e, last);
        if (!last) {
            if (!yee_grow(&w->way, w->ways, &w->way_capacity, sizeof *w->way))
                return false;
            w->way[w->ways++] = e;
            last = w->ways;
        }
        i += e.count;
    }
    return true;
}

static bool add(void *user, const yee_medium *from, int number, yee_response *response)
{
    const work *w = user;
    const way *sheets = &w->way[number - 1];
    *response = from->response;
    for (size_t n = 0; n < sheets->count; n++) {
        const part *p = &w->part[sheets->first + n];
        const yee_material *material = w->voxels->material[p->material];
        const yee_response own = *response;
        if (!yee_response_sheet(w->copies.arena, &own,
                                &material->sheet[yee_direction(p->component)], 1 / p->weight,
                                response))
            return false;
    }
    return true;
}

/* A target's indices along an axis at one of the whole grid; a halo around a periodic axis may have
 * it twice. Returns how many. */
static int find_indices(const work *w, const yee_id_target *t, int c, int axis, int64_t whole,
                        int64_t at[3])
{
    const yee_axis_data *a = &w->grid->axis[axis];
    const int64_t first = t->local ? t->local->subdomain.at[axis] : 0;
    const int64_t turns = t->local && a->periodic;
    int count = 0;
    for (int64_t n = -turns; n <= turns; n++) {
        const int64_t i = whole - first + n * a->cells;
        if (i >= 0 && i < t->problem->grid.extent[c][axis])
            at[count++] = i;
    }
    return count;
}

/* The points of a target at an edge of the whole grid. */
static bool apply_at(work *w, const yee_id_target *t, const part *p, int number)
{
    const int c = p->component;
    const int64_t *e = w->grid->extent[c];
    const int64_t whole[3] = {p->index / (e[1] * e[2]), p->index / e[2] % e[1],
                              p->index % e[2]};
    int64_t at[3][3];
    int count[3];
    for (int a = 0; a < 3; a++) {
        count[a] = find_indices(w, t, c, a, whole[a], at[a]);
        if (!count[a])
            return true;
    }
    for (int n = 0; n < count[0] * count[1] * count[2]; n++) {
        const int64_t point[3] = {at[0][n / count[2] / count[1]],
                                  at[1][n / count[2] % count[1]], at[2][n % count[2]]};
        if (!yee_copies_point(&w->copies, t, c, point, number))
            return false;
    }
    return true;
}

/* Edges in the order of the whole grid, so that media have the numbers of a grid without cuts. */
static bool apply(work *w)
{
    yee_id_target t;
    for (size_t i = 0, last = 0; i < w->parts;) {
        const way e = edge_at(w, i);
        last = find_way(w, &e, last);
        for (int64_t n = 0; yee_id_target_of(w->copies.problem, n, &t); n++)
            if (!apply_at(w, &t, &w->part[i], (int)last))
                return false;
        i += e.count;
    }
    return true;
}

yee_status yee_voxels_inner_sheets(yee_voxels *voxels, yee_arena *arena, yee_problem *problem)
{
    work w = {.voxels = voxels, .grid = &problem->grid};
    bool ok = collect(&w);
    yee_status status = YEE_OK;
    if (!ok) {
        status = yee_diag_fail(voxels->diag, YEE_MEMORY, NULL,
                               "no memory for %zu edges of sheets", w.parts);
    } else if (w.parts) {
        w.copies = (yee_copies){.voxels = voxels,
                                .arena = arena,
                                .problem = problem,
                                .ways = (int)w.ways,
                                .word = "sheet",
                                .make = add,
                                .user = &w};
        ok = yee_copies_begin(&w.copies) && apply(&w);
        status = yee_copies_end(&w.copies, ok);
    }
    free(w.part);
    free(w.way);
    return status;
}
