/* core/cli/check/trial.c: a model with the plugin under test is built, planned and run. */
#include "base/process.h"
#include "check.h"
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *check_folder(const check *c, const char *name, char *text, size_t size)
{
    snprintf(text, size, "%s/%s", c->folder, name);
    return text;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

void check_remove(const check *c, const char *name)
{
    char folder[512];
    nftw(check_folder(c, name, folder, sizeof folder), remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

yee_status check_model(check *c, const check_case *k, bool f64, const char *name,
                       yee_model **model)
{
    char folder[512], output[600], precision[32], steps[32];
    char scheme[128];
    const char *set[8];
    size_t sets = 0;
    check_folder(c, name, folder, sizeof folder);
    snprintf(output, sizeof output, "run.output=%s/check.h5", folder);
    snprintf(precision, sizeof precision, "run.precision=%s", f64 ? "f64" : "f32");
    snprintf(steps, sizeof steps, "run.steps=%d", CHECK_STEPS);
    set[sets++] = output;
    set[sets++] = "run.force=yes";
    if (!k->as_it_is) {
        set[sets++] = precision;
        if (!k->text) /* others say it */
            set[sets++] = steps;
        set[sets++] = "run.scheme=reference";
    } else if (c->plugin->kind == YEE_SCHEME) {
        snprintf(scheme, sizeof scheme, "run.scheme=%s", c->plugin->name);
        set[sets++] = scheme;
    }
    yee_diag_clear(&c->session->diag);
    /* warnings about a model of the user are for the user; the others ask for nothing */
    if (!k->as_it_is)
        c->session->diag.log = NULL;
    const bool fresh = !mkdir(folder, 0777);
    if ((!fresh && errno != EEXIST) || !yee_process_move(folder))
        return yee_diag_fail(&c->session->diag, YEE_IO, NULL, "cannot use %s: %s", folder,
                             strerror(errno));
    if (fresh && k->data && !check_write_data(&c->session->diag, k->data, folder))
        return c->session->diag.status;
    return k->text ? yee_model_parse(c->session, "check.ini", k->text, sets, set, model)
                   : yee_model_read(c->session, k->path, sets, set, model);
}

/* Numbers, and not all of them zero where something is emitted. */
static void judge_fields(check *c, const check_case *k, yee_model *model,
                         yee_simulation *simulation)
{
    const yee_grid *g = &yee_model_problem(model)->grid;
    double largest = 0;
    for (int f = 0; f < YEE_COMPONENTS; f++) {
        const size_t n = g->active[f] ? (size_t)yee_grid_points(g, f) : 0;
        double *value = malloc((n + 1) * sizeof *value);
        const yee_status status = !value ? YEE_MEMORY
                                  : n    ? yee_simulation_read(simulation, f, value)
                                         : YEE_OK;
        size_t bad = n;
        for (size_t i = 0; !status && i < n; i++) {
            if (!isfinite(value[i]) && bad == n)
                bad = i;
            largest = fmax(largest, fabs(value[i]));
        }
        free(value);
        if (!status && bad == n)
            continue;
        check_judge(c, false, "%s: %s after %lld steps: %s", k->name, yee_component_key(f),
                    (long long)yee_simulation_step(simulation),
                    status ? "cannot be read" : "not all numbers are finite");
        return;
    }
    const yee_problem *p = yee_model_problem(model);
    if (!(largest > 0) && p->groups + p->ports > 0)
        check_judge(c, false, "%s: all fields are zero after %lld steps", k->name,
                    (long long)yee_simulation_step(simulation));
}

/* A run that gets on does not hang. */
static bool gets_on(void *user, const yee_progress *progress)
{
    check *c = user;
    (void)progress;
    atomic_fetch_add(&c->watch.beat, 1);
    return true;
}

/* YEE_DECLINED: a scheme does not execute a model of the user; YEE_OK: it was judged. */
static yee_status run_quietly(check *c, const check_case *k, yee_model *model)
{
    yee_simulation *simulation = NULL;
    yee_status status = yee_simulation_plan(model, &simulation);
    if (!status) {
        yee_simulation_quiet(simulation);
        status = yee_simulation_run(simulation, -1, gets_on, c);
    }
    const bool declined = status == YEE_DECLINED && k->as_it_is;
    if (status && !declined)
        check_judge(c, false, "%s: %s", k->name, yee_session_error(c->session));
    else if (!status)
        judge_fields(c, k, model, simulation);
    yee_simulation_free(simulation);
    return declined ? status : YEE_OK;
}

/* The cost that its steps tell is none, or a number not below 0. */
static void judge_cost(check *c, const check_case *k, yee_model *model)
{
    const yee_instances *of = &model->of[YEE_POST];
    for (size_t i = 0; i < of->count; i++) {
        yee_post_cost cost;
        if (of->v[i]->plugin != c->plugin)
            continue;
        yee_model_post_cost(model, of->v[i], &cost);
        if (cost.seconds < 0 || isinf(cost.seconds) || !(cost.bytes >= 0) || isinf(cost.bytes))
            check_judge(c, false, "%s: cost() tells %g s and %g bytes", k->name, cost.seconds,
                        cost.bytes);
    }
}

/* Judges what the kind promises of a model that was built. */
static void judge_model(check *c, const check_case *k, yee_model *model)
{
    if (c->plugin->kind == YEE_SOURCE)
        check_emission(c, model);
    if (c->plugin->kind == YEE_SHAPE)
        check_painting(c, k, model);
    if (c->plugin->kind == YEE_POST)
        judge_cost(c, k, model);
}

yee_status check_case_runs(check *c, const check_case *k)
{
    const yee_kind kind = c->plugin->kind;
    const bool records = kind == YEE_OUTPUT || kind == YEE_POST;
    const int failed = c->failed, precisions = k->as_it_is || k->varied ? 1 : 2;
    yee_status status = YEE_OK;
    for (int f64 = 0; f64 < precisions && !status && c->failed == failed; f64++) {
        yee_model *model = NULL;
        check_remove(c, "model");
        status = check_model(c, k, f64, "model", &model);
        if (status && f64)
            check_judge(c, false, "%s, in float64 alone: %s", k->name,
                        yee_session_error(c->session));
        if (status)
            return f64 ? YEE_OK : status;
        judge_model(c, k, model);
        if (c->failed == failed && !records && !k->varied)
            status = run_quietly(c, k, model);
        yee_model_free(model);
        if (c->failed == failed && records && (kind == YEE_OUTPUT || !k->varied))
            check_recording(c, k, f64);
    }
    return status;
}
