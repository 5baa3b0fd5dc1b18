/* core/problem/surface/columns.h: what lies around a Yee point, as columns along its edge.
 *
 * An E edge stands for its own length times its dual face, an H edge (on a dual edge) for that
 * times its primary face. The columns along the edge lie side by side across it. */
#ifndef YEE_CORE_COLUMNS_H
#define YEE_CORE_COLUMNS_H

#include "problem/media/mixture.h"
#include "problem/paint.h"

/* In place of a component: the middle of a cell, whose surroundings are the cell. */
#define YEE_CELL_MIDDLE (-1)

/* First moments of a medium, over the surroundings' volume and width, that say nothing of the normal:
 * cuts are rounded to 1.5e-5 of a cell, and those of a plane surface are half of fill (1 - fill). */
#define YEE_NO_MOMENT 1e-4

/* Asked for the medium of a material at the component; YEE_NO_MEDIUM: no memory. */
typedef uint32_t yee_medium_of(void *user, int material);

/* A yee_medium_of for those who want no medium: the material's own number. */
static inline uint32_t yee_material_itself(void *user, int number)
{
    (void)user;
    return (uint32_t)number;
}

/* A number that a material stands for. */
typedef double yee_number_of(const yee_material *material);

/* The means of a number over the places of a cell, shape cuts.sub. Conductors count as 0. */
void yee_columns_places(const yee_voxels *voxels, const int64_t cell[3], yee_number_of *number,
                        double *mean);

/* The columns of a point of a component. Conductors are left out: they hold the field or leave
 * it to the others. False: no memory. */
bool yee_columns_find(const yee_voxels *voxels, int component, const int64_t index[3],
                      bool normal, yee_medium_of *medium, void *user, yee_columns *columns);

#endif
