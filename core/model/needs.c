/* core/model/needs.c: whether the model makes what its post-processing steps will read. */
#include "base/nearest.h"
#include "config/value.h"
#include "model.h"
#include "plugin/call.h"
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

/* Words and places (m) of a key as they were looked up and, in an included model, placed. NULL: the
 * key holds none. */
static const char *own_words(yee_model *m, const yee_instance *it, const char *key)
{
    for (const yee_param *p = it->plugin->params; p->key; p++) {
        const bool words = p->type == YEE_TYPE_REF || p->type == YEE_TYPE_REFS ||
                           p->type == YEE_TYPE_TEXTS || p->type == YEE_TYPE_CHOICE ||
                           p->type == YEE_TYPE_BOOL || p->type == YEE_TYPE_VEC3;
        if (!yee_param_is_key(p) || !words || strcmp(p->key, key))
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
        /* the block is the model's own; looking a key up changes nothing */
        yee_entry *entry = yee_block_entry((yee_block *)of->v[i]->block, key);
        const char *words =
            entry ? own_words(((const asker *)plan->core)->model, of->v[i], key) : NULL;
        *value = words ? words : entry ? entry->value : NULL;
        return YEE_OK;
    }
    return no_output(plan, name);
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

yee_status yee_model_needs(yee_model *m)
{
    for (size_t i = 0; i < m->of[YEE_POST].count; i++) {
        const yee_instance *step = m->of[YEE_POST].v[i];
        const yee_post_ops *ops = step->plugin->ops;
        asker by = {m, step};
        const yee_plan plan = {sizeof plan, &by,        yee_model_view_for(m, &step->place),
                               output,      output_key, playing};
        yee_status status = plan.view ? check_name(m, step) : YEE_MEMORY;
        if (!status && YEE_HAS(ops, needs))
            status = YEE_CALL(step, ops, needs, &step->host, step->config, &plan);
        if (status)
            return status;
    }
    return YEE_OK;
}
