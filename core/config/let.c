/* core/config/let.c: variables are evaluated in file order, and those that one needs before it. */
#include "let.h"

#include "base/units.h"
#include "expr.h"
#include "param.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAIN 30 /* variables that need a later one, each within the other */

enum { NEW, BUSY, DONE };

typedef struct let {
    yee_diag *diag;
    yee_arena *arena;
    const yee_config *config;
    yee_block *block;
    yee_variables variables;
    yee_scalar *value; /* shape [variables.count] */
    int *state;
    size_t chain[CHAIN], chained;
} let;

/* The sentence about an expression of an entry, with the line of its part of the value. */
static yee_status fail(const let *l, const yee_block *block, const yee_entry *entry, size_t at,
                       const char *text, yee_status status, const yee_fault *fault)
{
    yee_place place = yee_entry_place(l->config, block, entry);
    for (size_t i = 0; i < entry->joins && entry->join[i].offset <= at; i++)
        place.line = entry->join[i].line;
    return yee_diag_fail(l->diag, status, &place, "%s: in '%.100s' %s", entry->key, text,
                         fault->reason);
}

/* -- variables -- */

static yee_status circle(const let *l, size_t i)
{
    const yee_entry *entry = &l->block->entry[i];
    const yee_place place = yee_entry_place(l->config, l->block, entry);
    const char *text = entry->key;
    size_t first = 0;
    while (l->chain[first] != i)
        first++;
    for (size_t n = first + 1; n <= l->chained && text; n++)
        text = yee_arena_format(l->arena, "%s, which needs %s", text,
                                l->block->entry[n < l->chained ? l->chain[n] : i].key);
    return yee_diag_fail(l->diag, YEE_INPUT, &place,
                         "the variables go round in a circle: %s needs %s", entry->key,
                         text ? strstr(text, "needs ") + strlen("needs ") : "itself");
}

static yee_status evaluate(let *l, size_t i)
{
    yee_entry *entry = &l->block->entry[i];
    const yee_place place = yee_entry_place(l->config, l->block, entry);
    yee_fault fault;
    if (l->state[i] == BUSY)
        return circle(l, i);
    if (l->chained == CHAIN)
        return yee_diag_fail(l->diag, YEE_INPUT, &place,
                             "'%s' needs a chain of more than %d later variables; write each "
                             "behind those that it needs",
                             entry->key, CHAIN);
    l->state[i] = BUSY;
    l->chain[l->chained++] = i;
    const char *text = entry->value;
    const size_t length = strlen(text);
    if (length > 1 && *text == '{' && text[length - 1] == '}' && /* written as elsewhere */
        !(text = yee_arena_format(l->arena, "%.*s", (int)length - 2, text + 1)))
        return YEE_MEMORY;
    const yee_status status =
        yee_expr_read(l->arena, text, &l->variables, &l->value[i], &fault);
    l->chained--;
    l->state[i] = DONE;
    return status && fault.reason
               ? fail(l, l->block, entry, fault.at, entry->value, status, &fault)
               : status;
}

static yee_status value_of(void *user, size_t i, yee_scalar *out)
{
    let *l = user;
    const yee_status status = l->state[i] == DONE ? YEE_OK : evaluate(l, i);
    l->block->entry[i].used = true;
    *out = l->value[i];
    return status;
}

static yee_status evaluate_all(let *l)
{
    const size_t n = l->block->count;
    const char **name = yee_arena_alloc(l->arena, (n + 1) * sizeof *name);
    l->value = yee_arena_alloc(l->arena, (n + 1) * sizeof *l->value);
    l->state = yee_arena_alloc(l->arena, (n + 1) * sizeof *l->state);
    if (!name || !l->value || !l->state)
        return YEE_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const yee_entry *entry = &l->block->entry[i];
        const yee_place place = yee_entry_place(l->config, l->block, entry);
        name[i] = entry->key;
        if (strchr(name[i], '-') || isdigit((unsigned char)*name[i]))
            return yee_diag_fail(l->diag, YEE_INPUT, &place,
                                 "'%s' cannot be the name of a variable; letters, digits and _ "
                                 "can, and a letter is the first",
                                 name[i]);
        if (yee_expr_reserved(name[i]))
            return yee_diag_fail(l->diag, YEE_INPUT, &place,
                                 "'%s' is the name of a function or constant; use another",
                                 name[i]);
    }
    l->variables = (yee_variables){l, n, name, value_of};
    yee_status status = YEE_OK;
    for (size_t i = 0; i < n && !status; i++)
        status = l->state[i] == DONE ? YEE_OK : evaluate(l, i);
    return status;
}

