/* The laws' rows: roots to many digits, any length of a row, both precisions.
 *
 * The equations are those of the texts; numbers of x were found by Cardano's formula and by
 * bisection in more digits than a double has. */
#include "suite.h"
#include <check.h>
#include <complex.h>
#include <math.h>

#define LAW_NAME kerr
#define LAW_FILE "../../materials/kerr/kerr.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>
#undef LAW_NAME
#undef LAW_FILE
#undef LAW_WORDS
#undef LAW_MAPS

#define LAW_NAME chi2
#define LAW_FILE "../../materials/chi2.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>
#undef LAW_NAME
#undef LAW_FILE
#undef LAW_WORDS
#undef LAW_MAPS

#define LAW_NAME raman
#define LAW_FILE "../../materials/raman.law.h"
#define LAW_WORDS 2
#define LAW_MAPS 0
#include <yee/law_rows.h>
#undef LAW_NAME
#undef LAW_FILE
#undef LAW_WORDS
#undef LAW_MAPS

#define LAW_NAME modulated
#define LAW_FILE "../../materials/modulated.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 2
#include <yee/law_rows.h>

/* As plugins have them. */
static const yee_law chi2 = {YEE_LAW(chi2, 1, YEE_LAW_EDGE)};
static const yee_law raman = {YEE_LAW(raman, 1, YEE_LAW_EDGE)};
static const yee_law modulated = {YEE_LAW(modulated, 1, YEE_LAW_EDGE)};

/* p[0] ... p[2] of kerr.law.h, the conserving form where `conserving` is 1. */
static double solve(double g, int conserving, double old, double lin)
{
    const double param[3] = {3 * g, 0, conserving ? 1.5 * g : g};
    yee_law_row row = {.size = sizeof row, .n = 1, .pitch = 1, .param = param, .old = &old};
    row.e = &lin;
    kerr_row_f64(&row);
    return lin;
}

/* A chord of slope s = 1 + 3 g E^^2 = 1.726 lessens the error d = E^ - x = 0.0985 in every step
 * by 1 - (mean slope on the way)/s, which between E^ and x, where the slope is 1.602 at least,
 * is at most 0.072: after three 0.0985*0.072^3 = 3.7e-5. The conserving form's slope is
 * 1.753 and at x, where it is 1 + 3/2 g (3 x^2 - 2 x e + e^2) = 1.613, 0.080: 5.1e-5. */
START_TEST(strong_fields_come_near_the_roots)
{
    ck_assert_double_eq_tol(solve(0.2, 0, 0.8, 1.1), 1.00149915678, 3.7e-5);
    ck_assert_double_eq_tol(solve(0.2, 1, 0.8, 1.1), 1.00099215262, 5.1e-5);
}
END_TEST

/* Where chi3 E^2/eps = g e^2 (cb = dt/(eps0 eps)) is 0.05 at most, x is off by 8e-8, the bound of
 * kerr.law.h, and at 0.01 by 4e-12; what its equation leaves is as much times the slope there,
 * 1 + 3 g x^2 with x up to 1.3. */
START_TEST(fields_within_reach_solve_their_equation)
{
    static const double top[2] = {0.05, 0.01}, off[2] = {8e-8, 4e-12};
    for (int n = 0; n < 2; n++)
        for (int form = 0; form < 2; form++)
            for (int k = 0; k < 4000; k++) {
                const double g = top[n] * (k % 40) / 40, old = sin(3.7 * k);
                const double lin = old + 0.3 * sin(1.3 * k), x = solve(g, form, old, lin);
                const double p = form ? 1.5 * g * (x - old) * (x * x + old * old)
                                      : g * (x * x * x - old * old * old);
                ck_assert_double_le(fabs(x + p - lin), off[n] * (1 + 3 * top[n] * 1.3 * 1.3));
            }
}
END_TEST

