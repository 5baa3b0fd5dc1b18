/* core/model/resolved.c: the model as INI text with every default filled in. */
#include "config/let.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The instance of a block, which may be that of another model; NULL: it is the core's own, or not
 * there yet. */
static const yee_instance *instance_of(const yee_model *m, const yee_block *block)
{
    for (int k = 0; k < YEE_KINDS; k++)
        for (size_t q = 0; q < m->of[k].count; q++)
            if (m->of[k].v[q]->block && !strcmp(m->of[k].v[q]->block->name, block->name))
                return m->of[k].v[q];
    return NULL;
}

/* Whether an included model is given a value that is marked, as a variable or by its place. */
static bool includes_changed(const yee_config *config, const yee_block *let,
                             const bool *changed)
{
    for (size_t i = 0; i < config->count; i++) {
        const yee_block *b = &config->block[i];
        for (size_t k = 0; !strcmp(b->kind, "include") && k < b->count; k++)
            if (b->entry[k].source && yee_let_names(let, changed, b->entry[k].source))
                return true;
    }
    return false;
}

/* Whether variables of [let] change from trace to trace of a sweep: then they stay. Sections of
 * included models have the values of one trace, though, and where these change [let] is left out,
 * so that a sweep of the text is refused. */
static bool sweeps_let(yee_model *m)
{
    const yee_block *let = yee_config_block(m->config, "let");
    bool *changed = let ? yee_arena_alloc(m->arena, (let->count + 1) * sizeof *changed) : NULL;
    bool any = false;
    if (!changed || m->sweep.trace >= 0)
        return false;
    for (size_t v = 0; v < m->sweep.variables; v++)
        for (size_t k = 0; k < m->sweep.variable[v].keys; k++) {
            const char *key = m->sweep.variable[v].key[k];
            const bool of_let = !strncmp(key, "let.", strlen("let."));
            const yee_entry *entry = of_let ? yee_block_entry(let, key + strlen("let.")) : NULL;
            if (entry)
                changed[entry - let->entry] = true;
            any = any || of_let;
        }
    yee_let_spread(let, changed);
    return any && !includes_changed(m->config, let, changed);
}

/* Appends [let] as it stands. */
static bool write_let(const yee_block *let, char **text)
{
    char *more = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&more, &length);
    if (!out)
        return false;
    fprintf(out, "%s\n[let]\n", *text ? *text : "");
    for (size_t k = 0; k < let->count; k++)
        fprintf(out, "%s = %s\n", let->entry[k].key, let->entry[k].value);
    const bool ok = !fclose(out);
    free(ok ? *text : more);
    *text = ok ? more : *text;
    return ok;
}

bool yee_model_resolve(yee_model *m, char **text)
{
    const bool sourced = sweeps_let(m);
    const struct {
        const char *name;
        yee_bind bind;
    } own[] = {
        {"grid", {yee_grid_params, &m->grid_config}},
        {"run", {yee_run_params, &m->run}},
        {"plugins", {yee_plugins_params, &m->plugin_path}},
    };
    const char *preface = m->config->preface;
    *text = NULL;
    if (preface && !(*text = strdup(preface)))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < m->config->count; i++) {
        yee_block *block = &m->config->block[i];
        const yee_instance *it = instance_of(m, block);
        block->sourced = sourced && !block->file;
        if (sourced && !strcmp(block->name, "let"))
            ok = write_let(block, text);
        if (it) {
            void *kind = yee_model_kind_config(m, it);
            const yee_bind bind[2] = {{it->plugin->params, it->config},
                                      {yee_kind_params(it->plugin->kind), kind}};
            ok = yee_param_resolved(block, it->plugin->name, kind ? 2 : 1, bind, text);
        }
        for (size_t n = 0; n < sizeof own / sizeof *own && !it && ok; n++)
            if (!strcmp(block->name, own[n].name))
                ok = yee_param_resolved(block, NULL, 1, &own[n].bind, text);
    }
    return ok && (m->sweep.trace >= 0 || yee_sweep_resolved(m->config, &m->sweep, text));
}
