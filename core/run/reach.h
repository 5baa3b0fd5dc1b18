/* core/run/reach.h: fields in media with a law, against what the law is meant for. */
#ifndef YEE_CORE_REACH_H
#define YEE_CORE_REACH_H

#include "model/model.h"

/* V/m: the least reach of the laws in use; infinite without any. */
double yee_reach_least(const yee_model *model);
/* Whether a law in use may give energy: no bound of the fields follows from the sources. */
bool yee_reach_active(const yee_model *model);
/* Warns, with material, place and step, of the first field beyond the reach of its law, and says
 * in *warned whether it did. v: extrema of the plan now. */
yee_status yee_reach_check(const yee_model *model, const yee_scheme_ops *ops, void *plan,
                           const yee_extrema *v, int64_t step, bool *warned);

#endif
