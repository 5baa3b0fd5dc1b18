/* core/config/scan.c: finds blocks, keys and lines, and what is wrong with them. */
#include "scan.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KEY_LIMIT 1000 /* of one block; no plugin has as many */

static bool blank(char c) { return c == ' ' || c == '\t'; }

void *yee_scan_grow(yee_arena *arena, void *array, size_t size, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return array;
    size_t next = *capacity ? 2 * *capacity : 8;
    void *grown = yee_arena_alloc(arena, next * size);
    if (!grown)
        return NULL;
    if (count)
        memcpy(grown, array, count * size);
    *capacity = next;
    return grown;
}

static yee_status no_memory(yee_diag *diag, const yee_place *place)
{
    return yee_diag_fail(diag, YEE_MEMORY, place, "no memory for the model's text");
}

const char *yee_scan_name(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          const char *what, const char *s, size_t length, bool dot)
{
    if (length > YEE_NAME_LIMIT) {
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the name of a %s has %zu characters; at most %d are allowed", what,
                      length, YEE_NAME_LIMIT);
        return NULL;
    }
    char *name = yee_arena_alloc(arena, length + 1);
    if (!name) {
        no_memory(diag, place);
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 0x80 || !(isalnum(c) || c == '_' || c == '-' || (dot && c == '.'))) {
            yee_diag_fail(diag, YEE_INPUT, place,
                          "'%.*s' cannot be the name of a %s; letters, digits, _ and - can",
                          (int)length, s, what);
            return NULL;
        }
        name[i] = (char)c;
    }
    /* the name of an instance, behind the first dot, keeps its capitals */
    for (char *c = name; *c && *c != '.'; c++)
        *c = (char)tolower((unsigned char)*c);
    return name;
}

yee_status yee_scan_split(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          yee_block *block)
{
    static const char *const alone[] = {"grid", "run", "plugins", "sweep", "let"};
    const char *dot = strchr(block->name, '.');
    block->instance = "";
    block->kind = block->name;
    if (dot) {
        if (dot == block->name || strstr(dot, "..") ||
            block->name[strlen(block->name) - 1] == '.')
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "[%s] must be a kind, a dot and a name, as in "
                                 "[material.soil]",
                                 block->name);
        block->instance = dot + 1;
        char *kind = yee_arena_copy(arena, block->name, (size_t)(dot - block->name) + 1);
        if (!kind)
            return no_memory(diag, place);
        kind[dot - block->name] = 0;
        block->kind = kind;
        return YEE_OK;
    }
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (!strcmp(block->name, alone[i]))
            return YEE_OK;
    const char *near = yee_text_nearest(block->name, sizeof alone / sizeof *alone, alone);
    if (near)
        return yee_diag_fail(diag, YEE_INPUT, place, "unknown section [%s]; did you mean [%s]?",
                             block->name, near);
    return yee_diag_fail(diag, YEE_INPUT, place, "[%s] lacks a name of its own, as in [%s.%s]",
                         block->name, block->name, "first");
}

/* "[name]", s after the bracket. */
static yee_status scan_block(yee_scan *x, const char *s, const char *end)
{
    const char *close = memchr(s, ']', (size_t)(end - s));
    x->place.block = NULL; /* the one before is over */
    if (!close)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "'[%.*s' lacks its closing ']'",
                             yee_scan_shown(end - s), s);
    const char *rest = close + 1;
    while (rest < end && blank(*rest))
        rest++;
    if (*s == '[')
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'[%.*s' has two brackets; a section's name stands in one pair",
                             yee_scan_shown(end - s), s);
    if (rest < end && *rest != ';' && *rest != '#')
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'%.*s' stands behind the ']' of a section's name",
                             yee_scan_shown(end - rest), rest);
    yee_text_trim(&s, &close);
    if (s == close)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "[] has no name");
    yee_config *c = x->config;
    yee_block *block = yee_scan_grow(x->arena, c->block, sizeof *block, c->count, &x->blocks);
    if (!block)
        return no_memory(x->diag, &x->place);
    c->block = block;
    yee_block *b = &block[c->count];
    *b = (yee_block){.line = x->place.line};
    b->name =
        yee_scan_name(x->diag, x->arena, &x->place, "section", s, (size_t)(close - s), true);
    if (!b->name)
        return YEE_INPUT;
    yee_status status = yee_scan_split(x->diag, x->arena, &x->place, b);
    if (status)
        return status;
    c->count++;
    x->entries = 0;
    x->place.block = b->name;
    return YEE_OK;
}

