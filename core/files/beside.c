/* core/files/beside.c: files beside the HDF5 files of a run: sidecars, texts that the core
 * writes whole, and files that outputs write by themselves. */
#include "base/process.h"
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whole or not at all: written under another name first. Returns an errno. */
static int replace_text(const char *path, const char *text)
{
    char *name = malloc(strlen(path) + sizeof ".new");
    if (!name)
        return ENOMEM;
    sprintf(name, "%s.new", path);
    int error = 0;
    FILE *stream = fopen(name, "w");
    if (!stream) {
        error = errno;
    } else {
        if (fputs(text, stream) < 0)
            error = errno;
        if (fclose(stream) && !error)
            error = errno;
        if (!error && rename(name, path))
            error = errno;
        if (error)
            unlink(name);
    }
    free(name);
    return error;
}

/* The entry of a path, which it takes over, made where there is none yet; NULL after a
 * sentence. */
static yee_beside *entry_of(const yee_host *host, yee_files *f, char *path, bool own)
{
    yee_process_restore(); /* files lie where they should */
    yee_beside *b = path ? f->beside : NULL;
    while (b && strcmp(b->path, path))
        b = b->next;
    const yee_file *file = path ? f->file : NULL;
    while (file && strcmp(file->path, path))
        file = file->next;
    if (file || (b && (b->own != own || strcmp(b->instance, host->instance)))) {
        host->fail(host, YEE_PLUGIN, "asks for %s in two ways", path);
        free(path);
        return NULL;
    }
    if (b || (path && yee_files_check_free(host, f, path))) {
        free(path);
        return b;
    }
    b = calloc(1, sizeof *b);
    if (!path || !b) {
        free(path);
        free(b);
        host->fail(host, YEE_MEMORY, "no memory for a file name");
        return NULL;
    }
    b->path = path;
    b->instance = host->instance;
    b->own = own;
    b->next = f->beside;
    f->beside = b;
    return b;
}

yee_status yee_files_sidecar(const yee_host *host, const char *suffix, const char *text)
{
    yee_files *f = yee_files_of(host);
    yee_beside *b = f ? entry_of(host, f, yee_files_path_of(host, f, suffix), false) : NULL;
    if (!b)
        return YEE_IO;
    if (f->memory)
        return YEE_OK; /* it says on disk what a reader of memory knows */
    if (f->rows && !*text)
        return YEE_OK; /* it only claims its name, which it has */
    if (!f->begun) {
        free(b->text);
        b->text = strdup(text);
        return b->text ? YEE_OK : host->fail(host, YEE_MEMORY, "no memory for a text");
    }
    const int error = replace_text(b->path, text);
    return error ? yee_file_refuse(host, f->diag, b->path, strerror(error)) : YEE_OK;
}

/* Puts a file that exists aside, so that it can come back. */
static yee_status put_aside(const yee_host *host, const yee_files *f, yee_beside *b)
{
    if (access(b->path, F_OK))
        return YEE_OK;
    b->kept = malloc(strlen(b->path) + sizeof ".old");
    if (!b->kept)
        return host->fail(host, YEE_MEMORY, "no memory for a file name");
    sprintf(b->kept, "%s.old", b->path);
    if (!rename(b->path, b->kept))
        return YEE_OK;
    free(b->kept);
    b->kept = NULL;
    return yee_file_refuse(host, f->diag, b->path, strerror(errno));
}

/* The name of a file that an output writes itself; takes the path over. */
static const char *own_file(const yee_host *host, yee_files *f, char *path)
{
    if (f->memory) {
        host->fail(host, YEE_USAGE,
                   "the output writes %s by itself, and cannot be kept in memory",
                   path ? path : "a file");
        free(path);
        return NULL;
    }
    const yee_beside *before = f->beside;
    yee_beside *b = entry_of(host, f, path, true);
    if (!b || b != f->beside || b == before)
        return b ? b->path : NULL;
    if (f->rows && access(b->path, R_OK | W_OK)) {
        host->fail(host, YEE_IO, "cannot go on with %s: %s", b->path, strerror(errno));
        return NULL;
    }
    if (f->rows || !put_aside(host, f, b))
        return b->path;
    f->beside = b->next; /* what is there stays */
    free(b->path);
    free(b);
    return NULL;
}

const char *yee_files_path_for(const yee_host *host, const char *suffix)
{
    yee_files *f = yee_files_of(host);
    return f ? own_file(host, f, yee_files_path_of(host, f, suffix)) : NULL;
}

const char *yee_files_path_of_run(const yee_host *host, const char *suffix)
{
    yee_files *f = yee_files_of(host);
    char *path = f ? malloc(strlen(f->stem) + strlen(suffix) + 1) : NULL;
    if (path)
        strcpy(stpcpy(path, f->stem), suffix);
    return f ? own_file(host, f, path) : NULL;
}

yee_status yee_beside_begin(yee_files *f)
{
    for (yee_beside *b = f->beside; b; b = b->next) {
        const int error = b->text ? replace_text(b->path, b->text) : 0;
        if (error)
            return yee_file_refuse(NULL, f->diag, b->path, strerror(error));
        free(b->text);
        b->text = NULL;
    }
    for (yee_beside *b = f->beside; b; b = b->next) {
        if (b->kept)
            unlink(b->kept);
        free(b->kept);
        b->kept = NULL;
    }
    return YEE_OK;
}

void yee_beside_end(yee_files *f)
{
    for (yee_beside *b = f->beside, *next; b; b = next) {
        next = b->next;
        if (b->own && !f->begun)
            unlink(b->path);
        if (b->kept && rename(b->kept, b->path))
            yee_diag_log(f->diag, YEE_WARNING, NULL, "%s is now %s: %s", b->path, b->kept,
                         strerror(errno));
        free(b->kept);
        free(b->path);
        free(b->text);
        free(b);
    }
    f->beside = NULL;
}

static void list(const yee_beside *b, FILE *out)
{
    if (b)
        list(b->next, out);
    if (b && !access(b->path, F_OK))
        fprintf(out, "%s\n", b->path);
}

void yee_beside_list(const yee_files *f, FILE *out) { list(f->beside, out); }
