/* tests/unit/test_sum.c: sums without rounding (yee/sum.h). */
#include "suite.h"
#include <float.h>
#include <yee/sum.h>

enum { TERMS = 1000 };

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return *state >> 11;
}

/* Numbers of both signs and of magnitudes from the smallest to the largest that do not overflow. */
static double number(uint64_t *state)
{
    const int exponent = (int)(draw(state) % 2000) - 1040;
    const double size = ldexp(1 + (double)draw(state) * 0x1p-53, exponent);
    return draw(state) % 2 ? size : -size;
}

static double sum_of(const double *x, int count)
{
    yee_sum s = {0};
    for (int n = 0; n < count; n++)
        yee_sum_add(&s, x[n]);
    return yee_sum_value(&s);
}

START_TEST(one_term_is_its_own_sum)
{
    static const double x[] = {0,       1,         -1,         0.1,
                               -1e300,  DBL_MAX,   DBL_MIN,    -0x1p52,
                               0x1p-32, 0x1p-1074, -0x3p-1074, 0x1.fffffffffffffp-1010};
    uint64_t state = 1;
    for (size_t n = 0; n < sizeof x / sizeof *x; n++)
        ck_assert(sum_of(&x[n], 1) == x[n]);
    for (int n = 0; n < TERMS; n++) {
        const double y = number(&state);
        ck_assert(sum_of(&y, 1) == y);
    }
}
END_TEST

/* Whatever the terms add up to beside the small ones goes away again, to the last bit. */
START_TEST(nothing_is_rounded_away)
{
    double x[2 * TERMS + 1];
    uint64_t state = 2;
    for (int n = 0; n < TERMS; n++) {
        x[n] = number(&state);
        x[2 * TERMS - n] = -x[n];
    }
    x[TERMS] = 0x1.23456789abcdep-1030;
    ck_assert(sum_of(x, 2 * TERMS + 1) == x[TERMS]);
    const double halves[] = {1, 0x1p-53, 0x1p-1074}; /* a little above half an ulp: up */
    ck_assert(sum_of(halves, 3) == 1 + DBL_EPSILON);
    ck_assert(sum_of(halves, 2) == 1); /* half of it: to the even one */
}
END_TEST

START_TEST(the_order_of_terms_and_of_parts_changes_nothing)
{
    double x[TERMS];
    uint64_t state = 3;
    for (int n = 0; n < TERMS; n++)
        x[n] = number(&state);
    const double all = sum_of(x, TERMS);
    for (int cut = 1; cut < TERMS; cut += 97) {
        yee_sum low = {0}, high = {0};
        for (int n = TERMS - 1; n >= 0; n--)
            yee_sum_add(n < cut ? &low : &high, x[n]);
        yee_sum_merge(&high, &low);
        ck_assert(yee_sum_value(&high) == all);
    }
}
END_TEST

/* Words take 2^30 terms before they carry; a carry of all kinds of words changes no sum. */
START_TEST(a_carry_changes_no_sum)
{
    yee_sum s = {0};
    uint64_t state = 4;
    for (int n = 0; n < TERMS; n++) {
        yee_sum_add(&s, number(&state));
        yee_sum carried = s;
        yee_sum_carry(&carried);
        ck_assert(yee_sum_value(&s) == yee_sum_value(&carried));
    }
}
END_TEST

START_TEST(what_is_not_finite_stays_so)
{
    const double up[] = {1, INFINITY, 2}, both[] = {-INFINITY, 1, INFINITY}, none[] = {NAN, 1};
    ck_assert(sum_of(up, 3) == (double)INFINITY);
    ck_assert(isnan(sum_of(both, 3)));
    ck_assert(isnan(sum_of(none, 2)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sum");
    TCase *tests = tcase_create("sum");
    tcase_add_test(tests, one_term_is_its_own_sum);
    tcase_add_test(tests, nothing_is_rounded_away);
    tcase_add_test(tests, the_order_of_terms_and_of_parts_changes_nothing);
    tcase_add_test(tests, a_carry_changes_no_sum);
    tcase_add_test(tests, what_is_not_finite_stays_so);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
