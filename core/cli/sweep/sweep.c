/* core/cli/sweep/sweep.c: `yee sweep`: runs all traces of a model with [sweep.NAME].
 *
 * The command's own process reads no model that runs on a GPU, which no process that is forked
 * later could use; others it reads once for all that it forks (trace_prepare). */
#include "base/clock.h"
#include "cli/cli.h"
#include "deal.h"
#include "farm.h"
#include "folder.h"
#include "gpus.h"
#include "select.h"
#include "trace.h"
#include "warnings.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    bool quiet, force, restart, gather, partial, timing;
    const char *importer, *plugin_path, *part, *jobs, *only, *traces, *gprmax, *gpus;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"traces", "N",
     "Number of traces of an importer's file that has steps from trace to trace: its key "
     "traces. -n, as gprMax has it, is the same.",
     NULL, &given.traces, NULL},
    {"gprmax", "NAME",
     "Names the files NAME.h5 and NAME_merged.out, in which outputs of type gprmax, which "
     "input "
     "of gprMax has, gather all traces in its form.",
     NULL, &given.gprmax, NULL},
    {"jobs", "N",
     "Traces that run side by side; by default one for each core, as memory allows, and on a "
     "GPU as many as are fastest by a measurement.",
     NULL, &given.jobs, NULL},
    {"gpus", "LIST",
     "A process on each of these GPUs: all, or numbers as in 0,2-3, among those that "
     "CUDA_VISIBLE_DEVICES leaves; --jobs N is of all together.",
     NULL, &given.gpus, NULL},
    {"only", "LIST",
     "These traces alone, as in 5,7-9; they begin at 0. With --force they are run again.", NULL,
     &given.only, NULL},
    {"part", "I/N",
     "Every N-th trace, from the I-th on, for N calls on any machines that share the folder; "
     "array: as the job array of Slurm, Grid Engine or PBS says (array/N where it does not say "
     "N).",
     NULL, &given.part, NULL},
    {"restart", NULL, "Goes on with the traces that are missing or failed.", &given.restart,
     NULL, NULL},
    {"force", NULL, "Begins anew; what an earlier sweep wrote is replaced.", &given.force, NULL,
     NULL},
    {"gather", NULL, "Runs nothing: puts the traces that are there into one file.",
     &given.gather, NULL, NULL},
    {"partial", NULL, "Gathers although traces are missing; they are NaN.", &given.partial,
     NULL, NULL},
    {"timing", NULL,
     "Says at the end where the time went: parts of the command by the clock, and what its "
     "processes did in them.",
     &given.timing, NULL, NULL},
    {"quiet", NULL, "Prints warnings and errors only.", &given.quiet, NULL, NULL},
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

static volatile int stopped; /* an int is written whole */

static void on_signal(int number) { stopped = number; }

/* One task by a process of its own. */
static yee_status alone(int kind, sweep_plan *plan)
{
    const farm_task task = {kind, -1};
    plan->said = false;
    farm_result *result = &plan->result;
    *result = (farm_result){.status = YEE_OK};
    const bool ok = plan->farm
                        ? farm_do(plan->farm, 1, &task, trace_alone_done, plan)
                        : farm_run(1, 1, &task, &trace_tasks, plan, trace_alone_done, plan);
    if (!ok)
        return cli_fail(YEE_MEMORY, "no process for the sweep");
    if (stopped)
        return cli_fail(YEE_INTERRUPTED, "interrupted; what is there stays");
    if (result->status && !plan->said)
        cli_fail((yee_status)result->status, "%s", result->message);
    return (yee_status)result->status;
}

/* -- the command -- */

/* jobs 0: --jobs is not given. */
static yee_status read_jobs(int *jobs)
{
    char *end;
    *jobs = 0;
    if (!given.jobs)
        return YEE_OK;
    const long n = strtol(given.jobs, &end, 10);
    if (*end || end == given.jobs || n < 1 || n > 4096)
        return cli_fail(YEE_USAGE, "--jobs %s: a number from 1 to 4096 is wanted", given.jobs);
    *jobs = (int)n;
    return YEE_OK;
}

/* The numbers of the traces that are not there, for a sentence; their count. */
static int64_t missing(const sweep_plan *plan, char *text, size_t size)
{
    int64_t count = 0;
    size_t at = 0;
    text[0] = 0;
    for (int64_t t = 0; t < plan->traces; t++)
        if (sweep_trace_state(&plan->folder, t) == TRACE_OPEN) {
            if (++count <= 10)
                at += (size_t)snprintf(text + at, size - at, "%s%lld", at ? ", " : "",
                                       (long long)t);
            else if (count == 11)
                snprintf(text + at, size - at, ", ...");
        }
    return count;
}

