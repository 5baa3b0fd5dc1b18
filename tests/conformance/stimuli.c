/* stimuli.c: random points, ports and taps of a case. */
#include "builder.h"
#include <math.h>
#include <stdlib.h>

static void wave(void *self, int64_t step, double *value)
{
    const yee_signals *s = self;
    for (int64_t n = 0; n < s->count; n++)
        value[n] = sin(0.37 * (double)step + 0.9 * (double)n);
}

static const yee_signals *make_signals(builder *b, int64_t count)
{
    yee_signals *s = builder_alloc(b, 1, sizeof *s);
    if (s)
        *s = (yee_signals){sizeof *s, count, s, wave};
    return s;
}

static int some_component(builder *b, bool updated)
{
    const yee_grid *g = &b->p->grid;
    for (int tries = 0; tries < 100; tries++) {
        int c = (int)whole(&b->r, 0, 5);
        bool any = true;
        for (int a = 0; a < 3; a++)
            any = any && g->begin[c][a] < g->end[c][a];
        if (g->active[c] && (any || !updated))
            return c;
    }
    return -1;
}

static int64_t some_point(builder *b, int c)
{
    const yee_grid *g = &b->p->grid;
    int64_t x[3];
    for (int a = 0; a < 3; a++)
        x[a] = whole(&b->r, g->begin[c][a], g->end[c][a] - 1);
    return yee_grid_index(g, c, x[0], x[1], x[2]);
}

static int by_index(const void *a, const void *b)
{
    int64_t x = ((const yee_point *)a)->index, y = ((const yee_point *)b)->index;
    return (x > y) - (x < y);
}

void make_points(builder *b)
{
    yee_point_group *group = builder_alloc(b, 4, sizeof *group);
    const yee_signals *shared = make_signals(b, 9);
    for (int64_t n = 0; b->ok && n < 4; n++) {
        yee_point_group *g = &group[b->p->groups];
        int c = some_component(b, true);
        if (c < 0)
            continue;
        g->component = c;
        g->cubic = coin(&b->r);
        g->count = whole(&b->r, 1, 20);
        g->signals = coin(&b->r) ? shared : make_signals(b, 9);
        yee_point *point = builder_alloc(b, g->count, sizeof *point);
        if (!b->ok)
            return;
        for (int64_t k = 0; k < g->count; k++)
            point[k] = (yee_point){some_point(b, c),
                                   real(&b->r, -1, 1) / (yee_is_electric(c) ? 1 : YEE_ETA0),
                                   whole(&b->r, 1, 6), g->cubic ? real(&b->r, 0, 1) : 0};
        qsort(point, (size_t)g->count, sizeof *point, by_index);
        g->point = point;
        b->p->groups++;
    }
    b->p->group = group;
}

/* The updated point before this one along the last axis, or itself. */
static int64_t beside(const builder *b, int c, int64_t index)
{
    const yee_grid *g = &b->p->grid;
    return index % g->extent[c][2] > g->begin[c][2] ? index - 1 : index;
}

/* Currents in proportion to cb*voltage, as those of a lumped port are,
 * so that it is passive. */
static void add_edge(builder *b, yee_port *q, yee_port_edge *edge, int64_t index)
{
    double cb = b->p->update[yee_problem_medium(b->p, q->component, index)].cb;
    double voltage = real(&b->r, 0.5e-3, 1.5e-3);
    *edge = (yee_port_edge){index, voltage, cb * voltage * 1e9};
    q->feedback += edge->voltage * edge->current;
}

static void settle(yee_port *q, yee_port_edge *edge)
{
    double factor = q->feedback > 0 ? 0.5 * q->resistance / q->feedback : 1;
    for (int64_t k = 0; k < q->count; k++)
        edge[k].current *= factor;
    q->feedback *= factor;
    q->edge = edge;
}

/* A capacitor, a resistor and an inductor in parallel with a source of current that is switched
 * at a step, behind a resistor that grows with the current it carried: every argument of a
 * link's law, and two words. In units of the port's load r (Ohm, V, A about 1). */
typedef struct network {
    double capacitor, inductor, resistor; /* 2 C r/dt, dt r/(2 L), r/R */
    double source;                        /* A */
    int64_t on;
} network;

static double network_current(void *self, int64_t step, double before, double drive,
                              double load, double *state)
{
    const network *q = self;
    const double series = load * (1 + 0.5 * fabs(state[1]) / (1 + fabs(state[1])));
    const double g = (q->capacitor + q->inductor + q->resistor) / load;
    const double known = q->capacitor / load * before - state[0] +
                         (step >= q->on ? q->source * sin(0.41 * (double)step) : 0);
    /* inner = V + series*I, V = drive + load*I, -I = g*inner - known */
    const double current = -(g * drive - known) / (1 + g * (load + series));
    const double inner = drive + (load + series) * current;
    state[0] += 2 * q->inductor / load * inner;
    state[1] += 0.1 * (current - state[1]);
    return current;
}

