/* core/cli/run.c: `yee run`: reads a model, runs it, shows how far it is. */
#include "base/clock.h"
#include "cli.h"
#include "plugin/call.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool quiet, force, strict, restart;
    const char *importer, *plugin_path, *trace, *gpus;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    CLI_TRACE(given.trace),
    {"gpus", "LIST",
     "Deals the model's subdomains to the GPUs all, or 0,2-3, of this machine: run.devices.",
     NULL, &given.gpus, NULL},
    {"force", NULL, "Replaces output files that exist.", &given.force, NULL, NULL},
    {"restart", NULL,
     "Goes on from the last checkpoint; where there is none the run starts at its beginning.",
     &given.restart, NULL, NULL},
    {"strict", NULL, "Warnings about the model refuse the run.", &given.strict, NULL, NULL},
    {"quiet", NULL, "Prints warnings and errors only.", &given.quiet, NULL, NULL},
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* -- signals -- */

static volatile sig_atomic_t stop, asked;
static yee_simulation *volatile running; /* NULL: planning still */

static bool other; /* of several processes not the first, which speaks for all */

/* The first signal ends the run between two steps, with a checkpoint and all files closed, and
 * says who keeps it from that. */
static void on_signal(int number)
{
    char at[CLI_CALLS];
    stop = 1;
    if (other)
        return;
    cli_say(number == SIGINT ? "\nyee: SIGINT: " : "\nyee: SIGTERM: ");
    cli_say(yee_call_describe(at, sizeof at, true) ? "waiting for " : "ending the run");
    cli_say(at);
    cli_say("; again to end at once\n");
}

static void on_request(int number)
{
    (void)number;
    asked = 1;
    if (running)
        yee_simulation_ask_checkpoint(running);
}

/* Before planning, which may take long: a batch system that asks early gets its checkpoint once
 * the run has begun. */
static void catch_requests(void)
{
    struct sigaction request = {.sa_handler = on_request, .sa_flags = SA_RESTART};
    sigemptyset(&request.sa_mask);
    sigaction(SIGUSR1, &request, NULL);
}

static void catch_signals(yee_simulation *simulation)
{
    running = simulation;
    if (asked)
        yee_simulation_ask_checkpoint(simulation);
    cli_interrupt_asks(on_signal);
}

/* -- progress -- */

typedef struct meter {
    bool terminal;
    int tenth;     /* of the run, last one that was printed as a line */
    int64_t first; /* step that the run begins after */
    yee_progress last;
} meter;

static double seconds_left(const meter *m, const yee_progress *p)
{
    const int64_t done = p->step - m->first;
    return done > 0 ? p->seconds / (double)done * (double)(p->steps - p->step) : 0;
}

static void draw_bar(const meter *m, const yee_progress *p)
{
    enum { WIDTH = 30 };
    static const char full[] = "##############################";
    char text[192], left[32];
    double part = (double)p->step / (double)p->steps;
    int filled = (int)(part * WIDTH);
    snprintf(text, sizeof text, "[%.*s%*s] %3d %%  step %lld of %lld  %.4g Mcells/s  %s left",
             filled, full, WIDTH - filled, "", (int)(100 * part), (long long)p->step,
             (long long)p->steps, p->mcells_s,
             cli_duration(left, sizeof left, seconds_left(m, p)));
    cli_bar_show(text);
}

static void print_tenth(meter *m, const yee_progress *p)
{
    char left[32];
    int tenth = (int)(10 * p->step / p->steps);
    if (tenth <= m->tenth)
        return;
    m->tenth = tenth;
    fprintf(stderr, "step %lld of %lld, %.4g Mcells/s, %s left\n", (long long)p->step,
            (long long)p->steps, p->mcells_s,
            cli_duration(left, sizeof left, seconds_left(m, p)));
}

static bool on_progress(void *user, const yee_progress *progress)
{
    meter *m = user;
    m->last = *progress;
    if (given.quiet || other || !progress->steps)
        return !stop;
    if (m->terminal)
        draw_bar(m, progress);
    else
        print_tenth(m, progress);
    return !stop;
}

/* -- the run -- */

/* A failure that all processes know of is said by the first one. */
static yee_status fail(yee_status status, const yee_session *session)
{
    int ranks;
    if (yee_session_rank(session, &ranks) > 0 && yee_session_agreed(session))
        return status;
    return cli_fail_session(status, session);
}

