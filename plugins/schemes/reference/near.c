/* near.c: in float32, the edges next to a point source in double.
 *
 * The quasi-static field of a dipole or a port is many times the wave it sends out. The
 * rounding of E there, 6e-8 of it with a new sign every step, has a curl, and drives H like a
 * noisy source of its own: 20 cells from a 1 GHz dipole on 1 mm cells H is off by 3e-3 of its
 * peak. The field falls with the cube of the distance, so it is enough that E is double on the
 * edges within one cell of the source, and that its curl there is taken in double; the fields
 * keep a rounded copy. Groups of more points than a dipole or a port has, edges with sections
 * and edges in a layer stay as they are. */
#include "plan.h"
#include <stdlib.h>

enum {
    REACH = 1,
    POINTS = 32,
    EDGES = 3 * (2 * REACH + 1) * (2 * REACH + 1) * (2 * REACH + 1)
};

/* A neighbour in the curl: weight (1/m) has the sign of the difference and of the curl. */
typedef struct term {
    int c;
    int64_t index, slot; /* slot in plan.near, -1: read the field */
    double weight;
} term;

struct near {
    int c;
    int64_t index;
    double cb, loss;
    int terms;
    term term[4];
};

static int by_place(const void *a, const void *b)
{
    const near *p = a, *q = b;
    if (p->c != q->c)
        return p->c < q->c ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

static near *find(const plan *p, int c, int64_t index)
{
    const near key = {.c = c, .index = index};
    return p->nears ? bsearch(&key, p->near, (size_t)p->nears, sizeof key, by_place) : NULL;
}

/* E: unrounded; H: from before the sweep. */
static double *value_of(const plan *p, const near *n) { return &p->near_value[n - p->near]; }

static int64_t stride(const plan *p, int c, int axis)
{
    const int64_t *e = p->grid.extent[c];
    return axis == YEE_X ? e[1] * e[2] : axis == YEE_Y ? e[2] : 1;
}

/* The differences along one axis that enter the curl at i; the field beyond a face is 0. */
static void add_terms(const plan *p, near *n, const int64_t i[3], int axis, int source,
                      double sign)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    int64_t count = p->grid.extent[source][axis], at = i[axis];
    int64_t hi = at + 1 - yee_half(source, axis), base = 0;
    const double *inverse = yee_half(n->c, axis) ? a->half_inverse : a->node_inverse;

    for (int b = 0; b < 3; b++)
        base += b == axis ? 0 : i[b] * stride(p, source, b);
    for (int side = 0; side < 2; side++) {
        int64_t j = side ? hi : hi - 1;
        if (a->periodic)
            j = (j + count) % count;
        if (j >= 0 && j < count)
            n->term[n->terms++] = (term){.c = source,
                                         .index = base + j * stride(p, source, axis),
                                         .slot = -1,
                                         .weight = (side ? sign : -sign) * inverse[at]};
    }
}

/* Whether a point can be kept in double: updated, and by nothing but the curl. */
static bool plain(const plan *p, int c, const int64_t i[3], int64_t index)
{
    for (int a = 0; a < 3; a++) {
        const line *l = &p->line[a][yee_half(c, a)];
        if (i[a] < p->grid.begin[c][a] || i[a] >= p->grid.end[c][a] ||
            (p->psi[c][a] && (i[a] < l->low || i[a] >= l->high)))
            return false;
    }
    return p->law[point_medium(p, c, index)].sections == 0;
}

/* Appends the points of one field within reach of point i; doubles are removed later. */
static void gather(plan *p, bool electric, const int64_t at[3], int64_t reach)
{
    int64_t i[3];
    for (int c = electric ? YEE_EX : YEE_HX, last = c + 3; c < last; c++)
        for (i[0] = at[0] - reach; i[0] <= at[0] + REACH; i[0]++)
            for (i[1] = at[1] - reach; i[1] <= at[1] + REACH; i[1]++)
                for (i[2] = at[2] - reach; i[2] <= at[2] + REACH; i[2]++) {
                    int64_t index =
                        (i[0] * p->grid.extent[c][1] + i[1]) * p->grid.extent[c][2] + i[2];
                    bool in = p->grid.active[c];
                    for (int a = 0; a < 3; a++)
                        in = in && i[a] >= 0 && i[a] < p->grid.extent[c][a];
                    if (!in || !plain(p, c, i, index))
                        continue;
                    near *n = &p->near[p->nears++];
                    *n = (near){.c = c, .index = index};
                    uint32_t medium = point_medium(p, c, index);
                    n->cb = p->problem->update[medium].cb;
                    n->loss = 1 - p->problem->update[medium].ca;
                    for (int m = 1; m < 3; m++) {
                        int axis = (c + m) % 3;
                        int source = (electric ? YEE_HX : YEE_EX) + (c + 3 - m) % 3;
                        if (!p->grid.axis[axis].invariant)
                            add_terms(p, n, i, axis, source, (m == 1) == electric ? 1 : -1);
                    }
                }
}

