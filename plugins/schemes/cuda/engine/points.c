/* points.c: points and ports in the layout of the device, sorted so that everything that is
 * added to one point is added by one thread, in the problem's order. */
#include "plan.h"
#include <stdlib.h>

typedef struct entry {
    int64_t at;
    int component;
    int64_t order;
    share share;
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

/* Place of some signals among the values of a step. */
static int64_t add_player(plan *p, const yee_signals *signals)
{
    for (int64_t n = 0; n < p->players; n++)
        if (p->player[n].signals == signals)
            return p->player[n].at;
    player *x = &p->player[p->players++];
    *x = (player){signals, p->c.values};
    p->c.values += signals->count;
    return x->at;
}

/* Targets of one field from its sorted entries. */
static bool make_targets(plan *p, const entry *entries, int64_t first, int64_t end,
                         int electric)
{
    const int nears = electric ? p->c.nears[1] : 0;
    target *t = plan_scratch(p, end - first, sizeof *t);
    int *near_target = plan_scratch(p, nears, sizeof *near_target);
    if (!t || !near_target)
        return false;
    int64_t count = 0;
    for (int n = 0; n < nears; n++)
        near_target[n] = -1;
    for (int64_t n = first; n < end; n++) {
        const entry *x = &entries[n];
        if (n > first && x->at == x[-1].at && x->component == x[-1].component) {
            t[count - 1].count++;
            continue;
        }
        const int near = electric ? near_find(p, x->component, x->at) : -1;
        if (near >= 0)
            near_target[near] = (int)count;
        t[count++] = (target){x->at, n, 1, x->component, near};
    }
    p->c.targets[electric] = count;
    return device_ask(&p->memory, &p->c.target[electric], count, sizeof *t, t) &&
           (!electric ||
            device_ask(&p->memory, &p->c.near_target, nears, sizeof *near_target, near_target));
}

static bool make_points(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t total = 0, used = 0, magnetic = 0;
    for (int64_t g = 0; g < q->groups; g++)
        total += q->group[g].count;
    entry *entries = plan_scratch(p, total, sizeof *entries);
    share *shares = plan_scratch(p, total, sizeof *shares);
    if (!entries || !shares)
        return false;
    for (int64_t g = 0; g < q->groups; g++) {
        const yee_point_group *x = &q->group[g];
        int64_t signals = add_player(p, x->signals);
        int c = p->as[x->component];
        for (int64_t n = 0; n < x->count; n++, used++) {
            const yee_point *y = &x->point[n];
            const uint32_t medium = yee_problem_medium(q, x->component, y->index);
            const double amplitude = y->amplitude * (p->source ? p->source[medium] : 1);
            entries[used] =
                (entry){plan_padded(p, c, y->index),
                        c,
                        used,
                        {amplitude, y->fraction, (int)(signals + y->signal), x->cubic}};
            magnetic += !yee_is_electric(c);
            if (plan_trimmed_point(p, c, y->index))
                plan_trim(p, false);
        }
    }
    qsort(entries, (size_t)total, sizeof *entries, by_place);
    for (int64_t n = 0; n < total; n++)
        shares[n] = entries[n].share;
    return make_targets(p, entries, 0, total - magnetic, 1) &&
           make_targets(p, entries, total - magnetic, total, 0) &&
           device_ask(&p->memory, &p->c.share, total, sizeof *shares, shares);
}

static bool make_ports(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t total = 0, used = 0;
    for (int64_t n = 0; n < q->ports; n++)
        total += q->port[n].count;
    port_law *law = plan_scratch(p, q->ports, sizeof *law);
    port_edge *edge = plan_scratch(p, total, sizeof *edge);
    if (!law || !edge)
        return false;
    for (int64_t n = 0; n < q->ports; n++) {
        const yee_port *x = &q->port[n];
        int c = p->as[x->component];
        law[n] = (port_law){used, x->count, x->resistance + 0.5 * x->feedback, c,
                            (int)add_player(p, x->signals)};
        for (int64_t m = 0; m < x->count; m++) {
            int64_t at = plan_padded(p, c, x->edge[m].index);
            edge[used++] =
                (port_edge){at, x->edge[m].voltage, x->edge[m].current, near_find(p, c, at)};
        }
    }
    p->c.ports = (int)q->ports;
    return device_ask(&p->memory, &p->c.port, q->ports, sizeof *law, law) &&
           device_ask(&p->memory, &p->c.edge, total, sizeof *edge, edge) &&
           device_ask(&p->memory, &p->c.meter, q->ports, sizeof *p->c.meter, NULL);
}

bool lists_make(plan *p)
{
    int64_t most = p->problem->groups + p->problem->ports;
    p->player = calloc((size_t)most + 1, sizeof *p->player);
    return p->player && make_points(p) && make_ports(p) &&
           device_ask(&p->memory, &p->c.clock, 1, sizeof *p->c.clock, NULL);
}
