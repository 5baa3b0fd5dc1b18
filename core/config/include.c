/* core/config/include.c: sections of other files, each file in the names of its own. */
#include "include.h"

#include "base/installed.h"
#include "let.h"
#include "param.h"
#include "placement.h"
#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEEPEST 16 /* files that include each other */

typedef struct settings {
    const char *file;
    yee_vec3 at;
    yee_texts rotate, mirror;
} settings;

const yee_param yee_include_params[] = {
    YEE_PARAM_PATH(
        settings, file, NULL,
        "Model file whose sections are taken. Where there is none, an example of yee of "
        "that name: antennas/horn.ini."),
    YEE_PARAM_VEC3(settings, at, "m", "0, 0, 0 m", 0, 0, "Where its origin is."),
    YEE_PARAM_TEXTS(settings, rotate, YEE_UNSET,
                    "Quarter turns about its origin, one after the other: z 90 deg turns from "
                    "x to y."),
    YEE_PARAM_TEXTS(settings, mirror, YEE_UNSET,
                    "Axes along which it is mirrored at its origin, before it is turned."),
    YEE_PARAM_END,
};

/* Files that are being read, each within the one before. */
typedef struct chain {
    const struct chain *before;
    struct stat info;
    int depth;
} chain;

static yee_status expand(yee_diag *diag, yee_arena *arena, yee_config *config,
                         const chain *files);

static bool is_include(const yee_block *block) { return !strcmp(block->kind, "include"); }

/* Sections that a model has once, and that an included one leaves to it. */
static bool is_left_out(const yee_block *block)
{
    static const char *const kind[] = {"grid",   "run", "plugins", "boundary",
                                       "scheme", "let", "include"};
    bool found = false;
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
        found = found || !strcmp(block->kind, kind[i]);
    return found;
}

static bool is_own(const char *key)
{
    for (const yee_param *p = yee_include_params; p->key; p++)
        if (!strcmp(p->key, key))
            return true;
    return false;
}

/* Puts the keys of [include.NAME], but for its own, into the variables of the included model. */
static yee_status pass_variables(yee_diag *diag, const yee_config *config,
                                 const yee_block *block, yee_config *inner)
{
    const yee_block *let = yee_config_block(inner, "let");
    for (size_t k = 0; k < block->count; k++) {
        const yee_entry *entry = &block->entry[k];
        if (is_own(entry->key))
            continue;
        yee_entry *variable = let ? yee_block_entry(let, entry->key) : NULL;
        const yee_place place = yee_entry_place(config, block, entry);
        if (!variable)
            return yee_diag_fail(diag, YEE_INPUT, &place,
                                 "%s has no variable '%s' in a section [let]", inner->path,
                                 entry->key);
        variable->value = entry->value;
        variable->file = place.file;
        variable->line = entry->line;
        variable->joins = 0;
    }
    return YEE_OK;
}

/* The sentence of a file that cannot be read, with the line that includes it. */
static yee_status again(yee_diag *diag, yee_arena *arena, const yee_place *place,
                        yee_status status)
{
    const char *said = yee_arena_text(arena, diag->error);
    if (!*diag->error || !said)
        return status;
    yee_diag_clear(diag);
    return yee_diag_fail(diag, status, place, "%s", said);
}

static yee_status read_file(yee_diag *diag, yee_arena *arena, const yee_config *config,
                            yee_block *block, const char *path, const chain *files,
                            yee_config **inner)
{
    const yee_place place = yee_block_place(config, block);
    chain here = {.before = files, .depth = files ? files->depth + 1 : 1};
    if (!stat(path, &here.info))
        for (const chain *f = files; f; f = f->before)
            if (f->info.st_dev == here.info.st_dev && f->info.st_ino == here.info.st_ino)
                return yee_diag_fail(
                    diag, YEE_INPUT, &place, "%s includes itself, by way of %d file%s", path,
                    here.depth - f->depth, here.depth - f->depth > 1 ? "s" : "");
    if (here.depth > DEEPEST)
        return yee_diag_fail(diag, YEE_INPUT, &place, "more than %d files include each other",
                             DEEPEST);
    yee_status status = yee_config_read(diag, arena, path, inner);
    if (!status) {
        (*inner)->inputs = config->inputs;
        status = pass_variables(diag, config, block, *inner);
        if (status)
            return status;
        status = expand(diag, arena, *inner, &here);
    }
    return status ? again(diag, arena, &place, status) : YEE_OK;
}

