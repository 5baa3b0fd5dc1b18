/* core/plugin/host.c: makes instances of plugins and gives them their way back. */
#include "host.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "call.h"
#include <stdio.h>
#include <string.h>

/* Lines that an instance may say: equal ones one after another, and all. */
enum { EQUAL_LINES = 100, LINES = 1000 };

/* Whether a line was said when the model was planned. */
static bool was_foretold(yee_instance *it, uint64_t hash)
{
    for (int n = 0; n < it->said.foretold; n++)
        if (it->said.before[n] == hash)
            return true;
    if (it->said.foretells && it->said.foretold < (int)(sizeof it->said.before / sizeof hash))
        it->said.before[it->said.foretold++] = hash;
    return false;
}

/* Counts a line; the reason why it is the first that is left out, "": it is another one. NULL:
 * it may be said. */
static const char *flood(yee_instance *it, const char *text)
{
    const uint64_t hash = yee_hash_bytes(0, text, strlen(text));
    if (was_foretold(it, hash))
        return "";
    it->said.equal = it->said.lines && hash == it->said.hash ? it->said.equal + 1 : 1;
    it->said.hash = hash;
    if (it->said.lines >= LINES)
        return it->said.lines++ == LINES ? "has said 1000 lines" : "";
    if (it->said.equal > EQUAL_LINES)
        return it->said.equal == EQUAL_LINES + 1 ? "repeats one line" : "";
    it->said.lines++;
    return NULL;
}

static void host_log(const yee_host *host, yee_level level, const char *format, ...)
{
    yee_instance *instance = host->core;
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pthread_mutex_lock(&instance->diag->lock);
    const char *reason = flood(instance, text);
    pthread_mutex_unlock(&instance->diag->lock);
    if (!reason) /* a level that is none: somebody wants to be heard */
        yee_diag_log(instance->diag, (unsigned)level <= YEE_ERROR ? level : YEE_WARNING,
                     &instance->place, "%s", text);
    else if (*reason)
        yee_diag_log(instance->diag, YEE_WARNING, &instance->place,
                     "%s; further ones are left out", reason);
}

static yee_status host_fail(const yee_host *host, yee_status status, const char *format, ...)
{
    const yee_instance *instance = host->core;
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    yee_call_failed();
    /* A plugin that fails with YEE_OK is a broken one, not a lucky one. */
    status = status ? status : YEE_PLUGIN;
    const bool named = status == YEE_PLUGIN && instance->plugin;
    return yee_diag_fail(instance->diag, status, &instance->place, "%s%s%s%s",
                         named ? "plugin '" : "", named ? instance->plugin->name : "",
                         named ? "' " : "", text);
}

static void *host_alloc(const yee_host *host, size_t bytes)
{
    const yee_instance *instance = host->core;
    return yee_arena_alloc(instance->arena, bytes);
}

static void host_stable(const yee_host *host, double dt)
{
    yee_instance *instance = host->core;
    instance->stable = dt;
}

static const void *host_extension(const yee_host *host, const char *name)
{
    const yee_instance *instance = host->core;
    const yee_registry *r = instance->registry;
    return r && r->extension.name && !strcmp(name, r->extension.name) ? r->extension.table
                                                                      : NULL;
}

/* Another kind that has a plugin of this name, -1: none. */
static int other_kind(const yee_registry *registry, const char *name)
{
    for (int kind = 0; kind < YEE_KINDS; kind++)
        if (yee_registry_find(registry, (yee_kind)kind, name))
            return kind;
    return -1;
}

static void unknown_type(const yee_registry *registry, yee_diag *diag, const yee_place *place,
                         yee_kind kind, const char *type)
{
    const char *word = yee_kind_name[kind];
    const char *nearest = yee_registry_nearest(registry, kind, type);
    int other = other_kind(registry, type);
    if (other >= 0)
        yee_diag_fail(diag, YEE_INPUT, place,
                      "type = %s is a plugin of kind %s, not %s; write it as [%s.NAME]", type,
                      yee_kind_name[other], word, yee_kind_name[other]);
    else if (nearest)
        yee_diag_fail(diag, YEE_INPUT, place, "type = %s is no %s plugin; did you mean %s?",
                      type, word, nearest);
    else
        yee_diag_fail(diag, YEE_INPUT, place,
                      "type = %s is no %s plugin; `yee help %s` lists them", type, word, word);
}

/* The section of the file whose name is like that of an override; NULL: none. */
static const char *nearest_section(const yee_config *config, const char *name)
{
    const char *nearest = NULL;
    for (size_t i = 0; i < config->count; i++) {
        const char *const one[2] = {nearest, config->block[i].name};
        if (config->block[i].line)
            nearest = yee_text_nearest(name, nearest ? 2 : 1, nearest ? one : one + 1);
    }
    return nearest;
}

