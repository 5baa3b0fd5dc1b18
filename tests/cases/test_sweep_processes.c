/* yee sweep by many processes: parts, job arrays, ranks of a launcher, calls at a time; processes
 * that are killed, traces that fail, and a disk that is full. */
#include "suite.h"
#include "sweeping.h"

#include <sys/resource.h>
#include <time.h>

enum { KILLS = 30, FEW_KILLS = 3 /* of a short suite */, MANY_KILLS = 100 /* a long one */ };

START_TEST(parts_in_any_order_and_twice_make_one_file)
{
    write_model("m.ini", line);
    sweep_whole();
    MUST_SWEEP("m.ini", "--part", "3/4"); /* trace 2 */
    MUST_SWEEP("m.ini", "--part", "1/4"); /* 0, 4 */
    MUST_SWEEP("m.ini", "--part", "3/4");
    ck_assert(!there("m.h5"));
    ck_assert_int_eq(SWEEP("m.ini", "--gather"), YEE_IO);
    says("3 of 6 traces are missing (1, 3, 5)");
    MUST_SWEEP("m.ini", "--part", "2/4");
    MUST_SWEEP("m.ini", "--part", "4/4");
    same("m.h5", "whole.h5");
}
END_TEST

START_TEST(a_job_array_and_only_fill_what_is_missing)
{
    write_model("m.ini", line);
    sweep_whole();
    setenv("SLURM_ARRAY_TASK_ID", "7", 1);
    setenv("SLURM_ARRAY_TASK_MIN", "5", 1);
    setenv("SLURM_ARRAY_TASK_MAX", "9", 1);
    setenv("SLURM_ARRAY_TASK_STEP", "2", 1);
    MUST_SWEEP("m.ini", "--part", "array"); /* 2 of 3 */
    ck_assert(there("m.sweep/000001") && there("m.sweep/000004"));
    MUST_SWEEP("m.ini", "--only", "0,2-3,5");
    same("m.h5", "whole.h5");
    MUST_SWEEP("m.ini", "--part", "2/3");
    same("m.h5", "whole.h5");
    unsetenv("SLURM_ARRAY_TASK_ID");
    ck_assert_int_eq(SWEEP("m.ini", "--part", "array"), YEE_USAGE);
    ck_assert_int_eq(SWEEP("m.ini", "--part", "4/3"), YEE_USAGE);
    ck_assert_int_eq(SWEEP("m.ini", "--only", "5,7-9"), YEE_USAGE);
}
END_TEST

/* The others, hours of work perhaps, stay as they are. */
START_TEST(only_with_force_runs_these_traces_again)
{
    write_model("m.ini", line);
    sweep_whole();
    MUST_SWEEP("m.ini");
    write_file("m.sweep/000000/mine", "");
    write_file("m.sweep/000004/mine", "");
    MUST_SWEEP("m.ini", "--only", "3-4", "--force");
    ck_assert(there("m.sweep/000000/mine") && !there("m.sweep/000004/mine"));
    same("m.h5", "whole.h5");
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0); /* 6 traces, the model */
    MUST_SWEEP("m.ini", "--force");
    ck_assert(!there("m.sweep/000000/mine"));
}
END_TEST

START_TEST(a_sweep_killed_at_any_moment_goes_on)
{
    const char *const argv[] = {"yee", "sweep", "--quiet", "m.ini", "--restart", NULL};
    const int most = short_on() ? FEW_KILLS : getenv("YEE_TEST_LONG") ? MANY_KILLS : KILLS;
    struct timespec begun, ended;
    write_model("m.ini", line);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    sweep_whole();
    clock_gettime(CLOCK_MONOTONIC, &ended);
    const double took = 1e6 * (double)(ended.tv_sec - begun.tv_sec) +
                        1e-3 * (double)(ended.tv_nsec - begun.tv_nsec); /* us */
    srand(1);
    for (int kills = 0; kills < most; kills++) {
        int from;
        const pid_t child = start(argv, &from, NULL);
        usleep((useconds_t)(1.1 * took * rand() / RAND_MAX));
        kill(child, SIGKILL);
        const int code = finish(child, from);
        ck_assert_msg(code == -SIGKILL || code == YEE_OK, "exit code %d: %s", code, said);
        if (code == YEE_OK) { /* all are there: begin with some */
            same("m.h5", "whole.h5");
            clean("m.");
            write_model("m.ini", line);
        }
    }
    MUST_SWEEP("m.ini", "--restart");
    same("m.h5", "whole.h5");
}
END_TEST

/* -- ranks of a launcher -- */

static int rank, ranks;

