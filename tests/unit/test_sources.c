/* tests/unit/test_sources.c: what dipoles, sheets and ports emit. */
#include "emitted.h"
#include "suite.h"

START_TEST(a_dipole_is_its_moment_over_the_volume_of_its_edge)
{
    ck_assert_int_eq(
        EMIT("dipole", {"position", "3e-3, 4e-3, 14e-3"}, {"direction", "z"}, {"moment", "5"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    ck_assert_int_eq(f.item[0].c, YEE_EZ);
    ck_assert_int_eq(f.item[0].i[0], 3);
    ck_assert_int_eq(f.item[0].i[1], 2);
    ck_assert_int_eq(f.item[0].i[2], 3);
    NEAR(f.item[0].a, 5 / 8e-9);
    ck_assert_str_eq(f.log, ""); /* it is on its point */
    NEAR(value(&f.item[0], 499), pulse(NULL, 499.5 * DT));
}
END_TEST

START_TEST(a_dipole_half_way_takes_the_upper_point_and_says_so)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 4e-3, 12e-3"}, {"direction", "-z"},
                          {"current", "5"}),
                     YEE_OK);
    ck_assert_int_eq(f.item[0].i[2], 3);
    NEAR(f.item[0].a, -5 / 2e-6); /* A over dx dy */
    ck_assert_msg(strstr(f.log, "0.5 cells") != NULL, "%s", f.log);
}
END_TEST

START_TEST(a_tilted_magnetic_dipole_splits_on_its_components)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 5e-3, 14e-3"}, {"direction", "3, 0, 4"},
                          {"magnetic_moment", "10"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, 2);
    ck_assert_int_eq(f.item[0].c, YEE_HX);
    ck_assert_int_eq(f.item[1].c, YEE_HZ);
    NEAR(f.item[0].a, 6 / 8e-9);
    NEAR(f.item[1].a, 8 / 8e-9);
    NEAR(value(&f.item[0], 499), pulse(NULL, 499 * DT));
}
END_TEST

/* The charge after n steps is the sum of the currents times dt: it telescopes. */
START_TEST(a_charge_moment_leaves_exactly_its_charge)
{
    double charge = 0;
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 4e-3, 14e-3"}, {"direction", "z"},
                          {"charge_moment", "1"}),
                     YEE_OK);
    for (int n = 0; n < 600; n++)
        charge += DT * value(&f.item[0], n);
    /* 600 roundings of numbers up to 1 */
    ck_assert_double_eq_tol(charge, pulse(NULL, 600 * DT) - pulse(NULL, 0), 600 * 2.3e-16);
}
END_TEST

START_TEST(a_loop_moment_drives_mu0_times_its_derivative)
{
    ck_assert_int_eq(EMIT("dipole", {"position", "3e-3, 5e-3, 14e-3"}, {"direction", "x"},
                          {"loop_moment", "1"}),
                     YEE_OK);
    NEAR(f.item[0].a, YEE_MU0 / 8e-9);
    NEAR(value(&f.item[0], 400), (pulse(NULL, 400.5 * DT) - pulse(NULL, 399.5 * DT)) / DT);
}
END_TEST

START_TEST(a_dipole_needs_a_direction_and_a_place)
{
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "up"}, {"current", "1"}),
            YEE_INPUT, "direction = up");
    refused(EMIT("dipole", {"position", "0, 0, 0"}, {"direction", "0, 0, 0"}, {"current", "1"}),
            YEE_INPUT, "no direction");
    refused(EMIT("dipole", {"position", "0, 17e-3, 0"}, {"direction", "z"}, {"current", "1"}),
            YEE_INPUT, "y = 0.017 m is outside the grid");
}
END_TEST

