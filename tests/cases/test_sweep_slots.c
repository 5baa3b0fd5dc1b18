/* yee sweep on a device whose scheme does the steps of several plans side by side: every trace has
 * the bits of its lone run, however many run in one process, and what befalls one leaves the others
 * alone. The device is the reference, which does steps that are enqueued at a later call. */
#include "suite.h"
#include "sweeping.h"

#include <signal.h>
#include <sys/resource.h>

#define CARDED "--plugin-path", MODULE_CLAIMS, "--set", "run.scheme=carded"

static void on_reference(const char *sweep)
{
    write_model("m.ini", sweep);
    MUST_SWEEP("m.ini", "--set", "run.scheme=reference");
    ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
    clean("m.sweep");
}

START_TEST(traces_side_by_side_have_the_bits_of_lone_runs)
{
    static const char *const jobs[] = {"1", "3", "44"};
    on_reference(line);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        MUST_SWEEP("m.ini", CARDED, "--force", "--jobs", jobs[i]);
        same_parts("m.h5", "whole.h5", RECORDS);
        ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"),
                         0); /* 6 traces, the model */
    }
    MUST_SWEEP("m.ini", CARDED, "--force"); /* as many as are fastest */
    same_parts("m.h5", "whole.h5", RECORDS);
    MUST_SWEEP("m.ini", CARDED, "--force", "--gpus", "all", "--jobs", "5");
    same_parts("m.h5", "whole.h5", RECORDS);
}
END_TEST

/* Every plan says which GPU it sees, and how many plans its process has with it. */
START_TEST(jobs_are_those_of_all_gpus_together)
{
    const char *const argv[] = {"yee", "sweep",  "m.ini", CARDED, "--gpus",
                                "all", "--jobs", "3",     NULL};
    write_model("m.ini", line);
    ck_assert_int_eq(run_with(NULL, argv), YEE_OK);
    ck_assert_int_eq(system("grep -q 'sees 0 as plan [12]$' m.sweep/*/log"), 0);
    ck_assert_int_eq(system("grep -q 'sees 1 as plan 1$' m.sweep/*/log"), 0);
    ck_assert_int_ne(system("grep -q -e 'sees 0 as plan [3-9]' -e 'sees 1 as plan [2-9]' "
                            "m.sweep/*/log"),
                     0);
}
END_TEST

/* Standard output goes where standard error is read. */
static void report(void) { dup2(2, 1); }

/* The process that has looked at the model has its plan, and runs all traces: this scheme, whose plans
 * cannot be aimed, makes one for each behind the first. */
START_TEST(one_process_opens_the_device)
{
    const char *const argv[] = {"yee",    "sweep", "m.ini",    CARDED,
                                "--jobs", "1",     "--timing", NULL};
    char command[128];
    write_model("m.ini", line);
    ck_assert_int_eq(run_with(report, argv), YEE_OK);
    for (int t = 0; t < TRACES; t++) {
        snprintf(command, sizeof command, "grep -q 'number %d of its process' m.sweep/%06d/log",
                 t + 2, t);
        ck_assert_msg(system(command) == 0, "trace %d", t);
    }
    says("time of the command");
    says("waiting for steps");
}
END_TEST

/* A row of the report has the seconds of so many calls. */
static void row(const char *name, int calls)
{
    const char *list = strstr(said, "time of the processes"),
               *at = list ? strstr(list, name) : list;
    double seconds;
    int told;
    ck_assert_msg(at && sscanf(at + strlen(name), " %lf %d", &seconds, &told) == 2, "no row %s",
                  name);
    ck_assert_msg(told == calls && seconds >= 0, "%s: %g s, %d calls", name, seconds, told);
}

START_TEST(a_report_counts_what_processes_do)
{
    const char *const argv[] = {"yee", "sweep", "m.ini", "--timing", NULL};
    write_model("m.ini", line);
    ck_assert_int_eq(run_with(report, argv), YEE_OK);
    row("checking a trace", TRACES);
    row("model of a trace", TRACES);
    row("tests, opening files", TRACES);
    row("writing and closing files", TRACES);
    row("gathering", 1);
}
END_TEST

/* Each writes into its own folder, and says what it says there. */
START_TEST(files_and_lines_of_traces_are_their_own)
{
    write_model("m.ini", "[output.film]\ntype = snapshot\nevery = 50\n"
                         "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 5, 6\n");
    MUST_SWEEP("m.ini", "--set", "run.scheme=reference");
    ck_assert_int_eq(rename("m.sweep", "alone"), 0);
    const char *const argv[] = {"yee",     "sweep",  "m.ini", CARDED,
                                "--force", "--jobs", "3",     NULL};
    ck_assert_int_eq(run_with(NULL, argv), YEE_OK);
    for (int t = 0; t < 3; t++) {
        char command[512];
        snprintf(command, sizeof command,
                 "cd m.sweep/00000%d && test \"`ls`\" = \"`ls ../../alone/00000%d`\" && "
                 "test `grep -c 'sees all' log` = 1 && "
                 "h5diff m.h5 ../../alone/00000%d/m.h5 /probe && "
                 "h5diff m_film.vtkhdf ../../alone/00000%d/m_film.vtkhdf /VTKHDF/PointData",
                 t, t, t, t);
        ck_assert_msg(system(command) == 0, "trace %d", t);
    }
}
END_TEST

