/* core/problem/cut.c: where a problem is cut.
 *
 * A port's law joins all its edges at once, and the edges beside a small source (steps 1b and 3b
 * of yee/problem.h) are kept in double by one plan: both stay so far from every cut that they are
 * in one subdomain alone, in no halo. */
#include "cut.h"
#include <math.h>
#include <string.h>

/* Points of a small source; yee/problem.h, 3b. */
enum { FEW = 32 };
/* Cells beyond the halo to the next port or small source: the points beside it that steps 1b and
 * 3b update, two, and one for components on half positions. */
enum { BESIDE = 3 };
/* Something too near to a cut: port n is n + 1, group n is -(n + 1), nothing 0. */
typedef struct obstacle {
    int64_t what, low, high; /* of the points along the axis */
    int64_t cut;             /* the cut: before this cell */
} obstacle;

/* A problem that is to be cut. */
typedef struct cutting {
    yee_diag *diag;
    const yee_place *place;
    const yee_problem *p;
    const yee_scheme_cuts *scheme; /* NULL: it is checked alone */
    const yee_cut_wish *wish;      /* NULL then, too */
    int64_t depth;
} cutting;

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

/* Whether a cut is within `far` cells of points [low, high], around a periodic axis too. */
static bool near(const yee_axis_data *a, int64_t at, int64_t low, int64_t high, int64_t far)
{
    bool yes = at >= low - far && at <= high + far;
    for (int turn = -1; turn < 2 && a->periodic; turn++)
        yes = yes || (at + turn * a->cells >= low - far && at + turn * a->cells <= high + far);
    return yes;
}

/* The first port or small source that a cut along an axis before cell `at` would come too near
 * to. */
static bool obstructed(const cutting *c, int axis, int64_t at, obstacle *found)
{
    const yee_problem *p = c->p;
    const yee_axis_data *a = &p->grid.axis[axis];
    const int64_t far = c->depth + BESIDE;
    for (int64_t n = 0; n < p->ports; n++) {
        const yee_port *q = &p->port[n];
        *found = (obstacle){n + 1, INT64_MAX, -1, at};
        for (int64_t e = 0; e < q->count; e++) {
            const int64_t i = position(p, q->component, q->edge[e].index, axis);
            found->low = i < found->low ? i : found->low;
            found->high = i > found->high ? i : found->high;
        }
        if (q->count && near(a, at, found->low, found->high, far))
            return true;
    }
    for (int64_t n = 0; n < p->groups; n++)
        for (int64_t k = 0; small(p, n) && k < p->group[n].count; k++) {
            const int64_t i =
                position(p, p->group[n].component, p->group[n].point[k].index, axis);
            *found = (obstacle){-(n + 1), i, i, at};
            if (near(a, at, i, i, far))
                return true;
        }
    return false;
}

static yee_status refuse_obstacle(const cutting *c, int axis, const obstacle *o)
{
    const long long far = c->depth + BESIDE, low = o->low, high = o->high, cell = o->cut;
    if (o->what > 0) {
        const char *name = c->p->port[o->what - 1].name;
        return yee_diag_fail(c->diag, YEE_DECLINED, c->place,
                             "subdomains: a cut before cell %lld along %c is within %lld cells "
                             "of port '%s' (cells %lld to %lld), which one subdomain must "
                             "hold; cut another axis, or into fewer subdomains",
                             cell, "xyz"[axis], far, name ? name : "without a name", low, high);
    }
    const long long points = c->p->group[-o->what - 1].count;
    return yee_diag_fail(c->diag, YEE_DECLINED, c->place,
                         "subdomains: a cut before cell %lld along %c is within %lld cells of "
                         "a source of %lld point%s (cell %lld), beside which one subdomain "
                         "computes in double; cut another axis, or into fewer subdomains, or "
                         "take precision = f64",
                         cell, "xyz"[axis], far, points, points == 1 ? "" : "s", low);
}

/* Energies take the width of node 0 of a periodic axis from its last cell: the node before it must
 * have a place that gives that width without rounding. */
static bool has_node_before(const yee_axis_data *a)
{
    const double width = a->node[a->cells] - a->node[a->cells - 1];
    return a->node[0] - (a->node[0] - width) == width;
}

