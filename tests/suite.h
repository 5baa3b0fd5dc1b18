/* tests/suite.h: how a suite is run. */
#ifndef YEE_TESTS_SUITE_H
#define YEE_TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs and frees a suite; the exit status of its program. */
static inline int suite_run_as(Suite *suite, enum fork_status forks)
{
    SRunner *tests = srunner_create(suite);
    srunner_set_fork_status(tests, forks);
    srunner_run_all(tests, CK_ENV);
    const int failed = srunner_ntests_failed(tests);
    srunner_free(tests);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static inline int suite_run(Suite *suite) { return suite_run_as(suite, CK_FORK_GETENV); }

#endif
