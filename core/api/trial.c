/* core/api/trial.c: a run that ends after a moment and is written into a folder that goes.
 *
 * The steps at the beginning are real ones, with every source, tap and output. A record that is
 * due less often than a few times in them is not in their time, nor are its bytes in the files:
 * so the records that the rest of the run would hand over go to the outputs as well, as zeros
 * (the core's files hold numbers as they are: zeros take the room and the time of any others),
 * and the transforms as they stand. Beyond the bounds what remains is counted by its bytes. */
#include "trial.h"
#include "base/clock.h"
#include "plugin/call.h"
#include "run/stop.h"
#include "selftest/cost.h"
#include "simulation.h"
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds of all cores: shares of the time are those of the work, which other work on the machine
 * does not change. */
static double work(void) { return yee_clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }

/* -- what taps hand over -- */

static double record_bytes(const yee_problem *p, const yee_tap *tap)
{
    const bool single = tap->kind == YEE_TAP_BOX || tap->kind == YEE_TAP_POINTS;
    return (double)tap->values * (single && p->precision == YEE_F32 ? 4 : 8);
}

/* The first step after `step` at which a tap is due; INT64_MAX: none, and for transforms. */
static int64_t next_due(const yee_problem *p, const yee_tap *tap, int64_t step)
{
    const int64_t first = tap->first > 0 ? tap->first : tap->every;
    const int64_t last = tap->last < p->steps ? tap->last : p->steps;
    const int64_t wait = step < first ? first - step : tap->every - (step - first) % tap->every;
    return tap->kind != YEE_TAP_DFT && wait <= last - step ? step + wait : INT64_MAX;
}

/* Records of a tap after step `from`, up to step `to`. */
static double records_between(const yee_problem *p, const yee_tap *tap, int64_t from,
                              int64_t to)
{
    const int64_t due = next_due(p, tap, from), last = tap->last < to ? tap->last : to;
    return due > last ? 0 : (double)((last - due) / tap->every + 1);
}

static double bytes_between(const yee_problem *p, int64_t from, int64_t to)
{
    double sum = 0;
    for (int64_t i = 0; i < p->taps; i++)
        sum += record_bytes(p, &p->tap[i]) * records_between(p, &p->tap[i], from, to);
    return sum;
}

static double transform_bytes(const yee_problem *p)
{
    double sum = 0;
    for (int64_t i = 0; i < p->taps; i++)
        if (p->tap[i].kind == YEE_TAP_DFT)
            sum += record_bytes(p, &p->tap[i]);
    return sum;
}

/* -- steps -- */

/* Looks at the clock between the chunks of the trial's steps. Short chunks are slow: threads are
 * woken for each, and schemes that block in time have nothing to block. A run comes to long ones
 * by doubling; a trial has less time. */
enum { LOOKS = 64, LONG = 32, FASTER = 16 };
typedef struct watch {
    yee_simulation *simulation;
    const yee_trial_bounds *bounds;
    double start; /* s: the clock at its beginning */
    int looks;    /* [0] is the beginning */
    struct {
        int64_t step;
        double seconds, work; /* s in steps, of the wall and of all cores */
    } at[LOOKS];
} watch;

/* Seconds of a step: on the wall, and of all cores. */
typedef struct pace {
    double seconds, work;
} pace;

static int64_t chunk_before(const watch *w, int i) { return w->at[i].step - w->at[i - 1].step; }

static bool look(void *user, const yee_progress *progress)
{
    watch *w = user;
    const yee_problem *p = &w->simulation->model->problem;
    const double seconds = yee_now() - w->start;
    if (w->looks == LOOKS) { /* every other one is enough */
        for (int i = 1; i < LOOKS / 2; i++)
            w->at[i] = w->at[2 * i];
        w->looks = LOOKS / 2;
    }
    const int last = w->looks++;
    w->at[last].step = progress->step;
    w->at[last].seconds = progress->seconds;
    w->at[last].work = w->simulation->work;
    const int64_t chunk = chunk_before(w, last);
    const double step = (progress->seconds - w->at[last - 1].seconds) / (double)chunk;
    const double most = (w->bounds->seconds - seconds) / step;
    if (most > (double)chunk)
        w->simulation->chunk = most < (double)(FASTER * chunk) ? (int64_t)most : FASTER * chunk;
    const bool enough = seconds >= w->bounds->seconds && progress->step >= 2 &&
                        (chunk >= LONG || seconds >= 4 * w->bounds->seconds);
    return !enough && bytes_between(p, 0, progress->step) < w->bounds->bytes;
}