/* NULL, or why an axis cannot be cut. */
static const char *uncut(const cutting *c, int axis)
{
    const yee_axis_data *a = &c->p->grid.axis[axis];
    return a->invariant                          ? "nothing varies along it"
           : c->scheme && !c->scheme->axis[axis] ? "the scheme does not run subdomains that "
                                                   "are cut along it, where its rows lie; "
                                                   "1 there, or scheme = plain, would do"
           : a->periodic && a->layer[0] + a->layer[1] > 0 ? "it is periodic and has layers"
           : a->periodic && !has_node_before(a) ? "it is periodic, and its positions are no "
                                                  "exact sums; give the grid the origin 0"
                                                : NULL;
}

/* Whether a subdomain of so many own cells has too few of them for its neighbours, or too many for
 * a ring to have all its halo once. */
static bool short_of(const cutting *c, int axis, int64_t own)
{
    const yee_axis_data *a = &c->p->grid.axis[axis];
    return own <= c->depth || (a->periodic && a->cells - own < 2 * c->depth);
}

yee_status yee_cut_check(yee_diag *diag, const yee_place *place, const yee_problem *p,
                         const yee_cut *cut)
{
    const cutting c = {diag, place, p, NULL, NULL, cut->depth};
    for (int a = 0; a < 3; a++) {
        const int64_t count = cut->count[a], *at = cut->at[a];
        const char *why = count > 1 ? uncut(&c, a) : NULL;
        if (why)
            return yee_diag_fail(diag, YEE_DECLINED, place,
                                 "subdomains: the axis %c cannot be cut: %s", "xyz"[a], why);
        for (int64_t n = 0; n < count && count > 1; n++) {
            obstacle o;
            if (short_of(&c, a, at[n + 1] - at[n]))
                return yee_diag_fail(diag, YEE_DECLINED, place,
                                     "subdomains: cells %lld to %lld along %c do not go with a "
                                     "halo of %lld; cut into fewer subdomains",
                                     (long long)at[n], (long long)at[n + 1], "xyz"[a],
                                     (long long)cut -> depth);
            if ((n > 0 || p->grid.axis[a].periodic) && obstructed(&c, a, at[n], &o))
                return refuse_obstacle(&c, a, &o);
        }
    }
    return YEE_OK;
}

double yee_cut_plane_work(const yee_grid *g, const yee_scheme_cuts *scheme, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    double plain = i >= a->layer[0] && i < a->cells - a->layer[1];
    for (int n = 1; n < 3; n++) {
        const yee_axis_data *b = &g->axis[(axis + n) % 3];
        plain *= (double)(b->cells - b->layer[0] - b->layer[1]) / (double)b->cells;
    }
    return 1 + scheme->layer * (1 - plain);
}

static double plane_cost(const cutting *c, int axis, int64_t i)
{
    const double *scale = c->wish->scale[axis];
    return yee_cut_plane_work(&c->p->grid, c->scheme, axis, i) * (scale ? scale[i] : 1);
}

/* The free position nearest to `ideal` in [low, high]; -1: there is none. */
static int64_t free_near(const cutting *c, int axis, int64_t ideal, int64_t low, int64_t high,
                         obstacle *o)
{
    for (int64_t d = 0; ideal - d >= low || ideal + d <= high; d++) {
        const int64_t at[2] = {ideal + d, ideal - d};
        for (int n = 0; n < 2; n++)
            if (at[n] >= low && at[n] <= high && !obstructed(c, axis, at[n], o))
                return at[n];
    }
    return -1;
}

/* Positions of the cuts along one axis: those that are wished for, or equal shares of the work, halos
 * among it, of which the ends of an axis that is no ring have one, moved to free places. *o: what was
 * in the way of the first one that has none. */
