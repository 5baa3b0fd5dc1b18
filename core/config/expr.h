/* core/config/expr.h: arithmetic with units, "depth/2 - 1 mm". */
#ifndef YEE_CORE_EXPR_H
#define YEE_CORE_EXPR_H

#include "base/arena.h"
#include "base/dimension.h"
#include "fault.h"

/* A number in SI and the powers of the base units that it has. */
typedef struct yee_scalar {
    double value;
    yee_dimension unit; /* ten is 0 and factor 1 */
} yee_scalar;

/* The variables that an expression may name. */
typedef struct yee_variables {
    void *user;
    size_t count;
    const char *const *name; /* shape [count] */
    /* The value of the i-th variable; anything but YEE_OK ends the evaluation. */
    yee_status (*value)(void *user, size_t i, yee_scalar *out);
} yee_variables;

/* Evaluates a text:
 *
 *   sum     = product {("+" | "-") product}
 *   product = factor {("*" | "/") factor}
 *   factor  = ("-" | "+") factor | power
 *   power   = atom ["^" factor]
 *   atom    = number [unit] | name | function "(" sum {"," sum} ")" | "(" sum ")"
 *
 * Only quantities of one dimension are added or compared; a power other than of a plain number is
 * whole. A fault is said with what is wrong; YEE_INPUT without a reason is the variable's own. */
yee_status yee_expr_read(yee_arena *arena, const char *text, const yee_variables *variables,
                         yee_scalar *out, yee_fault *fault);
/* Whether a name is one of a function or constant, and so none for a variable. */
bool yee_expr_reserved(const char *name);

#endif
