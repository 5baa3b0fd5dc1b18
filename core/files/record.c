/* core/files/record.c: the files of a run: where they lie, and what happens to files that
 * exist. */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct sidecar {
    struct sidecar *next;
    char *path;
    char *text; /* waits for the run to begin; NULL: written */
} sidecar;

struct yee_files {
    yee_diag *diag;
    char *path; /* of the main file */
    bool force;
    const yee_inputs *inputs; /* never replaced; NULL: none */
    bool open;                /* all outputs are */
    bool begun;               /* flushed once: every output is open, files may be replaced */
    char *origin[5];          /* copies of the provenance's texts, in its order */
    yee_provenance provenance;
    char *rows; /* of an earlier run that goes on; NULL: a new one */
    yee_file *file;
    sidecar *sidecar;
};

static char *copy(const char *text) { return strdup(text ? text : ""); }

static void files_free(yee_files *f)
{
    for (sidecar *s = f->sidecar, *next; s; s = next) {
        next = s->next;
        free(s->path);
        free(s->text);
        free(s);
    }
    for (int i = 0; i < 5; i++)
        free(f->origin[i]);
    free(f->rows);
    free(f->path);
    free(f);
}

yee_files *yee_files_new(yee_diag *diag, const char *path, bool force, const yee_inputs *inputs,
                         const yee_provenance *provenance)
{
    yee_files *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->diag = diag;
    f->force = force;
    f->inputs = inputs;
    f->path = copy(path);
    const char *const text[5] = {provenance->model, provenance->resolved, provenance->plugins,
                                 provenance->scheme, provenance->command};
    bool ok = f->path != NULL;
    for (int i = 0; i < 5; i++)
        ok = (f->origin[i] = copy(text[i])) && ok;
    f->provenance =
        (yee_provenance){f->origin[0], f->origin[1], f->origin[2], f->origin[3], f->origin[4]};
    if (ok)
        return f;
    files_free(f);
    return NULL;
}

const char *yee_files_path(const yee_files *files) { return files->path; }

static size_t stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? (size_t)(dot - path) : strlen(path);
}

/* <folder>/<stem><end> of the main file; malloc. */
static char *beside(const yee_files *f, const char *end)
{
    const size_t stem = stem_of(f->path);
    char *path = malloc(stem + strlen(end) + 1);
    if (path) {
        memcpy(path, f->path, stem);
        strcpy(path + stem, end);
    }
    return path;
}

/* The main file's path, or <stem>_<instance><suffix>; malloc. */
static char *path_of(const yee_host *host, const yee_files *f, const char *suffix)
{
    if (!suffix)
        return copy(f->path);
    char *end = malloc(strlen(host->instance) + strlen(suffix) + 2);
    if (!end)
        return NULL;
    sprintf(end, "_%s%s", host->instance, suffix);
    for (char *c = end; *c; c++)
        if (*c == '/')
            *c = '_';
    char *path = beside(f, end);
    free(end);
    return path;
}

static yee_status refuse_input(const yee_host *host, const yee_files *f, const char *path,
                               const yee_input *input)
{
    char why[512];
    snprintf(why, sizeof why, "the run reads %s (%s); choose another output name", input->path,
             input->reader);
    return yee_file_refuse(host, f->diag, path, why);
}

static yee_status check_free(const yee_host *host, const yee_files *f, const char *path)
{
    struct stat st;
    if (!stat(path, &st) && S_ISDIR(st.st_mode))
        return yee_file_refuse(host, f->diag, path,
                               "it is a folder; choose another output name");
    char *aside = malloc(strlen(path) + sizeof ".new"); /* the name that it is written under */
    if (!aside)
        return host->fail(host, YEE_MEMORY, "no memory for a file name");
    sprintf(aside, "%s.new", path);
    const yee_input *read = yee_inputs_find(f->inputs, path);
    read = read ? read : yee_inputs_find(f->inputs, aside);
    free(aside);
    if (read)
        return refuse_input(host, f, path, read);
    if (f->force || f->rows || lstat(path, &st))
        return YEE_OK;
    return yee_file_refuse(
        host, f->diag, path,
        "it exists; choose another output name, or say --force to replace it");
}

static yee_files *files_of(const yee_host *host)
{
    yee_files *f = ((const yee_instance *)host->core)->context;
    if (!f)
        host->fail(host, YEE_PLUGIN, "asks for a file while no run has begun");
    return f;
}

yee_file *yee_files_file(const yee_host *host, const char *suffix)
{
    yee_files *f = files_of(host);
    char *path = f ? path_of(host, f, suffix) : NULL;
    yee_file *file = f ? f->file : NULL;
    while (path && file && strcmp(file->path, path))
        file = file->next;
    if (!path || file || check_free(host, f, path)) {
        free(path);
        return path ? file : NULL;
    }
    file = f->rows ? yee_file_open(host, f->diag, path)
                   : yee_file_new(host, f->diag, path, f->force, &f->provenance);
    if (file) {
        file->rows = f->rows;
        file->end = file->path + stem_of(f->path);
        file->next = f->file;
        f->file = file;
    }
    return file;
}

/* Sidecars. */

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

