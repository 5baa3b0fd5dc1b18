/* tests/unit/test_plane_wave.c: what a plane wave emits on the surface of its box. */
#include "emitted.h"
#include "suite.h"

#define BOX \
    {"from", "2e-3, 4e-3, 8e-3"}, { "to", "6e-3, 12e-3, 24e-3" }

/* The wave along z enters at its low face: the Ex correction there plays Hy half a cell in
 * front, -1/dz times it, and Hy is w(t + half a cell)/eta to second order in the spacing. */
START_TEST(a_wave_along_an_axis_arrives_on_time_with_its_amplitude)
{
    ck_assert_int_eq(
        EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}, {"amplitude", "2"}),
        YEE_OK);
    int found = 0;
    for (int n = 0; n < f.count; n++) {
        const struct item *it = &f.item[n];
        if (it->c != YEE_EX || it->i[0] != 3 || it->i[1] != 4 || it->i[2] != 2)
            continue;
        found++;
        NEAR(it->a, -1 / 4e-3);
        double t = 500.5 * DT + 2e-3 / YEE_C0;
        /* the grid's impedance differs by (k d)^2/24, 1e-3 at k = 1/(c sigma) = 0.04/mm */
        ck_assert_double_eq_tol(value(it, 500), 2 * pulse(NULL, t) / YEE_ETA0, 2e-3 / YEE_ETA0);
    }
    ck_assert_int_eq(found, 1);
}
END_TEST

/* The band of a wave that goes on. */
static yee_status endless(const void *self, yee_band *out)
{
    const yee_status status = band(self, out);
    out->end_time = YEE_INFINITY;
    return status;
}

/* A run of 2000 steps and one of 20000, of a pulse, of a wave that goes on, and of one in a
 * conductor. */
START_TEST(the_length_of_the_run_changes_no_bit_of_a_wave)
{
    const yee_waveform_ops forms[] = {pulse_ops, {sizeof pulse_ops, NULL, pulse, endless}};
    static double first[4096];
    f.form = &forms[_i % 2];
    f.vacuum[0].response.sigma = _i / 2 ? 0.01 : 0;
    for (int run = 0; run < 2; run++) {
        f.view.steps = run ? 20000 : 2000;
        f.count = 0;
        ck_assert_int_eq(
            EMIT("plane_wave", BOX, {"direction", "3, 2, 1"}, {"polarization", "1, -1, 0"}),
            YEE_OK);
        ck_assert_int_gt(f.count, 0);
        const int each = f.count / 64 + 1;
        for (int n = 0, at = 0; n < f.count; n += each)
            for (int step = 0; step < 2000 && at < 4096; step += 37) {
                const double v = value(&f.item[n], step);
                ck_assert(!run || v == first[at]);
                first[at++] = v;
            }
    }
}
END_TEST

/* One pair more than there is memory for. */
static int four_pairs(const yee_view *view, double c, bool electric, int a, int d,
                      double w[YEE_PAIRS][YEE_ACROSS])
{
    (void)view, (void)c, (void)electric, (void)a, (void)d, (void)w;
    return YEE_PAIRS + 1;
}

START_TEST(a_scheme_with_too_wide_differences_is_refused)
{
    f.view.stencil = four_pairs;
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}), YEE_PLUGIN,
            "4 pairs");
}
END_TEST

START_TEST(a_wave_on_periodic_axes_has_two_faces)
{
    build_grid(true, true, false);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "-z"}, {"polarization", "x"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, 4 * N * N); /* Ex and Hy, low and high */
    refused(EMIT("plane_wave", BOX, {"direction", "1, 0, 1"}, {"polarization", "y"}), YEE_INPUT,
            "periodic");
    build_grid(true, true, true);
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}), YEE_INPUT,
            "periodic");
}
END_TEST

/* theta = 90, phi = 0: along x; psi = 0 is -z, psi = 90 is y. */
START_TEST(angles_name_the_same_wave_as_vectors)
{
    char quarter[32];
    snprintf(quarter, sizeof quarter, "%.17g", 0.5 * YEE_PI);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"theta", quarter}, {"psi", quarter}), YEE_OK);
    int count = f.count;
    struct item *kept = malloc(sizeof f.item);
    memcpy(kept, f.item, sizeof f.item);
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "1, 2, 0"}),
                     YEE_OK);
    ck_assert_int_eq(f.count, count);
    for (int n = 0; n < count; n++) {
        ck_assert_double_eq(f.item[n].a, kept[n].a);
        ck_assert_double_eq_tol(value(&f.item[n], 500), value(&kept[n], 500), 1e-13);
    }
    free(kept);
}
END_TEST

START_TEST(a_wave_that_cannot_be_exact_is_refused)
{
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "-z"}), YEE_INPUT,
            "across");
    refused(EMIT("plane_wave", {"from", "0, 4e-3, 8e-3"}, {"to", "6e-3, 12e-3, 24e-3"},
                 {"direction", "z"}, {"polarization", "x"}),
            YEE_INPUT, "within 0.001 and 0.007 m");
    f.soil_somewhere = true;
    refused(EMIT("plane_wave", BOX, {"direction", "z"}, {"polarization", "x"}), YEE_INPUT,
            "'soil'");
    f.soil_somewhere = false;
    f.node[2][4] += 1e-4;
    ck_assert_int_eq(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "y"}),
                     YEE_OK);
    refused(EMIT("plane_wave", BOX, {"direction", "1, 0, 1"}, {"polarization", "y"}),
            YEE_DECLINED, "current_sheet");
    build_grid(false, false, false);
    f.grid.active[YEE_EY] = f.grid.active[YEE_HX] = f.grid.active[YEE_HZ] = false;
    refused(EMIT("plane_wave", BOX, {"direction", "x"}, {"polarization", "y"}), YEE_INPUT,
            "Ey");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("plane wave");
    TCase *t = tcase_create("plane wave");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_wave_along_an_axis_arrives_on_time_with_its_amplitude);
    tcase_add_loop_test(t, the_length_of_the_run_changes_no_bit_of_a_wave, 0, 4);
    tcase_add_test(t, a_wave_on_periodic_axes_has_two_faces);
    tcase_add_test(t, a_scheme_with_too_wide_differences_is_refused);
    tcase_add_test(t, angles_name_the_same_wave_as_vectors);
    tcase_add_test(t, a_wave_that_cannot_be_exact_is_refused);
    suite_add_tcase(s, t);
    return suite_run(s);
}
