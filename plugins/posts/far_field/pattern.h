/* plugins/posts/far_field/pattern.h: what a far field is along cuts, and over the whole sphere. */
#ifndef YEE_POSTS_PATTERN_H
#define YEE_POSTS_PATTERN_H

#include "surface.h"

typedef struct pattern_keys {
    yee_reals cuts, wanted; /* rad; Hz, empty: all or the middle one */
    double step, sphere;    /* rad; sphere NaN: none */
    double copolar;         /* rad, from x towards y */
    double origin[3];       /* m, of the phases */
} pattern_keys;

/* Writes angles, directivities and polarisations; power and largest directivity have the shape
 * [n], as the frequencies f. */
yee_status patterns_write(const yee_host *host, const yee_results *results, const char *box,
                          const pattern_keys *keys, const surface *s, int64_t n,
                          const double *f, const double *power, const double *directivity);

#endif
