/* sources/common/position.c: positions of sources on the Yee grid. */
#include "position.h"
#include <math.h>

int source_mirror(const yee_grid *grid, int axis, double position)
{
    const yee_axis_data *a = &grid->axis[axis];
    for (int side = 0; side < 2; side++) {
        const int64_t i = side ? a->cells - 1 : 0;
        if (a->symmetry[side] && fabs(position - a->node[side ? a->cells : 0]) <
                                     1e-6 * (a->node[i + 1] - a->node[i]))
            return side;
    }
    return -1;
}

yee_status source_mirrored(const yee_host *host, const yee_grid *grid, int component, int axis,
                           int side)
{
    const bool electric = grid->axis[axis].face[side] == YEE_FACE_PEC;
    if (yee_parity(component, axis, electric) > 0)
        return YEE_OK;
    return host->fail(host, YEE_INPUT,
                      "its %s current along %c is on the %s plane of symmetry %c%c, where the "
                      "image has the opposite sense and cancels it; a current along %c needs "
                      "kind = %s",
                      yee_is_electric(component) ? "electric" : "magnetic",
                      "xyz"[yee_direction(component)], electric ? "electric" : "magnetic",
                      "xyz"[axis], "-+"[side], "xyz"[yee_direction(component)],
                      electric ? "magnetic" : "electric");
}

void source_moved(const yee_host *host, const yee_grid *grid, int a, const char *key,
                  double from, double to, double cell)
{
    const yee_axis_data *axis = &grid->axis[a];
    double far = fabs(to - from);
    if (axis->periodic) /* node n is node 0 */
        far = fabs(remainder(far, axis->node[axis->cells] - axis->node[0]));
    if (!axis->invariant && far > 0.01 * cell)
        host->log(host, YEE_INFO,
                  "%s: %c = %.9g m was moved by %.0f %% of a cell to the grid's %.9g m", key,
                  "xyz"[a], from, 100 * far / cell, to);
}

void source_snapped(const yee_host *host, const yee_grid *grid, int a, const char *key,
                    double from)
{
    const yee_axis_data *axis = &grid->axis[a];
    const int64_t i = yee_axis_nearest(axis, from);
    const int64_t cell = i > 0 && from < axis->node[i] ? i - 1 : i < axis->cells ? i : i - 1;
    source_moved(host, grid, a, key, from, axis->node[i],
                 axis->node[cell + 1] - axis->node[cell]);
}

bool source_updated(const yee_grid *grid, int c, const int64_t i[3])
{
    for (int a = 0; a < 3; a++)
        if (i[a] < grid->begin[c][a] || i[a] >= grid->end[c][a])
            return false;
    return true;
}

yee_status source_inside(const yee_host *host, const yee_grid *grid, const char *key,
                         const double position[3])
{
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node, end = x[grid->axis[a].cells];
        double slack = 1e-9 * (end - x[0]);
        if (grid->axis[a].invariant)
            continue;
        if (!(position[a] >= x[0] - slack && position[a] <= end + slack))
            return host->fail(host, YEE_INPUT,
                              "%s: %c = %.9g m is outside the grid, which reaches from %.9g to "
                              "%.9g m%s",
                              key, "xyz"[a], position[a], x[0], end,
                              grid -> axis[a].symmetry[position[a] > end]
                                          ? "; what crosses the plane of symmetry ends on it"
                                          : "");
    }
    return YEE_OK;
}
