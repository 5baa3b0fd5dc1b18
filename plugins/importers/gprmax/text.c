/* plugins/importers/gprmax/text.c: memory, sentences, and the INI text piece by piece. */
#include "gprmax.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* -- memory, which is the host's and dies with the importer -- */

yee_status gm_no_memory(gm *m)
{
    return m->host->fail(m->host, YEE_MEMORY, "no memory for the model");
}

void *gm_grow(gm *m, void *list, size_t *count, size_t *capacity, size_t each)
{
    if (*count == *capacity) {
        const size_t more = *capacity ? 2 * *capacity : 16;
        void *larger = more < SIZE_MAX / each ? m->host->alloc(m->host, more * each) : NULL;
        if (!larger) {
            gm_no_memory(m);
            return NULL;
        }
        if (*count)
            memcpy(larger, list, *count * each);
        list = larger;
        *capacity = more;
    }
    memset((char *)list + *count * each, 0, each);
    ++*count;
    return list;
}

static char *format_list(gm *m, const char *format, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    const int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    char *text = length < 0 ? NULL : m->host->alloc(m->host, (size_t)length + 1);
    if (!text)
        gm_no_memory(m);
    else
        vsnprintf(text, (size_t)length + 1, format, list);
    return text;
}

char *gm_format(gm *m, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = format_list(m, format, list);
    va_end(list);
    return text;
}

/* -- sentences -- */

/* "line 3 of soil.in: " of a command that an included file holds. */
static const char *within(gm *m, const gm_command *c)
{
    const char *text =
        c->file ? gm_format(m, "line %lld of %s: ", (long long)c->own_line, c->file) : "";
    return text ? text : "";
}

yee_status gm_fail(gm *m, const gm_command *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_list(m, format, list);
    va_end(list);
    if (!text)
        return YEE_MEMORY;
    const yee_status status = m->writer->line(m->writer, c->line);
    return status ? status
                  : m->host->fail(m->host, YEE_INPUT, "%s#%s: %s", within(m, c), c->name, text);
}

yee_status gm_decline(gm *m, const gm_command *c, const char *why)
{
    const yee_status status = m->writer->line(m->writer, c->line);
    return status
               ? status
               : m->host->fail(m->host, YEE_DECLINED, "%s#%s: %s", within(m, c), c->name, why);
}

void gm_say(gm *m, yee_level level, const gm_command *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_list(m, format, list);
    va_end(list);
    if (text)
        m->host->log(m->host, level, "line %lld, %s#%s: %s", (long long)c->line, within(m, c),
                     c->name, text);
}

/* -- text -- */

yee_status gm_emit(gm *m, gm_part part, const gm_command *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_list(m, format, list);
    va_end(list);
    gm_piece *piece = text ? GM_ADD(m, piece) : NULL;
    if (!piece)
        return YEE_MEMORY;
    *piece = (gm_piece){part, c ? c->line : 0, text};
    return YEE_OK;
}

yee_status gm_emit_comment(gm *m, gm_part part, const gm_command *c)
{
    enum { SHOWN = 200 }; /* characters; a line of the text has fewer than a thousand */
    const int length = (int)strlen(c->text);
    return gm_emit(m, part, c, "\n; #%s: %.*s%s\n", c->name, length < SHOWN ? length : SHOWN,
                   c->text, length < SHOWN ? "" : " ...");
}

/* FNV-1a of a name, but for capitals. */
static uint64_t hash(const char *s)
{
    uint64_t h = 14695981039346656037u;
    for (; *s; s++)
        h = (h ^ (uint64_t)tolower((unsigned char)*s)) * 1099511628211u;
    return h;
}

/* The slot of a name, or the free one where it belongs; slots hold 1 + its number. */
static uint32_t *slot_of(const gm *m, const char *name)
{
    size_t at = (size_t)hash(name) & (m->slots - 1);
    while (m->slot[at] && !gm_same(m->name[m->slot[at] - 1], name))
        at = (at + 1) & (m->slots - 1);
    return &m->slot[at];
}

/* Keeps the table of names at most half full. */
static bool make_room(gm *m)
{
    enum { LEAST = 64 };
    if (m->slots > 2 * (m->name_count + 1))
        return true;
    m->slots = m->slots ? 2 * m->slots : LEAST;
    m->slot = m->host->alloc(m->host, m->slots * sizeof *m->slot);
    for (size_t i = 0; m->slot && i < m->name_count; i++)
        *slot_of(m, m->name[i]) = (uint32_t)i + 1;
    return m->slot || gm_no_memory(m) == YEE_OK;
}

const char *gm_section(gm *m, const char *kind, const char *wish)
{
    enum { KEPT = 40 };
    char plain[KEPT + 1];
    size_t n = 0;
    for (const char *s = wish; *s && n < KEPT; s++)
        plain[n++] = isalnum((unsigned char)*s) || *s == '_' || *s == '-' ? *s : '_';
    plain[n] = 0;
    if (!n || isdigit((unsigned char)*plain) || *plain == '-')
        memmove(plain + 1, plain, n < KEPT ? n + 1 : KEPT), *plain = 'n', plain[KEPT] = 0;
    if (!make_room(m))
        return NULL;
    char *name = gm_format(m, "%s.%s", kind, plain);
    for (int twin = 2; name && *slot_of(m, name); twin++)
        name = gm_format(m, "%s.%s_%d", kind, plain, twin);
    const char **own = name ? GM_ADD(m, name) : NULL;
    if (!own)
        return NULL;
    *own = name;
    *slot_of(m, name) = (uint32_t)m->name_count;
    return strchr(name, '.') + 1;
}

const char *gm_quoted(gm *m, const gm_command *c, const char *text)
{
    const char *quote = !strchr(text, '"') ? "\"" : !strchr(text, '\'') ? "'" : NULL;
    if (!quote) {
        gm_fail(m, c, "%s holds both kinds of quotes; use one", text);
        return NULL;
    }
    return gm_format(m, "%s%s%s", quote, text, quote);
}

/* Long lists go on in indented lines. */
bool gm_values_add(gm *m, gm_values *list, const char *word)
{
    enum { IN_LINE = 8 };
    const char *gap = !list->count ? "" : list->count % IN_LINE ? ", " : ",\n    ";
    const size_t need = list->length + strlen(gap) + strlen(word) + 1;
    if (need > list->capacity) {
        char *larger = m->host->alloc(m->host, 2 * need);
        if (!larger)
            return gm_no_memory(m) == YEE_OK;
        if (list->length)
            memcpy(larger, list->text, list->length);
        list->text = larger;
        list->capacity = 2 * need;
    }
    list->length = (size_t)(stpcpy(stpcpy(list->text + list->length, gap), word) - list->text);
    list->count++;
    return true;
}

yee_status gm_flush(gm *m)
{
    yee_status status = YEE_OK;
    for (int part = 0; part < GM_PARTS; part++)
        for (size_t i = 0; i < m->piece_count && !status; i++) {
            const gm_piece *piece = &m->piece[i];
            if (piece->part != (gm_part)part)
                continue;
            status = m->writer->line(m->writer, piece->line ? piece->line : 1);
            if (!status)
                status = m->writer->write(m->writer, piece->text);
        }
    return status;
}
