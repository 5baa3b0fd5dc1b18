/* plugins/posts/far_field/contour.h: the far field of a 2-D model around its plane. */
#ifndef YEE_POSTS_CONTOUR_H
#define YEE_POSTS_CONTOUR_H

#include "writer.h"

/* Writes directivity, field and, where a plane wave is scattered, scattering width at n angles
 * (degrees). */
yee_status contour_write(const writer *w, int64_t n, const double *angle);

#endif
