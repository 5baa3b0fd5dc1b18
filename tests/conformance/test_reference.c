/* The schemes "reference" and "plain" against an interpreter that shares nothing with them. */
#include "oracle.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE, PLAIN, SCHEMES };
static runner scheme[SCHEMES];

static void load(void)
{
    static const char *const file[] = {"scheme_reference", "scheme_plain"};
    for (int n = 0; n < SCHEMES; n++) {
        const char *reason = NULL;
        const yee_module *module = battery_module(PLUGIN_DIR, file[n], &reason);
        ck_assert_msg(module != NULL, "%s", reason);
        scheme[n] = (runner){module->plugins[0]->name, module->plugins[0]->ops, NULL};
    }
}

static void compare(uint64_t seed, unsigned forms, yee_precision precision)
{
    char where[256];
    test_case *t = case_new(seed, forms, precision, 24);
    outcome *truth = t ? oracle_run(t) : NULL;
    ck_assert_ptr_nonnull(truth);
    for (int n = 0; n < SCHEMES; n++) {
        outcome *o = battery_run(&scheme[n], t, 1, ROUTE_STRAIGHT);
        ck_assert_ptr_nonnull(o);
        ck_assert_msg(o->status == YEE_OK, "%s, %s: %s", scheme[n].name, t->text, o->sentence);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s, %s: %g, %s", scheme[n].name, t->text,
                      error, where);
        outcome_free(o);
    }
    outcome_free(truth);
    case_free(t);
}

/* Each form alone (the last round: none) on ten grids, in one precision. */
static void each_form(yee_precision precision, int form)
{
    load();
    unsigned forms = form < CASE_FORMS ? 1u << form : 0;
    if (forms & CASE_MAGNETIC) /* means nothing by itself */
        forms |= CASE_MEDIA | CASE_SECTIONS;
    for (uint64_t seed = 0; seed < 10; seed += (uint64_t)short_every(4))
        compare(seed, forms, precision);
}

START_TEST(every_form_alone_equals_the_interpreter_in_f64) { each_form(YEE_F64, _i); }
END_TEST

START_TEST(every_form_alone_equals_the_interpreter_in_f32) { each_form(YEE_F32, _i); }
END_TEST

START_TEST(random_combinations_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 20; seed += (uint64_t)short_every(7)) {
        uint64_t n = 20 * (uint64_t)_i + seed;
        unsigned forms = (unsigned)(n * 0x9e3779b97f4a7c15u >> 53);
        compare(1000 + n, forms, seed % 2 ? YEE_F32 : YEE_F64);
    }
}
END_TEST

START_TEST(all_forms_together_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 20; seed += (uint64_t)short_every(7))
        compare(5000 + seed, (1u << CASE_FORMS) - 1 - (seed % 2 ? CASE_PLANAR : 0),
                seed % 4 < 2 ? YEE_F32 : YEE_F64);
}
END_TEST

START_TEST(ports_with_links_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 24; seed += (uint64_t)short_every(7)) {
        const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
        compare(9000 + seed, CASE_PORTS | CASE_LINKS | (seed % 3 ? more | CASE_TAPS : 0),
                seed % 2 ? YEE_F32 : YEE_F64);
    }
}
END_TEST

START_TEST(media_with_laws_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 30; seed += (uint64_t)short_every(7)) {
        const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
        compare(700 + seed, CASE_LAWS | (seed % 5 ? more | CASE_TAPS : 0),
                seed % 2 ? YEE_F32 : YEE_F64);
    }
}
END_TEST

START_TEST(cells_with_laws_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 30; seed += (uint64_t)short_every(7)) {
        const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
        compare(1700 + seed,
                CASE_CELL_LAWS | (seed % 5 ? more | CASE_TAPS : 0) |
                    (seed % 3 == 1 ? CASE_LAWS : 0),
                seed % 2 ? YEE_F32 : YEE_F64);
    }
}
END_TEST

START_TEST(fields_with_laws_equal_the_interpreter)
{
    load();
    for (uint64_t seed = 0; seed < 30; seed += (uint64_t)short_every(7)) {
        const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
        compare(2700 + seed,
                CASE_FIELD_LAWS | (seed % 5 ? more | CASE_TAPS : 0) |
                    (seed % 3 == 1 ? CASE_LAWS : 0) | (seed % 4 == 1 ? CASE_CELL_LAWS : 0),
                seed % 2 ? YEE_F32 : YEE_F64);
    }
}
END_TEST

