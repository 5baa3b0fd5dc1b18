/* schemes/common/source_edges.c: the list of source_edges.h. */
#include "source_edges.h"
#include "spans.h"
#include <stdlib.h>
#include <yee/subdomain.h>

/* Cells about a source, and the most points that a small source has. */
enum { REACH = 1, FEW = 32 };

typedef struct builder {
    const yee_problem *problem;
    source_edges_index *index;
    const void *scheme;
    source_edges *list;
} builder;

static int by_place(const void *a, const void *b)
{
    const source_edge *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

int64_t source_edges_find(const source_edges *list, int component, int64_t index)
{
    const source_edge key = {.component = component, .index = index}, *found = NULL;
    if (list->count)
        found = bsearch(&key, list->edge, (size_t)list->count, sizeof key, by_place);
    return found ? found - list->edge : -1;
}

static int64_t own_index(const void *scheme, int component, const int64_t x[3])
{
    const yee_problem *p = scheme;
    return yee_grid_index(&p->grid, component, x[0], x[1], x[2]);
}

/* The differences along one axis that enter the curl at x; the field beyond a face is 0. */
static void add_terms(const builder *b, source_edge *e, const int64_t x[3], int axis,
                      int source, double sign)
{
    const yee_grid *g = &b->problem->grid;
    const yee_axis_data *a = &g->axis[axis];
    const bool half = yee_half(e->component, axis);
    const double inverse = half ? a->half_inverse[x[axis]] : a->node_inverse[x[axis]];
    const int64_t count = g->extent[source][axis];
    int64_t y[3] = {x[0], x[1], x[2]};
    for (int side = 0; side < 2; side++) {
        y[axis] = x[axis] + half - 1 + side;
        if (a->periodic)
            y[axis] = (y[axis] + count) % count;
        if (y[axis] >= 0 && y[axis] < count)
            e->term[e->terms++] = (source_edge_term){source, b->index(b->scheme, source, y), -1,
                                                     (side ? sign : -sign) * inverse};
    }
}

/* Whether a cell beside an edge has a law of cells or of fields. */
static bool beside_current(const yee_problem *p, int c, const int64_t x[3])
{
    bool beside = yee_problem_field_run(p, c, x) != NULL;
    for (int n = 0; n < 4 && p->cell_runs && yee_is_electric(c) && !beside; n++) {
        int64_t cell[3];
        double part;
        beside = yee_cell_around(&p->grid, c, x, n, cell, &part) &&
                 yee_problem_cell_law(p, cell) >= 0;
    }
    return beside;
}

/* Whether a point is updated, and by nothing but the curl: its medium has no sections and no law,
 * nor has a cell beside it. */
static bool curl_only(const yee_problem *p, int c, const int64_t x[3])
{
    const yee_grid *g = &p->grid;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &g->axis[a];
        const int64_t points = axis->cells + !yee_half(c, a);
        if (x[a] < g->begin[c][a] || x[a] >= g->end[c][a])
            return false;
        if (a != yee_direction(c) && !axis->invariant &&
            (x[a] < axis->layer[0] || x[a] >= points - axis->layer[1]))
            return false;
    }
    const uint32_t medium = yee_problem_medium(p, c, own_index(p, c, x));
    return p->update[medium].sections == 0 && yee_problem_law(p, medium) < 0 &&
           !beside_current(p, c, x);
}

static source_edge edge_at(const builder *b, int c, const int64_t x[3])
{
    const yee_problem *p = b->problem;
    const bool electric = yee_is_electric(c);
    const yee_update *u = &p->update[yee_problem_medium(p, c, own_index(p, c, x))];
    source_edge e = {
        .component = c, .index = b->index(b->scheme, c, x), .cb = u->cb, .loss = 1 - u->ca};
    for (int m = 1; m < 3; m++) {
        const int axis = (c + m) % 3;
        const int source = (electric ? YEE_HX : YEE_EX) + (c + 3 - m) % 3;
        if (!p->grid.axis[axis].invariant)
            add_terms(b, &e, x, axis, source, (m == 1) == electric ? 1 : -1);
    }
    return e;
}

