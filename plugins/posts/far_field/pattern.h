/* plugins/posts/far_field/pattern.h: what a far field is along cuts, and over the whole sphere. */
#ifndef YEE_POSTS_PATTERN_H
#define YEE_POSTS_PATTERN_H

#include "surface.h"

typedef struct pattern_keys {
    yee_reals cuts, wanted; /* rad; Hz, empty: all or the middle one */
    double step, sphere;    /* rad; sphere NaN: none */
    double copolar; /* rad, in the frame of the angles: phi of the co-polar field on the axis */
    double origin[3]; /* m, of the phases */
    bool flat;        /* the model is 2-D: one circle, in its plane */
} pattern_keys;

/* The frequencies, of n, that patterns are of, and the cuts of each; the angles along one. */
int64_t patterns_count(const pattern_keys *keys, int64_t n, int64_t *cuts);
int64_t patterns_angles(const pattern_keys *keys);

/* Writes angles, directivities and polarisations; power, largest directivity and scattered have
 * the shape [n], as the frequencies f. scattered: the total cross section (m^2) of a body in a
 * plane wave, in 2-D the total scattering width (m); NULL: there is no such wave. */
yee_status patterns_write(const yee_host *host, const yee_results *results, const char *box,
                          const pattern_keys *keys, const surface *s, int64_t n,
                          const double *f, const double *power, const double *directivity,
                          const double *scattered);

#endif
