/* core/config/let.h: the variables of a model, [let], and the expressions in its values. */
#ifndef YEE_CORE_LET_H
#define YEE_CORE_LET_H

#include "config.h"

/* Puts the value of every "{expression}" in its place, with its unit in SI; "{{" and "}}" are
 * braces. A model without [let] has no expressions, and nothing happens. Overrides come before. */
yee_status yee_let_expand(yee_diag *diag, yee_arena *arena, yee_config *config);
/* Whether an expression names a variable that is marked. block: [let]; changed: shape
 * [block->count]. */
bool yee_let_names(const yee_block *block, const bool *changed, const char *expression);
/* Marks the variables too that need a marked one, by themselves or by others. */
void yee_let_spread(const yee_block *block, bool *changed);

#endif
