/* sources/plane_wave/orientation.h: the direction and the polarization of a plane wave. */
#ifndef YEE_PLANE_WAVE_ORIENTATION_H
#define YEE_PLANE_WAVE_ORIENTATION_H

#include "wave.h"

/* The keys by which a user gives them. */
struct orientation {
    const char *direction, *polarization; /* NULL: not given */
    double theta, phi, psi;               /* rad; NaN: not given */
};

/* Sets the wave's unit vectors of k and of E, tiny parts cut to 0. */
yee_status orientation_find(const yee_host *host, const struct orientation *orientation,
                            struct wave *wave);

#endif
