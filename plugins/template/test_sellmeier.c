/* test_sellmeier.c: the material against its closed form, through libyee. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yee/libyee.h>

static yee_session *session;
static yee_model *model;

static void read_model(void)
{
    const yee_session_options options = {.size = sizeof options, .plugin_path = PLUGIN};
    ck_assert_msg(!yee_session_open(&options, &session), "%s", yee_session_error(NULL));
    ck_assert_msg(!yee_model_read(session, MODEL, 0, NULL, &model), "%s",
                  yee_session_error(session));
}

static void free_model(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

static const yee_medium *silica(void)
{
    const yee_problem *problem = yee_model_problem(model);
    for (int64_t i = 0; i < problem->media; i++)
        if (!problem->medium[i].magnetic && !strcmp(problem->medium[i].name, "silica"))
            return &problem->medium[i];
    ck_abort_msg("no medium is named silica");
    return NULL;
}

/* Malitson's equation (1) itself, lambda in um. */
static double eps_of(double lambda)
{
    static const double strength[] = {0.6961663, 0.4079426, 0.8974794};
    static const double wavelength[] = {0.0684043, 0.1162414, 9.896161};
    double eps = 1;
    for (int p = 0; p < 3; p++)
        eps +=
            strength[p] * lambda * lambda / (lambda * lambda - wavelength[p] * wavelength[p]);
    return eps;
}

START_TEST(the_permittivity_is_that_of_the_formula)
{
    for (double lambda = 0.3; lambda < 3; lambda += 0.1) {
        const double omega = 2 * YEE_PI * YEE_C0 / (lambda * 1e-6);
        const yee_complex eps = yee_response_value(&silica()->response, YEE_EPS0, omega);
        /* about ten operations in double precision */
        ck_assert_double_eq_tol(eps.re, eps_of(lambda), 1e-13 * eps_of(lambda));
        ck_assert_double_eq_tol(eps.im, 0, 1e-13);
    }
}
END_TEST

START_TEST(the_index_at_the_helium_line_is_that_of_the_handbooks)
{
    const double omega = 2 * YEE_PI * YEE_C0 / 0.5876e-6;
    const yee_complex eps = yee_response_value(&silica()->response, YEE_EPS0, omega);
    /* n_d of fused silica is 1.4585, to four places */
    ck_assert_double_eq_tol(sqrt(eps.re), 1.4585, 0.5e-4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sellmeier");
    TCase *tests = tcase_create("material");
    tcase_add_checked_fixture(tests, read_model, free_model);
    tcase_add_test(tests, the_permittivity_is_that_of_the_formula);
    tcase_add_test(tests, the_index_at_the_helium_line_is_that_of_the_handbooks);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
