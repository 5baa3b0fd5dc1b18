/* axes.c: facts of the axes, which decide the kernels that bricks may take. */
#include "temporal.h"
#include <limits.h>

enum {
    APART = 64,        /* cells between layers that no brick meets both of */
    LEAST_BETWEEN = 4, /* cells between layers that one brick may meet */
    LEAST_PERIOD = 8 /* planes of a period: more than are read on a side, so that a plane comes
                        again once at most */
};

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static bool equal(const plan *p, double a, double b)
{
    return p->word == sizeof(float) ? (float)a == (float)b : a == b;
}

static bool in_layer(const line *l, int64_t n)
{
    return l->slab > 0 && (n < l->low || n >= l->high);
}

static bool uniform_at(const plan *p, int a, int64_t n)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    if (in_layer(&p->d.line[a][NODE], n) || in_layer(&p->d.line[a][HALF], n))
        return false;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (n < p->d.begin[c][a] || n >= p->d.end[c][a])
            return false;
    return equal(p, axis->half_inverse[n], axis->half_inverse[middle]) &&
           equal(p, axis->node_inverse[n], axis->node_inverse[middle]);
}

/* The widths in the middle of an axis, and the cells around it that have them. */
static void find_uniform_range(const plan *p, pass *x, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2;
    int64_t low = middle, high = middle;
    const double inverse[2] = {axis->node_inverse[middle], axis->half_inverse[middle]};
    for (int kind = 0; kind < 2; kind++) {
        x->f64.inverse[a][kind] = inverse[kind];
        x->f32.inverse[a][kind] = (float)inverse[kind];
    }
    if (!axis->invariant && uniform_at(p, a, middle)) {
        while (low > 0 && uniform_at(p, a, low - 1))
            low--;
        while (high < axis->cells && uniform_at(p, a, high))
            high++;
    }
    x->uniform[a][0] = (int)low;
    x->uniform[a][1] = (int)high;
}

bool layers_along(const plan *p, int a, int *low, int *high)
{
    bool any = false;
    *low = 0;
    *high = p->d.cells[a] + 1;
    for (int kind = 0; kind < 2; kind++) {
        const line *l = &p->d.line[a][kind];
        if (l->slab == 0)
            continue;
        any = true;
        *low = most(*low, l->low);
        *high = least(*high, l->high);
    }
    return any;
}

/* Layered marches know any walls and spacings of simple axes. */
static bool simple(const plan *p, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    int low, high;
    return !axis->invariant && !(a == 0 && axis->periodic && axis->cells < LEAST_PERIOD) &&
           !(layers_along(p, a, &low, &high) && high - low < LEAST_BETWEEN);
}

/* Walls of PEC or none, and one spacing. Whatever E on the node of an open low face becomes is wrong
 * in the halo alone. */
static bool evenly_spaced(const plan *p, int a)
{
    const yee_axis_data *axis = &p->grid.axis[a];
    const int64_t middle = axis->cells / 2, first = axis->face[0] == YEE_FACE_OPEN ? 0 : 1;
    for (int c = 0; c < 3; c++)
        if (c != a && !axis->periodic &&
            (p->d.begin[c][a] < first || p->d.end[c][a] > p->d.cells[a]))
            return false;
    for (int64_t n = 0; n < axis->cells; n++)
        if (!equal(p, axis->half_inverse[n], axis->half_inverse[middle]) ||
            ((n > 0 || axis->periodic) &&
             !equal(p, axis->node_inverse[n], axis->node_inverse[middle])))
            return false;
    return true;
}

void own_cells(const plan *p, int steps, int a, int *low, int *high)
{
    const yee_subdomain *s = p->problem->subdomain;
    const int of = (a + 3 - p->rotation) % 3; /* the problem's axis */
    const yee_axis_data *axis = &p->grid.axis[a];
    const bool whole = !s || temporal_of(p)->stride != steps;
    *low = whole || axis->face[0] != YEE_FACE_OPEN ? 0 : (int)s->low[of];
    *high = whole || axis->face[1] != YEE_FACE_OPEN ? INT_MAX : (int)s->high[of];
}

bool near_cut(const plan *p, const int from[3], const int to[3])
{
    const yee_subdomain *s = p->problem->subdomain;
    bool near = false;
    for (int a = 0; a < 3 && s; a++) {
        const int of = (a + 3 - p->rotation) % 3;
        const yee_axis_data *axis = &p->grid.axis[a];
        near = near || (axis->face[0] == YEE_FACE_OPEN && from[a] < s->low[of] + s->depth) ||
               (axis->face[1] == YEE_FACE_OPEN && to[a] > s->high[of] - s->depth);
    }
    return near;
}

/* Layers along x are left to bricks of their own, so that all else along it may be uniform. */
static bool uniform(const plan *p, const pass *x, int a)
{
    int low, high;
    if (!layers_along(p, a, &low, &high))
        return x->axis[a].simple && evenly_spaced(p, a);
    return a == 0 && x->uniform[0][0] <= low && x->uniform[0][1] >= high;
}

static bool e_zero_at_low(const plan *p, const pass *x, int a)
{
    return x->axis[a].wall && p->d.begin[(a + 1) % 3][a] > 0 && p->d.begin[(a + 2) % 3][a] > 0;
}

/* Slots of psi that bricks in layers need: rows along y, along z columns of whole lanes. */
static void count_in_layers(const plan *p, pass *x)
{
    int low, high, count[3] = {0};
    for (int a = 1; a < 3; a++)
        if (layers_along(p, a, &low, &high)) {
            const int unit = a == 1 ? 1 : 8 / (int)p->word;
            const int first = (low + unit - 1) / unit * unit;
            const int second = (x->end[a] + unit - 1) / unit * unit - high / unit * unit;
            count[a] = high - low < APART ? first + second : most(first, second);
        }
    x->rows_in_layer = count[1];
    x->columns_in_layer = count[2];
}

void find_axis_facts(plan *p)
{
    pass *x = &temporal_of(p)->passes.x;
    for (int a = 0; a < 3; a++) {
        axis_facts *f = &x->axis[a];
        find_uniform_range(p, x, a);
        f->periodic = p->d.periodic >> a & 1;
        f->wall = !p->grid.axis[a].invariant && !f->periodic;
        f->simple = simple(p, a);
        f->uniform = uniform(p, x, a);
        f->e_zero_at_low = e_zero_at_low(p, x, a);
        x->end[a] = most(p->d.sweep[0][1][a], p->d.sweep[1][1][a]);
        x->nodes[a] = p->grid.axis[a].invariant ? 1 : p->d.cells[a] + 1;
        x->ghost_width[a] = p->layout.ghost_width[a];
        if (f->periodic)
            x->end[a] = p->d.cells[a];
    }
    const int sector = 32 / (int)p->word;
    x->phase = (sector - p->layout.row_offset % sector) % sector;
    count_in_layers(p, x);
}
