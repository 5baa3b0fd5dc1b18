/* core/cli/sweep/deal.c: traces are dealt to the processes of this machine, and, by claims, among
 * those of others: each does what nobody has, and the first rank what somebody has left. */
#include "deal.h"
#include "base/clock.h"
#include "claim.h"
#include "gpus.h"
#include "jobs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* -- progress -- */

typedef struct progress {
    const char *what; /* "checked", "done" */
    int64_t number, total, failed, taken;
    double begun; /* s */
    bool terminal, quiet;
    const volatile int *stopped;
    yee_status worst;
} progress;

static void show(progress *p)
{
    char left[32], text[160];
    if (p->quiet || !p->terminal)
        return;
    const double each = (yee_now() - p->begun) / (double)p->number;
    snprintf(text, sizeof text, "%lld of %lld traces %s  %s left", (long long)p->number,
             (long long)p->total, p->what,
             cli_duration(left, sizeof left, each * (double)(p->total - p->number)));
    text[cli_width(stderr) - 1] = '\0';
    cli_bar_show(text);
}

/* At most ten sentences: a thousand traces may fail alike. */
static bool on_done(void *user, const farm_result *result)
{
    progress *p = user;
    p->number++;
    p->taken += result->taken;
    if (*p->stopped)
        return false;
    if (result->status) {
        if (++p->failed <= 10)
            cli_fail((yee_status)result->status, "trace %lld: %s",
                     (long long)result->task.number, result->message);
        else if (p->failed == 11)
            cli_fail((yee_status)result->status, "more traces fail; the first ten are named");
        p->worst = p->worst ? p->worst : (yee_status)result->status;
    }
    show(p);
    return true;
}

static bool run_farm(int jobs, size_t count, const farm_task *task, sweep_plan *plan,
                     progress *p)
{
    p->begun = yee_now();
    p->total = (int64_t)count;
    p->terminal = isatty(fileno(stderr));
    p->quiet = plan->quiet;
    p->stopped = plan->stopped;
    const bool ok = plan->farm ? farm_do(plan->farm, count, task, on_done, p)
                               : farm_run(jobs, count, task, &trace_tasks, plan, on_done, p);
    cli_bar_hide();
    return ok;
}

/* All traces are right, or the first of those that are not are named. */
static yee_status check_traces(sweep_plan *plan, int jobs, size_t count, const farm_task *task)
{
    progress p = {.what = "checked"};
    if (!run_farm(jobs, count, task, plan, &p))
        return cli_fail(YEE_MEMORY, "no process for the sweep");
    if (*plan->stopped || !p.failed)
        return YEE_OK;
    return cli_fail(p.worst, "%lld of %zu traces are wrong; none was run", (long long)p.failed,
                    count);
}

static void say_done(const sweep_plan *plan, const progress *p, const char *took)
{
    printf("%lld traces in %s", (long long)(p->number - p->failed - p->taken), took);
    if (plan->queues)
        printf(", %d at a time%s", plan->together, plan->gpus > 1 ? " on a GPU" : "");
    printf("\n");
}

static yee_status run_traces(sweep_plan *plan, int jobs, size_t count, const farm_task *task)
{
    progress p = {.what = "done"};
    char took[32];
    const double begun = yee_now();
    if (!run_farm(jobs, count, task, plan, &p))
        return cli_fail(YEE_MEMORY, "no process for the sweep");
    if (!plan->quiet && !*plan->stopped)
        say_done(plan, &p, cli_duration(took, sizeof took, yee_now() - begun));
    if (*plan->stopped || !p.failed)
        return YEE_OK;
    return cli_fail(p.worst, "%lld of %zu traces failed; --restart runs them again",
                    (long long)p.failed, count);
}

/* Traces that others have claimed, and may have left. */
static yee_status run_left(sweep_plan *plan, int jobs, size_t count, farm_task *task)
{
    yee_status status = YEE_OK;
    while (!status && !*plan->stopped) {
        size_t open = 0, left = 0;
        for (size_t i = 0; i < count; i++)
            if (sweep_trace_state(&plan->folder, task[i].number) == TRACE_OPEN) {
                const farm_task one = task[i];
                open++;
                if (sweep_claimed(&plan->folder, one.number))
                    continue;
                task[i] = task[left]; /* to the front */
                task[left++] = one;
            }
        if (!open)
            break;
        if (left)
            status = run_traces(plan, jobs, left, task);
        else
            nanosleep(&(struct timespec){0, 200000000}, NULL);
    }
    return status;
}

/* Failures that other ranks have met are those of the whole. */
static yee_status worst_of(const sweep_plan *plan, size_t count, const farm_task *task)
{
    char message[2000];
    yee_status worst = YEE_OK;
    for (size_t i = 0; i < count && !worst; i++)
        if (sweep_trace_state(&plan->folder, task[i].number) == TRACE_FAILED)
            worst = sweep_trace_message(&plan->folder, task[i].number, message, sizeof message);
    return worst;
}

