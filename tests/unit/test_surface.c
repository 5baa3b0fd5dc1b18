/* tests/unit/test_surface.c: the flux output: weights, signs and references. */
#include "observer.h"

/* Every field of every surface is (re, im) at the one frequency. */
static void give_all(double electric_re, double electric_im, double magnetic_re,
                     double magnetic_im)
{
    const int64_t step = 100;
    double z[256];
    for (int64_t t = 0; t < taps.count; t++) {
        const bool e = yee_is_electric(taps.tap[t].component);
        ck_assert_int_le(taps.tap[t].values, 256);
        for (int64_t n = 0; n < taps.tap[t].values; n += 2) {
            z[n] = e ? electric_re : magnetic_re;
            z[n + 1] = e ? electric_im : magnetic_im;
        }
        observer_give(t, 1, &step, z);
    }
}

/* Fields that point along one component each, so that E x H does not vanish. */
static void give_pair(int e, double e_re, int h, double h_re)
{
    const int64_t step = 100;
    double z[256];
    for (int64_t t = 0; t < taps.count; t++) {
        const int c = taps.tap[t].component;
        for (int64_t n = 0; n < taps.tap[t].values; n += 2) {
            z[n] = c == e ? e_re : c == h ? h_re : 0;
            z[n + 1] = 0;
        }
        observer_give(t, 1, &step, z);
    }
}

static double read_first(const char *file, const char *path)
{
    int rank;
    int64_t dims[8];
    return read_numbers(file, path, &rank, dims)[0];
}

#define PLANE "type = flux\nfrequencies = 1 GHz\nplane = x\nat = 2 mm\n"
#define AREA (6e-3 * 6e-3) /* of the whole cross-section: 3 cells of 2 mm, 2 cells of 3 mm */

/* Rounding of a sum of a dozen products. */
#define ROUNDING 1e-14

START_TEST(uniform_fields_carry_two_eh_times_the_area)
{
    observer_open(PLANE);
    give_pair(YEE_EY, 3, YEE_HZ, 5); /* E x H along +x */
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * 15 * AREA,
                            ROUNDING * AREA * 30);
    expect_text("m.h5", "/flux/it", "direction", "+x");
    expect_text("m.h5", "/flux/it/power", "units", "J/Hz");
}
END_TEST

START_TEST(the_other_pair_and_the_other_direction_change_the_sign)
{
    observer_open(PLANE "direction = -\n");
    give_pair(YEE_EZ, 3, YEE_HY, 5); /* E x H along -x */
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * 15 * AREA,
                            ROUNDING * AREA * 30);
}
END_TEST

START_TEST(graded_axes_and_parts_of_a_plane_have_their_own_area)
{
    set_axis(1, 3, 2e-3, 1.5); /* 2, 3, 4.5 mm */
    observer_open("type = flux\nfrequencies = 1 GHz\nfrom = 2, 2, 0 mm\nto = 2, 9.5, 3 mm\n");
    give_pair(YEE_EZ, 1, YEE_HY, -1);
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * 7.5e-3 * 3e-3,
                            ROUNDING * 1e-4);
}
END_TEST

START_TEST(h_is_interpolated_to_the_plane)
{
    set_axis(0, 4, 1e-3, 3); /* 1, 3, 9, 27 mm; the plane is node 1 */
    observer_open("type = flux\nfrequencies = 1 GHz\nplane = x\nat = 1 mm\n");
    const int64_t step = 100;
    for (int64_t t = 0; t < taps.count; t++) {
        double z[256] = {0};
        const int c = taps.tap[t].component;
        for (int64_t n = 0; n < taps.tap[t].values; n += 2)
            z[n] = c == YEE_EY ? 1 : 0;
        /* H = x/mm at the middles of the cells beside the plane: 0.5 and 2.5 */
        if (c == YEE_HZ)
            for (int64_t n = 0; n < taps.tap[t].values; n += 2)
                z[n] = n < taps.tap[t].values / 2 ? 0.5 : 2.5;
        observer_give(t, 1, &step, z);
    }
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * 1.0 * AREA,
                            ROUNDING * AREA);
}
END_TEST

START_TEST(a_periodic_cross_section_is_counted_once)
{
    problem.grid.axis[1].periodic = problem.grid.axis[2].periodic = true;
    set_axis(1, 3, 2e-3, 1);
    set_axis(2, 2, 3e-3, 1);
    observer_open(PLANE);
    give_pair(YEE_EZ, 1, YEE_HY, -1); /* Ez on nodes along y, Hy on nodes along y */
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * AREA, ROUNDING * AREA);
}
END_TEST

START_TEST(uniform_fields_leave_a_closed_box_as_they_enter_it)
{
    observer_open("type = flux\nfrequencies = 1 GHz\nfrom = 1, 2, 0 mm\nto = 3, 4, 6 mm\n");
    /* the ends along z are the grid's own, closed ones: four faces of four fields */
    ck_assert_int_eq(taps.count, 16);
    give_all(1, 2, 3, 4);
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 0, ROUNDING * AREA);
    expect_text("m.h5", "/flux/it", "direction", "outward");
}
END_TEST