START_TEST(a_sheet_on_periodic_axes_covers_the_plane_evenly)
{
    build_grid(true, true, false);
    ck_assert_int_eq(EMIT("current_sheet", {"from", "0, 0, 12e-3"},
                          {"to", "8e-3, 16e-3, 12e-3"}, {"direction", "x"}, {"current", "3"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, N * N);
    for (int n = 0; n < f.count; n++) {
        ck_assert_int_eq(f.item[n].i[2], 3);
        NEAR(f.item[n].a, 3 / 4e-3);
    }
}
END_TEST

/* Total current K times width, whatever the rim cuts. */
START_TEST(a_rectangle_carries_exactly_its_current)
{
    double sum = 0;
    ck_assert_int_eq(EMIT("current_sheet", {"from", "2e-3, 3.3e-3, 14e-3"},
                          {"to", "2e-3, 9.9e-3, 22e-3"}, {"direction", "z"}, {"current", "7"}),
                     YEE_OK);
    for (int n = 0; n < f.count; n++) {
        ck_assert_int_eq(f.item[n].i[0], 2);
        sum += f.item[n].a * 1e-3 * 2e-3 * 4e-3; /* moment */
    }
    ck_assert_double_eq_tol(sum, 7 * 6.6e-3 * 8e-3, 1e-15);
}
END_TEST

/* sin(2 pi s) along y, from 4 to 12 mm, and exp(-(x - 4 mm)^2/w^2) along x; points are on the nodes
 * of both, in cells of 1 and 2 mm. */
START_TEST(a_sheet_has_the_profile_of_a_mode_and_of_a_beam)
{
    int inside = 0;
    ck_assert_int_eq(EMIT("current_sheet", {"from", "1e-3, 4e-3, 14e-3"},
                          {"to", "7e-3, 12e-3, 14e-3"}, {"direction", "z"}, {"current", "7"},
                          {"half_waves", "0, 2, 0"}, {"waist", "2e-3, 0, 0"}),
                     YEE_OK);
    for (int n = 0; n < f.count; n++) {
        const double x = (double)f.item[n].i[0] * 1e-3, y = (double)f.item[n].i[1] * 2e-3;
        if (x < 1.5e-3 || x > 6.5e-3 || y < 5e-3 || y > 11e-3)
            continue; /* on the rim, a part of its cell */
        inside++;
        const double off = (x - 4e-3) / 2e-3;
        ck_assert_double_eq_tol(
            f.item[n].a, 7 / 4e-3 * sin(YEE_PI * 2 * (y - 4e-3) / 8e-3) * exp(-off * off),
            7 / 4e-3 * 1e-14);
    }
    ck_assert_int_eq(inside, 5 * 2); /* and none where the sine is 0 */
    refused(EMIT("current_sheet", {"from", "1e-3, 4e-3, 14e-3"}, {"to", "7e-3, 12e-3, 14e-3"},
                 {"direction", "z"}, {"current", "7"}, {"half_waves", "0, 1.5, 0"}),
            YEE_INPUT, "half_waves = 1.5 along y; whole numbers are modes");
    refused(EMIT("current_sheet", {"from", "1e-3, 4e-3, 14e-3"}, {"to", "7e-3, 12e-3, 14e-3"},
                 {"direction", "z"}, {"current", "7"}, {"waist", "0, 0, 1e-3"}),
            YEE_INPUT, "waist along z, the sheet's normal");
    refused(EMIT("current_sheet", {"from", "1e-3, 4e-3, 14e-3"}, {"to", "7e-3, 12e-3, 14e-3"},
                 {"direction", "z"}, {"current", "7"}, {"half_waves", "0, 4, 0"}),
            YEE_INPUT, "half_waves = 4 along y, where the sheet has 4 cells");
}
END_TEST

/* Between two planes the images go on without end, and so would the profile: it is none. */
START_TEST(a_sheet_between_two_planes_of_symmetry_has_no_profile)
{
    f.grid.axis[0].symmetry[0] = f.grid.axis[0].symmetry[1] = true;
    f.grid.axis[0].face[0] = f.grid.axis[0].face[1] = YEE_FACE_PMC;
    refused(EMIT("current_sheet", {"from", "0, 4e-3, 14e-3"}, {"to", "8e-3, 12e-3, 14e-3"},
                 {"direction", "y"}, {"current", "7"}, {"half_waves", "1, 0, 0"}),
            YEE_INPUT, "half_waves along x, where the sheet and its images in both planes");
    refused(EMIT("current_sheet", {"from", "0, 4e-3, 14e-3"}, {"to", "8e-3, 12e-3, 14e-3"},
                 {"direction", "y"}, {"current", "7"}, {"waist", "2e-3, 0, 0"}),
            YEE_INPUT, "waist along x, where the sheet and its images in both planes");
}
END_TEST

START_TEST(a_sheet_is_flat)
{
    refused(EMIT("current_sheet", {"from", "0, 0, 0"}, {"to", "1e-3, 1e-3, 1e-3"},
                 {"direction", "x"}, {"current", "1"}),
            YEE_INPUT, "share 0 coordinates");
    refused(EMIT("current_sheet", {"from", "0, 0, 0"}, {"to", "0, 0, 1e-3"}, {"direction", "x"},
                 {"current", "1"}),
            YEE_INPUT, "share 2 coordinates");
}
END_TEST

/* Two edges up, two columns across x: V = mean over the columns of -sum E dz. */
START_TEST(a_port_averages_its_columns_and_spreads_its_current)
{
    ck_assert_int_eq(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"},
                          {"positive", "3e-3, 4e-3, 16e-3"}, {"across", "1e-3, 0, 0"},
                          {"resistance", "75"}, {"voltage", "2"}),
                     YEE_OK);
    ck_assert_double_eq(f.resistance, 75);
    ck_assert_int_eq(f.count, 4);
    for (int n = 0; n < 4; n++) {
        ck_assert_int_eq(f.item[n].c, YEE_EZ);
        ck_assert(f.item[n].i[0] == 3 || f.item[n].i[0] == 4);
        ck_assert(f.item[n].i[2] == 2 || f.item[n].i[2] == 3);
        NEAR(f.item[n].a, -0.5 * 4e-3); /* m */
        NEAR(f.item[n].b, 1 / 4e-6);    /* 1/m^2 */
    }
    NEAR(value(&f.item[0], 499), 2 * pulse(NULL, 499.5 * DT));
    ck_assert_int_eq(
        EMIT("voltage", {"negative", "3e-3, 4e-3, 16e-3"}, {"positive", "3e-3, 4e-3, 12e-3"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    NEAR(f.item[0].a, 4e-3);
    NEAR(f.item[0].b, -1 / 2e-6);
}
END_TEST

START_TEST(a_port_without_waveform_is_a_resistor)
{
    const char *const pairs[][2] = {
        {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 12e-3"}, {NULL, NULL}};
    ck_assert_int_eq(emit("voltage", pairs), YEE_OK);
    ck_assert_double_eq(f.resistance, 50);
    ck_assert_double_eq(value(&f.item[0], 500), 0);
}
END_TEST

START_TEST(the_columns_of_a_periodic_axis_are_counted_once)
{
    build_grid(true, false, false);
    ck_assert_int_eq(EMIT("voltage", {"negative", "0, 4e-3, 8e-3"},
                          {"positive", "0, 4e-3, 12e-3"}, {"across", "8e-3, 0, 0"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, N);
    ck_assert_int_eq(
        EMIT("voltage", {"negative", "8e-3, 4e-3, 8e-3"}, {"positive", "8e-3, 4e-3, 12e-3"}),
        YEE_OK);
    ck_assert_int_eq(f.count, 1);
    ck_assert_int_eq(f.item[0].i[0], 0);
    refused(EMIT("voltage", {"negative", "4e-3, 4e-3, 8e-3"}, {"positive", "4e-3, 4e-3, 12e-3"},
                 {"across", "4e-3, 0, 0"}),
            YEE_INPUT, "periodic");
}
END_TEST

START_TEST(terminals_differ_along_one_axis_by_a_cell)
{
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "4e-3, 4e-3, 9e-3"}),
            YEE_INPUT, "exactly one axis");
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 8e-3"}),
            YEE_INPUT, "exactly one axis");
    refused(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 9e-3"}),
            YEE_INPUT, "same node");
}
END_TEST

/* The log keeps the last sentence: what a port beside its metal, or a sheet off its plane, is
 * told. Nodes are 1, 2 and 4 mm apart. */
START_TEST(what_is_moved_to_the_grid_is_said)
{
    ck_assert_int_eq(
        EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"}, {"positive", "3e-3, 4e-3, 13.6e-3"}),
        YEE_OK);
    ck_assert_str_eq(
        f.log, "positive: z = 0.0136 m was moved by 40 % of a cell to the grid's 0.012 m");
    ck_assert_int_eq(EMIT("voltage", {"negative", "3e-3, 4e-3, 8e-3"},
                          {"positive", "3e-3, 4e-3, 12e-3"}, {"across", "1.8e-3, 0, 0"}),
                     YEE_OK);
    ck_assert_str_eq(
        f.log,
        "negative + across: x = 0.0048 m was moved by 20 % of a cell to the grid's 0.005 m");
    ck_assert_int_eq(EMIT("current_sheet", {"from", "0, 0, 11e-3"},
                          {"to", "8e-3, 16e-3, 11e-3"}, {"direction", "x"}, {"current", "3"}),
                     YEE_OK);
    ck_assert_str_eq(
        f.log, "the sheet: z = 0.011 m was moved by 25 % of a cell to the grid's 0.012 m");
    build_grid(false, false, true); /* node 8 is node 0 */
    ck_assert_int_eq(EMIT("current_sheet", {"from", "0, 0, 32e-3"},
                          {"to", "8e-3, 16e-3, 32e-3"}, {"direction", "x"}, {"current", "3"}),
                     YEE_OK);
    ck_assert_str_eq(f.log, "");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sources");
    TCase *t = tcase_create("sources");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_dipole_is_its_moment_over_the_volume_of_its_edge);
    tcase_add_test(t, a_dipole_half_way_takes_the_upper_point_and_says_so);
    tcase_add_test(t, a_tilted_magnetic_dipole_splits_on_its_components);
    tcase_add_test(t, a_charge_moment_leaves_exactly_its_charge);
    tcase_add_test(t, a_loop_moment_drives_mu0_times_its_derivative);
    tcase_add_test(t, a_dipole_needs_a_direction_and_a_place);
    tcase_add_test(t, a_sheet_on_periodic_axes_covers_the_plane_evenly);
    tcase_add_test(t, a_rectangle_carries_exactly_its_current);
    tcase_add_test(t, a_sheet_has_the_profile_of_a_mode_and_of_a_beam);
    tcase_add_test(t, a_sheet_between_two_planes_of_symmetry_has_no_profile);
    tcase_add_test(t, a_sheet_is_flat);
    tcase_add_test(t, a_port_averages_its_columns_and_spreads_its_current);
    tcase_add_test(t, a_port_without_waveform_is_a_resistor);
    tcase_add_test(t, the_columns_of_a_periodic_axis_are_counted_once);
    tcase_add_test(t, terminals_differ_along_one_axis_by_a_cell);
    tcase_add_test(t, what_is_moved_to_the_grid_is_said);
    suite_add_tcase(s, t);
    return suite_run(s);
}
