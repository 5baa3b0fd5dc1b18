/* core/problem/grid.h: the axes, from the [grid] block to positions, extents and update ranges.
 */
#ifndef YEE_CORE_GRID_H
#define YEE_CORE_GRID_H

#include "plugin/host.h"
#include <yee/problem.h>

/* Keys of [grid]. */
typedef struct yee_grid_config {
    yee_reals spacing; /* m, one or three */
    yee_reals size;    /* m, three (two numbers are enough in 2-D) */
    yee_reals cells;   /* three, instead of size */
    yee_reals x, y, z; /* m: list of widths of an axis, instead of size or cells and spacing */
    yee_reals refine_x, refine_y, refine_z; /* m: from, to and fine width of each region */
    double growth;                          /* largest ratio of neighbouring widths there */
    yee_vec3 origin;                        /* m: position of node (0, 0, 0) */
    int invariant;                          /* none x y z */
    int mode;                               /* tm te */
    const char *background;                 /* material name, "vacuum" */
} yee_grid_config;
extern const yee_param yee_grid_params[];

/* Nodes, cell counts and active components;
 * faces, layers, stretches, ranges are still empty. */
yee_status yee_grid_build(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_grid_config *config, yee_grid *grid);
/* With axis.face, axis.layer and axis.periodic known: extents, begin, end. */
yee_status yee_grid_close(yee_diag *diag, const yee_place *place, yee_grid *grid);
/* Stretches: kappa, sigma, alpha per half and node position of each axis (NULL where the axis
 * has no layer), to inverse, b and c at grid->dt.
 * Roden and Gedney 2000, eq. (13), (19)-(20). */
typedef struct yee_profile {
    const yee_stretch *half; /* shape [n] */
    const yee_stretch *node; /* shape [n+1] */
} yee_profile;
yee_status yee_grid_stretch(yee_diag *diag, yee_arena *arena, const yee_profile profile[3],
                            yee_grid *grid);
/* Cell that holds a position, clamped to the grid. */
int64_t yee_grid_cell(const yee_grid *grid, int axis, double position);

/* Cells of the grid. */
double yee_grid_cells(const yee_grid *grid);
/* The product of the smallest widths of the three axes, m^3. */
double yee_grid_smallest_cell(const yee_grid *grid);

/* "x-", "x+", "y-", ... */
extern const char *const yee_face_name[6];
/* The face whose absorbing layer or damped cells hold a point of a component, -1: none. */
int yee_grid_layer(const yee_grid *grid, int component, const int64_t at[3]);
/* Whether the absorbing layer of a face holds it. */
bool yee_grid_in_layer(const yee_grid *grid, int component, const int64_t at[3], int face);

#endif
