/* core/cli/plan/estimate.c: a plan without the grid's cells: of a model that this machine cannot
 * hold, or whose cells take too long. */
#include "model/estimate.h"
#include "base/clock.h"
#include "plan.h"
#include "plugin/call.h"
#include "selftest/cost.h"
#include <math.h>

#define ENOUGH 0.3 /* s of steps of the corner */

/* Cells and steps a second that the scheme does on the corner; NAN: it declines. */
static double corner_speed(const yee_model *model)
{
    const yee_instance *it = model->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    void *plan = NULL;
    double took = 0;
    int64_t steps = 1;
    if (YEE_CALL(it, ops, plan, &it->host, it->config, model->corner, &plan) || !plan)
        return NAN;
    yee_status status = YEE_CALL(it, ops, run, plan, 1, NULL); /* a cold one */
    for (steps = 1; !status && took < ENOUGH; steps *= 2) {
        const double start = yee_now();
        status = YEE_CALL(it, ops, run, plan, steps, NULL);
        took = yee_now() - start;
    }
    YEE_CALL_VOID(it, ops, destroy, plan);
    return status ? (double)NAN
                  : yee_grid_cells(&model->corner->grid) * (double)(steps / 2) / took;
}

static void print_parts(const yee_model *model)
{
    const yee_grid *g = &model->problem.grid;
    const double cells = yee_grid_cells(g);
    yee_need n;
    double ids, poles, all, left;
    const char *name;
    char text[32], had[32], disk[32];
    yee_need_count(&model->problem, yee_voxels_points(model->voxels), &n);
    yee_estimate_memory(model, &ids, &poles, &name);
    const struct {
        const char *name;
        double bytes;
    } part[] = {{"fields", n.fields},  {"medium ids", ids}, {"layers", n.layers},
                {"sources", n.points}, {"records", n.taps}, {"cells", 4 * cells}};
    double sum = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        sum += part[i].bytes;
    printf("memory       about %s, %.4g bytes per cell (estimated)\n",
           cli_bytes(text, sizeof text, sum), sum / cells);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i].bytes > 0)
            printf("  %-10s %s\n", part[i].name, cli_bytes(text, sizeof text, part[i].bytes));
    if (poles > 0)
        printf("  %-10s up to %s more, where all cells are of '%s'\n", "pole state",
               cli_bytes(text, sizeof text, poles), name);
    yee_memory_of_machine(&all, &left);
    if (all > 0)
        printf("  %-10s %s of %s are free on this machine\n", "machine",
               cli_bytes(text, sizeof text, left), cli_bytes(had, sizeof had, all));
    printf("disk         about %s of numbers over the whole run\n",
           cli_bytes(disk, sizeof disk, n.disk));
}

void plan_print_estimate(const yee_model *model)
{
    const yee_problem *p = &model->problem;
    char text[32], line[512];
    print_parts(model);
    fflush(stdout);
    cli_stage_show("timing a corner of the grid, in a second or so");
    const double speed = corner_speed(model);
    cli_stage_hide();
    if (isfinite(speed))
        printf(
            "time         about %s at the %.4g Mcells/s that scheme %s has here in %.3g cells "
            "of the background\n",
            cli_duration(text, sizeof text,
                         (double)p->steps * yee_grid_cells(&p->grid) / speed),
            1e-6 * speed, model->scheme->plugin->name, yee_grid_cells(&model->corner->grid));
    else
        printf("time         not measured: %s\n", yee_session_error(model->session));
    int64_t parts[3];
    const bool cut =
        !yee_model_subdomains(model, parts) && (parts[0] > 1 || parts[1] > 1 || parts[2] > 1);
    printf("not judged   ");
    snprintf(line, sizeof line,
             "objects, and with them media and poles, whether the grid resolves them and where "
             "surfaces lie; sources, outputs and steps after the run in the time; the files' "
             "own structure on the "
             "disk%s%s",
             cut ? "; what subdomains add in memory and time" : "",
             yee_model_traces(model) ? "; all traces of the sweep but one" : "");
    cli_wrap(stdout, 13, 13, line);
}
