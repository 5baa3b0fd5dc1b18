/* tests/unit/test_fitted.c: laws that are no sum of poles, as their plugins fit them.
 *
 * Each is held against its formula, written here once more with real numbers where the plugin
 * has complex powers, at frequencies between those of the fit. Tolerance: what max_error and
 * max_loss_error allow, by their defaults half a percent of |eps| and a twentieth of the loss.
 * A sum of Debye poles with eps_inf >= 1 and no negative number is passive and obeys the
 * relations of Kramers and Kronig. */
#include "instance.h"
#include "suite.h"

#include <complex.h>
#include <math.h>

#define TWO_PI (2 * YEE_PI)

static yee_status describe(const char *lines, double low, double high, size_t count,
                           yee_material *material)
{
    yee_instance *it = NULL;
    yee_status status = instance_try(YEE_MATERIAL, lines, &it);
    if (status)
        return status;
    const yee_material_ops *ops = it->plugin->ops;
    const yee_band band = {.size = sizeof band, .low = low, .high = high};
    for (size_t n = 0; n < count; n++)
        material[n] = yee_material_vacuum();
    return count == 1 ? ops->describe(&it->host, it->config, &band, material)
                      : ops->range(&it->host, it->config, &band, count, material);
}

/* (j x)^p for x > 0 */
static double complex power(double x, double p)
{
    return pow(x, p) * (cos(0.5 * YEE_PI * p) + I * sin(0.5 * YEE_PI * p));
}

/* z^p by modulus and argument */
static double complex polar(double complex z, double p)
{
    const double angle = p * atan2(cimag(z), creal(z));
    return pow(cabs(z), p) * (cos(angle) + I * sin(angle));
}

static double complex water(double w) { return 4.9 + 75.2 / (1 + I * w * 9.231e-12); }

static double complex cole_cole(double w)
{
    return 4 + 50 / (1 + power(w * 7.23e-12, 0.9)) + 7000 / (1 + power(w * 353.68e-9, 0.9)) +
           0.2 / (I * w * YEE_EPS0);
}
static double complex havriliak(double w)
{
    return 4 + 12 / polar(1 + power(w * 60e-12, 0.85), 0.7) + 0.01 / (I * w * YEE_EPS0);
}
static double complex cole_davidson(double w) { return 2 + 20 / polar(1 + I * w * 1e-9, 0.4); }
static double complex debye(double w) { return 5 + 30 / (1 + I * w * 20e-12); }
static double complex jonscher(double w)
{
    const double n = 0.8, x = pow(w / (TWO_PI * 100e6), n - 1);
    return 7.6 + 1.2 * x - I * 1.2 * x / tan(0.5 * YEE_PI * n);
}
static double complex rising(double w)
{
    return 5 + (1e-3 + 8e-3 * power(w / (TWO_PI * 1e9), 0.7)) / (I * w * YEE_EPS0);
}
static double complex sand(double w)
{
    const double complex n =
        0.65 * sqrt(4.5) + 0.20 + 0.15 * polar(water(w) + 0.05 / (I * w * YEE_EPS0), 0.5);
    return n * n;
}

