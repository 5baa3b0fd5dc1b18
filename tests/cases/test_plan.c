/* Disk and memory are those that `yee plan` promised. Its time is measured, and a
 * test of times would fail on a busy machine: bench/results/plan.md has those. */
#include "models.h"
#include "suite.h"

#include <math.h>
#include <sys/resource.h>

static char room[96]; /* of temporary files */

static void setup(void)
{
    enter_folder();
    snprintf(room, sizeof room, "%s/tmp", folder);
    ck_assert_int_eq(mkdir("tmp", 0700), 0);
    setenv("TMPDIR", room, 1);
}

static void to_file(void) { dup2(open("plan.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1); }

/* The output of `yee plan` with these words behind it. */
static const char *plan_of(const char *const *argv)
{
    static char text[1 << 16];
    const int code = run_with(to_file, argv);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    FILE *file = fopen("plan.txt", "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

#define PLAN(...) plan_of((const char *const[]){"yee", "plan", __VA_ARGS__, NULL})

/* The bytes behind the name of a line of the plan. */
static double promised(const char *plan, const char *name)
{
    static const char unit[] = "BKMGT";
    char line[64], word[8];
    double value;
    snprintf(line, sizeof line, "\n%s", name);
    const char *at = strstr(plan, line);
    ck_assert_msg(at != NULL, "there is no line \"%s\" in: %s", name, plan);
    at += strlen(line);
    ck_assert_msg(sscanf(at, " %lf %7s", &value, word) == 2, "no bytes in \"%.60s\"", at);
    const char *known = strchr(unit, word[0]);
    ck_assert_ptr_nonnull(known);
    return value * pow(1024, (double)(known - unit));
}

/* Bytes of all files in the working folder whose name begins like this. */
static double bytes_of_files(const char *begin)
{
    double sum = 0;
    struct stat info;
    DIR *dir = opendir(".");
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *e; (e = readdir(dir));)
        if (!strncmp(e->d_name, begin, strlen(begin)) && !stat(e->d_name, &info))
            sum += (double)info.st_size;
    closedir(dir);
    return sum;
}

static int files_in(const char *path)
{
    int n = -2; /* "." and ".." */
    DIR *dir = opendir(path);
    ck_assert_ptr_nonnull(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

/* Every figure is printed with one decimal: of 1.0 and more that is wrong by 0.05 at most. A file
 * of the run itself differs from one of the trial by its origin, a few texts: the command, the
 * paths, why it ended. HDF5 takes room by blocks of 2 KiB, and a main file has four or so of
 * texts. */
static void same_disk(const char *name, double plan, double run)
{
    const double slack = 0.05 * plan + 8192;
    printf("%s: disk %.0f promised, %.0f written\n", name, plan, run);
    ck_assert_msg(fabs(plan - run) <= slack, "%s: %.0f bytes were promised, %.0f written", name,
                  plan, run);
}

/* Kernel and C library give memory by pages and arenas of threads, which come and go as threads
 * meet: a few MiB. */
static void same_memory(const char *name, double plan, double run)
{
    printf("%s: memory %.1f MiB promised, %.1f taken\n", name, plan / 1048576, run / 1048576);
    if (short_on()) /* under a tool, whose memory is in both */
        return;
    ck_assert_msg(run <= 1.3 * plan + 4e6 && run >= plan / 1.3 - 4e6,
                  "%s: %.0f bytes were promised, %.0f taken", name, plan, run);
}

/* The most memory, bytes, that the command took. */
static double run_and_weigh(const char *const *argv)
{
    struct rusage used;
    int from, status;
    const pid_t child = start(argv, &from, NULL);
    while (read(from, said, sizeof said) > 0)
        ;
    close(from);
    ck_assert_int_eq(wait4(child, &status, 0, &used), child);
    ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "it ended with %d", status);
    return 1024.0 * (double)used.ru_maxrss;
}

#define WEIGH(...) \
    run_and_weigh((const char *const[]){"yee", "run", "--quiet", __VA_ARGS__, NULL})

START_TEST(disk_and_memory_of_every_model_are_those_of_its_run)
{
    const struct model *m = &models[_i];
    write_file("m.ini", m->text);
    const char *plan = PLAN("m.ini", "--set", "run.steps=60");
    const double disk = promised(plan, "disk"), memory = promised(plan, "  process");
    ck_assert_int_eq(files_in("tmp"), 0);
    ck_assert_double_eq(bytes_of_files("m.h5") + bytes_of_files("m_"), 0);
    const double taken = WEIGH("m.ini", "--set", "run.steps=60");
    same_disk(m->name, disk, bytes_of_files("m.h5") + bytes_of_files("m_"));
    same_memory(m->name, memory, taken);
}
END_TEST

/* Far more records than are written for the plan. */
static const char large[] = GRID CPML BODY DIPOLE
    "[run]\nsteps = 2000\ncheckpoint_steps = 500\n"
    "[output.all]\ntype = snapshot\ncomponents = all\nevery = 1\n"
    "[output.rx]\ntype = probe\nposition = 7, 7, 7 mm\n"
    "[output.part]\ntype = spectrum\nfrequency_min = 1 GHz\nfrequency_max = 6 GHz\n"
    "frequency_count = 30\n";

START_TEST(records_beyond_the_bounds_are_counted)
{
    write_file("m.ini", large);
    const char *plan = PLAN("m.ini");
    const double disk = promised(plan, "disk"), memory = promised(plan, "  process");
    ck_assert_int_eq(files_in("tmp"), 0);
    const double taken = WEIGH("m.ini");
    same_disk("large", disk,
              bytes_of_files("m.h5") + bytes_of_files("m_") + bytes_of_files("m.checkpoint"));
    same_memory("large", memory, taken);
}
END_TEST

START_TEST(sources_and_outputs_have_their_part_of_the_time)
{
    write_file("m.ini", models[0].text);
    const char *plan = PLAN("m.ini", "--set", "run.steps=2000");
    ck_assert_ptr_nonnull(strstr(plan, "\ntime         "));
    ck_assert_ptr_nonnull(strstr(plan, "with all sources and outputs, measured on "));
    ck_assert_ptr_nonnull(strstr(plan, "\n  sources    "));
    ck_assert_ptr_nonnull(strstr(plan, "\n  outputs    "));
}
END_TEST

/* The line of the plan with steps, time step and duration. */
static const char *steps_of(const char *plan)
{
    static char line[256];
    const char *at = strstr(plan, "\ntime         ");
    ck_assert_ptr_nonnull(at);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
    return line;
}

/* Fields, layers, records and the ids of E are counted alike. Poles, which an estimate tells
 * apart, and ids of H that objects with a magnetic material make are in the models' blocks, some
 * hundred cells: far below the 30 % here. An estimate has the 4 bytes of a cell that reading takes
 * in its sum: they are taken out of it. */
START_TEST(an_estimate_is_the_plan_without_the_cells)
{
    char steps[256];
    const struct model *m = &models[_i];
    write_file("m.ini", m->text);
    const char *plan = PLAN("m.ini", "--set", "run.steps=60");
    strcpy(steps, steps_of(plan));
    const double memory = promised(plan, "memory");
    const double fields = promised(plan, "  fields"), records = promised(plan, "  records");
    plan = PLAN("m.ini", "--set", "run.steps=60", "--estimate");
    ck_assert_str_eq(steps_of(plan), steps);
    ck_assert_double_eq(promised(plan, "  fields"), fields);
    ck_assert_double_eq(promised(plan, "  records"), records);
    const double about = promised(plan, "memory       about") - promised(plan, "  cells");
    ck_assert_msg(fabs(about - memory) < 0.3 * memory, "%s: about %.0f, planned %.0f", m->name,
                  about, memory);
    ck_assert_ptr_nonnull(strstr(plan, "\nnot judged   objects"));
    ck_assert_ptr_null(strstr(plan, "subdomains"));
    if (_i) /* each takes a second for a corner of the grid */
        return;
    plan = PLAN("m.ini", "--set", "run.steps=60", "--estimate", "--subdomains", "2");
    ck_assert_ptr_nonnull(strstr(plan, "what subdomains add"));
}
END_TEST

/* 6.4e10 cells: 1.5e12 bytes of fields. A corner of 4e6 cells is what is taken, a tenth of a
 * thousandth of them: a thousandth is the bound, whatever tool the command runs under. */
START_TEST(what_no_machine_holds_is_estimated)
{
    static const char *const estimate[] = {
        "yee",   "plan",         "m.ini", "--estimate", "--set", "grid.cells=4000, 4000, 4000",
        "--set", "run.steps=60", NULL};
    static const char *const plan[] = {
        "yee",   "plan",         "m.ini", "--set", "grid.cells=4000, 4000, 4000",
        "--set", "run.steps=60", NULL};
    write_file("m.ini", models[0].text);
    const double taken = run_and_weigh(estimate);
    ck_assert_msg(taken < 1.5e9, "%.0f bytes", taken);
    ck_assert_int_eq(run_with(to_file, plan), YEE_MEMORY);
    says("what follows is an estimate");
    says("use fewer cells");
}
END_TEST

START_TEST(a_model_that_is_refused_is_not_timed)
{
    write_file("m.ini", models[0].text);
    const char *const argv[] = {
        "yee",   "plan",         "m.ini", "--set", "waveform.pulse.frequency=90 GHz",
        "--set", "run.steps=60", NULL};
    ck_assert_int_eq(run_with(to_file, argv), YEE_INPUT);
    says("is refused");
    ck_assert_int_eq(files_in("tmp"), 0);
}
END_TEST

START_TEST(without_a_folder_for_files_the_rest_is_told)
{
    write_file("m.ini", models[0].text);
    setenv("TMPDIR", "/nowhere", 1);
    const char *plan = PLAN("m.ini", "--set", "run.steps=60");
    ck_assert_ptr_nonnull(strstr(plan, "not measured: no folder for temporary files"));
    ck_assert_ptr_nonnull(strstr(plan, "\ndisk "));
}
END_TEST

START_TEST(a_signal_leaves_no_file)
{
    int from;
    write_file("m.ini", large);
    const char *const argv[] = {"yee", "plan", "m.ini", "--set", "run.steps=1000000", NULL};
    const pid_t child = start(argv, &from, NULL);
    while (!files_in("tmp"))
        usleep(1000);
    usleep(200000); /* the outputs are open by then, or not yet */
    kill(child, SIGINT);
    ck_assert_int_eq(finish(child, from), YEE_INTERRUPTED);
    says("interrupted by SIGINT");
    ck_assert_int_eq(files_in("tmp"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan");
    TCase *tests = tcase_create("plan");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_loop_test(tests, disk_and_memory_of_every_model_are_those_of_its_run, 0, MODELS);
    tcase_add_test(tests, records_beyond_the_bounds_are_counted);
    tcase_add_test(tests, sources_and_outputs_have_their_part_of_the_time);
    tcase_add_loop_test(tests, an_estimate_is_the_plan_without_the_cells, 0, MODELS);
    tcase_add_test(tests, what_no_machine_holds_is_estimated);
    tcase_add_test(tests, a_model_that_is_refused_is_not_timed);
    tcase_add_test(tests, without_a_folder_for_files_the_rest_is_told);
    tcase_add_test(tests, a_signal_leaves_no_file);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
