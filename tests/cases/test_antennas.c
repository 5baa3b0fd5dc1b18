/* The antennas of examples/antennas, by themselves and in models. */
#include "command.h"
#include "suite.h"

#include <math.h>

#define STEPS 310           /* 1.2 ns: the largest voltage of the receiver is at 1.13 ns */
#define BOWTIE_1500 20.4e-3 /* V */

static void load(const char *name, const char *path, double v[STEPS])
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s %s", name, path);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Dclose(set);
    H5Fclose(file);
}

/* In cubes turned with it an antenna is the same antenna: fields in single precision, rounded 310
 * times by 6e-8 of the transmitter's 0.6 V, leave 1e-5 V at most; a face of metal more or less at the
 * gap changes the voltage there by per cents. The receiver's largest is that of docs/antennas.md. */
START_TEST(an_antenna_that_is_turned_is_the_same_antenna)
{
    static double tx[2][STEPS], rx[2][STEPS];
    double most = 0;
    MUST(SOURCE_DIR "/examples/antennas/bowtie_1500.ini", "--set", "run.steps=310", "--set",
         "run.output=a.h5");
    write_file("m.ini", "[grid]\nsize = 168, 230, 106 mm\nspacing = 2 mm\n"
                        "origin = -84, -116, -30 mm\n[run]\nsteps = 310\n"
                        "[boundary.all]\ntype = cpml\ncells = 8\n"
                        "[include.a]\nfile = antennas/bowtie_1500.ini\nrotate = z 90 deg\n");
    MUST("m.ini", "--set", "run.output=b.h5");
    load("a.h5", "/port/tx/v", tx[0]);
    load("a.h5", "/port/rx/v", rx[0]);
    load("b.h5", "/port/a.tx/v", tx[1]);
    load("b.h5", "/port/a.rx/v", rx[1]);
    for (int n = 0; n < STEPS; n++) {
        ck_assert_double_eq_tol(tx[0][n], tx[1][n], 1e-5);
        ck_assert_double_eq_tol(rx[0][n], rx[1][n], 1e-5);
        most = fmax(most, -rx[0][n]);
    }
    ck_assert_double_eq_tol(most, BOWTIE_1500, 0.005 * BOWTIE_1500); /* its last digit */
}
END_TEST

START_TEST(the_other_antennas_are_found_and_run)
{
    static const char *const name[] = {"bowtie_1200", "vivaldi", "horn"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "[grid]\nsize = 240, 170, 260 mm\nspacing = 2 mm\norigin = -120, -86, -20 mm\n"
                 "[run]\nsteps = 2\n[boundary.all]\ntype = pec\n[include.one]\nfile = "
                 "antennas/%s.ini\nat = 10, 4, 20 mm\n",
                 name[i]);
        write_file("m.ini", text);
        MUST("m.ini", "--force"); /* found among the examples, with its step [post.one.match] */
    }
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "output.mine.type=probe", "--set",
                         "output.mine.ports=one.feed"),
                     YEE_IO);
    says("[output.mine] records /port/one.feed/v, which 'one.ports' does already; leave one of "
         "the");
    ck_assert_int_eq(RUN("m.ini", "--set", "include.one.file=antennas/none.ini"), YEE_IO);
    says("m.ini:9: [include.one] ");
    says("antennas/none.ini: cannot be opened");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("antennas");
    TCase *tests = tcase_create("antennas");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, an_antenna_that_is_turned_is_the_same_antenna);
    tcase_add_test(tests, the_other_antennas_are_found_and_run);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
