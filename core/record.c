/* core/record.c: the files of a run: where they lie, what they say about their origin, and what
 * happens to files that exist. */
#include "file.h"
#include "version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHUNK_CACHE ((size_t)1 << 20) /* raw data that HDF5 holds back per dataset */

typedef struct sidecar {
    struct sidecar *next;
    char *path;
} sidecar;

struct yee_files {
    yee_diag *diag;
    char *path; /* of the main file */
    bool force;
    char *model, *resolved, *plugins, *scheme, *command;
    yee_file *file;
    sidecar *sidecar; /* those this run has written already */
};

yee_files *yee_files_of(const yee_host *host)
{
    return ((const yee_instance *)host->core)->context;
}

static yee_status say(const yee_host *host, yee_diag *diag, yee_status status, const char *what,
                      const char *path, const char *why)
{
    return host ? host->fail(host, status, "%s %s: %s", what, path, why)
                : yee_diag_fail(diag, status, NULL, "%s %s: %s", what, path, why);
}

yee_status yee_file_fail(const yee_host *host, yee_file *file, const char *what)
{
    char why[256];
    if (yee_h5_why(why, sizeof why)) {
        file->broken = true;
        yee_h5_abandon(file->id);
        return say(host, file->files->diag, YEE_IO, "cannot write", file->path, why);
    }
    char place[512];
    snprintf(place, sizeof place, "%s of %s", what, file->path);
    return say(host, file->files->diag, YEE_PLUGIN, "cannot make", place, why);
}

/* The bookkeeping of a run. */

static char *copy(const char *text) { return strdup(text ? text : ""); }

static void files_free(yee_files *f)
{
    for (sidecar *s = f->sidecar, *next; s; s = next) {
        next = s->next;
        free(s->path);
        free(s);
    }
    free(f->path);
    free(f->model);
    free(f->resolved);
    free(f->plugins);
    free(f->scheme);
    free(f->command);
    free(f);
}

yee_files *yee_files_new(yee_diag *diag, const char *path, bool force,
                         const yee_provenance *provenance)
{
    yee_files *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->diag = diag;
    f->force = force;
    f->path = copy(path);
    f->model = copy(provenance->model);
    f->resolved = copy(provenance->resolved);
    f->plugins = copy(provenance->plugins);
    f->scheme = copy(provenance->scheme);
    f->command = copy(provenance->command);
    if (f->path && f->model && f->resolved && f->plugins && f->scheme && f->command)
        return f;
    files_free(f);
    return NULL;
}

const char *yee_files_path(const yee_files *files) { return files->path; }

/* <folder>/<stem><end> of the main file; malloc. */
static char *beside(const yee_files *f, const char *end)
{
    const char *slash = strrchr(f->path, '/');
    const char *dot = strrchr(slash ? slash : f->path, '.');
    const size_t stem = dot ? (size_t)(dot - f->path) : strlen(f->path);
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

static yee_status check_free(const yee_host *host, const yee_files *f, const char *path)
{
    struct stat st;
    if (f->force || lstat(path, &st))
        return YEE_OK;
    return say(host, f->diag, YEE_IO, "cannot write", path,
               "it exists; choose another output name, or say --force to replace it");
}

yee_status yee_files_check(const yee_files *f, size_t suffixes, const char *const *suffix)
{
    yee_status status = check_free(NULL, f, f->path);
    for (size_t i = 0; i < suffixes && !status; i++) {
        char *path = beside(f, suffix[i]);
        status = path ? check_free(NULL, f, path)
                      : yee_diag_fail(f->diag, YEE_MEMORY, NULL, "no memory for a file name");
        free(path);
    }
    return status;
}

/* Opening. */

static bool write_provenance(hid_t id, const yee_files *f)
{
    char host[256] = "", date[32];
    gethostname(host, sizeof host - 1);
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    const char *const entry[][2] = {
        {"/provenance/yee", yee_version()},
        {"/provenance/revision", yee_revision()},
        {"/provenance/date", date},
        {"/provenance/host", host},
        {"/provenance/command", f->command},
        {"/provenance/model", f->model},
        {"/provenance/resolved", f->resolved},
        {"/provenance/plugins", f->plugins},
        {"/provenance/scheme", f->scheme},
    };
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++)
        if (!yee_h5_text(id, entry[i][0], entry[i][1]))
            return false;
    return true;
}

