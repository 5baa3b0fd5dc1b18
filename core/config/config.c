/* core/config/config.c: an own pass (scan.c) finds blocks, keys, lines and what is wrong with
 * them; iniparser then reads the values from lines that are known to be valid.
 *
 * iniparser 4.1 alone lower-cases, merges repeated sections, lets the last of two equal keys
 * win, forgets line numbers, accepts an unclosed quote, continues comments behind a backslash
 * and prints its complaints. */
#include "config.h"

#include "base/nearest.h"
#include "scan.h"

#include <ctype.h>
#include <errno.h>
#include <iniparser.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_LIMIT ((size_t)64 << 20) /* larger geometries belong into data files */

static yee_status no_memory(yee_diag *diag, const yee_place *place)
{
    return yee_diag_fail(diag, YEE_MEMORY, place, "no memory for the model's text");
}

static int hush(const char *format, ...)
{
    (void)format;
    return 0;
}

/* iniparser reads files only, by name. */
static dictionary *load(const char *text, size_t length)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* its callback is global */
    dictionary *d = NULL;
    char path[40];
    int fd = memfd_create("model", MFD_CLOEXEC);
    if (fd < 0)
        return NULL;
    while (length) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno != EINTR)
            goto done;
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    pthread_mutex_lock(&lock);
    iniparser_set_error_callback(hush);
    d = iniparser_load(path);
    iniparser_set_error_callback(NULL);
    pthread_mutex_unlock(&lock);
done:
    close(fd);
    return d;
}

/* The pieces of all values, in file order, as batches of the valid text are loaded. */
typedef struct reader {
    yee_scan *x;
    const char *text;
    dictionary *loaded; /* NULL: none yet */
    size_t batch, left; /* the next one to load; pieces that the loaded one still has */
} reader;

static yee_status next_piece(reader *r, const yee_block *block, const char *key, size_t n,
                             const char **piece)
{
    yee_scan *x = r->x;
    char name[256], path[512];
    if (!r->left) {
        const size_t at = x->batch[r->batch++];
        const size_t stop = r->batch < x->batches ? x->batch[r->batch] : x->length;
        if (r->loaded)
            iniparser_freedict(r->loaded);
        r->left = YEE_BATCH;
        if (!(r->loaded = load(r->text + at, stop - at)))
            return yee_diag_fail(x->diag, YEE_INTERNAL, &x->place,
                                 "iniparser cannot read the model (is /proc mounted?)");
    }
    r->left--;
    yee_scan_piece(name, sizeof name, key, n);
    snprintf(path, sizeof path, "%s:%s", block->name, name);
    if (!(*piece = iniparser_getstring(r->loaded, path, NULL)))
        return yee_diag_fail(x->diag, YEE_INTERNAL, &x->place,
                             "iniparser has no value for '%s'", path);
    return YEE_OK;
}

static yee_status read_value(reader *r, const yee_block *block, yee_entry *e, size_t pieces)
{
    yee_scan *x = r->x;
    size_t length = 0;
    x->place.line = e->line;
    char *value = yee_arena_alloc(x->arena, pieces * YEE_PIECE + 1);
    if (!value)
        return no_memory(x->diag, &x->place);
    for (size_t n = 0; n < pieces; n++) {
        const char *piece;
        const yee_status status = next_piece(r, block, e->key, n, &piece);
        if (status)
            return status;
        memcpy(value + length, piece, strlen(piece));
        length += strlen(piece);
    }
    e->value = value;
    return YEE_OK;
}

static yee_status read_values(yee_scan *x, const char *text)
{
    reader r = {.x = x, .text = text};
    yee_status status = YEE_OK;
    size_t n = 0;
    for (size_t b = 0; b < x->config->count; b++) {
        yee_block *block = &x->config->block[b];
        for (size_t k = 0; k < block->count && !status; k++)
            status = read_value(&r, block, &block->entry[k], x->pieces[n++]);
    }
    if (r.loaded)
        iniparser_freedict(r.loaded);
    return status;
}

