/* core/model/resolved.c: the model as INI text with every default filled in. */
#include "model.h"

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

bool yee_model_resolve(yee_model *m, char **text)
{
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
        const yee_block *block = &m->config->block[i];
        const yee_instance *it = instance_of(m, block);
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
