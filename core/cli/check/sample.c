/* core/cli/check/sample.c: configurations to try a plugin with, made from its parameter table,
 * or from a section that a user wrote. */
#include "base/units.h"
#include "check.h"
#include "config/rules.h"
#include "config/value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sample n moves key k by one of these factors; the steps 7 and 3 keep keys from moving
 * together. */
static double factor_of(int number, size_t key)
{
    static const double factor[] = {1, 0.5, 2, 0.8, 1.25};
    return number ? factor[((size_t)number * 7 + key * 3) % 5] : 1;
}

/* A usual size of what has this unit: the microwave range. */
static double usual(const char *unit)
{
    static const struct {
        const char *unit;
        double value;
    } size[] = {{"m", 1e-3}, {"s", 1e-10}, {"Hz", 1e9}, {"rad/s", 1e10}};
    for (size_t i = 0; unit && i < sizeof size / sizeof *size; i++)
        if (!strcmp(unit, size[i].unit))
            return size[i].value;
    return 1;
}

static double kept_in_range(const yee_param *p, double value)
{
    if (p->min != 0 || p->max != 0)
        value = fmin(fmax(value, p->min), p->max);
    return p->type == YEE_TYPE_INT ? nearbyint(value) : value;
}

/* The first number of a default, or a usual one. */
static double number_of(const yee_param *p)
{
    const char *reason;
    char first[64];
    double value = usual(p->unit);
    size_t length = p->def ? strcspn(p->def, ",") : 0;
    if (length && length < sizeof first) {
        memcpy(first, p->def, length);
        first[length] = '\0';
        if (!yee_units_read(first, p->unit, &value, &reason))
            yee_units_read(first, NULL, &value, &reason); /* "1, 2, 3 mm" */
    }
    return value;
}

/* Elements of a list that are further ones than there were values: each half as large again as
 * that before. */
static const char *write_numbers(yee_arena *arena, const yee_param *p, double factor, size_t n,
                                 const double *value, size_t count)
{
    const char *text = "";
    char one[64];
    for (size_t i = 0; text && i < count; i++) {
        double v = value[i % n] * factor;
        for (size_t more = i / n; more; more--)
            v *= 1.5;
        yee_units_write(one, sizeof one, kept_in_range(p, v), p->unit);
        text = yee_arena_format(arena, "%s%s%s", text, i ? ", " : "", one);
    }
    return text;
}

static const char *choice_of(yee_arena *arena, const yee_param *p, int number)
{
    const char *word = p->choices;
    for (int i = 0; i < number; i++) {
        const char *bar = strchr(word, '|');
        word = bar ? bar + 1 : p->choices;
    }
    return yee_arena_format(arena, "%.*s", (int)strcspn(word, "|"), word);
}

static size_t elements_of(const yee_param *p, const check_variant *v, size_t given)
{
    return p->type != YEE_TYPE_REALS || !v->elements ? given : given * (size_t)v->elements;
}

static bool has_default(const yee_param *p) { return p->def && *p->def; }

/* The text of a key from the table; NULL: leave it out. */
static const char *text_of(yee_arena *arena, const yee_param *p, const check_variant *v,
                           size_t key)
{
    const double value = number_of(p), same[3] = {value, value, value};
    const double factor = factor_of(v->number, key);
    switch (p->type) {
    case YEE_TYPE_INT:
    case YEE_TYPE_REAL:
        return write_numbers(arena, p, factor, 1, same, 1);
    case YEE_TYPE_REALS:
        return write_numbers(arena, p, factor, 1, same, elements_of(p, v, 1));
    case YEE_TYPE_VEC3:
        return has_default(p) ? NULL : write_numbers(arena, p, factor, 3, same, 3);
    case YEE_TYPE_CHOICE:
        return choice_of(arena, p, v->number);
    case YEE_TYPE_BOOL:
        return v->number % 2 ? "yes" : "no";
    case YEE_TYPE_TEXT:
    case YEE_TYPE_TEXTS:
    case YEE_TYPE_REF:
    case YEE_TYPE_REFS:
        return p->def ? NULL : "x"; /* a name, an axis */
    default:
        return NULL;
    }
}

/* A key that a user gave, moved. Positions stay: what a change of them does is the geometry's
 * affair, and most would leave the grid. */
static const char *moved(yee_arena *arena, const yee_param *p, const check_variant *v,
                         size_t key, const void *config, const char *given)
{
    const void *field = (const char *)config + p->offset;
    const double factor = factor_of(v->number, key);
    const yee_reals *reals = field;
    double whole;
    switch (p->type) {
    case YEE_TYPE_INT:
        whole = (double)*(const int64_t *)field;
        return write_numbers(arena, p, factor, 1, &whole, 1);
    case YEE_TYPE_REAL:
        return write_numbers(arena, p, factor, 1, field, 1);
    case YEE_TYPE_REALS:
        return write_numbers(arena, p, factor, reals->count, reals->v,
                             elements_of(p, v, reals->count));
    case YEE_TYPE_CHOICE:
        return v->number ? choice_of(arena, p, v->number) : given;
    case YEE_TYPE_BOOL:
        return v->number ? (v->number % 2 ? "yes" : "no") : given;
    default:
        return given;
    }
}