static const struct law {
    const char *lines;
    double complex (*value)(double w);
    double low, high; /* Hz, of the sources */
    size_t poles;     /* at most */
} laws[] = {
    {"type = cole_cole\neps_inf = 4\ndelta_eps = 50, 7000\ntau = 7.23 ps, 353.68 ns\n"
     "alpha = 0.1, 0.1\nsigma = 0.2 S/m\n",
     cole_cole, 0.1e9, 4e9, 4},
    {"type = havriliak_negami\neps_inf = 4\ndelta_eps = 12\ntau = 60 ps\nalpha = 0.85\n"
     "beta = 0.7\nsigma = 10 mS/m\n",
     havriliak, 10e6, 10e9, 6},
    {"type = havriliak_negami\neps_inf = 2\ndelta_eps = 20\ntau = 1 ns\nalpha = 1\n"
     "beta = 0.4\n",
     cole_davidson, 10e6, 10e9, 6},
    {"type = cole_cole\neps_inf = 5\ndelta_eps = 30\ntau = 20 ps\nalpha = 0\n", debye, 0, 20e9,
     1},
    {"type = jonscher\neps_inf = 7.6\nchi = 1.2\nexponent = 0.8\nfrequency = 100 MHz\n",
     jonscher, 20e6, 2e9, 4},
    {"type = power_law\neps_inf = 5\nsigma = 1 mS/m\nsigma_1 = 8 mS/m\nexponent = 0.7\n"
     "frequency = 1 GHz\n",
     rising, 20e6, 2e9, 4},
    {"type = crim\nfraction = 0.65, 0.15, 0.20\neps_inf = 4.5, 4.9, 1\n"
     "delta_eps = 0, 75.2, 0\ntau = 0, 9.231, 0 ps\nsigma = 0, 0.05, 0 S/m\n",
     sand, 0.1e9, 4e9, 4},
};
enum { LAWS = sizeof laws / sizeof *laws, POINTS = 301 };

static double complex value(const yee_response *r, double w)
{
    const yee_complex v = yee_response_value(r, YEE_EPS0, w);
    return v.re + I * v.im;
}

static void assert_passive(const yee_response *r)
{
    ck_assert_double_ge(r->inf, 1);
    ck_assert_double_ge(r->sigma, 0);
    for (size_t p = 0; p < r->pole_count; p++) {
        ck_assert_double_gt(r->poles[p].b0, 0);
        ck_assert_double_gt(r->poles[p].d1, 0);
        ck_assert_double_eq(r->poles[p].d0, 1);
        ck_assert(r->poles[p].b1 == 0 && r->poles[p].d2 == 0);
    }
}

START_TEST(a_fit_follows_its_law_in_the_band_of_the_sources)
{
    const struct law *l = &laws[_i];
    yee_material m;
    ck_assert_msg(describe(l->lines, l->low, l->high, 1, &m) == YEE_OK, "%s",
                  yee_session_error(session));
    const yee_response *r = &m.electric[0];
    assert_passive(r);
    ck_assert_uint_le(r->pole_count, l->poles);
    ck_assert_uint_ge(r->pole_count, 1);
    const double low = fmax(l->low, 1e-3 * l->high);
    for (int n = 0; n < POINTS; n++) {
        const double w = TWO_PI * low * pow(l->high / low, n / (POINTS - 1.0));
        const double complex due = l->value(w), is = value(r, w);
        /* between the fit's own points an error may be a little larger than at them */
        ck_assert_double_le(cabs(is - due), 1.01 * 0.005 * cabs(due));
        ck_assert_double_le(fabs(cimag(is - due)),
                            1.01 * fmax(0.05 * fabs(cimag(due)), 1e-4 * cabs(due)));
    }
    for (int a = 1; a < 3; a++)
        ck_assert(value(&m.electric[a], 1e9) == value(r, 1e9));
}
END_TEST

/* The search ends at steps of 1e-6 in ln tau, of which eps keeps less than as much. */
START_TEST(a_law_with_one_time_is_found_again)
{
    yee_material m;
    ck_assert_int_eq(describe(laws[3].lines, 0, 20e9, 1, &m), YEE_OK);
    for (double f = 20e6; f < 20e9; f *= 1.5)
        ck_assert_double_le(cabs(value(&m.electric[0], TWO_PI * f) - debye(TWO_PI * f)),
                            1e-6 * cabs(debye(TWO_PI * f)));
}
END_TEST

START_TEST(an_error_that_is_too_large_is_refused)
{
    yee_material m;
    char lines[512];
    snprintf(lines, sizeof lines, "%spoles = 1\n", laws[1].lines);
    ck_assert_int_eq(describe(lines, laws[1].low, laws[1].high, 1, &m), YEE_INPUT);
    instance_says("max_error allows 0.5 %");
    snprintf(lines, sizeof lines, "%spoles = 1\nmax_error = 0.5\nmax_loss_error = 2\n",
             laws[1].lines);
    ck_assert_msg(describe(lines, laws[1].low, laws[1].high, 1, &m) == YEE_OK, "%s",
                  yee_session_error(session));
    ck_assert(strstr(logged, "1 Debye pole") != NULL);
}
END_TEST

