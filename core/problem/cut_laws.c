/* core/problem/cut_laws.c: what a subdomain has of the cells with laws, and of the edges beside those
 * with a law of fields. */
#include "cut_laws.h"
#include "base/grow.h"
#include <stdlib.h>

/* Cells [0, count) of a run, or edges: their first one in the whole grid. */
typedef struct stretch {
    int component; /* -1: cells */
    int64_t at[3], n;
} stretch;

/* Where a subdomain has parts of a stretch, in numbers of its own; around a periodic axis that is cut
 * it may have two. */
typedef struct parts {
    int64_t at[2][3], n[2];
    int count;
} parts;

/* Points [*begin, *end) along an axis that steps update, or cells. */
static void range(const yee_grid *g, int c, int axis, int64_t *begin, int64_t *end)
{
    *begin = c < 0 ? 0 : g->begin[c][axis];
    *end = c < 0 ? g->axis[axis].cells : g->end[c][axis];
}

static parts parts_of(const yee_local *l, const stretch *s)
{
    const yee_grid *g = &l->problem.grid, *whole = l->subdomain.whole;
    parts p = {.count = 0};
    int64_t at[3], begin, end;
    bool ring[3];
    for (int a = 0; a < 3; a++) {
        const int64_t cells = whole->axis[a].cells;
        ring[a] = g->axis[a].periodic != whole->axis[a].periodic;
        at[a] = s->at[a] - l->subdomain.at[a];
        at[a] = ring[a] && a != YEE_Z ? (at[a] + cells) % cells : at[a];
        range(g, s->component, a, &begin, &end);
        if (a != YEE_Z && (at[a] < begin || at[a] >= end))
            return p;
    }
    for (int turn = ring[YEE_Z] ? -1 : 0; turn <= (ring[YEE_Z] ? 1 : 0); turn++) {
        const int64_t k = at[YEE_Z] + turn * whole->axis[YEE_Z].cells;
        const int64_t low = k > begin ? k : begin, high = k + s->n < end ? k + s->n : end;
        if (low >= high)
            continue;
        p.at[p.count][0] = at[0];
        p.at[p.count][1] = at[1];
        p.at[p.count][2] = low;
        p.n[p.count++] = high - low;
    }
    return p;
}

static int by_place(const int64_t a[3], const int64_t b[3])
{
    int axis = 0;
    while (axis < 2 && a[axis] == b[axis])
        axis++;
    return (a[axis] > b[axis]) - (a[axis] < b[axis]);
}

static int by_cell(const void *a, const void *b)
{
    return by_place(((const yee_cell_run *)a)->cell, ((const yee_cell_run *)b)->cell);
}

static int by_edge(const void *a, const void *b)
{
    const yee_field_run *p = a, *q = b;
    return p->component != q->component ? p->component - q->component
                                        : by_place(p->edge, q->edge);
}

/* Sorted, for halos that came around a periodic axis are not in their order. */
static bool cut_cells(yee_arena *arena, const yee_local *l, const yee_cell_run *from,
                      int64_t count, const yee_cell_run **to, int64_t *runs)
{
    yee_cell_run *run = NULL;
    size_t own = 0, capacity = 0;
    bool ok = true;
    for (const yee_cell_run *r = from; r < from + count && ok; r++) {
        const parts p = parts_of(l, &(stretch){-1, {r->cell[0], r->cell[1], r->cell[2]}, r->n});
        for (int n = 0; n < p.count && ok; n++) {
            ok = yee_grow(&run, own, &capacity, sizeof *run);
            if (ok)
                run[own++] =
                    (yee_cell_run){{p.at[n][0], p.at[n][1], p.at[n][2]}, p.n[n], r->law};
        }
    }
    if (own)
        qsort(run, own, sizeof *run, by_cell);
    *runs = (int64_t)own;
    *to = ok && own ? yee_arena_copy(arena, run, own * sizeof *run) : NULL;
    free(run);
    return ok && (!own || *to);
}

static bool cut_edges(yee_arena *arena, const yee_local *l, const yee_field_run *from,
                      int64_t count, const yee_field_run **to, int64_t *runs)
{
    yee_field_run *run = NULL;
    size_t own = 0, capacity = 0;
    bool ok = true;
    for (const yee_field_run *r = from; r < from + count && ok; r++) {
        const parts p =
            parts_of(l, &(stretch){r->component, {r->edge[0], r->edge[1], r->edge[2]}, r->n});
        for (int n = 0; n < p.count && ok; n++) {
            ok = yee_grow(&run, own, &capacity, sizeof *run);
            if (ok) {
                run[own] = *r;
                for (int a = 0; a < 3; a++)
                    run[own].edge[a] = p.at[n][a];
                run[own++].n = p.n[n];
            }
        }
    }
    if (own)
        qsort(run, own, sizeof *run, by_edge);
    *runs = (int64_t)own;
    *to = ok && own ? yee_arena_copy(arena, run, own * sizeof *run) : NULL;
    free(run);
    return ok && (!own || *to);
}

bool yee_cut_laws(yee_arena *arena, const yee_problem *whole, yee_local *l)
{
    yee_problem *p = &l->problem;
    return cut_cells(arena, l, whole->cell_run, whole->cell_runs, &p->cell_run,
                     &p->cell_runs) &&
           cut_cells(arena, l, whole->field_cell, whole->field_cells, &p->field_cell,
                     &p->field_cells) &&
           cut_edges(arena, l, whole->field_run, whole->field_runs, &p->field_run,
                     &p->field_runs) &&
           cut_cells(arena, l, whole->magnetic_cell, whole->magnetic_cells, &p->magnetic_cell,
                     &p->magnetic_cells) &&
           cut_edges(arena, l, whole->magnetic_run, whole->magnetic_runs, &p->magnetic_run,
                     &p->magnetic_runs);
}
