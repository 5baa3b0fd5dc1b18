/* plugins/posts/far_field/kept.h: what a far field needs of the model that a file keeps. */
#ifndef YEE_POSTS_KEPT_H
#define YEE_POSTS_KEPT_H

#include <yee/yee.h>

/* The value of a key of the section that `at` is in, up to the next one; NULL: it is not there. */
const char *kept_value(const char *at, const char *key, char *value, size_t size);
/* The type of the boundary of a face, "z-": the narrowest word wins; "none". Returns its section. */
const char *kept_boundary(const char *model, const char *face, char type[64]);
/* Whether the record is of differences to another run's fields, of which it keeps none. */
bool kept_difference(const char *model, const char *name);
/* The axis along which the grid is invariant; -1: it is 3-D. */
int kept_invariant(const char *model);
/* Relative permittivity and permeability of the background; fails where it is no vacuum and no
 * dielectric of one of each, without loss. */
yee_status kept_background(const yee_host *host, const char *model, double *eps, double *mu);

#endif