/* Every rank checks a part, and none runs before all have. */
static yee_status check_by_ranks(sweep_plan *plan, int jobs, size_t count,
                                 const farm_task *task)
{
    const sweep_ranks *r = &plan->ranks;
    farm_task *own = calloc(count + 1, sizeof *own);
    size_t n = 0;
    if (!own)
        return cli_fail(YEE_MEMORY, "no memory for a list of traces");
    for (size_t i = count * (size_t)r->rank / (size_t)r->ranks;
         i < count * (size_t)(r->rank + 1) / (size_t)r->ranks; i++)
        own[n++] = task[i];
    const yee_status status = n ? check_traces(plan, jobs, n, own) : YEE_OK;
    free(own);
    bool late;
    ranks_mark(r, &plan->folder, "checked", *plan->stopped ? YEE_INTERRUPTED : status);
    const yee_status all =
        ranks_wait(r, &plan->folder, "checked", r->ranks, 0, &late, plan->stopped);
    return status ? status : all;
}

/* Traces that failed before this launch are tried again. */
static void forget_failures(const sweep_plan *plan, size_t count, const farm_task *task)
{
    char path[PATH_MAX];
    for (size_t i = 0; i < count; i++)
        if (sweep_trace_state(&plan->folder, task[i].number) == TRACE_FAILED) {
            sweep_trace_path(&plan->folder, task[i].number, ".failed", NULL, path);
            sweep_remove(path);
        }
}

static bool all_over(const sweep_plan *plan, size_t count, const farm_task *task)
{
    size_t i = 0;
    while (i < count && sweep_trace_state(&plan->folder, task[i].number) != TRACE_OPEN)
        i++;
    return i == count;
}

/* Runs traces whose check let them. A trace whose process was ended is run once more. */
static yee_status run_checked(sweep_plan *plan, int jobs, size_t count, farm_task *task)
{
    for (size_t i = 0; i < count; i++)
        task[i].kind = TASK_RUN;
    yee_status status = run_traces(plan, jobs, count, task);
    if (*plan->stopped)
        return status;
    if (plan->ranks.rank) /* one that ends with a code would end the others */
        return YEE_OK;
    const yee_status left = run_left(plan, jobs, count, task);
    status = status ? status : left;
    return all_over(plan, count, task) ? worst_of(plan, count, task) : status;
}

/* Processes for so many traces side by side, which a device takes from one process; jobs 0: as many
 * as cores, memory and GPUs allow, and on a device as are fastest. */
static int processes_of(sweep_plan *plan, int jobs)
{
    const int gpus = plan->gpus ? plan->gpus : 1;
    plan->beside = 1;
    if (!plan->queues)
        return jobs         ? jobs
               : plan->gpus ? gpus
                            : sweep_jobs(plan->on_device, plan->bytes, plan->ranks.here);
    const int each = (jobs + gpus - 1) / gpus;
    plan->jobs = jobs;
    plan->beside = each < SWEEP_SLOTS ? each : SWEEP_SLOTS;
    return jobs && jobs < gpus ? jobs : gpus;
}

/* On a device a process keeps what it has there from the check to the runs: the one that has looked
 * at the model, or, where there are several, each its own. */
static yee_status open_farm(sweep_plan *plan, int jobs)
{
    if (!plan->on_device || (plan->farm && jobs <= 1 && !plan->gpus))
        return YEE_OK;
    farm_close(plan->farm);
    plan->farm = farm_open(jobs, &trace_tasks, plan);
    return plan->farm ? YEE_OK
                      : cli_fail(YEE_MEMORY, "no memory for the processes of the sweep");
}

yee_status deal_missing(sweep_plan *plan, const selection *s, int jobs, bool *ran)
{
    const sweep_ranks *r = &plan->ranks;
    yee_status status = YEE_OK;
    farm_task *task = calloc((size_t)plan->traces + 1, sizeof *task);
    size_t count = 0;
    bool late;
    if (!task)
        return cli_fail(YEE_MEMORY, "no memory for a list of traces");
    for (int64_t t = 0; t < plan->traces; t++)
        if (selected(s, t) && sweep_trace_state(&plan->folder, t) != TRACE_DONE)
            task[count++] = (farm_task){TASK_CHECK, t};
    plan->own = (int64_t)count;
    if (r->ranks > 1 && !r->rank)
        forget_failures(plan, count, task);
    ranks_mark(r, &plan->folder, "listed", YEE_OK);
    status = ranks_wait(r, &plan->folder, "listed", r->ranks, 0, &late, plan->stopped);
    jobs = processes_of(plan, jobs);
    jobs = (size_t)jobs < count ? jobs : (int)count;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN) / r->here;
    plan->threads = jobs && cores / jobs > 1 ? (int)(cores / jobs) : 1;
    if (count && !plan->quiet && !r->rank)
        printf("%zu of %lld traces by %d process%s%s%s\n", count, (long long)plan->traces, jobs,
               jobs == 1 ? "" : "es", r->ranks > 1 ? " of each rank" : "",
               plan->beside == 1 ? "" : ", several at a time");
    fflush(stdout);
    double since = yee_now();
    if (!status)
        status = open_farm(plan, jobs);
    if (!status)
        trace_prepare(plan, count, task);
    if (!status && r->ranks > 1)
        status = check_by_ranks(plan, jobs, count, task);
    else if (!status && count)
        status = check_traces(plan, jobs, count, task);
    sweep_phase_took(plan->times, PHASE_CHECK, since);
    *ran = !status && !*plan->stopped;
    since = yee_now();
    if (*ran && count)
        status = run_checked(plan, jobs, count, task);
    sweep_phase_took(plan->times, PHASE_RUN, since);
    free(task);
    yee_model_free(plan->base);
    plan->base = NULL;
    return *plan->stopped
               ? cli_fail(YEE_INTERRUPTED,
                          "interrupted; --restart goes on with the traces that are missing")
               : status;
}
