/* plugins/importers/gprmax/lines.c: a file becomes commands.
 *
 * A command is a line whose first character is #; ## begins a comment, and every other line is
 * one, too. Name and words are parted by the first colon, behind which a blank stands; what
 * stands behind a second colon does not count. Python blocks come first, then included files,
 * in which neither is looked for. */
#include "gprmax.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of a file, and commands of a model: far above what a person or a program writes. */
enum { MOST_BYTES = 1 << 28, MOST_COMMANDS = 4000000 };

typedef struct page {
    size_t count, capacity;
    const char **line;
} page;

/* The text of a file, the host's; NULL after a sentence. */
static char *load(gm *m, const char *path, const gm_command *by)
{
    struct stat st;
    FILE *file = fopen(path, "rb");
    const char *why = file ? NULL : strerror(errno);
    char *text = NULL;
    if (file && (fstat(fileno(file), &st) || !S_ISREG(st.st_mode)))
        why = "it is no plain file";
    else if (file && st.st_size > MOST_BYTES)
        why = "it is longer than 256 MiB";
    if (file && !why && !(text = m->host->alloc(m->host, (size_t)st.st_size + 1)))
        gm_no_memory(m);
    if (text) {
        const size_t got = fread(text, 1, (size_t)st.st_size, file);
        text[got] = 0;
        if (strlen(text) != got) {
            text = NULL;
            why = "it is no text: a byte is 0";
        }
    }
    if (file)
        fclose(file);
    if (why && by)
        gm_fail(m, by, "%s cannot be read: %s", path, why);
    else if (why)
        m->host->fail(m->host, YEE_IO, "cannot be read: %s", why);
    return text;
}

/* Lines end with a line feed, a carriage return, or both, the latter first. */
static yee_status cut(gm *m, char *text, page *p)
{
    if (!strncmp(text, "\xEF\xBB\xBF", 3))
        text += 3;
    while (*text) {
        p->line = gm_grow(m, p->line, &p->count, &p->capacity, sizeof *p->line);
        if (!p->line)
            return YEE_MEMORY;
        p->line[p->count - 1] = text;
        text += strcspn(text, "\r\n");
        if (text[0] == '\r' && text[1] == '\n')
            *text++ = 0;
        if (*text)
            *text++ = 0;
    }
    return YEE_OK;
}

/* Splits at blanks; the words and the text belong to the host. */
static yee_status split(gm *m, gm_command *c)
{
    static const char blanks[] = " \t\r\v\f";
    size_t capacity = 0, count = 0;
    char *text = gm_format(m, "%s", c->text);
    if (!text)
        return YEE_MEMORY;
    for (char *s = text + strspn(text, blanks); *s; s += strspn(s, blanks)) {
        c->word = gm_grow(m, c->word, &count, &capacity, sizeof *c->word);
        if (!c->word)
            return YEE_MEMORY;
        c->word[count - 1] = s;
        s += strcspn(s, blanks);
        if (*s)
            *s++ = 0;
    }
    c->count = (int)count;
    return YEE_OK;
}

static void trim(char *text)
{
    size_t n = strlen(text);
    while (n && strchr(" \t\r\v\f", text[n - 1]))
        text[--n] = 0;
}

yee_status gm_add_line(gm *m, const char *text, int64_t line, const char *file, int64_t own)
{
    if (*text != '#')
        gm_note_idle(m, text, line);
    if (*text != '#' || text[1] == '#' || strspn(text + 1, " \t\r\v\f") == strlen(text + 1))
        return YEE_OK;
    if (m->command_count >= MOST_COMMANDS)
        return m->host->fail(m->host, YEE_INPUT, "has more than %d commands", MOST_COMMANDS);
    gm_command *c = GM_ADD(m, command);
    const char *colon = strchr(text, ':');
    char *name = gm_format(m, "%.*s", (int)(colon ? colon - text - 1 : (long)strlen(text) - 1),
                           text + 1);
    if (!c || !name)
        return YEE_MEMORY;
    trim(name);
    *c = (gm_command){.name = name, .text = "", .line = line, .file = file, .own_line = own};
    if (strlen(name) > 60)
        name[60] = 0;
    if (!colon) {
        const int first = (int)strcspn(name, " \t");
        c->name = gm_format(m, "%.*s", first, name);
        return c->name ? gm_fail(m, c,
                                 "there is no ':' behind the command's name; write "
                                 "#%.*s:%s, or two # before a comment",
                                 first, name, name + first)
                       : YEE_MEMORY;
    }
    if (!(c->row = gm_find_row(name)) && gm_beyond(name))
        return gm_decline(m, c, gm_beyond(name));
    if (!c->row)
        return gm_no_such(m, c);
    if (colon[1] && !strchr(" \t\r\v\f", colon[1]))
        return gm_fail(m, c, "a blank must stand behind the ':'");
    const char *behind = colon + 1 + strspn(colon + 1, " \t");
    const char *second = strchr(behind, ':');
    char *words =
        gm_format(m, "%.*s", (int)(second ? second - behind : (long)strlen(behind)), behind);
    if (!words)
        return YEE_MEMORY;
    trim(words);
    c->text = words;
    return split(m, c);
}