/* Whether the value above a line seems to go on in it: it ends with a comma, or the line begins
 * with a number. */
static bool looks_like_a_part(const yee_scan *x, const char *s)
{
    return x->value_length && !x->quoted &&
           (x->value[x->value_length - 1] == ',' || strchr("+-.,0123456789", *s));
}

static bool begins(const char *s, const char *end, const char *word)
{
    const size_t n = strlen(word);
    return (size_t)(end - s) >= n && !strncasecmp(s, word, n);
}

/* A line that is neither a comment nor a section, and has no '='. */
static yee_status no_entry(const yee_scan *x, const char *s, const char *end)
{
    const yee_block *b = x->config->count ? &x->config->block[x->config->count - 1] : NULL;
    const size_t n = (size_t)(end - s);
    const char *hint = "";
    if (begins(s, end, "//") || begins(s, end, "/*") || begins(s, end, "--") || *s == '!' ||
        *s == '%' || begins(s, end, "REM "))
        hint = "; comments begin with ; or #";
    else if (memmem(s, n, "\xEF\xBC\x9D", 3)) /* full width */
        hint = "; its sign is not the = of the keyboard";
    else if (*s == '{' || *s == '(' || *s == '<' || end[-1] == ']')
        hint = "; a section begins with [ and ends with ]";
    else if (b && b->count && looks_like_a_part(x, s))
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'%.*s' is neither [section] nor key = value; a line that goes on "
                             "with the value of '%s' is indented more than its key",
                             yee_scan_shown(end - s), s, b->entry[b->count - 1].key);
    else if (memchr(s, ':', n))
        hint = "; between a key and its value stands =";
    return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                         "'%.*s' is neither [section] nor key = value%s",
                         yee_scan_shown(end - s), s, hint);
}

/* "key = value" */
static yee_status scan_entry(yee_scan *x, const char *s, const char *end)
{
    const char *equals = memchr(s, '=', (size_t)(end - s)), *stop = equals;
    if (!equals)
        return no_entry(x, s, end);
    const char *begin = s;
    yee_text_trim(&begin, &stop);
    if (stop <= begin)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "there is no key before '='");
    const char *key = yee_scan_name(x->diag, x->arena, &x->place, "key", begin,
                                    (size_t)(stop - begin), false);
    if (!key)
        return YEE_INPUT;
    if (!x->config->count)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "key '%s' stands before the first [section]", key);
    yee_block *b = &x->config->block[x->config->count - 1];
    const yee_entry *twin = yee_block_entry(b, key);
    if (twin)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "key '%s' is there twice, first in line %d", key, twin->line);
    if (b->count == KEY_LIMIT)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "the section has more than %d keys",
                             KEY_LIMIT);
    yee_entry *entry = yee_scan_grow(x->arena, b->entry, sizeof *entry, b->count, &x->entries);
    if (!entry)
        return no_memory(x->diag, &x->place);
    b->entry = entry;
    entry[b->count++] = (yee_entry){.key = key, .value = "", .line = x->place.line};
    x->open = true;
    x->quoted = false;
    x->value_length = x->join_capacity = 0;
    const char *value = equals + 1;
    yee_text_trim(&value, &end);
    return yee_scan_part(x, value, end);
}

/* Whether an indented line goes on with the value above it: it has no '=' before a comment, or
 * begins with a quote. One that has is a key, as are all lines that are not indented. */
