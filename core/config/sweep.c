/* core/config/sweep.c: [sweep] and [sweep.NAME]: how many traces there are, and what each has. */
#include "sweep.h"

#include "base/nearest.h"
#include "inputs.h"

#include <stddef.h>
#include <string.h>

typedef struct sweep_config {
    int combine;
    int64_t trace;
} sweep_config;

const yee_param yee_sweep_params[] = {
    YEE_PARAM_CHOICE(
        sweep_config, combine, "product", "product|together",
        "product: every combination of the variables' values, the last variable "
        "fastest; together: the first value of all, the second of all, and so on."),
    YEE_PARAM_INT(sweep_config, trace, YEE_UNSET, 0, YEE_SWEEP_MOST - 1,
                  "The one trace that is run, as `yee run --trace` sets it; from 0."),
    YEE_PARAM_END,
};

bool yee_sweep_block(const yee_block *block) { return !strcmp(block->kind, "sweep"); }

/* A key of the importer that reads the file, which makes its text anew. */
static bool of_importer(const yee_config *config, const char *key)
{
    return config->preface && !strncmp(key, "importer.", strlen("importer."));
}

size_t yee_sweep_imports(yee_arena *arena, const yee_config *config, const yee_sweep *sweep,
                         const char **set)
{
    size_t count = 0;
    for (size_t i = 0; i < sweep->variables && sweep->trace >= 0; i++) {
        const yee_sweep_variable *v = &sweep->variable[i];
        const size_t n = yee_sweep_value(sweep, (size_t)sweep->trace, i);
        for (size_t k = 0; k < v->keys; k++)
            if (of_importer(config, v->key[k])) {
                if (set)
                    set[count] =
                        yee_arena_format(arena, "%s=%s", v->key[k], v->text[n * v->keys + k]);
                count++;
            }
    }
    return count;
}

/* The section of a key "source.tx.position" is there, and no other variable has the key. */
static yee_status check_key(yee_diag *diag, yee_arena *arena, yee_config *config,
                            const yee_sweep *sweep, const yee_sweep_variable *variable,
                            size_t number)
{
    const char *key = variable->key[number], *dot = strrchr(key, '.');
    if (!dot || dot == key || !dot[1])
        return yee_diag_fail(diag, YEE_INPUT, &variable->place,
                             "keys: '%.100s' is not SECTION.KEY, as in grid.spacing or "
                             "source.NAME.position",
                             key);
    char *section = yee_arena_copy(arena, key, (size_t)(dot - key) + 1);
    const char **names = yee_arena_alloc(arena, (config->count + 1) * sizeof *names);
    if (!section || !names)
        return yee_diag_fail(diag, YEE_MEMORY, &variable->place, "no memory for the sweep");
    section[dot - key] = 0;
    if (of_importer(config, key))
        return YEE_OK;
    const yee_block *block = yee_config_block(config, section);
    for (size_t i = 0; i < config->count; i++)
        names[i] = config->block[i].name;
    if (!block)
        return yee_diag_fail(
            diag, YEE_INPUT, &variable->place, "keys: there is no section [%s]%s", section,
            yee_text_suggest(": ", yee_text_nearest(section, config->count, names),
                             strchr(key, '.') != dot
                                 ? "; of an included file the keys of its [include.NAME] change"
                                 : "")
                .text);
    if (yee_sweep_block(block))
        return yee_diag_fail(diag, YEE_INPUT, &variable->place,
                             "keys: '%.100s' is a key of a sweep itself", key);
    if (yee_text_same(key, "run.output"))
        return yee_diag_fail(diag, YEE_INPUT, &variable->place,
                             "keys: run.output is the name of the file of all traces, each of "
                             "which has a folder of its own; it is one for all");
    for (size_t v = 0; v < sweep->variables; v++)
        for (size_t k = 0; k < sweep->variable[v].keys; k++) {
            if (&sweep->variable[v] == variable && k >= number)
                break;
            if (yee_text_same(sweep->variable[v].key[k], key))
                return yee_diag_fail(diag, YEE_INPUT, &variable->place,
                                     "keys: '%.100s' is there twice; [sweep.%s] has it", key,
                                     sweep->variable[v].name);
        }
    return YEE_OK;
}

