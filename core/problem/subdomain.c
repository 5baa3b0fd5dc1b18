/* core/problem/subdomain.c: local problems: windows of the axes, copies of the ids, and what of
 * sources, ports and taps lies in a subdomain. */
#include "subdomain.h"
#include "cut_laws.h"
#include "local_ids.h"
#include <stdlib.h>
#include <string.h>

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t within(int64_t v, int64_t low, int64_t high)
{
    return least(most(v, low), high);
}

static const double *window(const double *array, int64_t at)
{
    return array ? array + at : NULL;
}

/* The whole axis' arrays from its cell `at` on; cut: the low and the high end is one. */
static yee_axis_data cut_axis(const yee_axis_data *whole, int64_t at, int64_t cells,
                              const bool cut[2])
{
    yee_axis_data a = *whole;
    const int64_t end = at + cells, behind = cells + (cut[0] || cut[1]);
    a.cells = cells;
    a.node = window(a.node, at);
    a.half_inverse = window(a.half_inverse, at);
    a.half_b = window(a.half_b, at);
    a.half_c = window(a.half_c, at);
    a.node_inverse = window(a.node_inverse, at);
    a.node_b = window(a.node_b, at);
    a.node_c = window(a.node_c, at);
    a.layer[0] = within(whole->layer[0] - at, 0, behind);
    a.layer[1] = within(end - (whole->cells - whole->layer[1]), 0, behind);
    a.damped[0] = within(whole->damped[0] - at, 0, cells);
    a.damped[1] = within(end - (whole->cells - whole->damped[1]), 0, cells);
    for (int side = 0; side < 2; side++)
        if (cut[side]) {
            a.face[side] = YEE_FACE_OPEN;
            a.symmetry[side] = false;
        }
    return a;
}

/* Numbers of a periodic axis of n cells from number `at` on, around it; nodes: positions, which go
 * on growing. */
static const double *around(yee_arena *arena, const double *array, int64_t n, int64_t at,
                            int64_t count, bool nodes)
{
    double *to = array ? yee_arena_alloc(arena, (size_t)count * sizeof *to) : NULL;
    for (int64_t i = 0; to && i < count; i++) {
        const int64_t k = (at + i + n) % n;
        to[i] = array[k];
        if (nodes && at + i >= n)
            to[i] = array[n] + (array[k] - array[0]);
        if (nodes && at + i < 0)
            to[i] = array[0] - (array[n] - array[k]);
    }
    return to;
}

/* A periodic axis that is cut has arrays of its own: its halos lie at its other end, too. */
static bool cut_ring(yee_arena *arena, const yee_axis_data *whole, int64_t at, int64_t cells,
                     yee_axis_data *a)
{
    const int64_t n = whole->cells;
    *a = *whole;
    a->cells = cells;
    a->periodic = false;
    a->face[0] = a->face[1] = YEE_FACE_OPEN;
    a->node = around(arena, whole->node, n, at, cells + 1, true);
    a->half_inverse = around(arena, whole->half_inverse, n, at, cells, false);
    a->half_b = around(arena, whole->half_b, n, at, cells, false);
    a->half_c = around(arena, whole->half_c, n, at, cells, false);
    a->node_inverse = around(arena, whole->node_inverse, n, at, cells + 1, false);
    a->node_b = around(arena, whole->node_b, n, at, cells + 1, false);
    a->node_c = around(arena, whole->node_c, n, at, cells + 1, false);
    return a->node && a->half_inverse && a->node_inverse;
}

static bool cut_grid(yee_arena *arena, const yee_grid *whole, const yee_cut *cut, yee_local *l)
{
    yee_grid *g = &l->problem.grid;
    yee_subdomain *s = &l->subdomain;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *w = &whole->axis[a];
        const int64_t n = l->place[a], *at = cut->at[a] + n;
        const bool ring = w->periodic && cut->count[a] > 1;
        const bool open[2] = {ring || n > 0, ring || n + 1 < cut->count[a]};
        const int64_t from = at[0] - (open[0] ? cut->depth : 0);
        const int64_t cells = at[1] + (open[1] ? cut->depth : 0) - from;
        s->at[a] = from;
        s->low[a] = at[0] - from;
        s->high[a] = at[1] - from;
        if (!ring)
            g->axis[a] = cut_axis(w, from, cells, open);
        else if (!cut_ring(arena, w, from, cells, &g->axis[a]))
            return false;
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            g->extent[c][a] =
                cells + (!w->invariant && !g->axis[a].periodic && !yee_half(c, a));
            g->begin[c][a] = open[0] ? 0 : whole->begin[c][a];
            g->end[c][a] = open[1] ? cells : whole->end[c][a] - from;
        }
    }
    s->whole = whole;
    s->depth = cut->depth;
    return true;
}

