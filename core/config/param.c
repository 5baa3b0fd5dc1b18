/* core/config/param.c: a block and parameter tables become config structs, and INI text again.
 */
#include "param.h"

#include "base/nearest.h"
#include "base/units.h"
#include "place.h"
#include "rows.h"
#include "rules.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

#define LINE 90 /* bytes of a long list in one line of resolved text */

static size_t length_of(const yee_param *params)
{
    size_t n = 0;
    while (params && params[n].key)
        n++;
    return n;
}

static const yee_param *find(size_t binds, const yee_bind *bind, const char *key)
{
    for (size_t b = 0; b < binds; b++)
        for (const yee_param *p = bind[b].params; p && p->key; p++)
            if (yee_param_is_key(p) && !strcmp(p->key, key))
                return p;
    return NULL;
}

yee_place yee_block_place(const yee_config *config, const yee_block *block)
{
    return (yee_place){block->file ? block->file : config->path, block->line, block->name};
}

/* Where an entry stands; one from the command line has no line. */
yee_place yee_entry_place(const yee_config *config, const yee_block *block,
                          const yee_entry *entry)
{
    yee_place place = yee_block_place(config, block);
    place.file = !entry->line ? "override" : entry->file ? entry->file : place.file;
    place.line = entry->line;
    return place;
}

const char *yee_block_folder(const yee_config *config, const yee_block *block)
{
    return block->folder ? block->folder : config->folder;
}

static yee_status unknown(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          const char *key, size_t binds, const yee_bind *bind)
{
    size_t n = 0, capacity = 1;
    for (size_t b = 0; b < binds; b++)
        capacity += length_of(bind[b].params);
    const char **word = yee_arena_alloc(arena, capacity * sizeof *word);
    char *all = yee_arena_text(arena, "");
    for (size_t b = 0; b < binds && word && all; b++)
        for (const yee_param *p = bind[b].params; p && p->key && all; p++) {
            if (!yee_param_is_key(p))
                continue;
            word[n++] = p->key;
            all = yee_arena_format(arena, "%s%s%s", all, *all ? ", " : "", p->key);
        }
    if (!word || !all)
        return yee_diag_fail(diag, YEE_MEMORY, place, "no memory for the list of keys");
    const char *near = yee_text_nearest(key, n, word);
    if (near)
        return yee_diag_fail(diag, YEE_INPUT, place, "unknown key '%s'; did you mean '%s'?",
                             key, near);
    return yee_diag_fail(diag, YEE_INPUT, place, "unknown key '%s'; the keys here are %s", key,
                         *all ? all : "none");
}

/* A file that a key names, or that holds its list, is one that the run reads. */
static bool note_input(yee_arena *arena, const yee_config *config, const yee_block *block,
                       const yee_param *p, const char *text, const void *into)
{
    const bool list =
        p->type == YEE_TYPE_REALS || p->type == YEE_TYPE_TEXTS || p->type == YEE_TYPE_REFS;
    const char *path = NULL;
    yee_listed file;
    if (p->type == YEE_TYPE_PATH)
        path = *(const char *const *)((const char *)into + p->offset);
    if (list && yee_listed_is(text)) {
        if (!yee_listed_split(arena, yee_block_folder(config, block), text, &file))
            return false;
        path = file.path;
    }
    if (!path || !config->inputs)
        return true;
    const char *reader = yee_arena_format(arena, "[%s] %s", block->name, p->key);
    return reader && yee_inputs_add(config->inputs, path, reader);
}