/* Appends the points of one field within reach of x; repeats are removed later. */
static void gather(const builder *b, bool electric, const int64_t x[3], int64_t below)
{
    int64_t y[3];
    for (int c = electric ? YEE_EX : YEE_HX, last = c + 3; c < last; c++)
        for (y[0] = x[0] - below; b->problem->grid.active[c] && y[0] <= x[0] + REACH; y[0]++)
            for (y[1] = x[1] - below; y[1] <= x[1] + REACH; y[1]++)
                for (y[2] = x[2] - below; y[2] <= x[2] + REACH; y[2]++)
                    if (curl_only(b->problem, c, y))
                        b->list->edge[b->list->count++] = edge_at(b, c, y);
}

static void gather_around(const builder *b, int component, int64_t index)
{
    const int64_t *e = b->problem->grid.extent[component];
    const int64_t x[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    gather(b, true, x, REACH);
    gather(b, false, x, REACH + 1);
}

/* The points of a group, here `count`, or the edges of a port, if all `whole` are few. */
static int64_t few(int component, int64_t count, int64_t whole)
{
    return yee_is_electric(component) && whole <= FEW ? count : 0;
}

static int64_t few_points(const yee_problem *p, int64_t g)
{
    const int64_t count = p->group[g].count;
    return few(p->group[g].component, count,
               p->subdomain ? p->subdomain->group_points[g] : count);
}

static int64_t few_edges(const yee_problem *p, int64_t n)
{
    return few(p->port[n].component, p->port[n].count, p->port[n].count);
}

/* The list sorted, each point once. */
static void sort(source_edges *list)
{
    int64_t kept = 0;
    qsort(list->edge, (size_t)list->count, sizeof *list->edge, by_place);
    for (int64_t n = 0; n < list->count; n++)
        if (kept == 0 || by_place(&list->edge[kept - 1], &list->edge[n]))
            list->edge[kept++] = list->edge[n];
    list->count = kept;
}

bool source_edges_make(const yee_problem *p, source_edges_index *index, const void *scheme,
                       source_edges *list)
{
    enum { E_WIDE = 2 * REACH + 1, H_WIDE = 2 * REACH + 2 };
    const size_t most = 3 * (E_WIDE * E_WIDE * E_WIDE + H_WIDE * H_WIDE * H_WIDE);
    const builder b = {p, index ? index : own_index, index ? scheme : p, list};
    int64_t points = 0;
    *list = (source_edges){0};
    for (int64_t g = 0; g < p->groups; g++)
        points += few_points(p, g);
    for (int64_t n = 0; n < p->ports; n++)
        points += few_edges(p, n);
    if (points == 0 || p->precision != YEE_F32)
        return true;
    list->edge = malloc((size_t)points * most * sizeof *list->edge);
    if (!list->edge)
        return false;
    for (int64_t g = 0; g < p->groups; g++)
        for (int64_t n = 0; n < few_points(p, g); n++)
            gather_around(&b, p->group[g].component, p->group[g].point[n].index);
    for (int64_t n = 0; n < p->ports; n++)
        for (int64_t m = 0; m < few_edges(p, n); m++)
            gather_around(&b, p->port[n].component, p->port[n].edge[m].index);
    sort(list);
    for (source_edge *e = list->edge; e < list->edge + list->count; e++)
        for (int m = 0; m < e->terms && !yee_is_electric(e->component); m++)
            e->term[m].slot = source_edges_find(list, e->term[m].component, e->term[m].index);
    return true;
}

void source_edges_free(source_edges *list)
{
    free(list->edge);
    *list = (source_edges){0};
}

yee_status source_edges_spans(const source_edges *list, const yee_problem *problem,
                              double *value, const int64_t low[3], const int64_t high[3],
                              yee_state_spans *to)
{
    yee_status status = YEE_OK;
    int64_t x[3];
    for (int64_t n = 0; n < list->count && !status && YEE_HAS(to, places); n++) {
        const int c = list->edge[n].component;
        if (spans_inside(&problem->grid, c, list->edge[n].index, low, high, x))
            status =
                spans_point(to, &value[n], spans_number(SPANS_NEAR, c, 0), x, sizeof value[n]);
    }
    return status;
}
