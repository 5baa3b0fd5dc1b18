/* The waves that a probe records of a port. */
#include "command.h"
#include "suite.h"

#include <math.h>

#define STEPS 120

static const char model[] =
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n"
    "[run]\nsteps = 120\nprecision = f64\n[boundary.all]\ntype = cpml\n"
    "cells = 3\n[waveform.w]\ntype = gaussian\nfrequency = 15 GHz\n"
    "[source.feed]\ntype = transmission_line\nnegative = 6, 6, 5 mm\n"
    "positive = 6, 6, 7 mm\nimpedance = 75 Ohm\nvoltage = 3 V\nwaveform = w\n"
    "[source.end]\ntype = transmission_line\nnegative = 4, 6, 5 mm\n"
    "positive = 4, 6, 7 mm\nimpedance = 120 Ohm\n"
    "[output.p]\ntype = probe\nports = feed, end\nwaves = yes\n";

static void load(const char *path, double *v, double *first, double *step)
{
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s", path);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    double *const time[2] = {first, step};
    for (int i = 0; i < 2; i++) {
        const hid_t at = H5Aopen(set, i ? "time_step" : "time_first", H5P_DEFAULT);
        ck_assert_int_ge(H5Aread(at, H5T_NATIVE_DOUBLE, time[i]), 0);
        H5Aclose(at);
    }
    H5Dclose(set);
    H5Fclose(file);
}

/* The wave that runs to the port is the model's, whatever comes back, and none to a line without
 * a waveform: V and R I are a few volts, rounded a few times. */
START_TEST(the_incident_wave_is_the_one_of_the_model)
{
    static double v[STEPS], i[STEPS], wave[STEPS], current[STEPS];
    double first, step, most = 0, back = 0;
    write_file("m.ini", model);
    MUST("m.ini");
    ck_assert_int_eq(rows_of("m.h5", "/port/feed/v_inc"), STEPS);
    load("/port/feed/v", v, &first, &step);
    load("/port/feed/i", i, &first, &step);
    load("/port/feed/i_inc", current, &first, &step);
    load("/port/feed/v_inc", wave, &first, &step);
    for (int n = 0; n < STEPS; n++) {
        const double x = 2 * M_PI * 15e9 * (first + n * step - 1 / 15e9);
        ck_assert_double_eq_tol(wave[n], 3 * exp(-0.5 * x * x), 2e-14);
        ck_assert_double_eq_tol(wave[n], 0.5 * (v[n] + 75 * i[n]), 1e-15);
        ck_assert_double_eq_tol(current[n], wave[n] / 75, 1e-17);
        most = fmax(most, wave[n]);
        back = fmax(back, fabs(v[n] - wave[n]));
    }
    ck_assert_double_gt(most, 2.9);
    ck_assert_double_gt(back, 0.3); /* a short dipole sends most of it back */
    load("/port/end/v", v, &first, &step);
    load("/port/end/v_inc", wave, &first, &step);
    most = 0;
    for (int n = 0; n < STEPS; n++) {
        ck_assert_double_eq_tol(wave[n], 0, 2e-14);
        most = fmax(most, fabs(v[n]));
    }
    ck_assert_double_gt(most, 1e-3);
}
END_TEST

START_TEST(a_port_without_a_resistance_has_no_waves)
{
    write_file("m.ini", model);
    ck_assert_int_eq(RUN("m.ini", "--set", "source.end.impedance=0 Ohm"), YEE_INPUT);
    says("impedance: 0 Ohm is out of range; it must be greater than 0 Ohm");
    write_file("m.ini", "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n[run]\nsteps = 9\n"
                        "[boundary.all]\ntype = pec\n[source.hard]\ntype = voltage\n"
                        "negative = 6, 6, 5 mm\npositive = 6, 6, 7 mm\nresistance = 0 Ohm\n"
                        "[output.p]\ntype = probe\nports = hard\nwaves = yes\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("m.ini:13: [output.p] waves: the port 'hard' has no resistance above 0 Ohm");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("waves");
    TCase *tests = tcase_create("waves");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, the_incident_wave_is_the_one_of_the_model);
    tcase_add_test(tests, a_port_without_a_resistance_has_no_waves);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
