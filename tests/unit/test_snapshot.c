/* tests/unit/test_snapshot.c: the snapshot and spectrum outputs. */
#include "observer.h"

/* Delivers n + 1000 tap for the point number n of a tap's box. */
static void give_ramp(int64_t tap, int64_t step)
{
    float v[64];
    ck_assert_int_le(taps.tap[tap].values, 64);
    for (int64_t n = 0; n < taps.tap[tap].values; n++)
        v[n] = (float)(n + 1000 * tap);
    observer_give(tap, 1, &step, v);
}

START_TEST(a_uniform_grid_becomes_a_vtk_image)
{
    observer_open("type = snapshot\ncomponents = ez, hx\nevery = 10\n");
    ck_assert_int_eq(taps.count, 2);
    give_ramp(0, 10);
    give_ramp(1, 10);
    give_ramp(0, 20);
    give_ramp(1, 20);
    observer_close();
    expect_text("m_it.vtkhdf", "/VTKHDF", "Type", "ImageData");
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "WholeExtent", 6, (double[]){0, 3, 0, 2, 0, 1});
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "Spacing", 3, (double[]){1e-3, 2e-3, 3e-3});
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "Origin", 3, (double[]){0, 0, 0});
    expect_attribute("m_it.vtkhdf", "/VTKHDF/Steps", "NSteps", 1, (double[]){2});
    expect_attribute("m_it.vtkhdf", "/VTKHDF/PointData/hx", "offset", 3,
                     (double[]){0, 0.5, 0.5});
    expect_text("m_it.vtkhdf", "/VTKHDF/PointData/material", "names", "0 air\n1 soil\n");
    expect_text("m.h5", "/snapshot/it", "file", "m_it.vtkhdf");
    int rank;
    int64_t dims[8];
    const double *t = read_numbers("m_it.vtkhdf", "/VTKHDF/Steps/Values", &rank, dims);
    ck_assert_double_eq_tol(t[1], 20e-12, 1e-24);
    /* x runs fastest: [steps, z, y, x] of a box of 4 x 3 x 2 points */
    const double *v = read_numbers("m_it.vtkhdf", "/VTKHDF/PointData/hx", &rank, dims);
    ck_assert_int_eq(rank, 4);
    ck_assert_int_eq(dims[0], 2);
    ck_assert_int_eq(dims[1], 2);
    ck_assert_int_eq(dims[2], 3);
    ck_assert_int_eq(dims[3], 4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                ck_assert_double_eq(v[24 + (k * 3 + j) * 4 + i], 1000 + (i * 3 + j) * 2 + k);
    const double *m = read_numbers("m_it.vtkhdf", "/VTKHDF/PointData/material", &rank, dims);
    ck_assert_int_eq(dims[0], 1);
    for (int n = 0; n < 24; n++)
        ck_assert_double_eq(m[n], n % 4 >= 2);
}
END_TEST

START_TEST(a_snapshot_counts_once_all_components_have_it)
{
    observer_open("type = snapshot\ncomponents = ez, hx\nevery = 10\n");
    give_ramp(0, 10);
    give_ramp(1, 10);
    give_ramp(0, 20);
    observer_close();
    expect_attribute("m_it.vtkhdf", "/VTKHDF/Steps", "NSteps", 1, (double[]){1});
}
END_TEST

START_TEST(flat_axes_of_an_image_are_left_out)
{
    observer_open("type = snapshot\ncomponents = ez\nevery = 10\nfrom = 0, 2, 0 mm\n"
                  "to = 4, 2, 6 mm\nstride = 2, 1, 1\n");
    give_ramp(0, 10);
    observer_close();
    int rank;
    int64_t dims[8];
    read_numbers("m_it.vtkhdf", "/VTKHDF/PointData/ez", &rank, dims);
    ck_assert_int_eq(rank, 3);
    ck_assert_int_eq(dims[1], 2);
    ck_assert_int_eq(dims[2], 2);
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "WholeExtent", 6, (double[]){0, 1, 0, 0, 0, 1});
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "Spacing", 3, (double[]){2e-3, 2e-3, 3e-3});
    expect_attribute("m_it.vtkhdf", "/VTKHDF", "Origin", 3, (double[]){0, 2e-3, 0});
}
END_TEST