/* Rows of any length, anywhere in a longer one, have the same bits. */
START_TEST(the_bits_do_not_depend_on_the_length_of_a_row)
{
    enum { MOST = 67 };
    const float param[3] = {0.09f, 0, 0.045f};
    float old[MOST], whole[MOST], part[MOST];
    for (int n = 0; n < MOST; n++) {
        old[n] = (float)sin(0.7 * n);
        whole[n] = part[n] = old[n] + 0.2f * (float)cos(1.1 * n);
    }
    const yee_law_row all = {sizeof all, MOST, MOST, param, NULL, old,
                             whole,      NULL, NULL, 0,     NULL};
    kerr_row_f32(&all);
    for (int at = 0, n = 1; at < MOST; at += n++) {
        const int some = at + n < MOST ? n : MOST - at;
        const yee_law_row row = {sizeof row, some, some, param, NULL, old + at,
                                 part + at,  NULL, NULL, 0,     NULL};
        kerr_row_f32(&row);
    }
    for (int n = 0; n < MOST; n++)
        ck_assert_msg(whole[n] == part[n], "point %d: %a and %a", n, (double)whole[n],
                      (double)part[n]);
}
END_TEST

/* Rows of up to 100 points with words, from any place of a line on: each point is as it is in a
 * row of its own, and nothing before, behind or between the words of a longer row is touched. A row
 * whose E^ lies elsewhere leaves it, and gives the numbers in the place of the old fields. */
START_TEST(rows_are_as_their_points_wherever_they_lie)
{
    enum { MOST = 100, LINE = 16, PITCH = MOST + 2 * LINE };
    const float param[8] = {0.03f, 0.02f, 0.9f, 0.05f, 0, 0, 0, 0};
    _Alignas(64) float e[PITCH], old[PITCH];
    float words[2 * PITCH], again[2 * PITCH], linear[PITCH];
    for (int n = 1; n <= MOST; n++)
        for (int at = 0; at < LINE; at++) {
            for (int k = 0; k < PITCH; k++) {
                old[k] = (float)sin(0.7 * k);
                e[k] = old[k] + 0.2f * (float)cos(1.1 * k);
                words[k] = 0.1f * (float)sin(0.3 * k);
                words[PITCH + k] = 0.01f * (float)cos(0.2 * k);
                linear[k] = e[k];
            }
            memcpy(again, words, sizeof words);
            const yee_law_row row = {sizeof row, n,          PITCH, param, NULL, old + at,
                                     e + at,     words + at, NULL,  0,     NULL};
            raman.edge_row[0](&row);
            for (int k = 0; k < PITCH; k++) {
                float x = old[k] + 0.2f * (float)cos(1.1 * k);
                float s[2] = {0.1f * (float)sin(0.3 * k), 0.01f * (float)cos(0.2 * k)};
                const yee_law_row one = {sizeof one, 1, 1,    param, NULL, old + k,
                                         &x,         s, NULL, 0,     NULL};
                if (k >= at && k < at + n)
                    raman.edge_row[0](&one);
                ck_assert_msg(e[k] == x && words[k] == s[0] && words[PITCH + k] == s[1],
                              "%d points from %d on: point %d", n, at, k);
            }
            const yee_law_row in_place = {sizeof row, n,        PITCH,      param,
                                          NULL,       old + at, old + at,   again + at,
                                          NULL,       0,        linear + at};
            raman.edge_row[0](&in_place);
            ck_assert(!memcmp(old + at, e + at, (size_t)n * sizeof *e) &&
                      !memcmp(again, words, sizeof words));
            for (int k = 0; k < PITCH; k++) {
                const float before = (float)sin(0.7 * k);
                ck_assert((k >= at && k < at + n) || old[k] == before);
                ck_assert(linear[k] == before + 0.2f * (float)cos(1.1 * k));
            }
        }
}
END_TEST

/* kerr.law.h: 3/4 eps0 chi3 E^4. */
START_TEST(kerr_holds_three_quarters_of_the_fourth_power)
{
    const double param[3] = {0, 3, 0};
    ck_assert_double_eq_tol(kerr_energy_f64(param, 2, NULL), 48, 1e-14);
    ck_assert_double_eq_tol((double)kerr_energy_f32((const float[3]){0, 3, 0}, 2, NULL), 48,
                            1e-5);
}
END_TEST

