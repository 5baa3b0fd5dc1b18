/* core/config/let.h: the variables of a model, [let], and the expressions in its values. */
#ifndef YEE_CORE_LET_H
#define YEE_CORE_LET_H

#include "config.h"

/* Puts the value of every "{expression}" in its place, with its unit in SI; "{{" and "}}" are
 * braces. A model without [let] has no expressions, and nothing happens. Overrides come before. */
yee_status yee_let_expand(yee_diag *diag, yee_arena *arena, yee_config *config);

#endif
