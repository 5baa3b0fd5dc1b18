/* core/run/energy.h: the energy of a run, as far as its scheme is to be believed. */
#ifndef YEE_CORE_ENERGY_H
#define YEE_CORE_ENERGY_H

#include "model/model.h"

/* The energies (J) of E and of H that the scheme's energy() says. YEE_PLUGIN where it denies the
 * fields that extrema() has. */
yee_status yee_energy_now(const yee_model *model, const yee_scheme_ops *ops, void *plan,
                          double energy[2]);

#endif
