/* core/cli/sweep/trace.c: what is done once for a sweep, and the check of each trace. */
#include "trace.h"
#include "base/clock.h"
#include "claim.h"
#include "common.h"
#include "files/gather.h"
#include "files/record.h"
#include "files/results.h"
#include "gpus.h"
#include "jobs.h"
#include "model/model.h"
#include "problem/grid.h"
#include "slots.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Whether one process can have a GPU do the steps of several traces at a time. */
static bool queues(yee_simulation *simulation)
{
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
    return YEE_HAS(ops, enqueue);
}

static yee_status look(sweep_plan *p)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    gpus_foresee(p);
    yee_status status = common_read(p, 0, NULL, &model);
    if (!status && model->sweep.trace >= 0)
        status =
            yee_diag_fail(&p->session->diag, YEE_INPUT, &(yee_place){.file = p->model},
                          "[sweep] trace = %lld asks for that trace alone, which `yee run` "
                          "runs; without the key all are",
                          (long long)model->sweep.trace);
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
        p->queues = p->on_device && queues(simulation);
        p->own_threads = yee_model_problem(model)->threads > 0;
        p->bytes = sweep_trace_bytes(model);
        p->cells = yee_grid_cells(&yee_model_problem(model)->grid);
        p->steps = yee_model_problem(model)->steps;
        snprintf(p->main_file, sizeof p->main_file, "%s", yee_simulation_file(simulation));
        status = sweep_folder_name(&p->folder, p->main_file);
        p->said = status;
    }
    if (!status) {
        common_keep(model, simulation);
        return YEE_OK;
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

/* The text that all parts of a sweep have alike, of the model and the files that it is made of; NULL: no
 * memory. */
static char *identity_of(const yee_model *model)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fputs(yee_model_resolved(model), out);
    const bool summed = yee_inputs_write_sums(model->config->inputs, "; ", out);
    if (!fclose(out) && summed)
        return text;
    free(text);
    return NULL;
}

static yee_status open_folder(sweep_plan *p)
{
    yee_model *model = NULL;
    yee_status status = may_replace(p);
    if (!status)
        status = common_read_again(p, &model);
    if (!status && model->run.make_folder)
        status = yee_files_make_folder(&p->session->diag, p->folder.path);
    if (!status) {
        char *identity = identity_of(model);
        status = identity ? sweep_folder_open(&p->folder, identity, p->force)
                          : cli_fail(YEE_MEMORY, "no memory for the text of the model");
        p->said = status;
        free(identity);
    }
    common_release(p, model);
    return status;
}

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
    bool done = false;
    for (int64_t t = 0; t < p->traces; t++)
        if (sweep_trace_state(&p->folder, t) == TRACE_DONE) {
            sweep_trace_path(&p->folder, t, "", p->folder.main_file, path);
            if (!access(path, F_OK))
                return true;
            done = true;
        }
    return !done;
}

static yee_status gather_all(sweep_plan *p)
{
    yee_model *model = NULL;
    size_t left = 0;
    const bool main_files = has_main_files(p);
    yee_status status = common_read_keys(p, &model);
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
        printf(
            "%zu dataset%s not in all traces, or not in one shape and time step; the folders "
            "of %s alone have %s\n",
            left, left == 1 ? " is" : "s are", p->folder.path, left == 1 ? "it" : "them");
    if (!status && main_files && !p->quiet)
        printf("wrote %s\n", p->main_file);
    common_release(p, model);
    return status;
}

/* One process at a time, by a claim as that of one more trace: calls that end at once would make the
 * files side by side. */
static yee_status gather(sweep_plan *p)
{
    int claim;
    while (!(claim = sweep_claim(&p->folder, p->traces)))
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    const yee_status status = gather_all(p);
    if (claim > 0)
        sweep_claim_end(&p->folder, p->traces);
    return status;
}

static bool begin(void *user, const farm_task *task, farm_result *result)
{
    sweep_plan *p = user;
    const double since = yee_now();
    if (task->kind == TASK_RUN)
        return slots_begin(p, task, result);
    yee_diag_clear(&p->session->diag);
    if (task->kind != TASK_CHECK)
        common_print_on();
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
    default:
        result->status = gather(p);
        break;
    }
    sweep_stage_took(p->times,
                     task->kind == TASK_CHECK    ? STAGE_CHECK
                     : task->kind == TASK_GATHER ? STAGE_GATHER
                                                 : STAGE_READ,
                     since);
    if (result->status)
        snprintf(result->message, sizeof result->message, "%s", yee_session_error(p->session));
    return true;
}

const farm_work trace_tasks = {
    .start = gpus_start, .begin = begin, .turn = slots_turn, .capacity = slots_capacity};

bool trace_alone_done(void *user, const farm_result *result)
{
    sweep_plan *p = user;
    p->result = *result;
    return true;
}
