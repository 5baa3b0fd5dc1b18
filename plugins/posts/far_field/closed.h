/* plugins/posts/far_field/closed.h: whether a model's flux box is one that has a far field. */
#ifndef YEE_POSTS_CLOSED_H
#define YEE_POSTS_CLOSED_H

#include <yee/yee.h>

/* Fails where the output `box` is no closed flux box that keeps its fields, or its images have no
 * end. A wall of type pmc is not told from one of an impedance: surface_read() does so. */
yee_status closed_box_needs(const yee_host *host, const char *box, const yee_plan *plan);

#endif
