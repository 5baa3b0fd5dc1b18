/* Input files of gprMax: grammar, the grid, and keys of the importer. */
#include "gprmax.h"
#include "suite.h"

/* -- grammar -- */

START_TEST(only_lines_that_begin_with_one_sign_are_commands)
{
    ck_assert_int_eq(convert(HEAD, THIN "## a note\n #bix: 1\nbix: 1\n#\n#  \n\n", ""), YEE_OK);
    ck_assert_int_eq(convert(HEAD, THIN "#title: a: b\r\n", ""), YEE_OK);
    has("a second colon", "title = \"a\"\n");
    ck_assert_int_eq(convert("\xEF\xBB\xBF" HEAD, THIN, ""), YEE_OK);
}
END_TEST

START_TEST(whole_numbers_are_iterations_and_others_are_times)
{
    static const char grid[] = "#domain: 0.040 0.030 0.030\n#dx_dy_dz: 0.001 0.001 0.001\n";
    ck_assert_int_eq(convert(grid, "#time_window: 100\n", ""), YEE_OK);
    has("100", "steps = 99\n");
    ck_assert_int_eq(convert(grid, "#time_window: 1e-9\n", ""), YEE_OK);
    has("1e-9", "steps = 520\n"); /* 1e-9/1.92583e-12 = 519.25 */
    ck_assert_int_eq(convert(grid, "#time_window: 100.\n", ""), YEE_INPUT);
    says("100 s are 5.19256e+13 steps");
    ck_assert_int_eq(convert(grid, "#time_window: 1\n", ""), YEE_OK);
    has("one iteration", "steps = 1\n");
    says("one iteration sees the state before the first step; one step is done");
    ck_assert_int_eq(convert(grid, "#time_window: 0\n", ""), YEE_INPUT);
    says("0 is 0 iterations; one or more are needed");
}
END_TEST

START_TEST(halves_of_cells_go_down)
{
    ck_assert_int_eq(convert("#domain: 20 20 20\n#dx_dy_dz: 0.5 0.5 0.5\n#time_window: 9\n",
                             "#rx: 5.25 5.26 5.75\n", ""),
                     YEE_OK);
    has("halves", "position = 5.125, 5.625, 5.625 m\n"); /* nodes 10, 11, 11 */
}
END_TEST

START_TEST(what_lies_off_the_nodes_is_said)
{
    ck_assert_int_eq(convert(HEAD, THIN SAND "#box: 0 0 0 0.0104 0.01 0.02 sand\n", ""),
                     YEE_OK);
    says("line 6, #box: x2 = 0.0104 m lies 0.4 cells off a node; 0.01 m is taken");
    ck_assert_int_eq(convert(HEAD, THIN SAND "#box: 0 0 0 0.01 0.01 0.02 sand\n", ""), YEE_OK);
    ck_assert_ptr_null(strstr(said, "off a node"));
}
END_TEST

/* -- keys -- */

START_TEST(a_trace_of_a_scan_is_chosen)
{
    static const char scan[] =
        THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse\n#rx: 0.02 0.01 0.01\n"
                  "#voltage_source: z 0.01 0.02 0.01 50 pulse\n"
                  "#src_steps: 0.002 0 0\n#rx_steps: 0.001 0 0\n";
    ck_assert_int_eq(convert(HEAD, scan, ""), YEE_OK);
    has("the first trace", "position = 0.01, 0.01, 0.0105 m\n");
    ck_assert_int_eq(convert(HEAD, scan, "--set importer.gprmax.trace=4"), YEE_OK);
    has("the fourth trace", "position = 0.016, 0.01, 0.0105 m\n");
    has("the fourth trace", "position = 0.02325, 0.01025, 0.01025 m\n");
    has("a voltage source stays", "negative = 0.01, 0.02, 0.01 m\n");
    has("the fourth trace", "output = \"m4.h5\"\n");
    ck_assert_int_eq(convert(HEAD, scan, "--set importer.gprmax.trace=40"), YEE_INPUT);
    says("#hertzian_dipole: trace 40 moves it out of the domain along x, to 0.088 m");
    ck_assert_int_eq(
        convert(HEAD, scan, "--set importer.gprmax.trace=4 --set importer.gprmax.traces=3"),
        YEE_INPUT);
    says("trace = 4 is above traces = 3");
}
END_TEST

