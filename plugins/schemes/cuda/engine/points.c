/* points.c: source points and ports in the layout of the device, sorted so that everything that
 * is added to one point is added by one thread, in the problem's order. */
#include "plan.h"
#include <stdlib.h>

typedef struct entry {
    int64_t at;
    int component;
    int64_t order;
    source_term term;
} entry;

static int by_place(const void *a, const void *b)
{
    const entry *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    if (p->at != q->at)
        return p->at < q->at ? -1 : 1;
    return (p->order > q->order) - (p->order < q->order);
}

int64_t points_signals(plan *p, const yee_signals *signals)
{
    for (int64_t n = 0; n < p->feed.slots; n++)
        if (p->feed.slot[n].signals == signals)
            return p->feed.slot[n].at;
    signal_slot *x = &p->feed.slot[p->feed.slots++];
    *x = (signal_slot){signals, p->between.values};
    p->between.values += signals->count;
    return x->at;
}

/* Source points of one field from its sorted entries. */
static bool make_sources(plan *p, const entry *entries, int64_t first, int64_t end,
                         int electric)
{
    const int edges = electric ? p->between.edges[1] : 0;
    source_point *t = plan_scratch(p, end - first, sizeof *t);
    int *edge_source = plan_scratch(p, edges, sizeof *edge_source);
    if (!t || !edge_source)
        return false;
    int64_t count = 0;
    for (int n = 0; n < edges; n++)
        edge_source[n] = -1;
    for (int64_t n = first; n < end; n++) {
        const entry *x = &entries[n];
        if (n > first && x->at == x[-1].at && x->component == x[-1].component) {
            t[count - 1].count++;
            continue;
        }
        const int edge = electric ? plan_edge_find(p, x->component, x->at) : -1;
        if (edge >= 0)
            edge_source[edge] = (int)count;
        t[count++] = (source_point){x->at, n, 1, x->component, edge};
    }
    p->between.sources[electric] = count;
    return device_ask(&p->lists, &p->between.source[electric], count, sizeof *t, t) &&
           (!electric || device_ask(&p->lists, &p->between.edge_source, edges,
                                    sizeof *edge_source, edge_source));
}

static bool make_points(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t total = 0, used = 0, magnetic = 0;
    for (int64_t g = 0; g < q->groups; g++)
        total += q->group[g].count;
    entry *entries = plan_scratch(p, total, sizeof *entries);
    source_term *terms = plan_scratch(p, total, sizeof *terms);
    if (!entries || !terms)
        return false;
    for (int64_t g = 0; g < q->groups; g++) {
        const yee_point_group *x = &q->group[g];
        int64_t signals = points_signals(p, x->signals);
        int c = p->component_of[x->component];
        for (int64_t n = 0; n < x->count; n++, used++) {
            const yee_point *y = &x->point[n];
            const uint32_t medium = yee_problem_medium(q, x->component, y->index);
            const double amplitude =
                y->amplitude * (p->options->point_scale ? p->options->point_scale[medium] : 1);
            entries[used] =
                (entry){plan_padded(p, c, y->index),
                        c,
                        used,
                        {amplitude, y->fraction, (int)(signals + y->signal), x->cubic}};
            magnetic += !yee_is_electric(c);
        }
    }
    qsort(entries, (size_t)total, sizeof *entries, by_place);
    for (int64_t n = 0; n < total; n++)
        terms[n] = entries[n].term;
    return make_sources(p, entries, 0, total - magnetic, 1) &&
           make_sources(p, entries, total - magnetic, total, 0) &&
           device_ask(&p->lists, &p->between.term, total, sizeof *terms, terms);
}

bool points_need_untrimmed(const plan *p)
{
    const yee_problem *q = p->problem;
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++)
            if (plan_trimmed_point(p, p->component_of[q->group[g].component],
                                   q->group[g].point[n].index))
                return true;
    return false;
}

static bool make_ports(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t total = 0, used = 0;
    for (int64_t n = 0; n < q->ports; n++)
        total += q->port[n].count;
    port_relation *relation = plan_scratch(p, q->ports, sizeof *relation);
    port_edge *edge = plan_scratch(p, total, sizeof *edge);
    if (!relation || !edge)
        return false;
    for (int64_t n = 0; n < q->ports; n++) {
        const yee_port *x = &q->port[n];
        int c = p->component_of[x->component];
        relation[n] = (port_relation){used, x->count, x->resistance + 0.5 * x->feedback, c,
                                      (int)points_signals(p, x->signals)};
        for (int64_t m = 0; m < x->count; m++) {
            int64_t at = plan_padded(p, c, x->edge[m].index);
            edge[used++] = (port_edge){at, x->edge[m].voltage, x->edge[m].current,
                                       plan_edge_find(p, c, at)};
        }
    }
    p->between.ports = (int)q->ports;
    return device_ask(&p->lists, &p->between.port, q->ports, sizeof *relation, relation) &&
           device_ask(&p->lists, &p->between.port_edge, total, sizeof *edge, edge) &&
           device_ask(&p->lists, &p->between.meter, q->ports, sizeof *p->between.meter, NULL);
}

bool points_make(plan *p)
{
    int64_t most = p->problem->groups + 2 * p->problem->ports + p->problem->laws;
    p->feed.slot = calloc((size_t)most + 1, sizeof *p->feed.slot);
    return p->feed.slot && make_points(p) && make_ports(p) &&
           device_ask(&p->lists, &p->between.clock, 1, sizeof *p->between.clock, NULL);
}
