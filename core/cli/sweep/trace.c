/* core/cli/sweep/trace.c: a trace is a lone run in a folder of its own.
 */
#include "trace.h"
#include "base/process.h"
#include "claim.h"
#include "common.h"
#include "files/gather.h"
#include "files/results.h"
#include "gpus.h"
#include "jobs.h"
#include "model/model.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static yee_status look(sweep_plan *p)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = common_read(p, 0, NULL, &model);
    if (!status && !yee_model_traces(model))
        status = yee_diag_fail(&p->session->diag, YEE_INPUT, &(yee_place){.file = p->model},
                               "the model has no section [sweep.NAME], which says what changes "
                               "from trace to trace; of an importer's file --traces N gives "
                               "their number");
    if (!status && p->gathers && !sweep_outputs_gather(model))
        status = yee_diag_fail(&p->session->diag, YEE_INPUT, &(yee_place){.file = p->model},
                               "--gprmax: the model has no output in gprMax's form; give "
                               "[output.NAME] type = gprmax with the position of receivers, or "
                               "take record = no out of an importer's keys");
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!status) {
        p->traces = (int64_t)yee_model_traces(model);
        p->on_device = yee_model_on_device(model);
        p->devices = p->on_device ? gpus_seen(model, simulation) : 0;
        p->own_threads = yee_model_problem(model)->threads > 0;
        p->bytes = sweep_trace_bytes(model);
        snprintf(p->main_file, sizeof p->main_file, "%s", yee_simulation_file(simulation));
        status = sweep_folder_name(&p->folder, p->main_file);
        p->said = status;
    }
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

/* A file that is there is replaced where a sweep made it, or with --force. */
static yee_status may_replace(const sweep_plan *p)
{
    struct stat info;
    if (p->force || stat(p->main_file, &info) || yee_results_has(p->main_file, "/sweep"))
        return YEE_OK;
    return yee_diag_fail(&p->session->diag, YEE_IO, NULL,
                         "%s is there, and no file of a sweep; --force replaces it",
                         p->main_file);
}

static yee_status open_folder(sweep_plan *p)
{
    yee_model *model = NULL;
    bool there;
    yee_status status = may_replace(p);
    if (!status)
        status = common_read_again(p, &model);
    if (!status) {
        status = sweep_folder_open(&p->folder, yee_model_resolved(model), &there);
        p->said = status;
    }
    yee_model_free(model);
    return status;
}

/* -- a trace -- */

static yee_status check(const sweep_plan *p, int64_t number)
{
    yee_model *model = NULL;
    common_redirect(NULL);
    yee_status status = common_vary(p, number, &model);
    const yee_finding *finding = NULL;
    const size_t count = status ? 0 : yee_model_findings(model, &finding);
    for (size_t i = 0; i < count && !status; i++)
        if (finding[i].level == YEE_ERROR) /* which would refuse its first step */
            status = yee_diag_fail(&p->session->diag, YEE_INPUT, NULL, "%s %s",
                                   finding[i].subject, finding[i].text);
    common_release(p, model);
    return status;
}

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

/* The claim that a run renews. */
typedef struct renewal {
    const sweep_plan *plan;
    int64_t number;
} renewal;

static bool renew(void *user, const yee_progress *progress)
{
    const renewal *r = user;
    (void)progress;
    sweep_claim_renew(&r->plan->folder, r->number);
    return true;
}

static yee_status run_model(const sweep_plan *p, int64_t number, const char *folder)
{
    char log[PATH_MAX + 16];
    yee_model *model = NULL;
    snprintf(log, sizeof log, "%s/log", folder);
    common_redirect(log);
    yee_status status = common_vary(p, number, &model);
    if (!status && (status = common_aim(p, model)))
        common_release(p, model);
    if (status)
        return status;
    /* what the model reads has been found from here; what the run writes lies in the folder */
    if (!yee_process_move(folder))
        return yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s", folder,
                             strerror(errno));
    yee_simulation *simulation = common_simulation();
    status = yee_simulation_run(simulation, -1, renew, &(renewal){p, number});
    const yee_status closed = yee_simulation_finish(simulation);
    status = status ? status : closed;
    return status ? status : all_here(p, yee_simulation_written(simulation), folder);
}