START_TEST(boxes_that_a_surface_cuts_are_told)
{
    ck_assert_int_eq(
        convert(HEAD,
                THIN SAND
                "#box: 0 0 0 0.02 0.03 0.022 pec\n"
                "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 1 1 1 sand f 3\n"
                "#add_surface_roughness: 0 0 0.01 0.04 0.03 0.01 1.5 1 2 0.008 0.012 f\n",
                ""),
        YEE_OK);
    says("line 8, #add_surface_roughness: a part of the #box in line 6 lies above the surface");
    has("air", "material = vacuum\naverage = cells\n");
}
END_TEST

START_TEST(receivers_of_many_commands_share_probes)
{
    char lines[51 * 32], *end = lines;
    for (int n = 0; n < 51; n++)
        end +=
            sprintf(end, "#rx: 0.0%d 0.01 0.01%s\n", 10 + n / 2, n == 7 ? " seven Ez Hx" : "");
    ck_assert_int_eq(convert(HEAD, lines, ""), YEE_OK);
    has("51 receivers",
        "[output.receivers]\ntype = probe\nposition = 0.01025, 0.01025, 0.01025, "
        "0.01025, 0.01025, 0.01025, 0.01125");
    has("others alone", "[output.receivers_2]\ntype = probe\nposition = 0.01325, 0.01025, "
                        "0.01025 m\ncomponents = ez, hx\n");
    has("the record names them", "names = -, -, -, -, -, -, -, seven,\n    -, ");
    *strrchr(lines, '#') = 0;
    ck_assert_int_eq(convert(HEAD, lines, ""), YEE_OK);
    has("50 receivers", "[output.rx_49]\n");
    has("50 receivers", "[output.seven]\n");
}
END_TEST

START_TEST(timing_shifts_the_waveforms)
{
    static const char all[] = THIN WAVE "#hertzian_dipole: z 0.01 0.01 0.01 pulse\n"
                                        "#magnetic_dipole: z 0.02 0.01 0.01 pulse\n"
                                        "#voltage_source: z 0.01 0.02 0.01 0 pulse\n";
    /* 9.42809041582e-10 s and half a step of 1.92583320155e-12 s more or less */
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.timing=gprmax3"), YEE_OK);
    has("electric", "delay = 9.43771958183e-10 s\n");
    has("magnetic", "delay = 9.41846124981e-10 s\n");
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.timing=gprmax4"), YEE_OK);
    has("consistent", "delay = 9.42809041582e-10 s\n");
    has("a hard source", "delay = 9.44734874784e-10 s\n");
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.step=yee"), YEE_OK);
    has("the scheme's own step", "time = 7.51074948603e-11 s\ncourant = 1\n"); /* 39 steps */
    ck_assert_int_eq(convert(HEAD, all, "--set importer.gprmax.pml=yee"), YEE_OK);
    has("yee's own layers", "faces = x, y, z\ncells = 5\n; line");
}
END_TEST

START_TEST(in_2d_only_what_exists_is_made)
{
    ck_assert_int_eq(convert(FLAT, WAVE "#hertzian_dipole: x 0.01 0.01 0 pulse\n", ""),
                     YEE_INPUT);
    says("in 2-D there is no electric field along x; the domain is one cell thick along z");
    ck_assert_int_eq(convert(FLAT, "#rx: 0.01 0.01 0\n", ""), YEE_OK);
    has("TM", "components = ez, hx, hy\n");
    ck_assert_int_eq(convert(FLAT,
                             "#plate: 0 0 0 0.01 0.01 0 pec\n#edge: 0 0 0 0.01 0 0 pec\n"
                             "#edge: 0.01 0.01 0 0.01 0.01 0.001 pec\n",
                             ""),
                     YEE_OK);
    says("line 4, #plate: it lies across z");
    says("line 5, #edge: there is no electric field along it in 2-D");
    has("an edge along z", "points = 0.01, 0.01, 0, 0.01, 0.01, 0.001 m\n");
    ck_assert_ptr_null(strstr(text, "type = plate"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_model");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, only_lines_that_begin_with_one_sign_are_commands);
    tcase_add_test(all, whole_numbers_are_iterations_and_others_are_times);
    tcase_add_test(all, halves_of_cells_go_down);
    tcase_add_test(all, what_lies_off_the_nodes_is_said);
    tcase_add_test(all, a_trace_of_a_scan_is_chosen);
    tcase_add_test(all, boxes_that_a_surface_cuts_are_told);
    tcase_add_test(all, receivers_of_many_commands_share_probes);
    tcase_add_test(all, timing_shifts_the_waveforms);
    tcase_add_test(all, in_2d_only_what_exists_is_made);
    suite_add_tcase(s, all);
    return suite_run(s);
}
