/* core/config/place.h: the filled config of a section of an included model, placed. */
#ifndef YEE_CORE_PLACE_H
#define YEE_CORE_PLACE_H

#include "param.h"

/* Moves, turns and mirrors what the rows YEE_PLACE_* of a table say of the fields that were filled
 * from a block with a placement. Fails where that cannot be expressed. */
yee_status yee_place_apply(yee_diag *diag, yee_arena *arena, const yee_config *config,
                           const yee_block *block, const yee_bind *bind);
/* Whether a table can hold such a row; false: *reason says why not. */
bool yee_place_valid(const yee_param *params, const yee_param *row, const char **reason);
/* The first key of a table that is something in space without a row that says what. turns: where
 * a model is not only moved. NULL: none. */
const yee_param *yee_place_unsaid(const yee_param *params, bool turns);

#endif
