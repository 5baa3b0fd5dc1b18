/* core/config/sweep_values.c: the values of a variable of a sweep: a list, a range, steps from
 * the model's own value, random samples.
 *
 * What unit a key has only its plugin knows; a value here has the unit that its text says. */
#include "sweep.h"

#include "base/dimension.h"
#include "base/units.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_NO, SAMPLE_UNIFORM, SAMPLE_NORMAL, SAMPLE_LOGNORMAL };

const yee_param yee_sweep_variable_params[] = {
    YEE_PARAM_TEXTS(
        yee_sweep_config, keys, NULL,
        "What changes, as SECTION.KEY: grid.spacing, material.soil.eps; several keys "
        "change together."),
    YEE_PARAM_TEXTS(yee_sweep_config, values, YEE_UNSET,
                    "The values: 4, 6, 8 mm; of positions and lists with | between them: "
                    "0, 0, 1 mm | 0, 0, 2 mm."),
    YEE_PARAM_TEXT(yee_sweep_config, from, YEE_UNSET, "First value of count."),
    YEE_PARAM_TEXT(yee_sweep_config, to, YEE_UNSET, "Last value of count."),
    YEE_PARAM_TEXT(yee_sweep_config, step, YEE_UNSET,
                   "Trace n has the model's own value and n such steps: 10, 0, 0 mm."),
    YEE_PARAM_INT(yee_sweep_config, count, YEE_UNSET, 1, YEE_SWEEP_MOST,
                  "Number of values between from and to, of steps, of samples."),
    YEE_PARAM_CHOICE(yee_sweep_config, scale, "linear", "linear|log",
                     "How values from .. to lie."),
    YEE_PARAM_CHOICE(yee_sweep_config, sample, "no", "no|uniform|normal|lognormal",
                     "Random values: uniform of from .. to, normal or lognormal of mean and "
                     "deviation. Value n follows from seed, the variable's name and n alone."),
    YEE_PARAM_TEXT(yee_sweep_config, mean, YEE_UNSET, "Mean of normal and lognormal samples."),
    YEE_PARAM_TEXT(yee_sweep_config, deviation, YEE_UNSET,
                   "Standard deviation of normal and lognormal samples."),
    YEE_PARAM_INT(yee_sweep_config, seed, "1", 0, 9e15, "Seed of random samples."),
    YEE_PARAM_END,
};

typedef struct reader {
    yee_diag *diag;
    yee_arena *arena;
    yee_sweep_variable *variable;
} reader;

#define fail(r, ...) yee_diag_fail((r)->diag, YEE_INPUT, &(r)->variable->place, __VA_ARGS__)
#define no_memory(r) \
    yee_diag_fail((r)->diag, YEE_MEMORY, &(r)->variable->place, "no memory for the sweep")

/* -- numbers with units of their own -- */

typedef struct numbers {
    size_t count;
    double *v;        /* SI */
    const char *unit; /* in SI; "" */
} numbers;

/* Whether a unit is one of SI without a prefix, and of this dimension. */
static bool is_coherent(const char *unit, const yee_dimension *is)
{
    yee_dimension of;
    const char *bad;
    size_t length;
    return yee_dimension_read(unit, &of, &bad, &length) && of.ten == 0 && of.factor == 1 &&
           yee_dimension_same(&of, is);
}

/* A number with its unit; *unit: that of SI. What does not fit has no sentence here: those of
 * yee_units_read() take long, and a sweep may have a million values. */
static bool read_one(const char *text, double *value, const char **unit)
{
    const char *reason, *suffix = yee_units_suffix(text);
    yee_dimension is;
    bool prefix;
    if (!suffix || !yee_units_any(text, value, &is, &reason))
        return false;
    *unit = "";
    if (!*suffix)
        return true;
    for (size_t i = 0; (*unit = yee_units_name(i, &prefix)) != NULL; i++)
        if (is_coherent(*unit, &is))
            return true;
    /* "S/m", or "mS/m" without its prefix */
    for (*unit = suffix; **unit && *unit < suffix + 3; ++*unit)
        if (is_coherent(*unit, &is))
            return true;
    return false;
}

/* Numbers separated by commas; a unit behind the last serves all where no other has one. False:
 * the text is none, or their units differ. */
