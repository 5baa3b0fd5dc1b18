/* A run whose transforms are cut while fields ring says so, and others do not. */
#include "command.h"
#include "suite.h"

/* A dipole of a short pulse in a square of 30 mm, closed by a boundary. */
static const char model[] = "[grid]\n"
                            "size = 30, 30 mm\n"
                            "spacing = 1 mm\n"
                            "invariant = z\n"
                            "[run]\n"
                            "steps = 700\n"
                            "[waveform.w]\n"
                            "type = ricker\n"
                            "frequency = 8 GHz\n"
                            "[waveform.mean]\n"
                            "type = gaussian\n"
                            "frequency = 8 GHz\n"
                            "[waveform.endless]\n"
                            "type = sine\n"
                            "frequency = 8 GHz\n"
                            "[source.s]\n"
                            "type = dipole\n"
                            "position = 15, 15, 0 mm\n"
                            "direction = z\n"
                            "current = 1 A\n"
                            "waveform = w\n"
                            "[boundary.b]\n"
                            "type = cpml\n"
                            "[output.t]\n"
                            "type = flux\n"
                            "from = 12, 12, 0 mm\n"
                            "to = 18, 18, 1 mm\n"
                            "frequencies = 8 GHz\n";

static void setup(void)
{
    enter_folder();
    write_file("m.ini", model);
}

static const char words[] = "the fields still ring at the last step";

START_TEST(a_resonator_whose_transform_is_cut_is_named)
{
    MUST("m.ini", "--set", "boundary.b.type=pec");
    says(words);
    says("spectra of [output.t] are cut there");
}
END_TEST

START_TEST(an_open_grid_that_has_fallen_silent_is_not)
{
    MUST("m.ini");
    ck_assert_ptr_null(strstr(said, words));
    /* the same run, too short: the pulse has its peak at 1.5/f, 80 steps */
    MUST("m.ini", "--force", "--set", "run.steps=120");
    says(words);
}
END_TEST

/* Their transform is as wrong, but more steps are no remedy. Along the invariant axis (TM) a current
 * leaves none, nor does one without a mean. */
START_TEST(charges_that_stay_are_no_ringing)
{
    static const char left[] = "charges are left at the last step";
    static const char *const mean = "source.s.waveform=mean";
    MUST("m.ini", "--set", "source.s.direction=x", "--set", "grid.mode=te", "--set", mean);
    ck_assert_ptr_null(strstr(said, words));
    says(left);
    says("spectra and powers of [output.t] are cut there and wrong near the charges");
    MUST("m.ini", "--force", "--set", "source.s.direction=x", "--set", "grid.mode=te");
    ck_assert_ptr_null(strstr(said, left));
    MUST("m.ini", "--force", "--set", mean, "--set", "run.steps=3000");
    ck_assert_ptr_null(strstr(said, left));
    /* of magnetic currents it is H that stays, here across the plane */
    MUST("m.ini", "--force", "--set", "source.s.current=", "--set",
         "source.s.magnetic_current=1 V", "--set", "source.s.direction=x", "--set", mean);
    ck_assert_ptr_null(strstr(said, words));
    says("magnetic charges are left at the last step, as a magnetic current");
    /* H has none of it */
    MUST("m.ini", "--force", "--set", "source.s.direction=x", "--set", "grid.mode=te", "--set",
         mean, "--set", "output.t.type=spectrum", "--set", "output.t.components=hz");
    ck_assert_ptr_null(strstr(said, left));
}
END_TEST

START_TEST(sources_without_an_end_and_records_in_time_are_left_alone)
{
    MUST("m.ini", "--set", "source.s.waveform=endless");
    ck_assert_ptr_null(strstr(said, words));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ringing");
    TCase *tests = tcase_create("ringing");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_test(tests, a_resonator_whose_transform_is_cut_is_named);
    tcase_add_test(tests, an_open_grid_that_has_fallen_silent_is_not);
    tcase_add_test(tests, charges_that_stay_are_no_ringing);
    tcase_add_test(tests, sources_without_an_end_and_records_in_time_are_left_alone);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
