/* materials/ferrite/ferrite.h: what the keys of `ferrite` say, for both of its laws. */
#ifndef YEE_MATERIALS_FERRITE_H
#define YEE_MATERIALS_FERRITE_H

#include "../medium.h"
#include <yee/yee.h>

typedef struct ferrite_config {
    struct {
        yee_reals eps, sigma;
    } base;
    yee_vec3 bias; /* A/m */
    double saturation_magnetization, damping, linewidth, linewidth_frequency, g_factor;
    int model;
} ferrite_config;

enum { FERRITE_PARAMS = 11 }; /* linear.law.h says which */

/* Functions of ferrite.c that both laws have. */
yee_status ferrite_prepare(const yee_host *host, const void *self, const yee_law_place *place,
                           double *param);
double ferrite_least(const void *self);
double ferrite_reach(const void *self);

/* linear.c and full.c */
extern const yee_law ferrite_linear_law, ferrite_full_law;

#endif
