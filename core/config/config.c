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
#define BATCH 1000 /* entries; iniparser's time grows with the square of their number */

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

static yee_status copy_values(yee_scan *x, yee_block *block, const dictionary *d)
{
    char path[YEE_LINE_LIMIT];
    for (size_t k = 0; k < block->count; k++) {
        yee_entry *e = &block->entry[k];
        snprintf(path, sizeof path, "%s:%s", block->name, e->key);
        const char *value = iniparser_getstring(d, path, NULL);
        x->place.line = e->line;
        if (!value)
            return yee_diag_fail(x->diag, YEE_INTERNAL, &x->place,
                                 "iniparser has no value for '%s'", path);
        if (!(e->value = yee_arena_text(x->arena, value)))
            return no_memory(x->diag, &x->place);
    }
    return YEE_OK;
}

/* Reads the values, some blocks at a time. */
static yee_status read_values(yee_scan *x)
{
    yee_config *c = x->config;
    for (size_t first = 0, last; first < c->count; first = last) {
        size_t entries = 0;
        for (last = first; last < c->count && entries < BATCH; last++)
            entries += c->block[last].count;
        size_t stop = last < c->count ? x->begin[last] : x->length;
        dictionary *d = load(x->valid_text + x->begin[first], stop - x->begin[first]);
        if (!d)
            return yee_diag_fail(x->diag, YEE_INTERNAL, &x->place,
                                 "iniparser cannot read the model (is /proc mounted?)");
        yee_status status = YEE_OK;
        for (size_t b = first; b < last && !status; b++)
            status = copy_values(x, &c->block[b], d);
        iniparser_freedict(d);
        if (status)
            return status;
    }
    return YEE_OK;
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
    /* A valid line is never longer than its origin, save for the newline of the last one and the
     * quotes of a value that has none: "k=a;" is four characters and gets two. */
    if (!(x.valid_text = malloc(length + length / 2 + 4)) ||
        !(x.config = yee_config_new(arena, name))) {
        no_memory(diag, &x.place);
        goto done;
    }
    if ((status = yee_scan_text(&x, text, length)) || (status = read_values(&x)))
        goto done;
    *config = x.config;
done:
    free(x.valid_text);
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
                              const char *key, const char *text)
{
    const size_t most = YEE_LINE_LIMIT - strlen(key) - strlen("=\"\"");
    size_t length = strlen(text);
    while (length && isblank((unsigned char)*text))
        text++, length--;
    while (length && isblank((unsigned char)text[length - 1]))
        length--;
    if (length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text) {
        text++;
        length -= 2;
    }
    if (length > most) {
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the value has %zu characters; at most %zu are read", length, most);
        return NULL;
    }
    if (yee_text_bad(text, text + length) ||
        (memchr(text, '"', length) && memchr(text, '\'', length))) {
        yee_diag_fail(diag, YEE_INPUT, place,
                      "the value holds both kinds of quotes, or bytes that are not UTF-8 text");
        return NULL;
    }
    char *value = yee_arena_alloc(arena, length + 1);
    if (!value)
        no_memory(diag, place);
    else
        memcpy(value, text, length);
    return value;
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
    const char *value = name && key ? need_value(diag, arena, &place, key, equals + 1) : NULL;
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
    entry->line = 0;
    return YEE_OK;
}
