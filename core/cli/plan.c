/* core/cli/plan.c: `yee plan`: what a run will do and what it will need, without running it. */
#include "cli/plan/plan.h"
#include "base/clock.h"
#include "base/units.h"
#include "cli.h"
#include "cli/plan/lists.h"
#include "model/model.h"
#include "plugin/call.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct {
    bool strict, estimate;
    const char *importer, *plugin_path, *trace, *subdomains, *gpus;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"strict", NULL, "Warnings count as errors, as with yee run --strict.", &given.strict, NULL,
     NULL},
    {"estimate", NULL,
     "Estimates memory, disk and time without the grid's cells: for a model that is too large "
     "for "
     "this machine, or takes long to read.",
     &given.estimate, NULL, NULL},
    {"subdomains", "NUMBERS",
     "Plans the grid cut into so many subdomains, or so many along x,y,z: as run.subdomains.",
     NULL, &given.subdomains, NULL},
    {"gpus", "LIST",
     "Deals the subdomains to the GPUs all, or 0,2-3, of this machine: as run.devices.", NULL,
     &given.gpus, NULL},
    CLI_TRACE(given.trace),
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

static const char axis_name[] = "xyz";

/* -- grid and time -- */

static void print_axis(const yee_grid *g, int a)
{
    const yee_axis_data *axis = &g->axis[a];
    char from[32], to[32], low[32], high[32];
    double least = INFINITY, most = 0;
    if (axis->invariant) {
        printf("  %c          invariant\n", axis_name[a]);
        return;
    }
    for (int64_t i = 0; i < axis->cells; i++) {
        double width = axis->node[i + 1] - axis->node[i];
        least = fmin(least, width);
        most = fmax(most, width);
    }
    yee_units_show(from, sizeof from, axis->node[0], "m");
    yee_units_show(to, sizeof to, axis->node[axis->cells], "m");
    yee_units_show(low, sizeof low, least, "m");
    yee_units_show(high, sizeof high, most, "m");
    /* nodes are sums: equal widths differ by rounding */
    if (most - least <= 1e-9 * most)
        printf("  %c          %lld cells of %s, %s to %s\n", axis_name[a],
               (long long)axis->cells, high, from, to);
    else
        printf("  %c          %lld cells of %s to %s, %s to %s\n", axis_name[a],
               (long long)axis->cells, low, high, from, to);
}

static void print_grid(const yee_model *model)
{
    const yee_problem *p = &model->problem;
    char dt[32], time[32];
    printf("grid         %.6g cells\n", yee_grid_cells(&p->grid));
    for (int a = 0; a < 3; a++)
        print_axis(&p->grid, a);
    printf("time         %lld steps of %s: %s (%.6g of the stability limit)\n",
           (long long)p->steps, yee_units_show(dt, sizeof dt, p->grid.dt, "s"),
           yee_units_show(time, sizeof time, (double)p->steps * p->grid.dt, "s"),
           model->run.courant);
    printf("precision    %s\n", p->precision == YEE_F64 ? "f64" : "f32");
}

/* -- what is in it -- */

static void describe_face(const yee_axis_data *axis, int side, bool sheet, char *text,
                          size_t size)
{
    static const char *const rule[] = {"pec", "pmc", "periodic", "open"};
    if (axis->layer[side])
        snprintf(text, size, "%s behind %lld absorbing cells", rule[axis->face[side]],
                 (long long)axis->layer[side]);
    else if (axis->damped[side])
        snprintf(text, size, "%s behind %lld damped cells", rule[axis->face[side]],
                 (long long)axis->damped[side]);
    else if (axis->symmetry[side])
        snprintf(text, size, "%s plane of symmetry",
                 axis->face[side] == YEE_FACE_PEC ? "electric" : "magnetic");
    else
        snprintf(text, size, "%s%s", sheet ? "sheet in front of " : "", rule[axis->face[side]]);
}

/* Faces that are closed alike share a line. */
static void print_faces(const yee_model *model)
{
    char text[6][64];
    bool done[6];
    const char *title = "boundaries";
    for (int f = 0; f < 6; f++) {
        const yee_axis_data *axis = &model->problem.grid.axis[f / 2];
        describe_face(axis, f % 2, model->sheets.on[f], text[f], sizeof text[f]);
        done[f] = axis->invariant;
    }
    for (int f = 0; f < 6; f++) {
        if (done[f])
            continue;
        printf("%-12s %s:", title, text[f]);
        title = "";
        for (int g = f; g < 6; g++)
            if (!done[g] && !strcmp(text[f], text[g])) {
                printf(" %c%c", axis_name[g / 2], g % 2 ? '+' : '-');
                done[g] = true;
            }
        fputs("\n", stdout);
    }
    const int parts = yee_grid_parts(&model->problem.grid);
    if (parts > 1)
        printf(
            "%-12s the grid is 1/%d of the model; ports, energies and powers are those of the "
            "whole\n",
            "", parts);
}