bool yee_cut_grid(yee_arena *arena, const yee_grid *whole, const yee_cut *cut, int64_t n,
                  yee_local *l)
{
    *l = (yee_local){.place = {n / cut->count[2] / cut->count[1],
                               n / cut->count[2] % cut->count[1], n % cut->count[2]},
                     .problem = {.size = sizeof l->problem, .grid = *whole},
                     .subdomain = {.size = sizeof l->subdomain, .device = -1}};
    return cut_grid(arena, whole, cut, l);
}

/* Whether a point of the whole grid is one of the local box of cells [low, high); *index: its
 * local index. */
static bool find(const yee_problem *whole, const yee_local *l, int c, int64_t at,
                 const int64_t low[3], const int64_t high[3], int64_t *index)
{
    const int64_t *e = whole->grid.extent[c];
    int64_t x[3] = {at / (e[1] * e[2]), at / e[2] % e[1], at % e[2]};
    bool inside = true;
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        yee_box_points(&l->problem.grid, c, a, low[a], high[a], &begin, &end);
        x[a] -= l->subdomain.at[a];
        if (l->problem.grid.axis[a].periodic != whole->grid.axis[a].periodic)
            x[a] = (x[a] + whole->grid.axis[a].cells) % whole->grid.axis[a].cells;
        inside = inside && x[a] >= begin && x[a] < end;
    }
    *index = yee_grid_index(&l->problem.grid, c, x[0], x[1], x[2]);
    return inside;
}

/* Whether the subdomain owns it. */
static bool find_own(const yee_problem *whole, const yee_local *l, int c, int64_t at,
                     int64_t *index)
{
    return find(whole, l, c, at, l->subdomain.low, l->subdomain.high, index);
}

/* A row along z of the local grid. */
static void copy_row(const yee_problem *whole, const yee_local *l, int c, int64_t i, int64_t j,
                     uint32_t *to)
{
    const int64_t count = l->problem.grid.extent[c][2];
    const int64_t x = yee_local_whole(l, 0, i), y = yee_local_whole(l, 1, j);
    const uint32_t *from = whole->id[c] + yee_grid_index(&whole->grid, c, x, y, 0);
    if (l->problem.grid.axis[2].periodic == whole->grid.axis[2].periodic)
        memcpy(to, from + l->subdomain.at[2], (size_t)count * sizeof *to);
    else
        for (int64_t k = 0; k < count; k++)
            to[k] = from[yee_local_whole(l, 2, k)];
}

static bool cut_ids(yee_arena *arena, const yee_problem *whole, int64_t number, yee_local *l)
{
    const yee_grid *g = &l->problem.grid;
    if (whole->kept) {
        const yee_problem *own = &yee_local_ids_of(whole->kept, number)->problem;
        memcpy(l->problem.id, own->id, sizeof own->id);
        memcpy(l->problem.uniform, own->uniform, sizeof own->uniform);
        return true;
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = g->extent[c];
        if (!whole->id[c])
            continue;
        uint32_t *id = yee_arena_alloc(arena, (size_t)yee_grid_points(g, c) * sizeof *id + 1);
        for (int64_t i = 0; id && i < e[0]; i++)
            for (int64_t j = 0; j < e[1]; j++)
                copy_row(whole, l, c, i, j, id + (i * e[1] + j) * e[2]);
        if (!id)
            return false;
        l->problem.id[c] = id;
    }
    return true;
}

static int by_index(const void *a, const void *b)
{
    const yee_point *const *p = a, *const *q = b;
    const int64_t order = (*p)->index != (*q)->index ? (*p)->index - (*q)->index : *p - *q;
    return (order > 0) - (order < 0);
}

