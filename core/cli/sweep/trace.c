/* core/cli/sweep/trace.c: a trace is a lone run in a folder of its own.
 *
 * Its model is varied from one that the process has, and the plan of the trace before is aimed at
 * it, so that what the traces have in common is read, painted and planned once. */
#include "trace.h"
#include "base/process.h"
#include "files/gather.h"
#include "files/results.h"
#include "jobs.h"
#include "model/model.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The model with overrides behind those of the command line; count at most 4. */
static yee_status read_model(const sweep_plan *p, size_t count, const char *const *more,
                             yee_model **model)
{
    const size_t own = p->set->count;
    const char **set = calloc(own + count + 1, sizeof *set);
    if (!set)
        return yee_diag_fail(&p->session->diag, YEE_MEMORY, NULL, "no memory for the model");
    for (size_t i = 0; i < own; i++)
        set[i] = p->set->v[i];
    for (size_t i = 0; i < count; i++)
        set[own + i] = more[i];
    const yee_status status = yee_model_read(p->session, p->model, own + count, set, model);
    free(set);
    return status;
}

/* From now on what is printed goes into a file; NULL: nowhere. */
static void redirect(const char *path)
{
    const int to =
        open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (to < 0)
        return;
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    close(to);
}

/* Where the process prints, before it goes nowhere. */
typedef struct silence {
    int out, err;
} silence;

static silence be_silent(void)
{
    fflush(NULL);
    const silence before = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    redirect(NULL);
    return before;
}

static void speak_again(silence before)
{
    fflush(NULL);
    dup2(before.out, STDOUT_FILENO);
    dup2(before.err, STDERR_FILENO);
    close(before.out);
    close(before.err);
}

/* The model once more: what it warns of has been said. */
static yee_status read_again(const sweep_plan *p, yee_model **model)
{
    const silence before = be_silent();
    const yee_status status = read_model(p, 0, NULL, model);
    speak_again(before);
    return status;
}

static yee_status look(sweep_plan *p)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = read_model(p, 0, NULL, &model);
    if (!status && !yee_model_traces(model))
        status = yee_diag_fail(&p->session->diag, YEE_INPUT, &(yee_place){.file = p->model},
                               "the model has no section [sweep.NAME], which says what changes "
                               "from trace to trace; of an importer's file --traces N gives "
                               "their number");
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!status) {
        p->traces = (int64_t)yee_model_traces(model);
        p->on_device = yee_model_on_device(model);
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
        status = read_again(p, &model);
    if (!status) {
        status = sweep_folder_open(&p->folder, yee_model_resolved(model), &there);
        p->said = status;
    }
    yee_model_free(model);
    return status;
}

/* -- what traces have in common -- */

/* The model that this process varies the next trace from, the simulation of its last one, and the
 * model of that. */
static struct {
    yee_model *base;
    yee_simulation *simulation;
    yee_model *model;
} own;

/* A model that the process may have no more use for. */
static void release(const sweep_plan *p, yee_model *model)
{
    if (model != own.base && model != own.model && model != p->base)
        yee_model_free(model);
}

static yee_status read_base(const sweep_plan *p, int64_t number, yee_model **base)
{
    char trace[64], threads[64], output[300];
    snprintf(trace, sizeof trace, "sweep.trace=%lld", (long long)number);
    snprintf(output, sizeof output, "run.output=%s", p->folder.main_file);
    snprintf(threads, sizeof threads, "run.threads=%d", p->threads);
    return read_model(p, p->own_threads ? 2 : 3, (const char *[]){trace, output, threads},
                      base);
}

/* The model of a trace. One that has no cells in common with the base is the next base. */
static yee_status vary(const sweep_plan *p, int64_t number, yee_model **model)
{
    char trace[64];
    yee_status status;
    own.base = own.base ? own.base : p->base;
    yee_model *const before = own.base;
    if (!before || yee_sweep_imports(before->arena, before->config, &before->sweep, NULL)) {
        if (!(status = read_base(p, number, model))) {
            own.base = *model;
            release(p, before);
        }
        return status;
    }
    snprintf(trace, sizeof trace, "sweep.trace=%lld", (long long)number);
    status = yee_model_vary(own.base, 1, (const char *[]){trace}, model);
    if (!status && !yee_model_shares(own.base, *model)) {
        own.base = *model;
        release(p, before);
    }
    return status;
}

