/* core/selftest/accuracy.h: what a phase error costs: the coarsest grid and the largest time
 * step at which a scheme keeps it. */
#ifndef YEE_CORE_ACCURACY_H
#define YEE_CORE_ACCURACY_H

#include "model/model.h"

/* NaN throughout: the error is not reached, or there is no wave to tell it from. */
typedef struct yee_accuracy {
    double per_wave; /* cells per shortest wave, in the slowest material */
    double courant;  /* time step over the scheme's limit */
    double cells;    /* of the model */
    double steps;    /* for the model's time */
} yee_accuracy;

/* For each error (relative, of the phase velocity) the resolution and the time step that need
 * the fewest cells times steps so that no direction, material and frequency of the sources'
 * band has a larger one. Cells are shrunk alike; their number in a layer stays. */
yee_status yee_accuracy_find(const yee_model *model, size_t errors, const double *error,
                             yee_accuracy *found);

#endif
