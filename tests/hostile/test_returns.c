/* Numbers, counts, pointers and records that no plugin may hand over, and memory that it may have
 * on its stack. */
#include "hostile.h"

static const struct wrong {
    const char *at, *way, *words;
    int code;
} wrong[] = {
    {"material.describe", "many", "returned 1099511627776 poles of eps", YEE_PLUGIN},
    {"material.range", "many", "returned 1099511627776 poles of eps", YEE_PLUGIN},
    {"material.range", "negative", "eps_inf = -1", YEE_PLUGIN},
    {"material.describe", "negative", "eps_inf = -1", YEE_PLUGIN},
    {"material.describe", "infinite", "sigma = inf", YEE_PLUGIN},
    {"boundary.close", "huge", "the layer of 9223372036854775807 cells", YEE_INPUT},
    {"boundary.stretch", "negative", "kappa = -1", YEE_PLUGIN},
    {"boundary.damping", "nan", "the rate nan 1/s", YEE_PLUGIN},
    {"boundary.damping", "negative", "the rate -1 1/s", YEE_PLUGIN},
    {"waveform.value", "infinite", "is no finite number", YEE_PLUGIN},
    {"source.emit", "many", "gave Ez 1000000000000 signals", YEE_PLUGIN},
    {"source.emit", "infinite", "a current density of inf", YEE_PLUGIN},
    {"source.emit", "ignores", "is outside the grid", YEE_INPUT},
    {"source.fill", "fails", "cannot play step 100", YEE_PLUGIN},
    {"shape.bounds", "nan", "bounds that are not numbers", YEE_PLUGIN},
    {"shape.paint", "unknown", "there is no material 'nothing'", YEE_INPUT},
    {"scheme.plan", "nothing", "returned no plan", YEE_PLUGIN},
    {"importer.convert", "garbage", "m.hostile", YEE_INPUT},
    {"scheme.sink", "never", "and has not handed over the record of step 50 of [output.e]",
     YEE_PLUGIN},
    {"scheme.sink", "reserves",
     "reserves a record of step 51 before it has committed that of step 50", YEE_PLUGIN},
    {"scheme.sink", "early", "hands over a record of step 53, while that of step 50 is due",
     YEE_PLUGIN},
    {"scheme.sink", "negative", "hands over a record of step -5, while that of step 50 is due",
     YEE_PLUGIN},
    {"scheme.sink", "foreign", "hands over a record of tap 99; the problem has 3", YEE_PLUGIN},
    {"scheme.sink", "tap", "hands over a record of tap -7; the problem has 3", YEE_PLUGIN},
    {"scheme.sink", "loose", "commits a record that it has not reserved of [output.e]",
     YEE_PLUGIN},
    {"scheme.sink", "other", "commits a record other than the one it reserved of [output.e]",
     YEE_PLUGIN},
    {"scheme.sink", "again",
     "reserves a record of step 50 before it has committed that of step 50", YEE_PLUGIN},
    {"scheme.sink", "twice", "commits a record that it has not reserved of [output.e]",
     YEE_PLUGIN},
    {"scheme.sink", "transform", "hands over a transform in run(), which is due at finish()",
     YEE_PLUGIN},
    {"scheme.finish", "never", "has finished and not handed over a transform of [output.f]",
     YEE_PLUGIN},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(what_may_not_be_returned_is_said)
{
    const struct wrong *w = &wrong[_i];
    write_model();
    const int code = run_hostile(w->at, w->way, false);
    ck_assert_msg(code == w->code, "%s %s: exit code %d: %s", w->at, w->way, code, said);
    says(w->words);
    says(strncmp(w->at, "importer.", 9) ? "m.ini:" : "m.hostile (as hostile reads it):");
    files_are_whole(true, false);
}
END_TEST

/* Pointers that lead nowhere end the process; whose they are is known. */
START_TEST(poles_that_lie_nowhere_are_laid_at_the_materials_door)
{
    if (tools_tell())
        return;
    write_model();
    ck_assert_int_eq(run_hostile("material.describe", "nowhere", false), -SIGSEGV);
    says("crashed (SIGSEGV) in describe() of plugin 'hostile' [material.m]");
}
END_TEST

/* Poles of one array that every instance fills anew, signals of a table on the stack: the run
 * writes the same numbers. */
START_TEST(what_is_small_is_copied)
{
    static const char *const at[] = {"material.describe", "source.emit"};
    write_model();
    ck_assert_int_eq(run_hostile(NULL, NULL, false), YEE_OK);
    ck_assert_int_eq(rename("m.h5", "fine.h5"), 0);
    for (int i = 0; i < 2; i++) {
        clean("m.");
        write_model();
        const int code = run_hostile(at[i], "shared", false);
        ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
        same_files("fine.h5", "m.h5");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("returns");
    TCase *tests = tcase_create("returns");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, what_may_not_be_returned_is_said, 0, WRONG);
    tcase_add_test(tests, poles_that_lie_nowhere_are_laid_at_the_materials_door);
    tcase_add_test(tests, what_is_small_is_copied);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
