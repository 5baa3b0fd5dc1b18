/* Every scheme that runs on a GPU: restarts, longer runs, stop criteria and the sentinel
 * through the scheme's table alone. Skipped, and it says so, without a GPU. */
#include "schemes.h"

enum { SKIPPED = 77 };

/* cuda.split takes everything; others may decline, with a sentence. */
static bool must(const char *name, int model)
{
    return (void)model, strstr(name, "cuda.split") != NULL;
}

START_TEST(a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes)
{
    resume(_i / 2, precisions[_i % 2], must);
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

/* Whether a GPU runs the first of them. */
static bool runs(void)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    const bool ok = schemes &&
                    !yee_model_parse(session, "m.ini", open_model, 1, scheme, &model) &&
                    !yee_simulation_plan(model, &simulation);
    if (!ok)
        printf("SKIPPED: %s\n", schemes ? yee_session_error(session)
                                        : "the CUDA schemes are not part of this build");
    yee_simulation_free(simulation);
    yee_model_free(model);
    return ok;
}

int main(void)
{
    if (!open_schemes(true))
        return EXIT_FAILURE;
    if (!runs()) {
        yee_session_close(session);
        return SKIPPED;
    }
    Suite *suite = suite_create("device");
    TCase *tests = tcase_create("device");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, enter_schemes, leave_folder);
    tcase_add_loop_test(tests, a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes,
                        0, 2 * MODELS);
    tcase_add_loop_test(tests, a_run_ends_once_nothing_more_happens, 0, CRITERIA);
    tcase_add_test(tests, a_run_that_diverges_is_stopped_with_its_cause);
    tcase_add_loop_test(tests, one_cell_out_of_range_is_seen_wherever_it_is, 0, 12);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* a CUDA context does not survive a fork */
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    yee_session_close(session);
    return failed != 0;
}
