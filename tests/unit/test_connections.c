/* tests/unit/test_connections.c: which processes of a sweep ask for more queues to a GPU. */
#include "cli/sweep/connections.h"
#include "suite.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* 32 traces of 128^3 cells and 3000 steps: 2e11 steps of cells. */
static sweep_plan plan;

static void setup(void)
{
    unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
    memset(&plan, 0, sizeof plan);
    plan.ranks.ranks = 1;
    plan.own = 32;
    plan.cells = 128. * 128 * 128;
    plan.steps = 3000;
}

/* The variable afterwards; "": it is not set. */
static const char *asked(void)
{
    connections_set(&plan);
    const char *value = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    return value ? value : "";
}

START_TEST(many_traces_that_fill_no_card_have_more) { ck_assert_str_eq(asked(), "32"); }
END_TEST

START_TEST(all_together_count_from_a_second_on)
{
    plan.steps = 447; /* 2.9998e10 */
    ck_assert_str_eq(asked(), "");
    plan.steps++; /* 3.0065e10 */
    ck_assert_str_eq(asked(), "32");
}
END_TEST

/* Six processes have 3.36e10 each, seven 2.88e10. */
START_TEST(a_process_counts_its_share)
{
    const int of_gpus[] = {7, 1}, of_ranks[] = {1, 7};
    plan.gpus = of_gpus[_i];
    plan.ranks.ranks = of_ranks[_i];
    ck_assert_str_eq(asked(), "");
    plan.gpus -= plan.gpus == 7;
    plan.ranks.ranks -= plan.ranks.ranks == 7;
    ck_assert_str_eq(asked(), "32");
}
END_TEST

/* By 2e11 steps of cells, and by 3.2e11. */
START_TEST(small_grids_gain_in_long_sweeps)
{
    plan.cells = 96. * 96 * 95;
    plan.steps = 7138;
    ck_assert_str_eq(asked(), "");
    plan.cells = 96. * 96 * 96;
    ck_assert_str_eq(asked(), "32");
    setup();
    plan.cells = 48. * 48 * 48;
    plan.steps = 90000;
    ck_assert_str_eq(asked(), "32");
}
END_TEST

START_TEST(the_smallest_gain_nothing)
{
    plan.cells = 48. * 48 * 47;
    plan.steps = 1 << 20;
    ck_assert_str_eq(asked(), "");
}
END_TEST

START_TEST(a_trace_at_a_time_has_none_beside)
{
    plan.beside = 1;
    ck_assert_str_eq(asked(), "");
    plan.beside = 2;
    plan.alone = true;
    ck_assert_str_eq(asked(), "");
    plan.alone = false;
    ck_assert_str_eq(asked(), "32");
}
END_TEST

START_TEST(what_the_user_has_set_stays)
{
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "4", 1);
    ck_assert_str_eq(asked(), "4");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connections");
    TCase *tests = tcase_create("connections");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, many_traces_that_fill_no_card_have_more);
    tcase_add_test(tests, all_together_count_from_a_second_on);
    tcase_add_loop_test(tests, a_process_counts_its_share, 0, 2);
    tcase_add_test(tests, small_grids_gain_in_long_sweeps);
    tcase_add_test(tests, the_smallest_gain_nothing);
    tcase_add_test(tests, a_trace_at_a_time_has_none_beside);
    tcase_add_test(tests, what_the_user_has_set_stays);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