static void be_rank(void)
{
    char number[16];
    snprintf(number, sizeof number, "%d", rank);
    setenv("OMPI_COMM_WORLD_RANK", number, 1);
    snprintf(number, sizeof number, "%d", ranks);
    setenv("OMPI_COMM_WORLD_SIZE", number, 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", number, 1);
    setenv("PMIX_NAMESPACE", "a/launch", 1);
}

/* Codes of all ranks, which begin at other times; what the last one said. */
static void launch(const char *const *argv, int count, int *code)
{
    pid_t child[4];
    int from[4];
    ranks = count;
    for (rank = count; rank-- > 0;) {
        child[rank] = start(argv, &from[rank], be_rank);
        usleep(20000);
    }
    for (int r = 0; r < count; r++)
        code[r] = finish(child[r], from[r]);
}

START_TEST(ranks_of_a_launcher_share_the_traces)
{
    const char *const argv[] = {"yee", "sweep", "--quiet", "m.ini", NULL};
    const int count = _i + 2;
    int code[4];
    write_model("m.ini", line);
    sweep_whole();
    launch(argv, count, code);
    for (int r = 0; r < count; r++)
        ck_assert_msg(code[r] == YEE_OK, "rank %d: %d, %s", r, code[r], said);
    same("m.h5", "whole.h5");
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0); /* 6 traces, the model */
    launch(argv, count, code); /* which the first rank refuses in a sentence */
    for (int r = 0; r < count; r++)
        ck_assert_int_eq(code[r], YEE_IO);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(ranks_of_a_host_share_its_cores)
{
    write_model("m.ini", line);
    ck_assert_int_eq(system("SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 "
                            "SLURM_STEP_TASKS_PER_NODE='9999(x2),3' " YEE_COMMAND
                            " sweep m.ini 2>&1 | grep -q '^6 of 6 traces by 1 process$'"),
                     0);
}
END_TEST

/* The first rank has the code, as the others would end it. */
START_TEST(a_rank_that_meets_a_wrong_or_failing_trace_says_so)
{
    const char *const argv[] = {"yee",   "sweep",          "--quiet", "m.ini",
                                "--set", "run.unsafe=yes", NULL};
    int code[3];
    write_model("m.ini", "[sweep.step]\nkeys = run.courant\nvalues = 0.5, 1.1, 0.5\n");
    ck_assert_int_eq(SWEEP("m.ini", "--set", "run.unsafe=yes"), YEE_DIVERGED);
    ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
    clean("m.sweep");
    launch(argv, 3, code);
    ck_assert(code[0] == YEE_DIVERGED && !code[1] && !code[2]);
    same("m.h5", "whole.h5");
    clean("m.");
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6, -2, 9\n");
    launch(argv, 3, code);
    ck_assert(code[0] == YEE_INPUT && code[1] == YEE_INPUT && code[2] == YEE_INPUT);
    ck_assert(!there("m.sweep/000000") && !there("m.h5"));
}
END_TEST

START_TEST(mpirun_starts_ranks)
{
    char command[256];
    write_model("m.ini", line);
    sweep_whole();
    if (system("mpirun --version >version 2>&1")) {
        printf("SKIPPED: there is no mpirun here\n");
        return;
    }
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    for (int count = 1; count <= 4; count += short_on() ? 3 : 1) {
        snprintf(command, sizeof command,
                 "mpirun -n %d " YEE_COMMAND " sweep --quiet m.ini --force >log 2>&1", count);
        ck_assert_int_eq(system(command), 0);
        same("m.h5", "whole.h5");
    }
}
END_TEST

/* A claim of a process that has ended is void; one of a live one holds. */
START_TEST(what_a_dead_process_has_claimed_is_done_by_others)
{
    char text[256], host[64] = "";
    write_model("m.ini", line);
    sweep_whole();
    MUST_SWEEP("m.ini", "--only", "0");
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text, "%s %d 1\n", host, (int)getpid()); /* another, by its begin */
    write_file("m.sweep/000002.claim", text);
    write_file("m.sweep/000003.claim", "");
    ck_assert_int_eq(system("touch -d '10 minutes ago' m.sweep/000003.claim"), 0);
    snprintf(text, sizeof text, "m.sweep/000002.new.%s.%d", host, (int)getpid());
    ck_assert_int_eq(mkdir(text, 0777), 0);
    MUST_SWEEP("m.ini", "--restart");
    same("m.h5", "whole.h5");
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0);
}
END_TEST

/* The number of a process that has claimed a trace; 0: none has. */
static pid_t claimer(void)
{
    int process = 0;
    for (int t = 0; t < TRACES && !process; t++) {
        char name[64], host[64];
        snprintf(name, sizeof name, "m.sweep/%06d.claim", t);
        FILE *file = fopen(name, "r");
        if (file && fscanf(file, "%63s %d", host, &process) != 2)
            process = 0;
        if (file)
            fclose(file);
    }
    return process;
}