static bool read_numbers(reader *r, const char *text, numbers *out)
{
    size_t n = 1;
    for (const char *s = text; *s; s++)
        n += *s == ',';
    *out = (numbers){.v = yee_arena_alloc(r->arena, n * sizeof *out->v), .unit = ""};
    const char *comma = strrchr(text, ','), *last = comma ? comma + 1 : text;
    last += strspn(last, " \t");
    const char *shared = yee_units_suffix(last);
    for (; out->v && out->count < n; out->count++) {
        const size_t length = strcspn(text, ",");
        char *one = yee_arena_copy(r->arena, text, length + 1);
        const char *unit;
        if (!one)
            return false;
        one[length] = 0;
        one += strspn(one, " \t");
        const char *own = yee_units_suffix(one);
        const char *whole = own && !*own && shared && *shared
                                ? yee_arena_format(r->arena, "%s %s", one, shared)
                                : one;
        if (!whole || !read_one(whole, &out->v[out->count], &unit))
            return false;
        const bool zero = out->v[out->count] == 0 && !*unit;
        if (*out->unit && !zero && strcmp(unit, out->unit))
            return false;
        if (!zero)
            out->unit = unit;
        text += length + (text[length] == ',');
    }
    return out->v;
}

static yee_status need_numbers(reader *r, const char *key, const char *text, numbers *out)
{
    return read_numbers(r, text, out)
               ? YEE_OK
               : fail(r, "%s: '%.100s' must be numbers of one unit, as in 10, 0, 0 mm", key,
                      text);
}

/* Two texts of the same unit and count; one number serves for many of the other. */
static yee_status need_alike(reader *r, const char *key, const numbers *a, const char *other,
                             const numbers *b)
{
    bool zero = true;
    for (size_t i = 0; i < b->count; i++)
        zero &= b->v[i] == 0;
    if (a->count != b->count)
        return fail(r, "%s has %zu numbers, %s has %zu", key, a->count, other, b->count);
    if (strcmp(a->unit, b->unit) && !zero)
        return fail(r, "%s is in '%s', %s in '%s'", key, a->unit, other, b->unit);
    return YEE_OK;
}

/* "0.01 m, 0 m, 0 m"; NULL: no memory. */
static const char *write_numbers(reader *r, const numbers *of)
{
    const char *text = "";
    for (size_t i = 0; text && i < of->count; i++) {
        char one[96];
        yee_units_write(one, sizeof one, of->v[i], *of->unit ? of->unit : NULL);
        text = yee_arena_format(r->arena, "%s%s%s", text, i ? ", " : "", one);
    }
    return text;
}

/* -- a list -- */

static yee_status list(reader *r, const yee_texts *given)
{
    yee_sweep_variable *v = r->variable;
    size_t bytes = 1;
    for (size_t i = 0; i < given->count; i++)
        bytes += strlen(given->v[i]) + strlen(", ");
    char *all = yee_arena_alloc(r->arena, bytes), *to = all;
    if (!all)
        return no_memory(r);
    *to = 0;
    for (size_t i = 0; i < given->count; i++)
        to += sprintf(to, "%s%s", i ? ", " : "", given->v[i]);
    const char *text = all;
    const char separator = strchr(text, '|') ? '|' : ',';
    v->values = 1;
    for (const char *s = text; *s; s++)
        v->values += *s == separator && (separator == ',' || s[1 + strspn(s + 1, " \t")]);
    if (v->values > YEE_SWEEP_MOST)
        return fail(r, "values: %zu of them; at most %d", v->values, YEE_SWEEP_MOST);
    v->text = yee_arena_alloc(r->arena, v->values * v->keys * sizeof *v->text);
    if (!v->text)
        return no_memory(r);
    /* "4, 6, 8 mm": one unit for all */
    const char *last = strrchr(text, separator);
    const char *shared =
        last && separator == ',' ? yee_units_suffix(last + 1 + strspn(last + 1, " \t")) : NULL;
    for (size_t n = 0; n < v->values; n++) {
        size_t length = strcspn(text, (char[]){separator, 0});
        const char *end = text + length;
        text += strspn(text, " \t");
        while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        char *one = yee_arena_copy(r->arena, text, (size_t)(end - text) + 1);
        if (!one)
            return no_memory(r);
        one[end - text] = 0;
        if (!*one)
            return fail(r, "values: number %zu of the list is missing", n + 1);
        const char *own = yee_units_suffix(one);
        const char *whole = own && !*own && shared && *shared
                                ? yee_arena_format(r->arena, "%s %s", one, shared)
                                : one;
        if (!whole)
            return no_memory(r);
        for (size_t k = 0; k < v->keys; k++)
            v->text[n * v->keys + k] = whole;
        text = end + strspn(end, " \t");
        text += *text == separator;
    }
    return YEE_OK;
}

/* -- values that are made -- */

/* Values of one number each, or of several, the same for all keys. */
typedef yee_status (*maker)(reader *r, const yee_sweep_config *given, const numbers *a,
                            const numbers *b, size_t n, numbers *out);