static yee_status gather(sweep_plan *plan, yee_status so_far)
{
    char list[256];
    const int64_t open = missing(plan, list, sizeof list);
    if (open && given.gather && !given.partial)
        return cli_fail(YEE_IO,
                        "%lld of %lld traces are missing (%s); --restart runs them, "
                        "--partial gathers without them",
                        (long long)open, (long long)plan->traces, list);
    if (open == plan->traces && given.gather)
        return cli_fail(YEE_IO, "none of the %lld traces is in %s; there is nothing to gather",
                        (long long)open, plan->folder.path);
    if (open && !given.partial) {
        if (!given.quiet)
            printf("%lld of %lld traces are still missing; whoever is last gathers them, or "
                   "--gather\n",
                   (long long)open, (long long)plan->traces);
        return so_far;
    }
    const double since = yee_now();
    const yee_status status = alone(TASK_GATHER, plan);
    sweep_warnings_print(&plan->folder, plan->traces);
    sweep_phase_took(plan->times, PHASE_GATHER, since);
    return so_far ? so_far : status;
}

/* Whether the folder may be of an earlier call, or of others that run now. */
static bool joins(void) { return given.restart || given.part || given.only || given.gather; }

/* Whether what an earlier sweep left agrees with what is asked for. */
static yee_status may_begin(sweep_plan *plan)
{
    struct stat info;
    const bool there = !stat(plan->folder.path, &info);
    sweep_remove_aside(&plan->folder);
    if (given.force && !joins() && !sweep_discard(&plan->folder, plan->folder.path))
        return cli_fail(YEE_IO, "%s: cannot be removed: %s", plan->folder.path,
                        strerror(errno));
    if (given.gather && !there)
        return cli_fail(YEE_IO, "%s is not there, with the traces of a sweep to gather",
                        plan->folder.path);
    if (!joins() && !stat(plan->folder.path, &info))
        return cli_fail(YEE_IO,
                        "%s is there: --restart goes on with the traces that it lacks, "
                        "--force begins anew",
                        plan->folder.path);
    return YEE_OK;
}

/* --only with --force: these traces are run again, whatever is there of them. */
static yee_status forget_some(const sweep_plan *plan)
{
    for (int64_t t = 0; given.only && given.force && !given.gather && t < plan->traces; t++)
        if (selected(plan->selection, t) && !sweep_trace_forget(&plan->folder, t))
            return cli_fail(YEE_IO, "%s: trace %lld cannot be removed: %s", plan->folder.path,
                            (long long)t, strerror(errno));
    return YEE_OK;
}

/* The folder is there, for all ranks: the first one makes it. */
static yee_status open_folder(sweep_plan *plan)
{
    enum { PATIENCE = 600 }; /* s, that the others wait for it */
    const sweep_ranks *r = &plan->ranks;
    yee_status status = YEE_OK;
    bool late;
    if (!r->rank) {
        ranks_close(r, &plan->folder); /* of an earlier launch by the same name */
        status = may_begin(plan);
        if (!status)
            status = alone(TASK_OPEN, plan);
        if (!status)
            status = forget_some(plan);
        if (!ranks_open(r, &plan->folder) && !status)
            status =
                cli_fail(YEE_IO, "cannot write to %s: %s", plan->folder.path, strerror(errno));
        ranks_mark(r, &plan->folder, "opened", status);
        return status;
    }
    status = ranks_wait(r, &plan->folder, "opened", 1, PATIENCE, &late, &stopped);
    if (late)
        cli_fail(status, "rank 0 has not opened %s; do all ranks share it?", plan->folder.path);
    return status ? status : alone(TASK_OPEN, plan);
}

/* Nobody reads a mark any more, or has not for long: they go. */
static void leave(const sweep_ranks *r, const sweep_folder *folder)
{
    enum { PATIENCE = 10 }; /* s */
    bool late;
    if (!*folder->path) /* there is no sweep */
        return;
    ranks_mark(r, folder, "left", YEE_OK);
    if (r->rank)
        return;
    ranks_wait(r, folder, "left", r->ranks, PATIENCE, &late, &stopped);
    ranks_close(r, folder);
}

/* Number of traces, folder, memory: by a process that has the model from then on. */
static yee_status look(sweep_plan *plan)
{
    const double since = yee_now();
    plan->farm = farm_open(1, &trace_tasks, plan);
    if (!plan->farm)
        return cli_fail(YEE_MEMORY, "no process for the sweep");
    const yee_status status = alone(TASK_LOOK, plan);
    sweep_phase_took(plan->times, PHASE_LOOK, since);
    return status;
}