/* The trace is this process's. */
static yee_status run_own(const sweep_plan *p, int64_t number)
{
    char folder[PATH_MAX];
    if (!sweep_trace_begin(&p->folder, number, folder))
        return yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot make the folder %s: %s",
                             folder, strerror(errno));
    const yee_status status = run_model(p, number, folder);
    if (!yee_process_move(p->here) ||
        !sweep_trace_end(&p->folder, number, status, yee_session_error(p->session)))
        return status ? status
                      : yee_diag_fail(&p->session->diag, YEE_IO, NULL,
                                      "cannot name the folder %s: %s", folder, strerror(errno));
    return status;
}

/* Others may have done it since this process looked; what failed in this launch is not tried
 * twice. */
static bool is_over(const sweep_plan *p, int64_t number)
{
    const trace_state state = sweep_trace_state(&p->folder, number);
    return state == TRACE_DONE || (state == TRACE_FAILED && p->ranks.ranks > 1);
}

static yee_status run_trace(const sweep_plan *p, int64_t number, bool *taken)
{
    *taken = is_over(p, number);
    if (*taken)
        return YEE_OK;
    const int claim = sweep_claim(&p->folder, number);
    if (claim < 0)
        return yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot write to %s: %s",
                             p->folder.path, strerror(errno));
    *taken = !claim || is_over(p, number);
    const yee_status status = *taken ? YEE_OK : run_own(p, number);
    if (claim)
        sweep_claim_end(&p->folder, number);
    return status;
}

/* -- the one file -- */

static bool file_of(void *user, size_t trace, char *path, size_t size, yee_status *status,
                    char *message, size_t message_size)
{
    const sweep_plan *p = user;
    char whole[PATH_MAX];
    switch (sweep_trace_state(&p->folder, (int64_t)trace)) {
    case TRACE_DONE:
        sweep_trace_path(&p->folder, (int64_t)trace, "", p->folder.main_file, whole);
        snprintf(path, size, "%s", whole);
        return true;
    case TRACE_FAILED:
        *status = sweep_trace_message(&p->folder, (int64_t)trace, message, message_size);
        return false;
    default:
        *status = YEE_INTERRUPTED;
        snprintf(message, message_size, "it was not run");
        return false;
    }
}

/* Whether traces have main files: a run whose outputs write files of their own has none. */
static bool has_main_files(const sweep_plan *p)
{
    char path[PATH_MAX];
    for (int64_t t = 0; t < p->traces; t++)
        if (sweep_trace_state(&p->folder, t) == TRACE_DONE) {
            sweep_trace_path(&p->folder, t, "", p->folder.main_file, path);
            return !access(path, F_OK);
        }
    return true;
}

static yee_status gather(sweep_plan *p)
{
    yee_model *model = NULL;
    size_t left = 0;
    const bool main_files = has_main_files(p);
    yee_status status = common_read_again(p, &model);
    if (!status)
        status = may_replace(p); /* once more: it may have come meanwhile */
    if (!status && main_files) {
        const yee_gather of = {p->main_file, yee_model_resolved(model), &model->sweep, file_of,
                               p};
        status = yee_gather_write(&p->session->diag, &of, &left);
    }
    if (!status)
        status = sweep_gather_outputs(p, model);
    if (!status && left)
        printf("%zu datasets differ in shape or time step from trace to trace; they are in the "
               "folders of %s alone\n",
               left, p->folder.path);
    if (!status && main_files && !p->quiet)
        printf("wrote %s\n", p->main_file);
    yee_model_free(model);
    return status;
}

void trace_work(void *user, const farm_task *task, farm_result *result)
{
    sweep_plan *p = user;
    yee_diag_clear(&p->session->diag);
    switch (task->kind) {
    case TASK_LOOK:
        result->status = look(p);
        break;
    case TASK_OPEN:
        result->status = open_folder(p);
        break;
    case TASK_CHECK:
        result->status = check(p, task->number);
        break;
    case TASK_RUN:
        result->status = run_trace(p, task->number, &result->taken);
        break;
    default:
        result->status = gather(p);
        break;
    }
    if (result->status)
        snprintf(result->message, sizeof result->message, "%s", yee_session_error(p->session));
}

bool trace_alone_done(void *user, const farm_result *result)
{
    sweep_plan *p = user;
    p->result = *result;
    return true;
}
