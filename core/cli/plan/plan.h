/* core/cli/plan/plan.h: what the files of `yee plan` share. */
#ifndef YEE_CLI_PLAN_H
#define YEE_CLI_PLAN_H

#include "api/trial.h"
#include "cli/cli.h"
#include "model/model.h"
#include "selftest/cost.h"

/* The totals of a run. */
typedef struct plan_total {
    bool measured;
    double seconds, setup; /* s; of them for reading and planning */
    double memory, disk;   /* bytes, at most */
} plan_total;

/* sweep.c: prints what the traces of a model's sweep share and take; total: of a lone run. */
void plan_print_sweep(yee_model *model, const plan_total *total);
/* need.c: prints memory, disk and time. simulation: NULL where it was refused, else no run of it
 * has begun, and one may have come to its end afterwards; setup: s that reading and planning
 * took. */
plan_total plan_print_need(const yee_model *model, yee_simulation *simulation, double setup);
/* subdomains.c: prints how the grid is cut, and the speed of as many processes over links of some
 * rates; nothing of a grid that is not cut. need: of the run without subdomains; step: s of one, in
 * this process; NAN: not measured. */
void plan_print_subdomains(const yee_model *model, yee_simulation *simulation,
                           const yee_need *need, double step);
/* estimate.c: prints memory, disk and time of a model that was read without its cells, and what
 * was not looked at. */
void plan_print_estimate(const yee_model *model);

#endif