/* The absolute folder of a path, or the working directory. */
static const char *folder_of(yee_arena *arena, const char *path)
{
    char real[PATH_MAX];
    const char *slash = strrchr(path, '/');
    char *folder = slash ? yee_arena_copy(arena, path, (size_t)(slash - path) + 2) : NULL;
    if (folder)
        folder[slash - path + 1] = 0;
    if ((folder && realpath(folder, real)) || realpath(".", real))
        return yee_arena_text(arena, real);
    return ".";
}

yee_config *yee_config_new(yee_arena *arena, const char *name)
{
    yee_config *config = yee_arena_alloc(arena, sizeof *config);
    if (!config || !(config->path = yee_arena_text(arena, name)) ||
        !(config->folder = folder_of(arena, name)) ||
        !(config->inputs = yee_arena_alloc(arena, sizeof *config->inputs)))
        return NULL;
    config->inputs->arena = arena;
    return config;
}

yee_status yee_config_parse(yee_diag *diag, yee_arena *arena, const char *name,
                            const char *text, size_t length, yee_config **config)
{
    yee_origins own = {.count = 0};
    return yee_config_parse_made(diag, arena, name, &own, text, length, config);
}

yee_status yee_config_parse_made(yee_diag *diag, yee_arena *arena, const char *name,
                                 yee_origins *lines, const char *text, size_t length,
                                 yee_config **config)
{
    yee_scan x = {.diag = diag, .arena = arena, .place = {.file = name}, .lines = lines};
    yee_status status = YEE_MEMORY;
    char *valid = NULL;
    size_t size = 0;
    if (!(x.valid = open_memstream(&valid, &size)) ||
        !(x.config = yee_config_new(arena, name))) {
        no_memory(diag, &x.place);
        goto done;
    }
    status = yee_scan_text(&x, text, length);
    if (fclose(x.valid) && !status)
        status = no_memory(diag, &x.place);
    x.valid = NULL;
    if (!status && !(status = read_values(&x, valid)))
        *config = x.config;
done:
    if (x.valid)
        fclose(x.valid);
    free(valid);
    yee_scan_end(&x);
    return status;
}

yee_status yee_config_read(yee_diag *diag, yee_arena *arena, const char *path,
                           yee_config **config)
{
    yee_place place = {.file = path};
    yee_status status = YEE_MEMORY;
    char *text = NULL;
    size_t length = 0, capacity = 0;
    struct stat info;
    FILE *file = fopen(path, "re");
    if (!file)
        return yee_diag_fail(diag, YEE_IO, &place, "cannot be opened: %s", strerror(errno));
    if (!fstat(fileno(file), &info) && S_ISDIR(info.st_mode)) {
        status = yee_diag_fail(diag, YEE_IO, &place, "is a folder, not an INI file");
        goto done;
    }
    for (size_t n = 1; n; length += n) {
        if (length == capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *grown = realloc(text, capacity);
            if (!grown) {
                no_memory(diag, &place);
                goto done;
            }
            text = grown;
        }
        n = fread(text + length, 1, capacity - length, file);
        if (length + n > FILE_LIMIT) {
            status =
                yee_diag_fail(diag, YEE_INPUT, &place,
                              "has more than %zu MiB; is this an INI file?", FILE_LIMIT >> 20);
            goto done;
        }
    }
    if (ferror(file)) {
        status = yee_diag_fail(diag, YEE_IO, &place, "cannot be read: %s", strerror(errno));
        goto done;
    }
    status = yee_config_parse(diag, arena, path, text, length, config);
done:
    free(text);
    fclose(file);
    return status;
}

yee_block *yee_config_block(yee_config *config, const char *name)
{
    for (size_t i = 0; i < config->count; i++)
        if (yee_text_same(config->block[i].name, name))
            return &config->block[i];
    return NULL;
}