static bool place_cuts(const cutting *c, int axis, int64_t count, int64_t *at, obstacle *o)
{
    const yee_grid *g = &c->p->grid;
    const int64_t cells = g->axis[axis].cells, least = c->depth + 1;
    const double halo = g->axis[axis].periodic ? 0
                                               : c->scheme->halo * (double)c->depth *
                                                     plane_cost(c, axis, cells / 2);
    double all = 2 * halo * (double)(count - 1), sum = 0;
    int64_t ideal = 0;
    if (count > 1 && c->wish->at[axis]) {
        memcpy(at, c->wish->at[axis], (size_t)(count + 1) * sizeof *at);
        return true;
    }
    at[0] = 0;
    at[count] = cells;
    if (count > 1 && g->axis[axis].periodic && obstructed(c, axis, 0, o))
        return false;
    for (int64_t i = 0; i < cells; i++)
        all += plane_cost(c, axis, i);
    for (int64_t n = 1; n < count; n++) {
        const double own = all * (double)n / (double)count - halo * (double)(2 * n - 1);
        for (; ideal < cells; ideal++) {
            const double cost = plane_cost(c, axis, ideal);
            if (sum + 0.5 * cost > own)
                break;
            sum += cost;
        }
        const int64_t low = at[n - 1] + least, high = cells - (count - n) * least;
        at[n] = free_near(c, axis,
                          ideal < low    ? low
                          : ideal > high ? high
                                         : ideal,
                          low, high, o);
        if (at[n] < 0)
            return false;
    }
    return true;
}

/* Whether equal shares of so many subdomains along an axis are impossible. */
static bool too_many(const cutting *c, int axis, int64_t count)
{
    const int64_t cells = c->p->grid.axis[axis].cells;
    return short_of(c, axis, cells / count) || short_of(c, axis, (cells + count - 1) / count);
}

/* Cells that the largest subdomain steps, its halo among them; infinite where there is no such cut. */
static double largest(const cutting *c, const int64_t count[3])
{
    const yee_grid *g = &c->p->grid;
    double cells = 1;
    for (int a = 0; a < 3; a++) {
        const int64_t own = (g->axis[a].cells + count[a] - 1) / count[a];
        if (count[a] > 1 && (uncut(c, a) || too_many(c, a, count[a])))
            return INFINITY;
        const int halos = count[a] == 1 ? 0 : count[a] == 2 && !g->axis[a].periodic ? 1 : 2;
        cells *= (double)own + halos * c->scheme->halo * (double)c->depth;
    }
    return cells;
}

/* The counts whose product is n, in the order of the cells that they leave the largest subdomain,
 * *cost, and cuts along x first where these are equal. count: the former ones, with their *cost;
 * 0: the first are wanted. False: there are no more. */
static bool next_counts(const cutting *c, int64_t n, int64_t count[3], double *cost)
{
    const int64_t former[2] = {count[0], count[1]};
    double best = INFINITY;
    bool behind = false;
    for (int64_t x = n; x > 0; x--)
        for (int64_t y = n / x; n % x == 0 && y > 0; y--) {
            const int64_t these[3] = {x, y, n / x / y};
            const double own = n / x % y ? (double)INFINITY : largest(c, these);
            if ((own > *cost || (own >= *cost && behind)) && own < best) {
                best = own;
                for (int a = 0; a < 3; a++)
                    count[a] = these[a];
            }
            behind = behind || (x == former[0] && y == former[1]);
        }
    *cost = best;
    return best < INFINITY;
}

/* YEE_DECLINED without a sentence: *axis is the one of the obstacle. */
static yee_status try_counts(const cutting *c, yee_arena *arena, const int64_t count[3],
                             yee_cut *cut, int *axis, obstacle *o)
{
    for (int a = 0; a < 3; a++) {
        int64_t *at = yee_arena_alloc(arena, (size_t)(count[a] + 1) * sizeof *at);
        *axis = a;
        cut->count[a] = count[a];
        cut->at[a] = at;
        if (!at)
            return YEE_MEMORY;
        if (!place_cuts(c, a, count[a], at, o))
            return YEE_DECLINED;
    }
    return yee_cut_check(c->diag, c->place, c->p, cut);
}

/* The most subdomains that go along an axis; less than 2: it stays whole. */
static int64_t most_along(const cutting *c, int axis)
{
    int64_t most = c->p->grid.axis[axis].cells / (c->depth + 1);
    while (most > 1 && too_many(c, axis, most))
        most--;
    return most;
}

