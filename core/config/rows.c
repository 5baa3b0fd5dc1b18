/* core/config/rows.c: text files of numbers or names, as spreadsheets and scripts write them. */
#include "rows.h"

#include "base/grow.h"
#include "base/nearest.h"
#include "base/units.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_LIMIT ((size_t)512 << 20) /* bytes; ten million numbers of full length are fewer */

bool yee_listed_is(const char *text) { return *text == '@'; }

bool yee_listed_split(yee_arena *arena, const char *folder, const char *text, yee_listed *file)
{
    const char *s = text + 1, *end = s + strlen(s), *in = NULL;
    yee_text_trim(&s, &end);
    for (const char *c = s; (c = strstr(c, " in ")); c++)
        in = c;
    if (in && strchr(in, '.')) /* units have no point: " in " is part of the name */
        in = NULL;
    file->unit = "";
    if (in && !(file->unit = yee_arena_text(arena, in + strlen(" in "))))
        return false;
    end = in ? in : end;
    yee_text_trim(&s, &end);
    if (end - s > 1 && (*s == '"' || *s == '\'') && end[-1] == *s) {
        s++;
        end--;
    }
    const char *slash = *s == '/' ? "" : "/";
    file->name = yee_arena_format(arena, "%.*s", (int)(end - s), s);
    file->path =
        yee_arena_format(arena, "%s%s%.*s", *slash ? folder : "", slash, (int)(end - s), s);
    return file->name && file->path;
}

/* The whole file as text of the heap. */
static yee_status slurp(yee_rows *r, FILE *file, size_t *length, yee_fault *fault)
{
    size_t capacity = 0, n;
    *length = 0;
    do {
        if (*length + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *grown = capacity <= 2 * FILE_LIMIT ? realloc(r->text, capacity) : NULL;
            if (!grown && capacity > FILE_LIMIT)
                return yee_fault_say(fault, "%s has more than %zu MiB", r->name,
                                     FILE_LIMIT >> 20);
            if (!grown)
                return yee_fault_memory(fault);
            r->text = grown;
        }
        n = fread(r->text + *length, 1, capacity - *length - 1, file);
        *length += n;
    } while (n);
    if (ferror(file)) {
        yee_fault_say(fault, "%s cannot be read: %s", r->name, strerror(errno));
        return YEE_IO;
    }
    r->text[*length] = 0;
    return YEE_OK;
}

yee_status yee_rows_open(yee_rows *r, const yee_listed *file, yee_fault *fault)
{
    *r = (yee_rows){.name = file->name};
    size_t length = 0;
    struct stat info;
    if (!*file->name)
        return yee_fault_say(fault, "'@' is followed by the name of a file, as in "
                                    "'@points.csv'");
    FILE *in = fopen(file->path, "re");
    if (!in) {
        yee_fault_say(fault, "%s cannot be opened: %s", file->path, strerror(errno));
        return YEE_IO;
    }
    yee_status status = YEE_OK;
    if (fstat(fileno(in), &info) || !S_ISREG(info.st_mode)) {
        yee_fault_say(fault, "%s is %s, not a file with a list", file->path,
                      S_ISDIR(info.st_mode) ? "a folder" : "a device or a pipe");
        status = YEE_IO;
    } else {
        status = slurp(r, in, &length, fault);
    }
    fclose(in);
    if (status)
        return status;
    r->at = r->text;
    r->end = r->text + length;
    if (length >= 2 && (!memcmp(r->text, "\xFF\xFE", 2) || !memcmp(r->text, "\xFE\xFF", 2)))
        return yee_fault_say(fault, "%s is UTF-16 text; save it as UTF-8", r->name);
    if (length >= 3 && !memcmp(r->text, "\xEF\xBB\xBF", 3))
        r->at += 3; /* byte order mark */
    return YEE_OK;
}

void yee_rows_end(yee_rows *r)
{
    free(r->text);
    free(r->cell);
}

yee_status yee_rows_fault(const yee_rows *r, size_t column, yee_fault *fault)
{
    if (r->columns > 1)
        return yee_fault_say(fault, "%s:%zu: column %zu: %s", r->name, r->line, column + 1,
                             fault->reason);
    return yee_fault_say(fault, "%s:%zu: %s", r->name, r->line, fault->reason);
}

