/* tiled/units.c: what a schedule puts in order: rows, or several that a port joins.
 *
 * A port needs E of all its edges before any of them is used. So all planes it reaches over are
 * one plane to the schedules, and likewise its rows: the H of such a unit is done, then its E,
 * then its ports. Everything else about a schedule stays as it is. */
#include "plan.h"

/* Marks the lines after the first one that a port reaches over along an axis. */
static void join(const tiled_plan *t, const yee_port *q, int axis, unsigned char *joined)
{
    int64_t low = INT64_MAX, high = -1;
    for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++) {
        int c;
        int64_t at[3];
        tiled_locate(t, q->component, e->index, &c, at);
        low = at[axis] < low ? at[axis] : low;
        high = at[axis] > high ? at[axis] : high;
    }
    for (int64_t n = low; n < high; n++)
        joined[n + 1] = 1;
}

/* The first line of every unit of an axis of n lines; NULL: no memory. */
static int64_t *cut(tiled_plan *t, int axis, int64_t n, int64_t *units)
{
    int64_t *first = tiled_alloc(t, (n + 1) * (int64_t)sizeof *first);
    unsigned char *joined = tiled_alloc(t, n);
    if (!first || !joined)
        return NULL;
    for (int64_t q = 0; q < t->p->ports; q++)
        join(t, &t->p->port[q], axis, joined);
    *units = 0;
    for (int64_t l = 0; l < n; l++)
        if (!joined[l])
            first[(*units)++] = l;
    first[*units] = n;
    return first;
}

yee_status tiled_units(tiled_plan *t)
{
    t->xs = cut(t, 0, t->nx, &t->ux);
    t->ys = cut(t, 1, t->ny, &t->uy);
    return t->xs && t->ys ? YEE_OK : YEE_MEMORY;
}
