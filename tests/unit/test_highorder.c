/* Weights, limits and dispersion of the high-order schemes against closed forms. Figures of ten
 * digits are solutions of the same small systems in extended precision, one unit of their last
 * digit is 1e-10; the systems' condition (below 5e3) times epsilon is 1e-12. */
#include "../../plugins/schemes/highorder/family.h"
#include "../highorder_figures.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const wide_scheme *const all[] = {
#define ENTRY(name) &wide_##name,
    WIDE_SCHEMES(ENTRY)
#undef ENTRY
};
enum { SCHEMES = sizeof all / sizeof *all };

static wide_wave cube(double step, double cells, int dims)
{
    return (wide_wave){{1, dims > 1, dims > 2}, step, cells};
}

typedef struct row {
    const wide_scheme *scheme;
    double cells, step, a00, a10, a01, a11, a12;
} row;

START_TEST(designed_weights_have_their_figures)
{
    static const row rows[] = {
        {&wide_fv24, 10, .40, 1.1096994920, -0.1104379772 / 3, 0, -0.0311065388 / 12,
         0.0318450240 / 12},
        {&wide_fv24, 20, .40, 1.1061524492, -0.1055784880 / 3, 0, -0.0292020408 / 12,
         0.0286280795 / 12},
        {&wide_fv24, 10, .48, 1.1004706272, -0.1094781248 / 3, 0, -0.0270807350 / 12,
         0.0360882326 / 12},
        {&wide_ztc, 10, .40, 1.0227947442, -0.0493643604 / 3, 0.0869047479 / 4,
         -0.0603351316 / 12, 0},
        {&wide_ztc, 20, .40, 1.0222539913, -0.0489108110 / 3, 0.0838984579 / 4,
         -0.0572416382 / 12, 0},
        {&wide_ztc, 10, .75, 0.9040203848, 0.0025646393 / 3, 0.1530010915 / 4,
         -0.0595861157 / 12, 0},
        {&wide_me44, 10, .40, 9.0 / 8 - 7 * .16 / 24, (.16 - 1) / 24, .16 / 24, 0, 0},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        const row *r = &rows[n];
        const wide_wave wave = cube(r->step, r->cells, 3);
        wide_weights w;
        wide_weigh(r->scheme, &wave, true, 1, 0, w);
        ck_assert_double_eq_tol(w[0][0], r->a00, 1e-10);
        ck_assert_double_eq_tol(w[1][0], r->a10, 1e-10);
        ck_assert_double_eq_tol(w[0][1], r->a01, 1e-10);
        ck_assert_double_eq_tol(w[0][2], r->a01, 1e-10);
        ck_assert_double_eq_tol(w[1][1], r->a11, 1e-10);
        ck_assert_double_eq_tol(w[1][2], r->a11, 1e-10);
        ck_assert_double_eq_tol(w[1][3], r->a12, 1e-10);
    }
}
END_TEST

/* D of a linear field is its slope: sum over p of (2p + 1) times all weights is 1, each class
 * counted as often as it has points; fv24 and ztc by their first line. */
START_TEST(every_difference_of_a_linear_field_is_its_slope)
{
    for (int n = 0; n < SCHEMES; n++)
        for (int e = 0; e < 2; e++)
            for (int a = 0; a < 3; a++)
                for (int d = 0; d < 3; d++) {
                    const wide_wave wave = cube(0.2, 12, 3);
                    double sum = 0;
                    wide_weights w;
                    if (a == d)
                        continue;
                    wide_weigh(all[n], &wave, e, a, d, w);
                    for (int p = 0; p < WIDE_REACH; p++)
                        sum +=
                            (2 * p + 1) * (w[p][0] + 2 * w[p][1] + 2 * w[p][2] + 4 * w[p][3]);
                    ck_assert_msg(fabs(sum - 1) < 1e-13, "%s: %.17g", all[n]->name, sum);
                }
}
END_TEST

/* c dt/delta at the limit, 3-D and 2-D: closed forms where there is one (to rounding), else the
 * corners' condition solved to the six digits given. */
