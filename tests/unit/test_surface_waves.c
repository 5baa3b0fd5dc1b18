/* tests/unit/test_surface_waves.c: waves along surfaces and films that run backward, against
 * the slope of their dispersion and closed forms. */
#include "model/surface_waves.h"
#include "suite.h"

#include <math.h>

/* Drude's, eps of one medium and mu of the other; omega in units of the first plasma
 * frequency. */
static double drude(double plasma, double omega) { return 1 - pow(plasma / omega, 2); }

/* beta^2 c^2 of the surface between eps_1, mu_1 = 1 and eps_2 = 1.5, mu_2; the closed form. */
static double beta_square(double omega, double plasma)
{
    const double eps = drude(1, omega), mu = plasma > 0 ? drude(plasma, omega) : 1;
    return pow(omega, 2) * eps * 1.5 * (1.5 - mu * eps) / (1.5 * 1.5 - eps * eps);
}

/* Where there is a wave it is said to run backward exactly where beta falls with omega: a
 * difference over 1e-6 of omega, whose rounding of 1e-10 is far below the slopes between
 * samples. */
START_TEST(surfaces_run_backward_where_beta_falls_with_frequency)
{
    static const double plasma[] = {0, 0.5, 0.8, 1.2, 2};
    int backward = 0, forward = 0;
    for (size_t p = 0; p < sizeof plasma / sizeof *plasma; p++)
        for (double omega = 0.103; omega < 1; omega += 0.01) {
            const double eps = drude(1, omega),
                         mu = plasma[p] > 0 ? drude(plasma[p], omega) : 1;
            const double square = beta_square(omega, plasma[p]);
            const bool is = yee_surface_wave_backward((yee_surface_medium){eps, 1},
                                                      (yee_surface_medium){1.5, mu});
            ck_assert_int_eq(is, yee_surface_wave_backward((yee_surface_medium){1.5, mu},
                                                           (yee_surface_medium){eps, 1}));
            if (!(square > 0 && square > omega * omega * 1.5 * mu))
                ck_assert(!is);
            else if (beta_square(omega * (1 + 1e-6), plasma[p]) < square) {
                ck_assert_msg(is, "plasma %g, omega %g", plasma[p], omega);
                backward++;
            } else {
                ck_assert_msg(!is, "plasma %g, omega %g", plasma[p], omega);
                forward++;
            }
        }
    ck_assert_int_gt(backward, 10);
    ck_assert_int_gt(forward, 50);
}
END_TEST

/* At eps_1 = -eps_2, but for 1e-9, which moves the limits by about as much: a quarter of a wave
 * in the gap; of a film sqrt 2 max(x/cosh x)/(n k0), the maximum 0.66274 at x tanh x = 1.
 * Samples of beta lie 11 % apart, over which x/cosh x falls by 0.2 % from its maximum. */
START_TEST(films_and_gaps_have_the_limits_of_closed_forms)
{
    for (double eps = 1; eps <= 9; eps += 2)
        for (double k0 = 0.1; k0 < 1e7; k0 *= 100) {
            const yee_surface_medium metal = {-eps * (1 - 1e-9), 1}, glass = {eps, 1};
            const double gap = 1.5707963267948966 / (sqrt(eps) * k0);
            const double film = sqrt(2) * 0.6627434 / (sqrt(eps) * k0);
            ck_assert(yee_film_wave_backward(glass, metal, k0, 0.995 * gap));
            ck_assert(!yee_film_wave_backward(glass, metal, k0, 1.001 * gap));
            ck_assert(yee_film_wave_backward(metal, glass, k0, 0.995 * film));
            ck_assert(!yee_film_wave_backward(metal, glass, k0, 1.001 * film));
        }
}
END_TEST

/* Thin beside a wave beta d/2 = artanh(|eps_1|/eps_2), in a film as in a gap: backward wherever
 * |eps_1| < eps_2, and where it is not there is no such wave. Two media of one sign have
 * none. */
START_TEST(thin_films_run_backward_above_the_surface_plasmon)
{
    for (double eps = -0.1; eps > -4; eps -= 0.2) {
        const yee_surface_medium metal = {eps, 1}, glass = {2, 1};
        ck_assert_int_eq(yee_film_wave_backward(metal, glass, 1, 1e-3), eps > -2);
        ck_assert_int_eq(yee_film_wave_backward(glass, metal, 1, 1e-3), eps > -2);
        ck_assert(!yee_film_wave_backward(metal, metal, 1, 1e-3));
        ck_assert(!yee_film_wave_backward(glass, glass, 1, 1e-3));
        ck_assert(!yee_surface_wave_backward(metal, metal));
        ck_assert(!yee_surface_wave_backward(glass, glass));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("surface_waves");
    TCase *tcase = tcase_create("waves");
    tcase_add_test(tcase, surfaces_run_backward_where_beta_falls_with_frequency);
    tcase_add_test(tcase, films_and_gaps_have_the_limits_of_closed_forms);
    tcase_add_test(tcase, thin_films_run_backward_above_the_surface_plasmon);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
