/* materials/graphene/interband.h: transitions between the bands of graphene, and their fit. */
#ifndef YEE_MATERIALS_INTERBAND_H
#define YEE_MATERIALS_INTERBAND_H

#include "../common/fit.h"

#define BOLTZMANN 1.380649e-23      /* J/K, SI, exact, as the next two */
#define CHARGE 1.602176634e-19      /* C */
#define HBAR 1.0545718176461565e-34 /* J s */

typedef struct graphene {
    double potential; /* |mu|, J */
    double thermal;   /* k T, J; 0: none */
    double rate;      /* 1/tau, 1/s */
} graphene;

/* Conductivities (S) at an angular frequency, rad/s: within a band, and between bands. */
double complex graphene_within(const graphene *g, double omega);
double complex graphene_between(const graphene *g, double omega);

enum { INTERBAND_POLES = 8 };

/* Adds the transitions between bands to a sheet, as a conductivity, a capacitance and Lorentz poles,
 * within a band of frequencies; the first pole is there already, with room for INTERBAND_POLES
 * behind it. Says how far the sheet is from the formula and refuses what the keys do not allow. */
yee_status graphene_fit(const yee_host *host, const graphene *g, const fit_keys *keys,
                        const yee_band *band, yee_pole *pole, yee_response *sheet);

#endif
