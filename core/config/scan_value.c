/* core/config/scan_value.c: values, of one line or of several, as lines that iniparser holds. */
#include "scan.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

static bool blank(char c) { return c == ' ' || c == '\t'; }

void yee_scan_end(yee_scan *x) { free(x->value); }

int yee_scan_shown(ptrdiff_t length) { return length < 100 ? (int)length : 100; }

static yee_status no_memory(yee_diag *diag, const yee_place *place)
{
    return yee_diag_fail(diag, YEE_MEMORY, place, "no memory for the model's text");
}

void yee_scan_piece(char *name, size_t size, const char *key, size_t piece)
{
    if (piece)
        snprintf(name, size, "%s+%zu", key, piece);
    else
        snprintf(name, size, "%s", key);
}

/* The length of the first piece of a value, which can stand between the quotes that it returns:
 * it holds one kind at most. */
static size_t cut(const char *s, size_t length, char *quote)
{
    const size_t most = length < YEE_PIECE ? length : YEE_PIECE;
    const char *twice = memchr(s, '"', most), *once = memchr(s, '\'', most);
    *quote = twice && (!once || twice < once) ? '\'' : '"';
    if (!twice || !once)
        return most;
    return (size_t)((twice < once ? once : twice) - s);
}

/* Writes "key=piece", and the name of its block where a batch or the block begins. */
static bool write_piece(yee_scan *x, const yee_block *block, size_t n, char quote,
                        const char *s, size_t length)
{
    char name[YEE_NAME_LIMIT + 24];
    const bool full = !x->batches || x->in_use == YEE_BATCH;
    const yee_entry *entry = &block->entry[block->count - 1];
    if (full) {
        size_t *batch =
            yee_scan_grow(x->arena, x->batch, sizeof *batch, x->batches, &x->batch_capacity);
        if (!batch)
            return false;
        x->batch = batch;
        batch[x->batches++] = x->length;
        x->in_use = 0;
    }
    int more = 0;
    if (full || entry == block->entry)
        more = fprintf(x->valid, "[%s]\n", block->name);
    yee_scan_piece(name, sizeof name, entry->key, n);
    const int line = fprintf(x->valid, "%s=%c%.*s%c\n", name, quote, (int)length, s, quote);
    x->length += (size_t)(more + line);
    x->in_use++;
    return more >= 0 && line >= 0;
}

yee_status yee_scan_finish(yee_scan *x)
{
    if (!x->open)
        return YEE_OK;
    const yee_block *block = &x->config->block[x->config->count - 1];
    size_t at = 0, n = 0;
    x->open = false;
    do {
        char quote;
        const size_t length = cut(x->value + at, x->value_length - at, &quote);
        if (!write_piece(x, block, n++, quote, x->value + at, length))
            return no_memory(x->diag, &x->place);
        at += length;
    } while (at < x->value_length);
    size_t *pieces =
        yee_scan_grow(x->arena, x->pieces, sizeof *pieces, x->values, &x->piece_capacity);
    if (!pieces)
        return no_memory(x->diag, &x->place);
    x->pieces = pieces;
    pieces[x->values++] = n;
    return YEE_OK;
}

/* Appends to the value that is being read, behind a blank where it has something. */
static bool append(yee_scan *x, const char *s, size_t length)
{
    const size_t need = x->value_length + length + 2;
    if (need > x->value_capacity) {
        char *grown = realloc(x->value, 2 * need);
        if (!grown)
            return false;
        x->value = grown;
        x->value_capacity = 2 * need;
    }
    if (x->value_length && length)
        x->value[x->value_length++] = ' ';
    memcpy(x->value + x->value_length, s, length);
    x->value_length += length;
    return true;
}

bool yee_scan_comment(const char *s) { return (*s == ';' || *s == '#') && blank(s[-1]); }

/* Where the part of a value at s ends that stands in one line, before blanks and a comment;
 * NULL with a sentence. A value that begins with a quote ends with the same one and may hold
 * anything but that. */
static const char *value_end(yee_scan *x, const char *s, const char *end)
{
    const char *close, *rest, *stop = s;
    if (s < end && (*s == '"' || *s == '\'') && !x->value_length) {
        close = memchr(s + 1, *s, (size_t)(end - s) - 1);
        rest = close ? close + 1 : end;
        while (rest < end && blank(*rest))
            rest++;
        if (close && (rest == end || *rest == ';' || *rest == '#'))
            return close + 1;
        if (close)
            yee_diag_fail(x->diag, YEE_INPUT, &x->place, "'%.*s' stands behind a quoted value",
                          yee_scan_shown(end - rest), rest);
        else
            yee_diag_fail(x->diag, YEE_INPUT, &x->place, "the quote of %.*s is never closed",
                          yee_scan_shown(end - s), s);
        return NULL;
    }
    const bool begins = !x->value_length; /* "key =# text" has a comment, too */
    while (stop < end && !yee_scan_comment(stop) &&
           !(begins && stop == s && (*s == ';' || *s == '#')))
        stop++;
    rest = s;
    yee_text_trim(&rest, &stop);
    if (stop > s && stop[-1] == '\\') {
        yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                      "a backslash does not continue a line; indent the lines that continue a "
                      "value, or write it in quotes if the backslash belongs to it");
        return NULL;
    }
    return stop;
}

yee_status yee_scan_part(yee_scan *x, const char *s, const char *end)
{
    yee_block *b = &x->config->block[x->config->count - 1];
    yee_entry *entry = &b->entry[b->count - 1];
    if (x->quoted)
        return yee_diag_fail(x->diag, YEE_INPUT, &x->place,
                             "'%.*s' stands behind the quoted value of '%s'",
                             yee_scan_shown(end - s), s, entry->key);
    const bool first = !x->value_length;
    const char *stop = value_end(x, s, end);
    if (!stop)
        return YEE_INPUT;
    x->quoted = first && stop > s && (*s == '"' || *s == '\'');
    if (x->place.line != entry->line && stop > s) {
        yee_join *join =
            yee_scan_grow(x->arena, entry->join, sizeof *join, entry->joins, &x->join_capacity);
        if (!join)
            return no_memory(x->diag, &x->place);
        entry->join = join;
        join[entry->joins++] = (yee_join){x->value_length, x->place.line};
    }
    const size_t length = (size_t)(stop - s);
    return append(x, s + x->quoted, length - 2 * x->quoted) ? YEE_OK
                                                            : no_memory(x->diag, &x->place);
}
