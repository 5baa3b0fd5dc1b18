/* core/model/needs.c: whether the model makes what its post-processing steps will read. */
#include "base/nearest.h"
#include "config/value.h"
#include "model.h"
#include "plugin/call.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct asker {
    yee_model *model;
    const yee_instance *step;
} asker;

static const yee_instances *outputs(const yee_plan *plan)
{
    return &((const asker *)plan->core)->model->of[YEE_OUTPUT];
}

static const char *output(const yee_plan *plan, int64_t n)
{
    const yee_instances *of = outputs(plan);
    return n >= 0 && (uint64_t)n < of->count ? of->v[n]->host.instance : NULL;
}

static yee_status no_output(const yee_plan *plan, const char *name)
{
    const asker *by = plan->core;
    const yee_instances *of = outputs(plan);
    const char **word = yee_arena_alloc(by->model->arena, (of->count + 1) * sizeof *word);
    for (size_t i = 0; word && i < of->count; i++)
        word[i] = of->v[i]->host.instance;
    const char *nearest = word ? yee_text_nearest(name, of->count, word) : NULL;
    return yee_diag_fail(by->model->diag, YEE_INPUT, &by->step->place,
                         "there is no [output.%s]%s", name,
                         yee_text_suggest("; ", nearest, "").text);
}

/* The value of a key of a section as in the resolved model; NULL: it has none. */
static const char *key_of(yee_model *m, const yee_instance *it, const char *key)
{
    if (!strcmp(key, "type"))
        return it->plugin->name;
    for (const yee_param *p = it->plugin->params; p->key; p++) {
        if (!yee_param_is_key(p) || strcmp(p->key, key) || !yee_value_given(p, it->config))
            continue;
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        if (!out)
            return NULL;
        yee_value_write(out, p, it->config);
        const char *copy = fclose(out) ? NULL : yee_arena_text(m->arena, text);
        free(text);
        return copy;
    }
    return NULL;
}

static yee_status output_key(const yee_plan *plan, const char *name, const char *key,
                             const char **value)
{
    const yee_instances *of = outputs(plan);
    for (size_t i = 0; i < of->count; i++) {
        if (!yee_text_same(of->v[i]->host.instance, name))
            continue;
        *value = key_of(((const asker *)plan->core)->model, of->v[i], key);
        return YEE_OK;
    }
    return no_output(plan, name);
}

static const char *boundary_key(const yee_plan *plan, int axis, int side, const char *key)
{
    yee_model *m = ((const asker *)plan->core)->model;
    const yee_instance *it = m->closed_by[2 * axis + (side > 0)];
    return it ? key_of(m, it, key) : NULL;
}

static const char *playing(const yee_plan *plan, int64_t n)
{
    const yee_model *m = ((const asker *)plan->core)->model;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++)
        if (yee_model_plays(m, m->of[YEE_SOURCE].v[i]) && !n--)
            return m->of[YEE_SOURCE].v[i]->host.instance;
    return NULL;
}

/* Files of outputs and of steps bear their names. */
static yee_status check_name(const yee_model *m, const yee_instance *step)
{
    const yee_instances *of = &m->of[YEE_OUTPUT];
    if (!of->count)
        return yee_diag_fail(m->diag, YEE_INPUT, &step->place,
                             "has nothing to work on: the model has no [output.NAME]");
    for (size_t i = 0; i < of->count; i++)
        if (yee_text_same(of->v[i]->host.instance, step->host.instance))
            return yee_diag_fail(m->diag, YEE_INPUT, &step->place,
                                 "an output has this name, and files are named so; give the "
                                 "step another one");
    return YEE_OK;
}

/* The questions that a step may ask; view NULL: no memory. */
static yee_plan plan_of(asker *by)
{
    return (yee_plan){sizeof(yee_plan),
                      by,
                      yee_model_view_for(by->model, &by->step->place),
                      output,
                      output_key,
                      playing,
                      boundary_key,
                      yee_model_sources_end(by->model)};
}

yee_status yee_model_needs(yee_model *m)
{
    for (size_t i = 0; i < m->of[YEE_POST].count; i++) {
        yee_instance *step = m->of[YEE_POST].v[i];
        const yee_post_ops *ops = step->plugin->ops;
        asker by = {m, step};
        const yee_plan plan = plan_of(&by);
        yee_status status = plan.view ? check_name(m, step) : YEE_MEMORY;
        step->said.foretells = true;
        if (!status && YEE_HAS(ops, needs))
            status = YEE_CALL(step, ops, needs, &step->host, step->config, &plan);
        step->said.foretells = false;
        if (status)
            return status;
    }
    return YEE_OK;
}

void yee_model_post_cost(yee_model *m, const yee_instance *step, yee_post_cost *cost)
{
    const yee_post_ops *ops = step->plugin->ops;
    asker by = {m, step};
    const yee_plan plan = plan_of(&by);
    *cost = (yee_post_cost){.size = sizeof *cost, .seconds = NAN};
    if (plan.view && YEE_HAS(ops, cost))
        YEE_CALL_VOID(step, ops, cost, &step->host, step->config, &plan, cost);
}
