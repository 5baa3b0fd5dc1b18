/* core/api/files.c: the files of a run, from their opening to their end. */
#include "files/results.h"
#include "plugin/call.h"
#include "run/deliveries.h"
#include "run/passive.h"
#include "run/stop.h"
#include "simulation.h"
#include <math.h>
#include <string.h>

/* The processes that run the model; NULL: this one is alone. */
static yee_communicator *together(const yee_simulation *s)
{
    return s->model->session->communicator;
}

/* Other processes than the first hand their records to it. */
static void *reserve_nothing(const yee_sink *sink, int64_t tap, int64_t step)
{
    (void)sink, (void)tap, (void)step;
    return NULL;
}
static yee_status commit_nothing(const yee_sink *sink, int64_t tap, void *record)
{
    (void)sink, (void)tap, (void)record;
    return YEE_INTERNAL;
}
static const yee_sink elsewhere = {
    .size = sizeof elsewhere,
    .reserve = reserve_nothing,
    .commit = commit_nothing,
};

/* The key, else the model's name with .h5 in the working directory; of one trace of a sweep, whose file
 * that would be, with its number. */
static const char *named_file(const yee_model *m)
{
    if (m->run.output)
        return m->run.output;
    const char *name = strrchr(m->config->path, '/');
    name = name ? name + 1 : m->config->path;
    const char *dot = strrchr(name, '.');
    const int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    return m->sweep.trace < 0 ? yee_arena_format(m->arena, "%.*s.h5", length, name)
                              : yee_arena_format(m->arena, "%.*s_trace%lld.h5", length, name,
                                                 (long long)m->sweep.trace);
}

/* The file of all traces may be hours of work, and no single run replaces it. */
static yee_status spare_sweep(const yee_simulation *s, const char *path)
{
    if (s->in_memory || !yee_results_has(path, "/sweep/variables"))
        return YEE_OK;
    return yee_diag_fail(s->model->diag, YEE_IO, &s->model->run_place,
                         "%s has all traces of a sweep, and a single run does not replace it; "
                         "choose another output name, or remove it",
                         path);
}

const char *yee_simulation_file(const yee_simulation *s)
{
    const char *name = named_file(s->model);
    return name && s->folder && *name != '/'
               ? yee_arena_format(s->model->arena, "%s/%s", s->folder, name)
               : name;
}

/* The files of this process: the first one's are those of the run, the others' their part files. */
static yee_status make_files(yee_simulation *s)
{
    yee_model *m = s->model;
    const yee_instances *of = &m->of[YEE_OUTPUT];
    char lines[4096];
    const yee_provenance provenance = yee_simulation_provenance(s, lines, sizeof lines);
    const char *path = yee_simulation_file(s);
    s->files = path ? yee_files_new(m->diag, path, m->run.force, m->config->inputs, &provenance)
                    : NULL;
    if (!s->files)
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for the output files");
    const yee_status spared = spare_sweep(s, path);
    if (spared)
        return spared;
    if (m->run.make_folder && !s->in_memory && yee_files_make_folder(m->diag, path))
        return m->diag->status;
    m->opened = true;
    if (s->in_memory)
        yee_files_in_memory(s->files, &s->memory);
    for (size_t i = 0; i < of->count; i++)
        of->v[i]->context = s->files;
    if (s->from && yee_files_resume(s->files, s->files_from))
        return YEE_MEMORY;
    return YEE_OK;
}

/* All processes. */
static yee_status open_parts(yee_simulation *s)
{
    yee_model *m = s->model;
    bool any = false;
    for (int64_t t = 0; t < m->taps.count; t++) {
        m->taps.owner[t].parted = m->taps.owner[t].parted && !s->in_memory;
        any = any || m->taps.owner[t].parted;
    }
    if (!any || s->quiet)
        return YEE_OK;
    yee_status status = s->files ? YEE_OK : make_files(s);
    if (!status)
        status = yee_subdomains_parting(s->plan, &s->parting);
    if (status)
        return status;
    s->parting.step = s->restarted ? yee_simulation_step(s) : -1;
    yee_files_part(s->files, &s->parting);
    status = yee_part_writer_start(m->diag, &m->taps, s->files, &s->parting, together(s)->rank,
                                   m->run.flush, &s->parts);
    yee_subdomains_write_parts(s->plan, s->parts);
    return status;
}

static yee_status open_files(yee_simulation *s)
{
    yee_model *m = s->model;
    const yee_instances *of = &m->of[YEE_OUTPUT];
    s->opening = (yee_opening){.size = sizeof s->opening,
                               .force = m->run.force,
                               .restart = s->from != NULL,
                               .step = YEE_CALL(m->scheme, s->ops, step, s->plan),
                               .path = yee_files_path(s->files),
                               .stem = yee_files_stem(s->files)};
    return yee_writer_start(m->diag, &m->problem, &m->taps, of->count,
                            (const yee_instance *const *)of->v, m->output_self, m->run.flush,
                            &s->opening, &s->writer);
}

/* A checkpoint takes four names beside the main file; none may be that of a file that the model
 * reads. */