yee_status yee_files_sidecar(const yee_host *host, const char *suffix, const char *text)
{
    yee_files *f = files_of(host);
    char *path = f ? path_of(host, f, suffix) : NULL;
    if (!path)
        return host->fail(host, YEE_MEMORY, "no memory for a file name");
    sidecar *s = f->sidecar;
    while (s && strcmp(s->path, path))
        s = s->next;
    if (s) {
        free(path);
    } else {
        const yee_status status = check_free(host, f, path);
        s = status ? NULL : calloc(1, sizeof *s);
        if (!s) {
            free(path);
            return status ? status : host->fail(host, YEE_MEMORY, "no memory for a file name");
        }
        s->path = path;
        s->next = f->sidecar;
        f->sidecar = s;
    }
    if (f->rows && !*text)
        return YEE_OK; /* it only claims its name, which it has */
    if (!f->begun) {
        free(s->text);
        s->text = copy(text);
        return s->text ? YEE_OK : host->fail(host, YEE_MEMORY, "no memory for a text");
    }
    const int error = replace_text(s->path, text);
    return error ? yee_file_refuse(host, f->diag, s->path, strerror(error)) : YEE_OK;
}

/* Going on with an earlier run. */

yee_status yee_files_resume(yee_files *f, const char *rows)
{
    f->rows = copy(rows);
    f->begun = true; /* nothing that is there may be lost */
    return f->rows ? YEE_OK
                   : yee_diag_fail(f->diag, YEE_MEMORY, NULL, "no memory for file names");
}

char *yee_files_rows(const yee_files *f)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    yee_h5_lock();
    for (const yee_file *file = f->file; file; file = file->next)
        for (const yee_dataset *d = file->dataset; d; d = d->next)
            if (d->chunk_bytes)
                fprintf(out, "%s %s %llu\n", file->end, d->path,
                        (unsigned long long)d->dims[0]);
    yee_h5_unlock();
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

/* The run. */

/* All outputs are open and on disk: what they replace may go. */
static yee_status begin(yee_files *f)
{
    for (yee_file *file = f->file; file; file = file->next)
        if (yee_file_settle(file))
            return YEE_IO;
    for (sidecar *s = f->sidecar; s; s = s->next) {
        const int error = s->text ? replace_text(s->path, s->text) : 0;
        if (error)
            return yee_file_refuse(NULL, f->diag, s->path, strerror(error));
        free(s->text);
        s->text = NULL;
    }
    f->begun = true;
    return YEE_OK;
}

static yee_status flush_files(yee_files *f)
{
    yee_status status = YEE_OK;
    for (yee_file *file = f->file; file; file = file->next) {
        const yee_status one = yee_file_flush(file);
        status = status ? status : one;
    }
    f->open = true;
    return status || f->begun ? status : begin(f);
}

yee_status yee_files_flush(yee_files *files)
{
    yee_h5_lock();
    const yee_status status = flush_files(files);
    yee_h5_unlock();
    return status;
}

static yee_file *main_file(const yee_files *f)
{
    yee_file *file = f->file;
    while (file && strcmp(file->path, f->path))
        file = file->next;
    return file;
}

/* Writes the paths of all files but one in the order of their opening, a line each: the file
 * opened last is first in the lists. */
static void list_files(const yee_file *file, const yee_file *but, FILE *out)
{
    if (file)
        list_files(file->next, but, out);
    if (file && file != but)
        fprintf(out, "%s\n", file->path);
}

static void list_sidecars(const sidecar *s, FILE *out)
{
    if (s)
        list_sidecars(s->next, out);
    if (s)
        fprintf(out, "%s\n", s->path);
}

char *yee_files_list(const yee_files *f)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const yee_file *first = main_file(f);
    if (!out)
        return NULL;
    if (first)
        fprintf(out, "%s\n", first->path);
    list_files(f->file, first, out);
    list_sidecars(f->sidecar, out);
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

void yee_files_go_on(yee_files *files)
{
    static const char *const name[] = {"steps", "ended"};
    yee_file *file = main_file(files);
    yee_h5_lock();
    for (int i = 0; file && i < 2; i++)
        if (H5Aexists_by_name(file->id, "/provenance", name[i], H5P_DEFAULT) > 0)
            H5Adelete_by_name(file->id, "/provenance", name[i], H5P_DEFAULT);
    yee_h5_unlock();
}

void yee_files_ended(yee_files *files, int64_t steps, const char *why)
{
    yee_file *file = main_file(files);
    if (!file)
        return;
    yee_h5_lock();
    yee_file_numbers(NULL, file, "/provenance", "steps", YEE_NUMBER_I64, 1, &steps);
    yee_file_text(NULL, file, "/provenance", "ended", why ? why : "after the last step");
    yee_h5_unlock();
}

yee_status yee_files_close(yee_files *files)
{
    yee_status status = YEE_OK;
    if (!files)
        return status;
    yee_h5_lock();
    for (yee_file *file = files->file, *next; file; file = next) {
        next = file->next;
        if (files->begun && yee_file_settle(file))
            status = YEE_IO;
        if (files->open && !yee_file_trim(file))
            status = YEE_IO;
        const yee_status one = yee_file_close(file, files->begun);
        status = status ? status : one;
    }
    yee_h5_unlock();
    files_free(files);
    return status;
}
