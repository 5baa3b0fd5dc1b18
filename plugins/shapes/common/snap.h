/* plugins/shapes/common/snap.h: sheets and wires move to the nearest nodes of the grid. */
#ifndef YEE_SHAPES_SNAP_H
#define YEE_SHAPES_SNAP_H

#include <yee/yee.h>

/* The node nearest to a position, half way between two the upper one, as for sources. An axis that ends before it has none: -1 below, cells + 1
 * above; half a cell beyond the end still counts. 0 along an invariant axis. */
int64_t snap_node(const yee_axis_data *axis, double at);

/* The part of the cell beside it by which a coordinate is moved to a node; 0: 1 % and less. */
double snap_part(const yee_axis_data *axis, double at, int64_t node);
/* Says how far a coordinate was moved when that is more than 1 % of the cell beside it. */
void snap_report(const yee_host *host, const yee_axis_data *axis, int a, const char *what,
                 double at, int64_t node);

#endif
