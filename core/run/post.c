/* core/run/post.c: a post-processing step writes into a file of its own; only when it has come
 * to its end does that file take its place, or its group that in the run's main file. */
#include "post.h"
#include "base/process.h"
#include "base/temporary.h"
#include "plugin/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Nothing that exists is replaced unless force says so, and then only a result of this step. */
static yee_status check_target(yee_diag *diag, const yee_post_job *job, const yee_files *files)
{
    const char *path = yee_files_path(files), *group = yee_files_within(files);
    const yee_place *place = &job->step->place;
    if (job->into && !job->force && yee_results_has(job->path, group))
        return yee_diag_fail(diag, YEE_IO, place,
                             "cannot write into %s: it holds a result %s; --force replaces it",
                             job->path, group);
    if (job->into || access(path, F_OK))
        return YEE_OK;
    if (!job->force)
        return yee_diag_fail(diag, YEE_IO, place,
                             "cannot write %s: it exists; --force replaces it, --into puts the "
                             "result into %s",
                             path, job->path);
    if (!yee_results_has(path, group))
        return yee_diag_fail(diag, YEE_IO, place,
                             "cannot write %s: it exists and holds no %s; remove it by hand",
                             path, group);
    return YEE_OK;
}

/* Writes onto the group how it was made. */
static yee_status describe(const yee_post_job *job, yee_files *files)
{
    const yee_host *host = &job->step->host;
    const yee_record *record = &yee_record_table;
    const char *group = yee_files_within(files);
    if (!yee_files_has_main(files))
        return YEE_OK;
    yee_file *file = record->file(host, NULL);
    yee_status status = record->group(host, file, group);
    if (!status)
        status = record->text(host, file, group, "type", job->step->plugin->name);
    if (!status)
        status = record->text(host, file, group, "version", job->version);
    if (!status)
        status = record->text(host, file, group, "section", job->section);
    if (!status && job->source)
        status = record->text(host, file, group, "source", job->source);
    return status;
}

static yee_status process(yee_diag *diag, const yee_post_job *job, yee_files *files)
{
    const yee_instance *step = job->step;
    const yee_post_ops *ops = step->plugin->ops;
    const yee_results *results = yee_results_new(&step->host, job->path, yee_files_stem(files),
                                                 yee_files_within(files), job->waveforms);
    yee_status status =
        results ? YEE_CALL(step, ops, process, &step->host, step->config, results) : YEE_MEMORY;
    if (!status && yee_files_empty(files))
        yee_diag_log(diag, YEE_WARNING, &step->place, "wrote nothing");
    return status ? status : describe(job, files);
}

/* The files of a step that has come to its end. Without its own where results go into the
 * main file. */
static char *list(const yee_post_job *job, const yee_files *files)
{
    char *lines = yee_files_list(files);
    if (lines && job->into && yee_files_has_main(files)) {
        char *rest = strchr(lines, '\n') + 1;
        memmove(lines, rest, strlen(rest) + 1);
    }
    return lines;
}

static yee_status run(yee_diag *diag, const yee_post_job *job, yee_files *files, char **written)
{
    char *path = strdup(yee_files_path(files)), *group = strdup(yee_files_within(files));
    yee_status status = path && group ? check_target(diag, job, files) : YEE_MEMORY;
    if (path && job->into) /* what it holds goes into the main file */
        yee_temporary_add(path);
    if (!status)
        status = process(diag, job, files);
    if (!status)
        status = yee_files_flush(files);
    const bool insert = !status && job->into && yee_files_has_main(files);
    if (!status)
        *written = list(job, files);
    const yee_status closed = yee_files_close(files);
    status = status ? status : closed;
    if (insert && !status)
        status = yee_files_insert(diag, job->path, path, group, job->force);
    if (insert)
        unlink(path);
    if (path)
        yee_temporary_drop(path);
    free(path);
    free(group);
    return status;
}

yee_status yee_post_run(yee_diag *diag, const yee_post_job *job, char **written)
{
    yee_files *files = yee_files_new_post(diag, job->path, job->step->host.instance, job->into,
                                          job->force, job->provenance);
    *written = NULL;
    if (!files)
        return yee_diag_fail(diag, YEE_MEMORY, &job->step->place, "no memory for the files");
    job->step->context = files;
    const yee_status status = run(diag, job, files, written);
    job->step->context = NULL;
    return status;
}