/* Seconds of all looks at energy and fields that the run will take between its steps: those for
 * `stop_decay` and its like come at the powers of two and then at an interval, those of a run that
 * may still ring at its end at the powers of two. The trial had as many as it had chunks. */
static double check_seconds(const watch *w, double seconds)
{
    const yee_model *m = w->simulation->model;
    const double steps = (double)m->problem.steps, done = (double)w->at[w->looks - 1].step;
    const double all = seconds - w->at[w->looks - 1].seconds;
    const bool stops = yee_stop_steps_until_check(w->simulation->stop, 0) < INT64_MAX;
    const double more =
        log2(steps / done) + (stops ? (steps - done) / (double)m->run.stop_every : 0);
    return all + all / (w->looks - 1) * more;
}

/* The look behind which the steps count: at the beginning of the long chunks. */
static int settled(const watch *w)
{
    int64_t longest = 0;
    int i = 0;
    for (int k = 1; k < w->looks; k++)
        longest = chunk_before(w, k) > longest ? chunk_before(w, k) : longest;
    while (i + 2 < w->looks && 2 * chunk_before(w, i + 1) < longest)
        i++;
    return i;
}

/* Every step counts where the trial did the whole run. */
static pace pace_of(const watch *w)
{
    const int last = w->looks - 1;
    const int from = w->at[last].step == w->simulation->model->problem.steps ? 0 : settled(w);
    const double steps = (double)(w->at[last].step - w->at[from].step);
    return (pace){(w->at[last].seconds - w->at[from].seconds) / steps,
                  (w->at[last].work - w->at[from].work) / steps};
}

/* -- the rest of the records -- */

/* A record that is due once or twice while the steps were timed has too much or too little part
 * in their time. */
enum { OFTEN = 4 };

/* Hands over what is due at a step to the outputs of one sort; bytes. */
static yee_status hand_over(yee_simulation *s, const bool *skip, int64_t *due, int64_t step,
                            double *bytes)
{
    const yee_problem *p = &s->model->problem;
    const yee_sink *sink = yee_writer_sink(s->writer);
    yee_status status = YEE_OK;
    for (int64_t i = 0; !status && i < p->taps; i++) {
        if (skip[i] || due[i] != step)
            continue;
        const double size = record_bytes(p, &p->tap[i]);
        void *record = sink->reserve(sink, i, step);
        status = record ? YEE_OK : yee_writer_status(s->writer);
        if (record) {
            memset(record, 0, (size_t)size);
            status = sink->commit(sink, i, record);
        }
        due[i] = next_due(p, &p->tap[i], step);
        *bytes += size;
    }
    return status;
}

/* Seconds of all records after step `from` that skip[] lets through, and in *left the bytes that
 * were too many. */
static double replay(yee_simulation *s, const bool *skip, int64_t from, double most,
                     double *left, yee_status *status)
{
    enum { AT_ONCE = 4 << 20 }; /* bytes that may wait: a queue is memory that a run has not */
    const yee_problem *p = &s->model->problem;
    int64_t *due = malloc((size_t)p->taps * sizeof *due + 1), step = INT64_MAX;
    double all = 0, bytes = 0, drained = 0;
    if (!due) {
        *status = YEE_MEMORY;
        return 0;
    }
    for (int64_t i = 0; i < p->taps; i++) {
        due[i] = skip[i] ? INT64_MAX : next_due(p, &p->tap[i], from);
        step = due[i] < step ? due[i] : step;
        all += skip[i] ? 0
                       : record_bytes(p, &p->tap[i]) *
                             records_between(p, &p->tap[i], from, p->steps);
    }
    const double start = yee_now();
    while (!*status && step != INT64_MAX && bytes < most && yee_now() - start < 1) {
        *status = hand_over(s, skip, due, step, &bytes);
        step = INT64_MAX;
        for (int64_t i = 0; i < p->taps; i++)
            step = due[i] < step ? due[i] : step;
        if (!*status && bytes - drained > AT_ONCE) {
            *status = yee_writer_drain(s->writer);
            drained = bytes;
        }
    }
    if (!*status)
        *status = yee_writer_drain(s->writer);
    free(due);
    const double took = yee_now() - start;
    *left += all - bytes;
    return bytes > 0 ? took * all / bytes : 0;
}

/* Outputs get their records step by step, all taps of one together: an output is rare where one
 * of its taps is. */