START_TEST(every_limit_is_the_closed_one)
{
    static const struct {
        const wide_scheme *scheme;
        double limit[3], digits;
    } rows[] = {
        {&wide_fang24, {6 / 7.0, 0.6060915267313265, 0.4948716593053935}, 1e-12},
        {&wide_t26, {120 / 149.0, 0.569482, 0.464980}, 1e-6},
        {&wide_fv24, {1, 0.625523, 0.519923}, 1e-6},
        {&wide_fv24wb, {1, 0.629893, 0.514306}, 1e-6},
        {&wide_ztc, {1, 0.812606, 0.812606}, 1e-6},
        {&wide_me44, {1, 0.7071067811865475, 0.5773502691896258}, 1e-12},
        {&wide_me44x, {1, 0.900436, 0.900436}, 1e-6},
        {&wide_hodge44, {1, 0.722640, 0.5773502691896258}, 1e-6},
        {&wide_ckc, {1, 1, 1}, 1e-12},
        {&wide_s44, {3 / 7.0, 0.303046, 0.247436}, 1e-6},
    };
    static const double node[] = {0, 1, 2, 3, 4};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
        for (int dims = 1; dims <= 3; dims++) {
            const wide_config config = {NAN, 10};
            yee_grid grid = {.size = sizeof grid};
            for (int a = 0; a < 3; a++)
                grid.axis[a] = (yee_axis_data){
                    .cells = a < dims ? 4 : 1, .invariant = a >= dims, .node = node};
            const double limit = wide_courant(rows[n].scheme, &config, &grid, 1);
            /* cells per wavelength at c = 1, as the config means those in vacuum: 10 */
            const wide_config own = {0.1, 10};
            const double designed = wide_courant(rows[n].scheme, &own, &grid, 1);
            const double found = rows[n].scheme->designed ? designed : limit;
            ck_assert_msg(fabs(found - rows[n].limit[dims - 1]) <= rows[n].digits,
                          "%s in %d-D: %.12g", rows[n].scheme->name, dims, found);
        }
}
END_TEST

START_TEST(every_wave_has_its_frequency)
{
    for (int n = 0; n < SCHEMES; n++)
        for (int i = 0; i < FIGURE_WAVES; i++) {
            const figure_row *known = figure_of(all[n]->name);
            const double d[3] = {1, 1, 1};
            const wide_config config = {0.1, 10};
            double k[3];
            for (int a = 0; a < 3; a++)
                k[a] = 2 * YEE_PI * figure_mode[i][a] / FIGURE_BOX;
            /* the residual's slope in omega dt is sin(omega dt)/(2 step^2) */
            const double off = wide_dispersion(all[n], &config, d, known->step, 1,
                                               known->angle[i] / known->step, k) *
                               2 * known->step * known->step / sin(known->angle[i]);
            ck_assert_msg(fabs(off) <= 1e-12, "%s, wave %d: %g", known->scheme, i, off);
        }
}
END_TEST

/* Nothing varies along an invariant axis: the folded weights have the symbol of k = 0 there,
 * also those that go by its cell. */
START_TEST(two_dimensions_are_three_without_a_wave_along_one)
{
    for (int n = 0; n < SCHEMES; n++) {
        const wide_wave solid = cube(0.2, 12, 3), flat = cube(0.2, 12, 2);
        const double k[3] = {0.7, 1.9, 0};
        ck_assert_double_eq_tol(wide_symbol(all[n], &solid, k), wide_symbol(all[n], &flat, k),
                                1e-15);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder");
    TCase *tcase = tcase_create("highorder");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, designed_weights_have_their_figures);
    tcase_add_test(tcase, every_difference_of_a_linear_field_is_its_slope);
    tcase_add_test(tcase, every_limit_is_the_closed_one);
    tcase_add_test(tcase, every_wave_has_its_frequency);
    tcase_add_test(tcase, two_dimensions_are_three_without_a_wave_along_one);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
