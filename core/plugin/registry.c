/* core/plugin/registry.c: the plugins that were found, by kind and name. */
#include "registry.h"
#include "base/arena.h"
#include "base/nearest.h"
#include <stdlib.h>
#include <string.h>
#include <yee/importer.h>

const char *const yee_kind_name[YEE_KINDS] = {
    [YEE_MATERIAL] = "material",   [YEE_BOUNDARY] = "boundary", [YEE_WAVEFORM] = "waveform",
    [YEE_SOURCE] = "source",       [YEE_SHAPE] = "shape",       [YEE_OUTPUT] = "output",
    [YEE_SCHEME] = "scheme",       [YEE_IMPORTER] = "importer", [YEE_POST] = "post",
    [YEE_TRANSPORT] = "transport",
};

int yee_kind_find(const char *name)
{
    for (int kind = 0; kind < YEE_KINDS; kind++)
        if (!strcmp(name, yee_kind_name[kind]))
            return kind;
    return -1;
}

const yee_registered *yee_registry_find(const yee_registry *registry, yee_kind kind,
                                        const char *name)
{
    for (size_t i = 0; i < registry->count; i++) {
        const yee_plugin *plugin = registry->entry[i].plugin;
        if (plugin->kind == kind && yee_text_same(plugin->name, name))
            return &registry->entry[i];
    }
    return NULL;
}

const char *yee_registry_nearest(const yee_registry *registry, yee_kind kind, const char *name)
{
    const char **word = calloc(registry->count + 1, sizeof *word);
    size_t words = 0;
    if (!word)
        return NULL;
    for (size_t i = 0; i < registry->count; i++)
        if (registry->entry[i].plugin->kind == kind)
            word[words++] = registry->entry[i].plugin->name;
    const char *nearest = yee_text_nearest(name, words, word);
    free(word);
    return nearest;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The arena keeps the outgrown array until the session ends: doubling bounds that by the final
 * size. */
static bool grow(yee_registry *registry)
{
    size_t capacity = registry->capacity ? 2 * registry->capacity : 32;
    yee_registered *entry = yee_arena_alloc(registry->arena, capacity * sizeof *entry);
    if (!entry)
        return false;
    if (registry->count)
        memcpy(entry, registry->entry, registry->count * sizeof *entry);
    registry->entry = entry;
    registry->capacity = capacity;
    return true;
}

/* A file of the same name earlier on the search path hides this one on purpose; two different
 * modules with one plugin name are worth a warning. */
static void report_hidden(yee_diag *diag, const yee_plugin *plugin, const yee_registered *first,
                          const char *file)
{
    bool same = !strcmp(base_name(first->file), base_name(file));
    yee_diag_log(diag, same ? YEE_DEBUG : YEE_WARNING, &(yee_place){.file = file},
                 "%s %s is already there from %s, which is kept", yee_kind_name[plugin->kind],
                 plugin->name, first->file);
}

/* Whether an ending of `length` characters is one of ".in|.gprmax". */
static bool has_ending(const char *suffixes, const char *ending, size_t length)
{
    for (const char *s = suffixes; s; s = strchr(s, '|'), s = s ? s + 1 : NULL)
        if (strcspn(s, "|") == length && !strncmp(s, ending, length))
            return true;
    return false;
}

/* Warns of an importer that takes the ending of an earlier one, which is used. */
static void report_endings(const yee_registry *registry, yee_diag *diag,
                           const yee_plugin *plugin, const char *file)
{
    const yee_importer_ops *ops = plugin->ops;
    for (const char *s = ops->suffixes; s; s = strchr(s, '|'), s = s ? s + 1 : NULL) {
        const size_t n = strcspn(s, "|");
        for (size_t i = 0; i < registry->count; i++) {
            const yee_registered *r = &registry->entry[i];
            const yee_importer_ops *other = r->plugin->ops;
            if (r->plugin->kind != YEE_IMPORTER || !has_ending(other->suffixes, s, n))
                continue;
            yee_diag_log(
                diag, YEE_WARNING, &(yee_place){.file = file},
                "importer %s takes %.*s files, and so does importer %s from %s, which is "
                "used; --importer %s chooses this one",
                plugin->name, (int)n, s, r->plugin->name, r->file, plugin->name);
            break;
        }
    }
}

yee_status yee_registry_add(yee_registry *registry, yee_diag *diag, const yee_module *module,
                            const char *file)
{
    const yee_place place = {.file = file};
    yee_status status = yee_contract_check(diag, module, file);
    if (status)
        return status;

    const char *kept = yee_arena_text(registry->arena, file);
    if (!kept)
        return yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for the list of plugins");
    for (const yee_plugin *const *p = module->plugins; *p; p++) {
        const yee_registered *first = yee_registry_find(registry, (*p)->kind, (*p)->name);
        if (first && first->module == module)
            continue; /* the same file, reached twice */
        if (first) {
            report_hidden(diag, *p, first, file);
            continue;
        }
        if ((*p)->kind == YEE_IMPORTER)
            report_endings(registry, diag, *p, file);
        if (registry->count == registry->capacity && !grow(registry))
            return yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for the list of plugins");
        registry->entry[registry->count++] = (yee_registered){*p, module, kept};
    }
    return YEE_OK;
}
