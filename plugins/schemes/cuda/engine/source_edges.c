/* source_edges.c: in float32, the edges next to a point source in double.
 *
 * The quasi-static field of a dipole or a port is many times the wave it sends out, and the
 * rounding of E there drives H like a noisy source. So E within one cell of a source of few
 * points is kept in double, and H within reach takes its curl from that; the fields hold a
 * rounded copy. Edges with sections and edges in a layer stay as they are. Here the two lists
 * are made; between.cu updates them. */
#include "plan.h"
#include <stdlib.h>

enum { REACH = 1, FEW = 32 };

static int by_place(const void *a, const void *b)
{
    const double_edge *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

int plan_edge_find(const plan *p, int c, int64_t at)
{
    if (p->between.edges[1] == 0)
        return -1;
    const double_edge key = {.component = c, .at = at}, *all = p->edges[1];
    const double_edge *found =
        bsearch(&key, all, (size_t)p->between.edges[1], sizeof key, by_place);
    return found ? (int)(found - all) : -1;
}

/* The difference along one axis that enters the curl at x; beyond a face the field is 0. */
static void add_terms(const plan *p, double_edge *n, const int64_t x[3], int axis, int source,
                      double sign)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    bool half = yee_half(n->component, axis);
    double inverse = half ? a->half_inverse[x[axis]] : a->node_inverse[x[axis]];
    int64_t count = p->grid.extent[source][axis], y[3] = {x[0], x[1], x[2]};
    for (int side = 0; side < 2; side++) {
        y[axis] = x[axis] + half - 1 + side;
        if (a->periodic)
            y[axis] = (y[axis] + count) % count;
        if (y[axis] >= 0 && y[axis] < count)
            n->term[n->terms++] =
                (double_term){plan_offset(p, y), (side ? sign : -sign) * inverse, source, -1};
    }
}

/* Whether a point is updated by nothing but the curl. */
static bool plain(const plan *p, int c, const int64_t x[3], int64_t index)
{
    if (!p->grid.active[c])
        return false;
    for (int a = 0; a < 3; a++) {
        const line *l = &p->d.line[a][yee_half(c, a) ? HALF : NODE];
        if (x[a] < p->grid.begin[c][a] || x[a] >= p->grid.end[c][a] ||
            (a != yee_direction(c) && (x[a] < l->low || x[a] >= l->high)))
            return false;
    }
    uint32_t medium = p->id[c] ? p->id[c][index] : p->d.uniform[c];
    return p->problem->update[medium].sections == 0;
}

static double_edge edge_at(const plan *p, int c, const int64_t x[3], int64_t index)
{
    const yee_update *u = &p->problem->update[p->id[c] ? p->id[c][index] : p->d.uniform[c]];
    double_edge n = {.at = plan_offset(p, x), .component = c, .cb = u->cb, .loss = 1 - u->ca};
    bool electric = yee_is_electric(c);
    for (int m = 1; m < 3; m++) {
        int axis = (c + m) % 3, source = (electric ? YEE_HX : YEE_EX) + (c + 3 - m) % 3;
        if (!p->grid.axis[axis].invariant)
            add_terms(p, &n, x, axis, source, (m == 1) == electric ? 1 : -1);
    }
    return n;
}

/* Appends what is within reach of a source point; repeats are removed later. */
static void gather(const plan *p, int64_t count[2], int component, int64_t index)
{
    const int64_t *e = p->grid.extent[component];
    const int64_t at[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        int64_t back = yee_is_electric(c) ? REACH : REACH + 1, x[3];
        const int64_t *n = p->grid.extent[c];
        for (x[0] = at[0] - back; x[0] <= at[0] + REACH; x[0]++)
            for (x[1] = at[1] - back; x[1] <= at[1] + REACH; x[1]++)
                for (x[2] = at[2] - back; x[2] <= at[2] + REACH; x[2]++) {
                    bool in = true;
                    for (int a = 0; a < 3; a++)
                        in = in && x[a] >= 0 && x[a] < n[a];
                    int64_t i = (x[0] * n[1] + x[1]) * n[2] + x[2];
                    if (in && plain(p, c, x, i)) {
                        int kind = yee_is_electric(c);
                        p->edges[kind][count[kind]++] = edge_at(p, c, x, i);
                    }
                }
    }
}

static bool few(const plan *p, int component, int64_t count)
{
    return p->word == sizeof(float) && yee_is_electric(component) && count <= FEW;
}

static int unique(double_edge *n, int64_t count)
{
    int kept = 0;
    qsort(n, (size_t)count, sizeof *n, by_place);
    for (int64_t i = 0; i < count; i++)
        if (kept == 0 || by_place(&n[kept - 1], &n[i]))
            n[kept++] = n[i];
    return kept;
}

bool plan_edges_make(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t points = 0, count[2] = {0, 0};
    for (int64_t g = 0; g < q->groups; g++)
        points += few(p, q->group[g].component, q->group[g].count) ? q->group[g].count : 0;
    for (int64_t n = 0; n < q->ports; n++)
        points += few(p, q->port[n].component, q->port[n].count) ? q->port[n].count : 0;
    if (points == 0)
        return true;
    for (int kind = 0; kind < 2; kind++) {
        const int64_t span = 2 * REACH + 1 + !kind;
        p->edges[kind] = plan_scratch(p, points * 3 * span * span * span, sizeof(double_edge));
        if (!p->edges[kind])
            return false;
    }
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++)
            if (few(p, q->group[g].component, q->group[g].count))
                gather(p, count, p->component_of[q->group[g].component],
                       q->group[g].point[n].index);
    for (int64_t g = 0; g < q->ports; g++)
        for (int64_t n = 0; n < q->port[g].count; n++)
            if (few(p, q->port[g].component, q->port[g].count))
                gather(p, count, p->component_of[q->port[g].component],
                       q->port[g].edge[n].index);
    for (int kind = 0; kind < 2; kind++)
        p->between.edges[kind] = unique(p->edges[kind], count[kind]);
    for (int n = 0; n < p->between.edges[0]; n++)
        for (int m = 0; m < p->edges[0][n].terms; m++) {
            double_term *t = &p->edges[0][n].term[m];
            t->edge = plan_edge_find(p, t->component, t->at);
        }
    return device_ask(&p->memory, &p->between.edge[0], p->between.edges[0], sizeof(double_edge),
                      p->edges[0]) &&
           device_ask(&p->memory, &p->between.edge[1], p->between.edges[1], sizeof(double_edge),
                      p->edges[1]);
}