START_TEST(a_trace_whose_process_is_killed_is_run_once_more)
{
    const char *const argv[] = {"yee", "sweep", "--quiet", "m.ini", NULL};
    pid_t worker = 0;
    int from;
    write_model("m.ini", line);
    sweep_whole();
    const pid_t child = start(argv, &from, NULL);
    while (!worker && !there("m.h5")) {
        usleep(500);
        worker = claimer();
    }
    ck_assert(worker > 0 && !kill(worker, SIGKILL));
    ck_assert_int_eq(finish(child, from), YEE_OK);
    says("its process was ended by signal 9");
    same("m.h5", "whole.h5");
    ck_assert_int_eq(system("test `ls -A m.sweep | wc -l` = 7"), 0);
}
END_TEST

START_TEST(two_calls_at_a_time_share_the_traces)
{
    const char *const argv[] = {"yee", "sweep", "--quiet", "m.ini", "--restart", NULL};
    int from[2];
    write_model("m.ini", line);
    sweep_whole();
    const pid_t a = start(argv, &from[0], NULL), b = start(argv, &from[1], NULL);
    ck_assert_int_eq(finish(a, from[0]), YEE_OK);
    ck_assert_int_eq(finish(b, from[1]), YEE_OK);
    same("m.h5", "whole.h5");
}
END_TEST

START_TEST(a_wrong_trace_is_found_before_the_first_runs)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6, -2, 9\n");
    ck_assert_int_eq(SWEEP("m.ini"), YEE_INPUT);
    says("trace 2: ");
    says("-2 is out of range");
    says("1 of 4 traces are wrong; none was run");
    ck_assert(!there("m.sweep/000000") && !there("m.h5"));
}
END_TEST

START_TEST(a_trace_that_diverges_is_marked_and_the_others_go_on)
{
    static float all[3][2000];
    int32_t status[3];
    write_model("m.ini", "[sweep.step]\nkeys = run.courant\nvalues = 0.5, 1.1, 0.5\n");
    ck_assert_int_eq(SWEEP("m.ini", "--set", "run.unsafe=yes", "--set", "run.steps=2000"),
                     YEE_DIVERGED);
    says("trace 1: ");
    says("1 of 3 traces failed");
    read_all("m.h5", "/sweep/status", H5T_NATIVE_INT32, sizeof status, status);
    ck_assert_int_eq(status[0], 0);
    ck_assert_int_eq(status[1], YEE_DIVERGED);
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    ck_assert(isnan(all[1][0]) && isnan(all[1][1999]));
    ck_assert(isfinite(all[0][1999]) && !memcmp(all[0], all[2], sizeof all[0]));
}
END_TEST

/* Files may have half a MB: what trace 1 writes, 300 pictures of 24 x 24 cells, is more. */
static void little_room(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 19, 1 << 19});
}

START_TEST(a_trace_for_which_the_disk_has_no_room_is_marked_and_the_others_go_on)
{
    static float all[3][ROWS];
    int32_t status[3];
    const char *const argv[] = {"yee", "sweep", "--quiet", "m.ini", NULL};
    write_model("m.ini", "[output.film]\ntype = snapshot\nevery = 100\n"
                         "[sweep.often]\nkeys = output.film.every\nvalues = 100, 1, 150\n");
    ck_assert_int_eq(run_with(little_room, argv), YEE_IO);
    says("trace 1: ");
    says("File too large");
    says("1 of 3 traces failed");
    read_all("m.h5", "/sweep/status", H5T_NATIVE_INT32, sizeof status, status);
    ck_assert(status[0] == 0 && status[1] == YEE_IO && status[2] == 0);
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    ck_assert(isfinite(all[0][ROWS - 1]) && isnan(all[1][0]));
    ck_assert(!memcmp(all[0], all[2], sizeof all[0]));
    MUST_SWEEP("m.ini", "--restart"); /* there is room now */
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    ck_assert(!memcmp(all[0], all[1], sizeof all[0]));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_processes");
    TCase *tests = tcase_create("processes");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, parts_in_any_order_and_twice_make_one_file);
    tcase_add_test(tests, a_job_array_and_only_fill_what_is_missing);
    tcase_add_test(tests, only_with_force_runs_these_traces_again);
    tcase_add_test(tests, a_sweep_killed_at_any_moment_goes_on);
    tcase_add_loop_test(tests, ranks_of_a_launcher_share_the_traces, 0, 3);
    tcase_add_test(tests, ranks_of_a_host_share_its_cores);
    tcase_add_test(tests, a_rank_that_meets_a_wrong_or_failing_trace_says_so);
    tcase_add_test(tests, mpirun_starts_ranks);
    tcase_add_test(tests, what_a_dead_process_has_claimed_is_done_by_others);
    tcase_add_test(tests, a_trace_whose_process_is_killed_is_run_once_more);
    tcase_add_test(tests, two_calls_at_a_time_share_the_traces);
    tcase_add_test(tests, a_wrong_trace_is_found_before_the_first_runs);
    tcase_add_test(tests, a_trace_that_diverges_is_marked_and_the_others_go_on);
    tcase_add_test(tests,
                   a_trace_for_which_the_disk_has_no_room_is_marked_and_the_others_go_on);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
