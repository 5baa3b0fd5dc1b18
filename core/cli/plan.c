/* core/cli/plan.c: `yee plan`: what a run will do and what it will need, without running it. */
#include "base/parallel.h"
#include "base/units.h"
#include "cli.h"
#include "model/model.h"
#include "plugin/call.h"
#include "selftest/cost.h"
#include <math.h>
#include <string.h>

static struct {
    bool strict;
    const char *importer, *plugin_path;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"strict", NULL, "Warnings of the self-test count as errors, as with yee run --strict.",
     &given.strict, NULL, NULL},
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
}

static void print_medium(const yee_problem *p, int64_t i)
{
    const yee_medium *m = &p->medium[i];
    const yee_response *r = &m->response;
    const char *word = m->magnetic ? "mu" : "eps";
    printf("  %-10s %s: ", m->magnetic ? "H" : "E", m->name);
    if (m->conductor != YEE_NOT_CONDUCTOR)
        printf("perfect conductor\n");
    else
        printf("%s_inf %.6g, sigma%s %.6g %s, %zu pole%s\n", word, r->inf,
               m->magnetic ? "_m" : "", r->sigma, m->magnetic ? "Ohm/m" : "S/m", r->pole_count,
               r->pole_count == 1 ? "" : "s");
}

static void print_media(const yee_model *model)
{
    enum { SHOWN = 16 };
    const yee_problem *p = &model->problem;
    const int64_t own = model->first_copy, copies = p->media - own;
    printf("media        %lld\n", (long long)p->media);
    for (int64_t i = 0; i < own && i < SHOWN; i++)
        print_medium(p, i);
    if (own > SHOWN)
        printf("             and %lld more\n", (long long)own - SHOWN);
    if (copies)
        printf("             and %lld %s of them, damped or with a sheet\n", (long long)copies,
               copies == 1 ? "copy" : "copies");
}

/* Prints the shapes, and how many materials each made. */
static void print_shapes(const yee_model *model)
{
    const yee_instances *of = &model->of[YEE_SHAPE];
    for (size_t i = 0; i < of->count; i++) {
        const yee_instance *it = of->v[i];
        const size_t made = yee_voxels_made_by(model->voxels, it);
        printf("%-12s %s: %s", i ? "" : "shapes", it->host.instance, it->plugin->name);
        if (made)
            printf(", of %zu material%s of its own", made, made == 1 ? "" : "s");
        fputs("\n", stdout);
    }
    if (!of->count)
        printf("%-12s none\n", "shapes");
}

static void print_instances(const char *title, const yee_instances *of)
{
    for (size_t i = 0; i < of->count; i++)
        printf("%-12s %s: %s\n", i ? "" : title, of->v[i]->host.instance,
               of->v[i]->plugin->name);
    if (!of->count)
        printf("%-12s none\n", title);
}

/* -- memory -- */

/* Prints the memory that the fields take where they are, against the memory there. */
static void print_memory(const yee_scheme_cost *cost, double memory)
{
    char text[32], had[32], left[32];
    double all = cost->all, free = cost->left;
    if (!cost->device)
        yee_memory_of_machine(&all, &free);
    if (cost->memory > 0)
        printf("  %-10s %s, as the scheme lays them out%s\n", "plan",
               cli_bytes(text, sizeof text, cost->memory),
               cost->device ? " on its device" : "");
    if (all > 0)
        printf("  %-10s %s of %s are free; %s\n", cost->device ? "device" : "machine",
               cli_bytes(left, sizeof left, free), cli_bytes(had, sizeof had, all),
               cost->device                              ? "the plan is there already"
               : fmax(memory, cost->memory) < 0.9 * free ? "the run fits"
                                                         : "the run hardly fits");
}

/* Prints the speed that moving so many bytes a cell and step allows. */
static void print_speed(const yee_problem *p, double bytes, double speed)
{
    const double cells = yee_grid_cells(&p->grid);
    char lasts[32];
    printf("%.4g Mcells/s, %s", 1e-6 * speed / bytes,
           cli_duration(lasts, sizeof lasts, (double)p->steps * cells * bytes / speed));
}

/* Prints the speed that moving the bytes alone allows, at the bandwidth that the memory of
 * the fields has now. */
