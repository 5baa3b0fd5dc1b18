/* The file of all traces of a sweep: its axes, what it leaves out, attributes that change. */
#include "suite.h"
#include "sweeping.h"

/* The dataset that names an axis of another. */
static const char *axis_of(hid_t file, const char *path, int axis)
{
    static char name[64];
    hvl_t scale[8];
    name[0] = 0;
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    const hid_t list = H5Aopen(set, "DIMENSION_LIST", H5P_DEFAULT);
    ck_assert_msg(list >= 0, "the axes of %s have no names", path);
    const hid_t type = H5Aget_type(list);
    ck_assert_int_ge(H5Aread(list, type, scale), 0);
    const hid_t of = H5Rdereference2(list, H5P_DEFAULT, H5R_OBJECT, scale[axis].p);
    H5Iget_name(of, name, sizeof name);
    ck_assert_int_gt(H5Aexists(of, "REFERENCE_LIST"), 0);
    H5Oclose(of);
    H5Tclose(type);
    H5Aclose(list);
    H5Dclose(set);
    return name;
}

START_TEST(axes_have_names_that_other_readers_know)
{
    double time[ROWS];
    write_model("m.ini", line);
    MUST_SWEEP("m.ini");
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_str_eq(axis_of(file, "/sweep/soil", 0), "/trace");
    ck_assert_str_eq(axis_of(file, "/probe/rx/ez", 0), "/trace");
    ck_assert_str_eq(axis_of(file, "/probe/rx/ez", 1), "/probe/rx/time");
    ck_assert_str_eq(axis_of(file, "/probe/rx/hx", 1), "/probe/rx/time_hx");
    ck_assert_str_eq(axis_of(file, "/spectrum/part/ez", 1), "/spectrum/part/frequency");
    ck_assert_str_eq(axis_of(file, "/spectrum/part/ez", 2), "/spectrum/part/x");
    H5Fclose(file);
    read_all("m.h5", "/probe/rx/time", H5T_NATIVE_DOUBLE, sizeof time, time);
    const double step = time[0]; /* E is first known after a step */
    ck_assert_double_gt(step, 0);
    for (int n = 0; n < ROWS; n++)
        ck_assert_double_eq_tol(time[n], (n + 1) * step, 1e-14 * (n + 1) * step);
}
END_TEST

START_TEST(traces_of_other_time_steps_are_not_laid_side_by_side)
{
    write_model("m.ini", "[sweep.step]\nkeys = run.courant\nvalues = 0.5, 0.9\n");
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/spectrum/part/ez"), 2);
    ck_assert_int_eq(system(YEE_COMMAND
                            " sweep m.ini --gather --quiet 2>diff | grep -q "
                            "'3 datasets are not in all traces, or not in one shape'"),
                     0);
}
END_TEST

/* Attributes that differ between traces, a port's resistance and a plane's place, become datasets with a value a trace. */
START_TEST(attributes_that_change_are_numbers_of_each_trace)
{
    double ohms[2], from[2][3], position[3];
    write_model("m.ini", "[source.p]\ntype = voltage\nnegative = 16, 12, 0 mm\n"
                         "positive = 16, 13, 0 mm\nresistance = 50 Ohm\nvoltage = 1 V\n"
                         "waveform = pulse\n[output.v]\ntype = probe\nports = p\n"
                         "[output.t]\ntype = flux\nplane = x\nat = 13 mm\n"
                         "frequencies = 6 GHz\n"
                         "[sweep]\ncombine = together\n[sweep.r]\n"
                         "keys = source.p.resistance\nvalues = 50, 75 Ohm\n"
                         "[sweep.at]\nkeys = output.t.at\nvalues = 13, 14 mm\n");
    MUST_SWEEP("m.ini", "--set", "grid.mode=te", "--set", "source.tx.direction=y");
    read_all("m.h5", "/sweep/attributes/port/p/resistance", H5T_NATIVE_DOUBLE, sizeof ohms,
             ohms);
    ck_assert(ohms[0] == 50 && ohms[1] == 75);
    read_all("m.h5", "/sweep/attributes/flux/t/from", H5T_NATIVE_DOUBLE, sizeof from, from);
    ck_assert_double_eq_tol(from[0][0], 13e-3, 1e-15);
    ck_assert_double_eq_tol(from[1][0], 14e-3, 1e-15);
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_eq(H5Aexists_by_name(file, "/port/p", "resistance", H5P_DEFAULT), 0);
    ck_assert_int_eq(H5Lexists(file, "/sweep/attributes/probe", H5P_DEFAULT), 0);
    const hid_t at =
        H5Aopen_by_name(file, "/probe/rx/ey", "position", H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Aread(at, H5T_NATIVE_DOUBLE, position), 0);
    ck_assert_double_eq_tol(position[0], 9e-3, 1e-15);
    H5Aclose(at);
    H5Fclose(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep_file");
    TCase *tests = tcase_create("sweep_file");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, axes_have_names_that_other_readers_know);
    tcase_add_test(tests, traces_of_other_time_steps_are_not_laid_side_by_side);
    tcase_add_test(tests, attributes_that_change_are_numbers_of_each_trace);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
