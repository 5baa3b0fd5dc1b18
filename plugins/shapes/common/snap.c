/* plugins/shapes/common/snap.c: sheets and wires move to the nearest nodes of the grid. */
#include "snap.h"
#include <math.h>

int64_t snap_node(const yee_axis_data *axis, double at)
{
    const double *x = axis->node;
    const int64_t n = axis->cells;
    if (axis->invariant)
        return 0;
    if (at < x[0] - 0.5 * (x[1] - x[0]))
        return -1;
    if (at > x[n] + 0.5 * (x[n] - x[n - 1]))
        return n + 1;
    return yee_axis_nearest(axis, at);
}

double snap_part(const yee_axis_data *axis, double at, int64_t node)
{
    const double *x = axis->node;
    const int64_t n = axis->cells;
    if (axis->invariant || node < 0 || node > n)
        return 0;
    const int64_t cell = at < x[node] ? (node > 0 ? node - 1 : 0) : (node < n ? node : n - 1);
    const double part = fabs(at - x[node]) / (x[cell + 1] - x[cell]);
    return part > 0.01 ? part : 0;
}

void snap_report(const yee_host *host, const yee_axis_data *axis, int a, const char *what,
                 double at, int64_t node)
{
    const double part = snap_part(axis, at, node);
    if (part > 0)
        host->log(host, YEE_INFO,
                  "%s: %c = %g m was moved by %.0f %% of a cell to the grid's node at %g m",
                  what, ("xyz"[a]), at, 100 * part, axis->node[node]);
}
