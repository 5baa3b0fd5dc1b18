/* yee plot of the file of all traces. */
#include "suite.h"
#include "sweeping.h"

START_TEST(a_record_of_a_sweep_is_drawn_over_its_last_variable)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line (mm)' m_probe_rx_ez.svg && "
                            "grep -q 'soil = 6<' m_probe_rx_ez.svg && "
                            "grep -q 'frequency (GHz)' m_spectrum_part_ez.svg"),
                     0);
}
END_TEST

/* A single frequency, or value, makes no image, but curves over what is left. */
START_TEST(a_record_of_one_frequency_is_drawn_as_curves)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n"
                         "[output.t]\ntype = flux\nplane = x\nat = 13 mm\n"
                         "frequencies = 6 GHz\n");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", "--only", "t", NULL};
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line (mm)' m_flux_t_power.svg && "
                            "grep -q 'soil = 6<' m_flux_t_power.svg"),
                     0);
    MUST_SWEEP("m.ini", "--force", "--set", "run.steps=50", "--set", "sweep.line.count=1",
               "--set", "output.t.frequencies=6 GHz, 7 GHz");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'frequency (GHz)' m_flux_t_power.svg"), 0);
}
END_TEST

START_TEST(angles_of_a_sweep_are_drawn_in_degrees)
{
    write_model("m.ini",
                "[source.w]\ntype = plane_wave\nfrom = 6, 11, 0 mm\nto = 18, 18, 1 mm\n"
                "theta = 90 deg\nphi = 0 deg\npsi = 180 deg\nwaveform = pulse\n"
                "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                "[sweep.turn]\nkeys = source.w.phi\nvalues = 0, 30, 60 deg\n");
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'turn (degrees)' m_probe_rx_ez.svg"), 0);
}
END_TEST

START_TEST(words_are_curves_and_names_and_no_numbers_of_traces)
{
    write_model("m.ini", "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 2\n"
                         "[sweep.fill]\nkeys = shape.ground.material\n"
                         "values = soil, pec, vacuum\n");
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("for w in '>soil<' '>pec<' '>vacuum<' 'line = 8 mm<' 'time (p'; do "
                            "grep -q \"$w\" m_probe_rx_ez.svg || exit 1; done; "
                            "! grep -q '>trace<' m_probe_rx_ez.svg"),
                     0);
    ck_assert_int_eq(system("grep -q '>pec<' m_spectrum_part_ez.svg"), 0);
    ck_assert(!there("m_spectrum_part_material.svg"));
    write_model("m.ini", "[sweep.fill]\nkeys = shape.ground.material\n"
                         "values = soil, vacuum\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n");
    MUST_SWEEP("m.ini", "--force", "--set", "run.steps=50");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'fill = vacuum<' m_probe_rx_ez.svg"), 0);
}
END_TEST

/* By places and names, in the order of the sections; what has no axis for all traces is told. */
START_TEST(pictures_of_a_sweep_say_the_values_of_its_other_variables)
{
    write_model("m.ini", "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 2\n[sweep.top]\nkeys = output.box.frequency_max\n"
                         "values = 6, 9 GHz\n"
                         "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[output.box]\ntype = flux\nfrom = 8, 8, 0 mm\nto = 16, 16, 1 mm\n"
                         "frequency_min = 2 GHz\nfrequency_max = 9 GHz\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line = 6 mm, top = 9 GHz[<,]' m_probe_rx_ez.svg && "
                            "grep -q 'line = 8 mm, top = 6 GHz[<,]' m_probe_rx_ez.svg"),
                     0);
    says("/flux/box/power is not drawn: its frequencies differ from trace to trace");
    ck_assert(!there("m_flux_box_power.svg"));
}
END_TEST

/* A result of a step is drawn by what its attributes say: in decibels, without the unit 1, over the axis
 * that it names. */
START_TEST(results_of_steps_are_drawn_as_their_attributes_say)
{
    write_file(
        "m.ini",
        "[run]\nsteps = 300\n[grid]\ncells = 20, 20, 20\nspacing = 2 mm\n"
        "[boundary.all]\ntype = cpml\ncells = 6\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 6 GHz\n"
        "[source.s]\ntype = voltage\nnegative = 20, 20, 18 mm\npositive = 20, 20, 22 mm\n"
        "waveform = w\n[output.ports]\ntype = probe\nports = s\n"
        "[output.box]\ntype = flux\nfrom = 14, 14, 14 mm\nto = 26, 26, 26 mm\n"
        "frequencies = 6 GHz, 7 GHz\n"
        "[post.match]\ntype = s_parameters\nport = s\nfrequency_min = 5 GHz\n"
        "frequency_max = 7 GHz\npoints = 5\n"
        "[post.far]\ntype = far_field\nbox = box\nstep = 30 deg\n"
        "[sweep.r]\nkeys = source.s.resistance\nvalues = 50, 100 Ohm\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q '|s11| (dB)' m_post_match_s11.svg && "
                            "grep -q 'directivity (dB)' m_post_far_directivity.svg && "
                            "grep -q 'theta (degrees)' m_post_far_pattern_1_1.svg && "
                            "grep -q 'power (1e-[0-9]* J/Hz)' m_flux_box_power.svg"),
                     0);
    /* of two traces as two rows each step would compute something */
    static const char *const step[] = {"far", "match"};
    for (int i = 0; i < 2; i++) {
        const char *const again[] = {"yee", "post", step[i], "m.h5", NULL};
        ck_assert_int_eq(run_with(NULL, again), YEE_INPUT);
        says("m.h5 has all traces of a sweep, and a step is that of one");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_pictures");
    TCase *tests = tcase_create("sweep_pictures");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_record_of_a_sweep_is_drawn_over_its_last_variable);
    tcase_add_test(tests, a_record_of_one_frequency_is_drawn_as_curves);
    tcase_add_test(tests, angles_of_a_sweep_are_drawn_in_degrees);
    tcase_add_test(tests, words_are_curves_and_names_and_no_numbers_of_traces);
    tcase_add_test(tests, pictures_of_a_sweep_say_the_values_of_its_other_variables);
    tcase_add_test(tests, results_of_steps_are_drawn_as_their_attributes_say);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
