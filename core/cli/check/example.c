/* core/cli/check/example.c: what runs of the plugin under test: its example in small models, the
 * example with other values, the models of the user. */
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yee/importer.h>

/* Sections, parsed, with the one of the plugin under test. */
typedef struct example {
    const char *name; /* for sentences: "its example" */
    const char *text;
    yee_arena *arena;
    yee_config *config;
    check_base base;
    check_grid
        grid; /* of variants: one that was accepted, a small one for outputs, which run */
} example;

/* The sections as they are tried. */
static bool open_example(check *c, example *e)
{
    yee_diag_clear(&c->session->diag);
    if (yee_config_parse(&c->session->diag, e->arena, "example", e->text, strlen(e->text),
                         &e->config)) {
        check_judge(c, false, "%s is no model: %s", e->name, yee_session_error(c->session));
        return false;
    }
    for (size_t i = 0; i < e->config->count && !e->base.block; i++) {
        yee_block *b = &e->config->block[i];
        const yee_entry *type = yee_block_entry(b, "type");
        if (!strcmp(b->kind, yee_kind_name[c->plugin->kind]) && type &&
            !strcmp(type->value, c->plugin->name))
            e->base.block = b;
    }
    if (e->base.block)
        return true;
    check_judge(c, false, "%s has no section [%s.NAME] with type = %s", e->name,
                yee_kind_name[c->plugin->kind], c->plugin->name);
    return false;
}

/* The values that the section gives. */
static bool read_base(check *c, example *e)
{
    yee_block block = *e->base.block;
    check_trying(c, check_block_text(e->arena, &block));
    const yee_instance *instance = check_instance(c, e->arena, &block);
    if (!instance)
        check_judge(c, false, "%s is refused: %s", e->name, yee_session_error(c->session));
    e->base.config = instance ? instance->config : NULL;
    return instance;
}

/* "3-D, 2-D TM" into text. */
static void join(char *text, size_t size, const char *word)
{
    const size_t at = strlen(text);
    snprintf(text + at, size - at, "%s%s", at ? ", " : "", word);
}

/* A plugin that returned nonsense is no plugin that refuses. */
static void judge_refusal(check *c, const check_case *k, yee_status status)
{
    if (status == YEE_PLUGIN || status == YEE_INTERNAL)
        check_judge(c, false, "%s: %s", k->name, yee_session_error(c->session));
}

static void run_example(check *c, example *e)
{
    const bool own = check_has_grid(e->config);
    const int failed = c->failed;
    char accepted[96] = "", name[64], reason[512] = "";
    for (int g = own ? CHECK_OWN : CHECK_3D; g <= (own ? CHECK_OWN : CHECK_TE); g++) {
        const check_case k = {
            .name = name,
            .text = check_complete(c, e->arena, e->config, NULL, NULL, (check_grid)g),
            .data = e->text,
            .made = e->text != c->plugin->example};
        snprintf(name, sizeof name, "%s, %s", e->name, check_grid_name[g]);
        check_trying(c, k.text);
        if (!k.text)
            continue;
        const yee_status status = check_case_runs(c, &k);
        judge_refusal(c, &k, status);
        if (c->failed > failed)
            return;
        if (!status && (!*accepted || c->plugin->kind == YEE_OUTPUT))
            e->grid = (check_grid)g;
        if (!status)
            join(accepted, sizeof accepted, check_grid_name[g]);
        else if (!*reason)
            snprintf(reason, sizeof reason, "%s", yee_session_error(c->session));
    }
    if (!*accepted)
        check_judge(c, false, "%s is refused: %s", e->name, reason);
    else
        check_judge(c, true, "%s in %s, float32 and float64%s%s", e->name, accepted,
                    *c->note ? ": " : "", c->note);
    c->note[0] = '\0';
}

/* -- other values -- */

bool check_alone(const yee_plugin *plugin)
{
    const yee_shape_ops *shape = plugin->ops;
    return plugin->kind != YEE_SOURCE && plugin->kind != YEE_OUTPUT &&
           plugin->kind != YEE_IMPORTER && plugin->kind != YEE_POST &&
           plugin->kind != YEE_TRANSPORT &&
           (plugin->kind != YEE_SHAPE || YEE_HAS(shape, inside));
}

