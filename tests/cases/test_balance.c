/* Cuts by measured times: where one process's steps take longer than those of the others, the model is
 * cut anew before it runs, and no bit depends on it. The times are those that the scheme `uneven`
 * says.
 *
 * Skipped where yee was built without MPI. */
#include "ranks.h"
#include "suite.h"

/* Eighteen cells along x, of which the first six weigh three times as much. */
static const char model[] =
    "[run]\nscheme = uneven\nsubdomains = 2\nflush = 0 s\n[grid]\ncells = 18, 12, 10\nspacing "
    "= 1 mm\n"
    "[boundary.all]\ntype = pec\n[waveform.w]\ntype = ricker\nfrequency = 20 GHz\n"
    "[source.s]\ntype = dipole\nposition = 14, 6, 5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n[output.p]\ntype = probe\nposition = 2, 5, 5, 15, 5, 5 mm\n"
    "[output.snap]\ntype = snapshot\nevery = 9\ncomponents = ez\n";

static void enter_uneven(void)
{
    char path[4096];
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
    snprintf(path, sizeof path, "%.*s:%s", (int)(strrchr(MODULE_UNEVEN, '/') - MODULE_UNEVEN),
             MODULE_UNEVEN, PLUGIN_DIR);
    setenv("YEE_PLUGIN_PATH", path, 1);
    write_file("m.ini", model);
    MUST("m.ini", "--set", "run.steps=40", "--set", "run.subdomains=1", "--set",
         "run.output=a/m.h5");
}

static int two(const char *set, const char *more, const char *how)
{
    const char *const args[] = {"run",   "m.ini",
                                "--set", "run.threads=1",
                                "--set", "run.output=b/m.h5",
                                "--set", set,
                                "--set", more,
                                how,     NULL};
    return run_ranks(2, "", args);
}

/* Nine planes take 21 s and nine 9 s, so that each of the first weighs as much as 7/3 of the others:
 * with a plane of halo each six are left, which take 18 s, and the other twelve 12 s. Then five are
 * left, and both take 15 s. */
START_TEST(the_slowest_process_gets_fewer_cells)
{
    ck_assert_int_eq(two("run.threads=1", "run.steps=40", "--force"), YEE_OK);
    says("the slowest subdomain takes 40.0 % longer for a step than the mean; with cut_x=6");
    says("20.0 % longer for a step than the mean; with cut_x=5 it would take");
    says("uneven: 6 planes");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

START_TEST(cuts_that_are_given_stay)
{
    ck_assert_int_eq(two("run.cut_x=9", "run.steps=40", "--force"), YEE_OK);
    ck_assert_ptr_null(strstr(said, "cut anew"));
    says("uneven: 10 planes");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* The scheme's state belongs to its cut. */
START_TEST(a_restart_has_the_cuts_of_its_checkpoint)
{
    /* as jobs of batch systems are begun, with no checkpoint there */
    ck_assert_int_eq(two("run.steps=19", "run.checkpoint_at_end=yes", "--restart"), YEE_OK);
    says("cut anew");
    ck_assert_int_eq(two("run.cut_x=9", "run.steps=40", "--restart"), YEE_INPUT);
    ck_assert_int_eq(two("run.steps=40", "run.checkpoint_at_end=no", "--restart"), YEE_OK);
    says("uneven: 6 planes");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("even");
    TCase *tests = tcase_create("even");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_uneven, leave_folder);
    if (*launcher) {
        tcase_add_test(tests, the_slowest_process_gets_fewer_cells);
        tcase_add_test(tests, cuts_that_are_given_stay);
        tcase_add_test(tests, a_restart_has_the_cuts_of_its_checkpoint);
    }
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