/* A process that has a plan on a device goes on with its traces, and one that has nothing to run gathers;
 * another one ends: what follows is read before processes are forked. */
static yee_status open_sweep(sweep_plan *plan)
{
    const double since = yee_now();
    const yee_status status = open_folder(plan);
    if (!plan->on_device && !given.gather) {
        farm_close(plan->farm);
        plan->farm = NULL;
    }
    sweep_phase_took(plan->times, PHASE_OPEN, since);
    return status;
}

static yee_status sweep(sweep_plan *plan, const selection *s)
{
    int jobs;
    bool ran = given.gather;
    yee_status status = read_jobs(&jobs);
    if (given.gather && plan->ranks.rank)
        return YEE_OK;
    plan->ranks.ranks = given.gather ? 1 : plan->ranks.ranks;
    plan->alone = jobs == 1;
    plan->only_looks = given.gpus || given.gather;
    plan->selection = s;
    if (!status)
        status = look(plan);
    if (!status)
        status = gpus_read(given.gpus, plan);
    if (!status)
        status = select_only(s, plan->traces);
    if (!status)
        status = open_sweep(plan);
    const bool begins = !status && !joins() && plan->ranks.ranks == 1;
    if (!status && !given.gather)
        status = deal_missing(plan, s, jobs, &ran);
    if (begins && status && status != YEE_INTERRUPTED && !ran)
        sweep_remove(plan->folder.path); /* made by this call, for a model that was refused */
    leave(&plan->ranks, &plan->folder);
    return status == YEE_INTERRUPTED || !ran || (status && given.gather) || plan->ranks.rank
               ? status
               : gather(plan, status);
}

/* [run] output of --gprmax NAME; NAME may be that of the merged file. */
static yee_status name_files(char *text, size_t size)
{
    static const char *const ending[] = {".h5", ".out", "_merged"};
    size_t length = strlen(given.gprmax);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        const size_t own = strlen(ending[i]);
        if (length > own && !strncmp(given.gprmax + length - own, ending[i], own))
            length -= own;
    }
    if (!length || given.gprmax[length - 1] == '/' || length + 32 > size)
        return cli_fail(YEE_USAGE, "--gprmax %s: the name of a file is wanted", given.gprmax);
    snprintf(text, size, "run.output=%.*s.h5", (int)length, given.gprmax);
    given.set.v[given.set.count++] = text;
    return YEE_OK;
}

static yee_status run(int argc, char **argv)
{
    selection s = {.only = given.only};
    yee_session *session = NULL;
    (void)argc;
    char traces[64], output[PATH_MAX];
    const double begun = yee_now();
    cli_importer(&given.set, given.importer);
    if (given.traces && !strcmp(given.traces, "1"))
        return cli_fail(YEE_USAGE, "--traces 1 is no scan; `yee run %s` runs one trace",
                        argv[0]);
    if (given.traces) {
        snprintf(traces, sizeof traces, "importer.traces=%s", given.traces);
        given.set.v[given.set.count++] = traces;
    }
    yee_status status = given.gprmax ? name_files(output, sizeof output) : YEE_OK;
    if (!status)
        status = select_part(given.part, &s);
    sweep_plan *plan =
        mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (plan == MAP_FAILED)
        return cli_fail(YEE_MEMORY, "no memory for a sweep");
    plan->times = &plan->clocks;
    if (!status && !getcwd(plan->here, sizeof plan->here))
        status = cli_fail(YEE_IO, "cannot tell the working directory: %s", strerror(errno));
    if (!status)
        status = cli_session_open(given.plugin_path, given.quiet, &session);
    if (!status) {
        cli_interrupt_asks(on_signal);
        plan->session = session;
        plan->model = argv[0];
        plan->set = &given.set;
        plan->force = given.force;
        plan->quiet = given.quiet;
        plan->gathers = given.gprmax;
        plan->stopped = &stopped;
        ranks_read(&plan->ranks);
        status = sweep(plan, &s);
    }
    farm_leave(plan->farm);
    if (given.timing)
        sweep_times_print(plan->times, plan->traces, yee_now() - begun);
    yee_session_close(session);
    munmap(plan, sizeof *plan);
    return status;
}

const cli_command cli_sweep = {
    .name = "sweep",
    .arguments = "MODEL.ini",
    .summary = "Runs all traces of a model with [sweep.NAME], and gathers them into one file.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
