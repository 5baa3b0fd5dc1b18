/* core/cli/sweep/run.c: a trace is a lone run in a folder of its own. */
#include "run.h"
#include "api/simulation.h"
#include "base/clock.h"
#include "base/process.h"
#include "claim.h"
#include "common.h"
#include "model/model.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Every file of the run lies in its folder; others would be those of all traces. */
static yee_status all_here(const sweep_plan *p, const char *written, const char *folder)
{
    for (const char *end; (end = strchr(written, '\n')) != NULL; written = end + 1)
        if (*written == '/' && strncmp(written, folder, strlen(folder)))
            return yee_diag_fail(&p->session->diag, YEE_INPUT, NULL,
                                 "an output writes %.*s: in a sweep paths of outputs are "
                                 "relative, or all traces write to one file",
                                 (int)(end - written), written);
    return YEE_OK;
}

static bool looked_at(void *user, const yee_progress *progress)
{
    trace_run *run = user;
    run->steps = progress->step;
    run->chunks++;
    sweep_claim_renew(&run->plan->folder, run->number, &run->renewed);
    return true;
}

/* Where the process has several runs, names of files that do not depend on its working folder. */
static yee_status place_files(trace_run *run)
{
    return run->plan->beside == 1
               ? YEE_OK
               : yee_simulation_folder(common_simulation(run->slot), run->folder);
}

/* A trace that is under way has its own folder: what a model reads is found from the command's. */
static yee_status vary(trace_run *run)
{
    const sweep_plan *p = run->plan;
    const double since = yee_now();
    const yee_status status =
        yee_process_move(p->here)
            ? common_vary(p, run->number, &run->model)
            : yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s", p->here,
                            strerror(errno));
    sweep_stage_took(p->times, STAGE_VARY, since);
    if (!status)
        common_hold(run->slot, run->model);
    run->next = status ? run->next : RUN_AIM;
    return status;
}

static yee_status aim(trace_run *run)
{
    common_hold(run->slot, NULL);
    yee_status status = common_aim(run->plan, run->slot, run->model);
    if (status)
        common_release(run->plan, run->model);
    else
        status = place_files(run);
    run->next = status ? run->next : RUN_OPEN;
    return status;
}

/* The run has come to its end, or has failed. */
static yee_status end_run(trace_run *run, yee_status status)
{
    const sweep_plan *p = run->plan;
    const bool moved = yee_process_move(p->here);
    if (run->log >= 0)
        close(run->log);
    if (!moved ||
        !sweep_trace_end(&p->folder, run->number, status, yee_session_error(p->session)))
        status = status ? status
                        : yee_diag_fail(&p->session->diag, YEE_IO, NULL,
                                        "cannot name the folder %s: %s", run->folder,
                                        strerror(errno));
    sweep_claim_end(&p->folder, run->number);
    return status;
}

/* Others may have done it since this process looked; what failed in this launch is not tried
 * twice. */
static bool is_over(const sweep_plan *p, int64_t number)
{
    const trace_state state = sweep_trace_state(&p->folder, number);
    return state == TRACE_DONE || (state == TRACE_FAILED && p->ranks.ranks > 1);
}

/* Claims the trace and makes its folder; true: that was all. */
static bool take(trace_run *run, yee_status *status, bool *taken)
{
    const sweep_plan *p = run->plan;
    yee_diag_clear(&p->session->diag);
    *status = YEE_OK;
    *taken = is_over(p, run->number);
    if (*taken)
        return true;
    const int claim = sweep_claim(&p->folder, run->number);
    if (claim < 0) {
        *status = yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot write to %s: %s",
                                p->folder.path, strerror(errno));
        return true;
    }
    *taken = !claim || is_over(p, run->number);
    if (*taken) {
        if (claim)
            sweep_claim_end(&p->folder, run->number);
        return true;
    }
    if (!sweep_trace_begin(&p->folder, run->number, run->folder)) {
        *status = yee_diag_fail(&p->session->diag, YEE_IO, NULL,
                                "cannot make the folder %s: %s", run->folder, strerror(errno));
        sweep_claim_end(&p->folder, run->number);
        return true;
    }
    return false;
}

bool trace_run_begin(trace_run *run, yee_status *status, bool *taken)
{
    const double since = yee_now();
    const bool over = take(run, status, taken);
    sweep_stage_took(run->plan->times, STAGE_CLAIM, since);
    if (over)
        return true;
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/log", run->folder);
    run->log = common_log(path);
    run->renewed = 0;
    run->steps = run->chunks = 0;
    run->next = RUN_VARY;
    run->steps_begun = false;
    return false;
}

/* Adds the stages of a run that is over to those of its process. */
static void add_times(const sweep_plan *p, const yee_run_times *t)
{
    sweep_stage_add(p->times, STAGE_BEGIN, t->begin, t->begins);
    sweep_stage_add(p->times, STAGE_LAUNCH, t->launch, t->launches);
    sweep_stage_add(p->times, STAGE_WAIT, t->wait, t->waits);
    sweep_stage_add(p->times, STAGE_LOOKS, t->looks, t->chunks);
}

static yee_status open_files(trace_run *run)
{
    const yee_status status = yee_simulation_open(common_simulation(run->slot));
    run->next = status ? run->next : RUN_STEPS;
    return status;
}

static yee_status step(trace_run *run)
{
    bool done = false;
    run->steps_begun = true;
    const yee_status status =
        yee_simulation_advance(common_simulation(run->slot), looked_at, run, &done);
    run->next = !status && done ? RUN_CLOSE : run->next;
    return status;
}

/* Whatever the run has come to, its files are closed. */
static yee_status close_files(const trace_run *run, yee_status status)
{
    yee_simulation *simulation = common_simulation(run->slot);
    const double since = yee_now();
    add_times(run->plan, yee_simulation_times(simulation));
    const yee_status closed = yee_simulation_finish(simulation);
    status = status ? status : closed;
    if (!status)
        status = all_here(run->plan, yee_simulation_written(simulation), run->folder);
    sweep_stage_took(run->plan->times, STAGE_CLOSE, since);
    return status;
}

bool trace_run_go(trace_run *run, yee_status *status)
{
    const sweep_plan *p = run->plan;
    const run_piece piece = run->next;
    *status = YEE_OK;
    yee_diag_clear(&p->session->diag); /* of another run */
    common_print_to(run->log);
    /* what the run writes lies in its own folder */
    if (piece >= RUN_OPEN && !yee_process_move(run->folder))
        *status = yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s",
                                run->folder, strerror(errno));
    else if (piece != RUN_CLOSE)
        *status = piece == RUN_VARY   ? vary(run)
                  : piece == RUN_AIM  ? aim(run)
                  : piece == RUN_OPEN ? open_files(run)
                                      : step(run);
    if (!*status && piece != RUN_CLOSE)
        return false;
    if (piece >= RUN_OPEN)
        *status = close_files(run, *status);
    const double since = yee_now();
    *status = end_run(run, *status);
    sweep_stage_took(p->times, STAGE_CLAIM, since);
    return true;
}