static void gather_around(plan *p, int component, int64_t index)
{
    const int64_t *e = p->grid.extent[p->as[component]];
    const int64_t at[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    gather(p, true, at, REACH);
    gather(p, false, at, REACH + 1);
}

static bool is_near(const plan *p, int component, int64_t count)
{
    return p->word == sizeof(float) && yee_is_electric(component) && count <= POINTS;
}

bool near_make(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t points = 0, kept = 0;

    for (int64_t g = 0; g < q->groups; g++)
        points += is_near(p, q->group[g].component, q->group[g].count) ? q->group[g].count : 0;
    for (int64_t n = 0; n < q->ports; n++)
        points += is_near(p, q->port[n].component, q->port[n].count) ? q->port[n].count : 0;
    if (points == 0)
        return true;
    p->near =
        plan_take(p, points * (EDGES + 3 * (2 * REACH + 2) * (2 * REACH + 2) * (2 * REACH + 2)),
                  sizeof *p->near);
    if (!p->near)
        return false;
    for (int64_t g = 0; g < q->groups; g++)
        if (is_near(p, q->group[g].component, q->group[g].count))
            for (int64_t n = 0; n < q->group[g].count; n++)
                gather_around(p, q->group[g].component, q->group[g].point[n].index);
    for (int64_t n = 0; n < q->ports; n++)
        if (is_near(p, q->port[n].component, q->port[n].count))
            for (int64_t m = 0; m < q->port[n].count; m++)
                gather_around(p, q->port[n].component, q->port[n].edge[m].index);
    qsort(p->near, (size_t)p->nears, sizeof *p->near, by_place);
    for (int64_t n = 0; n < p->nears; n++)
        if (kept == 0 || by_place(&p->near[kept - 1], &p->near[n]))
            p->near[kept++] = p->near[n];
    p->nears = kept;
    p->near_value = plan_take(p, kept, sizeof *p->near_value);
    if (!p->near_value)
        return false;
    for (near *n = p->near; n < p->near + p->nears; n++)
        for (int m = 0; m < n->terms && !yee_is_electric(n->c); m++) {
            const near *other = find(p, n->term[m].c, n->term[m].index);
            n->term[m].slot = other ? other - p->near : -1;
        }
    return true;
}

/* Before a sweep of H: the old field, which the sweep overwrites. */
void near_keep(plan *p)
{
    for (near *n = p->near; n < p->near + p->nears; n++)
        if (!yee_is_electric(n->c))
            *value_of(p, n) = field_value(p, n->c, n->index);
}

/* After a sweep: the same update in double, over what the sweep wrote. */
void near_update(plan *p, bool electric)
{
    for (near *n = p->near; n < p->near + p->nears; n++) {
        if (yee_is_electric(n->c) != electric)
            continue;
        double curl = 0;
        for (const term *t = n->term; t < n->term + n->terms; t++)
            curl += t->weight *
                    (t->slot >= 0 ? p->near_value[t->slot] : field_value(p, t->c, t->index));
        double *value = value_of(p, n);
        *value += n->cb * curl - n->loss * *value;
        field_set(p, n->c, n->index, *value);
    }
}

void near_add(plan *p, int c, int64_t index, double value)
{
    near *n = yee_is_electric(c) ? find(p, c, index) : NULL;
    double sum = (n ? *value_of(p, n) : field_value(p, c, index)) + value;
    if (n)
        *value_of(p, n) = sum;
    field_set(p, c, index, sum);
}

/* After the fields were written from outside. */
void near_reset(plan *p)
{
    for (near *n = p->near; n < p->near + p->nears; n++)
        *value_of(p, n) = field_value(p, n->c, n->index);
}

/* What the fields' copies have lost. */
yee_status near_piece(plan *p, yee_state *state)
{
    int64_t bytes = p->nears * (int64_t)sizeof *p->near_value;
    return p->nears ? state->piece(state, "near", p->near_value, bytes) : YEE_OK;
}
