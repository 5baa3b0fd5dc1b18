/* edges.c: the points of source_edges.h, in double over what the sweeps wrote. */
#include "plan.h"

bool edges_make(plan *p)
{
    if (!source_edges_make(p->problem, NULL, NULL, &p->edges))
        return false;
    p->edge_value = plan_take(p, p->edges.count, sizeof *p->edge_value);
    return p->edge_value != NULL;
}

static double value_of(const plan *p, const source_edge *n)
{
    return field_value(p, p->as[n->component], n->index);
}

/* Before a sweep of H: the old field, which the sweep overwrites. */
void edges_keep(plan *p)
{
    for (int64_t n = 0; n < p->edges.count; n++)
        if (!yee_is_electric(p->edges.edge[n].component))
            p->edge_value[n] = value_of(p, &p->edges.edge[n]);
}

/* After a sweep: the same update in double. E is kept unrounded. */
void edges_update(plan *p, bool electric)
{
    for (int64_t m = 0; m < p->edges.count; m++) {
        const source_edge *n = &p->edges.edge[m];
        if (yee_is_electric(n->component) != electric)
            continue;
        double curl = 0;
        for (const source_edge_term *t = n->term; t < n->term + n->terms; t++)
            curl += t->weight * (t->slot >= 0 ? p->edge_value[t->slot]
                                              : field_value(p, p->as[t->component], t->index));
        double *value = &p->edge_value[m];
        *value += n->cb * curl - n->loss * *value;
        field_set(p, p->as[n->component], n->index, *value);
    }
}

void edges_add(plan *p, int component, int64_t index, double value)
{
    const int c = p->as[component];
    const int64_t n = yee_is_electric(c) ? source_edges_find(&p->edges, component, index) : -1;
    const double sum = (n >= 0 ? p->edge_value[n] : field_value(p, c, index)) + value;
    if (n >= 0)
        p->edge_value[n] = sum;
    field_set(p, c, index, sum);
}

/* After the fields were written from outside. */
void edges_reset(plan *p)
{
    for (int64_t n = 0; n < p->edges.count; n++)
        p->edge_value[n] = value_of(p, &p->edges.edge[n]);
}

/* What the fields' copies have lost. */
yee_status edges_piece(plan *p, yee_state *state)
{
    int64_t bytes = p->edges.count * (int64_t)sizeof *p->edge_value;
    return bytes ? state->piece(state, "near", p->edge_value, bytes) : YEE_OK;
}
