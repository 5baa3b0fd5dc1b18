/* Every scheme that runs on the processor, the high-order ones and third parties' too:
 * restarts, longer runs, stop criteria and the sentinel through the scheme's table alone. */
#include "schemes.h"

/* test_restart plays the other models on the schemes that take them all. Yee's own take
 * everything, the others at least an empty box. */
static bool must(const char *name, int model)
{
    return model == PLAIN || !strcmp(name, "run.scheme=reference") ||
           !strcmp(name, "run.scheme=tiled");
}

START_TEST(a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes)
{
    resume(_i / 2 ? PLAIN : 0, precisions[_i % 2], must);
}
END_TEST

START_TEST(a_run_ends_once_nothing_more_happens) { stop(&criteria[_i], must); }
END_TEST

START_TEST(a_run_that_diverges_is_stopped_with_its_cause) { diverge(must); }
END_TEST

START_TEST(one_cell_out_of_range_is_seen_wherever_it_is)
{
    for (int n = 0; n < schemes; n++)
        one_cell(scheme[n], _i);
}
END_TEST

int main(void)
{
    if (!open_schemes(false))
        return EXIT_FAILURE;
    Suite *suite = suite_create("schemes");
    TCase *tests = tcase_create("schemes");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_schemes, leave_folder);
    tcase_add_loop_test(tests, a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes,
                        0, 4);
    tcase_add_loop_test(tests, a_run_ends_once_nothing_more_happens, 0, CRITERIA);
    tcase_add_test(tests, a_run_that_diverges_is_stopped_with_its_cause);
    tcase_add_loop_test(tests, one_cell_out_of_range_is_seen_wherever_it_is, 0, 6);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    yee_session_close(session);
    return failed != 0;
}