START_TEST(a_band_comes_from_the_keys_or_the_sources)
{
    yee_material m;
    char lines[512];
    ck_assert_int_eq(describe(laws[0].lines, 0, 0, 1, &m), YEE_INPUT);
    instance_says("frequency_min");
    snprintf(lines, sizeof lines, "%sfrequency_min = 1 GHz\nfrequency_max = 2 GHz\n",
             laws[0].lines);
    ck_assert_int_eq(describe(lines, 0, 0, 1, &m), YEE_OK);
    ck_assert(strstr(logged, "from 1 to 2 GHz") != NULL);
    snprintf(lines, sizeof lines, "%sfrequency_min = 2 GHz\nfrequency_max = 1 GHz\n",
             laws[0].lines);
    ck_assert_int_eq(describe(lines, 0, 0, 1, &m), YEE_INPUT);
    instance_says("above frequency_max");
}
END_TEST

/* The members of a range have one set of relaxation times, so that their means have it too. */
START_TEST(a_range_of_mixtures_has_its_times_in_common)
{
    enum { COUNT = 7 };
    yee_material m[COUNT];
    ck_assert_msg(describe("type = crim\nfraction = 0.6, 0.02, 0.38\n"
                           "fraction_to = 0.6, 0.3, 0.1\neps_inf = 4.5, 4.9, 1\n"
                           "delta_eps = 0, 75.2, 0\ntau = 0, 9.231, 0 ps\n"
                           "sigma = 0, 0.05, 0 S/m\n",
                           0.1e9, 4e9, COUNT, m) == YEE_OK,
                  "%s", yee_session_error(session));
    double tau[16];
    size_t times = 0;
    for (int n = 0; n < COUNT; n++) {
        const double wet = 0.02 + 0.28 * (n + 0.5) / COUNT;
        assert_passive(&m[n].electric[0]);
        for (double f = 0.1e9; f < 4e9; f *= 1.1) {
            const double w = TWO_PI * f;
            const double complex root = 0.6 * sqrt(4.5) + (0.4 - wet) +
                                        wet * polar(water(w) + 0.05 / (I * w * YEE_EPS0), 0.5);
            ck_assert_double_le(cabs(value(&m[n].electric[0], w) - root * root),
                                1.01 * 0.005 * cabs(root * root));
        }
        for (size_t p = 0; p < m[n].electric[0].pole_count; p++) {
            const double own = m[n].electric[0].poles[p].d1;
            size_t q = 0;
            while (q < times && tau[q] != own)
                q++;
            tau[q] = own;
            times = q == times ? times + 1 : times;
        }
    }
    ck_assert_uint_le(times, 4);
}
END_TEST

START_TEST(fractions_of_a_mixture_add_up_to_one)
{
    yee_material m;
    ck_assert_int_eq(
        describe("type = crim\nfraction = 0.6, 0.3\neps_inf = 4, 1\n", 1e8, 1e9, 1, &m),
        YEE_INPUT);
    instance_says("adds up to 0.9");
}
END_TEST

/* Peplinski's soil of sand 0.5, clay 0.5, 2 g/cm^3, grains of 2.66 g/cm^3, by hand. With
 * the water fraction m its conductivity is m^(0.95347/0.65) 0.6127 0.66/(2.66 m) S/m. */
