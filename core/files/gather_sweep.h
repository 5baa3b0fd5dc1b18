/* core/files/gather_sweep.h: what a file of many runs says about them. */
#ifndef YEE_CORE_GATHER_SWEEP_H
#define YEE_CORE_GATHER_SWEEP_H

#include "gather.h"
#include <hdf5.h>

/* Writes /sweep: the variables with their values in each trace, the status and message of each, and
 * the model. */
bool yee_gather_put_sweep(hid_t into, const yee_gather *given, const int32_t *status,
                          char *const *message);

#endif
