/* core/problem/cut.c: where a problem is cut.
 *
 * A port's law joins all its edges at once, and the edges beside a small source (steps 1b and 3b
 * of yee/problem.h) are kept in double by one plan: both stay so far from every cut that they are
 * in one subdomain alone, in no halo. */
#include "cut.h"
#include <math.h>

/* Points of a small source; yee/problem.h, 3b. */
enum { FEW = 32 };
/* Cells beyond the halo to the next port or small source: the points beside it that steps 1b and
 * 3b update, two, and one for components on half positions. */
enum { BESIDE = 3 };
/* A cell in a layer takes 2.6 times as long as another one: counted on a GPU, where layers weigh
 * most. */
static const double LAYER_COST = 1.6;

/* Something too near to a cut: port n is n + 1, group n is -(n + 1), nothing 0. */
typedef struct obstacle {
    int64_t what, low, high; /* of the points along the axis */
} obstacle;

static bool small(const yee_problem *p, int64_t group)
{
    const yee_point_group *g = &p->group[group];
    return p->precision == YEE_F32 && yee_is_electric(g->component) && g->count <= FEW;
}

static int64_t position(const yee_problem *p, int c, int64_t index, int axis)
{
    const int64_t *e = p->grid.extent[c];
    return axis == 0 ? index / (e[1] * e[2]) : axis == 1 ? index / e[2] % e[1] : index % e[2];
}

/* The first port or small source that a cut along an axis before cell `at` would come too near
 * to. */
static bool obstructed(const yee_problem *p, int axis, int64_t at, int64_t depth,
                       obstacle *found)
{
    const int64_t far = depth + BESIDE;
    for (int64_t n = 0; n < p->ports; n++) {
        const yee_port *q = &p->port[n];
        obstacle o = {n + 1, INT64_MAX, -1};
        for (int64_t e = 0; e < q->count; e++) {
            const int64_t i = position(p, q->component, q->edge[e].index, axis);
            o.low = i < o.low ? i : o.low;
            o.high = i > o.high ? i : o.high;
        }
        *found = o;
        if (q->count && at >= o.low - far && at <= o.high + far)
            return true;
    }
    for (int64_t n = 0; n < p->groups; n++)
        for (int64_t k = 0; small(p, n) && k < p->group[n].count; k++) {
            const int64_t i =
                position(p, p->group[n].component, p->group[n].point[k].index, axis);
            *found = (obstacle){-(n + 1), i, i};
            if (at >= i - far && at <= i + far)
                return true;
        }
    return false;
}

static yee_status refuse_obstacle(yee_diag *diag, const yee_place *place, const yee_problem *p,
                                  int axis, int64_t at, int64_t depth, const obstacle *o)
{
    const long long far = depth + BESIDE, low = o->low, high = o->high, cell = at;
    if (o->what > 0) {
        const char *name = p->port[o->what - 1].name;
        return yee_diag_fail(
            diag, YEE_DECLINED, place,
            "subdomains: a cut before cell %lld along %c is within %lld cells "
            "of port '%s' (cells %lld to %lld), which one subdomain must hold; "
            "cut another axis, or into fewer subdomains",
            cell, "xyz"[axis], far, name ? name : "without a name", low, high);
    }
    const long long points = p->group[-o->what - 1].count;
    return yee_diag_fail(
        diag, YEE_DECLINED, place,
        "subdomains: a cut before cell %lld along %c is within %lld cells of a "
        "source of %lld point%s (cell %lld), beside which one subdomain "
        "computes in double; cut another axis, or into fewer subdomains, or "
        "take precision = f64",
        cell, "xyz"[axis], far, points, points == 1 ? "" : "s", low);
}

/* NULL, or why an axis cannot be cut. */
static const char *uncut(const yee_axis_data *a)
{
    return a->invariant  ? "nothing varies along it"
           : a->periodic ? "it is periodic, and cuts of periodic axes are not implemented"
                         : NULL;
}

