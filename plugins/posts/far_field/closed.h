/* plugins/posts/far_field/closed.h: whether a model's flux box is one that has a far field. */
#ifndef YEE_POSTS_CLOSED_H
#define YEE_POSTS_CLOSED_H

#include <yee/yee.h>

/* Fails where the output `box` is no closed flux box in the background that keeps its fields,
 * or its images have no end. Warns of matter and of walls that radiate beside it. */
yee_status closed_box_needs(const yee_host *host, const char *box, const yee_plan *plan);
/* Fails where the box has none of these frequencies (Hz), or no frequency above 0. */
yee_status closed_box_has(const yee_host *host, const char *box, const yee_plan *plan,
                          const yee_reals *wanted);
/* The number of points of all components on its faces, those of images too, and the radius of a
 * ball around all of them (m, times the index of the background); 0 where there is no such
 * box. */
void closed_box_size(const yee_host *host, const char *box, const yee_plan *plan,
                     double *points, double *radius);
/* The number of its frequencies, and the highest one (Hz). */
int64_t closed_box_frequencies(const yee_host *host, const char *box, const yee_plan *plan,
                               double *highest);

#endif
