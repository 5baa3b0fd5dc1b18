/* core/problem/fields.h: the edges of laws of fields. */
#ifndef YEE_CORE_FIELDS_H
#define YEE_CORE_FIELDS_H

#include "base/arena.h"
#include "base/diag.h"
#include "problem/media/damping.h"

/* yee_problem.field_run, of its field_cell, media, laws and ports. inf: relative permittivities of
 * the material of each law, shape [laws][3]; rates: those of damped cells. */
yee_status yee_field_edges(yee_diag *diag, yee_arena *arena, const yee_rates rates[3],
                           const double *inf, yee_problem *problem);

#endif