bool check_block_alone(check *c, yee_arena *arena, yee_block *block)
{
    static bool (*const judge[YEE_KINDS])(check *, const yee_instance *) = {
        [YEE_MATERIAL] = check_material, [YEE_BOUNDARY] = check_boundary,
        [YEE_WAVEFORM] = check_waveform, [YEE_SHAPE] = check_shape,
        [YEE_SCHEME] = check_scheme,
    };
    check_trying(c, check_block_text(arena, block));
    const yee_instance *instance = check_instance(c, arena, block);
    return instance && judge[c->plugin->kind](c, instance);
}

static bool try_in_model(check *c, yee_arena *arena, const example *e, const yee_block *block)
{
    const check_case k = {
        .name = "with other values",
        .text = check_complete(c, arena, e->config, e->base.block, block, e->grid),
        .data = e->text,
        .varied = true};
    check_trying(c, k.text);
    const yee_status status = k.text ? check_case_runs(c, &k) : YEE_MEMORY;
    judge_refusal(c, &k, status);
    return !status;
}

static bool try_variant(check *c, const example *e, const check_variant *variant)
{
    yee_arena *arena = yee_arena_new();
    yee_block *block = arena ? check_block(c->plugin, arena, &e->base, variant) : NULL;
    yee_diag_clear(&c->session->diag);
    /* files that values name are in no folder here */
    bool data = false;
    for (const yee_param *p = c->plugin->params; p->key; p++)
        data = data || p->type == YEE_TYPE_PATH;
    const bool alone = check_alone(c->plugin) && !data;
    const bool accepted = block && (alone ? check_block_alone(c, arena, block)
                                          : try_in_model(c, arena, e, block));
    yee_arena_free(arena);
    return accepted;
}

/* Every number moved, lists of several elements, each optional key: with a usual value, which
 * need not go with the others, so that materials, waveforms and the like are not held to it. */
static void vary_example(check *c, const example *e)
{
    const int failed = c->failed;
    int accepted = 0, tried = 0;
    for (int n = 1; n < CHECK_SAMPLES + 2 && c->failed == failed; n++, tried++) {
        const int elements = n < CHECK_SAMPLES ? 0 : n - CHECK_SAMPLES + 2;
        const check_variant v = {elements ? 0 : n, {-1, -1}, elements, {-1, -1}};
        accepted += try_variant(c, e, &v);
    }
    for (int i = 0; !check_alone(c->plugin) && c->plugin->params[i].key && c->failed == failed;
         i++) {
        const yee_param *p = &c->plugin->params[i];
        yee_block block = *e->base.block;
        if (!p->def || *p->def || yee_block_entry(&block, p->key))
            continue;
        const check_variant v = {0, {i, -1}, 0, {-1, -1}};
        accepted += try_variant(c, e, &v);
        tried++;
    }
    if (c->failed == failed)
        check_judge(c, true, "%s with other values: %d of %d accepted%s%s", e->name, accepted,
                    tried, *c->note ? ": " : "", c->note);
    c->note[0] = '\0';
}

static void try_sections(check *c, const char *name, const char *text)
{
    example e = {.name = name, .text = text, .arena = yee_arena_new()};
    const int failed = c->failed;
    if (e.arena && open_example(c, &e) && read_base(c, &e)) {
        run_example(c, &e);
        if (c->failed == failed && c->plugin->params->key)
            vary_example(c, &e);
    }
    yee_arena_free(e.arena);
    check_trying(c, NULL);
}

/* -- without an example -- */

/* The text of the defaults, with the optional keys i and j; NULL: it makes no model. */
static const char *defaults_with(check *c, yee_arena *arena, int i, int j)
{
    yee_config *config;
    yee_model *model = NULL;
    const check_variant v = {0, {i, j}, 0, {-1, -1}};
    const yee_block *block = check_block(c->plugin, arena, NULL, &v);
    const char *text = block ? check_block_text(arena, block) : NULL;
    if (text && c->plugin->kind == YEE_SHAPE)
        text = yee_arena_format(arena, "%smaterial = filling\n", text);
    yee_diag_clear(&c->session->diag);
    if (!text ||
        yee_config_parse(&c->session->diag, arena, "defaults", text, strlen(text), &config))
        return NULL;
    const check_case k = {.name = "its defaults",
                          .text = check_complete(c, arena, config, NULL, NULL, CHECK_3D)};
    check_trying(c, k.text);
    check_remove(c, "model");
    const yee_status status = k.text ? check_model(c, &k, false, "model", &model) : YEE_MEMORY;
    judge_refusal(c, &k, status);
    yee_model_free(model);
    return status ? NULL : text;
}

