/* core/problem/surface/normal.h: the normal of the surface in a cell that it cuts. */
#ifndef YEE_CORE_NORMAL_H
#define YEE_CORE_NORMAL_H

#include "problem/paint.h"

/* The eps of a material that is a number; NAN: of any other. */
double yee_normal_number(const yee_material *material);
/* The unit normal in a cell of materials that are numbers, towards the larger eps. False: what lies
 * there has none, as a layer in the cell's middle. */
bool yee_normal_find(const yee_voxels *voxels, const int64_t index[3], double normal[3]);

#endif
