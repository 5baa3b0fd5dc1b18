/* schemes/nearby.c: the list of nearby.h. */
#include "nearby.h"
#include <stdlib.h>

enum { REACH = 1, FEW = 32 };

static int by_place(const void *a, const void *b)
{
    const nearby_point *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

int64_t nearby_find(const nearby *list, int component, int64_t index)
{
    const nearby_point key = {.component = component, .index = index}, *found = NULL;
    if (list->count)
        found = bsearch(&key, list->point, (size_t)list->count, sizeof key, by_place);
    return found ? found - list->point : -1;
}

/* The differences along one axis that enter the curl at x; the field beyond a face is 0. */
static void add_terms(const yee_grid *g, nearby_point *n, const int64_t x[3], int axis,
                      int source, double sign)
{
    const yee_axis_data *a = &g->axis[axis];
    const bool half = yee_half(n->component, axis);
    const double inverse = half ? a->half_inverse[x[axis]] : a->node_inverse[x[axis]];
    const int64_t count = g->extent[source][axis];
    int64_t y[3] = {x[0], x[1], x[2]};
    for (int side = 0; side < 2; side++) {
        y[axis] = x[axis] + half - 1 + side;
        if (a->periodic)
            y[axis] = (y[axis] + count) % count;
        if (y[axis] >= 0 && y[axis] < count)
            n->term[n->terms++] =
                (nearby_term){source, yee_grid_index(g, source, y[0], y[1], y[2]), -1,
                              (side ? sign : -sign) * inverse};
    }
}

/* Whether a point is updated, and by nothing but the curl. */
static bool plain(const yee_problem *p, int c, const int64_t x[3])
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
    const uint32_t medium = yee_problem_medium(p, c, yee_grid_index(g, c, x[0], x[1], x[2]));
    return p->update[medium].sections == 0;
}

/* Appends the points of one field within reach of x; doubles are removed later. */
static void gather(const yee_problem *p, nearby *list, bool electric, const int64_t x[3],
                   int64_t reach)
{
    const yee_grid *g = &p->grid;
    int64_t y[3];
    for (int c = electric ? YEE_EX : YEE_HX, last = c + 3; c < last; c++)
        for (y[0] = x[0] - reach; g->active[c] && y[0] <= x[0] + REACH; y[0]++)
            for (y[1] = x[1] - reach; y[1] <= x[1] + REACH; y[1]++)
                for (y[2] = x[2] - reach; y[2] <= x[2] + REACH; y[2]++) {
                    if (!plain(p, c, y))
                        continue;
                    nearby_point *n = &list->point[list->count++];
                    *n = (nearby_point){.component = c,
                                        .index = yee_grid_index(g, c, y[0], y[1], y[2])};
                    const yee_update *u = &p->update[yee_problem_medium(p, c, n->index)];
                    n->cb = u->cb;
                    n->loss = 1 - u->ca;
                    for (int m = 1; m < 3; m++) {
                        const int axis = (c + m) % 3;
                        const int source = (electric ? YEE_HX : YEE_EX) + (c + 3 - m) % 3;
                        if (!g->axis[axis].invariant)
                            add_terms(g, n, y, axis, source, (m == 1) == electric ? 1 : -1);
                    }
                }
}

static void gather_around(const yee_problem *p, nearby *list, int component, int64_t index)
{
    const int64_t *e = p->grid.extent[component];
    const int64_t x[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    gather(p, list, true, x, REACH);
    gather(p, list, false, x, REACH + 1);
}

/* The points of a group or the edges of a port, if it is small. */
static int64_t few(int component, int64_t count)
{
    return yee_is_electric(component) && count <= FEW ? count : 0;
}

bool nearby_make(const yee_problem *p, nearby *list)
{
    enum { E_WIDE = 2 * REACH + 1, H_WIDE = 2 * REACH + 2 };
    const size_t most = 3 * (E_WIDE * E_WIDE * E_WIDE + H_WIDE * H_WIDE * H_WIDE);
    int64_t points = 0, kept = 0;
    *list = (nearby){0};
    for (int64_t g = 0; g < p->groups; g++)
        points += few(p->group[g].component, p->group[g].count);
    for (int64_t n = 0; n < p->ports; n++)
        points += few(p->port[n].component, p->port[n].count);
    if (points == 0 || p->precision != YEE_F32)
        return true;
    list->point = malloc((size_t)points * most * sizeof *list->point);
    if (!list->point)
        return false;
    for (int64_t g = 0; g < p->groups; g++)
        for (int64_t n = 0; n < few(p->group[g].component, p->group[g].count); n++)
            gather_around(p, list, p->group[g].component, p->group[g].point[n].index);
    for (int64_t n = 0; n < p->ports; n++)
        for (int64_t m = 0; m < few(p->port[n].component, p->port[n].count); m++)
            gather_around(p, list, p->port[n].component, p->port[n].edge[m].index);
    qsort(list->point, (size_t)list->count, sizeof *list->point, by_place);
    for (int64_t n = 0; n < list->count; n++)
        if (kept == 0 || by_place(&list->point[kept - 1], &list->point[n]))
            list->point[kept++] = list->point[n];
    list->count = kept;
    for (nearby_point *n = list->point; n < list->point + list->count; n++)
        for (int m = 0; m < n->terms && !yee_is_electric(n->component); m++)
            n->term[m].slot = nearby_find(list, n->term[m].component, n->term[m].index);
    return true;
}

void nearby_free(nearby *list)
{
    free(list->point);
    *list = (nearby){0};
}
