/* plugins/posts/far_field/radiation.h: what the currents on a surface radiate. */
#ifndef YEE_POSTS_RADIATION_H
#define YEE_POSTS_RADIATION_H

#include "surface.h"

/* All angles around: 4 pi, and in 2-D, where U is that of an angle in the plane, 2 pi. */
double surface_around(const surface *s);
/* The direction of two angles (rad), along x, y, z. */
void surface_direction(const surface *s, double theta, double phi, double to[3]);
/* The wavenumber (rad/m) in the background. */
double surface_k(const surface *s, double frequency);
/* The number of points of all components, those of images too. */
double surface_points(const surface *s);
/* r E exp(j k r) (V s) along theta and phi, of n directions: r is the distance from `origin`
 * (m), and the transform is that of the run's time. In 2-D sqrt(r) E exp(j k r) (V s/sqrt(m)),
 * and theta is to be pi/2: E along theta is that against the invariant axis. */
void surface_fields(const surface *s, int64_t number, double frequency, const double origin[3],
                    int64_t n, const double *theta, const double *phi, double complex (*e)[2]);
/* 2 |r E|^2/eta (J/Hz and steradian; in 2-D J/Hz, metre and radian). */
double surface_intensity(const surface *s, const double complex e[2]);
/* That of frequency number `number`, of n directions. */
void surface_far(const surface *s, int64_t number, double frequency, int64_t n,
                 const double *theta, const double *phi, double *u);

#endif
