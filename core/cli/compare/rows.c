/* core/cli/compare/rows.c: every row gets a model and a plan of its own, or a reason. */
#include "compare.h"
#include "plugin/call.h"
#include "selftest/cost.h"
#include "selftest/waves.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether rows of the scheme are swept: it has the key, or the model has. */
static bool has_key(const yee_plugin *plugin, const char *key)
{
    if (strchr(key, '.'))
        return true;
    for (const yee_param *p = plugin->params; p->key; p++)
        if (!strcmp(p->key, key))
            return true;
    return false;
}

/* The sentence of the session becomes the reason; what the session said is forgotten. */
static void refuse(compare *c, char reason[COMPARE_REASON])
{
    const char *sentence = yee_session_error(c->session);
    snprintf(reason, COMPARE_REASON, "%s", *sentence ? sentence : "it does not say why");
    yee_diag_clear(&c->session->diag);
}

/* The block of the file that configures the scheme, or the one that would. */
static const char *block_of(const yee_model *m, const yee_plugin *plugin, char *text,
                            size_t size)
{
    for (size_t i = 0; i < m->of[YEE_SCHEME].count; i++)
        if (m->of[YEE_SCHEME].v[i]->plugin == plugin)
            return m->of[YEE_SCHEME].v[i]->block->name;
    snprintf(text, size, "scheme.%s", plugin->name);
    return text;
}

static yee_status read_model(compare *c, const yee_model *base, compare_row *r)
{
    char name[256], scheme[128], precision[32], courant[32], swept[512];
    const char **set = calloc(c->set->count + 4, sizeof *set);
    size_t n = c->set->count;
    if (!set)
        return cli_fail(YEE_MEMORY, "no memory for the comparison");
    if (n)
        memcpy(set, c->set->v, n * sizeof *set);
    snprintf(scheme, sizeof scheme, "run.scheme=%s", r->plugin->name);
    snprintf(precision, sizeof precision, "run.precision=%s", r->f64 ? "f64" : "f32");
    if (r->value && strchr(c->key, '.'))
        snprintf(swept, sizeof swept, "%s=%s", c->key, r->value);
    else if (r->value)
        snprintf(swept, sizeof swept, "%s.%s=%s", block_of(base, r->plugin, name, sizeof name),
                 c->key, r->value);
    set[n++] = scheme;
    set[n++] = precision;
    snprintf(courant, sizeof courant, "run.courant=%g", r->courant);
    if (r->courant > 0)
        set[n++] = courant;
    if (r->value)
        set[n++] = swept;
    yee_status status = yee_model_read(c->session, c->path, n, set, &r->model);
    free(set);
    if (status == YEE_INPUT && r->value) /* the model itself is sound */
        return cli_fail(status, "--sweep %s=%s: %s", c->key, r->value,
                        yee_session_error(c->session));
    if (status)
        refuse(c, r->reason);
    return YEE_OK;
}

/* Whether a run would get to its first step: no error in the self-test, memory enough.
 * Otherwise r->reason says why. */
static bool passes_selftest(compare_row *r)
{
    double all, available;
    yee_need need;
    const yee_finding *f;
    const size_t n = yee_model_findings(r->model, &f);
    for (size_t i = 0; i < n; i++)
        if (f[i].level == YEE_ERROR) {
            snprintf(r->reason, sizeof r->reason, "%s: %s", f[i].subject, f[i].text);
            return false;
        }
    yee_memory_of_machine(&all, &available);
    yee_need_count(&r->model->problem, yee_voxels_points(r->model->voxels), &need);
    if (available > 0 && need.memory > available) {
        char wanted[32], is[32];
        snprintf(r->reason, sizeof r->reason,
                 "%s are free beside the rows before it, and it needs %s",
                 cli_bytes(is, sizeof is, available),
                 cli_bytes(wanted, sizeof wanted, need.memory));
        return false;
    }
    return true;
}

