/* core/cli/sweep/run.c: a trace is a lone run in a folder of its own. */
#include "run.h"
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

static yee_status plan_run(trace_run *run)
{
    const sweep_plan *p = run->plan;
    char path[PATH_MAX + 16];
    yee_model *model = NULL;
    snprintf(path, sizeof path, "%s/log", run->folder);
    run->log = common_log(path);
    common_print_to(run->log);
    /* a trace that is under way has its own folder: what a model reads is found from the command's */
    if (!yee_process_move(p->here))
        return yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s", p->here,
                             strerror(errno));
    yee_status status = common_vary(p, run->number, &model);
    if (!status && (status = common_aim(p, run->slot, model)))
        common_release(p, model);
    return status ? status : place_files(run);
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

bool trace_run_begin(trace_run *run, yee_status *status, bool *taken)
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
    run->renewed = 0;
    run->steps = run->chunks = 0;
    if ((*status = plan_run(run)))
        *status = end_run(run, *status);
    return *status != YEE_OK;
}

bool trace_run_advance(trace_run *run, yee_status *status)
{
    const sweep_plan *p = run->plan;
    yee_simulation *simulation = common_simulation(run->slot);
    bool done = false;
    yee_diag_clear(&p->session->diag); /* of another run */
    common_print_to(run->log);
    /* what the run writes lies in its own folder */
    if (!yee_process_move(run->folder))
        *status = yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s",
                                run->folder, strerror(errno));
    else
        *status = yee_simulation_advance(simulation, looked_at, run, &done);
    if (!*status && !done)
        return false;
    const yee_status closed = yee_simulation_finish(simulation);
    *status = *status ? *status : closed;
    if (!*status)
        *status = all_here(p, yee_simulation_written(simulation), run->folder);
    *status = end_run(run, *status);
    return true;
}
