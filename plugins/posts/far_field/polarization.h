/* plugins/posts/far_field/polarization.h: what two components of a far field are as a polarisation. */
#ifndef YEE_POSTS_POLARIZATION_H
#define YEE_POSTS_POLARIZATION_H

#include <complex.h>
#include <yee/yee.h>

#define AXIAL_MOST 1e3 /* 60 dB: the lattice's waves and float32 are no more linear */

typedef struct polarization {
    double co, cross;   /* shares of |E|^2 along Ludwig's third pair of vectors */
    double right, left; /* shares of circular waves of both senses */
    double axial_ratio; /* 1 to AXIAL_MOST, which it is without a field, too */
    double sense;       /* 1 right, -1 left, 0 where the ratio is AXIAL_MOST */
} polarization;

/* `e` is along theta and phi; `reference` (rad) the angle of the co-polar field on the z axis, from x
 * towards y. */
polarization polarization_of(const double complex e[2], double phi, double reference);

#endif