/* The root of x + g (x^2 - e^2) = E^ in closed form: rounding alone. */
START_TEST(a_square_polarisation_has_its_root)
{
    const double param[2] = {0.2, 3}, old = 0.8;
    double e = 1.1;
    const yee_law_row row = {sizeof row, 1, 1, param, NULL, &old, &e, NULL, NULL, 0, NULL};
    chi2.edge_row[1](&row);
    ck_assert_double_eq_tol(e, 1.01994318136, 5e-12); /* the number's last digit */
    ck_assert_double_eq_tol(chi2_energy_f64(param, 2, NULL), 24, 1e-14);
}
END_TEST

/* D = eps0 (1 + depth m) E is kept where nothing else drives the edge (E^ = e), and g is the
 * depth (cb = dt/eps0): x (1 + g m(n+1)) = e (1 + g m(n)), m of time and place together. */
START_TEST(a_modulated_edge_keeps_its_flux)
{
    const double g = 0.3, old = 2, time[2] = {0.4, 0.9}, place = -1.3;
    const double signal[4] = {cos(time[0]), sin(time[0]), cos(time[1]), sin(time[1])};
    double e = old, map[2] = {cos(place), sin(place)};
    const yee_law_row row = {sizeof row, 1, 1, &g, signal, &old, &e, NULL, map, 0, NULL};
    modulated.edge_row[1](&row);
    ck_assert_double_eq_tol(e * (1 + g * cos(time[1] + place)),
                            old * (1 + g * cos(time[0] + place)), 1e-14);
}
END_TEST

/* Driven by e^2 = 1 + cos(w t), q swings with the discrete response
 *
 *     H = W^2/(W^2 c^2 - (2 s/dt)^2 + 4 j gamma s c/dt),  s, c of w dt/2
 *
 * once what began it is gone: exp(-n dt/t2) < 1e-16 after 40 t2 = 25600 steps. At silica's peak,
 * 13.077456160 THz, Im H comes to -1.449493408 with the square of the step, which is (w dt)^2 of
 * it at most, 1.7e-5. Rounding adds up over a lifetime of 640 steps. */
START_TEST(a_vibration_has_its_discrete_response)
{
    const double dt = 0.05e-15, t1 = 12.2e-15, t2 = 32e-15,
                 omega = 2 * YEE_PI * 13.077456160e12;
    const double w2 = (1 / (t1 * t1) + 1 / (t2 * t2)) * dt * dt, loss = dt / t2;
    const double below = 1 + w2 / 4 + loss;
    const double param[8] = {0, 0, (1 + w2 / 4 - loss) / below, w2 / below, 0, 0, 0, 0};
    const double s = sin(omega * dt / 2), c = cos(omega * dt / 2);
    const double complex response = w2 / (w2 * c * c - 4 * s * s + 4 * loss * s * c * I);
    double state[2] = {0, 0}, worst = 0;
    for (int n = 0; n < 30000; n++) {
        const double old = sqrt(1 + cos(omega * dt * n));
        double e = old;
        const yee_law_row row = {sizeof row, 1, 1, param, NULL, &old, &e, state, NULL, 0, NULL};
        raman.edge_row[1](&row);
        const double exact = 1 + creal(response * cexp(omega * dt * (n + 1) * I));
        worst = n < 25600 ? 0 : fmax(worst, fabs(state[0] - exact));
    }
    ck_assert_double_le(worst, 1e-11);
    ck_assert_double_le(fabs(cimag(response) + 1.449493408), 1.449493408 * 1.7e-5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("law rows");
    TCase *tcase = tcase_create("law rows");
    tcase_add_test(tcase, strong_fields_come_near_the_roots);
    tcase_add_test(tcase, fields_within_reach_solve_their_equation);
    tcase_add_test(tcase, the_bits_do_not_depend_on_the_length_of_a_row);
    tcase_add_test(tcase, rows_are_as_their_points_wherever_they_lie);
    tcase_add_test(tcase, kerr_holds_three_quarters_of_the_fourth_power);
    tcase_add_test(tcase, a_square_polarisation_has_its_root);
    tcase_add_test(tcase, a_modulated_edge_keeps_its_flux);
    tcase_add_test(tcase, a_vibration_has_its_discrete_response);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