static yee_status fill(yee_diag *diag, yee_arena *arena, const yee_config *config,
                       yee_block *block, const yee_param *p, void *into)
{
    const yee_entry *entry = yee_block_entry(block, p->key);
    yee_place place = yee_block_place(config, block);
    yee_fault fault;
    if (!entry && !p->def)
        return yee_diag_fail(diag, YEE_INPUT, &place, "key '%s'%s%s%s is missing: %s", p->key,
                             p->unit ? " (in " : "", p->unit ? p->unit : "", p->unit ? ")" : "",
                             p->help);
    const char *text = entry ? entry->value : p->def;
    yee_status status =
        yee_value_read(arena, yee_block_folder(config, block), p, text, into, &fault);
    if (!status)
        return note_input(arena, config, block, p, text, into) ? YEE_OK : YEE_MEMORY;
    if (entry) {
        place = yee_entry_place(config, block, entry);
        for (size_t i = 0; i < entry->joins && entry->join[i].offset <= fault.at; i++)
            place.line = entry->join[i].line;
        if (entry->source)
            return yee_diag_fail(diag, status, &place, "%s: %s (of %.200s)", p->key,
                                 fault.reason, entry->source);
        return yee_diag_fail(diag, status, &place, "%s: %s", p->key, fault.reason);
    }
    return yee_diag_fail(diag, status == YEE_INPUT ? YEE_PLUGIN : status, &place,
                         "%s: the plugin's own default is wrong: %s", p->key, fault.reason);
}

yee_status yee_param_read(yee_diag *diag, yee_arena *arena, const yee_config *config,
                          yee_block *block, size_t binds, const yee_bind *bind)
{
    block->used = true;
    for (size_t k = 0; k < block->count; k++) {
        yee_entry *entry = &block->entry[k];
        yee_place place = yee_entry_place(config, block, entry);
        if (strcmp(entry->key, "type") != 0 && !find(binds, bind, entry->key))
            return unknown(diag, arena, &place, entry->key, binds, bind);
        entry->used = true;
    }
    for (size_t b = 0; b < binds; b++)
        for (const yee_param *p = bind[b].params; p && p->key; p++) {
            yee_status status = !yee_param_is_key(p)
                                    ? YEE_OK
                                    : fill(diag, arena, config, block, p, bind[b].config);
            if (status)
                return status;
        }
    yee_status status = YEE_OK;
    for (size_t b = 0; !status && b < binds; b++)
        status = yee_rules_check(diag, config, block, &bind[b]);
    for (size_t b = 0; !status && b < binds; b++)
        status = yee_place_apply(diag, arena, config, block, &bind[b]);
    return status;
}

/* lower_snake_case */
static bool valid_key(const char *key)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
    return strspn(key, letters) == strlen(key) && *key >= 'a' && *key <= 'z';
}

static bool valid_entry(yee_arena *arena, const yee_param *params, const yee_param *p,
                        size_t config_size, void *config, const char **reason)
{
    size_t size = yee_value_size(p->type);
    bool choice = p->type == YEE_TYPE_CHOICE;
    bool words = choice || p->type == YEE_TYPE_REF || p->type == YEE_TYPE_REFS;
    if (yee_param_is_rule(p))
        return yee_rule_valid(params, p, reason);
    if (yee_param_is_place(p))
        return yee_place_valid(params, p, reason);
    *reason = NULL;
    if (!valid_key(p->key))
        *reason = "a key must be written in lower_snake_case";
    else if (!strcmp(p->key, "type"))
        *reason = "the key is the core's own";
    else if (find(1, &(yee_bind){params, NULL}, p->key) != p)
        *reason = "the key is there twice";
    else if (!size)
        *reason = "the type is unknown";
    else if (p->offset > config_size || config_size - p->offset < size)
        *reason = "the field lies outside the config struct";
    else if (words != (p->choices != NULL))
        *reason = "a choice needs its words and a reference its kind, and nothing else has any";
    else if (choice && (!*p->choices || strstr(p->choices, "||") || *p->choices == '|' ||
                        p->choices[strlen(p->choices) - 1] == '|'))
        *reason = "a word of the choice is empty";
    else if (p->unit && !yee_units_coherent(p->unit))
        *reason = "the unit is not an SI unit without prefix";
    else if (!(p->min <= p->max))
        *reason = "the range is empty";
    else if (!p->help || !*p->help)
        *reason = "the sentence of help is missing";
    else if (p->def && !*p->def && (p->type == YEE_TYPE_BOOL || choice))
        *reason = "a switch or a choice cannot be unset";
    if (*reason)
        return false;
    yee_fault fault;
    if (!p->def || !yee_value_read(arena, "/", p, p->def, config, &fault))
        return true;
    *reason = fault.reason;
    return false;
}