static bool is_one_of(int i, const int pair[2]) { return i == pair[0] || i == pair[1]; }

/* Whether a rule "exactly one of" has a key in sample `number`: 1 yes, -1 no, 0 no such rule is
 * about it. The samples take all alternatives in turn, those of several rules at different
 * paces. */
static int chosen(const yee_param *params, int number, const yee_param *p)
{
    int said = 0;
    for (const yee_param *r = params; r->key; r++) {
        if (r->type != YEE_RULE_ONE_OF)
            continue;
        const int parts = (int)yee_rule_parts(r), part = yee_rule_part(r, p->key);
        if (part >= 0 && said >= 0)
            said = part == number % parts ? 1 : -1;
        number /= parts;
    }
    return said;
}

/* Whether a rule "all or none" has a key together with one that is chosen. */
static bool is_together(const yee_param *params, int number, const yee_param *p)
{
    for (const yee_param *r = params; r->key; r++)
        for (const yee_param *q = params; q->key && r->type == YEE_RULE_TOGETHER; q++)
            if (yee_param_is_key(q) && yee_rule_part(r, p->key) >= 0 &&
                yee_rule_part(r, q->key) >= 0 && chosen(params, number, q) > 0)
                return true;
    return false;
}

/* A key that the section of the user does not give. */
static bool is_given(const yee_param *params, int i, const check_base *base,
                     const check_variant *v)
{
    const yee_param *p = &params[i];
    const bool optional = p->def && !*p->def, list = p->type == YEE_TYPE_REALS;
    const int rule = optional && !base ? chosen(params, v->number, p) : 0;
    if (rule)
        return rule > 0;
    if (is_one_of(i, v->with) || !p->def || (!base && is_together(params, v->number, p)))
        return true;
    if (v->elements && list && !base)
        return !optional || !is_one_of(i, v->without);
    return v->number && !optional && !base;
}

static int count_keys(const yee_plugin *plugin)
{
    int keys = 0;
    while (plugin->params[keys].key)
        keys++;
    return keys;
}

yee_block *check_block(const yee_plugin *plugin, yee_arena *arena, const check_base *base,
                       const check_variant *v)
{
    const int keys = count_keys(plugin);
    const size_t more = base ? base->block->count : 1;
    yee_block *block = yee_arena_alloc(arena, sizeof *block);
    yee_entry *entry = yee_arena_alloc(arena, ((size_t)keys + more) * sizeof *entry);
    if (!block || !entry)
        return NULL;
    *block = base ? *base->block
                  : (yee_block){.name = yee_arena_format(arena, "%s.sample",
                                                         yee_kind_name[plugin->kind]),
                                .kind = yee_kind_name[plugin->kind],
                                .instance = "sample"};
    block->entry = entry;
    block->count = 0;
    if (!base && plugin->kind != YEE_SCHEME)
        entry[block->count++] = (yee_entry){.key = "type", .value = plugin->name};
    for (size_t n = 0; base && n < base->block->count; n++) {
        yee_entry *e = &entry[block->count++];
        *e =
            (yee_entry){.key = base->block->entry[n].key, .value = base->block->entry[n].value};
        for (int i = 0; i < keys; i++)
            if (yee_param_is_key(&plugin->params[i]) && !strcmp(e->key, plugin->params[i].key))
                e->value =
                    moved(arena, &plugin->params[i], v, (size_t)i, base->config, e->value);
    }
    for (int i = 0; i < keys; i++) {
        const yee_param *p = &plugin->params[i];
        if (!yee_param_is_key(p))
            continue;
        const bool there = base && yee_block_entry(block, p->key);
        const char *text = !there && is_given(plugin->params, i, base, v)
                               ? text_of(arena, p, v, (size_t)i)
                               : NULL;
        if (text)
            entry[block->count++] = (yee_entry){.key = p->key, .value = text};
    }
    return block->name ? block : NULL;
}

yee_instance *check_instance(check *c, yee_arena *arena, yee_block *block)
{
    static const yee_config nowhere = {.folder = "."};
    static union {
        yee_material_config material;
        yee_shape_config shape;
        yee_boundary_config boundary;
    } core; /* the core's own keys of the kind, which nobody reads here */
    yee_instance *instance = NULL;
    const yee_param *params = yee_kind_params(c->plugin->kind);
    const yee_bind bind = {params, &core};
    yee_entry *type = yee_block_entry(block, "type");
    if (type)
        type->used = true;
    yee_instance_new(&c->session->registry, &c->session->diag, arena, &nowhere, block,
                     c->plugin->kind, c->plugin->name, params ? 1 : 0, &bind, &instance);
    return instance;
}
