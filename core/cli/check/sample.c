/* core/cli/check/sample.c: configurations to try a plugin with, made from its parameter table. */
#include "base/units.h"
#include "check.h"
#include <math.h>
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

/* The first number of a default, or a usual one, moved by the factor and kept in the range. */
static double number_of(const yee_param *p, double factor)
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
    value *= factor;
    if (p->min != 0 || p->max != 0)
        value = fmin(fmax(value, p->min), p->max);
    return p->type == YEE_TYPE_INT ? nearbyint(value) : value;
}

static const char *write_numbers(yee_arena *arena, const yee_param *p, double value, int count)
{
    char one[64];
    yee_units_write(one, sizeof one, value, p->unit);
    return count == 3 ? yee_arena_format(arena, "%s, %s, %s", one, one, one)
                      : yee_arena_text(arena, one);
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

/* The text of a key; NULL: leave it out. */
static const char *text_of(yee_arena *arena, const yee_param *p, int number, size_t key)
{
    double value = number_of(p, factor_of(number, key));
    switch (p->type) {
    case YEE_TYPE_INT:
    case YEE_TYPE_REAL:
    case YEE_TYPE_REALS:
        return write_numbers(arena, p, value, 1);
    case YEE_TYPE_VEC3:
        return p->def ? NULL : write_numbers(arena, p, value, 3);
    case YEE_TYPE_CHOICE:
        return choice_of(arena, p, number);
    case YEE_TYPE_BOOL:
        return number % 2 ? "yes" : "no";
    case YEE_TYPE_TEXT:
    case YEE_TYPE_TEXTS:
        return p->def ? NULL : "x"; /* a name, an axis */
    default:
        return NULL;
    }
}

static bool is_given(const yee_param *p, int number, bool wanted)
{
    bool optional = p->def && !*p->def;
    return wanted || !p->def || (number && !optional);
}

static yee_block *make_block(const yee_plugin *plugin, yee_arena *arena, int number,
                             const int with[2])
{
    int keys = 0;
    while (plugin->params[keys].key)
        keys++;
    yee_block *block = yee_arena_alloc(arena, sizeof *block);
    yee_entry *entry = yee_arena_alloc(arena, ((size_t)keys + 1) * sizeof *entry);
    if (!block || !entry)
        return NULL;
    *block = (yee_block){.name = "sample",
                         .kind = yee_kind_name[plugin->kind],
                         .instance = "sample",
                         .entry = entry};
    for (int i = 0; i < keys; i++) {
        const yee_param *p = &plugin->params[i];
        bool given = is_given(p, number, i == with[0] || i == with[1]);
        const char *text = given ? text_of(arena, p, number, (size_t)i) : NULL;
        if (text)
            entry[block->count++] = (yee_entry){.key = p->key, .value = text};
    }
    return block;
}

yee_instance *check_sample(check *c, yee_arena *arena, int number, const int with[2])
{
    static const yee_config nowhere = {.folder = "."};
    yee_instance *instance = NULL;
    yee_block *block = make_block(c->plugin, arena, number, with);
    if (block)
        yee_instance_new(&c->session->registry, &c->session->diag, arena, &nowhere, block,
                         c->plugin->kind, c->plugin->name, 0, NULL, &instance);
    return instance;
}
