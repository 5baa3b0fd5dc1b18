/* Shapes of graded permittivity against their formulas, cell by cell, through whole models. */
#include "shapes.h"

#include <math.h>

/* The law of a cell, where one was made. */
static const yee_material *law_at(int64_t i, int64_t j, int64_t k)
{
    const yee_view *view = yee_model_view(model);
    const yee_material *law = NULL;
    ck_assert_int_eq(view->material_of(view, view->material(view, i, j, k), &law), YEE_OK);
    return law;
}

/* Each cell has its formula's value to half a level, and is vacuum outside. */
#define EACH_EPS(within, formula, level) \
    for (int64_t i = 0; i < 20; i++) \
        for (int64_t j = 0; j < 20; j++) \
            for (int64_t k = 0; k < 20; k++) { \
                const double x = (double)i + 0.5, y = (double)j + 0.5, z = (double)k + 0.5; \
                const double due = (within) ? (formula) : 1; \
                ck_assert_double_eq_tol(law_at(i, j, k)->electric[1].inf, due, \
                                        0.5001 * (level)); \
                ck_assert_int_eq(is("vacuum", i, j, k), !(within)); \
            }

START_TEST(graded_balls_follow_their_formulas)
{
    make(CUBE, "[shape.g]\ntype = graded\nprofile = luneburg\ncenter = 9, 10.25, 11 mm\n"
               "radius = 6.3 mm\neps = 3\nlevels = 200\n");
#define SQUARE(R) \
    (((x - 9) * (x - 9) + (y - 10.25) * (y - 10.25) + (z - 11) * (z - 11)) / (R) / (R))
    EACH_EPS(SQUARE(6.3) < 1, 3 * (2 - SQUARE(6.3)), 3. / 200)
    make(CUBE, "[shape.g]\ntype = graded\nprofile = fisheye\ncenter = 9, 10.25, 11 mm\n"
               "radius = 6.3 mm\n");
    EACH_EPS(SQUARE(6.3) < 1, 4 / pow(1 + SQUARE(6.3), 2), 3. / 1000)
}
END_TEST

START_TEST(a_graded_rod_follows_its_formula)
{
    make(CUBE, "[shape.g]\ntype = graded\nprofile = parabolic\nfrom = 2, 9, 9 mm\n"
               "to = 15, 9, 9 mm\nradius = 5.2 mm\neps = 4\npitch = 40 mm\n");
    const double g = 2 * YEE_PI / 40;
#define ACROSS ((y - 9) * (y - 9) + (z - 9) * (z - 9))
    EACH_EPS(x > 2 && x < 15 && ACROSS < 5.2 * 5.2, 4 * (1 - g * g * ACROSS),
             4 * g * g * 5.2 * 5.2 / 1000)
    /* Obliquely, through (10, 10, 10) mm: on the axis it has the most. */
    make(CUBE, "[shape.g]\ntype = graded\nprofile = parabolic\nfrom = 5.5, 5.5, 5.5 mm\n"
               "to = 14.5, 14.5, 14.5 mm\nradius = 5.2 mm\neps = 4\npitch = 40 mm\n");
    ck_assert_double_eq_tol(law_at(9, 9, 9)->electric[0].inf, 4, 1e-12);
    ck_assert_double_eq_tol(law_at(9, 10, 11)->electric[0].inf, 4 * (1 - g * g * 2), 4e-3);
}
END_TEST

START_TEST(a_graded_slab_mixes_all_that_materials_are_made_of)
{
    make(CUBE, "[material.wet]\ntype = debye\neps_inf = 5\ndelta_eps = 8\ntau = 9 ps\n"
               "sigma = 1 S/m\n[shape.g]\ntype = graded\nprofile = linear\n"
               "from = 3, 4, 0 mm\nto = 13, 4, 0 mm\nmaterials = b, wet\n");
    for (int64_t i = 0; i < 20; i++) {
        const double t = ((double)i + 0.5 - 3) / 10;
        const yee_response *r = &law_at(i, i, i)->electric[2];
        ck_assert_int_eq(is("vacuum", i, i, i), t < 0 || t > 1);
        if (t < 0 || t > 1)
            continue;
        ck_assert_double_eq_tol(r->inf, 3 + 2 * t, 1.01e-3);
        ck_assert_double_eq_tol(r->sigma, t, 0.51e-3);
        ck_assert_uint_eq(r->pole_count, 1);
        ck_assert_double_eq_tol(r->poles[0].b0, 8 * t, 4.1e-3);
        ck_assert_double_eq(r->poles[0].d1, 9e-12);
    }
}
END_TEST

START_TEST(along_an_invariant_axis_a_graded_ball_is_a_rod)
{
    make(PLANE("z", "tm"), "[shape.g]\ntype = graded\nprofile = luneburg\n"
                           "center = 10, 10, 700 mm\nradius = 6 mm\n");
    ck_assert_double_eq_tol(law_at(9, 9, 0)->electric[2].inf, 2 - 0.5 / 36, 0.5e-3);
    ck_assert(is("vacuum", 3, 9, 0));
}
END_TEST

START_TEST(graded_shapes_need_the_keys_of_their_profile)
{
#define GRADED "[shape.g]\ntype = graded\nprofile = "
    refused(GRADED "luneburg\nradius = 1 mm\n", "center is missing; profile = luneburg needs");
    refused(GRADED "fisheye\ncenter = 1, 1, 1 mm\n", "radius is missing; profile = fisheye");
    refused(GRADED "parabolic\nradius = 1 mm\n", "pitch is missing");
    refused(GRADED "parabolic\nradius = 1 mm\npitch = 9 mm\nto = 1, 1, 1 mm\n",
            "from is missing");
    refused(GRADED "parabolic\nradius = 3 mm\npitch = 9 mm\n", "below pitch/(2 pi)");
    refused(GRADED "linear\nfrom = 1, 1, 1 mm\nto = 2, 1, 1 mm\n", "materials has 0 names");
    refused(GRADED "linear\nmaterials = a, b\nfrom = 1, 1, 1 mm\n", "to is missing");
    refused(GRADED "linear\nmaterials = a, b\nfrom = 1, 1, 1 mm\nto = 1, 1, 1 mm\n",
            "from and to are one point");
    refused(GRADED "linear\nmaterials = a, bb\n", "there is no material 'bb'");
    refused(GRADED "linear\nmaterials = a, pec\n", "'pec' is a perfect conductor");
    refused(GRADED "luneburg\ncenter = 900, 1, 1 mm\nradius = 1 mm\n", "paints nothing");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("graded");
    TCase *all = tcase_create("graded");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, graded_balls_follow_their_formulas);
    tcase_add_test(all, a_graded_rod_follows_its_formula);
    tcase_add_test(all, a_graded_slab_mixes_all_that_materials_are_made_of);
    tcase_add_test(all, along_an_invariant_axis_a_graded_ball_is_a_rod);
    tcase_add_test(all, graded_shapes_need_the_keys_of_their_profile);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
