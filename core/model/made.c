/* core/model/made.c: chooses the importer of a file and takes the text that it makes. */
#include "made.h"
#include "plugin/call.h"

#include "base/grow.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* -- which one -- */

bool yee_made_by_override(const char *assignment)
{
    return !strncasecmp(assignment, "importer.", strlen("importer."));
}

/* The length of the longest ending, of those in ".in|.gprmax", that a path has; 0: none. */
static size_t accepts(const char *suffixes, const char *path)
{
    const size_t length = strlen(path);
    size_t longest = 0;
    for (const char *s = suffixes; s; s = strchr(s, '|'), s = s ? s + 1 : NULL) {
        const size_t n = strcspn(s, "|");
        if (n > longest && n < length && !strncmp(path + length - n, s, n))
            longest = n;
    }
    return longest;
}

static const yee_plugin *by_ending(const yee_registry *registry, const char *path)
{
    const yee_plugin *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < registry->count; i++) {
        const yee_plugin *plugin = registry->entry[i].plugin;
        const size_t n = plugin->kind == YEE_IMPORTER
                             ? accepts(((const yee_importer_ops *)plugin->ops)->suffixes, path)
                             : 0;
        if (n > longest) {
            found = plugin;
            longest = n;
        }
    }
    return found;
}

/* The text behind "importer." of an override that names no importer, "importer.traces=64"; NULL: it
 * names one. */
static const char *nameless(const char *assignment)
{
    const char *key = assignment + strlen("importer.");
    return key[strcspn(key, ".=")] == '=' ? key : NULL;
}

/* Overrides without a name are of the importer that another names, else of the one that takes the
 * file's ending. */
static yee_status read_nameless(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                                const char *set, yee_config *config)
{
    const yee_plugin *plugin = by_ending(registry, config->path);
    const char *name = config->count ? config->block[0].instance : plugin ? plugin->name : NULL;
    if (!name)
        return yee_diag_fail(diag, YEE_USAGE, &(yee_place){.file = "override"},
                             "'%.100s' is a key of an importer, and none takes %s", set,
                             config->path);
    const char *whole = yee_arena_format(arena, "importer.%s.%s", name, nameless(set));
    return whole ? yee_config_set(diag, arena, config, whole) : YEE_MEMORY;
}

/* The section [importer.NAME] that the overrides make; *block NULL: there are none. */
static yee_status read_overrides(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                                 size_t sets, const char *const *set, yee_config *config,
                                 yee_block **block)
{
    yee_status status = YEE_OK;
    *block = NULL;
    for (size_t i = 0; !status && i < sets; i++)
        if (yee_made_by_override(set[i]) && !nameless(set[i]))
            status = yee_config_set(diag, arena, config, set[i]);
    for (size_t i = 0; !status && i < sets; i++)
        if (yee_made_by_override(set[i]) && nameless(set[i]))
            status = read_nameless(registry, diag, arena, set[i], config);
    if (!status && config->count > 1)
        return yee_diag_fail(diag, YEE_USAGE, &(yee_place){.file = "override"},
                             "[%s] and [%s] are both given; one importer reads the file",
                             config->block[0].name, config->block[1].name);
    if (!status && config->count)
        *block = &config->block[0];
    return status;
}

/* -- what it writes -- */

/* From the line of the text that begins at `offset` or behind it on, lines come from line
 * `number` of the file. */
typedef struct mark {
    size_t offset;
    int number;
} mark;

typedef struct page {
    yee_instance *importer;
    FILE *out;
    size_t length, marks, capacity;
    mark *mark;
    yee_status status; /* of the first call that failed: the importer may not look at it */
} page;

static yee_status lost(page *p)
{
    p->status = yee_diag_fail(p->importer->diag, YEE_MEMORY, &p->importer->place,
                              "no memory for the text of the model");
    return p->status;
}

static yee_status append(yee_writer *writer, const char *text)
{
    page *p = writer->core;
    if (p->status)
        return p->status;
    if (fputs(text, p->out) < 0)
        return lost(p);
    p->length += strlen(text);
    return YEE_OK;
}