/* Points that came around a periodic axis are not in the order of their indices; those of one
 * index stay in theirs. */
static bool sort(yee_arena *arena, yee_point_group *g)
{
    const size_t count = (size_t)g->count;
    const yee_point **order = yee_arena_alloc(arena, count * sizeof *order + 1);
    yee_point *sorted = yee_arena_alloc(arena, count * sizeof *sorted + 1);
    for (size_t n = 0; order && n < count; n++)
        order[n] = &g->point[n];
    if (!order || !sorted)
        return false;
    qsort(order, count, sizeof *order, by_index);
    for (size_t n = 0; n < count; n++)
        sorted[n] = *order[n];
    g->point = sorted;
    return true;
}

/* The points of a group that are in the local grid, the halo too; the order stays. */
static bool cut_group(yee_arena *arena, const yee_problem *whole, const yee_local *l,
                      const yee_point_group *from, yee_point_group *to)
{
    const yee_axis_data *axis = l->problem.grid.axis;
    const int64_t low[3] = {0}, high[3] = {axis[0].cells, axis[1].cells, axis[2].cells};
    int64_t count = 0, index;
    for (int64_t n = 0; n < from->count; n++)
        count += find(whole, l, from->component, from->point[n].index, low, high, &index);
    yee_point *point = yee_arena_alloc(arena, (size_t)count * sizeof *point + 1);
    *to = *from;
    to->point = point;
    to->count = 0;
    for (int64_t n = 0; point && n < from->count; n++)
        if (find(whole, l, from->component, from->point[n].index, low, high, &index)) {
            point[to->count] = from->point[n];
            point[to->count++].index = index;
        }
    return point && sort(arena, to);
}

static bool cut_groups(yee_arena *arena, const yee_problem *whole, yee_local *l)
{
    yee_problem *p = &l->problem;
    yee_point_group *group = yee_arena_alloc(arena, (size_t)whole->groups * sizeof *group + 1);
    int64_t *points = yee_arena_alloc(arena, (size_t)whole->groups * sizeof *points + 1);
    if (!group || !points)
        return false;
    for (int64_t n = 0; n < whole->groups; n++) {
        if (!cut_group(arena, whole, l, &whole->group[n], &group[p->groups]))
            return false;
        points[p->groups] = whole->group[n].count;
        p->groups += group[p->groups].count > 0;
    }
    p->group = group;
    l->subdomain.group_points = points;
    return true;
}

/* A port is whole: it belongs to the subdomain of its first edge. number: what each port of the
 * whole problem is here, -1: it is not. */
static bool cut_ports(yee_arena *arena, const yee_problem *whole, yee_local *l, int64_t *number)
{
    yee_problem *p = &l->problem;
    yee_port *port = yee_arena_alloc(arena, (size_t)whole->ports * sizeof *port + 1);
    for (int64_t n = 0; port && n < whole->ports; n++) {
        const yee_port *from = &whole->port[n];
        int64_t index;
        number[n] = -1;
        if (!find_own(whole, l, from->component, from->edge[0].index, &index))
            continue;
        yee_port_edge *edge = yee_arena_alloc(arena, (size_t)from->count * sizeof *edge);
        for (int64_t e = 0; edge && e < from->count; e++) {
            edge[e] = from->edge[e];
            find_own(whole, l, from->component, from->edge[e].index, &edge[e].index);
        }
        if (!edge)
            return false;
        number[n] = p->ports;
        port[p->ports] = *from;
        port[p->ports++].edge = edge;
    }
    p->port = port;
    return port != NULL;
}

/* The own part of a strided box; false: none of it. */
static bool cut_box(const yee_local *l, yee_tap *tap)
{
    int64_t values = 1;
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        const int64_t at = l->subdomain.at[a], stride = tap->stride[a];
        yee_box_points(&l->problem.grid, tap->component, a, l->subdomain.low[a],
                       l->subdomain.high[a], &begin, &end);
        const int64_t before = most(0, at + begin - tap->lo[a]);
        tap->lo[a] += (before + stride - 1) / stride * stride - at;
        tap->hi[a] = least(tap->hi[a] - at, end);
        if (tap->lo[a] >= tap->hi[a])
            return false;
        values *= (tap->hi[a] - tap->lo[a] + stride - 1) / stride;
    }
    tap->values = tap->kind == YEE_TAP_DFT ? 2 * tap->frequencies * values : values;
    return true;
}

