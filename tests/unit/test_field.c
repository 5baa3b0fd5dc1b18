/* tests/unit/test_field.c: random fields: their numbers, spectra, correlations and lattices.
 *
 * Seeds are fixed, so that a test passes always or never; tolerances are four standard
 * deviations of the estimate over all seeds. */
#include "../../plugins/shapes/common/field.h"
#include "../../plugins/shapes/common/philox.h"
#include "suite.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char said[512];

static yee_status say(const yee_host *host, yee_status status, const char *format, ...)
{
    va_list list;
    (void)host;
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    return status;
}
static const yee_host host = {.size = sizeof host, .fail = say};

static field_keys keys_of(int spectrum, int64_t seed)
{
    return (field_keys){.spectrum = spectrum,
                        .exponent = NAN,
                        .hurst = NAN,
                        .correlation = NAN,
                        .resolution = NAN,
                        .weights = {{1, 1, 1}},
                        .seed = seed,
                        .periodic = true};
}

/* In a square of side 1 with n x n boxes, constant along x. */
static field square(const field_keys *keys, int n)
{
    const double lo[3] = {0, 0, 0}, hi[3] = {1, 1, 1}, step[3] = {0, 1.0 / n, 1.0 / n};
    field f;
    ck_assert_msg(field_make(&host, keys, 0, lo, hi, step, &f) == YEE_OK, "%s", said);
    ck_assert_int_eq(f.n[1], n);
    ck_assert_int_eq(f.n[2], n);
    return f;
}

static double at(const field *f, int64_t j, int64_t k)
{
    return f->value[j * f->row[1] + k * f->row[2]];
}

