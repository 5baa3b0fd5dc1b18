/* core/problem/fields.h: the edges of laws of fields. */
#ifndef YEE_CORE_FIELDS_H
#define YEE_CORE_FIELDS_H

#include "base/arena.h"
#include "base/diag.h"
#include "problem/media/damping.h"
#include "problem/surface/oblique.h"

/* yee_problem.field_run, of its field_cell, media, laws and ports, or magnetic_run of magnetic_cell.
 * inf: relative permittivities, or permeabilities, of the material of each law, shape [laws][3];
 * rates: those of damped cells; oblique: the cells of yee_oblique_law. */
yee_status yee_field_edges(yee_diag *diag, yee_arena *arena, const yee_rates rates[3],
                           const double *inf, const yee_oblique *oblique, bool magnetic,
                           yee_problem *problem);

#endif