static yee_status comes_from(yee_writer *writer, int64_t number)
{
    page *p = writer->core;
    if (p->status)
        return p->status;
    if (number < 1 || number > INT32_MAX)
        return p->status = yee_diag_fail(
                   p->importer->diag, YEE_PLUGIN, &p->importer->place,
                   "plugin '%s' says that text comes from line %lld; lines count from 1",
                   p->importer->plugin->name, (long long)number);
    if (!yee_grow(&p->mark, p->marks, &p->capacity, sizeof *p->mark))
        return lost(p);
    p->mark[p->marks++] = (mark){p->length, (int)number};
    p->importer->place.line = (int)number;
    return YEE_OK;
}

/* Which line of the file every line of the text comes from. */
static bool lay_out(yee_arena *arena, const page *p, yee_made *made)
{
    size_t lines = 1, at = 0;
    for (size_t i = 0; i < made->length; i++)
        lines += made->text[i] == '\n';
    int *line = yee_arena_alloc(arena, lines * sizeof *line), number = 1;
    if (!line)
        return false;
    for (size_t n = 0, offset = 0; n < lines; n++) {
        while (at < p->marks && p->mark[at].offset <= offset)
            number = p->mark[at++].number;
        line[n] = number;
        offset += strcspn(made->text + offset, "\n") + 1;
    }
    made->lines = (yee_origins){.count = lines, .line = line};
    return true;
}

static yee_status convert(yee_arena *arena, yee_instance *it, const char *path, yee_made *made)
{
    const yee_importer_ops *ops = it->plugin->ops;
    char *text = NULL;
    size_t size = 0;
    page p = {.importer = it, .out = open_memstream(&text, &size)};
    if (!p.out)
        return lost(&p);
    yee_writer writer = {sizeof writer, &p, append, comes_from};
    yee_status status = YEE_CALL(it, ops, convert, &it->host, it->config, path, &writer);
    status = status ? status : p.status;
    if (fclose(p.out) && !status)
        status = lost(&p);
    it->place.line = 0;
    *made = (yee_made){.importer = it, .path = path, .length = size};
    if (!status && !(made->text = yee_arena_copy(arena, text, size + 1)))
        status = lost(&p);
    if (!status && p.marks && !lay_out(arena, &p, made))
        status = lost(&p);
    free(p.mark);
    free(text);
    return status;
}

yee_status yee_made_new(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                        const char *path, size_t sets, const char *const *set, yee_made *made)
{
    yee_config *config = yee_config_new(arena, path);
    yee_block *block = NULL;
    yee_instance *it;
    *made = (yee_made){.importer = NULL};
    if (!config)
        return YEE_MEMORY;
    yee_status status = read_overrides(registry, diag, arena, sets, set, config, &block);
    const yee_plugin *plugin = status || block ? NULL : by_ending(registry, path);
    if (status || (!block && !plugin))
        return status;
    status = yee_instance_new(registry, diag, arena, config, block, YEE_IMPORTER,
                              block ? block->instance : plugin->name, 0, NULL, &it);
    if (status)
        return status;
    it->place = (yee_place){.file = config->path, .block = it->place.block};
    return convert(arena, it, config->path, made);
}

const char *yee_made_preface(yee_arena *arena, const yee_registry *registry,
                             const yee_made *made)
{
    const yee_instance *it = made->importer;
    const yee_registered *r = yee_registry_find(registry, YEE_IMPORTER, it->plugin->name);
    const yee_block none = {.name = yee_arena_format(arena, "importer.%s", it->plugin->name)};
    const yee_bind bind = {it->plugin->params, it->config};
    char *keys = NULL;
    const char *all = NULL;
    if (none.name &&
        yee_param_resolved(it->block ? it->block : &none, it->plugin->name, 1, &bind, &keys))
        all = yee_arena_format(arena, "; %s as the importer %s %s reads it:\n", made->path,
                               it->plugin->name, r ? r->module->version : "");
    for (const char *s = keys; all && s && *s;) {
        const int n = (int)strcspn(s, "\n");
        all = yee_arena_format(arena, "%s; %.*s\n", all, n, s);
        s += n + (s[n] == '\n');
    }
    free(keys);
    return all;
}
