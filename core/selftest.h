/* core/selftest.h: what is wrong, or nearly so, with a model before its first step. */
#ifndef YEE_CORE_SELFTEST_H
#define YEE_CORE_SELFTEST_H

#include "model.h"

/* Looks at a built model and fills model->finding: media against the grid and the sources'
 * band, discrete against analytic permittivity, layers, memory. */
yee_status yee_selftest(yee_model *model);
/* Logs the warnings, once; fails with the first error, or with the first warning when strict.
 */
yee_status yee_selftest_enforce(const yee_model *model, bool strict);

#endif
