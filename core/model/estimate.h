/* core/model/estimate.h: a model of which no cell is painted: what it needs can be told where its
 * grid does not fit into the memory.
 *
 * In place of the cells a corner of the grid stands in, filled with the background and small
 * enough for any machine. Objects are not looked at: media and ids of the problem are those of
 * the background, and it cannot be planned. */
#ifndef YEE_CORE_ESTIMATE_H
#define YEE_CORE_ESTIMATE_H

#include "model.h"

/* In place of yee_model_objects(): voxels of the corner. */
yee_status yee_estimate_corner(yee_model *model);
/* In place of yee_voxels_slowness(): smallest eps_inf times smallest mu_inf of the background and
 * of the materials that objects are made of. */
double yee_estimate_slowness(const yee_model *model);
/* In place of yee_voxels_media(): the background's media, after the time step is known. The
 * corner becomes a problem of its own, without sources and outputs: model->corner. */
yee_status yee_estimate_media(yee_model *model, const double band[2]);
/* Bytes of the ids that objects make, and of the poles' state where every cell has the material
 * with most of them, *name (NULL: none has). */
void yee_estimate_memory(const yee_model *model, double *ids, double *poles, const char **name);

#endif