/* Makes a file that holds its provenance, or none. One that is to be replaced stays until the
 * new one is on disk. */
static hid_t create(const yee_host *host, const yee_files *f, const char *path)
{
    struct stat st;
    char why[256];
    const bool replace = f->force && !stat(path, &st) && S_ISREG(st.st_mode);
    char *name = malloc(strlen(path) + sizeof ".new");
    if (!name) {
        host->fail(host, YEE_MEMORY, "no memory for a file name");
        return -1;
    }
    sprintf(name, "%s%s", path, replace ? ".new" : "");
    if (replace)
        unlink(name);
    hid_t id = yee_h5_create(name);
    if (id < 0) {
        yee_h5_why(why, sizeof why);
        say(host, NULL, YEE_IO, "cannot write", path, why);
        goto done;
    }
    bool ok = write_provenance(id, f) && yee_h5_flush(id, 0);
    if (!ok)
        yee_h5_why(why, sizeof why);
    if (ok && replace && rename(name, path)) {
        snprintf(why, sizeof why, "%s", strerror(errno));
        ok = false;
    }
    if (!ok) {
        yee_h5_abandon(id);
        H5Fclose(id);
        unlink(name);
        id = -1;
        say(host, NULL, YEE_IO, "cannot write", path, why);
    }
done:
    free(name);
    return id;
}

static yee_file *open_file(const yee_host *host, const char *suffix)
{
    yee_files *f = yee_files_of(host);
    if (!f) {
        host->fail(host, YEE_PLUGIN, "asks for a file while no run has begun");
        return NULL;
    }
    char *path = path_of(host, f, suffix);
    yee_file *file = f->file;
    while (path && file && strcmp(file->path, path))
        file = file->next;
    if (file || !path) {
        free(path);
        return file;
    }
    file = check_free(host, f, path) ? NULL : calloc(1, sizeof *file);
    if (!file || (file->id = create(host, f, path)) < 0) {
        free(file);
        free(path);
        return NULL;
    }
    file->files = f;
    file->path = path;
    file->next = f->file;
    f->file = file;
    return file;
}

/* Flushing and closing. */

static yee_status flush_file(yee_file *file)
{
    size_t pending = 0;
    for (yee_dataset *d = file->dataset; d; d = d->next) {
        if (d->fresh)
            pending += (d->fresh < CHUNK_CACHE ? d->fresh : CHUNK_CACHE) + d->chunk_bytes;
        d->fresh = 0;
    }
    if (file->broken)
        return YEE_IO;
    return yee_h5_flush(file->id, pending) ? YEE_OK : yee_file_fail(NULL, file, "a part");
}

yee_status yee_files_flush(yee_files *files)
{
    yee_status status = YEE_OK;
    yee_h5_lock();
    for (yee_file *file = files->file; file; file = file->next) {
        const yee_status one = flush_file(file);
        status = status ? status : one;
    }
    yee_h5_unlock();
    return status;
}

/* Gives back what was reserved beyond the end. */
static void trim(const char *path)
{
    struct stat st;
    if (!stat(path, &st) && truncate(path, st.st_size))
        return; /* the file is whole, only a little longer on disk */
}

static yee_status close_file(yee_file *file)
{
    yee_status status = flush_file(file);
    for (yee_dataset *d = file->dataset, *next; d; d = next) {
        next = d->next;
        yee_dataset_free(d);
    }
    if (!yee_h5_ok(H5Fclose(file->id)) && !status)
        status = yee_file_fail(NULL, file, "a part");
    trim(file->path);
    free(file->path);
    free(file);
    return status;
}

