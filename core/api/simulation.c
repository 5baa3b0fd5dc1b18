/* core/api/simulation.c: the run loop: plan, steps, files. */
#include "simulation.h"
#include "base/process.h"
#include "join.h"
#include "plugin/call.h"
#include "run/checkpoint.h"
#include "run/deliveries.h"
#include "run/passive.h"
#include "run/sentinel.h"
#include "run/stop.h"
#include "selftest/selftest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

static double now(void) { return read_clock(CLOCK_MONOTONIC); }

/* The key, else the model's name with .h5 in the working directory. */
static const char *named_file(const yee_model *m)
{
    if (m->run.output)
        return m->run.output;
    const char *name = strrchr(m->config->path, '/');
    name = name ? name + 1 : m->config->path;
    const char *dot = strrchr(name, '.');
    const int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    return yee_arena_format(m->arena, "%.*s.h5", length, name);
}

/* The main file; NULL: no memory. */
static const char *main_file(const yee_simulation *s)
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
    const char *path = main_file(s);
    s->files = path ? yee_files_new(m->diag, path, m->run.force, m->config->inputs, &provenance)
                    : NULL;
    if (!s->files)
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for the output files");
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

/* Before the first step: self-test, files, sentinel and criteria of the end. */
static yee_status begin(yee_simulation *s)
{
    yee_model *m = s->model;
    const bool judged = !s->trial && yee_simulation_step(s) == 0;
    yee_status status =
        yee_agree(together(s), judged ? yee_selftest_enforce(m, m->run.strict) : YEE_OK);
    if (status)
        return status;
    if (!s->restarted) {
        s->sentinel = yee_sentinel_new(m, s->ops, s->plan, m->run.sentinel);
        s->stop = yee_stop_new(m, s->ops, s->plan);
        s->ringing = yee_ringing_new(m, s->ops, s->plan);
    }
    if (!s->sentinel || !s->stop || !s->ringing) {
        s->sentinel = NULL;
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for the sentinel");
    }
    const bool first = yee_first(together(s));
    if ((status = yee_stop_check(s->stop)) ||
        (status = yee_agree(together(s), first ? check_files(s) : YEE_OK)) ||
        (status = yee_agree(together(s), open_parts(s))) ||
        (status = yee_agree(together(s), first ? begin_files(s) : YEE_OK)) ||
        (status = yee_agree(together(s), s->parts ? yee_part_writer_flush(s->parts) : YEE_OK)))
        return status;
    s->checked = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    s->saved = now();
    s->first = s->checked;
    s->begun = true;
    return YEE_OK;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* Steps until the next check of the run or the next checkpoint. */
static int64_t steps_until_check(const yee_simulation *s, int64_t step)
{
    const int64_t every = s->model->run.checkpoint_steps;
    const int64_t next_check = least(yee_sentinel_steps_until_check(s->sentinel, step),
                                     least(yee_stop_steps_until_check(s->stop, step),
                                           yee_ringing_steps_until_check(s->ringing, step)));
    return least(next_check, every ? every - step % every : INT64_MAX);
}

/* Periodic checkpoints, and those that were asked for. One that cannot be written is no reason
 * to lose the run; a plugin that breaks its contract is. */
static yee_status save_if_due(yee_simulation *s, int64_t step)
{
    const yee_run_config *run = &s->model->run;
    const bool by_steps = run->checkpoint_steps && step % run->checkpoint_steps == 0;
    const bool by_time =
        run->checkpoint > 0 && yee_first(together(s)) && now() - s->saved >= run->checkpoint;
    unsigned due = s->asked || by_time;
    if (s->quiet || s->in_memory)
        return YEE_OK;
    yee_status status = yee_unite(together(s), &due);
    if (status || (!due && !by_steps))
        return status;
    s->asked = 0;
    status = yee_simulation_checkpoint(s);
    s->saved = now();
    unsigned ends = status == YEE_DIVERGED || status == YEE_PLUGIN || status == YEE_LOST ||
                    (s->writer && yee_writer_status(s->writer));
    if (yee_unite(together(s), &ends))
        ends = 1;
    if (status && ends)
        return status;
    if (status) {
        yee_diag_log(s->model->diag, YEE_WARNING, NULL, "%s; the run goes on",
                     s->model->diag->error);
        yee_diag_clear(s->model->diag);
    }
    return YEE_OK;
}

/* A scheme that loses steps would never end, or end too early; a source that plays no numbers
 * ends the run before anybody believes its fields. */
static yee_status kept_promises(const yee_simulation *s, int64_t from, int64_t count)
{
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    if (step != from + count)
        return yee_diag_fail(s->model->diag, YEE_PLUGIN, &s->model->scheme->place,
                             "scheme '%s' was asked for %lld steps after step %lld and is "
                             "after step %lld",
                             s->model->scheme->plugin->name, (long long)count, (long long)from,
                             (long long)step);
    yee_status status = yee_points_check_signals(s->model->points);
    return status || !s->deliveries ? status : yee_deliveries_check(s->deliveries, step);
}

/* Why a scheme had no place for a record, whatever it says of that itself. */
static yee_status refused(const yee_simulation *s)
{
    yee_status status = s->writer ? yee_writer_status(s->writer) : YEE_OK;
    return status || !s->deliveries ? status : yee_deliveries_status(s->deliveries);
}

/* After a chunk: is the run finite, is it at its end, is it to be kept? */
static yee_status check(yee_simulation *s, int64_t last, yee_status status)
{
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    if (!status && s->writer)
        status = yee_writer_status(s->writer);
    if (!status && s->parts)
        status = yee_part_writer_status(s->parts);
    if ((status = yee_agree(together(s), status)))
        return status;
    s->checked = step;
    if (!status && (step == last || yee_sentinel_steps_until_check(s->sentinel, step) <= 0))
        status = yee_sentinel_check(s->sentinel, step == s->model->problem.steps);
    if (!status)
        status = yee_stop_reached(s->stop, &s->stopped);
    if (!status)
        yee_ringing_check(s->ringing);
    if (!status && s->stopped)
        yee_diag_log(s->model->diag, YEE_INFO, NULL, "ends after step %lld of %lld: %s",
                     (long long)step, (long long)s->model->problem.steps, s->stopped);
    return status ? status : save_if_due(s, step);
}

yee_status yee_simulation_ended(yee_simulation *s)
{
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    const bool at_end = s->stopped || step == s->model->problem.steps;
    const bool own =
        !s->stopped && step > s->first && !s->quiet; /* of this run, not before it */
    const char *missed = at_end && own ? yee_stop_missed(s->stop) : NULL;
    if (missed)
        yee_diag_log(s->model->diag, YEE_WARNING, &s->model->run_place,
                     "the last step came before what was to end the run: %s; the fields may "
                     "still ring, and charges that a current with a mean (a gaussian) leaves "
                     "keep theirs",
                     missed);
    if (at_end && own && !missed)
        yee_ringing_warn(s->ringing);
    return at_end && s->model->run.checkpoint_at_end && !s->quiet && !s->in_memory
               ? yee_simulation_checkpoint(s)
               : YEE_OK;
}

yee_status yee_simulation_begin(yee_simulation *s)
{
    if (s->finished)
        return yee_diag_fail(s->model->diag, YEE_USAGE, NULL, "the simulation is finished");
    yee_diag_clear(s->model->diag);
    if (!s->begun && (s->status = begin(s)))
        return s->status;
    s->status = YEE_OK;
    s->stopped = NULL;
    return YEE_OK;
}

const yee_sink *yee_simulation_sink(const yee_simulation *s)
{
    const yee_sink *sink =
        yee_stop_sink(s->stop, s->writer ? yee_writer_sink(s->writer) : NULL);
    sink = s->deliveries ? yee_deliveries_sink(s->deliveries, sink) : NULL;
    return yee_first(together(s)) || s->quiet ? sink : &elsewhere;
}

/* A chunk takes about a third of a second: that is how often progress and signals are looked at.
 * It has more where steps are slow, 128 in up to two seconds or else 32 in up to five: schemes
 * that block in time need many at once. */
yee_status yee_simulation_begin_chunk(yee_simulation *s, int64_t last)
{
    const int64_t step = yee_simulation_step(s);
    s->chunk_begun = now();
    s->chunk_work = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    s->chunk_from = step;
    s->chunk_steps = least(s->chunk, least(last - step, steps_until_check(s, step)));
    return yee_broadcast(together(s), &s->chunk_steps, sizeof s->chunk_steps);
}

static void fit_chunk(yee_simulation *s, double took)
{
    const double longest = s->chunk > 128 ? 0.6 : s->chunk > 32 ? 2.5 : 5;
    if (s->chunk_steps == s->chunk && took < (s->chunk < 32 ? 2 : s->chunk < 128 ? 1 : 0.2))
        s->chunk *= 2;
    else if (s->chunk > 1 && took > longest)
        s->chunk /= 2;
}

yee_status yee_simulation_end_chunk(yee_simulation *s, int64_t last, yee_status status,
                                    bool (*progress)(void *user, const yee_progress *progress),
                                    void *user)
{
    const yee_problem *p = &s->model->problem;
    const double cells = (double)p->grid.axis[0].cells * (double)p->grid.axis[1].cells *
                         (double)p->grid.axis[2].cells;
    const double took = now() - s->chunk_begun;
    s->seconds += took;
    s->work += read_clock(CLOCK_PROCESS_CPUTIME_ID) - s->chunk_work;
    if (status && refused(s))
        status = refused(s);
    if (!status)
        status = kept_promises(s, s->chunk_from, s->chunk_steps);
    if (!status || together(s))
        status = check(s, last, status);
    const int64_t done = yee_simulation_step(s);
    const yee_progress report = {
        sizeof report, done, p->steps, s->seconds,
        s->seconds > 0 ? 1e-6 * cells * (double)(done - s->first) / s->seconds : 0};
    unsigned ends = !status && progress && !progress(user, &report);
    if (!status)
        status = yee_unite(together(s), &ends);
    if (!status && ends)
        status =
            yee_diag_fail(s->model->diag, YEE_INTERRUPTED, NULL,
                          "interrupted after step %lld of %lld; the files hold all up to there",
                          (long long)done, (long long)p->steps);
    fit_chunk(s, took);
    s->chunk_steps = 0;
    return status;
}

static yee_status run(yee_simulation *s, int64_t steps,
                      bool (*progress)(void *user, const yee_progress *progress), void *user)
{
    const yee_problem *p = &s->model->problem;
    const yee_status begun = yee_simulation_begin(s);
    if (begun)
        return begun;
    const yee_sink *sink = yee_simulation_sink(s);
    const int64_t first = yee_simulation_step(s);
    const int64_t last = steps < 0 || steps > p->steps - first ? p->steps : first + steps;
    for (int64_t step = first; !s->status && !s->stopped && step < last;
         step = yee_simulation_step(s)) {
        if ((s->status = yee_simulation_begin_chunk(s, last)))
            break;
        s->status = YEE_CALL(s->model->scheme, s->ops, run, s->plan, s->chunk_steps, sink);
        s->status = yee_simulation_end_chunk(s, last, s->status, progress, user);
    }
    if (!s->status)
        s->status = yee_simulation_ended(s);
    return s->status;
}

static yee_status deliver_transforms(yee_simulation *s)
{
    if (s->deliveries)
        yee_deliveries_end(s->deliveries);
    const yee_status status =
        YEE_CALL(s->model->scheme, s->ops, finish, s->plan,
                 s->deliveries ? yee_deliveries_sink(s->deliveries, yee_writer_sink(s->writer))
                               : &elsewhere);
    const yee_status why = status ? refused(s) : YEE_OK;
    return why                        ? why
           : status || !s->deliveries ? status
                                      : yee_deliveries_check(s->deliveries, s->checked);
}

yee_status yee_simulation_run(yee_simulation *s, int64_t steps,
                              bool (*progress)(void *user, const yee_progress *progress),
                              void *user)
{
    yee_process_enter();
    const yee_status status = run(s, steps, progress, user);
    yee_process_leave();
    return status;
}

/* The run has come to where it was to end: its steps are done, or a criterion is met. */
static bool at_end(const yee_simulation *s)
{
    return s->begun && !s->status &&
           (s->stopped || yee_simulation_step(s) == s->model->problem.steps);
}

static void warn(void *user, const char *sentence)
{
    const yee_model *m = user;
    yee_diag_log(m->diag, YEE_WARNING, NULL, "%s", sentence);
}

static yee_status finish(yee_simulation *s)
{
    if (s->finished)
        return s->status;
    s->finished = true;
    if (together(s))
        together(s)->patience = 0;    /* for files */
    if (s->chunk_steps && !s->status) /* the device is at work */
        s->status = YEE_CALL(s->model->scheme, s->ops, run, s->plan, 0, yee_simulation_sink(s));
    s->chunk_steps = 0;
    const bool complete = at_end(s);
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
            s->status = yee_simulation_posts(s, main_file(s));
        if (complete && !s->quiet && !s->in_memory && main_file(s) && *s->written)
            yee_passive_judge(main_file(s), warn, s->model);
    }
    return s->status;
}

