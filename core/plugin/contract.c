/* core/plugin/contract.c: what a module shows is checked once, so that nobody else has to. */
#include "config/param.h"
#include "kind_keys.h"
#include "registry.h"
#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <yee/yee.h>

/* Where complaints go, and the plugin they are about (NULL: the module). */
typedef struct complaint {
    yee_diag *diag;
    yee_place place;
    const yee_plugin *plugin;
} complaint;

static yee_status broken(const complaint *c, const char *what)
{
    if (!c->plugin)
        return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place, "broken module: %s", what);
    return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place, "broken plugin %s: %s",
                         c->plugin->name, what);
}

/* Tables grow at their end. One from newer headers is larger than this yee's and is read as far
 * as this yee knows it; an older one is smaller and lacks what came later, which must be
 * optional. What no compiler makes of sizeof is a mistake. */
static bool is_size(uint32_t size, size_t least)
{
    enum { LARGEST = 4096 };
    return size >= least && size <= LARGEST && size % sizeof(void *) == 0;
}

static yee_status wrong_size(const complaint *c, const char *table, uint32_t size, size_t least,
                             size_t own)
{
    return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place,
                         "%s%s: its table %s has size %" PRIu32 ", this yee's has %zu and the "
                         "least is %zu; set it with sizeof and build again",
                         c->plugin ? "broken plugin " : "broken module",
                         c->plugin ? c->plugin->name : "", table, size, own, least);
}

/* lower_snake_case, as INI files write it */
static bool is_word(const char *text)
{
    if (!text || !(*text >= 'a' && *text <= 'z'))
        return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.")] == '\0';
}

/* The functions of a kind that must not be NULL. OPS checks the size of the table first, which
 * reaches at least to the last of them. */