static yee_status check_checkpoint(const yee_simulation *s)
{
    static const char *const end[] = {"", ".old", ".new"};
    const yee_model *m = s->model;
    const char *path = yee_restart_path(s);
    for (size_t i = 0; path && i < sizeof end / sizeof *end; i++) {
        const char *name = yee_arena_format(m->arena, "%s%s", path, end[i]);
        const yee_input *read = name ? yee_inputs_find(m->config->inputs, name) : NULL;
        if (read)
            return yee_diag_fail(
                m->diag, YEE_IO, &m->run_place,
                "checkpoints would replace %s, which the run reads (%s); choose "
                "another output name",
                read->path, read->reader);
    }
    return YEE_OK;
}

/* Whether the first process may have its files. */
static yee_status check_files(yee_simulation *s)
{
    yee_status status;
    if (!s->quiet && !s->in_memory &&
        ((status = check_checkpoint(s)) || (!s->restarted && (status = yee_restart_clear(s)))))
        return status;
    return s->quiet ? YEE_OK : make_files(s);
}

static yee_status begin_files(yee_simulation *s)
{
    yee_status status;
    if ((!s->quiet && (status = open_files(s))) ||
        (s->from && (status = yee_restart_outputs(s))))
        return status;
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    if (!s->quiet && !(s->deliveries = yee_deliveries_new(s->model, step)))
        return yee_diag_fail(s->model->diag, YEE_MEMORY, NULL, "no memory for the records");
    return YEE_OK;
}

yee_status yee_simulation_open_files(yee_simulation *s)
{
    yee_communicator *all = together(s);
    const bool first = yee_first(all);
    yee_status status = yee_agree(all, first ? check_files(s) : YEE_OK);
    status = status ? status : yee_agree(all, open_parts(s));
    status = status ? status : yee_agree(all, first ? begin_files(s) : YEE_OK);
    return status ? status
                  : yee_agree(all, s->parts ? yee_part_writer_flush(s->parts) : YEE_OK);
}

/* Why a scheme had no place for a record, whatever it says of that itself. */
yee_status yee_simulation_refused(const yee_simulation *s)
{
    yee_status status = s->writer ? yee_writer_status(s->writer) : YEE_OK;
    return status || !s->deliveries ? status : yee_deliveries_status(s->deliveries);
}

const yee_sink *yee_simulation_sink(const yee_simulation *s)
{
    const yee_sink *sink =
        yee_stop_sink(s->stop, s->writer ? yee_writer_sink(s->writer) : NULL);
    sink = s->deliveries ? yee_deliveries_sink(s->deliveries, sink) : NULL;
    return yee_first(together(s)) || s->quiet ? sink : &elsewhere;
}

static yee_status deliver_transforms(yee_simulation *s)
{
    if (s->deliveries)
        yee_deliveries_end(s->deliveries);
    const yee_status status =
        YEE_CALL(s->model->scheme, s->ops, finish, s->plan,
                 s->deliveries ? yee_deliveries_sink(s->deliveries, yee_writer_sink(s->writer))
                               : &elsewhere);
    const yee_status why = status ? yee_simulation_refused(s) : YEE_OK;
    return why                        ? why
           : status || !s->deliveries ? status
                                      : yee_deliveries_check(s->deliveries, s->checked);
}

static void warn(void *user, const char *sentence)
{
    const yee_model *m = user;
    yee_diag_log(m->diag, YEE_WARNING, NULL, "%s", sentence);
}

yee_status yee_simulation_close_files(yee_simulation *s, bool complete)
{
    const bool others = s->begun && !s->quiet && !yee_first(together(s)); /* no files here */
    if (s->writer || s->parts || others) {
        yee_status status = s->status == YEE_OK || s->status == YEE_INTERRUPTED
                                ? yee_agree(together(s), deliver_transforms(s))
                                : YEE_OK;
        if (s->parts) {
            yee_subdomains_write_parts(s->plan, NULL);
            const yee_status parted = yee_part_writer_finish(s->parts);
            s->parts = NULL;
            if (s->status == YEE_OK || s->status == YEE_INTERRUPTED)
                status = yee_agree(together(s), status ? status : parted);
        }
        const yee_status run = s->status ? s->status : status;
        const double left = run ? (double)NAN : yee_ringing_left(s->ringing);
        const yee_status written = s->writer ? yee_writer_finish(s->writer, run) : YEE_OK;
        s->writer = NULL;
        if (s->files && !written && (!run || run == YEE_DIVERGED || run == YEE_INTERRUPTED))
            yee_files_ended(s->files, s->checked, !run,
                            run ? s->model->diag->error : s->stopped, left);
        s->status = run ? run : written;
    }
    if (s->files && !yee_first(together(s))) {
        const yee_status closed = yee_files_close(s->files);
        s->files = NULL;
        s->status = s->status ? s->status : closed;
    } else if (s->files) {
        s->written = yee_files_list(s->files);
        const yee_status closed = yee_files_close(s->files);
        s->files = NULL;
        s->status = s->status ? s->status : closed;
        if (complete && !s->status && !s->in_memory)
            s->status = yee_simulation_posts(s, yee_simulation_file(s));
        if (complete && !s->quiet && !s->in_memory && yee_simulation_file(s) && *s->written)
            yee_passive_judge(yee_simulation_file(s), warn, s->model);
    }
    return s->status;
}

const char *yee_simulation_written(const yee_simulation *s)
{
    return s->written ? s->written : "";
}