yee_status yee_simulation_finish(yee_simulation *s)
{
    yee_process_enter();
    const bool before = s->finished;
    yee_status status = finish(s);
    if (!before && s->begun)
        status = s->status = yee_agree(together(s), status);
    yee_process_leave();
    return status;
}

void yee_simulation_free(yee_simulation *s)
{
    if (!s)
        return;
    yee_simulation_finish(s);
    yee_simulation_forget(s);
    if (s->plan) /* a restart or an aim may have failed to plan anew */
        YEE_CALL_VOID(s->model->scheme, s->ops, destroy, s->plan);
    free(s);
}

void yee_simulation_quiet(yee_simulation *s) { s->quiet = true; }
int64_t yee_simulation_step(const yee_simulation *s)
{
    return YEE_CALL(s->model->scheme, s->ops, step, s->plan);
}
yee_status yee_simulation_read(yee_simulation *s, int component, double *values)
{
    return YEE_CALL(s->model->scheme, s->ops, read, s->plan, component, values);
}
yee_status yee_simulation_write(yee_simulation *s, int component, const double *values)
{
    return YEE_CALL(s->model->scheme, s->ops, write, s->plan, component, values);
}
yee_status yee_simulation_energy(yee_simulation *s, double energy[2])
{
    const yee_status status = YEE_CALL(s->model->scheme, s->ops, energy, s->plan, energy);
    for (int n = 0; n < 2 && !status; n++)
        energy[n] *= yee_grid_parts(&s->model->problem.grid);
    return status;
}
int yee_simulation_print(const yee_simulation *s, char *text, size_t size)
{
    char raw[4096] = "";
    const int length = YEE_CALL(s->model->scheme, s->ops, print, s->plan, raw, sizeof raw);
    raw[sizeof raw - 1] = '\0';
    if (size)
        yee_text_clean(text, size, raw, true);
    return length;
}
const char *yee_simulation_file(const yee_simulation *s) { return main_file(s); }
const char *yee_simulation_written(const yee_simulation *s)
{
    return s->written ? s->written : "";
}

const yee_scheme_ops *yee_simulation_scheme(const yee_simulation *s, const void **config,
                                            void **plan)
{
    *config = s->config;
    *plan = s->plan;
    return s->ops;
}
