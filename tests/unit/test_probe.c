/* tests/unit/test_probe.c: the probe and energy outputs. */
#include "observer.h"

START_TEST(points_snap_to_the_nearest_place_of_each_component)
{
    observer_open("type = probe\nposition = 1.2, 2.1, 3.4 mm\ncomponents = ex, ez, hy\n");
    const float row[3] = {1, 2, 3};
    observer_give(0, 1, (const int64_t[]){1}, row);
    observer_close();
    /* Ex at (i+1/2, j, k), Ez at (i, j, k+1/2), Hy at (i+1/2, j, k+1/2) */
    expect_attribute("m.h5", "/probe/it/ex", "position", 3, (double[]){1.5e-3, 2e-3, 3e-3});
    expect_attribute("m.h5", "/probe/it/ez", "position", 3, (double[]){1e-3, 2e-3, 4.5e-3});
    expect_attribute("m.h5", "/probe/it/hy", "position", 3, (double[]){1.5e-3, 2e-3, 4.5e-3});
    expect_attribute("m.h5", "/probe/it/hy", "offset", 3, (double[]){0.5, 0, 0.5});
    ck_assert_int_eq(taps.tap[0].point_index[1],
                     yee_grid_index(&problem.grid, YEE_EZ, 1, 1, 1));
}
END_TEST

START_TEST(rows_become_one_series_for_each_component)
{
    observer_open("type = probe\nposition = 1, 2, 3 mm\ncomponents = ez, hx\nevery = 3\n");
    const float row[3][2] = {{1, 10}, {2, 20}, {3, 30}};
    observer_give(0, 2, (const int64_t[]){3, 6}, row);
    observer_give(0, 1, (const int64_t[]){9}, row[2]);
    observer_close();
    int rank;
    int64_t dims[8];
    const double *ez = read_numbers("m.h5", "/probe/it/ez", &rank, dims);
    ck_assert_int_eq(rank, 1);
    ck_assert_int_eq(dims[0], 3);
    const double *hx = read_numbers("m.h5", "/probe/it/hx", &rank, dims);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(ez[i], i + 1);
        ck_assert_double_eq(hx[i], 10 * (i + 1));
    }
    /* E at step*dt, H half a step before */
    expect_attribute("m.h5", "/probe/it/ez", "time_first", 1, (double[]){3e-12});
    expect_attribute("m.h5", "/probe/it/hx", "time_first", 1, (double[]){2.5e-12});
    expect_attribute("m.h5", "/probe/it/hx", "time_step", 1, (double[]){3e-12});
    expect_attribute("m.h5", "/probe/it/hx", "time_offset", 1, (double[]){-0.5});
    expect_text("m.h5", "/probe/it/ez", "units", "V/m");
    expect_text("m.h5", "/probe/it/hx", "units", "A/m");
}
END_TEST

START_TEST(several_points_become_columns)
{
    problem.precision = view.precision = YEE_F64;
    observer_open("type = probe\nposition = 1, 2, 3, 2, 2, 3 mm\ncomponents = ey, ez\n");
    const double row[4] = {1, 2, 3, 4};
    observer_give(0, 1, (const int64_t[]){1}, row);
    observer_close();
    int rank;
    int64_t dims[8];
    const double *ez = read_numbers("m.h5", "/probe/it/ez", &rank, dims);
    ck_assert_int_eq(rank, 2);
    ck_assert_int_eq(dims[1], 2);
    ck_assert_double_eq(ez[0], 3);
    ck_assert_double_eq(ez[1], 4);
}
END_TEST

START_TEST(ports_are_recorded_under_their_source)
{
    observer_open("type = probe\nports = feed\nposition = 1, 2, 3 mm\ncomponents = ez\n");
    ck_assert_int_eq(taps.count, 2);
    const double vi[2][2] = {{1, 0.1}, {2, 0.2}};
    observer_give(1, 2, (const int64_t[]){1, 2}, vi);
    observer_close();
    int rank;
    int64_t dims[8];
    const double *v = read_numbers("m.h5", "/port/feed/v", &rank, dims);
    const double *i = read_numbers("m.h5", "/port/feed/i", &rank, dims);
    ck_assert_int_eq(dims[0], 2);
    ck_assert_double_eq(v[1], 2);
    ck_assert_double_eq(i[1], 0.2);
    expect_attribute("m.h5", "/port/feed/v", "time_first", 1, (double[]){0.5e-12});
    expect_attribute("m.h5", "/port/feed", "resistance", 1, (double[]){50});
}
END_TEST

START_TEST(node_n_of_a_periodic_axis_is_node_0)
{
    problem.grid.axis[0].periodic = true;
    set_axis(0, 4, 1e-3, 1);
    ck_assert_int_eq(observer_plan("type = probe\nposition = 4, 2, 3 mm\ncomponents = ez\n"),
                     YEE_OK);
    ck_assert_int_eq(taps.tap[0].point_index[0],
                     yee_grid_index(&problem.grid, YEE_EZ, 0, 1, 1));
}
END_TEST

START_TEST(wrong_probes_are_refused_with_a_sentence)
{
    observer_refuses("type = probe\nposition = 5, 2, 3 mm\n",
                     "position: x = 0.005 m is outside the grid, 0 m to 0.004 m");
    observer_refuses("type = probe\nposition = 1, 2 mm\n", "three numbers for each point");
    observer_refuses("type = probe\n", "neither position nor ports");
    observer_refuses("type = probe\nposition = 1, 2, 3 mm\ncomponents = jz\n",
                     "component 'jz' is unknown");
    observer_refuses("type = probe\nports = feed, feed\n", "'feed' is there twice");
    observer_refuses("type = probe\nports = fead\n", "no source 'fead' with a port");
    problem.grid.active[YEE_EX] = false;
    observer_refuses("type = probe\nposition = 1, 2, 3 mm\ncomponents = ex\n",
                     "ex is not carried by this 2-D grid");
}
END_TEST

START_TEST(energy_is_kept_with_its_sum)
{
    observer_open("type = energy\nevery = 5\n");
    const double e[2][2] = {{1, 2}, {3, 5}};
    observer_give(0, 2, (const int64_t[]){5, 10}, e);
    observer_close();
    int rank;
    int64_t dims[8];
    ck_assert_double_eq(read_numbers("m.h5", "/energy/it/electric", &rank, dims)[1], 3);
    ck_assert_double_eq(read_numbers("m.h5", "/energy/it/magnetic", &rank, dims)[1], 5);
    ck_assert_double_eq(read_numbers("m.h5", "/energy/it/total", &rank, dims)[1], 8);
    ck_assert_int_eq(dims[0], 2);
    expect_attribute("m.h5", "/energy/it/total", "time_first", 1, (double[]){5e-12});
    expect_text("m.h5", "/energy/it/total", "units", "J");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("probe");
    TCase *c = tcase_create("probe and energy");
    tcase_add_checked_fixture(c, observer_setup, observer_teardown);
    tcase_add_test(c, points_snap_to_the_nearest_place_of_each_component);
    tcase_add_test(c, rows_become_one_series_for_each_component);
    tcase_add_test(c, several_points_become_columns);
    tcase_add_test(c, ports_are_recorded_under_their_source);
    tcase_add_test(c, node_n_of_a_periodic_axis_is_node_0);
    tcase_add_test(c, wrong_probes_are_refused_with_a_sentence);
    tcase_add_test(c, energy_is_kept_with_its_sum);
    suite_add_tcase(suite, c);
    return observer_main(suite);
}