static void print_files(const char *list)
{
    if (!*list)
        puts("wrote nothing: the model has no [output.NAME]");
    for (const char *end; (end = strchr(list, '\n')) != NULL; list = end + 1)
        printf("wrote %.*s\n", (int)(end - list), list);
}

static yee_status run_simulation(yee_session *session, yee_simulation *simulation)
{
    char lines[4096], took[32];
    meter m = {.terminal = cli_terminal(), .first = yee_simulation_step(simulation)};
    if (!given.quiet && !other && yee_simulation_print(simulation, lines, sizeof lines) > 0)
        fprintf(stderr, "%s%s", lines, lines[strlen(lines) - 1] == '\n' ? "" : "\n");
    catch_signals(simulation);
    yee_status status = yee_simulation_run(simulation, -1, on_progress, &m);
    cli_bar_hide();
    const char *file = yee_simulation_checkpoint_file(simulation);
    if (status == YEE_INTERRUPTED) {
        const bool failed = yee_simulation_checkpoint(simulation);
        if (!other)
            cli_fail(status,
                     failed ? "the checkpoint %s could not be written"
                            : "the checkpoint %s is written; --restart goes on from it",
                     file ? file : "");
    }
    signal(SIGUSR1, SIG_IGN);
    yee_status closed = yee_simulation_finish(simulation);
    status = status ? status : closed;
    if (status)
        return fail(status, session);
    if (other)
        return YEE_OK;
    if (!given.quiet && given.restart && m.last.step <= m.first)
        printf(
            "no steps: the checkpoint is of step %lld, the last; a longer [run] time goes on\n",
            (long long)m.first);
    else if (!given.quiet)
        printf("%lld steps in %s, %.4g Mcells/s\n", (long long)(m.last.step - m.first),
               cli_duration(took, sizeof took, m.last.seconds), m.last.mcells_s);
    if (!given.quiet)
        print_files(yee_simulation_written(simulation));
    return YEE_OK;
}

/* Which processes print. */
static void speak(const yee_session *session)
{
    int ranks;
    other = yee_session_rank(session, &ranks) > 0;
    cli_session_silent(other);
}

static yee_status run_model(yee_session *session, const char *path)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    catch_requests();
    if (given.force)
        given.set.v[given.set.count++] = "run.force=yes";
    if (given.strict)
        given.set.v[given.set.count++] = "run.strict=yes";
    char devices[256];
    if (given.gpus) {
        snprintf(devices, sizeof devices, "run.devices=%s", given.gpus);
        given.set.v[given.set.count++] = devices;
    }
    cli_trace(&given.set, given.trace);
    if (!given.quiet && !other)
        cli_stage_show("preparing the run");
    const double start = yee_now();
    yee_status status = yee_model_read(session, path, given.set.count, given.set.v, &model);
    speak(session); /* processes that parted speak for themselves */
    if (!status && yee_model_traces(model)) {
        cli_stage_hide();
        status = YEE_USAGE;
        if (!other)
            cli_fail(status,
                     "%s stands for %zu models, by its [sweep.NAME]: `yee sweep` runs them "
                     "all, --trace N one",
                     path, yee_model_traces(model));
        yee_model_free(model);
        yee_session_leave(session, YEE_OK); /* all have come to this */
        return status;
    }
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!status)
        status = cli_balance(session, path, &given.set, given.restart, yee_now() - start,
                             &model, &simulation);
    if (!status && given.restart)
        status = yee_simulation_restart(simulation, NULL);
    cli_stage_hide();
    if (status)
        fail(status, session);
    else
        status = run_simulation(session, simulation);
    yee_simulation_free(simulation);
    yee_model_free(model);
    return status;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    (void)argc;
    cli_interrupt_catch(true);
    cli_importer(&given.set, given.importer);
    yee_status status = cli_session_open(given.plugin_path, given.quiet, &session);
    if (status)
        return status;
    status = yee_session_join(session);
    speak(session);
    if (status)
        fail(status, session);
    else
        status = run_model(session, argv[0]);
    int ranks;
    yee_session_rank(session, &ranks);
    if (ranks > 1) {
        signal(SIGTERM, SIG_IGN); /* by launchers, once the first process has failed */
        cli_leave((int)status);   /* a library that ends the others ends this process, too */
    }
    yee_session_leave(session, status);
    yee_session_close(session);
    return status;
}

const cli_command cli_run = {
    .name = "run",
    .arguments = "MODEL.ini",
    .summary = "Runs a model and writes its output files.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