yee_status yee_cut_check(yee_diag *diag, const yee_place *place, const yee_problem *p,
                         const yee_cut *cut)
{
    for (int a = 0; a < 3; a++) {
        const char *why = uncut(&p->grid.axis[a]);
        const int64_t count = cut->count[a], *at = cut->at[a];
        if (count > 1 && why)
            return yee_diag_fail(diag, YEE_DECLINED, place,
                                 "subdomains: the axis %c cannot be cut: %s", "xyz"[a], why);
        for (int64_t n = 0; n < count && count > 1; n++) {
            obstacle o;
            if (at[n + 1] - at[n] <= cut->depth)
                return yee_diag_fail(diag, YEE_DECLINED, place,
                                     "subdomains: cells %lld to %lld along %c are no more than "
                                     "the %lld of a halo; cut into fewer subdomains",
                                     (long long)at[n], (long long)at[n + 1], "xyz"[a],
                                     (long long)cut -> depth);
            if (n > 0 && obstructed(p, a, at[n], cut->depth, &o))
                return refuse_obstacle(diag, place, p, a, at[n], cut->depth, &o);
        }
    }
    return YEE_OK;
}

/* Work of a plane across the axis, in cells of a plane without layers. */
static double plane_cost(const yee_grid *g, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    double plain = i >= a->layer[0] && i < a->cells - a->layer[1];
    for (int n = 1; n < 3; n++) {
        const yee_axis_data *b = &g->axis[(axis + n) % 3];
        plain *= (double)(b->cells - b->layer[0] - b->layer[1]) / (double)b->cells;
    }
    return 1 + LAYER_COST * (1 - plain);
}

/* The free position nearest to `ideal` in [low, high]; -1: there is none. */
static int64_t free_near(const yee_problem *p, int axis, int64_t ideal, int64_t low,
                         int64_t high, int64_t depth, obstacle *o)
{
    for (int64_t d = 0; ideal - d >= low || ideal + d <= high; d++) {
        const int64_t at[2] = {ideal + d, ideal - d};
        for (int n = 0; n < 2; n++)
            if (at[n] >= low && at[n] <= high && !obstructed(p, axis, at[n], depth, o))
                return at[n];
    }
    return -1;
}

/* Positions of the cuts along one axis: equal shares of the work, moved to free places. *blocked:
 * the first cut that has none, with what was in its way. */
static bool place_cuts(const yee_problem *p, int axis, int64_t count, int64_t depth,
                       int64_t *at, obstacle *blocked)
{
    const int64_t cells = p->grid.axis[axis].cells, least = depth + 1;
    double all = 0, sum = 0;
    int64_t ideal = 0;
    at[0] = 0;
    at[count] = cells;
    for (int64_t i = 0; i < cells; i++)
        all += plane_cost(&p->grid, axis, i);
    for (int64_t n = 1; n < count; n++) {
        for (; ideal < cells; ideal++) {
            const double cost = plane_cost(&p->grid, axis, ideal);
            if (sum + 0.5 * cost > all * (double)n / (double)count)
                break;
            sum += cost;
        }
        const int64_t low = at[n - 1] + least, high = cells - (count - n) * least;
        at[n] = free_near(p, axis,
                          ideal < low    ? low
                          : ideal > high ? high
                                         : ideal,
                          low, high, depth, blocked);
        if (at[n] < 0)
            return false;
    }
    return true;
}

static bool try_counts(yee_arena *arena, const yee_problem *p, const int64_t count[3],
                       int64_t depth, yee_cut *cut, int *axis, obstacle *o)
{
    cut->depth = depth;
    for (*axis = 0; *axis < 3; ++*axis) {
        int64_t *at = yee_arena_alloc(arena, (size_t)(count[*axis] + 1) * sizeof *at);
        cut->count[*axis] = count[*axis];
        cut->at[*axis] = at;
        if (!at || !place_cuts(p, *axis, count[*axis], depth, at, o))
            return false;
    }
    return true;
}

