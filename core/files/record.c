/* core/files/record.c: the files of a run: where they lie, and what happens to files that
 * exist. */
#include "file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy(const char *text) { return strdup(text ? text : ""); }

static void files_free(yee_files *f)
{
    for (int i = 0; i < ORIGINS; i++)
        free(f->origin[i]);
    free(f->port);
    free(f->within);
    free(f->rows);
    free(f->stem);
    free(f->path);
    free(f);
}

static size_t stem_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? (size_t)(dot - path) : strlen(path);
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
    f->stem = f->path ? strndup(f->path, stem_length(f->path)) : NULL;
    const char *const text[ORIGINS] = {
        provenance->model,   provenance->resolved, provenance->plugins,    provenance->scheme,
        provenance->command, provenance->inputs,   provenance->port_names, provenance->sources};
    const size_t corners = 6 * provenance->ports;
    bool ok = f->path && f->stem && (f->port = calloc(corners + 1, sizeof *f->port));
    for (int i = 0; i < ORIGINS; i++)
        ok = (f->origin[i] = copy(text[i])) && ok;
    if (f->port && corners)
        memcpy(f->port, provenance->port, corners * sizeof *f->port);
    f->provenance = *provenance;
    f->provenance.model = f->origin[0];
    f->provenance.resolved = f->origin[1];
    f->provenance.plugins = f->origin[2];
    f->provenance.scheme = f->origin[3];
    f->provenance.command = f->origin[4];
    f->provenance.inputs = f->origin[5];
    f->provenance.port = f->port;
    f->provenance.port_names = f->origin[6];
    f->provenance.sources = f->origin[7];
    if (ok)
        return f;
    files_free(f);
    return NULL;
}

yee_files *yee_files_new_post(yee_diag *diag, const char *main, const char *instance, bool into,
                              bool force, const yee_provenance *provenance)
{
    const size_t stem = stem_length(main);
    char *path = malloc(strlen(main) + strlen(instance) + sizeof "_.h5.post");
    char *within = malloc(strlen(instance) + sizeof "/post/");
    yee_files *f = NULL;
    if (path && within) {
        if (into)
            sprintf(path, "%s.post", main);
        else
            sprintf(path, "%.*s_%s.h5", (int)stem, main, instance);
        for (char *c = path + stem; *c; c++)
            if (*c == '/')
                *c = '_';
        sprintf(within, "/post/%s", instance);
        f = yee_files_new(diag, path, force || into, NULL, provenance);
    }
    free(path);
    if (f) {
        f->within = within;
        f->force = force;
        f->stem[0] = 0; /* it is no longer than what there is room for */
        memcpy(f->stem, main, stem);
        f->stem[stem] = 0;
        return f;
    }
    free(within);
    return NULL;
}

yee_status yee_files_make_folder(yee_diag *diag, const char *main)
{
    char *path = copy(main);
    if (!path)
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for a file name");
    yee_status status = YEE_OK;
    for (char *slash = strchr(path + 1, '/'); slash && !status;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0777) && errno != EEXIST) {
            const int why = errno;
            struct stat st;
            if (stat(path, &st)) /* one that is there need not let others be made beside it */
                status = yee_diag_fail(diag, YEE_IO, NULL,
                                       "cannot make the folder %s of the output files: %s",
                                       path, strerror(why));
        }
        *slash = '/';
    }
    free(path);
    return status;
}

void yee_files_in_memory(yee_files *files, yee_memory_file **list) { files->memory = list; }

const char *yee_files_within(const yee_files *files) { return files->within; }

const char *yee_files_path(const yee_files *files) { return files->path; }

const char *yee_files_stem(const yee_files *files) { return files->stem; }

char *yee_files_path_of(const yee_host *host, const yee_files *f, const char *suffix)
{
    if (!suffix)
        return copy(f->path);
    const size_t stem = strlen(f->stem);
    char *path = malloc(stem + strlen(host->instance) + strlen(suffix) + 2);
    if (!path)
        return NULL;
    sprintf(path, "%s_%s%s", f->stem, host->instance, suffix);
    for (char *c = path + stem; *c; c++)
        if (*c == '/')
            *c = '_';
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

yee_status yee_files_check_free(const yee_host *host, const yee_files *f, const char *path)
{
    struct stat st;
    if (f->memory)
        return YEE_OK;
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

yee_files *yee_files_of(const yee_host *host)
{
    yee_files *f = ((const yee_instance *)host->core)->context;
    if (!f)
        host->fail(host, YEE_PLUGIN, "asks for a file while no run has begun");
    return f;
}

yee_file *yee_files_file(const yee_host *host, const char *suffix)
{
    yee_files *f = yee_files_of(host);
    char *path = f ? yee_files_path_of(host, f, suffix) : NULL;
    yee_file *file = f ? f->file : NULL;
    while (path && file && strcmp(file->path, path))
        file = file->next;
    const bool own = f && f->within && !suffix; /* whoever made f looked */
    if (!path || file || (!own && yee_files_check_free(host, f, path))) {
        free(path);
        return path ? file : NULL;
    }
    file = f->rows ? yee_file_open(host, f->diag, path)
                   : yee_file_new(host, f->diag, path, f->force, f->memory, &f->provenance);
    if (file) {
        file->rows = f->rows;
        file->within = suffix ? NULL : f->within;
        file->end = file->path + strlen(f->stem);
        file->next = f->file;
        f->file = file;
    }
    return file;
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
        for (const yee_dataset *d = file->dataset; d && !file->part; d = d->next)
            if (d->chunk_bytes)
                fprintf(out, "%s %s %llu\n", file->end, d->path,
                        (unsigned long long)(d->before + d->dims[0]));
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
    const yee_status status = yee_beside_begin(f);
    f->begun = !status;
    return status;
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

bool yee_files_has_main(const yee_files *f) { return main_file(f) != NULL; }
bool yee_files_empty(const yee_files *f) { return !f->file && !f->beside; }

/* Writes the paths of all files but one in the order of their opening, a line each: the file
 * opened last is first in the lists. */
static void list_files(const yee_file *file, const yee_file *but, FILE *out)
{
    if (file)
        list_files(file->next, but, out);
    if (file && file != but)
        fprintf(out, "%s\n", file->path);
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
    yee_beside_list(f, out);
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

void yee_files_go_on(yee_files *files)
{
    static const char *const name[] = {"steps", "ended", "complete", "ringing"};
    yee_file *file = main_file(files);
    yee_h5_lock();
    /* what was computed of the records so far is not of all that are to come */
    if (file && yee_h5_exists(file->id, "/post"))
        H5Ldelete(file->id, "/post", H5P_DEFAULT);
    for (int i = 0; file && i < 4; i++)
        if (H5Aexists_by_name(file->id, "/provenance", name[i], H5P_DEFAULT) > 0)
            H5Adelete_by_name(file->id, "/provenance", name[i], H5P_DEFAULT);
    yee_h5_unlock();
}

void yee_files_ended(yee_files *files, int64_t steps, bool complete, const char *why,
                     double ringing)
{
    yee_file *file = main_file(files);
    if (!file)
        return;
    yee_h5_lock();
    yee_file_numbers(NULL, file, "/provenance", "steps", YEE_NUMBER_I64, 1, &steps);
    yee_file_text(NULL, file, "/provenance", "ended", why ? why : "after the last step");
    yee_file_text(NULL, file, "/provenance", "complete", complete ? "yes" : "no");
    if (!isnan(ringing))
        yee_file_numbers(NULL, file, "/provenance", "ringing", YEE_NUMBER_F64, 1, &ringing);
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
    yee_beside_end(files);
    files_free(files);
    return status;
}