/* The known answers that Random123, the authors' own library, is tested with. */
START_TEST(philox_gives_the_known_answers)
{
    const struct {
        uint64_t seed;
        uint32_t in[4], out[4];
    } known[] = {
        {0, {0, 0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX,
         {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {0x299f31d0a4093822,
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (int n = 0; n < 3; n++) {
        const uint32_t *c = known[n].in;
        const philox got = philox_at(known[n].seed, c[0], c[1], c[2], c[3]);
        for (int w = 0; w < 4; w++)
            ck_assert_uint_eq(got.v[w], known[n].out[w]);
    }
}
END_TEST

/* |c_m|^2 of the field's mean over an axis. */
static double power(const field *f, int n, int axis, int m)
{
    double re = 0, im = 0;
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            const double phase = 2 * YEE_PI * m * (axis == 1 ? j : k) / n;
            re += at(f, j, k) * cos(phase);
            im += at(f, j, k) * sin(phase);
        }
    return re * re + im * im;
}

/* The power of a mode is distributed exponentially, its logarithm with the variance pi^2/6. A
 * line through the mean logarithms of SEEDS fields and two axes has a slope of the variance
 * pi^2/6/(2 SEEDS) / sum (ln m - mean)^2. */
START_TEST(a_power_law_falls_by_its_exponent)
{
    enum { N = 40, MODES = 15, SEEDS = 30 };
    const double exponent = _i == 0 ? 1.5 : 0.75 + 1; /* hurst 0.75 in two dimensions */
    double x[MODES], y[MODES] = {0}, mean = 0, middle = 0, xx = 0, xy = 0;
    for (int64_t seed = 0; seed < SEEDS; seed++) {
        field_keys keys = keys_of(FIELD_POWER_LAW, seed);
        *(_i == 0 ? &keys.exponent : &keys.hurst) = _i == 0 ? 1.5 : 0.75;
        field f = square(&keys, N);
        for (int m = 0; m < MODES; m++)
            y[m] += (log(power(&f, N, 1, m + 1)) + log(power(&f, N, 2, m + 1))) / (2 * SEEDS);
        field_free(&f);
    }
    for (int m = 0; m < MODES; m++) {
        x[m] = log(m + 1);
        mean += x[m] / MODES;
        middle += y[m] / MODES;
    }
    for (int m = 0; m < MODES; m++) {
        xx += (x[m] - mean) * (x[m] - mean);
        xy += (x[m] - mean) * (y[m] - middle);
    }
    const double deviation = sqrt(YEE_PI * YEE_PI / 6 / (2 * SEEDS) / xx);
    ck_assert_double_le(fabs(xy / xx + 2 * exponent), 4 * deviation);
    ck_assert_double_le(4 * deviation, 0.25);
}
END_TEST

/* The correlation of values `lag` boxes apart along axis 2, of many fields. */
static double correlation(field_keys keys, int n, int lag, int seeds)
{
    double product = 0, variance = 0;
    for (keys.seed = 0; keys.seed < seeds; keys.seed++) {
        field f = square(&keys, n);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                product += at(&f, j, k) * at(&f, j, (k + lag) % n);
                variance += at(&f, j, k) * at(&f, j, k);
            }
        field_free(&f);
    }
    return product / variance;
}

/* A square of 12 correlation lengths has 12^2/pi patches of exp(-(r/l)^2), 25 fields 1100: the
 * estimate of a correlation of 0.37 deviates by about (1 - 0.37^2)/sqrt(1100) = 0.026. What
 * the missing mean takes away is pi/12^2 = 0.02 (2 pi/12^2 = 0.04 of exp(-r/l), whose waves
 * beyond the lattice, 20 boxes a length, have 1/(20 pi) = 0.016 of the variance). */
START_TEST(correlations_fall_to_1_over_e_at_their_length)
{
    field_keys keys = keys_of(_i, 0);
    keys.correlation = 1.0 / 12;
    keys.hurst = _i == FIELD_VON_KARMAN ? 0.5 : NAN; /* which is exp(-r/l) */
    const double got = correlation(keys, 240, 20, 25);
    ck_assert_msg(fabs(got - exp(-1)) <= 4 * 0.026 + 0.04, "%g", got);
    /* and by exp(-1/4) or exp(-1/2) at half of it, which tells them apart */
    const double half = correlation(keys, 240, 10, 25);
    const double due = exp(_i == FIELD_GAUSSIAN ? -0.25 : -0.5);
    ck_assert_msg(fabs(half - due) <= 0.1, "%g", half);
}
END_TEST

START_TEST(weights_make_structures_longer)
{
    field_keys keys = keys_of(FIELD_GAUSSIAN, 0);
    keys.correlation = 1.0 / 24;
    keys.weights = (yee_vec3){{1, 1, 2}};
    ck_assert_double_le(fabs(correlation(keys, 240, 20, 25) - exp(-1)), 0.1);
}
END_TEST

/* The middles of coarse boxes are those of every third fine one. Waves that the coarse lattice
 * does not have are exp(-(pi 5)^2/8) = 4e-14 of the others; floats have 24 bits, and 1200
 * modes are summed. */
START_TEST(a_finer_lattice_is_the_same_field)
{
    field_keys keys = keys_of(FIELD_GAUSSIAN, 3);
    keys.correlation = 5.0 / 40;
    field coarse = square(&keys, 40), fine = square(&keys, 120);
    double most = 0;
    for (int j = 0; j < 40; j++)
        for (int k = 0; k < 40; k++)
            most = fmax(most, fabs(at(&coarse, j, k)));
    for (int j = 0; j < 40; j++)
        for (int k = 0; k < 40; k++)
            ck_assert_double_le(fabs(at(&coarse, j, k) - at(&fine, 3 * j + 1, 3 * k + 1)),
                                1e-5 * most);
    field_free(&coarse);
    field_free(&fine);
}
END_TEST

/* Neighbours, 25 to a correlation length, differ by 2 (1 - exp(-1/25^2)) = 0.003 of the
 * variance on the mean; sides of a larger field that are four lengths apart by twice the
 * variance. */
START_TEST(opposite_sides_meet_where_a_field_is_periodic)
{
    double apart[2];
    for (int periodic = 0; periodic < 2; periodic++) {
        double square_sum = 0, variance = 0;
        for (int64_t seed = 0; seed < 20; seed++) {
            field_keys keys = keys_of(FIELD_GAUSSIAN, seed);
            keys.correlation = 0.25;
            keys.periodic = periodic;
            field f = square(&keys, 100);
            for (int j = 0; j < 100; j++) {
                square_sum += pow(at(&f, j, 0) - at(&f, j, 99), 2);
                for (int k = 0; k < 100; k++)
                    variance += pow(at(&f, j, k), 2) / 100;
            }
            field_free(&f);
        }
        apart[periodic] = square_sum / variance;
    }
    ck_assert_double_le(apart[1], 0.01);
    ck_assert_double_ge(apart[0], 0.2);
}
END_TEST

START_TEST(a_seed_is_one_field_and_another_another)
{
    field_keys keys = keys_of(FIELD_POWER_LAW, 8);
    keys.exponent = 1.5;
    field one = square(&keys, 20), same = square(&keys, 20);
    keys.seed = (int64_t)1 << 40;
    field other = square(&keys, 20);
    ck_assert(!memcmp(one.value, same.value, 400 * sizeof *one.value));
    int equal = 0;
    for (int n = 0; n < 400; n++)
        equal += one.value[n] == other.value[n];
    ck_assert_int_le(equal, 4);
    field_free(&one);
    field_free(&same);
    field_free(&other);
}
END_TEST

START_TEST(a_spectrum_needs_its_keys)
{
    const double lo[3] = {0}, hi[3] = {1, 1, 1}, step[3] = {0.1, 0.1, 0.1},
                 tiny[3] = {1e-9, 1e-9, 1e-9};
    field f;
    field_keys keys = keys_of(FIELD_POWER_LAW, 1);
    ck_assert_int_eq(field_make(&host, &keys, 0, lo, hi, step, &f), YEE_INPUT);
    ck_assert(strstr(said, "exponent or hurst"));
    keys.exponent = 1;
    ck_assert_int_eq(field_make(&host, &keys, 0, lo, hi, tiny, &f), YEE_INPUT);
    ck_assert(strstr(said, "coarser resolution"));
    keys.spectrum = FIELD_GAUSSIAN;
    ck_assert_int_eq(field_make(&host, &keys, 0, lo, hi, step, &f), YEE_INPUT);
    ck_assert(strstr(said, "correlation"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("field");
    TCase *tcase = tcase_create("field");
    tcase_add_test(tcase, philox_gives_the_known_answers);
    tcase_add_loop_test(tcase, a_power_law_falls_by_its_exponent, 0, 2);
    tcase_add_loop_test(tcase, correlations_fall_to_1_over_e_at_their_length, FIELD_GAUSSIAN,
                        FIELD_VON_KARMAN + 1);
    tcase_add_test(tcase, weights_make_structures_longer);
    tcase_add_test(tcase, a_finer_lattice_is_the_same_field);
    tcase_add_test(tcase, opposite_sides_meet_where_a_field_is_periodic);
    tcase_add_test(tcase, a_seed_is_one_field_and_another_another);
    tcase_add_test(tcase, a_spectrum_needs_its_keys);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
