/* sources/common/position.c: positions of sources on the Yee grid. */
#include "position.h"
#include <math.h>

double source_width(const yee_grid *grid, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &grid->axis[axis];
    const double *x = a->node;
    if (yee_half(c, axis) || a->invariant)
        return x[i + 1] - x[i];
    double below = i > 0 ? x[i] - x[i - 1] : a->periodic ? x[a->cells] - x[a->cells - 1] : 0;
    double above = i < a->cells ? x[i + 1] - x[i] : 0;
    return 0.5 * (below + above);
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
                              "%.9g m",
                              key, "xyz"[a], position[a], x[0], end);
    }
    return YEE_OK;
}