static bool add(yee_rows *r, char *s, char *end)
{
    const char *from = s, *to = end;
    if (!yee_grow(&r->cell, r->count, &r->capacity, sizeof *r->cell))
        return false;
    yee_text_trim(&from, &to);
    if (to - from > 1 && *from == '"' && to[-1] == '"') {
        from++;
        to--;
        yee_text_trim(&from, &to);
    }
    s += from - s;
    s[to - from] = 0;
    r->cell[r->count++] = s;
    return true;
}

/* Whether a word behind a blank belongs to the cell in front of it: "[mm]", "(mm)", or the unit of
 * a number. */
static bool belongs(const char *cell, const char *word)
{
    return *word == '[' || *word == '(' || (yee_units_suffix(cell) && !yee_units_suffix(word));
}

/* The cells between blanks. */
static bool split_blanks(yee_rows *r, char *s, char *end)
{
    for (char *next; s < end; s = next) {
        char *stop = s;
        for (next = s; next < end && (next == s || belongs(s, next));) {
            stop = next;
            while (stop < end && !yee_text_blank(stop, end))
                stop++;
            next = stop + (yee_text_skip(stop, end) - stop);
        }
        if (!add(r, s, stop))
            return false;
    }
    return true;
}

static bool split(yee_rows *r, char *s, char *end)
{
    r->count = 0;
    if (r->separator == ' ')
        return split_blanks(r, s, end);
    for (char *stop; s <= end; s = stop + 1) {
        stop = memchr(s, r->separator, (size_t)(end - s));
        stop = stop ? stop : end;
        if (!add(r, s, stop))
            return false;
    }
    return true;
}

/* The faults of a row's form. */
static yee_status check(yee_rows *r, const char *s, const char *end, yee_fault *fault)
{
    const size_t n = (size_t)(end - s);
    if (r->separator == ';' && memchr(s, ',', n))
        return yee_fault_say(fault,
                             "%s:%zu: '%.*s' has semicolons and commas; write numbers with a "
                             "decimal point",
                             r->name, r->line, (int)(n < 60 ? n : 60), s);
    const char *bad = yee_text_bad(s, end);
    if (bad)
        return yee_fault_say(fault, "%s:%zu: byte 0x%02X is not UTF-8 text", r->name, r->line,
                             (unsigned)(unsigned char)*bad);
    return YEE_OK;
}

/* The cells of one line; *empty: it has none. */
static yee_status take(yee_rows *r, char *s, char *end, bool *empty, yee_fault *fault)
{
    const char *from = s, *to = memchr(s, '#', (size_t)(end - s));
    to = to ? to : end;
    yee_text_trim(&from, &to);
    if ((*empty = from == to))
        return YEE_OK;
    s += from - s;
    end = s + (to - from);
    const size_t n = (size_t)(end - s);
    if (!r->separator)
        r->separator = memchr(s, ';', n) ? ';' : memchr(s, ',', n) ? ',' : ' ';
    const yee_status status = check(r, s, end, fault);
    if (status)
        return status;
    if (!split(r, s, end))
        return yee_fault_memory(fault);
    *empty = true; /* ",,," too, as spreadsheets leave it */
    for (size_t i = 0; i < r->count; i++)
        *empty = *empty && !*r->cell[i];
    if (*empty)
        return YEE_OK;
    if (!r->first) {
        r->first = r->line;
        r->columns = r->count;
    }
    if (r->count != r->columns)
        return yee_fault_say(fault, "%s:%zu: the line has %zu column%s, and line %zu has %zu",
                             r->name, r->line, r->count, r->count == 1 ? "" : "s", r->first,
                             r->columns);
    for (size_t i = 0; i < r->count; i++)
        if (!*r->cell[i])
            return yee_fault_say(fault, "%s:%zu: column %zu is empty", r->name, r->line, i + 1);
    return YEE_OK;
}

bool yee_rows_next(yee_rows *r, yee_status *status, yee_fault *fault)
{
    bool empty = true;
    *status = YEE_OK;
    while (empty && r->at < r->end && !*status) {
        char *stop = r->at;
        while (stop < r->end && *stop != '\n' && *stop != '\r')
            stop++;
        char *next = stop + (stop < r->end);
        next += next < r->end && *stop == '\r' && *next == '\n';
        r->line++;
        *status = take(r, r->at, stop, &empty, fault);
        r->at = next;
    }
    return !empty && !*status;
}
