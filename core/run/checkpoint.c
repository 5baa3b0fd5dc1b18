/* core/run/checkpoint.c: the file of a checkpoint: named pieces in a fixed order. */
#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_LIMIT 255
#define BLOCK ((size_t)1 << 20)
static const char magic[] = "yee checkpoint 1\n";

struct yee_checkpoint {
    yee_state state;
    yee_diag *diag;
    char *path, *aside; /* aside: written here until it is whole; NULL: reading */
    FILE *file;
    uint64_t sum; /* of the piece so far */
    uint64_t size;
    char group[NAME_LIMIT + 1];
};

static yee_status refuse(yee_checkpoint *c, yee_status status, const char *what)
{
    return yee_diag_fail(c->diag, status, NULL, "%s the checkpoint %s: %s",
                         c->aside ? "cannot write" : "cannot use", c->path, what);
}

static yee_status damaged(yee_checkpoint *c)
{
    return refuse(c, YEE_IO, ferror(c->file) ? strerror(errno) : "it is cut off or damaged");
}

/* A sum that notices a changed, lost or moved byte; not meant against forgery. */
static uint64_t add(uint64_t sum, const void *data, size_t bytes)
{
    const unsigned char *from = data;
    for (; bytes; from += 8, bytes -= bytes < 8 ? bytes : 8) {
        uint64_t word = 0;
        memcpy(&word, from, bytes < 8 ? bytes : 8);
        sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 32;
    }
    return sum;
}

static bool put(yee_checkpoint *c, const void *data, size_t bytes)
{
    c->sum = add(c->sum, data, bytes);
    return !bytes || fwrite(data, 1, bytes, c->file) == bytes;
}

static bool get(yee_checkpoint *c, void *data, size_t bytes)
{
    if (bytes && fread(data, 1, bytes, c->file) != bytes)
        return false;
    c->sum = add(c->sum, data, bytes);
    return true;
}

static bool get_sum(yee_checkpoint *c)
{
    const uint64_t want = c->sum;
    uint64_t sum;
    return get(c, &sum, sizeof sum) && sum == want;
}

/* Name and length of the next piece. */
static bool get_head(yee_checkpoint *c, char name[NAME_LIMIT + 1], uint64_t *bytes)
{
    uint64_t length;
    c->sum = 1;
    if (!get(c, &length, sizeof length) || length > NAME_LIMIT)
        return false;
    memset(name, 0, NAME_LIMIT + 1);
    return get(c, name, (size_t)length) && get(c, bytes, sizeof *bytes) && *bytes <= c->size;
}

static yee_status write_piece(yee_checkpoint *c, const char *name, const void *data,
                              size_t bytes)
{
    const uint64_t length = strlen(name), size = bytes;
    c->sum = 1;
    if (put(c, &length, sizeof length) && put(c, name, (size_t)length) &&
        put(c, &size, sizeof size) && put(c, data, bytes)) {
        const uint64_t sum = c->sum;
        if (put(c, &sum, sizeof sum))
            return YEE_OK;
    }
    return refuse(c, YEE_IO, strerror(errno));
}

static yee_status read_piece(yee_checkpoint *c, const char *want, void *data, size_t bytes)
{
    char name[NAME_LIMIT + 1];
    uint64_t size;
    if (!get_head(c, name, &size))
        return damaged(c);
    if (strcmp(name, want) || size != bytes)
        return yee_diag_fail(c->diag, YEE_INPUT, NULL,
                             "cannot use the checkpoint %s: its state is laid out in another "
                             "way; it has %s of %" PRIu64
                             " bytes where this run has %s of %zu; "
                             "resume it with the build that wrote it, or begin anew",
                             c->path, name, size, want, bytes);
    return get(c, data, bytes) && get_sum(c) ? YEE_OK : damaged(c);
}

static yee_status piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    yee_checkpoint *c = state->core;
    char full[NAME_LIMIT + 1];
    const int length = snprintf(full, sizeof full, "%s/%s", c->group, name);
    if (length < 0 || length > NAME_LIMIT || bytes < 0)
        return yee_diag_fail(c->diag, YEE_PLUGIN, NULL,
                             "the state of %s has a piece '%s' of %lld bytes; a name has at "
                             "most %d characters",
                             c->group, name, (long long)bytes, NAME_LIMIT);
    return c->aside ? write_piece(c, full, data, (size_t)bytes)
                    : read_piece(c, full, data, (size_t)bytes);
}

yee_state *yee_checkpoint_state(yee_checkpoint *c, const char *group)
{
    snprintf(c->group, sizeof c->group, "%s", group);
    return &c->state;
}

