/* schemes/common/places.h: where points and cells of a problem lie in the whole grid, m: a halo around
 * a periodic axis is at the other end. */
#ifndef YEE_SCHEMES_PLACES_H
#define YEE_SCHEMES_PLACES_H

#include <yee/subdomain.h>

/* The number along an axis of the whole grid that a local one stands for. */
static inline int64_t places_index(const yee_problem *p, const yee_grid *whole, int axis,
                                   int64_t i)
{
    const int64_t cells = whole->axis[axis].cells;
    i += p->subdomain ? p->subdomain->at[axis] : 0;
    return whole->axis[axis].periodic ? (i + cells) % cells : i;
}

/* A point of a component. */
static inline void places_point(const yee_problem *p, int c, const int64_t index[3],
                                double at[3])
{
    const yee_grid *g = p->subdomain ? p->subdomain->whole : &p->grid;
    for (int a = 0; a < 3; a++)
        at[a] = yee_grid_position(g, c, a, places_index(p, g, a, index[a]));
}

/* The middle of a cell. */
static inline void places_cell(const yee_problem *p, const int64_t cell[3], double at[3])
{
    const yee_grid *g = p->subdomain ? p->subdomain->whole : &p->grid;
    for (int a = 0; a < 3; a++) {
        const double *node = g->axis[a].node + places_index(p, g, a, cell[a]);
        at[a] = 0.5 * (node[0] + node[1]);
    }
}

#endif