/* Why counts that the user gave are impossible. */
static yee_status refuse_counts(const cutting *c, const int64_t count[3])
{
    int a = 0;
    while (count[a] == 1 || !(uncut(c, a) || too_many(c, a, count[a])))
        a++;
    if (uncut(c, a))
        return yee_diag_fail(c->diag, YEE_DECLINED, c->place,
                             "subdomains: the axis %c cannot be cut: %s", "xyz"[a],
                             uncut(c, a));
    const int64_t cells = c->p->grid.axis[a].cells, most = most_along(c, a);
    if (most < 2)
        return yee_diag_fail(c->diag, YEE_DECLINED, c->place,
                             "subdomains: %lld along %c do not go with its %lld cells, which "
                             "halos of %lld leave whole; cut another axis",
                             (long long)count[a], "xyz"[a], (long long)cells,
                             (long long)c -> depth);
    return yee_diag_fail(c->diag, YEE_DECLINED, c->place,
                         "subdomains: %lld along %c do not go with its %lld cells and halos of "
                         "%lld; up to %lld do",
                         (long long)count[a], "xyz"[a], (long long)cells, (long long)c -> depth,
                         (long long)most);
}

yee_status yee_cut_choose(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_problem *p, const yee_cut_wish *wish,
                          const yee_scheme_cuts *scheme, int64_t depth, yee_cut *cut)
{
    const cutting c = {diag, place, p, scheme, wish, depth};
    const yee_axis_data *a = p->grid.axis;
    const int64_t *wanted = wish->count;
    int64_t count[3] = {wanted[0], wanted[1], wanted[2]};
    obstacle o = {0};
    double cost = 0;
    int failed = 0;
    yee_status status = YEE_DECLINED;
    *cut = (yee_cut){.depth = depth};
    if (wanted[1] > 0 && largest(&c, count) == INFINITY)
        return refuse_counts(&c, count);
    if (wanted[1] > 0)
        status = try_counts(&c, arena, count, cut, &failed, &o);
    while (wanted[1] == 0 && status == YEE_DECLINED && next_counts(&c, wanted[0], count, &cost))
        status = try_counts(&c, arena, count, cut, &failed, &o);
    if (status != YEE_DECLINED)
        return status;
    if (o.what)
        return refuse_obstacle(&c, failed, &o);
    if (wanted[1] > 0)
        return status; /* with its sentence */
    return yee_diag_fail(diag, YEE_DECLINED, place,
                         "subdomains: %lld x %lld x %lld cells cannot be cut into %lld with "
                         "halos of %lld cells",
                         (long long)a[0].cells, (long long)a[1].cells, (long long)a[2].cells,
                         (long long)wanted[0], (long long)depth);
}

/* Planes that subdomain n along an axis steps, *plain of them outside of layers. */
static double planes(const yee_problem *p, const yee_cut *cut, const yee_scheme_cuts *scheme,
                     int axis, int64_t n, double *plain)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    const int64_t *at = &cut->at[axis][n], low = a->layer[0], high = a->cells - a->layer[1];
    const double halo =
        yee_cut_halos(&p->grid, cut, axis, n) * scheme->halo * (double)cut->depth;
    const int64_t from = at[0] > low ? at[0] : low, to = at[1] < high ? at[1] : high;
    *plain = (double)(to > from ? to - from : 0) + (to > from ? halo : 0);
    return (double)(at[1] - at[0]) + halo;
}

double yee_cut_work(const yee_problem *p, const yee_cut *cut, const yee_scheme_cuts *scheme,
                    double *mean)
{
    double all = 0, most = 0;
    for (int64_t n = 0; n < yee_cut_count(cut); n++) {
        const int64_t at[3] = {n / cut->count[2] / cut->count[1],
                               n / cut->count[2] % cut->count[1], n % cut->count[2]};
        double cells = 1, outside = 1;
        for (int a = 0; a < 3; a++) {
            double plain;
            cells *= planes(p, cut, scheme, a, at[a], &plain);
            outside *= plain;
        }
        const double work = cells + scheme->layer * (cells - outside);
        most = fmax(most, work);
        all += work;
    }
    *mean = all / (double)yee_cut_count(cut);
    return most;
}
