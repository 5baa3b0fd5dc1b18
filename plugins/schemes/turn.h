/* schemes/turn.h: a problem whose rows are not one point long. Rows run along the last axis; a
 * grid that is invariant along z is turned, x y z to z x y. */
#ifndef YEE_SCHEMES_TURN_H
#define YEE_SCHEMES_TURN_H

#include <yee/problem.h>

static inline int turn_axis(int turn, int axis) { return (axis + turn) % 3; }
static inline int turn_component(int turn, int c)
{
    return c / 3 * 3 + turn_axis(turn, yee_direction(c));
}

/* The grid, ids and uniform media in turned components; as[c] is the problem's component c.
 * Returns by how many axes all is turned. */
static inline int turn_grid(const yee_problem *q, yee_grid *grid, int as[YEE_COMPONENTS],
                            const uint32_t *id[YEE_COMPONENTS],
                            uint32_t uniform[YEE_COMPONENTS])
{
    const int turn = q->grid.axis[YEE_Z].invariant ? 1 : 0;
    *grid = q->grid;
    for (int a = 0; a < 3; a++)
        grid->axis[turn_axis(turn, a)] = q->grid.axis[a];
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int to = turn_component(turn, c);
        as[c] = to;
        grid->active[to] = q->grid.active[c];
        id[to] = q->id[c];
        uniform[to] = q->uniform[c];
        for (int a = 0; a < 3; a++) {
            const int t = turn_axis(turn, a);
            grid->extent[to][t] = q->grid.extent[c][a];
            grid->begin[to][t] = q->grid.begin[c][a];
            grid->end[to][t] = q->grid.end[c][a];
        }
    }
    return turn;
}

#endif
