/* core/run/sentinel.h: notices that a run leaves the physical range, and says where and why. */
#ifndef YEE_CORE_SENTINEL_H
#define YEE_CORE_SENTINEL_H

#include "model/model.h"

typedef struct yee_sentinel yee_sentinel;

/* Looks at a run every so many steps (0: never). zero: all fields are 0, and are not looked at.
 * Memory from the model's arena. */
yee_sentinel *yee_sentinel_new(const yee_model *model, const yee_scheme_ops *ops, void *plan,
                               int64_t every, bool zero);
/* Steps until the next check; a run does no more at a time. */
int64_t yee_sentinel_steps_until_check(const yee_sentinel *sentinel, int64_t step);
/* thorough: at every point, not at a part of the grid as long as that is calm. YEE_OK, or
 * YEE_DIVERGED with step, component, cell, material, nearest face, growth and likely
 * cause. */
yee_status yee_sentinel_check(yee_sentinel *sentinel, bool thorough);
/* The sentinel's own state of the run so far, for checkpoints. */
yee_status yee_sentinel_state(yee_sentinel *sentinel, yee_state *state);

#endif