/* -- the self-test -- */

/* The verdict that the first step of a run will enforce. */
static yee_status judge(const yee_model *model, const char *path)
{
    const yee_finding *f;
    const size_t n = yee_model_findings(model, &f);
    const bool strict = given.strict || model->run.strict;
    bool refused = false;
    for (size_t i = 0; i < n; i++)
        refused |= f[i].level == YEE_ERROR || (strict && f[i].level == YEE_WARNING);
    if (!refused && (!strict || !model->warnings))
        return YEE_OK;
    fflush(stdout); /* above it also where both streams are one file */
    if (!refused)
        return cli_fail(YEE_INPUT,
                        "a run of %s is refused: reading it gave %zu warning%s (strict is on)",
                        path, model->warnings, model->warnings == 1 ? "" : "s");
    return cli_fail(YEE_INPUT, "a run of %s is refused for what is marked ERROR%s above", path,
                    strict ? " or WARNING (strict is on)" : "");
}

/* -- the scheme -- */

static void print_lines(const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        char line[512];
        snprintf(line, sizeof line, "%.*s", length, text);
        if (length)
            cli_wrap(stdout, 0, 13, line);
        text += length + (text[length] == '\n');
    }
}

static void print_scheme(const yee_model *model, const yee_simulation *simulation)
{
    char lines[4096];
    const void *config;
    void *plan;
    yee_scheme_traits traits = {.size = sizeof traits};
    const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
    printf("scheme       %s", model->scheme->plugin->name);
    if (!YEE_CALL(model->scheme, ops, traits, config, &traits))
        printf(", %.4g bytes moved per cell and step (vacuum, f32)", traits.bytes_per_cell);
    fputs("\n", stdout);
    print_lines(model->passed_over ? model->passed_over : "");
    if (yee_simulation_print(simulation, lines, sizeof lines) > 0)
        print_lines(lines);
}

/* Prints the parts of a plan that hold without the cells, too. */
static void print_head(const yee_model *model, const char *path)
{
    printf("model        %s\n", path);
    print_grid(model);
    print_faces(model);
    if (!model->corner)
        plan_print_media(model);
    plan_print_instances(model, "shapes", YEE_SHAPE);
    plan_print_instances(model, "sources", YEE_SOURCE);
    plan_print_instances(model, "outputs", YEE_OUTPUT);
    if (model->of[YEE_POST].count)
        plan_print_instances(model, "posts", YEE_POST);
}

static yee_status print_estimate(yee_session *session, const char *path)
{
    yee_model *model = NULL;
    session->estimate = true;
    yee_status status = yee_model_read(session, path, given.set.count, given.set.v, &model);
    session->estimate = false;
    if (status)
        return cli_fail_session(status, session);
    print_head(model, path);
    plan_print_estimate(model);
    yee_model_free(model);
    return YEE_OK;
}

static yee_status print_plan(yee_session *session, const char *path)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    const double start = yee_now();
    cli_stage_show("reading the model");
    yee_status status = yee_model_read(session, path, given.set.count, given.set.v, &model);
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    cli_stage_hide();
    const double setup = yee_now() - start;
    if (status)
        cli_fail_session(status, session);
    if (status == YEE_MEMORY) {
        cli_bar_line("", "what follows is an estimate, without the grid's cells");
        yee_model_free(model);
        print_estimate(session, path);
        return status;
    }
    if (model) {
        print_head(model, path);
        if (simulation)
            print_scheme(model, simulation);
        const plan_total total = plan_print_need(model, simulation, setup);
        if (yee_model_traces(model))
            plan_print_sweep(model, &total);
        plan_print_findings(model);
    }
    if (simulation)
        printf("file         %s\n", model->of[YEE_OUTPUT].count
                                        ? yee_simulation_file(simulation)
                                        : "none: the model has no [output.NAME]");
    if (simulation)
        status = judge(model, path);
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    (void)argc;
    cli_interrupt_catch(true);
    cli_importer(&given.set, given.importer);
    cli_trace(&given.set, given.trace);
    char cut[256], devices[256];
    if (given.subdomains) {
        snprintf(cut, sizeof cut, "run.subdomains=%s", given.subdomains);
        given.set.v[given.set.count++] = cut;
    }
    if (given.gpus) {
        snprintf(devices, sizeof devices, "run.devices=%s", given.gpus);
        given.set.v[given.set.count++] = devices;
    }
    yee_status status = cli_session_open(given.plugin_path, false, &session);
    if (!status)
        status =
            given.estimate ? print_estimate(session, argv[0]) : print_plan(session, argv[0]);
    yee_session_close(session);
    return status;
}

const cli_command cli_plan = {
    .name = "plan",
    .arguments = "MODEL.ini",
    .summary = "Prints what a run will do and need, and runs nothing.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
