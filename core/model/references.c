/* core/model/references.c: the sections that keys name are there, and which of them are named. */
#include "base/nearest.h"
#include "model.h"

#include <string.h>

/* Materials that every model has. */
static const char *const built_in[] = {"vacuum", "pec", "pmc"};
enum { BUILT_IN = sizeof built_in / sizeof *built_in };

/* The section's own name, marked as named; NULL: there is none. */
static const char *find(const yee_model *m, yee_kind kind, const char *name)
{
    const yee_instances *of = &m->of[kind];
    for (size_t i = 0; i < of->count; i++)
        if (yee_text_same(of->v[i]->host.instance, name)) {
            of->v[i]->named = true;
            return of->v[i]->host.instance;
        }
    for (int i = 0; i < BUILT_IN && kind == YEE_MATERIAL; i++)
        if (yee_text_same(built_in[i], name))
            return built_in[i];
    return NULL;
}

/* The name as a section of an included model gives it: one of its own file's, or of the files that
 * include it. */
static const char *find_from(const yee_model *m, const char *scope, yee_kind kind,
                             const char *name)
{
    for (size_t n = scope ? strlen(scope) : 0; n;) {
        const char *own = yee_arena_format(m->arena, "%.*s.%s", (int)n, scope, name);
        const char *found = own ? find(m, kind, own) : NULL;
        if (found)
            return found;
        while (--n && scope[n] != '.')
            continue;
    }
    return find(m, kind, name);
}

static yee_status unknown(const yee_model *m, const yee_place *place, const char *key,
                          yee_kind kind, const char *name)
{
    const yee_instances *of = &m->of[kind];
    const char *word = yee_kind_name[kind];
    const char **names = yee_arena_alloc(m->arena, (of->count + BUILT_IN) * sizeof *names);
    size_t n = 0;
    if (!names)
        return YEE_MEMORY;
    for (size_t i = 0; i < of->count; i++)
        names[n++] = of->v[i]->host.instance;
    for (int i = 0; i < BUILT_IN && kind == YEE_MATERIAL; i++)
        names[n++] = built_in[i];
    const char *near = yee_text_nearest(name, n, names);
    const char *otherwise = yee_arena_format(
        m->arena, "; define it as %s [%s.NAME] section%s", kind == YEE_OUTPUT ? "an" : "a",
        word, kind == YEE_MATERIAL ? ", or take vacuum, pec or pmc" : "");
    return yee_diag_fail(m->diag, YEE_INPUT, place, "%s%sthere is no %s '%s'%s", key,
                         *key ? ": " : "", word, name,
                         yee_text_suggest(": ", near, otherwise ? otherwise : "").text);
}

yee_status yee_model_named(const yee_model *m, const yee_place *place, yee_kind kind,
                           const char *name)
{
    return find(m, kind, name) ? YEE_OK : unknown(m, place, "", kind, name);
}

/* Puts the sections' own names into the place of those that a key of a block gives. */
static yee_status look_up(const yee_model *m, const yee_block *block, const yee_param *p,
                          size_t count, const char *const *name, const char **own)
{
    const yee_kind kind = (yee_kind)yee_kind_find(p->choices);
    for (size_t i = 0; i < count; i++) {
        const char *found = find_from(m, block->scope, kind, name[i]);
        if (found) {
            own[i] = found; /* own and name may be one */
            continue;
        }
        const yee_entry *entry = yee_block_entry(block, p->key);
        const yee_place place = entry ? yee_entry_place(m->config, block, entry)
                                      : yee_block_place(m->config, block);
        return unknown(m, &place, p->key, kind, name[i]);
    }
    return YEE_OK;
}

/* All references of one table that was filled from a block. */
static yee_status check_table(const yee_model *m, const yee_block *block,
                              const yee_param *params, void *config)
{
    yee_status status = YEE_OK;
    for (const yee_param *p = params; !status && p && p->key; p++) {
        void *field = (char *)config + p->offset;
        if (p->type == YEE_TYPE_REF && *(const char **)field) {
            status = look_up(m, block, p, 1, field, field);
        } else if (p->type == YEE_TYPE_REFS) {
            yee_texts *names = field;
            const char **own = yee_arena_alloc(m->arena, (names->count + 1) * sizeof *own);
            if (!own)
                return YEE_MEMORY;
            status = look_up(m, block, p, names->count, names->v, own);
            names->v = own;
        }
    }
    return status;
}

static yee_status check_block(const yee_model *m, const char *name, const yee_param *params,
                              void *config)
{
    const yee_block *block = yee_config_block(m->config, name);
    return block ? check_table(m, block, params, config) : YEE_OK;
}

yee_status yee_model_references(yee_model *m)
{
    yee_status status = check_block(m, "grid", yee_grid_params, &m->grid_config);
    if (!status)
        status = check_block(m, "run", yee_run_params, &m->run);
    for (int k = 0; k < YEE_KINDS; k++)
        for (size_t i = 0; !status && i < m->of[k].count; i++) {
            const yee_instance *it = m->of[k].v[i];
            status = check_table(m, it->block, it->plugin->params, it->config);
            if (!status)
                status = check_table(m, it->block, yee_kind_params((yee_kind)k),
                                     yee_model_kind_config(m, it));
        }
    return status;
}