yee_status yee_files_close(yee_files *files)
{
    yee_status status = YEE_OK;
    if (!files)
        return status;
    yee_h5_lock();
    for (yee_file *file = files->file, *next; file; file = next) {
        next = file->next;
        const yee_status one = close_file(file);
        status = status ? status : one;
    }
    yee_h5_unlock();
    files_free(files);
    return status;
}

/* Sidecars. */

static bool ours(yee_files *f, const char *path)
{
    for (const sidecar *s = f->sidecar; s; s = s->next)
        if (!strcmp(s->path, path))
            return true;
    return false;
}

static void adopt(yee_files *f, const char *path)
{
    sidecar *s = calloc(1, sizeof *s);
    if (s && (s->path = copy(path))) {
        s->next = f->sidecar;
        f->sidecar = s;
    } else {
        free(s);
    }
}

/* Whole or not at all: written under another name first. */
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

static yee_status write_sidecar(const yee_host *host, const char *suffix, const char *text)
{
    yee_files *f = yee_files_of(host);
    char *path = path_of(host, f, suffix);
    if (!path)
        return host->fail(host, YEE_MEMORY, "no memory for a file name");
    const bool again = ours(f, path);
    yee_status status = again ? YEE_OK : check_free(host, f, path);
    const int error = status ? 0 : replace_text(path, text);
    if (error)
        status = say(host, NULL, YEE_IO, "cannot write", path, strerror(error));
    else if (!status && !again)
        adopt(f, path);
    free(path);
    return status;
}

/* The extension: the same under the lock. */

static yee_file *ext_file(const yee_host *host, const char *suffix)
{
    yee_h5_lock();
    yee_file *file = open_file(host, suffix);
    yee_h5_unlock();
    return file;
}

static yee_status ext_group(const yee_host *host, yee_file *file, const char *path)
{
    yee_h5_lock();
    const yee_status status = yee_file_group(host, file, path);
    yee_h5_unlock();
    return status;
}

static yee_dataset *ext_dataset(const yee_host *host, yee_file *file, const char *path,
                                yee_number type, int rank, const int64_t *dims)
{
    yee_h5_lock();
    yee_dataset *d = yee_file_dataset(host, file, path, type, rank, dims);
    yee_h5_unlock();
    return d;
}

static yee_status ext_append(const yee_host *host, yee_dataset *dataset, int64_t count,
                             const void *data)
{
    yee_h5_lock();
    const yee_status status = yee_file_append(host, dataset, count, data);
    yee_h5_unlock();
    return status;
}

static yee_status ext_text(const yee_host *host, yee_file *file, const char *path,
                           const char *name, const char *value)
{
    yee_h5_lock();
    const yee_status status = yee_file_text(host, file, path, name, value);
    yee_h5_unlock();
    return status;
}

static yee_status ext_numbers(const yee_host *host, yee_file *file, const char *path,
                              const char *name, yee_number type, int64_t count,
                              const void *values)
{
    yee_h5_lock();
    const yee_status status = yee_file_numbers(host, file, path, name, type, count, values);
    yee_h5_unlock();
    return status;
}

static const double *ext_load(const yee_host *host, const char *file, const char *path,
                              int *rank, int64_t dims[8])
{
    yee_h5_lock();
    const double *values = yee_file_load(host, file, path, rank, dims);
    yee_h5_unlock();
    return values;
}

static const char *ext_path(const yee_file *file) { return file->path; }

const yee_record yee_record_table = {
    .size = sizeof yee_record_table,
    .file = ext_file,
    .group = ext_group,
    .dataset = ext_dataset,
    .append = ext_append,
    .text = ext_text,
    .numbers = ext_numbers,
    .path = ext_path,
    .sidecar = write_sidecar,
    .load = ext_load,
};
