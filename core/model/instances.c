/* core/model/instances.c: every block of the file becomes an instance of its plugin. */
#include "base/nearest.h"
#include "base/process.h"
#include "model.h"
#include "plugin/call.h"
#include "waveform_guard.h"
#include <string.h>

static yee_place place_of(const yee_model *m, const yee_block *block)
{
    return yee_block_place(m->config, block);
}

/* Blocks of the core itself. */
static bool is_core(const yee_block *b)
{
    return !strcmp(b->name, "grid") || !strcmp(b->name, "run") || !strcmp(b->name, "plugins") ||
           !strcmp(b->name, "let") || !strcmp(b->kind, "include") || yee_sweep_block(b);
}

/* A section of a kind that there is not: a slip, [NAME.KIND], or a plugin's name for its kind's. */
static yee_status unknown_section(const yee_model *m, const yee_block *b,
                                  const yee_place *place)
{
    const yee_place line = {place->file, place->line, NULL};
    const char *words[YEE_KINDS + 1] = {"sweep"};
    memcpy(words + 1, yee_kind_name, sizeof yee_kind_name);
    const char *near = yee_text_nearest(b->kind, YEE_KINDS + 1, words);
    const char *name = b->instance;
    if (yee_kind_find(b->instance) >= 0) {
        near = b->instance;
        name = b->kind;
    }
    if (!near)
        near = yee_text_nearest(b->kind, 1, &(const char *){"include"});
    if (near)
        return yee_diag_fail(m->diag, YEE_INPUT, &line,
                             "unknown section [%s]; did you mean [%s.%s]?", b->name, near,
                             *name ? name : "NAME");
    for (size_t i = 0; i < m->session->registry.count; i++) {
        const yee_plugin *plugin = m->session->registry.entry[i].plugin;
        if (yee_text_same(plugin->name, b->kind))
            return yee_diag_fail(
                m->diag, YEE_INPUT, &line,
                "unknown section [%s]; %s is a plugin of kind %s: write [%s.%s] "
                "and type = %s",
                b->name, plugin->name, yee_kind_name[plugin->kind], yee_kind_name[plugin->kind],
                *name ? name : "NAME", plugin->name);
    }
    return yee_diag_fail(
        m->diag, YEE_INPUT, &line,
        "unknown section [%s]; sections are [grid], [run], [plugins], [let], [sweep.NAME] and "
        "[KIND.NAME] with KIND one of material, boundary, waveform, source, "
        "shape, output, scheme, post, include",
        b->name);
}

static yee_status check_sections(yee_model *m)
{
    for (size_t i = 0; i < m->config->count; i++) {
        const yee_block *b = &m->config->block[i];
        const yee_place place = place_of(m, b);
        if (!strcmp(b->kind, yee_kind_name[YEE_IMPORTER]))
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "an importer reads a file of another form; its keys are given "
                                 "with that file, by --set %s.KEY=VALUE",
                                 b->name);
        if (!strcmp(b->kind, yee_kind_name[YEE_TRANSPORT]))
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "a transport has no section; [run] names it: transport = mpi");
        if (is_core(b) || (yee_kind_find(b->kind) >= 0 && *b->instance))
            continue;
        if (yee_kind_find(b->kind) >= 0)
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "the section has no name: write [%s.NAME]", b->kind);
        return unknown_section(m, b, &place);
    }
    return YEE_OK;
}

/* [plugins] path: loaded before any instance is made. */
static yee_status load(yee_model *m)
{
    yee_block *block = yee_config_block(m->config, "plugins");
    if (!block)
        return YEE_OK;
    yee_texts path = {0, NULL};
    const yee_bind bind = {yee_plugins_params, &path};
    yee_status status = yee_param_read(m->diag, m->arena, m->config, block, 1, &bind);
    const char **absolute = yee_arena_alloc(m->arena, (path.count + 1) * sizeof *absolute);
    if (!status && !absolute)
        return YEE_MEMORY;
    for (size_t i = 0; !status && i < path.count; i++) {
        const char *folder = path.v[i];
        if (*folder != '/')
            folder = yee_arena_format(m->arena, "%s/%s", m->config->folder, folder);
        absolute[i] = folder;
        status =
            folder ? yee_module_folder(&m->session->registry, m->diag, folder) : YEE_MEMORY;
    }
    m->plugin_path = (yee_texts){status ? 0 : path.count, absolute};
    return status;
}

static yee_status core_block(yee_model *m, const char *name, const yee_param *params,
                             void *config)
{
    yee_block *block = yee_config_block(m->config, name);
    const yee_place file = {m->config->path, 0, NULL};
    if (!block)
        return yee_diag_fail(m->diag, YEE_INPUT, &file, "the section [%s] is missing", name);
    const yee_bind bind = {params, config};
    return yee_param_read(m->diag, m->arena, m->config, block, 1, &bind);
}

static size_t count_of(const yee_model *m, int kind)
{
    size_t n = 0;
    for (size_t i = 0; i < m->config->count; i++)
        n += !is_core(&m->config->block[i]) && yee_kind_find(m->config->block[i].kind) == kind;
    return n;
}

/* All instances of a kind, in file order; extra: array of the core's config structs of that
 * kind. */
