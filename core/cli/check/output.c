/* core/cli/check/output.c: an output opens, receives and closes, in runs that end, that go on
 * from a checkpoint and that are cut; its files are read again. */
#include "check.h"
#include <string.h>

/* Calls so far. */
typedef struct calls {
    long open, receive, close, process;
} calls;

static calls count(const check *c)
{
    return (calls){
        check_watch_calls(&c->watch, "open"), check_watch_calls(&c->watch, "receive"),
        check_watch_calls(&c->watch, "close"), check_watch_calls(&c->watch, "process")};
}

/* How many of its instances the model has, and whether they get something to record. */
static long instances(const check *c, const yee_model *m, bool *due)
{
    long found = 0;
    *due = false;
    const yee_instances *of = &m->of[c->plugin->kind];
    for (size_t i = 0; i < of->count; i++)
        found += of->v[i]->plugin == c->plugin;
    for (int64_t t = 0; t < m->taps.count; t++) {
        const yee_tap *tap = &m->taps.tap[t];
        const int64_t first = tap->first > 0 ? tap->first : tap->every;
        if (m->taps.owner[t].output->plugin == c->plugin && first <= m->problem.steps &&
            first <= tap->last)
            *due = true;
    }
    return found;
}

/* The functions that a run must have called since: of a step that follows the run, where it
 * comes to its end; of outputs, always. */
static bool judge_calls(check *c, const check_case *k, const char *what, calls before, long own,
                        bool due, bool whole)
{
    const calls now = count(c);
    const long opened = now.open - before.open, closed = now.close - before.close;
    const long received = now.receive - before.receive;
    const long processed = now.process - before.process;
    if (c->plugin->kind == YEE_POST && processed != (whole ? own : 0))
        check_judge(c, false, "%s, %s: process() was called %ld times for %ld sections",
                    k->name, what, processed, own);
    else if (c->plugin->kind != YEE_POST &&
             (opened != own || closed != own || (due && whole && !received)))
        check_judge(
            c, false,
            "%s, %s: open() was called %ld times, receive() %ld, close() %ld, for %ld outputs",
            k->name, what, opened, received, closed, own);
    else
        return true;
    return false;
}

/* Where a run is to be cut; 0: nowhere. */
typedef struct end {
    check *c;
    int64_t step;
} end;

static bool gets_on(void *user, const yee_progress *progress)
{
    end *e = user;
    atomic_fetch_add(&e->c->watch.beat, 1);
    return !e->step || progress->step < e->step;
}

/* A run in a folder of its own. until: steps of it, -1: all; save: it leaves a checkpoint;
 * restart: it goes on from one; cut: it is interrupted after so many steps, 0: it is not. */
typedef struct plan {
    const char *what, *folder;
    int64_t until, cut;
    bool save, restart;
} plan;

static yee_status run(check *c, const check_case *k, bool f64, const plan *p)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    end cut = {c, p->cut};
    bool due = false;
    const calls before = count(c);
    if (!p->restart)
        check_remove(c, p->folder);
    yee_status status = check_model(c, k, f64, p->folder, &model);
    const long opened = status ? 0 : instances(c, model, &due);
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!status && p->restart)
        status = yee_simulation_restart(simulation, NULL);
    if (!status)
        status = yee_simulation_run(simulation, p->until, gets_on, &cut);
    if (!status && p->save)
        status = yee_simulation_checkpoint(simulation);
    if (cut.step && status == YEE_INTERRUPTED) {
        /* why the run ended is more to a user than what came of closing the files */
        atomic_store(&c->watch.closed, YEE_OK);
        status = yee_simulation_finish(simulation);
        const int closed = atomic_load(&c->watch.closed);
        status = status == YEE_INTERRUPTED ? (yee_status)closed : status;
        if (closed) {
            yee_diag_clear(&c->session->diag);
            yee_diag_fail(&c->session->diag, status, NULL,
                          "close() failed with status %d; it was told %d, interrupted", closed,
                          YEE_INTERRUPTED);
        }
    } else if (!status) {
        status = yee_simulation_finish(simulation);
    }
    if (status)
        check_judge(c, false, "%s, %s: %s", k->name, p->what, yee_session_error(c->session));
    yee_simulation_free(simulation);
    yee_model_free(model);
    const bool whole = p->until < 0 && !p->cut;
    if (!status && !judge_calls(c, k, p->what, before, opened, due, whole))
        status = YEE_PLUGIN;
    return status;
}

/* In an estimate (yee plan --estimate) no cell is there. */
static yee_status check_estimate(check *c, const check_case *k)
{
    yee_model *model = NULL;
    c->session->estimate = true;
    const yee_status status = check_model(c, k, false, "a", &model);
    c->session->estimate = false;
    if (status)
        check_judge(c, false, "%s, an estimate of it: %s", k->name,
                    yee_session_error(c->session));
    yee_model_free(model);
    return status;
}

yee_status check_recording(check *c, const check_case *k, bool f64)
{
    char path[512];
    const char *folder;
    yee_model *model = NULL;
    check_remove(c, "a");
    yee_status status = check_model(c, k, f64, "a", &model);
    if (status)
        return status;
    const int64_t steps = yee_model_problem(model)->steps;
    yee_model_free(model);
    const plan whole = {"a run to its end", "a", -1, 0, false, false};
    const plan first = {"a run up to a checkpoint", "b", steps / 2, 0, true, false};
    const plan rest = {"a run that goes on", "b", -1, 0, false, true};
    const plan cut = {"a run that is cut", "c", -1, steps / 3 + 1, false, false};
    if (!f64 && c->plugin->kind == YEE_OUTPUT && (status = check_estimate(c, k)))
        return status;
    if ((status = run(c, k, f64, &whole)))
        return status;
    folder = check_folder(c, "a", path, sizeof path);
    if (!check_files(c, folder, k->varied || k->made) || k->varied || f64)
        return YEE_OK;
    if (!(status = run(c, k, f64, &first)) && !(status = run(c, k, f64, &rest)) &&
        check_same_files(c, "a", "b", "after a restart"))
        status = run(c, k, f64, &cut);
    if (!status)
        check_files(c, check_folder(c, "c", path, sizeof path), true);
    return status;
}