/* The importer reads the file again for every trace, while others are under way in their folders. */
START_TEST(files_of_traces_are_read_where_the_command_was_given)
{
    write_file("m.in", "#domain: 0.024 0.024 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n"
                       "#time_window: 200\n#waveform: ricker 1 9e9 w\n"
                       "#hertzian_dipole: z 0.006 0.012 0 w\n#rx: 0.009 0.012 0\n"
                       "#src_steps: 0.001 0 0\n#pml_cells: 4 4 0 4 4 0\n");
    MUST_SWEEP("m.in", CARDED, "--jobs", "3", "--set", "sweep.n.keys=importer.gprmax.trace",
               "--set", "sweep.n.values=1,2,3");
}
END_TEST

START_TEST(traces_wait_where_the_device_has_no_memory_for_more)
{
    static const char *const plans[] = {"1", "2", "4"};
    on_reference(line);
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        setenv("CLAIMS_PLANS", plans[i], 1);
        MUST_SWEEP("m.ini", CARDED, "--force", "--jobs", "5");
        same_parts("m.h5", "whole.h5", RECORDS);
        ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0);
    }
    setenv("CLAIMS_PLANS", "0", 1);
    ck_assert_int_eq(SWEEP("m.ini", CARDED, "--force", "--jobs", "5"), YEE_MEMORY);
    unsetenv("CLAIMS_PLANS");
}
END_TEST

START_TEST(a_trace_that_diverges_is_marked)
{
    static float all[3][2000];
    int32_t status[3];
    write_model("m.ini", "[sweep.step]\nkeys = run.courant\nvalues = 0.5, 1.1, 0.5\n");
    ck_assert_int_eq(SWEEP("m.ini", CARDED, "--jobs", "3", "--set", "run.unsafe=yes", "--set",
                           "run.steps=2000"),
                     YEE_DIVERGED);
    says("trace 1: ");
    says("1 of 3 traces failed");
    read_all("m.h5", "/sweep/status", H5T_NATIVE_INT32, sizeof status, status);
    ck_assert(status[0] == 0 && status[1] == YEE_DIVERGED && status[2] == 0);
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    ck_assert(isfinite(all[0][1999]) && !memcmp(all[0], all[2], sizeof all[0]));
}
END_TEST

/* Files may have half a MB: what trace 1 writes, 300 pictures of 24 x 24 cells, is more. */
static void little_room(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 19, 1 << 19});
}

START_TEST(a_full_disk_is_the_end_of_one_trace)
{
    static float all[3][ROWS];
    int32_t status[3];
    const char *const argv[] = {"yee",           "sweep",       "--quiet", "m.ini",
                                "--plugin-path", MODULE_CLAIMS, "--set",   "run.scheme=carded",
                                "--jobs",        "3",           NULL};
    write_model("m.ini", "[output.film]\ntype = snapshot\nevery = 100\n"
                         "[sweep.often]\nkeys = output.film.every\nvalues = 100, 1, 150\n");
    ck_assert_int_eq(run_with(little_room, argv), YEE_IO);
    says("trace 1: ");
    says("File too large");
    says("1 of 3 traces failed");
    read_all("m.h5", "/sweep/status", H5T_NATIVE_INT32, sizeof status, status);
    ck_assert(status[0] == 0 && status[1] == YEE_IO && status[2] == 0);
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    ck_assert(isfinite(all[0][ROWS - 1]) && !memcmp(all[0], all[2], sizeof all[0]));
}
END_TEST

START_TEST(a_sweep_killed_at_any_moment_goes_on)
{
    const char *const argv[] = {"yee",  "sweep",  "--quiet", "m.ini", "--restart",
                                CARDED, "--jobs", "4",       NULL};
    on_reference(line);
    srand(1);
    for (int kills = short_on() ? 3 : 6; kills-- > 0;) {
        int from;
        const pid_t child = start(argv, &from, NULL);
        usleep((useconds_t)(2e5 * rand() / RAND_MAX));
        kill(child, kills % 3 ? SIGKILL : SIGINT);
        const int code = finish(child, from);
        ck_assert_msg(code == -SIGKILL || code == -SIGINT || code == YEE_OK ||
                          code == YEE_INTERRUPTED,
                      "exit code %d: %s", code, said);
        if (code == YEE_OK) { /* all are there: begin with some */
            same_parts("m.h5", "whole.h5", RECORDS);
            clean("m.");
            write_model("m.ini", line);
        }
    }
    MUST_SWEEP("m.ini", "--restart", CARDED);
    same_parts("m.h5", "whole.h5", RECORDS);
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0);
}
END_TEST