/* loss = 1 - ca has 8 bits below the last one that ca keeps in float32: with a rounded ca the
 * field would be off by steps*0.75*2^-25 = 4.5e-4 after the run. The roundings of the steps
 * themselves have all signs: sqrt(steps)*2^-25 = 4e-6 for one point, less for their mean; the
 * tolerance is ten times that. cb is 0, so that nothing else moves a field. */
START_TEST(a_weak_loss_keeps_its_digits_in_f32)
{
    enum { STEPS = 20000 };
    load();
    test_case *t = case_new(2, CASE_PERIODIC, YEE_F32, STEPS);
    ck_assert_ptr_nonnull(t);
    yee_update update[2] = {{.ca = 1 - 0x1p-16 - 0.75 * 0x1p-25}, {.ca = 1}};
    t->problem.update = update;
    outcome *o = battery_run(&scheme[_i], t, 1, ROUTE_STRAIGHT);
    ck_assert(o && o->status == YEE_OK);
    double sum = 0, points = 0;
    for (int c = 0; c < 3; c++)
        for (int64_t i = 0; i < yee_grid_points(&t->problem.grid, c); i++)
            if (t->initial[c][i] != 0) {
                sum += o->field[c][i] / t->initial[c][i];
                points++;
            }
    ck_assert_double_gt(points, 0);
    ck_assert_double_eq_tol(sum / points, pow(update[0].ca, STEPS), 4e-5);
    outcome_free(o);
    case_free(t);
}
END_TEST

static void one(void *self, int64_t step, double *value)
{
    (void)self;
    (void)step;
    *value = 1;
}

/* Steps 1b and 3b: E is 1 everywhere and a dipole adds 2^-30 to its edge in each of 32 steps,
 * which a float next to 1 never shows: its half unit is 2^-24. Its curl drives H all the same:
 * sum n 2^-30 cb/spacing, each addition rounded by 2^-24 of H. Nothing else moves E. */
START_TEST(what_float_cannot_show_of_a_source_drives_its_curl)
{
    enum { STEPS = 32 };
    load();
    test_case *t = case_sized(7, 0, YEE_F32, STEPS, (const int64_t[]){6, 7, 8});
    ck_assert_ptr_nonnull(t);
    const yee_grid *g = &t->problem.grid;
    yee_update update[2] = {{.ca = 1}, {.ca = 1, .cb = 1e-3}};
    yee_signals signals = {.size = sizeof signals, .count = 1, .fill = one};
    yee_point point = {yee_grid_index(g, YEE_EZ, 3, 3, 3), 0x1p-30, 0, 0};
    yee_point_group group = {YEE_EZ, false, 1, &point, &signals};
    t->problem.update = update;
    t->problem.groups = 1;
    t->problem.group = &group;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < yee_grid_points(g, c); i++)
            t->initial[c][i] = c == YEE_EZ ? 1 : 0;
    outcome *o = battery_run(&scheme[_i], t, 1, ROUTE_RELOADED);
    ck_assert(o && o->status == YEE_OK);
    ck_assert(o->field[YEE_EZ][point.index] == 1);
    for (int a = 0; a < 2; a++) /* Hy beside it along x, Hx along y */
        for (int side = 0; side < 2; side++) {
            const int64_t x = 3 - (a == 0 && side), y = 3 - (a == 1 && side);
            const double h = o->field[YEE_HY - a][yee_grid_index(g, YEE_HY - a, x, y, 3)];
            const double inverse = g->axis[a].half_inverse[a ? y : x];
            const double want = 1e-3 * inverse * STEPS * (STEPS - 1) / 2 * 0x1p-30;
            ck_assert_double_eq_tol(fabs(h) / want, 1, STEPS * 0x1p-24);
        }
    outcome_free(o);
    case_free(t);
}
END_TEST

START_TEST(the_courant_limit_of_cubic_cells_is_the_textbook_one)
{
    load();
    double node[3][4] = {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 3, .node = node[a]};
    /* two roundings of a square root and a quotient */
    ck_assert_double_eq_tol(scheme[_i].ops->courant(NULL, &grid, 1), 1 / sqrt(3), 1e-15);
    grid.axis[2].invariant = true;
    ck_assert_double_eq_tol(scheme[_i].ops->courant(NULL, &grid, 1), 1 / sqrt(2), 1e-15);
    node[0][1] = 0.5;
    ck_assert_double_eq_tol(scheme[_i].ops->courant(NULL, &grid, 1), 1 / sqrt(5), 1e-15);
}
END_TEST

