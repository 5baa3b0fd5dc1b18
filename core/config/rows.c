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

/* The path of the name [s, end); NULL: no memory. */
static const char *path_of(yee_arena *arena, const char *folder, const char *s, const char *end)
{
    const bool absolute = *s == '/';
    return yee_arena_format(arena, "%s%s%.*s", absolute ? "" : folder, absolute ? "" : "/",
                            (int)(end - s), s);
}

/* Where the name of a file ends and the columns begin, ":eps:sigma": behind the longest name that
 * there is a file of, or else at the first colon. NULL: no memory. */
static const char *end_of_name(yee_arena *arena, const char *folder, const char *s,
                               const char *end)
{
    const char *slash = memrchr(s, '/', (size_t)(end - s)), *from = slash ? slash + 1 : s;
    struct stat info;
    for (const char *colon;; end = colon) {
        const char *path = path_of(arena, folder, s, end);
        if (!path)
            return NULL;
        /* no name is empty */
        colon = end > from + 1 ? memrchr(from + 1, ':', (size_t)(end - from - 1)) : NULL;
        if (!colon || !stat(path, &info))
            return end;
    }
}

/* The columns of [s, end), each behind a colon; false: no memory. */
static bool split_columns(yee_arena *arena, const char *s, const char *end, yee_listed *file)
{
    size_t picks = 0;
    for (const char *c = s; c < end; c++)
        picks += *c == ':';
    const char **pick = yee_arena_alloc(arena, (picks + 1) * sizeof *pick);
    for (const char *next; pick && s < end; s = next) {
        const char *from = s + 1, *to;
        next = memchr(from, ':', (size_t)(end - from));
        to = next = next ? next : end;
        yee_text_trim(&from, &to);
        if (!(pick[file->picks++] = yee_arena_format(arena, "%.*s", (int)(to - from), from)))
            return false;
    }
    file->pick = pick;
    return pick;
}

bool yee_listed_split(yee_arena *arena, const char *folder, const char *text, yee_listed *file)
{
    const char *s = text + 1, *end = s + strlen(s), *in = NULL;
    *file = (yee_listed){.unit = ""};
    yee_text_trim(&s, &end);
    for (const char *c = s; (c = strstr(c, " in ")); c++)
        in = c;
    if (in && strchr(in, '.')) /* units have no point: " in " is part of the name */
        in = NULL;
    if (in && !(file->unit = yee_arena_text(arena, in + strlen(" in "))))
        return false;
    end = in ? in : end;
    yee_text_trim(&s, &end);
    if (end - s > 1 && (*s == '"' || *s == '\'') && end[-1] == *s) {
        s++;
        end--;
    } else {
        const char *stop = end_of_name(arena, folder, s, end);
        if (!stop || !split_columns(arena, stop, end, file))
            return false;
        end = stop;
        yee_text_trim(&s, &end);
    }
    file->name = yee_arena_format(arena, "%.*s", (int)(end - s), s);
    file->path = path_of(arena, folder, s, end);
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
    *r = (yee_rows){.name = file->name, .picks = file->picks, .heading = file->pick};
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

/* The bytes of a heading in front of its unit, "x [mm]" or "x (mm)". */
static size_t length_of_name(const char *heading)
{
    const size_t n = strlen(heading);
    const char last = n ? heading[n - 1] : 0;
    const char *open = last == ']'   ? strrchr(heading, '[')
                       : last == ')' ? strrchr(heading, '(')
                                     : NULL;
    return open ? (size_t)(open - heading) : n;
}

static bool is_headed(const char *heading, const char *wanted)
{
    size_t n = length_of_name(heading);
    while (n && (heading[n - 1] == ' ' || heading[n - 1] == '\t'))
        n--;
    return strlen(wanted) == n && !strncmp(heading, wanted, n);
}

void yee_rows_end(yee_rows *r)
{
    free(r->text);
    free(r->cell);
    free(r->pick);
}

yee_status yee_rows_unit(yee_arena *arena, const yee_listed *file, const char *heading,
                         const char **unit, yee_fault *fault)
{
    const size_t n = heading ? strlen(heading) : 0, name = n ? length_of_name(heading) : 0;
    *unit = file->unit;
    if (name + 2 >= n)
        return YEE_OK;
    if (*file->unit)
        return yee_fault_say(fault,
                             "'in %.40s' stands behind the file, and the heading '%.60s' in it "
                             "has a unit; one of them can go",
                             file->unit, heading);
    *unit = yee_arena_format(arena, "%.*s", (int)(n - name - 2), heading + name + 1);
    return *unit ? YEE_OK : yee_fault_memory(fault);
}

/* The number of a column that is read among all of the file. */
static size_t number_of(const yee_rows *r, size_t column)
{
    return r->picks ? r->pick[column] : column;
}

yee_status yee_rows_fault(const yee_rows *r, size_t column, yee_fault *fault)
{
    if (r->width > 1)
        return yee_fault_say(fault, "%s:%zu: column %zu: %s", r->name, r->line,
                             number_of(r, column) + 1, fault->reason);
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

/* The columns that are asked for, by the first row: those of its cells with such a heading, or, of
 * whole numbers, those in that place, counted from 1. */
static yee_status find_columns(yee_rows *r, yee_fault *fault)
{
    if (r->picks && !(r->pick = calloc(r->picks, sizeof *r->pick)))
        return yee_fault_memory(fault);
    for (size_t n = 0; n < r->picks; n++) {
        const char *wanted = r->heading[n];
        const bool number = *wanted && strspn(wanted, "0123456789") == strlen(wanted);
        size_t i = number ? strtoul(wanted, NULL, 10) - 1 : 0;
        while (!number && i < r->width && !is_headed(r->cell[i], wanted))
            i++;
        if (i >= r->width && number)
            return yee_fault_say(fault, "%s:%zu: there is no column %.20s, only 1 to %zu",
                                 r->name, r->line, wanted, r->width);
        if (i >= r->width) {
            const char *near = yee_text_nearest(wanted, r->width, (const char *const *)r->cell);
            return yee_fault_say(fault, "%s:%zu: no column has the heading '%.60s'%s", r->name,
                                 r->line, wanted, yee_text_suggest("; ", near, "").text);
        }
        r->headed = r->headed || !number;
        r->pick[n] = i;
    }
    return YEE_OK;
}

/* Leaves of a row the cells that are asked for. */
static bool pick_cells(yee_rows *r)
{
    char **cell = malloc(r->picks * sizeof *cell);
    for (size_t n = 0; cell && n < r->picks; n++)
        cell[n] = r->cell[r->pick[n]];
    free(r->cell);
    r->cell = cell;
    r->count = r->capacity = r->picks;
    return cell;
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
        r->width = r->count;
        r->columns = r->picks ? r->picks : r->width;
        const yee_status found = find_columns(r, fault);
        if (found)
            return found;
    }
    if (r->count != r->width)
        return yee_fault_say(fault, "%s:%zu: the line has %zu column%s, and line %zu has %zu",
                             r->name, r->line, r->count, r->count == 1 ? "" : "s", r->first,
                             r->width);
    if (r->picks && !pick_cells(r))
        return yee_fault_memory(fault);
    for (size_t i = 0; i < r->count; i++)
        if (!*r->cell[i])
            return yee_fault_say(fault, "%s:%zu: column %zu is empty", r->name, r->line,
                                 number_of(r, i) + 1);
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
