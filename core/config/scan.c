/* core/config/scan.c: finds blocks, keys and lines, and what is wrong with them. */
#include "scan.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_LIMIT 100 /* block and key together must fit into iniparser's line */
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
    if (length > NAME_LIMIT) {
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the name of a %s has %zu characters; at most %d are allowed", what,
                      length, NAME_LIMIT);
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
    static const char *const alone[] = {"grid", "run", "plugins", "sweep"};
    const char *dot = strchr(block->name, '.');
    block->instance = "";
    block->kind = block->name;
    if (dot) {
        if (dot == block->name || !dot[1] || strchr(dot + 1, '.'))
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "[%s] must be a kind, one dot and a name, as in "
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
                             (int)(end - s), s);
    const char *rest = close + 1;
    while (rest < end && blank(*rest))
        rest++;
    if (rest < end && *rest != ';' && *rest != '#')
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'%.*s' stands behind the ']' of a section's name",
                             (int)(end - rest), rest);
    while (s < close && blank(*s))
        s++;
    while (close > s && blank(close[-1]))
        close--;
    if (s == close)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "[] has no name");
    yee_config *c = x->config;
    size_t capacity = x->blocks; /* of begin, too */
    yee_block *block = yee_scan_grow(x->arena, c->block, sizeof *block, c->count, &x->blocks);
    size_t *begin = yee_scan_grow(x->arena, x->begin, sizeof *begin, c->count, &capacity);
    if (!block || !begin)
        return no_memory(x->diag, &x->place);
    c->block = block;
    x->begin = begin;
    yee_block *b = &block[c->count];
    *b = (yee_block){.line = x->place.line};
    b->name =
        yee_scan_name(x->diag, x->arena, &x->place, "section", s, (size_t)(close - s), true);
    if (!b->name)
        return YEE_INPUT;
    yee_status status = yee_scan_split(x->diag, x->arena, &x->place, b);
    if (status)
        return status;
    begin[c->count++] = x->length;
    x->entries = 0;
    x->place.block = b->name;
    x->length += (size_t)sprintf(x->valid_text + x->length, "[%s]\n", b->name);
    return YEE_OK;
}

/* Whether a comment begins at s: its sign stands behind a blank. */
static bool comment(const char *s) { return (*s == ';' || *s == '#') && blank(s[-1]); }

/* Where the value at s ends, before blanks and a comment; NULL with a sentence. A value that
 * begins with a quote ends with the same one and may hold anything but that. */
static const char *value_end(yee_scan *x, const char *s, const char *end)
{
    if (s < end && (*s == '"' || *s == '\'')) {
        const char *close = memchr(s + 1, *s, (size_t)(end - s) - 1);
        const char *rest = close ? close + 1 : end;
        while (rest < end && blank(*rest))
            rest++;
        if (close && (rest == end || *rest == ';' || *rest == '#'))
            return close + 1;
        if (close)
            yee_diag_fail(x->diag, YEE_INPUT, &x->place, "'%.*s' stands behind a quoted value",
                          (int)(end - rest), rest);
        else
            yee_diag_fail(x->diag, YEE_INPUT, &x->place, "the quote of %.*s is never closed",
                          (int)(end - s), s);
        return NULL;
    }
    const char *stop = s;
    while (stop < end && !comment(stop))
        stop++;
    while (stop > s && blank(stop[-1]))
        stop--;
    if (stop > s && stop[-1] == '\\') {
        yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                      "a backslash does not continue a line; write the value in one line of at "
                      "most %d characters, or in quotes if the backslash belongs to it",
                      YEE_LINE_LIMIT);
        return NULL;
    }
    return stop;
}

/* The quotes in which iniparser takes a value that holds the sign of a comment; "": it needs
 * none; NULL: it holds both kinds. */
static const char *quote_for(const char *value, int length)
{
    const size_t n = (size_t)length;
    if (length && (*value == '"' || *value == '\''))
        return "";
    if (!memchr(value, ';', n) && !memchr(value, '#', n))
        return "";
    return !memchr(value, '"', n) ? "\"" : !memchr(value, '\'', n) ? "'" : NULL;
}

/* "key = value" */
static yee_status scan_entry(yee_scan *x, const char *s, const char *end)
{
    const char *equals = memchr(s, '=', (size_t)(end - s)), *stop = equals;
    if (!equals)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'%.*s' is neither [section] nor key = value", (int)(end - s), s);
    while (stop > s && blank(stop[-1]))
        stop--;
    if (stop == s)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place, "there is no key before '='");
    const char *key =
        yee_scan_name(x->diag, x->arena, &x->place, "key", s, (size_t)(stop - s), false);
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
    const char *value = equals + 1;
    while (value < end && blank(*value))
        value++;
    if (!(stop = value_end(x, value, end)))
        return YEE_INPUT;
    yee_entry *entry = yee_scan_grow(x->arena, b->entry, sizeof *entry, b->count, &x->entries);
    if (!entry)
        return no_memory(x->diag, &x->place);
    b->entry = entry;
    entry[b->count++] = (yee_entry){.key = key, .value = "", .line = x->place.line};
    const int length = (int)(stop - value);
    const char *quote = quote_for(value, length);
    if (!quote)
        return yee_diag_fail(
            x->diag, YEE_INPUT, &x->place,
            "%.*s holds ; or # and both kinds of quotes; one value can hold two "
            "of the three",
            length, value);
    x->length += (size_t)sprintf(x->valid_text + x->length, "%s=%s%.*s%s\n", key, quote, length,
                                 value, quote);
    return YEE_OK;
}

static yee_status scan_line(yee_scan *x, const char *s, const char *end)
{
    if (end - s > YEE_LINE_LIMIT)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "the line has %zu characters; at most %d are read",
                             (size_t)(end - s), YEE_LINE_LIMIT);
    while (s < end && blank(*s))
        s++;
    while (end > s && blank(end[-1]))
        end--;
    if (s == end || *s == ';' || *s == '#')
        return YEE_OK;
    return *s == '[' ? scan_block(x, s + 1, end) : scan_entry(x, s, end);
}

static yee_status lines(yee_scan *x, const char *text, size_t length)
{
    yee_status status = YEE_OK;
    const char *s = text, *end = text + length;
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3))
        s += 3; /* byte order mark */
    for (int n = 1; s < end && !status; n++) {
        x->lines->at = n;
        x->place.line = x->lines->count ? x->lines->line[n - 1] : n;
        const char *stop = memchr(s, '\n', (size_t)(end - s)), *next = stop ? stop + 1 : end;
        stop = stop ? stop : end;
        if (stop > s && stop[-1] == '\r')
            stop--;
        const char *bad = yee_text_bad(s, stop);
        if (bad)
            return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                                 "byte 0x%02X in column %td is not UTF-8 text; is this an INI "
                                 "file?",
                                 (unsigned)(unsigned char)*bad, bad - s + 1);
        status = scan_line(x, s, stop);
        s = next;
    }
    return status;
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