/* A file that is not beside the model may be one of the examples. False: no memory. */
static bool find_example(yee_arena *arena, const char *folder, yee_entry *file)
{
    struct stat info;
    const char *path = yee_arena_format(arena, "%s/%s", folder, file->value);
    if (!path)
        return false;
    if (*file->value == '/' || !*file->value || !stat(path, &info))
        return true;
    char *found = yee_installed_example(file->value);
    const char *copy = found ? yee_arena_text(arena, found) : NULL;
    const bool ok = !found || copy;
    if (copy)
        file->value = copy;
    free(found);
    return ok;
}

/* The own keys of [include.NAME]. */
static yee_status read_settings(yee_diag *diag, yee_arena *arena, const yee_config *config,
                                yee_block *block, settings *s)
{
    yee_block own = *block;
    own.count = 0;
    if (!(own.entry = yee_arena_alloc(arena, (block->count + 1) * sizeof *own.entry)))
        return YEE_MEMORY;
    for (size_t k = 0; k < block->count; k++)
        if (is_own(block->entry[k].key))
            own.entry[own.count++] = block->entry[k];
    yee_entry *file = yee_block_entry(&own, "file");
    if (file && !find_example(arena, config->folder, file))
        return YEE_MEMORY;
    return yee_param_read(diag, arena, config, &own, 1, &(yee_bind){yee_include_params, s});
}

/* The words of mirror or rotate. */
static yee_status turn(yee_diag *diag, const yee_config *config, const yee_block *block,
                       const char *key, const yee_texts *words, yee_placement *p)
{
    const bool mirror = !strcmp(key, "mirror");
    yee_fault fault;
    for (size_t i = 0; i < words->count; i++) {
        const yee_status status = mirror ? yee_placement_mirror(p, words->v[i], &fault)
                                         : yee_placement_rotate(p, words->v[i], &fault);
        const yee_place place = yee_entry_place(config, block, yee_block_entry(block, key));
        if (status)
            return yee_diag_fail(diag, status, &place, "%s: %s", key, fault.reason);
    }
    return YEE_OK;
}

/* Where the sections go; *out NULL: they stay where they are. */
static yee_status read_placement(yee_diag *diag, yee_arena *arena, const yee_config *config,
                                 const yee_block *block, const settings *s,
                                 const yee_placement **out)
{
    yee_placement p = yee_placement_none;
    yee_status status = turn(diag, config, block, "mirror", &s->mirror, &p);
    if (!status)
        status = turn(diag, config, block, "rotate", &s->rotate, &p);
    if (status)
        return status;
    memcpy(p.at, s->at.v, sizeof p.at);
    *out = NULL;
    if (yee_placement_turns(&p) || p.at[0] != 0 || p.at[1] != 0 || p.at[2] != 0) {
        *out = yee_arena_copy(arena, &p, sizeof p);
        return *out ? YEE_OK : YEE_MEMORY;
    }
    return YEE_OK;
}

/* The placement of a section within an included model that is placed itself. */
static yee_status place(yee_arena *arena, const yee_placement *by, yee_block *b)
{
    if (by && b->placement) {
        const yee_placement both = yee_placement_within(by, b->placement);
        by = yee_arena_copy(arena, &both, sizeof both);
        if (!by)
            return YEE_MEMORY;
    }
    if (by)
        b->placement = by;
    return YEE_OK;
}

/* One section of an included file, as the model has it. */
static yee_status adopt(yee_diag *diag, yee_arena *arena, const yee_config *config,
                        const yee_block *include, const yee_config *inner, yee_block *b)
{
    const char *scope = include->instance;
    const yee_place place = yee_block_place(config, include);
    b->file = yee_arena_format(arena, "%s:%d: %s", place.file, place.line,
                               b->file ? b->file : inner->path);
    b->folder = b->folder ? b->folder : inner->folder;
    b->scope = b->scope ? yee_arena_format(arena, "%s.%s", scope, b->scope) : scope;
    b->instance = yee_arena_format(arena, "%s.%s", scope, b->instance);
    b->name = b->instance ? yee_arena_format(arena, "%s.%s", b->kind, b->instance) : NULL;
    if (!b->file || !b->scope || !b->name)
        return YEE_MEMORY;
    if (strlen(b->name) > YEE_NAME_LIMIT)
        return yee_diag_fail(diag, YEE_INPUT, &place,
                             "[%s] has %zu characters in its name; at most %d are allowed",
                             b->name, strlen(b->name), YEE_NAME_LIMIT);
    return YEE_OK;
}