bool yee_param_valid(const yee_param *params, size_t config_size, const char **reason)
{
    static _Thread_local char sentence[1200];
    yee_arena *arena = yee_arena_new();
    void *config = arena ? yee_arena_alloc(arena, config_size) : NULL;
    bool valid = config != NULL;
    const char *why = "no memory to check the table";
    if (!valid)
        *reason = why;
    for (const yee_param *p = params; valid && p && p->key; p++)
        if (!valid_entry(arena, params, p, config_size, config, &why)) {
            snprintf(sentence, sizeof sentence, "%s '%.100s': %s",
                     yee_param_is_rule(p)    ? "rule"
                     : yee_param_is_place(p) ? "placement"
                                             : "key",
                     p->key, why);
            *reason = sentence;
            valid = false;
        }
    yee_arena_free(arena);
    return valid;
}

/* "key = value"; a long list of numbers goes on in indented lines. */
static void write_wrapped(FILE *out, const char *key, const char *text)
{
    fprintf(out, "%s =", key);
    for (const char *end; *text; text = end) {
        const char *stop = text;
        for (end = text; *end && end - text < LINE; end = stop) {
            stop = strchr(end, ',');
            stop = stop ? stop + 1 : end + strlen(end);
            if (stop - text > LINE && end > text)
                break;
        }
        fprintf(out, "\n   %s%.*s", *text == ' ' ? "" : " ", (int)(end - text), text);
    }
    fputc('\n', out);
}

static bool write_line(FILE *out, const yee_param *p, const void *config)
{
    char *text = NULL;
    size_t length = 0;
    FILE *line = open_memstream(&text, &length);
    if (!line)
        return false;
    bool set = yee_value_write(line, p, config);
    if (fclose(line)) {
        free(text);
        return false;
    }
    if (set && p->type == YEE_TYPE_REALS && length > 5 * LINE)
        write_wrapped(out, p->key, text);
    else if (set)
        fprintf(out, "%s = %s\n", p->key, text);
    free(text);
    return true;
}

/* The expression of a key, where the block shows them and it has one. */
static bool write_source(FILE *out, const yee_block *block, const char *key)
{
    const yee_entry *entry = block->sourced ? yee_block_entry(block, key) : NULL;
    return entry && entry->source && fprintf(out, "%s = %s\n", key, entry->source) > 0;
}

bool yee_param_resolved(const yee_block *block, const char *type, size_t binds,
                        const yee_bind *bind, char **text)
{
    char *more = NULL, *grown;
    size_t length = 0, before = *text ? strlen(*text) : 0;
    FILE *out = open_memstream(&more, &length);
    if (!out)
        return false;
    bool good = true;
    if (before)
        fputc('\n', out);
    if (block->origin)
        fprintf(out, "; %s\n", block->origin);
    fprintf(out, "[%s]\n", block->name);
    if (type)
        fprintf(out, "type = %s\n", type);
    for (size_t b = 0; b < binds; b++)
        for (const yee_param *p = bind[b].params; good && p && p->key; p++)
            good = !yee_param_is_key(p) || write_source(out, block, p->key) ||
                   write_line(out, p, bind[b].config);
    good = !fclose(out) && good;
    if (good && (grown = realloc(*text, before + length + 1))) {
        memcpy(grown + before, more, length + 1);
        *text = grown;
    } else {
        good = false;
    }
    free(more);
    return good;
}