START_TEST(the_fields_of_a_reference_are_subtracted_whatever_its_direction)
{
    observer_open(PLANE);
    give_pair(YEE_EY, 3, YEE_HZ, 5);
    observer_close();
    ck_assert_int_eq(rename(in_folder("m.h5"), in_folder("ref.h5")), 0);
    observer_open(yee_arena_format(
        session->arena,
        PLANE "direction = -\nreference = %s:/flux/it\nnormalize = %s:/flux/it\n",
        in_folder("ref.h5"), in_folder("ref.h5")));
    give_pair(YEE_EY, 4, YEE_HZ, 3); /* the difference: Ey 1, Hz -2 */
    observer_close();
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/power"), 2 * 2 * AREA,
                            ROUNDING * AREA * 30);
    ck_assert_double_eq_tol(read_first("m.h5", "/flux/it/ratio"), 2.0 / 15, 1e-13);
    /* what is kept are the fields of this run */
    ck_assert_double_eq(read_first("m.h5", "/flux/it/x/ey"), 4);
}
END_TEST

START_TEST(wrong_references_are_refused_with_a_sentence)
{
    observer_open(PLANE);
    give_pair(YEE_EY, 3, YEE_HZ, 5);
    observer_close();
    const char *file = in_folder("m.h5");
    observer_refuses(yee_arena_format(session->arena,
                                      "type = flux\nfrequencies = 2 GHz\nplane = x\nat = 2 mm\n"
                                      "reference = %s:/flux/it\n",
                                      file),
                     "has other frequencies");
    observer_refuses(yee_arena_format(session->arena,
                                      "type = flux\nfrequencies = 1 GHz\nfrom = 2, 0, 0 mm\n"
                                      "to = 2, 4, 6 mm\nreference = %s:/flux/it\n",
                                      file),
                     "a surface of another size");
    observer_refuses(yee_arena_format(session->arena,
                                      "type = flux\nfrequencies = 1 GHz\nplane = x\nat = 3 mm\n"
                                      "reference = %s:/flux/it\n",
                                      file),
                     "its corner 'from' has x = 0.002 m and here it is 0.003 m");
    observer_refuses(PLANE "reference = nowhere\n", "not of the form other.h5:/flux/name");
    observer_plan(yee_arena_format(session->arena, PLANE "normalize = %s:/flux/other\n", file));
    instance_says("holds no dataset /flux/other/frequency");
}
END_TEST

START_TEST(surfaces_without_area_or_flow_are_refused)
{
    observer_refuses("type = flux\nfrequencies = 1 GHz\n", "nothing flows out of it");
    observer_refuses("type = flux\nfrequencies = 1 GHz\nfrom = 1, 2, 0 mm\nto = 1, 2, 6 mm\n",
                     "has no area");
    observer_refuses("type = flux\nfrequencies = 1 GHz\nplane = x\n", "plane and at belong");
    observer_refuses("type = flux\nfrequencies = 1 GHz\nplane = x\nat = 0 mm\n",
                     "lies on the end of the grid");
    observer_refuses("type = flux\nfrequencies = 1 GHz\nplane = x\nat = 9 mm\n",
                     "at: x = 0.009 m is outside the grid");
}
END_TEST

START_TEST(a_run_that_failed_has_no_spectrum)
{
    observer_open(PLANE);
    observer_close();
    const hid_t f = H5Fopen(in_folder("m.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_gt(H5Lexists(f, "/flux/it/frequency", H5P_DEFAULT), 0);
    ck_assert_int_eq(H5Lexists(f, "/flux/it/power", H5P_DEFAULT), 0);
    H5Fclose(f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("surface");
    TCase *c = tcase_create("flux");
    tcase_add_checked_fixture(c, observer_setup, observer_teardown);
    tcase_add_test(c, uniform_fields_carry_two_eh_times_the_area);
    tcase_add_test(c, the_other_pair_and_the_other_direction_change_the_sign);
    tcase_add_test(c, graded_axes_and_parts_of_a_plane_have_their_own_area);
    tcase_add_test(c, h_is_interpolated_to_the_plane);
    tcase_add_test(c, a_periodic_cross_section_is_counted_once);
    tcase_add_test(c, uniform_fields_leave_a_closed_box_as_they_enter_it);
    tcase_add_test(c, the_fields_of_a_reference_are_subtracted_whatever_its_direction);
    tcase_add_test(c, wrong_references_are_refused_with_a_sentence);
    tcase_add_test(c, surfaces_without_area_or_flow_are_refused);
    tcase_add_test(c, a_run_that_failed_has_no_spectrum);
    suite_add_tcase(suite, c);
    return observer_main(suite);
}