/* Names beside which the variables lie in the file of all traces (files/gather_sweep.c). */
static bool is_taken(const char *name)
{
    static const char *const own[] = {"variables", "shape",      "status",
                                      "message",   "attributes", "model"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i]))
            return true;
    return false;
}

/* Puts the values that stand in a file in the place of its name. */
static yee_status read_file(yee_diag *diag, yee_arena *arena, yee_config *config,
                            yee_block *block)
{
    yee_entry *entry = yee_block_entry(block, "values");
    if (!entry || !yee_listed_is(entry->value))
        return YEE_OK;
    const yee_place place = yee_entry_place(config, block, entry);
    yee_listed file;
    yee_fault fault = {.reason = ""};
    if (!yee_listed_split(arena, yee_block_folder(config, block), entry->value, &file))
        return yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for the sweep");
    const yee_status status = yee_sweep_file(arena, &file, &entry->value, &fault);
    if (status)
        return yee_diag_fail(diag, status, &place, "values: %s", fault.reason);
    const char *reader = yee_arena_format(arena, "[%s] values", block->name);
    return !config->inputs || (reader && yee_inputs_add(config->inputs, file.path, reader))
               ? YEE_OK
               : yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for the sweep");
}

static yee_status read_variable(yee_diag *diag, yee_arena *arena, yee_config *config,
                                yee_block *block, yee_sweep *sweep)
{
    yee_sweep_variable *v = &sweep->variable[sweep->variables];
    yee_sweep_config *given = yee_arena_alloc(arena, sizeof *given);
    const yee_bind bind = {yee_sweep_variable_params, given};
    *v = (yee_sweep_variable){.name = block->instance,
                              .place = {config->path, block->line, block->name},
                              .block = block,
                              .config = given,
                              .unit = ""};
    if (!given)
        return yee_diag_fail(diag, YEE_MEMORY, &v->place, "no memory for the sweep");
    if (is_taken(v->name))
        return yee_diag_fail(diag, YEE_INPUT, &v->place,
                             "the file of all traces has a '/sweep/%s' of its own; give the "
                             "variable another name, as in [sweep.%s1]",
                             v->name, v->name);
    yee_status status = read_file(diag, arena, config, block);
    if (!status)
        status = yee_param_read(diag, arena, config, block, 1, &bind);
    if (status)
        return status;
    v->keys = given->keys.count;
    v->key = given->keys.v;
    sweep->variables++;
    for (size_t k = 0; !status && k < v->keys; k++)
        status = check_key(diag, arena, config, sweep, v, k);
    return status ? status : yee_sweep_values(diag, arena, config, given, v);
}

/* The number of traces. */
static yee_status count(yee_diag *diag, const yee_place *place, yee_sweep *sweep)
{
    sweep->traces = sweep->variables > 0;
    for (size_t i = 0; i < sweep->variables; i++) {
        const yee_sweep_variable *v = &sweep->variable[i], *first = sweep->variable;
        if (sweep->together && v->values != first->values)
            return yee_diag_fail(
                diag, YEE_INPUT, &v->place,
                "%zu values, where [sweep.%s] has %zu; with combine = together "
                "all variables have as many",
                v->values, first->name, first->values);
        if (sweep->together)
            sweep->traces = v->values;
        else if (v->values > YEE_SWEEP_MOST / sweep->traces)
            sweep->traces = YEE_SWEEP_MOST + 1;
        else
            sweep->traces *= v->values;
        if (sweep->traces > YEE_SWEEP_MOST)
            return yee_diag_fail(diag, YEE_INPUT, &v->place,
                                 "the sweep has more than %d traces", YEE_SWEEP_MOST);
    }
    if (sweep->trace >= 0 && !sweep->traces)
        return yee_diag_fail(diag, YEE_INPUT, place,
                             "trace = %lld: the model has no variable, no section [sweep.NAME]",
                             (long long)sweep->trace);
    if (sweep->trace >= (int64_t)sweep->traces)
        return yee_diag_fail(diag, YEE_INPUT, place,
                             "trace = %lld: the sweep has %zu traces, 0 to %zu",
                             (long long)sweep->trace, sweep->traces, sweep->traces - 1);
    return YEE_OK;
}