/* "One of these keys" is no part of a table: single optional keys are added, then pairs. */
static void try_defaults(check *c)
{
    yee_arena *arena = yee_arena_new();
    const char *text = NULL;
    int keys = 0;
    const int failed = c->failed;
    while (c->plugin->params[keys].key)
        keys++;
    for (int i = -1; arena && i < keys && !text && c->failed == failed; i++)
        for (int j = -1; (j < i || i == -1) && !text && c->failed == failed; j++) {
            text = defaults_with(c, arena, i, j);
            if (i == -1)
                break;
        }
    if (text)
        try_sections(c, "a section of its defaults", text);
    else if (c->failed == failed && !c->models->count)
        check_judge(c, false,
                    "no configuration was accepted: %s; its example (yee_plugin.example), or a "
                    "model by --model, would be tried",
                    yee_session_error(c->session));
    check_trying(c, NULL);
    yee_arena_free(arena);
}

/* -- files: of importers, of the user -- */

/* shown: what a failure prints. */
static void run_file(check *c, const check_case *k, const char *shown)
{
    const int failed = c->failed;
    const long before = check_watch_total(&c->watch);
    check_trying(c, shown);
    const yee_status status = check_case_runs(c, k);
    if (status == YEE_DECLINED)
        check_skip(c, "%s is declined: %s", k->name, yee_session_error(c->session));
    else if (status)
        check_judge(c, false, "%s is refused: %s", k->name, yee_session_error(c->session));
    else if (check_watch_total(&c->watch) == before)
        check_untried(c, "%s uses nothing of it", k->name);
    else if (c->failed == failed)
        check_judge(c, true, "%s%s%s", k->name, *c->note ? ": " : "", c->note);
    c->note[0] = '\0';
    check_trying(c, NULL);
}

/* The example of an importer is a file of the first of its endings. */
static void try_imported(check *c)
{
    const yee_importer_ops *ops = c->plugin->ops;
    char path[512];
    snprintf(path, sizeof path, "%s/example%.*s", c->folder, (int)strcspn(ops->suffixes, "|"),
             ops->suffixes);
    FILE *out = fopen(path, "w");
    if (!out || fputs(c->plugin->example, out) < 0 || fclose(out)) {
        check_judge(c, false, "its example cannot be written: %s", strerror(errno));
        return;
    }
    run_file(c, &(check_case){.name = "its example", .path = path}, c->plugin->example);
    check_importer(c, path);
}

void check_examples(check *c)
{
    const bool importer = c->plugin->kind == YEE_IMPORTER;
    if (c->plugin->kind == YEE_TRANSPORT)
        check_untried(c, "its messages: they take processes that a launcher has started");
    else if (c->plugin->example && importer)
        try_imported(c);
    else if (c->plugin->example && c->plugin->kind != YEE_SCHEME)
        try_sections(c, "its example", c->plugin->example);
    else if (!importer && c->plugin->kind != YEE_SCHEME && !check_alone(c->plugin))
        try_defaults(c);
    else if (!importer && c->plugin->kind != YEE_SCHEME && !c->models->count)
        check_untried(c, "in a model: it has no example (yee_plugin.example), and none came by "
                         "--model");
    else if (importer && !c->models->count)
        check_untried(c,
                      "convert(): a file comes with its example (yee_plugin.example) or by "
                      "--model FILE%.*s",
                      (int)strcspn(((const yee_importer_ops *)c->plugin->ops)->suffixes, "|"),
                      ((const yee_importer_ops *)c->plugin->ops)->suffixes);
    for (size_t i = 0; i < c->models->count; i++) {
        const char *path = c->models->v[i];
        run_file(c, &(check_case){.name = path, .path = path, .as_it_is = true}, NULL);
        if (importer && check_takes(c->plugin, path))
            check_importer(c, path);
    }
}