static void find_rare(const yee_simulation *s, const watch *w, bool *rare)
{
    const yee_problem *p = &s->model->problem;
    const yee_tap_owner *owner = s->model->taps.owner;
    const int from = settled(w), last = w->looks - 1;
    for (int64_t i = 0; i < p->taps; i++) {
        const yee_tap *tap = &p->tap[i];
        rare[i] = tap->kind != YEE_TAP_DFT &&
                  records_between(p, tap, w->at[from].step, w->at[last].step) < OFTEN;
    }
    for (int64_t i = 0; i < p->taps; i++)
        for (int64_t k = 0; k < p->taps && !rare[i]; k++)
            rare[i] =
                rare[k] && owner[k].output == owner[i].output && p->tap[i].kind != YEE_TAP_DFT;
}

static yee_status rest(yee_simulation *s, const watch *w, double most, yee_trial *t)
{
    const yee_problem *p = &s->model->problem;
    bool *skip = calloc((size_t)p->taps + 1, sizeof *skip);
    yee_status status = skip ? YEE_OK : YEE_MEMORY;
    if (skip && w->at[w->looks - 1].step < p->steps) {
        find_rare(s, w, skip);
        replay(s, skip, t->steps, most, &t->unwritten, &status); /* in the time of the steps */
        for (int64_t i = 0; i < p->taps; i++)
            skip[i] = !skip[i];
        if (!status)
            t->records = replay(s, skip, t->steps, most, &t->unwritten, &status);
    }
    free(skip);
    return status;
}

/* -- files and memory -- */