yee_status yee_checkpoint_text(yee_checkpoint *c, const char *want, char **text)
{
    char name[NAME_LIMIT + 1];
    uint64_t size;
    if (c->aside)
        return write_piece(c, want, *text, strlen(*text));
    if (!get_head(c, name, &size) || strcmp(name, want))
        return damaged(c);
    char *all = malloc((size_t)size + 1);
    if (!all)
        return refuse(c, YEE_MEMORY, "no memory for a text");
    if (!get(c, all, (size_t)size) || !get_sum(c)) {
        free(all);
        return damaged(c);
    }
    all[size] = '\0';
    *text = all;
    return YEE_OK;
}

/* Opening and closing. */

void yee_checkpoint_close(yee_checkpoint *c)
{
    if (!c)
        return;
    if (c->file)
        fclose(c->file);
    if (c->aside)
        unlink(c->aside);
    free(c->aside);
    free(c->path);
    free(c);
}

static yee_checkpoint *checkpoint_new(yee_diag *diag, const char *path, bool writing)
{
    yee_checkpoint *c = calloc(1, sizeof *c);
    if (c) {
        c->state = (yee_state){.size = sizeof c->state, .core = c, .piece = piece};
        c->diag = diag;
        c->path = strdup(path);
        c->aside = writing ? malloc(strlen(path) + sizeof ".new") : NULL;
        if (c->path && (c->aside || !writing)) {
            if (writing)
                sprintf(c->aside, "%s.new", path);
            return c;
        }
        free(c->aside);
        c->aside = NULL;
    }
    yee_checkpoint_close(c);
    yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for a checkpoint");
    return NULL;
}

yee_checkpoint *yee_checkpoint_create(yee_diag *diag, const char *path)
{
    yee_checkpoint *c = checkpoint_new(diag, path, true);
    if (!c)
        return NULL;
    unlink(c->aside); /* of a run that was killed */
    c->file = fopen(c->aside, "wxe");
    if (c->file && put(c, magic, sizeof magic - 1))
        return c;
    refuse(c, YEE_IO, strerror(errno));
    yee_checkpoint_close(c);
    return NULL;
}

/* Every piece has its sum, and the last one is the end. */
static bool whole(yee_checkpoint *c)
{
    char name[NAME_LIMIT + 1] = "", head[sizeof magic];
    uint64_t bytes = 0;
    char *block = malloc(BLOCK);
    bool ok = block && get(c, head, sizeof magic - 1) && !memcmp(head, magic, sizeof magic - 1);
    while (ok && strcmp(name, "end")) {
        ok = get_head(c, name, &bytes);
        for (size_t n; ok && bytes; bytes -= n) {
            n = bytes < BLOCK ? (size_t)bytes : BLOCK;
            ok = get(c, block, n);
        }
        ok = ok && get_sum(c);
    }
    free(block);
    return ok && fgetc(c->file) == EOF && !fseek(c->file, (long)sizeof magic - 1, SEEK_SET);
}

yee_checkpoint *yee_checkpoint_open(yee_diag *diag, const char *path)
{
    struct stat st;
    yee_checkpoint *c = checkpoint_new(diag, path, false);
    if (!c)
        return NULL;
    c->file = fopen(path, "re");
    if (!c->file || fstat(fileno(c->file), &st)) {
        refuse(c, YEE_IO, strerror(errno));
        yee_checkpoint_close(c);
        return NULL;
    }
    c->size = (uint64_t)st.st_size;
    if (whole(c))
        return c;
    damaged(c);
    yee_checkpoint_close(c);
    return NULL;
}

/* A new name is only safe once its folder is on disk. */
static void sync_folder(const char *path)
{
    char *copy = strdup(path);
    const int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(copy);
}

static bool take_place(yee_checkpoint *c)
{
    char *old = malloc(strlen(c->path) + sizeof ".old");
    bool ok = old != NULL;
    if (ok) {
        sprintf(old, "%s.old", c->path);
        ok = (!rename(c->path, old) || errno == ENOENT) && !rename(c->aside, c->path);
    }
    free(old);
    return ok;
}

yee_status yee_checkpoint_settle(yee_checkpoint *c)
{
    if (!c->aside)
        return read_piece(c, "end", NULL, 0);
    const yee_status status = write_piece(c, "end", "", 0);
    if (status)
        return status;
    bool ok = !fflush(c->file) && !fsync(fileno(c->file));
    ok = !fclose(c->file) && ok;
    c->file = NULL;
    if (!ok || !take_place(c))
        return refuse(c, YEE_IO, strerror(errno));
    free(c->aside);
    c->aside = NULL;
    sync_folder(c->path);
    return YEE_OK;
}