static bool goes_on(const char *s, const char *end)
{
    if (*s == '[')
        return false;
    if (*s == '"' || *s == '\'')
        return true;
    for (const char *c = s; c < end && (c == s || !yee_scan_comment(c)); c++)
        if (*c == '=')
            return false;
    return true;
}

static yee_status scan_line(yee_scan *x, const char *s, const char *end)
{
    const char *start = s;
    int indent = 0;
    yee_text_trim(&s, &end);
    if (s == end || *s == ';' || *s == '#')
        return YEE_OK;
    while (start < s) {
        indent += *start == '\t' ? 8 - indent % 8 : 1;
        start += yee_text_blank(start, s);
    }
    if (x->open && indent > x->indent && goes_on(s, end))
        return yee_scan_part(x, s, end);
    const yee_status status = yee_scan_finish(x);
    x->indent = indent;
    return status ? status : *s == '[' ? scan_block(x, s + 1, end) : scan_entry(x, s, end);
}

/* The fault of a byte that is no text. */
static yee_status no_text(const yee_scan *x, const char *line, const char *bad)
{
    const unsigned byte = (unsigned char)*bad;
    return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "byte 0x%02X in column %td is %s", byte,
                         bad - line + 1,
                         byte < 0x80 ? "a control character; is this an INI file?"
                                     : "not UTF-8 text; save the file as UTF-8");
}

static yee_status lines(yee_scan *x, const char *text, size_t length)
{
    yee_status status = YEE_OK;
    const char *s = text, *end = text + length;
    const bool wide = length >= 2 && (!memcmp(text, "\xFF\xFE", 2) ||
                                      !memcmp(text, "\xFE\xFF", 2) || !text[0] != !text[1]);
    if (wide)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "the file is UTF-16 text, two bytes a letter; save it as UTF-8");
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3))
        s += 3; /* byte order mark */
    for (size_t n = 1; s < end && !status; n++) {
        /* Line ends of Unix, Windows and of old Macintosh computers, a lone CR. */
        const char *stop = s, *next;
        while (stop < end && *stop != '\n' && *stop != '\r')
            stop++;
        next = stop + (stop < end);
        next += next < end && *stop == '\r' && *next == '\n';
        const size_t made = x->lines->count;
        x->lines->at = (int)n;
        x->place.line = made ? x->lines->line[(n < made ? n : made) - 1] : (int)n;
        const char *bad = yee_text_bad(s, stop);
        if (bad)
            return no_text(x, s, bad);
        status = scan_line(x, s, stop);
        s = next;
    }
    return status ? status : yee_scan_finish(x);
}

static int by_name(const void *a, const void *b)
{
    const yee_block *p = *(yee_block *const *)a, *q = *(yee_block *const *)b;
    int order = strcasecmp(p->name, q->name);
    return order ? order : (p->line > q->line) - (p->line < q->line);
}

static yee_status check_blocks(yee_scan *x)
{
    size_t n = x->config->count;
    x->place.line = x->lines->at = 0;
    x->place.block = NULL;
    if (!n)
        return yee_diag_fail(
            x->diag, YEE_INPUT, &x->place,
            "the model is empty: there is no [section] in it; files of another "
            "form than INI need an importer (`yee help importer`)");
    yee_block **sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return no_memory(x->diag, &x->place);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &x->config->block[i];
    qsort(sorted, n, sizeof *sorted, by_name);
    yee_status status = YEE_OK;
    for (size_t i = 1; i < n && !status; i++) {
        x->place.line = sorted[i]->line;
        if (yee_text_same(sorted[i]->name, sorted[i - 1]->name))
            status = yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                                   "[%s] is there twice, first in line %d%s; a section is "
                                   "written in one piece",
                                   sorted[i]->name, sorted[i - 1]->line,
                                   strcmp(sorted[i]->name, sorted[i - 1]->name)
                                       ? " (capitals make no other name)"
                                       : "");
    }
    free(sorted);
    return status;
}

yee_status yee_scan_text(yee_scan *x, const char *text, size_t length)
{
    yee_status status = lines(x, text, length);
    return status ? status : check_blocks(x);
}
