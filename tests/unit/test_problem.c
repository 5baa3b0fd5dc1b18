/* tests/unit/test_problem.c: positions on the axes of a grid (yee/problem.h). */
#include "suite.h"

#include <yee/problem.h>

/* The last number is beyond the axis: no search may take it. */
static const double node[] = {0, 1, 3, 4, 4.5};

static yee_grid grid_of(bool periodic, bool invariant)
{
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = invariant ? 1 : 3,
                                       .periodic = periodic,
                                       .invariant = invariant,
                                       .node = node};
    return grid;
}

/* Half way between two nodes the upper one is taken, also where the last digit of the position
 * is missing: 1e-9 of a mean cell, 4/3, is allowed for. */
START_TEST(a_position_takes_the_nearest_node_and_half_way_the_upper_one)
{
    const yee_grid grid = grid_of(false, false);
    static const struct {
        double at;
        int64_t node;
    } row[] = {{-5, 0},  {0, 0}, {0.49, 0}, {0.5 - 1e-8, 0}, {0.5 - 1e-9, 1}, {0.5, 1},
               {1.9, 1}, {2, 2}, {3, 2},    {3.4, 2},        {3.5, 3},        {9, 3}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(yee_axis_nearest(&grid.axis[0], row[i].at), row[i].node);
        ck_assert_int_eq(yee_component_nearest(&grid, YEE_EY, 0, row[i].at), row[i].node);
    }
}
END_TEST

/* Half positions are 0.5, 2, 3.5, half ways between them 1.25, 2.75. */
START_TEST(a_position_takes_the_nearest_half_position)
{
    const yee_grid grid = grid_of(false, false);
    static const struct {
        double at;
        int64_t cell;
    } row[] = {{-5, 0},          {1.2, 0},  {1.25 - 1e-8, 0},
               {1.25 - 1e-9, 1}, {1.25, 1}, {2.7, 1},
               {2.75, 2},        {3.5, 2},  {9, 2}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_int_eq(yee_component_nearest(&grid, YEE_EX, 0, row[i].at), row[i].cell);
}
END_TEST

START_TEST(the_last_node_of_a_periodic_axis_is_the_first)
{
    const yee_grid grid = grid_of(true, false);
    ck_assert_int_eq(yee_axis_nearest(&grid.axis[0], 3.9), 3);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EY, 0, 3.9), 0);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EY, 0, 3.4), 2);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EX, 0, 3.9), 2);
}
END_TEST

START_TEST(an_invariant_axis_has_one_point)
{
    const yee_grid grid = grid_of(false, true);
    ck_assert_int_eq(yee_axis_nearest(&grid.axis[0], 0.9), 0);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EX, 0, 0.9), 0);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EY, 0, 0.9), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem");
    TCase *tests = tcase_create("problem");
    tcase_add_test(tests, a_position_takes_the_nearest_node_and_half_way_the_upper_one);
    tcase_add_test(tests, a_position_takes_the_nearest_half_position);
    tcase_add_test(tests, the_last_node_of_a_periodic_axis_is_the_first);
    tcase_add_test(tests, an_invariant_axis_has_one_point);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
