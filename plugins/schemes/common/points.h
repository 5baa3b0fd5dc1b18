/* schemes/common/points.h: the value of a point's signal. */
#ifndef YEE_SCHEMES_POINTS_H
#define YEE_SCHEMES_POINTS_H

#include <yee/problem.h>

/* Lagrange's cubic through v[-1], v[0], v[1], v[2] at x in [0, 1]. */
static inline double points_cubic(const double *v, double x)
{
    const double a = x + 1, b = x - 1, c = x - 2;
    return v[1] * (a * x * c) / -2 + v[0] * (a * b * c) / 2 + v[2] * (a * x * b) / 6 +
           v[-1] * (x * b * c) / -6;
}

/* v of yee_point: value has the group's signals at the step. */
static inline double points_value(const yee_point_group *group, const yee_point *point,
                                  const double *value)
{
    const double *v = value + point->signal;
    return group->cubic ? points_cubic(v, point->fraction) : *v;
}

#endif
