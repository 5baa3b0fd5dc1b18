/* core/selftest/ports.c: ports whose terminals end a cell before a conductor, which they do not feed. */
#include "base/units.h"
#include "plugin/call.h"
#include "selftest.h"
#include <math.h>

#define CONDUCTS 30 /* times the displacement current; at 1 GHz 1.7 S/m and more in air */

typedef struct node {
    int64_t i[3];
} node;

static node node_of(const yee_grid *g, int c, int64_t index)
{
    const int64_t *n = g->extent[c];
    return (node){{index / (n[1] * n[2]), index / n[2] % n[1], index % n[2]}};
}

/* Whether a medium is a conductor at a frequency (Hz): perfect, nearly so, or a metal in light. */
static bool conducts(const yee_medium *v, double frequency)
{
    if (v->conductor != YEE_NOT_CONDUCTOR || !(frequency > 0))
        return v->conductor == YEE_PERFECT_ELECTRIC;
    const yee_complex e = yee_response_value(&v->response, YEE_EPS0, 2 * YEE_PI * frequency);
    return e.re <= 0 || fabs(e.im) > CONDUCTS * e.re;
}

/* Whether an edge that begins or ends at a node conducts, or the node lies on a wall that does. */
static bool on_metal(const yee_model *m, node at)
{
    const yee_problem *p = &m->problem;
    const yee_grid *g = &p->grid;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        if (x->invariant)
            continue;
        if ((at.i[a] == 0 && x->face[0] == YEE_FACE_PEC) ||
            (at.i[a] == x->cells && x->face[1] == YEE_FACE_PEC))
            return true;
        for (int side = 0; side < 2; side++) {
            node e = at;
            e.i[a] -= side;
            bool inside = true;
            for (int b = 0; b < 3; b++)
                inside = inside && e.i[b] >= 0 && e.i[b] < g->extent[a][b];
            if (inside &&
                conducts(
                    &p->medium[yee_problem_medium(
                        p, YEE_EX + a, yee_grid_index(g, YEE_EX + a, e.i[0], e.i[1], e.i[2]))],
                    fmax(sqrt(m->band[0] * m->band[1]), 0.1 * m->band[1])))
                return true;
        }
    }
    return false;
}

/* Whether an edge of another port, such as an element in series, begins or ends at a node. */
static bool on_port(const yee_problem *p, int64_t own, node at)
{
    for (int64_t n = 0; n < p->ports; n++)
        for (int64_t k = 0; n != own && k < p->port[n].count; k++) {
            const int c = p->port[n].component, a = yee_direction(c);
            const node e = node_of(&p->grid, c, p->port[n].edge[k].index);
            bool touches = true;
            for (int b = 0; b < 3; b++)
                touches = touches && at.i[b] - e.i[b] >= 0 && at.i[b] - e.i[b] <= (b == a);
            if (touches)
                return true;
        }
    return false;
}

/* One end of a port: whether any of its columns touches metal there, and whether the next node of one
 * does. */
typedef struct terminal {
    bool touches, misses;
    node next;
} terminal;

static terminal see_end(const yee_model *m, int64_t number, int side)
{
    const yee_problem *p = &m->problem;
    const yee_port *port = &p->port[number];
    const int a = yee_direction(port->component);
    terminal t = {false, false, {{0}}};
    int64_t end = side ? -1 : INT64_MAX;
    for (int64_t k = 0; k < port->count; k++) {
        const int64_t i = node_of(&p->grid, port->component, port->edge[k].index).i[a] + side;
        end = side ? (i > end ? i : end) : (i < end ? i : end);
    }
    for (int64_t k = 0; k < port->count; k++) {
        node at = node_of(&p->grid, port->component, port->edge[k].index);
        if (at.i[a] + side != end)
            continue;
        at.i[a] = end;
        t.touches = t.touches || on_metal(m, at) || on_port(p, number, at);
        at.i[a] += side ? 1 : -1;
        if (!t.misses && at.i[a] >= 0 && at.i[a] <= p->grid.axis[a].cells && on_metal(m, at)) {
            t.misses = true;
            t.next = at;
        }
    }
    return t;
}

/* A gap of a cell is a capacitor in series, and all that a port says is ruled by it. */
yee_status yee_selftest_ports(yee_model *m)
{
    const yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->ports && !status; n++) {
        const int a = yee_direction(p->port[n].component);
        if (p->grid.axis[a].invariant || !p->port[n].count)
            continue;
        const char *block = yee_arena_format(m->arena, "source.%s", p->port[n].name);
        const bool meant = yee_points_gap_meant(m->points, p->port[n].name);
        bool none = true;
        for (int side = 0; side < 2 && !status; side++) {
            const terminal t = see_end(m, n, side);
            none = none && (t.touches || !t.misses);
            if (!t.touches && t.misses && block && !meant)
                status =
                    yee_finding_note(m, YEE_WARNING, block,
                                     "its terminal on the side of %c%c touches no conductor, "
                                     "and one begins a cell "
                                     "further, at %c = %s: the gap between them is a capacitor "
                                     "in series; let the "
                                     "port reach it, or accept that by gap = yes",
                                     "xyz"[a], "-+"[side], "xyz"[a],
                                     yee_units_si(p->grid.axis[a].node[t.next.i[a]], "m").text);
        }
        if (meant && none && block && !status)
            status = yee_finding_note(m, YEE_INFO, block,
                                      "gap = yes, but neither of its terminals ends a cell "
                                      "before a conductor: the key changes nothing here");
    }
    return status;
}