static yee_status make(yee_model *m, yee_kind kind, void *extra, size_t extra_size)
{
    yee_instances *of = &m->of[kind];
    const yee_param *params = yee_kind_params(kind);
    for (size_t i = 0; i < m->config->count; i++) {
        yee_block *block = &m->config->block[i];
        if (is_core(block) || yee_kind_find(block->kind) != (int)kind)
            continue;
        const yee_bind bind = {params, params ? (char *)extra + of->count * extra_size : NULL};
        const char *type = kind == YEE_SCHEME ? block->instance : NULL;
        yee_status status =
            yee_instance_new(&m->session->registry, m->diag, m->arena, m->config, block, kind,
                             type, params ? 1 : 0, &bind, &of->v[of->count]);
        if (status)
            return status;
        of->v[of->count]->order = (int)of->count;
        of->count++;
    }
    return YEE_OK;
}

static yee_status waveforms(yee_model *m)
{
    const yee_instances *of = &m->of[YEE_WAVEFORM];
    for (size_t i = 0; i < of->count; i++) {
        yee_instance *it = of->v[i];
        const yee_waveform_ops *ops = it->plugin->ops;
        const yee_status status = yee_instance_open(it, ops->open);
        if (status)
            return status;
        if (!yee_waveform_guarded(it, yee_instance_self(it), &m->waveform[i]))
            return YEE_MEMORY;
    }
    return YEE_OK;
}

void *yee_model_kind_config(const yee_model *m, const yee_instance *it)
{
    switch (it->plugin->kind) {
    case YEE_MATERIAL:
        return &m->material_config[it->order];
    case YEE_SHAPE:
        return &m->shape_config[it->order];
    case YEE_BOUNDARY:
        return &m->boundary_config[it->order];
    default:
        return NULL;
    }
}

yee_status yee_model_scheme(yee_model *m, const char *name, const yee_place *by,
                            yee_instance **scheme)
{
    for (size_t i = 0; i < m->of[YEE_SCHEME].count; i++) {
        yee_instance *it = m->of[YEE_SCHEME].v[i];
        if (yee_text_same(it->plugin->name, name) || yee_text_same(it->host.instance, name)) {
            *scheme = it;
            return YEE_OK;
        }
    }
    if (!yee_registry_find(&m->session->registry, YEE_SCHEME, name)) {
        const char *nearest = yee_registry_nearest(&m->session->registry, YEE_SCHEME, name);
        return yee_diag_fail(
            m->diag, YEE_INPUT, by, "scheme: there is no scheme '%s' here; %s", name,
            yee_text_suggest("", nearest, "`yee help scheme` lists those that are").text);
    }
    yee_block *block = yee_arena_alloc(m->arena, sizeof *block);
    if (!block)
        return YEE_MEMORY;
    *block = (yee_block){.name = yee_arena_format(m->arena, "scheme.%s", name),
                         .kind = "scheme",
                         .instance = yee_arena_text(m->arena, name),
                         .line = m->run_place.line};
    const yee_status status =
        yee_instance_new(&m->session->registry, m->diag, m->arena, m->config, block, YEE_SCHEME,
                         block->instance, 0, NULL, scheme);
    if (!status)
        (*scheme)->place = (yee_place){by->block && !by->line ? m->config->path : by->file,
                                       by->line, block->name}; /* an override is no place */
    return status;
}

/* Takes the instances of the base over. */
static void take(yee_model *m, const yee_model *base)
{
    for (int k = 0; k < YEE_KINDS; k++)
        if (yee_kind_is_cells((yee_kind)k))
            m->of[k] = base->of[k];
    m->material_config = base->material_config;
    m->shape_config = base->shape_config;
    m->boundary_config = base->boundary_config;
    m->grid_config = base->grid_config;
    m->plugin_path = base->plugin_path;
}

yee_status yee_model_instances(yee_model *m, const yee_model *base)
{
    yee_status status;
    if ((status = check_sections(m)) || (!base && (status = load(m))) ||
        (!base && (status = core_block(m, "grid", yee_grid_params, &m->grid_config))) ||
        (status = core_block(m, "run", yee_run_params, &m->run)))
        return status;
    m->run_place = place_of(m, yee_config_block(m->config, "run"));

    static const size_t extra_size[YEE_KINDS] = {
        [YEE_MATERIAL] = sizeof(yee_material_config),
        [YEE_SHAPE] = sizeof(yee_shape_config),
        [YEE_BOUNDARY] = sizeof(yee_boundary_config),
    };
    void *extra[YEE_KINDS] = {NULL};
    for (int k = 0; k < YEE_KINDS; k++) {
        const size_t n = count_of(m, k) + 1;
        m->of[k].count = 0;
        m->of[k].v = yee_arena_alloc(m->arena, n * sizeof *m->of[k].v);
        extra[k] = yee_arena_alloc(m->arena, n * extra_size[k] + 1);
        if (!m->of[k].v || !extra[k])
            return YEE_MEMORY;
    }
    m->material_config = extra[YEE_MATERIAL];
    m->shape_config = extra[YEE_SHAPE];
    m->boundary_config = extra[YEE_BOUNDARY];
    m->waveform =
        yee_arena_alloc(m->arena, (count_of(m, YEE_WAVEFORM) + 1) * sizeof *m->waveform);
    m->output_self = yee_arena_alloc(m->arena, (count_of(m, YEE_OUTPUT) + 1) * sizeof(void *));
    if (!m->waveform || !m->output_self)
        return YEE_MEMORY;
    for (int k = 0; k < YEE_KINDS; k++) {
        const bool of_cells = yee_kind_is_cells((yee_kind)k);
        const size_t warned = yee_diag_warnings(m->diag);
        if (!(base && of_cells) && (status = make(m, (yee_kind)k, extra[k], extra_size[k])))
            return status;
        m->cell_warnings += of_cells ? yee_diag_warnings(m->diag) - warned : 0;
    }
    if (base)
        take(m, base);
    status = yee_model_references(m);
    return status ? status : waveforms(m);
}
