/* plugins/posts/far_field/closed.h: whether a model's flux box is one that has a far field. */
#ifndef YEE_POSTS_CLOSED_H
#define YEE_POSTS_CLOSED_H

#include <yee/yee.h>

/* Fails where the output `box` is no closed flux box in vacuum that keeps its fields, or its images
 * have no end. Warns of matter and of walls that radiate beside it. */
yee_status closed_box_needs(const yee_host *host, const char *box, const yee_plan *plan);
/* Fails where the box has none of these frequencies (Hz), or no frequency above 0. */
yee_status closed_box_has(const yee_host *host, const char *box, const yee_plan *plan,
                          const yee_reals *wanted);

#endif