/* The plugin a block asks for; NULL after storing what is wrong. */
static const yee_registered *choose(const yee_registry *registry, yee_diag *diag,
                                    const yee_config *config, yee_place place, yee_block *block,
                                    yee_kind kind, const char *default_type)
{
    yee_entry *entry = yee_block_entry(block, "type");
    const char *type = entry ? entry->value : default_type;
    if (entry)
        place.line = entry->line;
    if ((!type || !*type) && !block->line) {
        const char *near = nearest_section(config, place.block);
        yee_diag_fail(
            diag, YEE_INPUT, &place,
            "the file has no such section%s%s%s; an override that adds one gives its type too",
            near ? " (did you mean [" : "", near ? near : "", near ? "]?)" : "");
        return NULL;
    }
    if (!type || !*type) {
        yee_diag_fail(
            diag, YEE_INPUT, &place,
            "the key type is missing; it names a %s plugin (`yee help %s` lists them)",
            yee_kind_name[kind], yee_kind_name[kind]);
        return NULL;
    }
    const yee_registered *found = yee_registry_find(registry, kind, type);
    if (!found)
        unknown_type(registry, diag, &place, kind, type);
    return found;
}

/* Fills the plugin's config and the core's own keys of the kind in one reading, so that a key
 * is unknown only if neither has it. */
static yee_status fill(yee_instance *instance, const yee_config *config, yee_block *block,
                       size_t extras, const yee_bind *extra)
{
    yee_bind *bind = yee_arena_alloc(instance->arena, (extras + 1) * sizeof *bind);
    /* One byte where the config is empty: a plugin never sees NULL. */
    size_t size = instance->plugin->config_size;
    instance->config = yee_arena_alloc(instance->arena, size ? size : 1);
    if (!bind || !instance->config)
        return yee_diag_fail(instance->diag, YEE_MEMORY, &instance->place,
                             "no memory for the configuration of %s", instance->plugin->name);
    bind[0] = (yee_bind){instance->plugin->params, instance->config};
    for (size_t i = 0; i < extras; i++)
        bind[i + 1] = extra[i];
    return yee_param_read(instance->diag, instance->arena, config, block, extras + 1, bind);
}

yee_status yee_instance_new(const yee_registry *registry, yee_diag *diag, yee_arena *arena,
                            const yee_config *config, yee_block *block, yee_kind kind,
                            const char *default_type, size_t extras, const yee_bind *extra,
                            yee_instance **instance)
{
    static const yee_config nowhere = {.folder = "."};
    yee_block missing = {.name = yee_kind_name[kind],
                         .kind = yee_kind_name[kind],
                         .instance = yee_kind_name[kind]};
    const yee_config *source = config ? config : &nowhere;
    yee_block *read = block ? block : &missing;
    const yee_place place = yee_block_place(source, read);

    const yee_registered *found =
        choose(registry, diag, source, place, read, kind, default_type);
    if (!found)
        return YEE_INPUT;
    const yee_plugin *plugin = found->plugin;
    yee_instance *made = yee_arena_alloc(arena, sizeof *made);
    if (!made)
        return yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for an instance of %s",
                             plugin->name);
    *made = (yee_instance){
        .host = {.size = sizeof made->host,
                 .core = made,
                 .instance = *read->instance ? read->instance : plugin->name,
                 .log = host_log,
                 .fail = host_fail,
                 .alloc = host_alloc,
                 .extension = host_extension,
                 .suggest_dt = host_stable},
        .registry = registry,
        .plugin = plugin,
        .file = found->file,
        .place = place,
        .arena = arena,
        .diag = diag,
        .block = block,
        .inputs = source->inputs,
    };
    yee_status status = fill(made, source, read, extras, extra);
    if (!status)
        *instance = made;
    return status;
}

yee_status yee_instance_open(yee_instance *it,
                             yee_status (*open)(const yee_host *host, const void *config,
                                                void **self))
{
    yee_call call;
    yee_status status = YEE_OK;
    it->self = it->config;
    if (open) {
        yee_call_begin(&call, it, "open");
        status = yee_call_status(open(&it->host, it->config, &it->self));
    }
    if (status || it->self)
        return status;
    return yee_diag_fail(it->diag, YEE_PLUGIN, &it->place,
                         "plugin '%s' opened the %s and returned nothing", it->plugin->name,
                         yee_kind_name[it->plugin->kind]);
}
