/* image.h: what stands beyond the ends of an axis, for every backend. */
#ifndef HIGHORDER_IMAGE_H
#define HIGHORDER_IMAGE_H

#include <yee/problem.h>

/* Where a point of component c beyond the ends of an axis has its image: *at inside, and its
 * sign. On a PEC face what sits on nodes is odd and what sits on half positions even, on a PMC
 * face the reverse. */
static inline int wide_image(const yee_grid *g, int c, int axis, int64_t *at)
{
    const yee_axis_data *x = &g->axis[axis];
    const int64_t n = g->extent[c][axis];
    const int half = yee_half(c, axis);
    int64_t i = x->invariant ? 0 : *at;
    int sign = 1;
    while (i < 0 || i >= n) {
        const int side = i >= n;
        if (x->periodic) {
            i += side ? -n : n;
            continue;
        }
        i = side ? 2 * (n - 1) + half - i : -half - i;
        sign *= (x->face[side] == YEE_FACE_PMC) == (half == 1) ? -1 : 1;
    }
    *at = i;
    return sign;
}

#endif