static double bytes_in(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    struct stat info;
    double sum = 0;
    while (dir && (entry = readdir(dir)))
        if (!fstatat(dirfd(dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) &&
            S_ISREG(info.st_mode))
            sum += (double)info.st_size;
    if (dir)
        closedir(dir);
    return sum;
}

/* How many checkpoints the run keeps at its end: none, one, or the last two. */
static int checkpoints(const yee_run_config *run, int64_t steps, double seconds)
{
    double n = run->checkpoint_at_end;
    if (run->checkpoint_steps)
        n += floor((double)steps / (double)run->checkpoint_steps);
    if (run->checkpoint > 0)
        n += floor(seconds / run->checkpoint);
    return n < 2 ? (int)n : 2;
}

/* One checkpoint, in place of those of the run. */
static yee_status save(yee_simulation *s, const yee_run_config *run, double most, yee_trial *t,
                       double *bytes)
{
    const yee_model *m = s->model;
    const int kept = checkpoints(run, m->problem.steps, t->step * (double)m->problem.steps);
    yee_need need;
    yee_need_count(&m->problem, yee_voxels_points(m->voxels), &need);
    const double state =
        need.fields + need.sections + need.layers + transform_bytes(&m->problem);
    struct stat info;
    yee_status status = YEE_OK;
    *bytes = kept * state;
    if (!kept || state > most)
        return YEE_OK;
    const double start = yee_now();
    if (!(status = yee_simulation_checkpoint(s))) {
        const char *path = yee_simulation_checkpoint_file(s);
        t->checkpoint = yee_now() - start;
        if (path && !stat(path, &info)) {
            *bytes = kept * (double)info.st_size;
            unlink(path);
        }
    }
    return status;
}

/* -- what the fields alone take -- */

/* The work of a step of the same problem with fewer sources and taps; NAN: not measured. slowest:
 * s that it may take. */
static double bare_work(const yee_simulation *s, const yee_problem *problem, double slowest,
                        double seconds)
{
    const yee_instance *it = s->model->scheme;
    void *plan = NULL;
    double took = 0, worked = 0;
    int64_t steps = 0;
    const int64_t most = problem->steps - 1;
    int64_t chunk = s->chunk < most ? s->chunk : most;
    while (chunk > 1 && (double)chunk * slowest > seconds)
        chunk /= 2;
    if (YEE_CALL(it, s->ops, plan, &it->host, s->config, problem, &plan) || !plan)
        return NAN;
    yee_status status = YEE_CALL(it, s->ops, run, plan, 1, NULL); /* a cold one */
    while (!status && took < seconds && chunk && steps + chunk <= most) {
        const double start = yee_now(), cpu = work();
        status = YEE_CALL(it, s->ops, run, plan, chunk, NULL);
        worked += work() - cpu;
        took += yee_now() - start;
        steps += chunk;
    }
    YEE_CALL_VOID(it, s->ops, destroy, plan);
    return status || !steps ? (double)NAN : worked / (double)steps;
}

static void find_parts(const yee_simulation *s, double seconds, double all, yee_trial *t)
{
    const yee_model *m = s->model;
    double machine, left;
    yee_need need;
    yee_need_count(&m->problem, yee_voxels_points(m->voxels), &need);
    yee_memory_of_machine(&machine, &left);
    yee_problem p = m->problem;
    if (need.memory > 0.5 * left || t->step > 4 * seconds || yee_model_on_device(m))
        return;
    const bool sources = p.groups || p.ports;
    const bool taps = p.taps > 0;
    p.taps = 0;
    const double with_sources = taps && sources ? bare_work(s, &p, t->step, seconds) : all;
    p.groups = 0;
    p.ports = 0;
    const double fields = bare_work(s, &p, t->step, seconds);
    t->fields = t->step * fmin(1, fields / all);
    t->sources = sources ? fmax(0, t->step * fmin(1, with_sources / all) - t->fields) : 0;
}

/* -- all of it -- */

/* The bytes that the first step may hand over must be within the bounds: else no output is
 * opened, and all records are counted. */
static bool outputs_fit(const yee_problem *p, double most)
{
    double sum = 0;
    for (int64_t i = 0; i < p->taps; i++)
        sum += p->tap[i].kind == YEE_TAP_DFT ? 0 : record_bytes(p, &p->tap[i]);
    return sum <= most;
}

/* Adds what the steps [post.NAME] take that the trial leaves out; bytes. ended: it came to the
 * end of the run, and has done those that take a moment. */
static double add_posts(const yee_simulation *s, bool ended, yee_trial *t)
{
    const yee_instances *of = &s->model->of[YEE_POST];
    double bytes = 0;
    for (size_t i = 0; i < of->count; i++) {
        yee_post_cost cost;
        const bool brief = yee_simulation_post_brief(s->model, of->v[i], &cost);
        if (brief && ended)
            continue;
        t->posts += cost.seconds > 0 ? cost.seconds : 0;
        bytes += cost.bytes > 0 ? cost.bytes : 0;
    }
    return bytes;
}

static yee_status measure(yee_simulation *s, const char *folder, const yee_run_config *run,
                          const yee_trial_bounds *bounds, yee_trial *t, double *worked)
{
    const yee_problem *p = &s->model->problem;
    watch w = {.simulation = s, .bounds = bounds, .looks = 1};
    double saved = 0, start = yee_now();
    if (!outputs_fit(p, bounds->bytes))
        yee_simulation_quiet(s);
    yee_status status = yee_simulation_run(s, 0, NULL, NULL);
    t->start = yee_now() - start;
    w.start = yee_now();
    if (!status)
        status = yee_simulation_run(s, -1, look, &w);
    const double took = yee_now() - w.start;
    if (status == YEE_INTERRUPTED && w.looks > 1) {
        yee_diag_clear(s->model->diag);
        status = YEE_OK;
    }
    if (status || w.looks < 2)
        return status;
    t->steps = w.at[w.looks - 1].step;
    t->step = pace_of(&w).seconds;
    t->checks = check_seconds(&w, took);
    *worked = pace_of(&w).work;
    status = save(s, run, bounds->bytes, t, &saved);
    t->transforms = transform_bytes(p);
    if (s->quiet)
        t->unwritten = bytes_between(p, 0, p->steps);
    else if (!status)
        status = rest(s, &w, bounds->bytes, t);
    if (status)
        return status;
    const bool all = !s->quiet && t->transforms <= bounds->transforms;
    s->status = all ? YEE_OK : YEE_INPUT; /* a failed run hands over no transforms */
    start = yee_now();
    status = yee_simulation_finish(s);
    t->finish = yee_now() - start;
    t->transforms = all ? 0 : t->transforms;
    const bool ended = all && (t->steps == p->steps || s->stopped);
    t->disk = bytes_in(folder) + saved + t->unwritten + t->transforms + add_posts(s, ended, t);
    t->peak = yee_memory_peak() + t->transforms;
    return all ? status : YEE_OK;
}

yee_status yee_simulation_trial(yee_simulation *s, const char *folder,
                                const yee_trial_bounds *bounds, yee_trial *trial)
{
    yee_model *m = s->model;
    const yee_run_config run = m->run;
    void (*const log)(void *, yee_level, const char *) = m->diag->log;
    yee_trial t = {.fields = NAN, .sources = NAN, .peak = NAN};
    double worked = NAN;
    yee_diag_clear(m->diag);
    if (!m->problem.steps)
        return yee_diag_fail(m->diag, YEE_INPUT, NULL, "the run has no steps");
    m->diag->log = NULL;
    s->trial = true;
    m->run.output = yee_arena_format(m->arena, "%s/trial.h5", folder);
    m->run.checkpoint = 0;
    m->run.checkpoint_steps = 0;
    m->run.checkpoint_at_end = false;
    yee_status status =
        m->run.output ? measure(s, folder, &run, bounds, &t, &worked) : YEE_MEMORY;
    if (!status)
        find_parts(s, 0.6 * bounds->seconds, worked, &t);
    m->run = run;
    m->diag->log = log;
    if (!status)
        *trial = t;
    return status;
}