START_TEST(a_graded_grid_gets_an_xdmf_sidecar)
{
    set_axis(0, 4, 1e-3, 1.5);
    observer_open("type = snapshot\ncomponents = ez\nevery = 10\n");
    give_ramp(0, 10);
    give_ramp(0, 20);
    observer_close();
    char text[8192] = "";
    FILE *f = fopen(in_folder("m_it.xmf"), "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, f), 0);
    fclose(f);
    ck_assert_ptr_nonnull(strstr(text, "3DRectMesh"));
    ck_assert_ptr_nonnull(strstr(text, "m_it.h5:/snapshot/PointData/ez"));
    ck_assert_ptr_nonnull(strstr(text, "<Time Value=\"1.9999999999999999e-11\"/>"));
    int rank;
    int64_t dims[8];
    const double *x = read_numbers("m_it.h5", "/axes/x", &rank, dims);
    ck_assert_int_eq(dims[0], 4);
    ck_assert_double_eq_tol(x[3], 1e-3 * (1 + 1.5 + 2.25), 1e-15);
    read_numbers("m_it.h5", "/snapshot/PointData/ez", &rank, dims);
    ck_assert_int_eq(rank, 4);
}
END_TEST

START_TEST(single_times_become_steps_in_order)
{
    observer_open("type = snapshot\ncomponents = ez\ntimes = 70 ps, 20.4 ps, 70.2 ps\n");
    ck_assert_int_eq(taps.count, 2);
    ck_assert_int_eq(taps.tap[0].first, 20);
    ck_assert_int_eq(taps.tap[1].first, 70);
    give_ramp(0, 20);
    give_ramp(1, 70);
    observer_close();
    int rank;
    int64_t dims[8];
    const double *t = read_numbers("m_it.vtkhdf", "/VTKHDF/Steps/Values", &rank, dims);
    ck_assert_int_eq(dims[0], 2);
    ck_assert_double_eq_tol(t[1], 70e-12, 1e-24);
}
END_TEST

START_TEST(twenty_snapshots_are_the_default)
{
    ck_assert_int_eq(observer_plan("type = snapshot\n"), YEE_OK);
    ck_assert_int_eq(taps.count, 3); /* ex, ey, ez */
    ck_assert_int_eq(taps.tap[0].every, 5);
}
END_TEST

START_TEST(a_short_run_may_end_before_the_first_snapshot)
{
    ck_assert_int_eq(observer_plan("type = snapshot\nevery = 500\n"), YEE_OK);
    ck_assert_int_eq(taps.tap[0].first, 500);
    ck_assert_int_ge(taps.tap[0].last,
                     taps.tap[0].first); /* else it were no sequence of steps */
}
END_TEST

START_TEST(wrong_boxes_are_refused_with_a_sentence)
{
    observer_refuses("type = snapshot\nto = 9, 1, 1 mm\n", "to: x = 0.009 m is outside");
    observer_refuses("type = snapshot\nfrom = 3, 0, 0 mm\nto = 1, 6, 6 mm\n",
                     "from lies above to: x = 0.003 m > 0.001 m");
    observer_refuses("type = snapshot\nstride = 1, 2\n", "one number or three, not 2");
    observer_refuses("type = snapshot\nstride = 1.5\n", "1.5 is not a whole number");
    observer_refuses("type = snapshot\nfrom = 1, 2, 3 mm\nto = 1, 2, 3 mm\n",
                     "a single point; an output of type probe");
    observer_refuses("type = snapshot\ntimes = 1 ns\n", "1e-09 s is after the end of the run");
}
END_TEST

START_TEST(a_spectrum_is_complex_over_its_box)
{
    observer_open("type = spectrum\ncomponents = ez\nfrequency_min = 1 GHz\n"
                  "frequency_max = 3 GHz\nfrequency_count = 3\nto = 1, 2, 0 mm\n");
    ck_assert_int_eq(taps.tap[0].values, 3 * 4 * 2);
    double z[24];
    for (int i = 0; i < 24; i++)
        z[i] = i;
    observer_give(0, 1, (const int64_t[]){100}, z);
    observer_close();
    int rank;
    int64_t dims[8];
    const double *v = read_numbers("m.h5", "/spectrum/it/ez", &rank, dims);
    ck_assert_int_eq(rank, 5); /* [frequencies, x, y, z] of pairs */
    ck_assert_int_eq(dims[0], 3);
    ck_assert_int_eq(dims[1], 2);
    ck_assert_int_eq(dims[2], 2);
    ck_assert_int_eq(dims[3], 1);
    ck_assert_mem_eq(v, z, sizeof z);
    const double *f = read_numbers("m.h5", "/spectrum/it/frequency", &rank, dims);
    ck_assert_double_eq(f[1], 2e9);
    expect_text("m.h5", "/spectrum/it/ez", "units", "V s/m");
    observer_refuses("type = spectrum\n",
                     "none of frequencies, frequency_min/frequency_max is given");
    observer_refuses("type = spectrum\nfrequency_min = 2 GHz\nfrequency_max = 1 GHz\n",
                     "must be below frequency_max");
    observer_refuses("type = spectrum\nfrequencies = 600 GHz\n", "outside 0 to 5e+11 Hz");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("snapshot");
    TCase *c = tcase_create("snapshot and spectrum");
    tcase_add_checked_fixture(c, observer_setup, observer_teardown);
    tcase_add_test(c, a_uniform_grid_becomes_a_vtk_image);
    tcase_add_test(c, a_snapshot_counts_once_all_components_have_it);
    tcase_add_test(c, flat_axes_of_an_image_are_left_out);
    tcase_add_test(c, a_graded_grid_gets_an_xdmf_sidecar);
    tcase_add_test(c, single_times_become_steps_in_order);
    tcase_add_test(c, twenty_snapshots_are_the_default);
    tcase_add_test(c, a_short_run_may_end_before_the_first_snapshot);
    tcase_add_test(c, wrong_boxes_are_refused_with_a_sentence);
    tcase_add_test(c, a_spectrum_is_complex_over_its_box);
    suite_add_tcase(suite, c);
    return observer_main(suite);
}
