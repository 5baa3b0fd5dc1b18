/* core/cli/sweep/common.h: the models of a process of a sweep, and its one simulation. */
#ifndef YEE_CLI_SWEEP_COMMON_H
#define YEE_CLI_SWEEP_COMMON_H

#include "trace.h"

/* The model with overrides behind those of the command line; count at most 4. */
yee_status common_read(const sweep_plan *plan, size_t count, const char *const *more,
                       yee_model **model);
/* The model once more: what it warns of has been said. */
yee_status common_read_again(const sweep_plan *plan, yee_model **model);
/* From now on what is printed goes into a file; NULL: nowhere. */
void common_redirect(const char *path);
/* The model of a trace. One that has no cells in common with the last ones is what the next are
 * varied from. */
yee_status common_vary(const sweep_plan *plan, int64_t number, yee_model **model);
/* Frees a model that the process has no more use for. */
void common_release(const sweep_plan *plan, yee_model *model);
/* Plans the process's simulation, or aims it. It has the model then. */
yee_status common_aim(const sweep_plan *plan, yee_model *model);
yee_simulation *common_simulation(void);

#endif
