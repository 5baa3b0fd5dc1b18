/* core/config/include.h: other models in a model, [include.NAME]. */
#ifndef YEE_CORE_INCLUDE_H
#define YEE_CORE_INCLUDE_H

#include "config.h"
#include <yee/param.h>

/* Keys of [include.NAME]; all others are variables of the file. */
extern const yee_param yee_include_params[];

/* Evaluates the expressions of a model and puts the sections of the files that it includes behind
 * their [include.NAME], with names of their own: [shape.box] becomes [shape.NAME.box]. The files
 * are inputs of the model. Overrides come before. */
yee_status yee_include_expand(yee_diag *diag, yee_arena *arena, yee_config *config);

#endif
