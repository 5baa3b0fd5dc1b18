/* core/selftest/waves.h: the waves of a model in the grid of its scheme. */
#ifndef YEE_CORE_WAVES_H
#define YEE_CORE_WAVES_H

#include "model/model.h"

/* The shortest wave of a material, and the widest cells among the material's. */
typedef struct yee_wave {
    double omega; /* rad/s */
    /* Exact phase constant (rad/m) and attenuation (1/m); both are 0 where the material is a
     * conductor or nowhere. */
    double beta, decay;
    double width[3]; /* m; 0: invariant */
} yee_wave;

/* Waves of that frequency (Hz) in all materials, shape [model->materials], to be freed; NULL:
 * no memory. Of those that one shape made it has the extremes, and the others are nowhere. */
yee_wave *yee_waves_new(const yee_model *model, double frequency);
/* How many materials from number `first` on one shape made; 0: the model has it of itself. */
size_t yee_waves_made(const yee_model *model, size_t first);
/* Changes the frequency (Hz) of waves, shape [model->materials]. */
void yee_waves_tune(const yee_model *model, double frequency, yee_wave *wave);
/* Where it is more a decay than a wave the grid's dispersion says nothing. */
bool yee_wave_travels(const yee_wave *wave);
/* Wave number (rad/m) that the scheme gives the wave along a direction (unit vector): the root
 * of its dispersion relation between half and four times the exact one; NaN: there is none, the
 * wave does not propagate. */
double yee_wave_number(const yee_model *model, const yee_wave *wave, const double direction[3]);
/* Worst relative error of the phase velocity over the directions and the waves at the top of
 * the sources' band; NaN: there is no band or no wave, infinite: one does not propagate. */
double yee_waves_error(const yee_model *model);

#endif