#define OPS(type, last) \
    const type *ops = c->plugin->ops; \
    const size_t least = offsetof(type, last) + sizeof ops->last; \
    if (!is_size(ops->size, least)) \
    return wrong_size(c, #type, ops->size, least, sizeof *ops)
#define NEED(function) \
    if (!ops->function) \
    return broken(c, "its table has no " #function "()")

static yee_status check_material(const complaint *c)
{
    OPS(yee_material_ops, describe);
    NEED(describe);
    return YEE_OK;
}

static yee_status check_boundary(const complaint *c)
{
    OPS(yee_boundary_ops, close);
    NEED(close);
    return YEE_OK;
}

static yee_status check_waveform(const complaint *c)
{
    OPS(yee_waveform_ops, band);
    NEED(value);
    NEED(band);
    return YEE_OK;
}

static yee_status check_source(const complaint *c)
{
    OPS(yee_source_ops, emit);
    NEED(emit);
    return YEE_OK;
}

static yee_status check_shape(const complaint *c)
{
    OPS(yee_shape_ops, paint);
    if (!ops->inside == !ops->paint)
        return broken(c, "a shape has either inside() or paint(), exactly one");
    if (ops->inside)
        NEED(bounds);
    return YEE_OK;
}

static yee_status check_output(const complaint *c)
{
    OPS(yee_output_ops, close);
    NEED(plan);
    NEED(open);
    NEED(receive);
    NEED(close);
    return YEE_OK;
}

static yee_status check_scheme(const complaint *c)
{
    OPS(yee_scheme_ops, destroy);
    NEED(available);
    NEED(traits);
    NEED(courant);
    NEED(dispersion);
    NEED(plan);
    NEED(run);
    NEED(finish);
    NEED(read);
    NEED(write);
    NEED(energy);
    NEED(extrema);
    NEED(save);
    NEED(load);
    NEED(step);
    NEED(print);
    NEED(destroy);
    return YEE_OK;
}

static yee_status check_importer(const complaint *c)
{
    OPS(yee_importer_ops, convert);
    NEED(suffixes);
    NEED(convert);
    for (const char *s = ops->suffixes; s; s = strchr(s, '|'), s = s ? s + 1 : NULL) {
        const size_t n = strcspn(s, "|");
        if (n < 2 || *s != '.' || memchr(s, '/', n))
            return yee_diag_fail(
                c->diag, YEE_PLUGIN, &c->place,
                "broken plugin %s: \"%.*s\" in its suffixes is no ending; one is "
                "a dot and more, and a bar stands between two: \".in|.gprmax\"",
                c->plugin->name, (int)n, s);
        if (n >= 4 && !strncasecmp(s + n - 4, ".ini", 4))
            return yee_diag_fail(
                c->diag, YEE_PLUGIN, &c->place,
                "broken plugin %s: it would take \"%.*s\" files, and those are "
                "yee's own; give it another ending (--importer %s reads any "
                "file by it)",
                c->plugin->name, (int)n, s, c->plugin->name);
    }
    return YEE_OK;
}

static yee_status check_post(const complaint *c)
{
    OPS(yee_post_ops, process);
    NEED(process);
    return YEE_OK;
}

static yee_status check_transport(const complaint *c)
{
    OPS(yee_transport_ops, abort);
    NEED(available);
    NEED(join);
    NEED(send);
    NEED(receive);
    NEED(wait);
    NEED(print);
    NEED(leave);
    NEED(abort);
    return YEE_OK;
}

static yee_status (*const check_ops[YEE_KINDS])(const complaint *) = {
    [YEE_MATERIAL] = check_material, [YEE_BOUNDARY] = check_boundary,
    [YEE_WAVEFORM] = check_waveform, [YEE_SOURCE] = check_source,
    [YEE_SHAPE] = check_shape,       [YEE_OUTPUT] = check_output,
    [YEE_SCHEME] = check_scheme,     [YEE_IMPORTER] = check_importer,
    [YEE_POST] = check_post,         [YEE_TRANSPORT] = check_transport,
};

/* Texts that help prints are shown as they are. */
static bool clean(const char *text, bool lines)
{
    char shown[8192];
    if (text)
        yee_text_clean(shown, sizeof shown, text, lines);
    return !text || !strncmp(shown, text, sizeof shown - 8);
}

static bool clean_params(const yee_param *p)
{
    bool ok = true;
    for (; p->key && ok; p++)
        ok = clean(p->help, false) && clean(p->choices, false) && clean(p->def, false);
    return ok;
}

static bool has_key(const yee_param *params, const char *key)
{
    for (const yee_param *p = params; p && p->key; p++)
        if (!strcmp(p->key, key))
            return true;
    return false;
}

/* Keys against the kinds: one line of a section must not set a key of the plugin and one of its
 * kind, and a reference names sections that there are. */
static yee_status check_keys(const complaint *c)
{
    const yee_plugin *plugin = c->plugin;
    const char *kind = yee_kind_name[plugin->kind];
    for (const yee_param *p = plugin->params; p->key; p++) {
        const bool refers = p->type == YEE_TYPE_REF || p->type == YEE_TYPE_REFS;
        const int other = refers ? yee_kind_find(p->choices) : YEE_MATERIAL;
        if (has_key(yee_kind_params(plugin->kind), p->key))
            return yee_diag_fail(
                c->diag, YEE_PLUGIN, &c->place,
                "broken plugin %s: key '%s': every [%s.NAME] has a key of that "
                "name; choose another",
                plugin->name, p->key, kind);
        if (other < 0 || other == YEE_SCHEME || other == YEE_IMPORTER || other == YEE_TRANSPORT)
            return yee_diag_fail(
                c->diag, YEE_PLUGIN, &c->place,
                "broken plugin %s: key '%s': a reference names sections of the "
                "kind \"%s\"; it must be material, boundary, waveform, source, "
                "shape or output",
                plugin->name, p->key, p->choices);
    }
    return YEE_OK;
}

static yee_status check_plugin(complaint *c, const yee_plugin *plugin)
{
    const char *reason = NULL;
    c->plugin = NULL; /* until it has a name */
    const size_t least = offsetof(yee_plugin, ops) + sizeof plugin->ops;
    if (!is_size(plugin->size, least))
        return wrong_size(c, "yee_plugin", plugin->size, least, sizeof *plugin);
    if (!is_word(plugin->name))
        return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place,
                             "broken module: a plugin is named \"%s\"; a name is one word in "
                             "lower_snake_case",
                             plugin->name ? plugin->name : "");
    c->plugin = plugin;
    if ((unsigned)plugin->kind >= YEE_KINDS)
        return broken(c, "its kind is none that yee knows");
    if (!plugin->summary || !*plugin->summary)
        return broken(c, "it has no summary");
    if (!plugin->params)
        return broken(c, "it has no parameter table; an empty one is {YEE_PARAM_END}");
    if (!yee_param_valid(plugin->params, plugin->config_size, &reason))
        return broken(c, reason);
    if (!clean(plugin->summary, false) || !clean(plugin->reference, false) ||
        (YEE_HAS(plugin, example) && !clean(plugin->example, true)) ||
        !clean_params(plugin->params))
        return broken(c, "its texts have control characters, which a terminal would obey");
    const yee_status status = check_keys(c);
    if (status)
        return status;
    if (!plugin->ops)
        return broken(c, "it has no table of functions");
    return check_ops[plugin->kind](c);
}

static yee_status check_abi(const complaint *c, const yee_module *module)
{
    if (module->abi_major != YEE_ABI_MAJOR)
        return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place,
                             "built for the plugin ABI %" PRIu32 ".%" PRIu32
                             ", this yee has %d.%d; build it again with this yee's headers",
                             module->abi_major, module->abi_minor, YEE_ABI_MAJOR,
                             YEE_ABI_MINOR);
    if (module->abi_minor > YEE_ABI_MINOR)
        return yee_diag_fail(c->diag, YEE_PLUGIN, &c->place,
                             "needs the newer plugin ABI %" PRIu32 ".%" PRIu32
                             ", this yee has %d.%d; use a newer yee or build it again",
                             module->abi_major, module->abi_minor, YEE_ABI_MAJOR,
                             YEE_ABI_MINOR);
    return YEE_OK;
}

yee_status yee_contract_check(yee_diag *diag, const yee_module *module, const char *file)
{
    complaint c = {diag, {.file = file}, NULL};
    yee_status status = check_abi(&c, module);
    if (status)
        return status;
    const size_t least = offsetof(yee_module, plugins) + sizeof module->plugins;
    if (!is_size(module->size, least))
        return wrong_size(&c, "yee_module", module->size, least, sizeof *module);
    if (!module->name || !module->version || !module->license)
        return broken(&c, "it has no name, version or license");
    if (!clean(module->version, false) || !clean(module->license, false))
        return broken(&c, "its version or license has control characters");
    if (!module->plugins || !*module->plugins)
        return broken(&c, "it has no plugins");
    for (const yee_plugin *const *p = module->plugins; *p && !status; p++)
        status = check_plugin(&c, *p);
    return status;
}
