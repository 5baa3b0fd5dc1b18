/* core/cli/check/sample.c: configurations to try a plugin with, made from its parameter table.
 */
#include "../../units.h"
#include "check.h"
#include <math.h>
#include <string.h>

/* Sample n moves key k by one of these factors; 5 and 7 have no common divisor with the other,
 * so that keys do not move in step. */
static double factor_of(int number, size_t key)
{
    static const double factor[] = {1, 0.5, 2, 0.8, 1.25};
    return number ? factor[((size_t)number * 7 + key * 3) % 5] : 1;
}

/* The first number of a default, or the middle of the range, moved by the factor and kept in
 * the range. */
static double number_of(const yee_param *p, double factor)
{
    const char *reason;
    char first[64];
    double value = 1;
    bool ranged = p->min != 0 || p->max != 0;
    size_t length = p->def ? strcspn(p->def, ",") : 0;
    if (length && length < sizeof first) {
        memcpy(first, p->def, length);
        first[length] = '\0';
        if (!yee_units_read(first, p->unit, &value, &reason) &&
            !yee_units_read(first, NULL, &value, &reason))
            value = 1;
    } else if (ranged && p->min > -YEE_INFINITY && p->max < YEE_INFINITY) {
        value = 0.5 * (p->min + p->max);
    }
    value *= factor;
    if (ranged)
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

/* The text of a key in a sample; NULL: leave the key out. */
static const char *text_of(yee_arena *arena, const yee_param *p, int number, size_t key)
{
    double factor = factor_of(number, key);
    bool unset = p->def && !*p->def;
    if (p->def && (number == 0 || unset))
        return NULL;
    switch (p->type) {
    case YEE_TYPE_INT:
    case YEE_TYPE_REAL:
    case YEE_TYPE_REALS:
        return write_numbers(arena, p, number_of(p, factor), 1);
    case YEE_TYPE_VEC3:
        return p->def ? NULL : write_numbers(arena, p, number_of(p, factor), 3);
    case YEE_TYPE_CHOICE:
        return choice_of(arena, p, number);
    case YEE_TYPE_BOOL:
        return number % 2 ? "yes" : "no";
    default:
        return NULL;
    }
}

static yee_block *make_block(const yee_plugin *plugin, yee_arena *arena, int number)
{
    size_t keys = 0;
    while (plugin->params[keys].key)
        keys++;
    yee_block *block = yee_arena_alloc(arena, sizeof *block);
    yee_entry *entry = yee_arena_alloc(arena, (keys + 1) * sizeof *entry);
    if (!block || !entry)
        return NULL;
    *block = (yee_block){.name = "sample",
                         .kind = yee_kind_name[plugin->kind],
                         .instance = "sample",
                         .entry = entry};
    for (size_t i = 0; i < keys; i++) {
        const char *text = text_of(arena, &plugin->params[i], number, i);
        if (text)
            entry[block->count++] = (yee_entry){.key = plugin->params[i].key, .value = text};
    }
    return block;
}

yee_instance *check_sample(check *c, yee_arena *arena, int number, const char **refusal)
{
    static const yee_config nowhere = {.folder = "."};
    yee_instance *instance = NULL;
    yee_block *block = make_block(c->plugin, arena, number);
    if (!block)
        return NULL;
    if (yee_instance_new(&c->session->registry, &c->session->diag, arena, &nowhere, block,
                         c->plugin->kind, c->plugin->name, 0, NULL, &instance))
        *refusal = yee_session_error(c->session);
    return instance;
}
