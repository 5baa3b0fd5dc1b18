/* core/model/surface_waves.h: whether waves along a plane surface between two media, or along a
 * film between two surfaces, run backward. */
#ifndef YEE_CORE_SURFACE_WAVES_H
#define YEE_CORE_SURFACE_WAVES_H

#include <stdbool.h>

/* A medium at one frequency: eps and mu of waves with E across the surface, mu and eps of those
 * with H across it. Relative, real parts. */
typedef struct yee_surface_medium {
    double own, other;
} yee_surface_medium;

/* Half-spaces of a and b. */
bool yee_surface_wave_backward(yee_surface_medium a, yee_surface_medium b);
/* A film of `film`, `thickness` m, between two half-spaces of `around`; k0: omega/c, 1/m. */
bool yee_film_wave_backward(yee_surface_medium film, yee_surface_medium around, double k0,
                            double thickness);

#endif
