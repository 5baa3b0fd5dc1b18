/* schemes/common/points.h: the value of a point's signal. */
#ifndef YEE_SCHEMES_POINTS_H
#define YEE_SCHEMES_POINTS_H

#include <yee/problem.h>

/* v of yee_point: value has the group's signals at the step. */
static inline double points_value(const yee_point_group *group, const yee_point *point,
                                  const double *value)
{
    const double *v = value + point->signal;
    return group->cubic ? yee_cubic(v, point->fraction) : *v;
}

#endif
