/* core/cli/sweep/common.c: what traces have in common is read, painted and planned once: the model of
 * a trace is varied from one that the process has, and a plan of a trace before is aimed at it. */
#include "common.h"
#include "base/clock.h"
#include "model/model.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The model with overrides behind those of the command line; count at most 4. */
yee_status common_read(const sweep_plan *p, size_t count, const char *const *more,
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

int common_log(const char *path)
{
    return open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* Where the process prints, before it goes nowhere. */
typedef struct silence {
    int out, err;
} silence;

static void print_to(int log)
{
    if (log < 0)
        return;
    fflush(NULL);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
}

static silence be_silent(void)
{
    fflush(NULL);
    const silence before = {fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0),
                            fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)};
    const int nowhere = common_log(NULL);
    print_to(nowhere);
    if (nowhere >= 0)
        close(nowhere);
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

/* The model of the sweep, that which this process varies the next trace from, its simulations, and
 * the model that each has had last. */
static struct {
    yee_model *whole; /* NULL: the process has not looked at it */
    yee_model *base;
    yee_simulation *simulation[SWEEP_SLOTS];
    yee_model *model[SWEEP_SLOTS];
    const yee_model *next[SWEEP_SLOTS]; /* made, and not yet planned */
    silence outside; /* where the command prints, once the process prints elsewhere */
    bool redirected;
} own;

void common_print_to(int log)
{
    if (log >= 0 && !own.redirected) {
        own.outside = be_silent();
        own.redirected = true;
    }
    print_to(log);
}

void common_redirect(const char *path)
{
    const int to = common_log(path);
    common_print_to(to);
    if (to >= 0)
        close(to);
}

void common_print_on(void)
{
    if (own.redirected)
        speak_again(own.outside);
    own.redirected = false;
}

void common_keep(yee_model *model, yee_simulation *simulation)
{
    own.whole = own.base = own.model[0] = model;
    own.simulation[0] = simulation;
}

yee_status common_read_again(const sweep_plan *p, yee_model **model)
{
    *model = own.whole;
    if (own.whole)
        return YEE_OK;
    const silence before = be_silent();
    const yee_status status = common_read(p, 0, NULL, model);
    speak_again(before);
    return status;
}

yee_status common_read_keys(const sweep_plan *p, yee_model **model)
{
    *model = own.whole;
    if (own.whole)
        return YEE_OK;
    const silence before = be_silent();
    p->session->estimate = true;
    yee_status status = common_read(p, 0, NULL, model);
    p->session->estimate = false;
    if (status) { /* of a model that cannot be estimated */
        yee_diag_clear(&p->session->diag);
        status = common_read(p, 0, NULL, model);
    }
    speak_again(before);
    return status;
}

yee_status common_estimate(const sweep_plan *p, yee_model **model)
{
    const silence before = be_silent();
    p->session->estimate = true;
    const yee_status status =
        common_read(p, 1, (const char *[]){"run.scheme=reference"}, model);
    p->session->estimate = false;
    yee_diag_clear(&p->session->diag);
    speak_again(before);
    return status;
}

void common_hold(int slot, const yee_model *model) { own.next[slot] = model; }

static bool is_in_use(const yee_model *model)
{
    int slot = 0;
    while (slot < SWEEP_SLOTS && own.model[slot] != model && own.next[slot] != model)
        slot++;
    return slot < SWEEP_SLOTS;
}

/* A model that the process may have no more use for. */
void common_release(const sweep_plan *p, yee_model *model)
{
    if (model != own.base && model != own.whole && model != p->base && !is_in_use(model))
        yee_model_free(model);
}

/* The keys that make the model a trace of its own: its number, and its file's name without the folder. */
typedef struct trace_words {
    char trace[64], output[300];
} trace_words;

static trace_words words_of(const sweep_plan *p, int64_t number)
{
    trace_words w;
    snprintf(w.trace, sizeof w.trace, "sweep.trace=%lld", (long long)number);
    snprintf(w.output, sizeof w.output, "run.output=%s", p->folder.main_file);
    return w;
}

static yee_status read_base(const sweep_plan *p, int64_t number, yee_model **base)
{
    char threads[64];
    const trace_words w = words_of(p, number);
    snprintf(threads, sizeof threads, "run.threads=%d", p->threads);
    return common_read(p, p->own_threads ? 2 : 3, (const char *[]){w.trace, w.output, threads},
                       base);
}

/* The model of a trace. One that has no cells in common with the base is the next base. */
yee_status common_vary(const sweep_plan *p, int64_t number, yee_model **model)
{
    yee_status status;
    own.base = own.base ? own.base : p->base;
    yee_model *const before = own.base;
    if (!before || yee_sweep_imports(before->arena, before->config, &before->sweep, NULL)) {
        if (!(status = read_base(p, number, model))) {
            own.base = *model;
            common_release(p, before);
        }
        return status;
    }
    const trace_words w = words_of(p, number);
    status = yee_model_vary(own.base, 2, (const char *[]){w.trace, w.output}, model);
    if (!status && !yee_model_shares(own.base, *model)) {
        own.base = *model;
        common_release(p, before);
    }
    return status;
}

/* A slot has its simulation to the end: the next trace aims it. */
yee_status common_aim(const sweep_plan *p, int slot, yee_model *model)
{
    const bool aims = own.simulation[slot];
    const double since = yee_now();
    const yee_status status = aims ? yee_simulation_aim(own.simulation[slot], model)
                                   : yee_simulation_plan(model, &own.simulation[slot]);
    sweep_stage_took(p->times, aims ? STAGE_AIM : STAGE_PLAN, since);
    yee_model *const before = own.model[slot];
    if (!own.simulation[slot])
        return status;
    own.model[slot] = model;
    common_release(p, before);
    return status;
}

yee_simulation *common_simulation(int slot) { return own.simulation[slot]; }

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

/* The first stage that a trace with another value of a variable does anew, by its keys. */
typedef enum depth { POINTS, MEDIA, CELLS } depth;

static bool has_prefix(const char *key, size_t count, const char *const *prefix)
{
    size_t n = 0;
    while (n < count && strncmp(key, prefix[n], strlen(prefix[n])))
        n++;
    return n < count;
}

static depth depth_of(const yee_sweep_variable *v)
{
    static const char *const points[] = {"source.", "output.", "waveform.", "post.", "run."};
    static const char *const media[] = {"material.", "boundary.", "scheme."};
    depth most = POINTS;
    for (size_t k = 0; k < v->keys; k++) {
        const depth of = has_prefix(v->key[k], sizeof points / sizeof *points, points) ? POINTS
                         : has_prefix(v->key[k], sizeof media / sizeof *media, media)  ? MEDIA
                                                                                       : CELLS;
        most = of > most ? of : most;
    }
    return most;
}

/* Traces with the same cells follow each other, among them those with the same media. sweep: a
 * yee_sweep. */
static int order(const void *a, const void *b, void *sweep)
{
    const farm_task *x = a, *y = b;
    const yee_sweep *s = sweep;
    for (int deep = CELLS; deep > POINTS; deep--)
        for (size_t v = 0; v < s->variables; v++) {
            const size_t i = yee_sweep_value(s, (size_t)x->number, v);
            const size_t k = yee_sweep_value(s, (size_t)y->number, v);
            if (i != k && (int)depth_of(&s->variable[v]) == deep)
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