/* Cells of the largest subdomain with its halo; infinite where one has too few cells. */
static double largest(const yee_grid *g, const int64_t count[3], int64_t depth)
{
    double cells = 1;
    for (int a = 0; a < 3; a++) {
        const int64_t own = (g->axis[a].cells + count[a] - 1) / count[a];
        if (count[a] > 1 && (uncut(&g->axis[a]) || g->axis[a].cells / count[a] <= depth))
            return INFINITY;
        cells *= (double)(own + (count[a] > 2 ? 2 : count[a] - 1) * depth);
    }
    return cells;
}

/* The counts whose product is n that leave the largest subdomain the fewest cells and cost more
 * than *above; cuts along x first where two are equal. */
static bool next_counts(const yee_grid *g, int64_t n, int64_t depth, double above,
                        int64_t count[3], double *cost)
{
    *cost = INFINITY;
    for (int64_t x = n; x > 0; x--)
        for (int64_t y = n / x; n % x == 0 && y > 0; y--) {
            const int64_t c[3] = {x, y, n / x / y};
            const double own = n / x % y ? INFINITY : largest(g, c, depth);
            if (own > above && own < *cost) {
                *cost = own;
                for (int a = 0; a < 3; a++)
                    count[a] = c[a];
            }
        }
    return *cost < INFINITY;
}

/* Why counts that the user gave have no places. */
static yee_status refuse_counts(yee_diag *diag, const yee_place *place, const yee_problem *p,
                                const int64_t count[3], int axis, const yee_cut *cut,
                                const obstacle *o)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &p->grid.axis[a];
        if (count[a] > 1 && uncut(x))
            return yee_diag_fail(diag, YEE_DECLINED, place,
                                 "subdomains: the axis %c cannot be cut: %s", "xyz"[a],
                                 uncut(x));
        if (count[a] > 1 && x->cells / count[a] <= cut->depth)
            return yee_diag_fail(diag, YEE_DECLINED, place,
                                 "subdomains: %lld along %c would have no more than the %lld "
                                 "cells of a halo each; "
                                 "%lld are possible",
                                 (long long)count[a], "xyz"[a], (long long)cut -> depth,
                                 (long long)(x->cells / (cut->depth + 1)));
    }
    return refuse_obstacle(diag, place, p, axis, o->low, cut->depth, o);
}

yee_status yee_cut_choose(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_problem *p, const int64_t wanted[3], int64_t depth,
                          yee_cut *cut)
{
    int64_t count[3] = {wanted[0], wanted[1], wanted[2]};
    obstacle o = {0};
    double cost = 0;
    int axis = 0;
    *cut = (yee_cut){.depth = depth};
    if (p->laws)
        return yee_diag_fail(diag, YEE_DECLINED, place,
                             "subdomains: a material of the model has a law, whose words "
                             "subdomains do not exchange; take subdomains = 1");
    if (wanted[1] > 0) {
        if (largest(&p->grid, count, depth) < INFINITY &&
            try_counts(arena, p, count, depth, cut, &axis, &o))
            return YEE_OK;
        if (axis < 3 && largest(&p->grid, count, depth) < INFINITY && !cut->at[axis])
            return YEE_MEMORY;
        return refuse_counts(diag, place, p, count, axis, cut, &o);
    }
    while (next_counts(&p->grid, wanted[0], depth, cost, count, &cost))
        if (try_counts(arena, p, count, depth, cut, &axis, &o))
            return YEE_OK;
    return o.what
               ? refuse_obstacle(diag, place, p, axis < 3 ? axis : 0, o.low, depth, &o)
               : yee_diag_fail(diag, YEE_DECLINED, place,
                               "subdomains: %lld x %lld x %lld cells cannot be cut into %lld "
                               "subdomains of at least %lld cells along each axis that is "
                               "cut; periodic and invariant axes are not",
                               (long long)p->grid.axis[0].cells,
                               (long long)p->grid.axis[1].cells,
                               (long long)p->grid.axis[2].cells, (long long)wanted[0],
                               (long long)depth + 1);
}