/* -- values -- */

/* The value of one expression as text, "0.06 m". */
static yee_status expression(let *l, const char *text, char *out, size_t size, yee_fault *fault)
{
    yee_scalar s;
    char unit[80];
    const yee_status status = yee_expr_read(l->arena, text, &l->variables, &s, fault);
    if (!status)
        yee_units_write(out, size, s.value, yee_dimension_write(unit, sizeof unit, &s.unit));
    return status;
}

/* Whether a unit stands behind an expression that has one itself. */
static bool unit_twice(const char *value, const char *rest)
{
    yee_dimension is;
    size_t n = 0;
    rest += strspn(rest, " \t");
    while (isalpha((unsigned char)rest[n]) || (unsigned char)rest[n] >= 0x80)
        n++;
    return strchr(value, ' ') && n && yee_dimension_factor(rest, n, &is);
}

/* Writes the text of a value with its expressions evaluated; joins keep their places. */
static yee_status rewrite(let *l, const yee_block *block, yee_entry *entry, FILE *out)
{
    const char *text = entry->value, *s = text;
    size_t written = 0, join = 0;
    char value[160];
    for (; *s; s++) {
        for (; join < entry->joins && entry->join[join].offset <= (size_t)(s - text); join++)
            entry->join[join].offset = written;
        if ((*s == '{' || *s == '}') && s[1] == *s) {
            s++;
        } else if (*s == '{') {
            yee_fault fault = {.reason = "the brace is not closed"};
            const char *end = strchr(s, '}');
            const char *whole = yee_arena_format(
                l->arena, "%.*s", (int)(end ? end + 1 - s : (ptrdiff_t)strlen(s)), s);
            const char *inner =
                yee_arena_format(l->arena, "%.*s", (int)(end ? end - s - 1 : 0), s + 1);
            if (!whole || !inner)
                return YEE_MEMORY;
            yee_status status = YEE_INPUT;
            if (end && !(status = expression(l, inner, value, sizeof value, &fault)) &&
                unit_twice(value, end + 1))
                status =
                    yee_fault_say(&fault, "is a unit already, and another stands behind it");
            if (status)
                return fault.reason
                           ? fail(l, block, entry, (size_t)(s - text), whole, status, &fault)
                           : status;
            written += (size_t)fprintf(out, "%s", value);
            s = end;
            continue;
        }
        fputc(*s, out);
        written++;
    }
    return YEE_OK;
}

static yee_status expand(let *l, const yee_block *block, yee_entry *entry)
{
    char *text = NULL;
    size_t size = 0;
    if (!strpbrk(entry->value, "{}"))
        return YEE_OK;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return YEE_MEMORY;
    yee_status status = rewrite(l, block, entry, out);
    if (fclose(out) && !status)
        status = YEE_MEMORY;
    if (!status) {
        entry->source = entry->value;
        entry->value = yee_arena_text(l->arena, text);
        status = entry->value ? YEE_OK : YEE_MEMORY;
    }
    free(text);
    return status;
}

yee_status yee_let_expand(yee_diag *diag, yee_arena *arena, yee_config *config)
{
    let l = {.diag = diag, .arena = arena, .config = config};
    if (!(l.block = yee_config_block(config, "let")))
        return YEE_OK;
    l.block->used = true;
    yee_status status = evaluate_all(&l);
    for (size_t b = 0; b < config->count && !status; b++) {
        yee_block *block = &config->block[b];
        for (size_t k = 0; k < block->count && !status && block != l.block; k++)
            status = expand(&l, block, &block->entry[k]);
    }
    return status == YEE_MEMORY
               ? yee_diag_fail(diag, status, NULL, "no memory for the variables of the model")
               : status;
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool yee_let_names(const yee_block *block, const bool *changed, const char *expression)
{
    for (size_t i = 0; i < block->count; i++) {
        const char *name = block->entry[i].key;
        const size_t length = strlen(name);
        for (const char *s = expression; changed[i] && (s = strstr(s, name)); s += length)
            if ((s == expression || !in_name(s[-1])) && !in_name(s[length]))
                return true;
    }
    return false;
}

void yee_let_spread(const yee_block *block, bool *changed)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < block->count; i++)
            if (!changed[i] && yee_let_names(block, changed, block->entry[i].value))
                more = changed[i] = true;
    }
}
