/* core/problem/media/section.h: a response becomes update coefficients.
 *
 * Each pole is discretised by the bilinear transform, s = (2/dt) (z-1)/(z+1), and written in
 * delta = z-1 as a direct part (folded into ca and cb) and a strictly proper section with
 * private state. */
#ifndef YEE_CORE_SECTION_H
#define YEE_CORE_SECTION_H

#include "base/arena.h"
#include <yee/libyee.h>

/* J/m^3 that a pole holds in edges of this base (YEE_EPS0 or YEE_MU0): adds the part of F*F to
 * *square, and sets those with its section's words (yee_section.energy). storage.c says what is
 * counted. */
void yee_pole_energy(const yee_pole *pole, double base, double dt, double *square,
                     double energy[5]);
/* base: YEE_EPS0 (an E edge) or YEE_MU0 (an H edge). Appends to sections (caller's capacity:
 * response->pole_count). Poles that are conductivities (b1 = d0 = d2 = 0) go into ca, cb and
 * cost no section. */
void yee_update_make(const yee_response *response, double base, double dt, yee_update *update,
                     yee_section *sections);
/* Largest |z| of a section's poles; <= 1 is stable. */
double yee_section_radius(const yee_section *section);
/* False when the response is active at an angular frequency within [low, high] (loss negative
 * beyond rounding): *omega. */
bool yee_response_passive(const yee_response *response, double base, double low, double high,
                          double *omega);

#endif
