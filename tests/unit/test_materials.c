/* tests/unit/test_materials.c: the laws that the material plugins describe.
 *
 * Tolerance: a response is a handful of sums and quotients of doubles, so 1e-13 of its
 * magnitude is a hundred times what rounding does. */
#include "instance.h"
#include "suite.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define ROUNDING 1e-13
#define TWO_PI (2 * YEE_PI)

static yee_status describe(const char *lines, yee_material *material)
{
    yee_instance *it = NULL;
    yee_status status = instance_try(YEE_MATERIAL, lines, &it);
    if (status)
        return status;
    const yee_material_ops *ops = it->plugin->ops;
    const yee_band band = {.size = sizeof band};
    *material = yee_material_vacuum();
    return ops->describe(&it->host, it->config, &band, material);
}

static yee_material law(const char *lines)
{
    yee_material m;
    ck_assert_msg(describe(lines, &m) == YEE_OK, "%s", yee_session_error(session));
    return m;
}

static void assert_response(const yee_response *r, double base, double omega,
                            double complex want)
{
    yee_complex v = yee_response_value(r, base, omega);
    ck_assert_double_le(cabs(v.re + I * v.im - want), ROUNDING * cabs(want));
}

static void assert_vacuum(const yee_response *r)
{
    for (int a = 0; a < 3; a++) {
        ck_assert_double_eq(r[a].inf, 1);
        ck_assert_double_eq(r[a].sigma, 0);
        ck_assert_uint_eq(r[a].pole_count, 0);
    }
}

static void assert_refused(const char *lines, const char *words)
{
    yee_material m;
    ck_assert_int_eq(describe(lines, &m), YEE_INPUT);
    instance_says(words);
}

START_TEST(a_dielectric_without_keys_is_vacuum)
{
    yee_material m = law("type = dielectric\n");
    assert_vacuum(m.electric);
    assert_vacuum(m.magnetic);
    ck_assert_int_eq(m.conductor, YEE_NOT_CONDUCTOR);
}
END_TEST

START_TEST(a_dielectric_takes_one_number_or_three)
{
    yee_material m = law("type = dielectric\neps = 2, 3, 4\nmu = 1.5\nsigma = 10 mS/m\n"
                         "sigma_m = 1 Ohm/m, 2 Ohm/m, 3 Ohm/m\n");
    for (int a = 0; a < 3; a++) {
        ck_assert_double_eq(m.electric[a].inf, 2 + a);
        ck_assert_double_eq(m.electric[a].sigma, 0.01);
        ck_assert_double_eq(m.magnetic[a].inf, 1.5);
        ck_assert_double_eq(m.magnetic[a].sigma, 1 + a);
    }
}
END_TEST

START_TEST(a_dielectric_refuses_two_numbers_and_values_out_of_range)
{
    assert_refused("type = dielectric\neps = 2, 3\n", "eps has 2 numbers");
    assert_refused("type = dielectric\neps = 0\n", "eps");
    assert_refused("type = dielectric\nsigma = -1 S/m\n", "sigma");
}
END_TEST

START_TEST(debye_poles_add_up_to_their_closed_form)
{
    yee_material m = law("type = debye\neps_inf = 4.9\ndelta_eps = 75.2, 3\n"
                         "tau = 9.231 ps, 0.1 ns\nsigma = 0.5 S/m\n");
    for (double f = 1e7; f < 1e12; f *= 10) {
        double w = TWO_PI * f;
        double complex want = 4.9 + 75.2 / (1 + I * w * 9.231e-12) + 3 / (1 + I * w * 1e-10) +
                              0.5 / (I * w * YEE_EPS0);
        for (int a = 0; a < 3; a++)
            assert_response(&m.electric[a], YEE_EPS0, w, want);
    }
    assert_vacuum(m.magnetic);
}
END_TEST

START_TEST(drude_reads_hertz_and_radians_per_second_alike)
{
    yee_material hz = law("type = drude\nfp = 2 PHz\ngamma_hz = 10 THz\neps_inf = 9\n");
    char text[128];
    snprintf(text, sizeof text,
             "type = drude\nwp = %.17g rad/s\ngamma = %.17g rad/s\neps_inf = 9\n",
             TWO_PI * 2e15, TWO_PI * 1e13);
    yee_material rad = law(text);
    double wp = TWO_PI * 2e15, gamma = TWO_PI * 1e13;
    for (double w = 1e14; w < 1e16; w *= 3) {
        double complex want = 9 - wp * wp / (w * w - I * w * gamma);
        assert_response(&hz.electric[1], YEE_EPS0, w, want);
        assert_response(&rad.electric[1], YEE_EPS0, w, want);
    }
}
END_TEST

START_TEST(lorentz_poles_add_up_to_their_closed_form)
{
    yee_material m =
        law("type = lorentz\neps_inf = 2.25\ndelta_eps = 1.5, 0.5\nf0 = 400 THz, 700 THz\n"
            "gamma_hz = 10 THz, 0 Hz\n");
    double w1 = TWO_PI * 4e14, w2 = TWO_PI * 7e14, gamma = TWO_PI * 1e13;
    for (double f = 2e14; f < 6.5e14; f += 1e13) {
        double w = TWO_PI * f;
        double complex want = 2.25 + 1.5 * w1 * w1 / (w1 * w1 - w * w + I * w * gamma) +
                              0.5 * w2 * w2 / (w2 * w2 - w * w);
        assert_response(&m.electric[2], YEE_EPS0, w, want);
    }
}
END_TEST

