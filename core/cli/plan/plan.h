/* core/cli/plan/plan.h: what the files of `yee plan` share. */
#ifndef YEE_CLI_PLAN_H
#define YEE_CLI_PLAN_H

#include "api/trial.h"
#include "cli/cli.h"
#include "model/model.h"

/* need.c: prints memory, disk and time. simulation: NULL where it was refused, else no run of it
 * has begun, and one may have come to its end afterwards; setup: s that reading and planning
 * took. */
void plan_print_need(const yee_model *model, yee_simulation *simulation, double setup);
/* estimate.c: prints memory, disk and time of a model that was read without its cells, and what
 * was not looked at. */
void plan_print_estimate(const yee_model *model);

#endif
