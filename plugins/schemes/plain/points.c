/* points.c: what is added to fields: currents and lumped ports. One thread, in the order of the
 * problem, so that an edge that many points share always gets the same sum. */
#include "../common/points.h"
#include "../common/ports.h"
#include "plan.h"

void points_play(plan *p)
{
    for (int64_t n = 0; n < p->players; n++) {
        const yee_signals *s = p->player[n].signals;
        s->fill(s->self, p->step, p->player[n].value);
    }
}

/* What a point adds to its field in this step. */
static double added(const plan *p, int64_t group, const yee_point *x)
{
    const int c = p->as[p->problem->group[group].component];
    return x->amplitude * p->medium[point_medium(p, c, x->index)].source *
           points_value(&p->problem->group[group], x, p->player[p->group_player[group]].value);
}

void points_add(plan *p, bool electric)
{
    for (int64_t n = 0; n < p->problem->groups; n++) {
        const yee_point_group *g = &p->problem->group[n];
        if (yee_is_electric(g->component) != electric)
            continue;
        for (const yee_point *x = g->point; x < g->point + g->count; x++)
            edges_add(p, g->component, x->index, added(p, n, x));
    }
}

/* Whether the problem's subdomain owns a point that is updated. */
static bool is_own(const plan *p, int component, const int64_t at[3])
{
    bool own = true;
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        yee_own_points(p->problem, component, a, &begin, &end);
        own = own && at[a] >= begin && at[a] < end;
    }
    return own;
}

void points_energy(plan *p, yee_sum *sum)
{
    points_play(p);
    for (int64_t n = 0; n < p->problem->groups; n++) {
        const yee_point_group *g = &p->problem->group[n];
        int c = p->as[g->component];
        if (yee_is_electric(c))
            continue;
        const int64_t *e = p->grid.extent[c], *f = p->problem->grid.extent[g->component];
        for (const yee_point *x = g->point; x < g->point + g->count; x++) {
            const int64_t row = x->index / e[2];
            const int64_t at[3] = {x->index / f[2] / f[1], x->index / f[2] % f[1],
                                   x->index % f[2]};
            if (is_own(p, g->component, at))
                yee_sum_add(sum,
                            p->medium[point_medium(p, c, x->index)].next *
                                point_volume(p, c, row / e[1], row % e[1], x->index % e[2]) *
                                field_value(p, c, x->index) * added(p, n, x));
        }
    }
}

double port_voltage(const plan *p, int64_t port)
{
    const yee_port *q = &p->problem->port[port];
    double sum = 0;
    for (const yee_port_edge *x = q->edge; x < q->edge + q->count; x++)
        sum += x->voltage * field_value(p, p->as[q->component], x->index);
    return sum;
}

void ports_before(plan *p)
{
    for (int64_t n = 0; n < p->problem->ports; n++)
        p->port_before[n] = port_voltage(p, n);
}

void ports_apply(plan *p)
{
    for (int64_t n = 0; n < p->problem->ports; n++) {
        const yee_port *q = &p->problem->port[n];
        const double current =
            ports_current(q, p->step, p->port_before[n], port_voltage(p, n),
                          p->player[p->port_player[n]].value[0], p->link + p->link_first[n]);
        for (const yee_port_edge *x = q->edge; x < q->edge + q->count; x++)
            edges_add(p, q->component, x->index, x->current * current);
        p->port_current[n] = current;
    }
}