/* A pair of residues r, r* at the poles a, a*, and a first-order pole. */
START_TEST(raw_poles_add_up_to_their_sum)
{
    double complex r = 1.5e9 + 0.4e9 * I, a = -0.2e9 + 3e9 * I;
    char text[256];
    snprintf(text, sizeof text,
             "type = poles\nb0 = %.17g, 2\nb1 = %.17g, 0\nd0 = %.17g, 1\nd1 = %.17g, 1e-9\n"
             "d2 = 1, 0\n",
             -2 * creal(r * conj(a)), 2 * creal(r), cabs(a) * cabs(a), -2 * creal(a));
    yee_material m = law(text);
    for (double w = 1e8; w < 1e11; w *= 2) {
        double complex s = I * w;
        double complex want = 1 + r / (s - a) + conj(r) / (s - conj(a)) + 2 / (1 + s * 1e-9);
        assert_response(&m.electric[0], YEE_EPS0, w, want);
    }
}
END_TEST

START_TEST(raw_poles_agree_in_length_and_depend_on_frequency)
{
    assert_refused("type = poles\nb0 = 1, 2\nd1 = 1\n", "d1 (line 4) has 1");
    assert_refused("type = poles\nb0 = 1, 2\nd0 = 1, 1\nd1 = 1, 0\n", "pole 2 has d1 = d2 = 0");
}
END_TEST

START_TEST(magnetic_poles_belong_to_mu)
{
    const char *const text[] = {
        "type = debye\nmagnetic = yes\nmu_inf = 2\ndelta_eps = 3\ntau = 1 ns\n",
        "type = lorentz\nmagnetic = yes\nmu_inf = 2\ndelta_eps = 3\nf0 = 1 GHz\ngamma = 0\n",
        "type = drude\nmagnetic = yes\nmu_inf = 2\nfp = 1 GHz\ngamma = 0\n"};
    double w = 1e9, w0 = TWO_PI * 1e9;
    double complex want[] = {2 + 3 / (1 + I * w * 1e-9), 2 + 3 * w0 * w0 / (w0 * w0 - w * w),
                             2 - w0 * w0 / (w * w)};
    for (int i = 0; i < 3; i++) {
        yee_material m = law(text[i]);
        assert_vacuum(m.electric);
        for (int a = 0; a < 3; a++)
            assert_response(&m.magnetic[a], YEE_MU0, w, want[i]);
    }
}
END_TEST

START_TEST(lists_of_poles_must_agree_in_length)
{
    assert_refused("type = debye\ndelta_eps = 1, 2\ntau = 1 ps\n", "tau (line 4) has 1 value");
    assert_refused("type = drude\nfp = 1 GHz, 2 GHz\ngamma = 0\n", "gamma (line 4) has 1");
    assert_refused("type = lorentz\ndelta_eps = 1\nf0 = 1 GHz, 2 GHz\ngamma = 0\n",
                   "f0 (line 4) has 2");
    assert_refused("type = lorentz\ndelta_eps = 1\nf0 = 1 GHz\ngamma = 0 rad/s, 1 rad/s\n",
                   "gamma (line 5) has 2");
}
END_TEST

START_TEST(a_rate_is_given_in_one_unit_only)
{
    assert_refused("type = drude\nfp = 1 GHz\nwp = 1 rad/s\ngamma = 0\n",
                   "are both given; give exactly one of fp, wp");
    assert_refused("type = drude\nfp = 1 GHz\n", "none of gamma_hz, gamma is given");
    assert_refused("type = lorentz\ndelta_eps = 1\ngamma = 0\n", "none of f0, w0 is given");
}
END_TEST

START_TEST(a_relaxation_time_of_zero_is_refused)
{
    assert_refused("type = debye\ndelta_eps = 1\ntau = 0 s\n", "tau");
}
END_TEST

START_TEST(conductors_say_which_field_they_stop)
{
    ck_assert_int_eq(law("type = pec\n").conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_int_eq(law("type = pmc\n").conductor, YEE_PERFECT_MAGNETIC);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("materials");
    TCase *tcase = tcase_create("law");
    tcase_add_checked_fixture(tcase, instance_setup, instance_teardown);
    tcase_add_test(tcase, a_dielectric_without_keys_is_vacuum);
    tcase_add_test(tcase, a_dielectric_takes_one_number_or_three);
    tcase_add_test(tcase, a_dielectric_refuses_two_numbers_and_values_out_of_range);
    tcase_add_test(tcase, debye_poles_add_up_to_their_closed_form);
    tcase_add_test(tcase, drude_reads_hertz_and_radians_per_second_alike);
    tcase_add_test(tcase, lorentz_poles_add_up_to_their_closed_form);
    tcase_add_test(tcase, raw_poles_add_up_to_their_sum);
    tcase_add_test(tcase, raw_poles_agree_in_length_and_depend_on_frequency);
    tcase_add_test(tcase, magnetic_poles_belong_to_mu);
    tcase_add_test(tcase, lists_of_poles_must_agree_in_length);
    tcase_add_test(tcase, a_rate_is_given_in_one_unit_only);
    tcase_add_test(tcase, a_relaxation_time_of_zero_is_refused);
    tcase_add_test(tcase, conductors_say_which_field_they_stop);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
