/* Ctrl-C and SIGTERM before a run begins: whatever it is busy with, `yee` ends at once, with a
 * sentence and exit code 9, and leaves no file. */
#include "command.h"
#include "suite.h"

#include <time.h>

/* s: what a user takes for at once; a busy machine or a slow tool takes a while to end a
 * process. */
static const double at_once = 1;

static const char model[] = "[run]\nsteps = 100\n"
                            "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n"
                            "[boundary.all]\ntype = pec\n"
                            "[output.e]\ntype = energy\nevery = 1\n";
static const char shape[] = "[material.m]\ntype = dielectric\neps = 2\n"
                            "[shape.s]\ntype = endless\nmaterial = m\n";

/* 6 Mcells, 144 MB and more: beyond 16 second-level caches of up to 9 MB. */
static const char large[] = "[run]\nsteps = 100\nscheme = tiled\n"
                            "[grid]\ncells = 200, 200, 150\nspacing = 1 mm\n"
                            "[boundary.all]\ntype = pec\n"
                            "[output.e]\ntype = energy\nevery = 1\n";

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Starts a command, sends it a signal once it has said `words`, and sees it end. */
static void interrupt(const char *const *argv, const char *words, int number)
{
    int from;
    const pid_t child = start(argv, &from, NULL);
    wait_for(from, words);
    const double asked = now();
    kill(child, number);
    const int code = finish(child, from);
    const double took = now() - asked;
    ck_assert_msg(code == YEE_INTERRUPTED, "exit code %d: %s", code, said);
    says(number == SIGINT ? "yee: interrupted by SIGINT before the first step"
                          : "yee: interrupted by SIGTERM before the first step");
    says("; no output file was touched\n");
    if (!getenv("YEE_VALGRIND"))
        ck_assert_msg(took < at_once, "it took %g s", took);
}

static const struct phase {
    const char *file, *set, *says;
} phases[] = {
    {"m.endless", "run.steps=100", "reading for ever"},
    {"painted.ini", "run.steps=100", "painting for ever"},
    {"m.ini", "run.scheme=endless", "planning for ever"},
};
enum { PHASES = sizeof phases / sizeof *phases };

START_TEST(a_signal_ends_it_at_once_whatever_it_is_busy_with)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    const struct phase *p = &phases[_i / 4];
    const bool plan = _i % 2;
    const char *const argv[] = {"yee",  plan ? "plan" : "run", p->file,        "--set",
                                p->set, "--plugin-path",       MODULE_ENDLESS, NULL};
    write_file("m.endless", "");
    write_file("m.ini", model);
    FILE *file = fopen("painted.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%s%s", model, shape);
    fclose(file);
    interrupt(argv, p->says, numbers[_i / 2 % 2]);
    says(", in ");
    says("endless.so; no output file");
    ck_assert(!there("m.h5") && !there("painted.h5") && !there("m.checkpoint"));
}
END_TEST

/* Files of an earlier run stay as they are. */
START_TEST(a_run_that_was_to_replace_files_leaves_them)
{
    const char *const argv[] = {
        "yee",     "run",           "m.ini",        "--quiet", "--set", "run.scheme=endless",
        "--force", "--plugin-path", MODULE_ENDLESS, NULL};
    write_file("m.ini", model);
    MUST("m.ini");
    interrupt(argv, "planning for ever", SIGINT);
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 100);
}
END_TEST

/* Work that takes seconds on a large grid is said before it begins, and not of a small one. */
START_TEST(what_takes_long_is_said_first)
{
    const char *argv[] = {"yee",          "run",   "painted.ini", "--plugin-path",
                          MODULE_ENDLESS, "--set", NULL,          NULL};
    int from;
    FILE *file = fopen("painted.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%s%s", model, shape);
    fclose(file);
    for (int many = 0; many < 2; many++) {
        argv[6] = many ? "grid.cells=300, 300, 300" : "grid.cells=30, 30, 30";
        const pid_t child = start(argv, &from, NULL);
        wait_for(from, "painting for ever");
        ck_assert_msg((strstr(said, "painting 27 million cells\n") != NULL) == many, "%s",
                      said);
        kill(child, SIGINT);
        ck_assert_int_eq(finish(child, from), YEE_INTERRUPTED);
    }
}
END_TEST

/* A cache folder in which no width is remembered. */
static void forget(void) { setenv("XDG_CACHE_HOME", folder, 1); }

START_TEST(a_measurement_is_said_before_it_begins_once_and_not_to_the_quiet)
{
    static const char words[] = "measuring the width of tiles";
    const char *const plan[] = {"yee", "plan", "m.ini", NULL};
    write_file("m.ini", large);
    ck_assert_int_eq(run_with(forget, plan), YEE_OK);
    says(words);
    ck_assert_int_eq(run_with(forget, plan), YEE_OK);
    ck_assert_ptr_null(strstr(said, words));
    clean("yee");
    const char *const quiet[] = {"yee",   "run",         "--quiet", "m.ini",
                                 "--set", "run.steps=2", NULL};
    ck_assert_int_eq(run_with(forget, quiet), YEE_OK);
    ck_assert_ptr_null(strstr(said, words));
    ck_assert(there("yee/tiled-widths"));
}
END_TEST

/* A measurement takes a second and less: now and then a busy machine may miss it. */
START_TEST(a_signal_ends_a_measurement)
{
    enum { TRIES = 5 };
    const char *const argv[] = {"yee", "plan", "m.ini", NULL};
    int code = YEE_OK;
    write_file("m.ini", large);
    for (int n = 0; n < TRIES && code == YEE_OK; n++) {
        int from;
        clean("yee");
        const pid_t child = start(argv, &from, forget);
        wait_for(from, "measuring");
        kill(child, SIGINT);
        code = finish(child, from);
    }
    ck_assert_int_eq(code, YEE_INTERRUPTED);
    says("interrupted by SIGINT");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interrupt");
    TCase *tests = tcase_create("interrupt");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, a_signal_ends_it_at_once_whatever_it_is_busy_with, 0,
                        4 * PHASES);
    tcase_add_test(tests, a_run_that_was_to_replace_files_leaves_them);
    tcase_add_test(tests, what_takes_long_is_said_first);
    tcase_add_test(tests, a_measurement_is_said_before_it_begins_once_and_not_to_the_quiet);
    tcase_add_test(tests, a_signal_ends_a_measurement);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