/* All traces that the process had are named, and run once more by another. */
START_TEST(traces_whose_process_is_killed_are_run_once_more)
{
    const char *const argv[] = {"yee",  "sweep",  "--quiet", "m.ini",
                                CARDED, "--jobs", "4",       NULL};
    char command[128];
    int from;
    on_reference(line);
    const pid_t child = start(argv, &from, NULL);
    snprintf(command, sizeof command,
             "until test -e m.sweep/000002.claim; do sleep 0.001; done 2>/dev/null; "
             "kill -9 `cut -d' ' -f2 m.sweep/000002.claim`");
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(finish(child, from), YEE_OK);
    says("trace 2: its process was ended by signal 9");
    same_parts("m.h5", "whole.h5", RECORDS);
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0);
}
END_TEST

/* The one process of a sweep opens the device with so many queues. The sweep is refused for a file
 * that is there, before any trace is run. */
static void opens_with(const char *queues, const char *const *words)
{
    const char *argv[16] = {"yee", "sweep", "m.ini", "--plugin-path", MODULE_CLAIMS};
    char text[64] = "";
    for (int n = 5; *words; n++)
        argv[n] = *words++;
    setenv("CLAIMS_OPENED", "opened", 1);
    ck_assert_int_eq(run_with(NULL, argv), YEE_IO);
    says("m.h5 is there");
    FILE *file = fopen("opened", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert(fscanf(file, "%63s", text) == 1 && fscanf(file, " %63s", text) == EOF);
    fclose(file);
    clean("opened");
    ck_assert_msg(!strcmp(text, queues), "%s queues, not %s", text, queues);
}

#define OPENS_WITH(queues, ...) opens_with(queues, (const char *const[]){__VA_ARGS__, NULL})

static const char large[] =
    "[run]\nsteps = 9000\n[grid]\ncells = 96, 96, 96\nspacing = 1 mm\n"
    "[boundary.all]\ntype = pec\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 9 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 48, 48, 48 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 60, 48, 48 mm\n"
    "[sweep.line]\nkeys = source.tx.position\nstep = 1, 0, 0 mm\ncount = 4\n";

/* 4 x 96^3 x 9000 = 3.2e10. `auto` asks for the device while it chooses a scheme, before there is a
 * plan: here it has none, and the model runs elsewhere. */
START_TEST(queues_are_asked_for_before_the_device_is_opened)
{
    write_file("m.ini", large);
    write_file("m.h5", "no file of a sweep");
    unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
    OPENS_WITH("32", "--set", "run.scheme=carded");
    OPENS_WITH("32", "--set", "run.scheme=auto");
    OPENS_WITH("default", "--set", "run.scheme=auto", "--set", "run.steps=8000");
    OPENS_WITH("default", "--set", "run.scheme=auto", "--set", "grid.cells=96, 96, 95");
    OPENS_WITH("default", "--set", "run.scheme=carded", "--only", "0-2");
    OPENS_WITH("default", "--set", "run.scheme=carded", "--part", "2/3");
    OPENS_WITH("default", "--set", "run.scheme=carded", "--jobs", "1");
    OPENS_WITH("default", "--set", "run.scheme=carded", "--gpus", "all");
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "4", 1);
    OPENS_WITH("4", "--set", "run.scheme=carded");
    unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
}
END_TEST

/* The process that looks at the model runs none, and each of two others half. */
START_TEST(processes_of_several_gpus_ask_for_queues)
{
    const char *const argv[] = {"yee", "sweep", "m.ini",           CARDED, "--gpus",
                                "all", "--set", "run.steps=18000", NULL};
    int from;
    write_file("m.ini", large);
    unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
    setenv("CLAIMS_OPENED", "opened", 1);
    const pid_t child = start(argv, &from, NULL);
    ck_assert_int_eq(
        system("until test `grep -c . opened` = 3; do sleep 0.01; done 2>/dev/null"), 0);
    kill(child, SIGKILL);
    ck_assert_int_eq(finish(child, from), -SIGKILL);
    ck_assert_int_eq(system("test \"`echo \\`cat opened\\``\" = 'default 32 32'"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_slots");
    TCase *tests = tcase_create("slots");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, traces_side_by_side_have_the_bits_of_lone_runs);
    tcase_add_test(tests, jobs_are_those_of_all_gpus_together);
    tcase_add_test(tests, one_process_opens_the_device);
    tcase_add_test(tests, a_report_counts_what_processes_do);
    tcase_add_test(tests, files_and_lines_of_traces_are_their_own);
    tcase_add_test(tests, files_of_traces_are_read_where_the_command_was_given);
    tcase_add_test(tests, traces_wait_where_the_device_has_no_memory_for_more);
    tcase_add_test(tests, a_trace_that_diverges_is_marked);
    tcase_add_test(tests, a_full_disk_is_the_end_of_one_trace);
    tcase_add_test(tests, a_sweep_killed_at_any_moment_goes_on);
    tcase_add_test(tests, traces_whose_process_is_killed_are_run_once_more);
    tcase_add_test(tests, queues_are_asked_for_before_the_device_is_opened);
    tcase_add_test(tests, processes_of_several_gpus_ask_for_queues);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
