/* core/problem/symmetry.c: sources and ports on planes of symmetry.
 *
 * The E edges on a magnetic plane have half of their dual area in the grid, and H beyond is the
 * image of H before: the update of these edges is that of the whole model as it stands, and a
 * current density is that of the whole model too. A port with an edge on the plane has half of its
 * area within the grid. The weights of its voltage are parts of an area, the same in the half as
 * in the whole; the density of 1 A is over the whole area, half as large. So are the port's
 * feedback and its current, and its resistance stays.
 *
 * A port along the normal of an electric plane that begins there goes on to its image, in series:
 * the current is the same and the voltage twice that of the part within the grid. */
#include "symmetry.h"

/* Side of the axis whose plane of symmetry the point touches, which it does with half of its cell
 * where the component sits on nodes, with its end where it does not; -1: neither. */
static int touches(const yee_grid *g, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    const int64_t last = yee_half(c, axis) ? a->cells - 1 : a->cells;
    return a->symmetry[0] && i == 0 ? 0 : a->symmetry[1] && i == last ? 1 : -1;
}

int yee_symmetry_cancels(const yee_grid *g, int component, const int64_t i[3])
{
    for (int a = 0; a < 3; a++) {
        const int side = yee_half(component, a) ? -1 : touches(g, component, a, i[a]);
        if (side >= 0 && g->axis[a].face[side] == YEE_FACE_PEC)
            return 2 * a + side;
    }
    return -1;
}

int yee_symmetry_port(const yee_grid *g, int component, int64_t count, yee_port_edge *edge)
{
    const int64_t *n = g->extent[component];
    int apart = -1;
    for (int a = 0; a < 3; a++) {
        int side = -1;
        for (int64_t q = 0; q < count && side < 0; q++) {
            const int64_t at[3] = {edge[q].index / (n[1] * n[2]), edge[q].index / n[2] % n[1],
                                   edge[q].index % n[2]};
            side = touches(g, component, a, at[a]);
        }
        if (side < 0)
            continue;
        const bool along = a == yee_direction(component);
        const bool electric = g->axis[a].face[side] == YEE_FACE_PEC;
        for (int64_t q = 0; q < count; q++) {
            edge[q].voltage *= along && electric ? 2 : 1;
            edge[q].current *= !along && !electric ? 0.5 : 1;
        }
        apart = along && !electric ? 2 * a + side : apart;
    }
    return apart;
}
