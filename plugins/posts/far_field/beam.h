/* plugins/posts/far_field/beam.h: the power of a far field and the top of its highest lobe. */
#ifndef YEE_POSTS_BEAM_H
#define YEE_POSTS_BEAM_H

#include "surface.h"

#define SPEED 2e8 /* points and directions in a second, of one core */
#define LOBES 12  /* that may have the largest directivity */

typedef struct direction {
    double theta, phi, u; /* rad, rad, J/Hz and steradian; in 2-D J/Hz, metre and radian */
} direction;

/* Whether a direction leads behind a wall; those along it do not. */
bool beam_behind(const surface *s, double theta, double phi);
/* The power (J/Hz; in 2-D that of a metre) and the largest U at frequency number `number`; at 0
 * Hz 0 and NaN. */
yee_status beam_find(const yee_host *host, const surface *s, int64_t number, double frequency,
                     double *power, direction *top);

#endif
