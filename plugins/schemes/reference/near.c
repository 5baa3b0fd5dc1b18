/* near.c: the points of nearby.h, in double over what the sweeps wrote. */
#include "plan.h"

bool near_make(plan *p)
{
    if (!nearby_make(p->problem, &p->near))
        return false;
    p->near_value = plan_take(p, p->near.count, sizeof *p->near_value);
    return p->near_value != NULL;
}

static double value_of(const plan *p, const nearby_point *n)
{
    return field_value(p, p->as[n->component], n->index);
}

/* Before a sweep of H: the old field, which the sweep overwrites. */
void near_keep(plan *p)
{
    for (int64_t n = 0; n < p->near.count; n++)
        if (!yee_is_electric(p->near.point[n].component))
            p->near_value[n] = value_of(p, &p->near.point[n]);
}

/* After a sweep: the same update in double. E is kept unrounded. */
void near_update(plan *p, bool electric)
{
    for (int64_t m = 0; m < p->near.count; m++) {
        const nearby_point *n = &p->near.point[m];
        if (yee_is_electric(n->component) != electric)
            continue;
        double curl = 0;
        for (const nearby_term *t = n->term; t < n->term + n->terms; t++)
            curl += t->weight * (t->slot >= 0 ? p->near_value[t->slot]
                                              : field_value(p, p->as[t->component], t->index));
        double *value = &p->near_value[m];
        *value += n->cb * curl - n->loss * *value;
        field_set(p, p->as[n->component], n->index, *value);
    }
}

void near_add(plan *p, int component, int64_t index, double value)
{
    const int c = p->as[component];
    const int64_t n = yee_is_electric(c) ? nearby_find(&p->near, component, index) : -1;
    const double sum = (n >= 0 ? p->near_value[n] : field_value(p, c, index)) + value;
    if (n >= 0)
        p->near_value[n] = sum;
    field_set(p, c, index, sum);
}

/* After the fields were written from outside. */
void near_reset(plan *p)
{
    for (int64_t n = 0; n < p->near.count; n++)
        p->near_value[n] = value_of(p, &p->near.point[n]);
}

/* What the fields' copies have lost. */
yee_status near_piece(plan *p, yee_state *state)
{
    int64_t bytes = p->near.count * (int64_t)sizeof *p->near_value;
    return bytes ? state->piece(state, "near", p->near_value, bytes) : YEE_OK;
}
