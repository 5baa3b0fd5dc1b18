/* core/cli/geometry/marks.c: where sources and outputs are. */
#include "base/grow.h"
#include "geometry.h"
#include "problem/emission.h"
#include <math.h>

enum { SINGLE = 64 }; /* points of a source that are shown one by one */

static bool add(mark_list *l, mark_kind kind, const char *name, const double lo[3],
                const double hi[3])
{
    if (!yee_grow(&l->v, l->count, &l->capacity, sizeof *l->v))
        return false;
    mark *m = &l->v[l->count++];
    *m = (mark){.kind = kind, .name = name};
    memcpy(m->lo, lo, sizeof m->lo);
    memcpy(m->hi, hi, sizeof m->hi);
    return true;
}

/* The ends of an edge, or the place of a point twice. */
static void ends_of(const yee_grid *g, int component, int64_t index, bool edge, double lo[3],
                    double hi[3])
{
    const int64_t *e = g->extent[component];
    const int64_t at[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    for (int a = 0; a < 3; a++) {
        lo[a] = hi[a] = yee_grid_position(g, component, a, at[a]);
        if (edge && a == yee_direction(component) && !g->axis[a].invariant) {
            lo[a] = g->axis[a].node[at[a]];
            hi[a] = g->axis[a].node[at[a] + 1];
        }
    }
}

static void widen(double all[2][3], const double lo[3], const double hi[3])
{
    for (int a = 0; a < 3; a++) {
        all[0][a] = fmin(all[0][a], lo[a]);
        all[1][a] = fmax(all[1][a], hi[a]);
    }
}

#define NOTHING \
    { \
        {INFINITY, INFINITY, INFINITY}, { -INFINITY, -INFINITY, -INFINITY } \
    }

/* Groups of one source follow each other, as its components do. */
static bool add_sources(const yee_model *m, mark_list *l)
{
    const yee_points *p = m->points;
    const yee_grid *g = &m->problem.grid;
    for (size_t i = 0, end; i < p->count; i = end) {
        const yee_instance *source = p->v[i].source;
        double all[2][3] = NOTHING, lo[3], hi[3];
        int64_t points = 0;
        bool port = false;
        for (end = i; end < p->count && p->v[end].source == source; end++) {
            points += p->v[end].count;
            port = port || p->v[end].port;
        }
        for (size_t e = i; e < end; e++)
            for (int64_t q = 0; q < p->v[e].count; q++) {
                const struct emission *v = &p->v[e];
                ends_of(g, v->component, v->port ? v->edge[q].index : v->point[q].index,
                        v->port, lo, hi);
                widen(all, lo, hi);
                if (!port && points <= SINGLE &&
                    !add(l, MARK_SOURCE, source->host.instance, lo, hi))
                    return false;
            }
        if (points && (port || points > SINGLE) &&
            !add(l, port ? MARK_PORT : MARK_SOURCE, source->host.instance, all[0], all[1]))
            return false;
    }
    return true;
}

/* Components of one place are one mark. */
static bool add_points(const yee_grid *g, const yee_tap *tap, const char *name, mark_list *l)
{
    const size_t first = l->count;
    for (int64_t n = 0; n < tap->count; n++) {
        double lo[3], hi[3];
        bool known = false;
        ends_of(g, tap->point_component[n], tap->point_index[n], false, lo, hi);
        for (size_t k = first; k < l->count && !known; k++) {
            known = true;
            for (int a = 0; a < 3; a++) {
                const int64_t cell = yee_grid_cell(g, a, lo[a]);
                const double width = g->axis[a].node[cell + 1] - g->axis[a].node[cell];
                known = known && fabs(l->v[k].lo[a] - lo[a]) < 0.75 * width;
            }
        }
        if (!known && !add(l, MARK_PROBE, name, lo, hi))
            return false;
    }
    return true;
}

/* The nodes around what a tap records. */
static void tap_box(const yee_grid *g, const yee_tap *tap, double lo[3], double hi[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        const bool half = yee_half(tap->component, a) || x->invariant;
        const bool thin = tap->hi[a] == tap->lo[a] + 1 && !x->invariant;
        const int64_t last = half && !thin ? tap->hi[a] : tap->hi[a] - 1;
        lo[a] = x->node[tap->lo[a] < x->cells ? tap->lo[a] : x->cells];
        hi[a] = x->node[last < x->cells ? last : x->cells];
    }
}

static bool is_box(const yee_tap *tap)
{
    return tap->kind == YEE_TAP_BOX || tap->kind == YEE_TAP_DFT;
}

static bool is_grid(const yee_grid *g, double box[2][3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        const double cell = 1.01 * (x->node[x->cells] - x->node[0]) / (double)x->cells;
        if (!x->invariant &&
            (box[0][a] > x->node[0] + cell || box[1][a] < x->node[x->cells] - cell))
            return false;
    }
    return true;
}

static bool add_outputs(const yee_model *m, mark_list *l)
{
    const yee_grid *g = &m->problem.grid;
    const yee_taps *t = &m->taps;
    for (int64_t i = 0, end; i < t->count; i = end) {
        const yee_instance *output = t->owner[i].output;
        double all[2][3] = NOTHING, lo[3], hi[3];
        bool electric = false; /* H beside a surface is half a cell off it */
        for (end = i; end < t->count && t->owner[end].output == output; end++)
            electric =
                electric || (is_box(&t->tap[end]) && yee_is_electric(t->tap[end].component));
        for (int64_t k = i; k < end; k++) {
            const yee_tap *tap = &t->tap[k];
            if (tap->kind == YEE_TAP_POINTS && !add_points(g, tap, output->host.instance, l))
                return false;
            if (!is_box(tap) || (electric && !yee_is_electric(tap->component)))
                continue;
            tap_box(g, tap, lo, hi);
            widen(all, lo, hi);
        }
        if (all[0][0] <= all[1][0] && !is_grid(g, all) &&
            !add(l, MARK_BOX, output->host.instance, all[0], all[1]))
            return false;
    }
    return true;
}

bool marks_collect(const yee_model *m, mark_list *l)
{
    *l = (mark_list){.count = 0};
    return add_sources(m, l) && add_outputs(m, l);
}
