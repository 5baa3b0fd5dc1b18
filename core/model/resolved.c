/* core/model/resolved.c: the model as INI text with every default filled in. */
#include "config/let.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Whether keys of a section change from trace to trace of a sweep. */
static bool sweeps(const yee_model *m, const char *section)
{
    const size_t length = strlen(section);
    bool any = false;
    for (size_t v = 0; m->sweep.trace < 0 && v < m->sweep.variables; v++)
        for (size_t k = 0; k < m->sweep.variable[v].keys; k++) {
            const char *key = m->sweep.variable[v].key[k];
            any = any ||
                  (!strncasecmp(key, section, length) && strrchr(key, '.') == key + length);
        }
    return any;
}

/* The variables of [let] that change from trace to trace, by their place in it; NULL: none do, or
 * there is no memory. */
static const bool *changed_variables(yee_model *m, const yee_block *let)
{
    bool *changed = let && sweeps(m, "let")
                        ? yee_arena_alloc(m->arena, (let->count + 1) * sizeof *changed)
                        : NULL;
    for (size_t v = 0; changed && v < m->sweep.variables; v++)
        for (size_t k = 0; k < m->sweep.variable[v].keys; k++) {
            const char *key = m->sweep.variable[v].key[k];
            const bool of_let = !strncmp(key, "let.", strlen("let."));
            const yee_entry *entry = of_let ? yee_block_entry(let, key + strlen("let.")) : NULL;
            if (entry)
                changed[entry - let->entry] = true;
        }
    if (changed)
        yee_let_spread(let, changed);
    return changed;
}

/* The parts of a model's text that stay as they were written. */
typedef struct kept {
    const yee_model *m;
    const yee_block *let;
    const bool *changed; /* variables of it, by changed_variables() */
    bool sourced;        /* expressions and their variables */
} kept;

/* Whether a block includes a model that a sweep moves or changes, by keys of the block or by
 * variables. */
static bool is_swept(const kept *t, const yee_block *include)
{
    bool any = !strcmp(include->kind, "include") && sweeps(t->m, include->name);
    for (size_t k = 0; !strcmp(include->kind, "include") && t->changed && k < include->count;
         k++)
        any = any || (include->entry[k].source &&
                      yee_let_names(t->let, t->changed, include->entry[k].source));
    return any;
}

/* Whether a section is of an included model. */
static bool is_within(const yee_block *block, const yee_block *include)
{
    const size_t length = strlen(include->instance);
    return block->scope && !strncmp(block->scope, include->instance, length) &&
           (!block->scope[length] || block->scope[length] == '.');
}

/* Whether such a block stays, with its sections as comments. Keys of those that were set from
 * outside have no place in such a text. */
static bool stays(const kept *t, const yee_block *include)
{
    const yee_model *m = t->m;
    bool set = false;
    if (!is_swept(t, include))
        return false;
    for (size_t i = 0; i < m->config->count; i++) {
        const yee_block *block = &m->config->block[i];
        for (size_t k = 0; k < block->count && is_within(block, include); k++)
            set = set || !block->entry[k].line;
    }
    return !set;
}

/* Whether the block by which a section is included stays. */
static bool is_comment(const kept *t, const yee_block *block)
{
    for (size_t i = 0; block->scope && i < t->m->config->count; i++) {
        const yee_block *include = &t->m->config->block[i];
        if (stays(t, include) && is_within(block, include))
            return true;
    }
    return false;
}

/* Whether expressions and their variables stay as they were written. They do not where an included
 * model that a variable changes could not stay: without them a sweep of the text is refused. */
static bool is_sourced(const kept *t)
{
    const yee_config *config = t->m->config;
    bool any = sweeps(t->m, "let");
    for (size_t i = 0; i < config->count; i++) {
        const bool swept = is_swept(t, &config->block[i]);
        if (swept && !stays(t, &config->block[i]))
            return false;
        any = any || swept;
    }
    return any;
}

/* Appends a section as it stands. */
static bool write_block(const yee_block *block, char **text)
{
    char *more = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&more, &length);
    if (!out)
        return false;
    fprintf(out, "%s\n[%s]\n", *text ? *text : "", block->name);
    for (size_t k = 0; k < block->count; k++) {
        const yee_entry *e = &block->entry[k];
        fprintf(out, "%s = %s\n", e->key, e->source ? e->source : e->value);
    }
    const bool ok = !fclose(out);
    free(ok ? *text : more);
    *text = ok ? more : *text;
    return ok;
}

/* Makes comments of the lines of a text from `begin` on. */
static bool comment(char **text, size_t begin)
{
    char *more = NULL;
    size_t length = 0;
    FILE *out = *text ? open_memstream(&more, &length) : NULL;
    if (!out)
        return false;
    fprintf(out, "%.*s", (int)begin, *text);
    for (const char *line = *text + begin; *line;) {
        const size_t end = strcspn(line, "\n");
        fprintf(out, "%s%.*s\n", end ? "; " : "", (int)end, line);
        line += end + (line[end] != 0);
    }
    const bool ok = !fclose(out);
    free(ok ? *text : more);
    *text = ok ? more : *text;
    return ok;
}

bool yee_model_resolve(yee_model *m, char **text)
{
    kept t = {.m = m, .let = yee_config_block(m->config, "let")};
    t.changed = changed_variables(m, t.let);
    t.sourced = is_sourced(&t);
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
        block->sourced = t.sourced && !block->file;
        const size_t begin = *text ? strlen(*text) : 0;
        if ((t.sourced && !strcmp(block->name, "let")) || stays(&t, block))
            ok = write_block(block, text);
        if (it) {
            void *kind = yee_model_kind_config(m, it);
            const yee_bind bind[2] = {{it->plugin->params, it->config},
                                      {yee_kind_params(it->plugin->kind), kind}};
            ok = yee_param_resolved(block, it->plugin->name, kind ? 2 : 1, bind, text);
        }
        for (size_t n = 0; n < sizeof own / sizeof *own && !it && ok; n++)
            if (!strcmp(block->name, own[n].name))
                ok = yee_param_resolved(block, NULL, 1, &own[n].bind, text);
        if (ok && it && is_comment(&t, block))
            ok = comment(text, begin);
    }
    return ok && (m->sweep.trace >= 0 || yee_sweep_resolved(m->config, &m->sweep, text));
}