yee_status yee_sweep_read(yee_diag *diag, yee_arena *arena, yee_config *config,
                          yee_sweep *sweep)
{
    yee_block *own = yee_config_block(config, "sweep");
    sweep_config *given = yee_arena_alloc(arena, sizeof *given);
    yee_place place = {config->path, own ? own->line : 0, "sweep"};
    yee_status status = YEE_OK;
    *sweep = (yee_sweep){.trace = -1};
    sweep->variable = yee_arena_alloc(arena, (config->count + 1) * sizeof *sweep->variable);
    sweep->config = given;
    if (!sweep->variable || !given)
        return yee_diag_fail(diag, YEE_MEMORY, &place, "no memory for the sweep");
    given->trace = INT64_MIN;
    if (own) {
        const yee_bind bind = {yee_sweep_params, given};
        if ((status = yee_param_read(diag, arena, config, own, 1, &bind)))
            return status;
    }
    sweep->together = given->combine == 1;
    sweep->trace = given->trace >= 0 ? given->trace : -1;
    for (size_t i = 0; !status && i < config->count; i++)
        if (yee_sweep_block(&config->block[i]) && &config->block[i] != own)
            status = read_variable(diag, arena, config, &config->block[i], sweep);
    return status ? status : count(diag, &place, sweep);
}

size_t yee_sweep_value(const yee_sweep *sweep, size_t trace, size_t variable)
{
    if (sweep->together)
        return trace;
    for (size_t i = sweep->variables; i-- > variable + 1;)
        trace /= sweep->variable[i].values;
    return trace % sweep->variable[variable].values;
}

yee_status yee_sweep_apply(yee_diag *diag, yee_arena *arena, yee_config *config,
                           const yee_sweep *sweep)
{
    if (sweep->trace < 0)
        return YEE_OK;
    config->preface = yee_arena_format(arena, "%s; trace %lld of the %zu of a sweep\n",
                                       config->preface ? config->preface : "",
                                       (long long)sweep->trace, sweep->traces);
    for (size_t i = 0; i < sweep->variables; i++) {
        const yee_sweep_variable *v = &sweep->variable[i];
        const size_t n = yee_sweep_value(sweep, (size_t)sweep->trace, i);
        for (size_t k = 0; k < v->keys; k++) {
            const char *text = v->text[n * v->keys + k];
            if (of_importer(config, v->key[k]))
                continue; /* the text was made with it */
            const char *set = yee_arena_format(arena, "%s=%s", v->key[k], text);
            if (!set)
                return yee_diag_fail(diag, YEE_MEMORY, &v->place, "no memory for the sweep");
            const yee_status status = yee_config_set(diag, arena, config, set);
            if (status)
                return status;
        }
    }
    return YEE_OK;
}

bool yee_sweep_resolved(yee_config *config, const yee_sweep *sweep, char **text)
{
    const yee_block *own = yee_config_block(config, "sweep");
    yee_bind bind = {yee_sweep_params, sweep->config};
    bool ok = !own || yee_param_resolved(own, NULL, 1, &bind, text);
    for (size_t i = 0; ok && i < sweep->variables; i++) {
        const yee_sweep_variable *v = &sweep->variable[i];
        bind = (yee_bind){yee_sweep_variable_params, v->config};
        ok = yee_param_resolved(v->block, NULL, 1, &bind, text);
    }
    return ok;
}
