/* schemes/common/orient.h: axes permuted so that rows are long. Rows run along the last axis; a
 * grid that is invariant along z is rotated, x y z to z x y, so that its rows are not one point
 * long. A rotation of the axes changes no index and no sign. */
#ifndef YEE_SCHEMES_ORIENT_H
#define YEE_SCHEMES_ORIENT_H

#include <yee/problem.h>

/* Where an axis or a component of the problem lies after a rotation by so many axes. */
static inline int orient_axis(int rotation, int axis) { return (axis + rotation) % 3; }
static inline int orient_component(int rotation, int c)
{
    return c / 3 * 3 + orient_axis(rotation, yee_direction(c));
}

/* The grid, ids and uniform media by rotated components; as[c] is the problem's component c.
 * Returns the rotation, 0 or 1. */
static inline int orient_grid(const yee_problem *q, yee_grid *grid, int as[YEE_COMPONENTS],
                              const uint32_t *id[YEE_COMPONENTS],
                              uint32_t uniform[YEE_COMPONENTS])
{
    const int rotation = q->grid.axis[YEE_Z].invariant ? 1 : 0;
    *grid = q->grid;
    for (int a = 0; a < 3; a++)
        grid->axis[orient_axis(rotation, a)] = q->grid.axis[a];
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int to = orient_component(rotation, c);
        as[c] = to;
        grid->active[to] = q->grid.active[c];
        id[to] = q->id[c];
        uniform[to] = q->uniform[c];
        for (int a = 0; a < 3; a++) {
            const int t = orient_axis(rotation, a);
            grid->extent[to][t] = q->grid.extent[c][a];
            grid->begin[to][t] = q->grid.begin[c][a];
            grid->end[to][t] = q->grid.end[c][a];
        }
    }
    return rotation;
}

#endif