START_TEST(the_dispersion_residual_vanishes_at_the_magic_time_step)
{
    load();
    /* In 1-D at c dt = d the numerical wave is exact: omega = c k. */
    double d[3] = {0.1, 0, 0}, k[3] = {3, 0, 0};
    double at = scheme[_i].ops->dispersion(NULL, d, 0.05, 2, 6, k);
    double off = scheme[_i].ops->dispersion(NULL, d, 0.04, 2, 6, k);
    ck_assert_double_eq_tol(at, 0, 1e-14); /* of terms of size 2.2 */
    ck_assert_double_gt(fabs(off), 1e-3);
}
END_TEST

#ifdef __SSE2__
START_TEST(denormal_fields_are_flushed_and_the_callers_mode_is_kept)
{
    load();
    test_case *t = case_new(5, CASE_PERIODIC, YEE_F32, 1);
    ck_assert_ptr_nonnull(t);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < yee_grid_points(&t->problem.grid, c); i++)
            t->initial[c][i] = 1e-40; /* float's smallest normal number is 1.2e-38 */
    outcome *o = battery_run(&scheme[PLAIN], t, 1, ROUTE_STRAIGHT);
    ck_assert(o && o->status == YEE_OK);
    double most = fmax(o->extrema.electric, o->extrema.magnetic);
    ck_assert_msg(most == 0, "%g is left", most);
    volatile double small = 1e-300;
    ck_assert_double_gt(small * 1e-10, 0);
    outcome_free(o);
    case_free(t);
}
END_TEST
#endif

START_TEST(an_open_face_is_declined_with_a_sentence)
{
    load();
    test_case *t = case_new(3, 0, YEE_F64, 4);
    ck_assert_ptr_nonnull(t);
    t->problem.grid.axis[1].face[1] = YEE_FACE_OPEN;
    outcome *o = battery_run(&scheme[_i], t, 1, ROUTE_STRAIGHT);
    ck_assert_ptr_nonnull(o);
    ck_assert_int_eq(o->status, YEE_DECLINED);
    ck_assert_ptr_nonnull(strstr(o->sentence, "face y+"));
    outcome_free(o);
    case_free(t);
}
END_TEST

START_TEST(a_value_that_is_not_finite_is_found_where_it_sits)
{
    load();
    test_case *t = case_new(4, CASE_PERIODIC, YEE_F64, 0);
    ck_assert_ptr_nonnull(t);
    int64_t last =
        yee_grid_index(&t->problem.grid, YEE_HY, t->problem.grid.end[YEE_HY][0] - 1,
                       t->problem.grid.end[YEE_HY][1] - 1, t->problem.grid.end[YEE_HY][2] - 1);
    t->initial[YEE_HY][last] = NAN;
    outcome *o = battery_run(&scheme[_i], t, 1, ROUTE_STRAIGHT);
    ck_assert(o && o->status == YEE_OK);
    ck_assert(!o->extrema.finite);
    ck_assert_int_eq(o->extrema.component, YEE_HY);
    ck_assert_int_eq(o->extrema.index, last);
    outcome_free(o);
    case_free(t);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reference");
    TCase *tcase = tcase_create("reference");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_form_alone_equals_the_interpreter_in_f64, 0,
                        CASE_FORMS + 1);
    tcase_add_loop_test(tcase, every_form_alone_equals_the_interpreter_in_f32, 0,
                        CASE_FORMS + 1);
    tcase_add_loop_test(tcase, random_combinations_equal_the_interpreter, 0, 10);
    tcase_add_test(tcase, all_forms_together_equal_the_interpreter);
    tcase_add_test(tcase, ports_with_links_equal_the_interpreter);
    tcase_add_test(tcase, media_with_laws_equal_the_interpreter);
    tcase_add_test(tcase, cells_with_laws_equal_the_interpreter);
    tcase_add_test(tcase, fields_with_laws_equal_the_interpreter);
    tcase_add_loop_test(tcase, a_weak_loss_keeps_its_digits_in_f32, 0, SCHEMES);
    tcase_add_loop_test(tcase, what_float_cannot_show_of_a_source_drives_its_curl, 0, SCHEMES);
    tcase_add_loop_test(tcase, the_courant_limit_of_cubic_cells_is_the_textbook_one, 0,
                        SCHEMES);
    tcase_add_loop_test(tcase, the_dispersion_residual_vanishes_at_the_magic_time_step, 0,
                        SCHEMES);
#ifdef __SSE2__
    if (!getenv("YEE_VALGRIND")) /* which does not flush what the processor would */
        tcase_add_test(tcase, denormal_fields_are_flushed_and_the_callers_mode_is_kept);
#endif
    tcase_add_loop_test(tcase, an_open_face_is_declined_with_a_sentence, 0, SCHEMES);
    tcase_add_loop_test(tcase, a_value_that_is_not_finite_is_found_where_it_sits, 0, SCHEMES);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
