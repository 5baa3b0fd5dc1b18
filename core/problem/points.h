/* core/problem/points.h: what sources emit becomes point groups and ports. */
#ifndef YEE_CORE_POINTS_H
#define YEE_CORE_POINTS_H

#include "plugin/host.h"
#include <yee/source.h>

typedef struct yee_points yee_points;

/* problem: grid, media, ids and updates are known. */
yee_points *yee_points_new(yee_diag *diag, yee_arena *arena, const yee_problem *problem);
/* Links that a source opens at most; fails where what it says is below 0. */
yee_status yee_points_links(yee_diag *diag, const yee_instance *source, int64_t *links);
/* Lets one source emit: amplitude = -cb*density; a point outside the grid, on a face that is
 * never updated or in a perfect conductor is an error that names source, component, point and
 * position; so is a plugin's broken call. */
yee_status yee_points_emit(yee_points *points, const yee_instance *source,
                           const yee_view *view);
/* The part of a source that lies in absorbing layers. */
typedef struct yee_buried {
    const yee_place *place; /* of the source */
    int64_t points, buried; /* with the edges of ports */
    bool port;              /* an edge of a port is among them */
    int face;               /* whose layer holds the first of them */
} yee_buried;
/* Number n of the sources that emitted, in their order; false: there are no more. */
bool yee_points_buried(const yee_points *points, size_t n, yee_buried *buried);
/* Whether a source said that a port of this name is meant to end a cell before its conductor. */
bool yee_points_gap_meant(const yee_points *points, const char *name);
/* YEE_PLUGIN with the source that has played something that is no number. */
yee_status yee_points_check_signals(const yee_points *points);
/* Signals that note their first value that is no finite number, as those of sources; NULL: no
 * memory. */
const yee_signals *yee_points_guarded(yee_points *points, const yee_signals *signals,
                                      const yee_instance *player);
/* Sorts and fills group, groups, port, ports. */
yee_status yee_points_freeze(yee_points *points, yee_problem *problem);

#endif