/* A section that overrides have begun: its keys count, and the others come from the file. */
static yee_status complete(yee_arena *arena, yee_block *overridden, yee_block *b)
{
    yee_entry *entry =
        yee_arena_alloc(arena, (overridden->count + b->count + 1) * sizeof *entry);
    size_t n = 0;
    if (!entry)
        return YEE_MEMORY;
    for (size_t k = 0; k < b->count; k++)
        if (!yee_block_entry(overridden, b->entry[k].key))
            entry[n++] = b->entry[k];
    for (size_t k = 0; k < overridden->count; k++)
        entry[n++] = overridden->entry[k];
    b->entry = entry;
    b->count = n;
    overridden->name = ""; /* nobody finds it any more */
    return YEE_OK;
}

/* The blocks of the model as they will be; arena. */
typedef struct list {
    yee_block *block;
    size_t count, capacity;
} list;

static bool append(yee_arena *arena, list *all, const yee_block *b)
{
    yee_block *grown =
        yee_scan_grow(arena, all->block, sizeof *grown, all->count, &all->capacity);
    if (!grown)
        return false;
    all->block = grown;
    grown[all->count++] = *b;
    return true;
}

static yee_status include(yee_diag *diag, yee_arena *arena, yee_config *config,
                          yee_block *block, const chain *files, list *all)
{
    settings s;
    yee_config *inner;
    const yee_placement *by;
    const yee_place here = yee_block_place(config, block);
    if (strchr(block->instance, '.')) /* [shape.a.b.c] would be of a or of a.b */
        return yee_diag_fail(diag, YEE_INPUT, &here,
                             "the name of an included model has no dot, as in [include.left]");
    yee_status status = read_settings(diag, arena, config, block, &s);
    if (!status)
        status = read_placement(diag, arena, config, block, &s, &by);
    if (!status)
        status = read_file(diag, arena, config, block, s.file, files, &inner);
    yee_entry *file = yee_block_entry(block, "file");
    if (!status && file) { /* the resolved text says where it was found */
        file->value = s.file;
        file->source = NULL;
    }
    for (size_t i = 0; !status && i < inner->count; i++) {
        yee_block b = inner->block[i];
        if (is_left_out(&b))
            continue;
        if ((status = adopt(diag, arena, config, block, inner, &b)) ||
            (status = place(arena, by, &b)))
            return status;
        yee_block *twin = yee_config_block(config, b.name);
        if (twin && twin->line)
            return yee_diag_fail(diag, YEE_INPUT, &here,
                                 "%s has [%s] for [%s], which is in line %d already",
                                 inner->path, inner->block[i].name, b.name, twin->line);
        if (twin)
            status = complete(arena, twin, &b);
        if (!status && !append(arena, all, &b))
            status = YEE_MEMORY;
    }
    return status;
}

static yee_status expand(yee_diag *diag, yee_arena *arena, yee_config *config,
                         const chain *files)
{
    list all = {NULL, 0, 0};
    bool any = false;
    yee_status status = yee_let_expand(diag, arena, config);
    for (size_t i = 0; !status && i < config->count; i++) {
        any = any || is_include(&config->block[i]);
        if (is_include(&config->block[i]))
            status = include(diag, arena, config, &config->block[i], files, &all);
        if (!status && *config->block[i].name && !append(arena, &all, &config->block[i]))
            status = YEE_MEMORY;
    }
    if (status || !any)
        return status;
    config->block = all.block;
    config->count = all.count;
    return YEE_OK;
}

yee_status yee_include_expand(yee_diag *diag, yee_arena *arena, yee_config *config)
{
    chain self = {.depth = 0};
    const yee_input *model = config->inputs->first; /* the file itself, where there is one */
    const bool known = model && !stat(model->path, &self.info);
    const yee_status status = expand(diag, arena, config, known ? &self : NULL);
    return status == YEE_MEMORY
               ? yee_diag_fail(diag, status, NULL, "no memory for the included models")
               : status;
}