static void print_traffic(const yee_problem *p, const yee_scheme_cost *cost, double moved)
{
    const int threads = yee_thread_count(p->threads);
    const double speed = cost->device ? cost->copy : yee_bandwidth_measure(threads);
    const double bytes = moved / yee_grid_cells(&p->grid);
    printf("traffic      %.4g bytes per cell and step in two passes", bytes);
    if (speed > 0) {
        printf("; at %.3g GB/s of ", 1e-9 * speed);
        if (cost->device)
            printf("the device that is ");
        else
            printf("%d thread%s that is ", threads, threads == 1 ? "" : "s");
        print_speed(p, bytes, speed);
    }
    if (cost->traffic > 0)
        printf("; the scheme moves %.3g", cost->traffic);
    if (cost->traffic > 0 && speed > 0) {
        printf(": at most ");
        print_speed(p, cost->traffic, speed);
    }
    fputs("\n", stdout);
}

/* simulation: NULL where it was refused. */
static void print_need(const yee_model *model, const yee_simulation *simulation)
{
    const yee_problem *p = &model->problem;
    yee_scheme_cost cost = {.size = sizeof cost};
    yee_need n;
    yee_need_count(p, yee_voxels_points(model->voxels), &n);
    if (simulation) {
        const void *config;
        void *plan;
        const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
        if (!YEE_HAS(ops, cost) || YEE_CALL(model->scheme, ops, cost, plan, &cost))
            cost = (yee_scheme_cost){.size = sizeof cost};
    }
    const struct {
        const char *name;
        double bytes;
    } part[] = {{"fields", n.fields}, {"medium ids", n.ids}, {"pole state", n.sections},
                {"layers", n.layers}, {"sources", n.points}, {"records", n.taps}};
    char text[32];
    printf("memory       %s, %.4g bytes per cell\n", cli_bytes(text, sizeof text, n.memory),
           n.memory / yee_grid_cells(&p->grid));
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i].bytes > 0)
            printf("  %-10s %s\n", part[i].name, cli_bytes(text, sizeof text, part[i].bytes));
    print_memory(&cost, n.memory);
    printf("records      at most %s of numbers over the whole run\n",
           cli_bytes(text, sizeof text, n.disk));
    print_traffic(p, &cost, n.moved);
}

/* -- the self-test -- */

static void print_findings(const yee_model *model)
{
    static const char *const word[] = {"", "", "  WARNING: ", "  ERROR: "};
    const yee_finding *f;
    const size_t n = yee_model_findings(model, &f);
    printf("%-12s %zu finding%s\n", "self-test", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++) {
        const yee_block *block = yee_config_block(model->config, f[i].subject);
        char line[32] = "";
        if (block && block->line)
            snprintf(line, sizeof line, " (line %d)", block->line);
        printf("  %-10s%s%s %s\n", f[i].subject, line, word[f[i].level], f[i].text);
    }
}

/* The verdict that the first step of a run will enforce. */
static yee_status judge(const yee_model *model, const char *path)
{
    const yee_finding *f;
    const size_t n = yee_model_findings(model, &f);
    const bool strict = given.strict || model->run.strict;
    bool refused = false;
    for (size_t i = 0; i < n; i++)
        refused |= f[i].level == YEE_ERROR || (strict && f[i].level == YEE_WARNING);
    if (!refused)
        return YEE_OK;
    fflush(stdout); /* above it also where both streams are one file */
    return cli_fail(YEE_INPUT, "a run of %s is refused for what is marked ERROR%s above", path,
                    strict ? " or WARNING (strict is on)" : "");
}

/* -- the scheme -- */

static void print_lines(const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        if (length)
            printf("             %.*s\n", length, text);
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

static yee_status print_plan(yee_session *session, const char *path)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = yee_model_read(session, path, given.set.count, given.set.v, &model);
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (status)
        cli_fail_session(status, session);
    if (model) {
        printf("model        %s\n", path);
        print_grid(model);
        print_faces(model);
        print_media(model);
        print_shapes(model);
        print_instances("sources", &model->of[YEE_SOURCE]);
        print_instances("outputs", &model->of[YEE_OUTPUT]);
        if (model->of[YEE_POST].count)
            print_instances("posts", &model->of[YEE_POST]);
        print_need(model, simulation);
        if (simulation)
            print_scheme(model, simulation);
        print_findings(model);
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
    yee_status status = cli_session_open(given.plugin_path, false, &session);
    if (!status)
        status = print_plan(session, argv[0]);
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