static yee_status range(reader *r, const yee_sweep_config *given, const numbers *a,
                        const numbers *b, size_t n, numbers *out)
{
    const size_t values = r->variable->values;
    const double all = values > 1 ? (double)(values - 1) : 1, part = (double)n / all;
    for (size_t i = 0; i < out->count; i++) {
        if (given->scale && !(a->v[i] > 0 && b->v[i] > 0))
            return fail(r, "scale = log: from and to must be above 0");
        out->v[i] = n + 1 == values && n ? b->v[i]
                    : given->scale       ? a->v[i] * pow(b->v[i] / a->v[i], part)
                                   /* whole numbers stay whole */
                                   : (a->v[i] * (all - (double)n) + b->v[i] * (double)n) / all;
    }
    return YEE_OK;
}

/* A number in (0, 1), the counter's hash by SplitMix64 (G. L. Steele, D. Lea and C. H. Flood,
 * OOPSLA 2014, figure 17). */
static double random_of(uint64_t stream, uint64_t counter)
{
    uint64_t z = stream + (counter + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

/* Normal deviates are those of G. E. P. Box and M. E. Muller, Ann. Math. Stat. 29 (1958) 610,
 * equations (1). Twelve digits are kept, which every library of functions has alike. */
static yee_status sample(reader *r, const yee_sweep_config *given, const numbers *a,
                         const numbers *b, size_t n, numbers *out)
{
    const char *name = r->variable->name;
    uint64_t stream = (uint64_t)given->seed * UINT64_C(0xd1342543de82ef95);
    for (const char *s = name; *s; s++)
        stream = (stream ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < out->count; i++) {
        const uint64_t counter = 2 * (n * out->count + i);
        const double u = random_of(stream, counter), w = random_of(stream, counter + 1);
        const double normal = sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * w);
        double value = a->v[i] + u * (b->v[i] - a->v[i]);
        if (given->sample != SAMPLE_UNIFORM && b->v[i] < 0)
            return fail(r, "deviation: %.9g is below 0", b->v[i]);
        if (given->sample == SAMPLE_NORMAL)
            value = a->v[i] + b->v[i] * normal;
        if (given->sample == SAMPLE_LOGNORMAL) {
            if (!(a->v[i] > 0))
                return fail(r, "sample = lognormal: mean must be above 0");
            const double ratio = b->v[i] / a->v[i], spread = log1p(ratio * ratio);
            value = exp(log(a->v[i]) - spread / 2 + sqrt(spread) * normal);
        }
        char digits[40];
        snprintf(digits, sizeof digits, "%.12g", value);
        out->v[i] = strtod(digits, NULL);
    }
    return YEE_OK;
}

static yee_status made(reader *r, const yee_sweep_config *given, const char *name_a,
                       const char *text_a, const char *name_b, const char *text_b, maker make)
{
    yee_sweep_variable *v = r->variable;
    numbers a, b, out;
    yee_status status;
    if (!text_a || !text_b)
        return fail(r, "%s and %s are needed", name_a, name_b);
    if ((status = need_numbers(r, name_a, text_a, &a)) ||
        (status = need_numbers(r, name_b, text_b, &b)) ||
        (status = need_alike(r, name_a, &a, name_b, &b)))
        return status;
    out = (numbers){a.count, yee_arena_alloc(r->arena, a.count * sizeof *out.v),
                    *a.unit ? a.unit : b.unit};
    if (!out.v)
        return no_memory(r);
    for (size_t n = 0; n < v->values; n++) {
        if ((status = make(r, given, &a, &b, n, &out)))
            return status;
        const char *text = write_numbers(r, &out);
        if (!text)
            return no_memory(r);
        for (size_t k = 0; k < v->keys; k++)
            v->text[n * v->keys + k] = text;
    }
    return YEE_OK;
}

/* The model's own value of a key. */
static yee_status own_value(reader *r, yee_config *config, const char *key, const char **text)
{
    const char *dot = strrchr(key, '.');
    char *section = yee_arena_copy(r->arena, key, (size_t)(dot - key) + 1);
    if (!section)
        return no_memory(r);
    section[dot - key] = 0;
    const yee_block *block = yee_config_block(config, section);
    const yee_entry *entry = block ? yee_block_entry(block, dot + 1) : NULL;
    if (!entry)
        return fail(r, "step: [%s] has no key '%s' in this file to begin at", section, dot + 1);
    *text = entry->value;
    return YEE_OK;
}

static yee_status steps(reader *r, yee_config *config, const yee_sweep_config *given)
{
    yee_sweep_variable *v = r->variable;
    numbers step, own, out;
    yee_status status = need_numbers(r, "step", given->step, &step);
    for (size_t k = 0; !status && k < v->keys; k++) {
        const char *text = "";
        if ((status = own_value(r, config, v->key[k], &text)))
            return status;
        if (!read_numbers(r, text, &own))
            return fail(r, "step: %s = %.100s are no numbers of one unit%s", v->key[k], text,
                        strchr(text, '{') ? "; of what is calculated, sweep a variable of [let]"
                                          : "");
        /* a list of positions: each of them moves */
        if (own.count % step.count)
            return fail(r, "step has %zu numbers, %s has %zu", step.count, v->key[k],
                        own.count);
        numbers moved = {own.count, yee_arena_alloc(r->arena, own.count * sizeof(double)),
                         step.unit};
        if (!moved.v)
            return no_memory(r);
        for (size_t i = 0; i < own.count; i++)
            moved.v[i] = step.v[i % step.count];
        if ((status = need_alike(r, v->key[k], &own, "step", &moved)))
            return status;
        out = (numbers){own.count, moved.v, *own.unit ? own.unit : step.unit};
        for (size_t n = 0; n < v->values; n++) {
            for (size_t i = 0; i < own.count; i++)
                out.v[i] = own.v[i] + (double)n * step.v[i % step.count];
            if (!(v->text[n * v->keys + k] = write_numbers(r, &out)))
                return no_memory(r);
        }
    }
    return status;
}

/* -- all of it -- */

/* The coordinate of a variable: of its first key the first number that changes. */
static yee_status coordinate(reader *r)
{
    yee_sweep_variable *v = r->variable;
    numbers first, own;
    double *number = yee_arena_alloc(r->arena, v->values * sizeof *number);
    size_t at = SIZE_MAX;
    if (!number)
        return no_memory(r);
    if (!read_numbers(r, v->text[0], &first))
        return YEE_OK;
    const char *unit = first.unit;
    for (size_t n = 1; n < v->values; n++) {
        if (!read_numbers(r, v->text[n * v->keys], &own) || own.count != first.count)
            return YEE_OK;
        unit = *unit ? unit : own.unit;
        for (size_t i = 0; i < own.count && i < at; i++)
            if (own.v[i] != first.v[i])
                at = i;
    }
    for (size_t n = 0; n < v->values; n++) {
        if (!read_numbers(r, v->text[n * v->keys], &own))
            return no_memory(r);
        number[n] = own.v[at == SIZE_MAX ? 0 : at];
    }
    v->number = number;
    v->unit = unit;
    return YEE_OK;
}

/* Keys that the way of making values does not read. */
static yee_status no_others(reader *r, const yee_sweep_config *g, const char *way,
                            const char *taken)
{
    const struct {
        const char *key;
        bool given;
    } key[] = {
        {"values", g->values.count > 0},
        {"from", g->from},
        {"to", g->to},
        {"step", g->step},
        {"count", g->count != INT64_MIN},
        {"mean", g->mean},
        {"deviation", g->deviation},
        {"scale", g->scale != 0},
        {"seed", g->seed != 1}, /* resolved models have the default */
    };
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        if (key[i].given && !strstr(taken, key[i].key))
            return fail(r, "%s and %s do not go together", way, key[i].key);
    return YEE_OK;
}

static yee_status room(reader *r, const yee_sweep_config *given)
{
    yee_sweep_variable *v = r->variable;
    if (given->count == INT64_MIN)
        return fail(r, "count is needed: the number of values");
    v->values = (size_t)given->count;
    v->text = yee_arena_alloc(r->arena, v->values * v->keys * sizeof *v->text);
    return v->text ? YEE_OK : no_memory(r);
}

yee_status yee_sweep_values(yee_diag *diag, yee_arena *arena, yee_config *config,
                            const yee_sweep_config *g, yee_sweep_variable *variable)
{
    reader r = {diag, arena, variable};
    yee_status status;
    if (g->sample == SAMPLE_UNIFORM) {
        if (!(status = no_others(&r, g, "sample = uniform", "from to count seed")) &&
            !(status = room(&r, g)))
            status = made(&r, g, "from", g->from, "to", g->to, sample);
    } else if (g->sample) {
        if (!(status = no_others(&r, g, "sample", "mean deviation count seed")) &&
            !(status = room(&r, g)))
            status = made(&r, g, "mean", g->mean, "deviation", g->deviation, sample);
    } else if (g->values.count) {
        if (!(status = no_others(&r, g, "values", "values")))
            status = list(&r, &g->values);
    } else if (g->step) {
        if (!(status = no_others(&r, g, "step", "step count")) && !(status = room(&r, g)))
            status = steps(&r, config, g);
    } else if (g->from || g->to) {
        if (!(status = no_others(&r, g, "from", "from to count scale")) &&
            !(status = room(&r, g)))
            status = made(&r, g, "from", g->from, "to", g->to, range);
    } else {
        status = fail(&r, "one of values, from and to, step, sample is needed");
    }
    return status ? status : coordinate(&r);
}
