/* core/api/simulation.c: the run loop: steps, checks, checkpoints. */
#include "simulation.h"
#include "base/clock.h"
#include "base/process.h"
#include "plugin/call.h"
#include "run/deliveries.h"
#include "run/sentinel.h"
#include "run/stop.h"
#include "selftest/selftest.h"
#include <stdlib.h>

/* The processes that run the model; NULL: this one is alone. */
static yee_communicator *together(const yee_simulation *s)
{
    return s->model->session->communicator;
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
        const bool zero = !s->wrote && yee_simulation_step(s) == 0;
        s->sentinel = yee_sentinel_new(m, s->ops, s->plan, m->run.sentinel, zero);
        s->stop = yee_stop_new(m, s->ops, s->plan);
        s->ringing = yee_ringing_new(m, s->ops, s->plan);
    }
    if (!s->sentinel || !s->stop || !s->ringing) {
        s->sentinel = NULL;
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for the sentinel");
    }
    if ((status = yee_stop_check(s->stop)) || (status = yee_simulation_open_files(s)))
        return status;
    s->checked = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    s->saved = yee_now();
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
    const bool by_time = run->checkpoint > 0 && yee_first(together(s)) &&
                         yee_now() - s->saved >= run->checkpoint;
    unsigned due = s->asked || by_time;
    if (s->quiet || s->in_memory)
        return YEE_OK;
    yee_status status = yee_unite(together(s), &due);
    if (status || (!due && !by_steps))
        return status;
    s->asked = 0;
    status = yee_simulation_checkpoint(s);
    s->saved = yee_now();
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

/* A chunk takes about a third of a second: that is how often progress and signals are looked at.
 * It has more where steps are slow, 128 in up to two seconds or else 32 in up to five: schemes
 * that block in time need many at once. */
yee_status yee_simulation_begin_chunk(yee_simulation *s, int64_t last)
{
    const int64_t step = yee_simulation_step(s);
    s->chunk_begun = yee_now();
    s->chunk_work = yee_clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
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
    const double took = yee_now() - s->chunk_begun;
    s->seconds += took;
    s->work += yee_clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - s->chunk_work;
    if (status && yee_simulation_refused(s))
        status = yee_simulation_refused(s);
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
    return yee_simulation_close_files(s, at_end(s));
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
    s->wrote = true;
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
const yee_scheme_ops *yee_simulation_scheme(const yee_simulation *s, const void **config,
                                            void **plan)
{
    *config = s->config;
    *plan = s->plan;
    return s->ops;
}