static yee_status dry_run(compare_row *r)
{
    const yee_problem *p = &r->model->problem;
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(r->simulation, &config, &plan);
    yee_scheme_traits traits = {.size = sizeof traits};
    yee_need need;
    yee_need_count(p, yee_voxels_points(r->model->voxels), &need);
    r->cost.size = sizeof r->cost;
    yee_status status = YEE_CALL(r->model->scheme, ops, traits, config, &traits);
    if (!status && YEE_HAS(ops, cost))
        status = YEE_CALL(r->model->scheme, ops, cost, plan, &r->cost);
    if (status)
        return status;
    r->dt = p->grid.dt;
    r->limit = p->grid.dt / r->model->run.courant;
    /* The count for two passes, of which a scheme moves the part that its card says: they move
     * 18 words of 4 bytes in vacuum. */
    r->cells = yee_grid_cells(&p->grid);
    r->most = p->steps;
    r->bytes = need.moved / r->cells * traits.bytes_per_cell / 72;
    r->counted = !(r->cost.memory > 0);
    r->memory = r->counted ? need.memory : r->cost.memory;
    r->phase = yee_waves_error(r->model);
    return YEE_OK;
}

/* A scheme that names a smaller time step gets it; where its weights depend on the step, the
 * limit has moved then and there is another to try. */
static bool slow_down(compare *c, compare_row *r)
{
    const yee_model *m = r->model;
    const double limit = m->problem.grid.dt / m->run.courant;
    if (r->tries == COMPARE_TRIES || !(m->scheme->stable > 0))
        return false;
    r->courant = floor(1000 * m->scheme->stable / limit) / 1000;
    r->tries++;
    refuse(c, r->slower);
    yee_model_free(r->model);
    r->model = NULL;
    return r->courant > 0;
}

static yee_status plan_row(compare *c, const yee_model *base, compare_row *r)
{
    yee_status status = read_model(c, base, r);
    if (status || *r->reason || !passes_selftest(r))
        return status;
    const yee_instance *it = r->model->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    r->absent = YEE_CALL(it, ops, available, &it->host, it->config) != YEE_OK;
    if (!r->absent && !yee_simulation_plan(r->model, &r->simulation) && !dry_run(r))
        return YEE_OK;
    if (!r->absent && !r->simulation && slow_down(c, r))
        return plan_row(c, base, r);
    refuse(c, r->reason);
    return YEE_OK;
}

static void fill(compare *c)
{
    for (size_t s = 0; s < c->schemes; s++) {
        const bool swept = c->key && has_key(c->scheme[s], c->key);
        for (size_t v = 0; v < (swept ? c->values : 1); v++)
            for (size_t p = 0; p < c->precisions; p++) {
                compare_row *r = &c->row[c->rows++];
                *r = (compare_row){.plugin = c->scheme[s],
                                   .value = swept ? c->value[v] : NULL,
                                   .f64 = !strcmp(c->precision[p], "f64"),
                                   .cells = NAN,
                                   .dt = NAN,
                                   .limit = NAN,
                                   .bytes = NAN,
                                   .memory = NAN,
                                   .phase = NAN,
                                   .error = {NAN, NAN},
                                   .median = NAN,
                                   .spread = NAN,
                                   .part = NAN};
                if (swept)
                    snprintf(r->label, sizeof r->label, "%s %s=%s", r->plugin->name, c->key,
                             r->value);
                else
                    snprintf(r->label, sizeof r->label, "%s", r->plugin->name);
            }
    }
}

yee_status compare_rows_make(compare *c, const yee_model *base)
{
    yee_status status = YEE_OK;
    c->row = calloc(c->schemes * (c->values + 1) * c->precisions, sizeof *c->row);
    if (!c->row)
        return cli_fail(YEE_MEMORY, "no memory for the comparison");
    fill(c);
    /* Warnings that every row repeats would help nobody. */
    void (*const log)(void *, yee_level, const char *) = c->session->diag.log;
    c->session->diag.log = NULL;
    for (size_t i = 0; i < c->rows && !status; i++) {
        compare_row *r = &c->row[i];
        r->rate = calloc((size_t)c->repeats, sizeof *r->rate);
        status = r->rate ? plan_row(c, base, r)
                         : cli_fail(YEE_MEMORY, "no memory for the comparison");
    }
    c->session->diag.log = log;
    return status;
}

void compare_rows_free(compare *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        yee_simulation_free(c->row[i].simulation);
        yee_model_free(c->row[i].model);
        free(c->row[i].rate);
    }
    free(c->row);
}
