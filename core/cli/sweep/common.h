/* core/cli/sweep/common.h: the models of a process of a sweep, and its simulations, one in each
 * slot. */
#ifndef YEE_CLI_SWEEP_COMMON_H
#define YEE_CLI_SWEEP_COMMON_H

#include "trace.h"

/* The model with overrides behind those of the command line; count at most 4. */
yee_status common_read(const sweep_plan *plan, size_t count, const char *const *more,
                       yee_model **model);
/* The model of the sweep for its text, values and outputs, without its cells where that can be. */
yee_status common_read_keys(const sweep_plan *p, yee_model **model);
/* The model of the sweep without its cells, as the reference would step it: no device is asked, and
 * nothing is said. Goes by yee_model_free(). */
yee_status common_estimate(const sweep_plan *plan, yee_model **model);
/* The model of the sweep, which this process has looked at and has a plan of: its traces begin with
 * both. */
void common_keep(yee_model *model, yee_simulation *simulation);
/* The model of the sweep again, read once more where the process has none: what it warns of has been
 * said. Goes by common_release(). */
yee_status common_read_again(const sweep_plan *plan, yee_model **model);
/* From now on what is printed goes where the command prints. */
void common_print_on(void);
/* Begins a file for what is printed; NULL: that goes nowhere. -1: it cannot be made. */
int common_log(const char *path);
/* From now on what is printed goes there; -1: where it went before. */
void common_print_to(int log);
void common_redirect(const char *path); /* both */
/* The model of a trace. One that has no cells in common with the last ones is what the next are
 * varied from. */
yee_status common_vary(const sweep_plan *plan, int64_t number, yee_model **model);
/* The model that a slot is to be aimed at next; NULL: none. */
void common_hold(int slot, const yee_model *model);
/* Frees a model that the process has no more use for. */
void common_release(const sweep_plan *plan, yee_model *model);
/* Plans the simulation of a slot of the process, or aims it. It has the model then, unless there is
 * none after a failure. */
yee_status common_aim(const sweep_plan *plan, int slot, yee_model *model);
yee_simulation *common_simulation(int slot); /* NULL: there is none */

#endif