START_TEST(a_soil_has_the_loss_of_its_regression_exactly)
{
    yee_material m;
    ck_assert_msg(describe("type = peplinski\nsand = 0.5\nclay = 0.5\n"
                           "bulk_density = 2 g/cm^3\nwater = 0.12555\nfrequency = 1.3 GHz\n",
                           0.3e9, 1.3e9, 1, &m) == YEE_OK,
                  "%s", yee_session_error(session));
    const yee_response *r = &m.electric[0];
    const double share = pow(0.12555, (1.33797 - 0.3015 - 0.083) / 0.65);
    ck_assert_double_eq_tol(
        r->sigma, share * (0.0467 + 0.4408 - 0.2055 + 0.3307) * 0.66 / (2.66 * 0.12555), 1e-12);
    ck_assert_uint_eq(r->pole_count, 1);
    ck_assert_double_eq_tol(r->poles[0].b0, 75.2 * share, 1e-12);
    ck_assert_double_eq(r->poles[0].d1, 9.231e-12);
    const double x = TWO_PI * 1.3e9 * 9.231e-12, ew = 4.9 + 75.2 / (1 + x * x);
    const double grain = pow(1.01 + 0.44 * 2.66, 2) - 0.062;
    const double sum = 1 + 2 / 2.66 * (pow(grain, 0.65) - 1) +
                       pow(0.12555, 1.2748 - 0.2595 - 0.076) * pow(ew, 0.65) - 0.12555;
    ck_assert_double_eq_tol(creal(value(r, TWO_PI * 1.3e9)), 1.15 * pow(sum, 1 / 0.65) - 0.68,
                            1e-9);
}
END_TEST

START_TEST(a_range_of_soils_goes_from_dry_to_wet)
{
    enum { COUNT = 50 };
    yee_material m[COUNT], middle;
    const char *lines = "type = peplinski\nsand = 0.5\nclay = 0.5\nbulk_density = 2 g/cm^3\n"
                        "water = 0.001, 0.25\n";
    ck_assert_int_eq(describe(lines, 0.3e9, 1.3e9, COUNT, m), YEE_OK);
    for (int n = 0; n < COUNT; n++) {
        assert_passive(&m[n].electric[0]);
        ck_assert_double_eq(m[n].electric[0].poles[0].d1, 9.231e-12);
        ck_assert(n == 0 || m[n].electric[0].poles[0].b0 > m[n - 1].electric[0].poles[0].b0);
        ck_assert(n == 0 || creal(value(&m[n].electric[0], 5e9)) >
                                creal(value(&m[n - 1].electric[0], 5e9)));
    }
    ck_assert_int_eq(describe(lines, 0.3e9, 1.3e9, 1, &middle), YEE_OK);
    ck_assert_double_gt(middle.electric[0].poles[0].b0, m[24].electric[0].poles[0].b0);
    ck_assert_double_lt(middle.electric[0].poles[0].b0, m[25].electric[0].poles[0].b0);
}
END_TEST

START_TEST(a_soil_that_cannot_be_is_refused)
{
    yee_material m;
    const char *start = "type = peplinski\nclay = 0.3\nbulk_density = 1.5 g/cm^3\n";
    const struct {
        const char *rest, *words;
    } wrong[] = {{"sand = 0.8\nwater = 0.1\n", "more than the soil"},
                 {"sand = 0.5\nwater = 0.2, 0.1\n", "from the driest to the wettest"},
                 {"sand = 0.5\nwater = 0.1\nparticle_density = 1.4 g/cm^3\n", "has pores"}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        char lines[256];
        snprintf(lines, sizeof lines, "%s%s", start, wrong[n].rest);
        ck_assert_int_eq(describe(lines, 0.3e9, 1.3e9, 1, &m), YEE_INPUT);
        instance_says(wrong[n].words);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fitted");
    TCase *tcase = tcase_create("laws");
    tcase_add_checked_fixture(tcase, instance_setup, instance_teardown);
    tcase_add_loop_test(tcase, a_fit_follows_its_law_in_the_band_of_the_sources, 0, LAWS);
    tcase_add_test(tcase, a_law_with_one_time_is_found_again);
    tcase_add_test(tcase, an_error_that_is_too_large_is_refused);
    tcase_add_test(tcase, a_band_comes_from_the_keys_or_the_sources);
    tcase_add_test(tcase, a_range_of_mixtures_has_its_times_in_common);
    tcase_add_test(tcase, fractions_of_a_mixture_add_up_to_one);
    tcase_add_test(tcase, a_soil_has_the_loss_of_its_regression_exactly);
    tcase_add_test(tcase, a_range_of_soils_goes_from_dry_to_wet);
    tcase_add_test(tcase, a_soil_that_cannot_be_is_refused);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
