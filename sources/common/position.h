/* sources/common/position.h: positions of sources on the Yee grid, checked and told to the user
 * where they were moved. */
#ifndef YEE_SOURCES_POSITION_H
#define YEE_SOURCES_POSITION_H

#include <yee/yee.h>

/* Side of the axis whose plane of symmetry is at the position (m), -1: none. */
int source_mirror(const yee_grid *grid, int axis, double position);

/* Fails where a current of the component on that plane has an image that cancels it. */
yee_status source_mirrored(const yee_host *host, const yee_grid *grid, int component, int axis,
                           int side);

/* Says where a coordinate was moved to when that is more than 1 % of the cell there. */
void source_moved(const yee_host *host, const yee_grid *grid, int a, const char *key,
                  double from, double to, double cell);

/* Says where a coordinate that became a node was moved to, as source_moved does. */
void source_snapped(const yee_host *host, const yee_grid *grid, int a, const char *key,
                    double from);

/* Whether a point is updated at all; those that are not stay 0. */
bool source_updated(const yee_grid *grid, int c, const int64_t i[3]);

/* Fails unless the position is in the grid; invariant axes do not count. */
yee_status source_inside(const yee_host *host, const yee_grid *grid, const char *key,
                         const double position[3]);

#endif
