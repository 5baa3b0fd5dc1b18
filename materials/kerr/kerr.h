/* materials/kerr/kerr.h: keys and numbers of `kerr`, for its four laws: the first, one that
 * absorbs two photons at a time besides, one that keeps the carriers which these leave, and one that
 * joins the components. */
#ifndef YEE_MATERIALS_KERR_H
#define YEE_MATERIALS_KERR_H

#include "../medium.h"
#include <yee/law.h>

typedef struct kerr_config {
    medium_constants base;
    double chi3, n2, reach, beta, wavelength;
    double carrier_density, carrier_lifetime, carrier_cross_section, carrier_index;
    int form, kind;
} kerr_config;

double kerr_chi3(const kerr_config *c);
/* s3 of J = s3 E^3, S m/V^2 */
double kerr_absorption(const kerr_config *c);
/* 1/s; 0: carriers do not recombine */
double kerr_recombination(const kerr_config *c);
/* n c0 eps0, S: a wave's intensity is half of it times the field's square */
double kerr_admittance(const kerr_config *c);
double kerr_reach(const void *self);
double kerr_least(const void *self);

/* param[0 ... 2] of kerr.law.h. Fails where the time step is too long for what is absorbed. */
yee_status kerr_prepare(const yee_host *host, const void *self, const yee_law_place *place,
                        double *param);

extern const yee_law kerr_two_photon_law, kerr_carriers_law, kerr_vector_law;

#endif
