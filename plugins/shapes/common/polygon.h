/* plugins/shapes/common/polygon.h: simple polygons in a plane of two axes of the grid.
 *
 * A point lies inside when a ray from it crosses the outline an odd number of times. Sides
 * belong to the polygon on their upper side only, so that polygons that share a side share no
 * point. */
#ifndef YEE_SHAPES_POLYGON_H
#define YEE_SHAPES_POLYGON_H

#include <yee/yee.h>

#define POLYGON_SLACK 1e-9 /* of the extents: a point on a side must not depend on rounding */

#define POLYGON_ORDER \
    "Corners of the polygon in order, two numbers each: x, y for axis z; x, z for axis y; " \
    "y, z for axis x."

/* The two axes of the plane across an axis, ascending. */
void polygon_plane(int axis, int *u, int *v);

/* Coordinate 0 or 1 of corner i; behind the last corner comes the first. */
double polygon_corner(const yee_reals *p, size_t i, int which);

/* Lowest and highest of coordinate 0 or 1 of all corners. */
void polygon_extent(const yee_reals *p, int which, double *lo, double *hi);

/* Fails unless there are at least three corners, an area, and no side crosses another. */
yee_status polygon_check(const yee_host *host, const yee_reals *p);

/* Sets in[i] where a polygon holds the point (u[i], v). Polygons that share a side, whichever
 * way they run through it, compute the same crossing, and u moves down from it by a slack so
 * that a point on the side falls on one side of it. */
void polygon_holds(const yee_reals *p, int64_t n, const double *u, double v, unsigned char *in);

/* The spans inside of the line along coordinate `which` at the other one's value: between
 * crossings, taken in ascending order, two by two; those that there is room for are the first.
 * Returns how many spans it wrote. */
int polygon_spans(const yee_reals *p, int which, double other, int capacity, double (*span)[2]);

#endif