/* Some of the ports become links. */
static void make_links(builder *b, yee_port *port)
{
    for (int64_t n = 0; b->ok && n < b->p->ports; n++) {
        yee_link *link = builder_alloc(b, 1, sizeof *link);
        network *self = builder_alloc(b, 1, sizeof *self);
        if (!b->ok || whole(&b->r, 0, 3) == 0 || !(port[n].feedback > 0))
            continue; /* in a conductor there is nothing to feed */
        *self = (network){.capacitor = real(&b->r, 0, 3),
                          .inductor = real(&b->r, 0, 0.5),
                          .resistor = real(&b->r, 0, 2),
                          .source = real(&b->r, 0, 1) / port[n].resistance,
                          .on = whole(&b->r, 0, b->p->steps)};
        *link = (yee_link){sizeof *link, 2, self, network_current};
        port[n].resistance = 0;
        port[n].link = link;
    }
}

void make_ports(builder *b)
{
    yee_port *port = builder_alloc(b, 2, sizeof *port);
    for (int64_t n = 0; b->ok && n < 8 && b->p->ports < 2; n++) {
        int c = some_component(b, true);
        if (c < 0 || !yee_is_electric(c))
            continue;
        yee_port *q = &port[b->p->ports];
        yee_port_edge *edge = builder_alloc(b, 3, sizeof *edge);
        q->count = whole(&b->r, 1, 3);
        q->component = c;
        q->resistance = real(&b->r, 1, 100);
        q->signals = make_signals(b, 1);
        q->name = "random";
        if (!b->ok)
            return;
        for (int64_t k = 0; k < q->count; k++)
            add_edge(b, q, &edge[k],
                     has(b, CASE_LARGE) && k ? beside(b, c, edge[k - 1].index)
                                             : some_point(b, c));
        settle(q, edge);
        b->p->ports++;
    }
    if (b->ok && has(b, CASE_LINKS))
        make_links(b, port);
    if (b->ok && has(b, CASE_PORT_LAWS))
        make_port_laws(b, port);
    b->p->port = port;
}

bool case_add_port(test_case *t, int component, int axis, int64_t count, const int64_t from[3])
{
    builder b = {t, &t->problem, {t->seed}, true, NULL};
    const int64_t ports = t->problem.ports;
    yee_port *port = builder_alloc(&b, ports + 1, sizeof *port);
    yee_port_edge *edge = builder_alloc(&b, count, sizeof *edge);
    if (!b.ok)
        return false;
    for (int64_t n = 0; n < ports; n++)
        port[n] = t->problem.port[n];
    port[ports] = (yee_port){.count = count,
                             .component = component,
                             .resistance = 50,
                             .signals = make_signals(&b, 1),
                             .name = "row"};
    for (int64_t k = 0; k < count; k++) {
        int64_t x[3] = {from[0], from[1], from[2]};
        x[axis] += k;
        add_edge(&b, &port[ports], &edge[k],
                 yee_grid_index(&t->problem.grid, component, x[0], x[1], x[2]));
    }
    settle(&port[ports], edge);
    t->problem.port = port;
    t->problem.ports++;
    return b.ok;
}

static void make_tap(builder *b, yee_tap *t, yee_tap_kind kind)
{
    const yee_grid *g = &b->p->grid;
    int c = some_component(b, false);
    int64_t points = 1;
    *t = (yee_tap){.kind = kind,
                   .first = whole(&b->r, 0, 5),
                   .every = whole(&b->r, 1, 4),
                   .last = coin(&b->r) ? b->p->steps - 2 : INT64_MAX,
                   .component = c};
    for (int a = 0; a < 3; a++) {
        t->lo[a] = whole(&b->r, 0, g->extent[c][a] - 1);
        t->hi[a] = whole(&b->r, t->lo[a] + 1, g->extent[c][a]);
        t->stride[a] = whole(&b->r, 1, 3);
        points *= (t->hi[a] - t->lo[a] + t->stride[a] - 1) / t->stride[a];
    }
    t->values = points;
    if (kind == YEE_TAP_POINTS) {
        t->count = t->values = whole(&b->r, 1, 5);
        int *component = builder_alloc(b, t->count, sizeof *component);
        int64_t *index = builder_alloc(b, t->count, sizeof *index);
        for (int64_t n = 0; b->ok && n < t->count; n++) {
            component[n] = some_component(b, false);
            index[n] = whole(&b->r, 0, yee_grid_points(g, component[n]) - 1);
        }
        t->point_component = component;
        t->point_index = index;
    } else if (kind == YEE_TAP_DFT) {
        double *frequency = builder_alloc(b, 3, sizeof *frequency);
        t->frequencies = whole(&b->r, 1, 3);
        for (int64_t n = 0; b->ok && n < t->frequencies; n++)
            frequency[n] = real(&b->r, 0, 0.1) / g->dt;
        t->frequency = frequency;
        t->values = 2 * points * t->frequencies;
    } else if (kind == YEE_TAP_PORT) {
        t->port = whole(&b->r, 0, b->p->ports - 1);
        t->values = 2;
    } else if (kind == YEE_TAP_ENERGY) {
        t->values = 2;
    }
}

void make_taps(builder *b)
{
    yee_tap *tap = builder_alloc(b, 16, sizeof *tap);
    for (int kind = YEE_TAP_BOX; b->ok && kind <= YEE_TAP_ENERGY; kind++)
        for (int64_t n = whole(&b->r, 1, 3); n > 0; n--)
            if (kind != YEE_TAP_PORT || b->p->ports > 0)
                make_tap(b, &tap[b->p->taps++], (yee_tap_kind)kind);
    b->p->tap = tap;
}