/* A path is of the working directory, or else of the input's folder. */
static const char *find(gm *m, const char *path)
{
    struct stat st;
    const char *slash = strrchr(m->path, '/');
    if (*path == '/' || !slash || !stat(path, &st))
        return path;
    return gm_format(m, "%.*s/%s", (int)(slash - m->path), m->path, path);
}

yee_status gm_include(gm *m, const gm_command *by, const char *path)
{
    page p = {0};
    char *text = load(m, path, by);
    yee_status status = text ? cut(m, text, &p) : YEE_INPUT;
    for (size_t i = 0; i < p.count && !status; i++) {
        if (!strncmp(p.line[i], "#include_file:", 14) || !strncmp(p.line[i], "#python:", 8)) {
            gm_command inner = *by;
            inner.file = path;
            inner.own_line = (int64_t)i + 1;
            return gm_fail(m, &inner,
                           "an included file can hold neither a Python block nor "
                           "#include_file; put '%.40s' into the first file",
                           p.line[i]);
        }
        status = gm_add_line(m, p.line[i], by->line, path, (int64_t)i + 1);
    }
    return status;
}

/* The commands of a line, which may be an included file's. */
static yee_status take(gm *m, const char *text, int64_t line)
{
    const size_t before = m->command_count;
    const yee_status status = gm_add_line(m, text, line, NULL, 0);
    if (status || m->command_count == before)
        return status;
    const gm_command by = m->command[before];
    if (strcmp(by.name, "include_file"))
        return YEE_OK;
    m->command_count--;
    if (!by.count)
        return gm_fail(m, &by, "takes the name of a file");
    const char *path = find(m, by.text);
    return path ? gm_include(m, &by, path) : YEE_MEMORY;
}

static bool is(const char *line, const char *word)
{
    return !strncmp(line, word, strlen(word));
}

/* The lines from #python: to #end_python:, as one text. */
static yee_status block(gm *m, const page *p, size_t *at, const char **source)
{
    size_t length = 1, begin = *at;
    gm_command c = {.name = "python", .line = (int64_t)begin + 1};
    for (++*at; *at < p->count && !is(p->line[*at], "#end_python:"); ++*at)
        length += strlen(p->line[*at]) + 1;
    if (*at == p->count)
        return gm_fail(m, &c, "no #end_python: follows");
    char *text = m->host->alloc(m->host, length);
    if (!text)
        return gm_no_memory(m);
    *source = text;
    for (size_t i = begin + 1; i < *at; i++)
        text = stpcpy(stpcpy(text, p->line[i]), "\n");
    return YEE_OK;
}

yee_status gm_read(gm *m)
{
    page p = {0};
    const char **source = NULL;
    int64_t *lines = NULL;
    size_t blocks = 0, capacity = 0, numbers = 0, room = 0;
    char *text = load(m, m->path, NULL);
    yee_status status = text ? cut(m, text, &p) : YEE_IO;
    for (size_t i = 0; i < p.count && !status; i++)
        if (is(p.line[i], "#python:")) {
            const size_t begin = i;
            source = gm_grow(m, source, &blocks, &capacity, sizeof *source);
            lines = gm_grow(m, lines, &numbers, &room, sizeof *lines);
            if (!source || !lines)
                return YEE_MEMORY;
            lines[blocks - 1] = (int64_t)begin + 1;
            status = block(m, &p, &i, &source[blocks - 1]);
        }
    /* All blocks run before the first command is looked at, in one shared program. */
    size_t next = 0;
    m->python = blocks;
    if (!status && blocks)
        status = gm_python(m, blocks, source, lines);
    for (size_t i = 0; i < p.count && !status; i++) {
        if (is(p.line[i], "#python:")) {
            page made = {0};
            const int64_t line = lines[next];
            char *copy = gm_format(m, "%s", source[next++]);
            status = copy ? cut(m, copy, &made) : YEE_MEMORY;
            for (size_t k = 0; k < made.count && !status; k++)
                status = take(m, made.line[k], line);
            while (!is(p.line[i], "#end_python:"))
                i++;
            continue;
        }
        status = take(m, p.line[i], (int64_t)i + 1);
    }
    return status;
}
