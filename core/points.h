/* core/points.h: what sources emit becomes point groups and ports. */
#ifndef YEE_CORE_POINTS_H
#define YEE_CORE_POINTS_H

#include "host.h"
#include <yee/source.h>

typedef struct yee_points yee_points;

/* problem: grid, media, ids and updates are known. */
yee_points *yee_points_new(yee_diag *diag, yee_arena *arena, const yee_problem *problem);
/* Lets one source emit: amplitude = -cb*density; a point outside the grid, on a face that is
 * never updated or in a perfect conductor is an error that names source, component, point and
 * position; so is a plugin's broken call. */
yee_status yee_points_emit(yee_points *points, const yee_instance *source,
                           const yee_view *view);
/* Sorts and fills group, groups, port, ports. */
yee_status yee_points_freeze(yee_points *points, yee_problem *problem);

#endif