yee_entry *yee_block_entry(const yee_block *block, const char *key)
{
    for (size_t i = 0; i < block->count; i++)
        if (!strcmp(block->entry[i].key, key))
            return &block->entry[i];
    return NULL;
}

/* The block of a name, made where it is missing; NULL with a sentence. */
static yee_block *need_block(yee_diag *diag, yee_arena *arena, const yee_place *place,
                             yee_config *config, const char *name)
{
    yee_block *found = yee_config_block(config, name);
    if (found)
        return found;
    yee_block fresh = {.name = name};
    if (yee_scan_split(diag, arena, place, &fresh))
        return NULL;
    size_t full = config->count; /* copied every time: overrides are few */
    yee_block *block = yee_scan_grow(arena, config->block, sizeof *block, config->count, &full);
    if (!block) {
        no_memory(diag, place);
        return NULL;
    }
    config->block = block;
    block[config->count] = fresh;
    return &block[config->count++];
}

/* The text of an override, without blanks around it or one pair of quotes; NULL with a sentence
 * when no line of a file could hold it, quoted, behind its key. */
static const char *need_value(yee_diag *diag, yee_arena *arena, const yee_place *place,
                              const char *text)
{
    const char *end = text + strlen(text);
    yee_text_trim(&text, &end);
    if (end - text > 1 && (*text == '"' || *text == '\'') && end[-1] == *text) {
        text++;
        end--;
    }
    const size_t length = (size_t)(end - text);
    const char *bad = yee_text_bad(text, end);
    if (bad && (*bad == '\n' || *bad == '\r'))
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the value '%.*s' goes on behind a line end; write it in one line",
                      (int)(bad - text < 60 ? bad - text : 60), text);
    else if (bad)
        yee_diag_fail(diag, YEE_INPUT, place, "byte 0x%02X in column %td of the value is %s",
                      (unsigned)(unsigned char)*bad, bad - text + 1,
                      (unsigned char)*bad < 0x80 ? "a control character" : "not UTF-8 text");
    else if (memchr(text, '"', length) && memchr(text, '\'', length))
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the value holds both kinds of quotes; one value can hold one of them");
    else {
        char *value = yee_arena_alloc(arena, length + 1);
        if (!value)
            no_memory(diag, place);
        else
            memcpy(value, text, length);
        return value;
    }
    return NULL;
}

yee_status yee_config_set(yee_diag *diag, yee_arena *arena, yee_config *config,
                          const char *assignment)
{
    yee_place place = {.file = "override"};
    const char *equals = strchr(assignment, '='), *end = equals, *dot;
    while (end && end > assignment && isblank((unsigned char)end[-1]))
        end--;
    dot = end ? memrchr(assignment, '.', (size_t)(end - assignment)) : NULL;
    if (!dot || dot == assignment || dot + 1 == end)
        return yee_diag_fail(diag, YEE_USAGE, &place,
                             "'%.100s' is not section.key=value, as in grid.spacing=1 mm",
                             assignment);
    const char *name = yee_scan_name(diag, arena, &place, "section", assignment,
                                     (size_t)(dot - assignment), true);
    const char *key =
        yee_scan_name(diag, arena, &place, "key", dot + 1, (size_t)(end - dot - 1), false);
    const char *value = name && key ? need_value(diag, arena, &place, equals + 1) : NULL;
    yee_block *block = value ? need_block(diag, arena, &place, config, name) : NULL;
    if (!block)
        return diag->status;
    yee_entry *entry = yee_block_entry(block, key);
    if (!entry) {
        size_t full = block->count;
        yee_entry *grown =
            yee_scan_grow(arena, block->entry, sizeof *grown, block->count, &full);
        if (!grown)
            return no_memory(diag, &place);
        block->entry = grown;
        entry = &grown[block->count++];
        *entry = (yee_entry){.key = key};
    }
    entry->value = value;
    entry->source = NULL;
    entry->line = 0;
    entry->joins = 0;
    return YEE_OK;
}
