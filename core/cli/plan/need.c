/* core/cli/plan/need.c: the memory, the disk and the time that a run takes: counted by the
 * problem's numbers, and measured on a trial of the run. */
#include "plan.h"
#include "plugin/call.h"
#include "selftest/cost.h"
#include <math.h>
#include <stdlib.h>

/* A trial takes about twice its steps' time, and as much room in the folder of temporary files. */
static const yee_trial_bounds bounds = {
    .seconds = 0.5, .bytes = 64 << 20, .transforms = 256 << 20};

/* -- memory -- */

static void print_parts(const yee_model *model, const yee_need *n)
{
    const struct {
        const char *name;
        double bytes;
    } part[] = {{"fields", n->fields}, {"medium ids", n->ids}, {"pole state", n->sections},
                {"layers", n->layers}, {"sources", n->points}, {"records", n->taps}};
    char text[32];
    printf("memory       %s, %.4g bytes per cell\n", cli_bytes(text, sizeof text, n->memory),
           n->memory / yee_grid_cells(&model->problem.grid));
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i].bytes > 0)
            printf("  %-10s %s\n", part[i].name, cli_bytes(text, sizeof text, part[i].bytes));
}

/* Prints the memory that the fields take where they are, against the memory there. peak: of the
 * whole process; NAN: not measured. */
static void print_memory(const yee_scheme_cost *cost, double memory, double peak)
{
    char text[32], had[32], left[32];
    double all = cost->all, free = cost->left;
    if (!cost->device)
        yee_memory_of_machine(&all, &free);
    if (cost->memory > 0)
        printf("  %-10s %s, as the scheme lays them out%s\n", "plan",
               cli_bytes(text, sizeof text, cost->memory),
               cost->device ? " on its device" : "");
    if (isfinite(peak))
        printf("  %-10s %s at most, as the system counts it (measured)\n", "process",
               cli_bytes(text, sizeof text, peak));
    if (all > 0)
        printf("  %-10s %s of %s are free; %s\n", cost->device ? "device" : "machine",
               cli_bytes(left, sizeof left, free), cli_bytes(had, sizeof had, all),
               cost->device                              ? "the plan is there already"
               : fmax(memory, cost->memory) < 0.9 * free ? "the run fits"
                                                         : "the run hardly fits");
}

/* -- the trial -- */

static bool refused(const yee_model *model)
{
    const yee_finding *f;
    const size_t n = yee_model_findings(model, &f);
    bool error = !model->problem.steps;
    for (size_t i = 0; i < n; i++)
        error |= f[i].level == YEE_ERROR;
    return error;
}

/* False, with the reason printed, where nothing was measured. */
static bool measure(const yee_model *model, yee_simulation *simulation, yee_trial *trial)
{
    const char *folder = cli_scratch_make();
    yee_status status = YEE_OK;
    fflush(stdout);
    if (!folder) {
        printf("%-12s not measured: no folder for temporary files; set TMPDIR to one\n",
               "time");
        return false;
    }
    cli_stage_show("timing the first steps, in a second or so");
    if ((status = yee_simulation_trial(simulation, folder, &bounds, trial)))
        printf("%-12s not measured: %s\n", "time", yee_session_error(model->session));
    cli_stage_hide();
    cli_scratch_remove();
    return !status;
}

/* -- time and disk -- */

static void print_seconds(const char *name, double seconds, double all)
{
    char text[32];
    printf("  %-10s %s, %.0f %%\n", name, cli_duration(text, sizeof text, seconds),
           100 * seconds / all);
}

/* Returns the seconds of all. */
static double print_time(const yee_model *model, const yee_trial *t, double setup)
{
    const yee_problem *p = &model->problem;
    const double steps = (double)p->steps, stepping = steps * t->step;
    const double checkpoints =
        (model->run.checkpoint_steps ? floor(steps / (double)model->run.checkpoint_steps) : 0) +
        (model->run.checkpoint > 0 ? floor(stepping / model->run.checkpoint) : 0) +
        model->run.checkpoint_at_end;
    const double saving = checkpoints * t->checkpoint;
    const double beside = setup + t->start + t->finish;
    const double all = stepping + t->records + t->checks + saving + beside + t->posts;
    char text[32];
    printf(
        "time         %s at most: %.4g Mcells/s with all sources and outputs, measured on %lld "
        "step%s\n",
        cli_duration(text, sizeof text, all),
        1e-6 * yee_grid_cells(&p->grid) * steps / (stepping + t->records), (long long)t->steps,
        t->steps == 1 ? "" : "s");
    if (isfinite(t->fields)) {
        print_seconds("fields", steps * t->fields, all);
        if (p->groups || p->ports)
            print_seconds("sources", steps * t->sources, all);
        if (p->taps)
            print_seconds("outputs", steps * (t->step - t->fields - t->sources) + t->records,
                          all);
    }
    if (t->checks > 0.01 * all)
        print_seconds("checks", t->checks, all);
    if (saving > 0)
        print_seconds("checkpoints", saving, all);
    print_seconds("begin, end", beside, all);
    if (t->posts > 0.01 * all)
        print_seconds("posts", t->posts, all);
    return all;
}

plan_total plan_print_need(const yee_model *model, yee_simulation *simulation, double setup)
{
    const yee_problem *p = &model->problem;
    yee_scheme_cost cost = {.size = sizeof cost};
    yee_trial trial = {.peak = NAN};
    yee_need n;
    char text[32];
    yee_need_count(p, yee_voxels_points(model->voxels), &n);
    print_parts(model, &n);
    if (simulation) {
        const void *config;
        void *plan;
        const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
        if (!YEE_HAS(ops, cost) || YEE_CALL(model->scheme, ops, cost, plan, &cost))
            cost = (yee_scheme_cost){.size = sizeof cost};
    }
    const bool measured = simulation && !refused(model) && measure(model, simulation, &trial);
    print_memory(&cost, n.memory, trial.peak);
    printf("disk         %s at most%s\n",
           cli_bytes(text, sizeof text, measured ? trial.disk : n.disk),
           measured ? ", all files together" : " of numbers over the whole run");
    const double seconds = measured ? print_time(model, &trial, setup) : NAN;
    if (simulation)
        plan_print_subdomains(model, simulation, &n, measured ? trial.step : (double)NAN);
    return (plan_total){measured, seconds, setup, trial.peak, trial.disk};
}
