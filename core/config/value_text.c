/* core/config/value_text.c: fields of config structs as INI text, and whether they have a value.
 */
#include "value.h"

#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a comment would begin within a text that stands behind a blank, or not. */
static bool has_comment(const char *text, bool blank)
{
    for (; *text; text++) {
        if (blank && (*text == ';' || *text == '#'))
            return true;
        blank = *text == ' ' || *text == '\t';
    }
    return false;
}

void yee_value_quote(FILE *out, bool blank, const char *text)
{
    size_t length = strlen(text);
    bool need = !length || has_comment(text, blank) || *text == '"' || *text == '\'' ||
                text[length - 1] == '\\';
    const char *quote = !need ? "" : strchr(text, '"') ? "'" : "\"";
    fprintf(out, "%s%s%s", quote, text, quote);
}

/* Many equal neighbours as "1 x 20"; the unit stands behind the last number and serves all. */
static void write_numbers(FILE *out, const char *unit, size_t count, const double *v)
{
    char text[128];
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && v[next] == v[i];)
            next++;
        if (next - i < 4)
            next = i + 1;
        yee_units_write(text, sizeof text, v[i], next == count ? unit : NULL);
        fprintf(out, "%s%s", i ? ", " : "", text);
        if (next - i > 1)
            fprintf(out, " x %zu", next - i);
    }
}

const char *yee_value_choice(const yee_param *p, const void *config)
{
    const char *word = p->choices;
    int choice = *(const int *)((const char *)config + p->offset);
    while (choice-- > 0 && strchr(word, '|'))
        word = strchr(word, '|') + 1;
    return word;
}

static void write_choice(FILE *out, const char *word)
{
    fprintf(out, "%.*s", (int)strcspn(word, "|"), word);
}

/* Texts behind commas; no blank before one that begins like a comment, so that no quotes are
 * needed for it: a list that was written without quotes may hold both kinds. */
static void write_texts(FILE *out, const yee_texts *t)
{
    char *all = NULL;
    size_t length = 0;
    FILE *line = open_memstream(&all, &length);
    if (!line)
        return;
    for (size_t i = 0; i < t->count; i++)
        fprintf(line, "%s%s",
                !i                                   ? ""
                : *t->v[i] == ';' || *t->v[i] == '#' ? ","
                                                     : ", ",
                t->v[i]);
    if (!fclose(line))
        yee_value_quote(out, true, all);
    free(all);
}

bool yee_value_given(const yee_param *p, const void *config)
{
    const void *field = (const char *)config + p->offset;
    switch (p->type) {
    case YEE_TYPE_INT:
        return *(const int64_t *)field != INT64_MIN;
    case YEE_TYPE_REAL:
        return !isnan(*(const double *)field);
    case YEE_TYPE_VEC3:
        return !isnan(((const yee_vec3 *)field)->v[0]);
    case YEE_TYPE_REALS:
    case YEE_TYPE_TEXTS:
    case YEE_TYPE_REFS:
        return yee_value_count(p, config) > 0;
    case YEE_TYPE_TEXT:
    case YEE_TYPE_PATH:
    case YEE_TYPE_REF:
        return *(const char *const *)field != NULL;
    default:
        return p->type == YEE_TYPE_BOOL || p->type == YEE_TYPE_CHOICE;
    }
}

size_t yee_value_count(const yee_param *p, const void *config)
{
    const void *field = (const char *)config + p->offset;
    return p->type == YEE_TYPE_REALS ? ((const yee_reals *)field)->count
                                     : ((const yee_texts *)field)->count;
}

bool yee_value_write(FILE *out, const yee_param *p, const void *config)
{
    const void *field = (const char *)config + p->offset;
    if (!yee_value_given(p, config))
        return false;
    switch (p->type) {
    case YEE_TYPE_BOOL:
        fputs(*(const bool *)field ? "yes" : "no", out);
        return true;
    case YEE_TYPE_INT:
        fprintf(out, "%" PRId64, *(const int64_t *)field);
        return true;
    case YEE_TYPE_REAL:
        write_numbers(out, p->unit, 1, field);
        return true;
    case YEE_TYPE_VEC3:
        write_numbers(out, p->unit, 3, ((const yee_vec3 *)field)->v);
        return true;
    case YEE_TYPE_REALS:
        write_numbers(out, p->unit, ((const yee_reals *)field)->count,
                      ((const yee_reals *)field)->v);
        return true;
    case YEE_TYPE_TEXT:
    case YEE_TYPE_PATH:
    case YEE_TYPE_REF:
        yee_value_quote(out, true, *(const char *const *)field);
        return true;
    case YEE_TYPE_TEXTS:
    case YEE_TYPE_REFS:
        write_texts(out, field);
        return true;
    case YEE_TYPE_CHOICE:
        write_choice(out, yee_value_choice(p, config));
        return true;
    default:
        return false;
    }
}
