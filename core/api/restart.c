/* core/api/restart.c: what a checkpoint holds, and what must be the same to go on from one.
 *
 * First what the run is: its model, plugins and outputs as texts, so that a difference can be
 * named. Then what it has come to: how far the output files are written, the state of the
 * scheme, of the sentinel and of the outputs. Rows that the files hold beyond the checkpoint
 * are written again with the same numbers. */
#include "balance.h"
#include "base/process.h"
#include "join.h"
#include "plugin/call.h"
#include "run/checkpoint.h"
#include "run/sentinel.h"
#include "run/stop.h"
#include "run/subdomains.h"
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *yee_restart_path(const yee_simulation *s)
{
    const char *file = yee_simulation_file(s);
    if (!file)
        return NULL;
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    return yee_arena_format(s->model->arena, "%.*s.checkpoint",
                            dot ? (int)(dot - file) : (int)strlen(file), file);
}

/* The intervals that outputs chose by themselves, a line "block steps" each, and where the model is
 * cut, a line "run.cut_x=12,34" an axis; malloc, NULL: no memory. */
static char *chosen_by_itself(const yee_simulation *s)
{
    const yee_instances *of = &s->model->of[YEE_OUTPUT];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    for (size_t i = 0; i < of->count && !s->quiet; i++)
        if (of->v[i]->interval)
            fprintf(out, "%s %lld\n", of->v[i]->place.block, (long long)of->v[i]->interval);
    for (int a = 0; a < 3 && s->ops == &yee_subdomains_ops; a++)
        if (s->cut.cut.count[a] > 1) {
            yee_cut_write(&s->cut.cut, a, out);
            fputc('\n', out);
        }
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

/* -- progress: the states of outputs, sentinel and scheme -- */

static yee_status output_states(const yee_simulation *s, yee_checkpoint *c, bool loading)
{
    const yee_instances *of = &s->model->of[YEE_OUTPUT];
    yee_status status = YEE_OK;
    for (size_t i = 0; i < of->count && !status; i++) {
        const yee_instance *it = of->v[i];
        const yee_output_ops *ops = it->plugin->ops;
        if (YEE_HAS(ops, state))
            status = YEE_CALL(it, ops, state, &it->host, s->model->output_self[i],
                              yee_checkpoint_state(c, it->place.block), loading);
    }
    return status;
}

static yee_communicator *together(const yee_simulation *s)
{
    return s->model->session->communicator;
}

/* The pieces before the scheme's state. */
static yee_status save_texts(const yee_simulation *s, yee_checkpoint *c)
{
    char *text = yee_restart_identity(s), *intervals = chosen_by_itself(s);
    char *rows = s->files ? yee_files_rows(s->files) : strdup("");
    yee_status status = YEE_MEMORY;
    if (!text || !intervals || !rows)
        yee_diag_fail(s->model->diag, YEE_MEMORY, NULL, "no memory for a checkpoint");
    else if (!(status = yee_checkpoint_text(c, "identity", &text)) &&
             !(status = yee_checkpoint_text(c, "intervals", &intervals)))
        status = yee_checkpoint_text(c, "rows", &rows);
    free(rows);
    free(intervals);
    free(text);
    return status;
}

static yee_status save_rest(const yee_simulation *s, yee_checkpoint *c)
{
    yee_status status;
    if (!(status = yee_sentinel_state(s->sentinel, yee_checkpoint_state(c, "sentinel"))) &&
        !(status = yee_stop_state(s->stop, yee_checkpoint_state(c, "stop"))) &&
        !(status = yee_ringing_state(s->ringing, yee_checkpoint_state(c, "ringing"))) &&
        !(status = s->writer ? output_states(s, c, false) : YEE_OK))
        status = yee_checkpoint_settle(c);
    return status;
}

/* All take part; c: the first process's. */
static yee_status scheme_state(const yee_simulation *s, yee_checkpoint *c, bool load)
{
    yee_state *state = c ? yee_checkpoint_state(c, "scheme") : NULL;
    const yee_instance *scheme = s->model->scheme;
    if (s->ops != &yee_subdomains_ops)
        return yee_whole_state(scheme, s->ops, s->plan, &s->model->problem, state, load);
    return load ? YEE_CALL(scheme, s->ops, load, s->plan, state)
                : YEE_CALL(scheme, s->ops, save, s->plan, state);
}

/* c: the first process's. */
static yee_status save(const yee_simulation *s, yee_checkpoint *c)
{
    yee_status status = yee_agree(together(s), c ? save_texts(s, c) : YEE_OK);
    if (!status)
        status = scheme_state(s, c, false);
    if (!status)
        status = yee_agree(together(s), c ? save_rest(s, c) : YEE_OK);
    return status;
}

/* The first process brings all that outputs have got to disk and opens the checkpoint. */
static yee_status create(const yee_simulation *s, yee_checkpoint **c)
{
    const char *path = yee_restart_path(s);
    yee_status status = YEE_OK;
    if (s->writer)
        status = yee_writer_drain(s->writer);
    if (!status && s->files)
        status = yee_files_flush(s->files);
    if (status)
        return status;
    *c = path ? yee_checkpoint_create(s->model->diag, path) : NULL;
    return *c ? YEE_OK : path ? YEE_IO : YEE_MEMORY;
}

yee_status yee_simulation_checkpoint(yee_simulation *s)
{
    yee_checkpoint *c = NULL;
    if (!s->sentinel || s->finished)
        return yee_diag_fail(s->model->diag, YEE_USAGE, NULL,
                             "a checkpoint can be written once the run has begun and until it "
                             "is finished");
    /* Files take as long as they take; the next exchange bounds the patience again. */
    if (together(s))
        together(s)->patience = 0;
    yee_status status = yee_sentinel_check(s->sentinel, true); /* none of a run that diverges */
    if (!status)
        status = yee_agree(together(s), s->parts ? yee_part_writer_flush(s->parts) : YEE_OK);
    if (!status)
        status = yee_agree(together(s), yee_first(together(s)) ? create(s, &c) : YEE_OK);
    if (!status)
        status = save(s, c);
    if (c)
        yee_checkpoint_close(c);
    return status;
}

const char *yee_simulation_checkpoint_file(const yee_simulation *s)
{
    return yee_restart_path(s);
}

void yee_simulation_ask_checkpoint(yee_simulation *s) { s->asked = 1; }

/* Going on. */

/* The interval (steps) that an output had chosen by itself, from the lines of
 * chosen_by_itself(); 0: none. */
static int64_t interval_of(const char *then, const char *block)
{
    const size_t name = strlen(block);
    for (; *then; then += strcspn(then, "\n"), then += *then == '\n')
        if (!strncmp(then, block, name) && then[name] == ' ')
            return strtoll(then + name, NULL, 10);
    return 0;
}

/* A run that is longer now goes on with the intervals it began with. *other: there are some. */
static void keep_intervals(const yee_model *m, const char *then, bool *other)
{
    *other = false;
    for (size_t i = 0; i < m->of[YEE_OUTPUT].count; i++) {
        yee_instance *it = m->of[YEE_OUTPUT].v[i];
        const int64_t before = it->interval ? interval_of(then, it->place.block) : 0;
        if (before < 1 || before == it->interval)
            continue;
        yee_diag_log(m->diag, YEE_INFO, &it->place,
                     "goes on every %lld steps as the run began, not every %lld as a run of "
                     "this length would",
                     (long long)before, (long long)it->interval);
        it->interval = before;
        *other = true;
    }
}

/* Plans the model once more, with the taps that the checkpoint has. */
static yee_status plan_again(yee_simulation *s)
{
    yee_model *m = s->model;
    void (*const log)(void *, yee_level, const char *) = m->diag->log;
    YEE_CALL_VOID(s->model->scheme, s->ops, destroy, s->plan);
    s->plan = NULL;
    m->diag->log = NULL; /* what plans have to say has been said */
    yee_status status = yee_model_outputs(m);
    yee_simulation_part_records(m);
    if (!status)
        status = YEE_CALL(m->scheme, s->ops, plan, &m->scheme->host, s->config, &m->problem,
                          &s->plan);
    m->diag->log = log;
    return status;
}

/* Whether the checkpoint is of this model, with the intervals that the run began with, which all
 * processes get. c: the first one's. */
static yee_status load_texts(yee_simulation *s, const char *path, yee_checkpoint *c)
{
    yee_model *m = s->model;
    char *now = NULL, *then = NULL, *intervals = NULL;
    bool other = false;
    yee_status status = c ? yee_checkpoint_text(c, "identity", &then) : YEE_OK;
    if (!status && c)
        status = yee_checkpoint_text(c, "intervals", &intervals);
    status = yee_agree(together(s), status);
    if (!status)
        status = yee_broadcast_text(together(s), &intervals);
    if (!status && !s->quiet)
        keep_intervals(m, intervals, &other);
    if (!status && other)
        status = plan_again(s);
    if (!status && c && !(now = yee_restart_identity(s)))
        status = yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory to restart");
    if (!status && c)
        status = yee_restart_compare(s, path, now, then);
    if (!status && c)
        status = yee_checkpoint_text(c, "rows", &s->files_from);
    free(now);
    free(then);
    free(intervals);
    return yee_agree(together(s), status);
}

static yee_status load(yee_simulation *s, const char *path, yee_checkpoint *c)
{
    yee_model *m = s->model;
    yee_shared_state shared;
    yee_status status = load_texts(s, path, c);
    if (status || (status = scheme_state(s, c, true)))
        return status;
    const int64_t step = YEE_CALL(m->scheme, s->ops, step, s->plan);
    if (step < 0 || step > m->problem.steps)
        return yee_diag_fail(m->diag, YEE_INPUT, NULL,
                             "cannot use the checkpoint %s: it is after step %lld of a run "
                             "that has %lld now; give it more steps, or begin anew (--force "
                             "without --restart)",
                             path, (long long)step, (long long)m->problem.steps);
    if (!(s->sentinel = yee_sentinel_new(m, s->ops, s->plan, m->run.sentinel, false)) ||
        !(s->stop = yee_stop_new(m, s->ops, s->plan)) ||
        !(s->ringing = yee_ringing_new(m, s->ops, s->plan)))
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory to restart");
#define STATE(group) \
    yee_share_state(&shared, together(s), c ? yee_checkpoint_state(c, group) : NULL, true)
    if ((status = yee_sentinel_state(s->sentinel, STATE("sentinel"))))
        return status;
    if ((status = yee_stop_state(s->stop, STATE("stop"))))
        return status;
    return yee_ringing_state(s->ringing, STATE("ringing"));
#undef STATE
}

yee_checkpoint *yee_restart_find(yee_simulation *s, const char **path)
{
    yee_diag *diag = s->model->diag;
    const char *newest = yee_restart_path(s);
    *path = newest;
    if (!newest)
        return NULL;
    const char *before = yee_arena_format(s->model->arena, "%s.old", newest);
    const bool there = !access(newest, F_OK), older = before && !access(before, F_OK);
    yee_checkpoint *c = there ? yee_checkpoint_open(diag, newest) : NULL;
    if (c || !older)
        return c;
    if (there)
        yee_diag_log(diag, YEE_WARNING, NULL, "%s; going on from the one before", diag->error);
    yee_diag_clear(diag);
    *path = before;
    return yee_checkpoint_open(diag, before);
}

yee_status yee_simulation_restart(yee_simulation *s, const char *path)
{
    yee_diag *diag = s->model->diag;
    yee_checkpoint *c = NULL;
    yee_diag_clear(diag);
    if (s->sentinel || s->finished)
        return yee_diag_fail(diag, YEE_USAGE, NULL, "a run that has begun cannot restart");
    if (!path && !yee_first(together(s)))
        path = yee_restart_path(s);
    else
        c = yee_first(together(s))
                ? path ? yee_checkpoint_open(diag, path) : yee_restart_find(s, &path)
                : NULL;
    unsigned there = c != NULL;
    yee_status status = yee_agree(together(s), c ? YEE_OK : diag->status);
    if (!status)
        status = yee_unite(together(s), &there);
    if (status)
        return status;
    if (!there) {
        yee_diag_log(diag, YEE_INFO, NULL, "no checkpoint %s: the run starts at its beginning",
                     path);
        return YEE_OK;
    }
    status = load(s, path, c);
    s->from = c;
    s->restarted = true;
    s->status = status;
    s->finished = status != YEE_OK; /* its state may be half a checkpoint's */
    if (!status)
        yee_diag_log(diag, YEE_INFO, NULL, "going on after step %lld, from %s",
                     (long long)YEE_CALL(s->model->scheme, s->ops, step, s->plan), path);
    return status;
}

yee_status yee_restart_outputs(yee_simulation *s)
{
    yee_status status = s->writer ? output_states(s, s->from, true) : YEE_OK;
    if (!status)
        status = yee_checkpoint_settle(s->from);
    if (!status && s->files)
        yee_files_go_on(s->files);
    yee_checkpoint_close(s->from);
    s->from = NULL;
    return status;
}

yee_status yee_restart_clear(yee_simulation *s)
{
    static const char *const end[] = {"", ".old", ".new"};
    const char *path = yee_restart_path(s);
    for (int i = 0; i < 3 && path; i++) {
        const char *one = yee_arena_format(s->model->arena, "%s%s", path, end[i]);
        if (!one)
            break;
        if (i < 2 && !s->model->run.force && !access(one, F_OK))
            return yee_diag_fail(s->model->diag, YEE_IO, NULL,
                                 "%s exists; --restart goes on from it, --force replaces it",
                                 one);
        unlink(one);
    }
    return YEE_OK;
}