/* A process has its simulation to the end: the next trace aims it. */
static yee_status aim(const sweep_plan *p, yee_model *model)
{
    const yee_status status = own.simulation ? yee_simulation_aim(own.simulation, model)
                                             : yee_simulation_plan(model, &own.simulation);
    yee_model *const before = own.model;
    if (!own.simulation)
        return status;
    own.model = model;
    release(p, before);
    return status;
}

/* Threads that wait for the next parallel region are not there in a process that is forked:
 * OpenMP's, of plugins, are ended (omp_pause_hard of OpenMP 5.0). */
static void end_threads(void)
{
    static const char *const name[] = {"libgomp.so.1", "libomp.so.5", "libomp.so"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        void *library = dlopen(name[i], RTLD_NOW | RTLD_NOLOAD);
        int (*pause)(int) = NULL;
        if (library)
            *(void **)&pause = dlsym(library, "omp_pause_resource_all");
        if (pause)
            pause(2); /* hard */
        if (library)
            dlclose(library);
    }
}

static bool is_deep(const yee_sweep_variable *v)
{
    static const char *const shallow[] = {"source.", "output.", "waveform.", "post.", "run."};
    bool deep = false;
    for (size_t k = 0; k < v->keys; k++) {
        size_t n = 0, count = sizeof shallow / sizeof *shallow;
        while (n < count && strncmp(v->key[k], shallow[n], strlen(shallow[n])))
            n++;
        deep = deep || n == count;
    }
    return deep;
}

/* Traces with the same cells follow each other. sweep: a yee_sweep. */
static int order(const void *a, const void *b, void *sweep)
{
    const farm_task *x = a, *y = b;
    const yee_sweep *s = sweep;
    for (size_t v = 0; v < s->variables; v++) {
        const size_t i = yee_sweep_value(s, (size_t)x->number, v);
        const size_t k = yee_sweep_value(s, (size_t)y->number, v);
        if (i != k && is_deep(&s->variable[v]))
            return i < k ? -1 : 1;
    }
    return x->number < y->number ? -1 : x->number > y->number;
}

void trace_prepare(sweep_plan *p, size_t count, farm_task *task)
{
    if (p->on_device || !count)
        return;
    const silence before = be_silent();
    if (read_base(p, task[0].number, &p->base)) /* its trace will say why */
        yee_diag_clear(&p->session->diag);
    speak_again(before);
    end_threads();
    if (p->base)
        qsort_r(task, count, sizeof *task, order, &p->base->sweep);
}

/* -- a trace -- */

static yee_status check(const sweep_plan *p, int64_t number)
{
    yee_model *model = NULL;
    redirect(NULL);
    yee_status status = vary(p, number, &model);
    const yee_finding *finding = NULL;
    const size_t count = status ? 0 : yee_model_findings(model, &finding);
    for (size_t i = 0; i < count && !status; i++)
        if (finding[i].level == YEE_ERROR) /* which would refuse its first step */
            status = yee_diag_fail(&p->session->diag, YEE_INPUT, NULL, "%s %s",
                                   finding[i].subject, finding[i].text);
    release(p, model);
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

static yee_status run_model(const sweep_plan *p, int64_t number, const char *folder)
{
    char log[PATH_MAX + 16];
    yee_model *model = NULL;
    snprintf(log, sizeof log, "%s/log", folder);
    redirect(log);
    yee_status status = vary(p, number, &model);
    if (!status && (status = aim(p, model)))
        release(p, model);
    if (status)
        return status;
    /* what the model reads has been found from here; what the run writes lies in the folder */
    if (!yee_process_move(folder))
        return yee_diag_fail(&p->session->diag, YEE_IO, NULL, "cannot enter %s: %s", folder,
                             strerror(errno));
    status = yee_simulation_run(own.simulation, -1, NULL, NULL);
    const yee_status closed = yee_simulation_finish(own.simulation);
    status = status ? status : closed;
    return status ? status : all_here(p, yee_simulation_written(own.simulation), folder);
}

static yee_status run_trace(const sweep_plan *p, int64_t number)
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

static yee_status gather(sweep_plan *p)
{
    yee_model *model = NULL;
    size_t left = 0;
    yee_status status = read_again(p, &model);
    if (!status)
        status = may_replace(p); /* once more: it may have come meanwhile */
    if (!status) {
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
    if (!status && !p->quiet)
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
        result->status = run_trace(p, task->number);
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