/* The own ones of single points; *number: what they are in the whole record. */
static bool cut_points(yee_arena *arena, const yee_problem *whole, const yee_local *l,
                       yee_tap *tap, const int64_t **number)
{
    const size_t bytes = (size_t)tap->count * sizeof(int64_t) + 1;
    const int *from_component = tap->point_component;
    const int64_t *from_index = tap->point_index;
    int64_t *index = yee_arena_alloc(arena, bytes), *of = yee_arena_alloc(arena, bytes);
    int *component = yee_arena_alloc(arena, bytes);
    int64_t count = 0;
    if (!index || !of || !component)
        return false;
    for (int64_t n = 0; n < tap->count; n++)
        if (find_own(whole, l, from_component[n], from_index[n], &index[count])) {
            component[count] = from_component[n];
            of[count++] = n;
        }
    tap->point_component = component;
    tap->point_index = index;
    tap->count = tap->values = count;
    *number = of;
    return true;
}

void yee_local_box(const yee_problem *whole, const yee_local *l, int64_t tap, int64_t at[3],
                   int64_t count[3])
{
    const yee_tap *w = &whole->tap[l->tap[tap]], *t = &l->problem.tap[tap];
    for (int a = 0; a < 3; a++) {
        at[a] = (t->lo[a] + l->subdomain.at[a] - w->lo[a]) / w->stride[a];
        count[a] = (t->hi[a] - t->lo[a] + t->stride[a] - 1) / t->stride[a];
    }
}

static bool cut_taps(yee_arena *arena, const yee_problem *whole, const int64_t *port,
                     yee_local *l)
{
    yee_problem *p = &l->problem;
    const size_t count = (size_t)whole->taps + 1;
    yee_tap *tap = yee_arena_alloc(arena, count * sizeof *tap);
    int64_t *number = yee_arena_alloc(arena, count * sizeof *number);
    const int64_t **point = yee_arena_alloc(arena, count * sizeof *point);
    for (int64_t n = 0; tap && number && point && n < whole->taps; n++) {
        yee_tap *t = &tap[p->taps];
        bool own = false;
        *t = whole->tap[n];
        switch (t->kind) {
        case YEE_TAP_BOX:
        case YEE_TAP_DFT:
            own = cut_box(l, t);
            break;
        case YEE_TAP_POINTS:
            if (!cut_points(arena, whole, l, t, &point[p->taps]))
                return false;
            own = t->count > 0;
            break;
        case YEE_TAP_PORT:
            own = port[t->port] >= 0;
            t->port = own ? port[t->port] : 0;
            break;
        case YEE_TAP_ENERGY: /* a sum over all */
            break;
        }
        if (own)
            number[p->taps++] = n;
    }
    p->tap = tap;
    l->tap = number;
    l->point = point;
    return tap && number && point;
}

yee_status yee_cut_local(yee_arena *arena, const yee_problem *whole, const yee_cut *cut,
                         int64_t n, bool planned, yee_local *l)
{
    int64_t *port = yee_arena_alloc(arena, (size_t)whole->ports * sizeof *port + 1);
    *l = (yee_local){.place = {n / cut->count[2] / cut->count[1],
                               n / cut->count[2] % cut->count[1], n % cut->count[2]},
                     .problem = *whole,
                     .subdomain = {.size = sizeof l->subdomain, .device = -1}};
    l->problem.groups = l->problem.ports = l->problem.taps = 0;
    l->problem.subdomain = &l->subdomain;
    l->problem.medium_at = NULL;
    l->problem.kept = NULL;
    return port && cut_grid(arena, &whole->grid, cut, l) &&
                   (!planned || cut_ids(arena, whole, n, l)) && cut_groups(arena, whole, l) &&
                   yee_cut_laws(arena, whole, l) && cut_ports(arena, whole, l, port) &&
                   cut_taps(arena, whole, port, l)
               ? YEE_OK
               : YEE_MEMORY;
}
