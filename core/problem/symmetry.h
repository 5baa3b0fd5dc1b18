/* core/problem/symmetry.h: sources and ports on planes of symmetry. */
#ifndef YEE_CORE_SYMMETRY_H
#define YEE_CORE_SYMMETRY_H

#include <yee/problem.h>

/* The face, 0 to 5, whose plane of symmetry holds the point and makes the field there 0, as its
 * image is the opposite one; -1: none. */
int yee_symmetry_cancels(const yee_grid *grid, int component, const int64_t i[3]);
/* Gives the edges of a port the weights of the whole port. Returns the face of a magnetic plane
 * that a terminal touches from the side, so that the image is a port of its own with the opposite
 * sense; -1: none. */
int yee_symmetry_port(const yee_grid *grid, int component, int64_t count, yee_port_edge *edge);

#endif
